"""A saved forest comes back as it was; what does not fit is refused."""

import copy
import json

import numpy as np
import pandas as pd
import pytest

from obliqua import AxisTreeClassifier, ObliqueForestClassifier, OC1Classifier
from obliqua.persistence import from_bytes, to_bytes

X = pd.DataFrame(
    {
        "age": [20.0, 30.0, 40.0, 50.0, 60.0, np.nan] * 8,
        "dose": np.tile([0.0, 2.0, 1.0], 16),
        "colour": ["red", "blue", None, "tan"] * 12,
    }
)
Y = np.where(X["age"].fillna(0) + 10 * X["dose"] > 40, "ill", "well")


def refit(**params):
    inner = OC1Classifier(restarts=3, class_weight={"ill": 2.0, "well": 1.0})
    return ObliqueForestClassifier(inner, n_trees=3, random_state=1, **params).fit(X, Y)


@pytest.fixture(scope="module")
def forest():
    return refit(max_features=2, bootstrap=True)


@pytest.fixture
def document(forest):
    return json.loads(to_bytes(forest))


def load(document):
    return from_bytes(json.dumps(document).encode())


def test_it_is_the_saved_one(forest):
    data = to_bytes(forest)
    again = from_bytes(data)
    assert to_bytes(again) == data
    assert again.digest() == forest.digest()
    np.testing.assert_array_equal(again.predict_proba(X), forest.predict_proba(X))
    assert again.estimator.class_weight == {"ill": 2.0, "well": 1.0}
    assert again.estimator.restarts == 3
    for one, other in zip(again.estimators_, forest.estimators_, strict=True):
        assert one.get_params() == other.get_params()
        assert one.tree_ == other.tree_
    assert again.feature_names_in_.tolist() == list(X)
    assert again.classes_.tolist() == ["ill", "well"]
    assert not hasattr(again, "oob_score_")


def test_the_default_estimator_stays_none():
    forest = ObliqueForestClassifier(n_trees=2, random_state=0).fit(X, Y)
    data = to_bytes(forest)
    assert "estimator" not in json.loads(data)["estimator"]
    again = from_bytes(data)
    assert again.estimator is None
    assert all(isinstance(one, OC1Classifier) for one in again.estimators_)


def test_the_file_is_readable(forest):
    lines = to_bytes(forest).decode().splitlines()
    assert max(map(len, lines)) < 400
    assert lines.count('      "tree": {') == 3
    assert '      "name": "OC1Classifier",' in lines


def test_what_cannot_be_written_is_named():
    def right(left, other):
        return left.max(axis=1) + other.max(axis=1)

    forest = ObliqueForestClassifier(AxisTreeClassifier(right), n_trees=2).fit(X, Y)
    with pytest.raises(ValueError, match=r"criterion=.*holds no code"):
        to_bytes(forest)
    with pytest.raises(ValueError, match="this ObliqueForestClassifier is not fitted yet"):
        to_bytes(ObliqueForestClassifier())


def changed(document, *path, value):
    document = copy.deepcopy(document)
    place = document
    for step in path[:-1]:
        place = place[step]
    if value is None:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return document


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        (("trees",), None, r"\$: a file has either a tree or trees"),
        (("trees",), [], r"length >= 1"),
        (("trees", 1, "random_state"), -1, r"\$\.trees\[1\]\.random_state: Expected"),
        (("trees", 1, "random_state"), None, "random_state"),
        (("trees", 1, "tree", "parent", 1), 7, r"\$\.trees\[1\]\.tree\.parent\[1\]: must be 0"),
        (("trees", 2, "tree", "counts", 0), [1, 2, 3], r"\$\.trees\[2\]\.tree\.counts\[0\]: has 3"),
        (("trees", 0, "tree", "more"), 1, "unknown field `more`"),
        (("estimator", "estimator", "name"), "Oak", r"\$\.estimator\.estimator\.name: 'Oak'"),
        (
            ("estimator", "estimator", "name"),
            "ObliqueForestClassifier",
            r"\$\.estimator\.estimator\.params: ObliqueForestClassifier has no parameter",
        ),
        (
            ("estimator", "estimator"),
            {"name": "ObliqueForestClassifier", "params": {}},
            r"\$\.estimator\.params: estimator must be one of Obliqua's",
        ),
        (
            ("estimator", "estimator", "params", "jumps"),
            -1,
            r"\$\.estimator\.estimator\.params: jumps must be",
        ),
        (("estimator", "params", "n_trees"), 0, r"\$\.estimator\.params: n_trees must be"),
    ],
)
def test_unsound_files_are_refused(document, path, value, message):
    with pytest.raises(ValueError, match=message):
        load(changed(document, *path, value=value))


def test_a_tree_is_no_forest_and_a_forest_no_tree(document):
    single = json.loads(to_bytes(AxisTreeClassifier().fit(X, Y)))
    both = document | {"tree": single["tree"]}
    with pytest.raises(ValueError, match="either a tree or trees"):
        load(both)
    with pytest.raises(ValueError, match=r"\$\.estimator\.name: ObliqueForestClassifier does not"):
        load(single | {"estimator": document["estimator"]})
    with pytest.raises(ValueError, match=r"\$\.estimator\.name: AxisTreeClassifier does not fit"):
        load(document | {"estimator": single["estimator"]})
    inner = {"name": "OC1Classifier", "params": {}}
    with pytest.raises(ValueError, match=r"\$\.estimator\.estimator: AxisTreeClassifier has no"):
        load(single | {"estimator": single["estimator"] | {"estimator": inner}})
