"""A saved model comes back as it was, and its file is what the documentation says."""

import json
import os
import stat
from pathlib import Path

import msgspec
import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.tree import DecisionTreeClassifier

from obliqua import AxisTreeClassifier, load, save
from obliqua.persistence import ESTIMATORS, from_bytes, to_bytes
from obliqua.persistence.document import Document
from tests.trees import chain
from tests.unit.test_tree import SCHEMA, mixed_tree


def as_model(tree, **params):
    model = AxisTreeClassifier(**params)
    model._set_tree(tree)
    return model


@pytest.fixture
def every_kind():
    """A model whose tree holds every kind of test and of term."""
    return as_model(mixed_tree().tree(SCHEMA, ["no", "perhaps", "yes"]))


@pytest.fixture(scope="module")
def iris():
    X, y = load_iris(return_X_y=True, as_frame=True)
    return AxisTreeClassifier.cart(random_state=3).fit(X, y), X


def test_a_loaded_model_is_the_saved_one(iris, tmp_path):
    model, X = iris
    save(model, tmp_path / "model.json")
    again = load(tmp_path / "model.json")
    assert again.tree_ == model.tree_
    assert again.get_params() == model.get_params()
    assert (again.predict_proba(X) == model.predict_proba(X)).all()
    assert again.feature_names_in_.tolist() == model.feature_names_in_.tolist()
    assert again.n_features_in_ == 4
    assert again.tree_.schema.dtypes == model.tree_.schema.dtypes
    np.testing.assert_array_equal(again.tree_.arrays["merit"], model.tree_.arrays["merit"])
    np.testing.assert_array_equal(again.tree_.arrays["n_rows"], model.tree_.arrays["n_rows"])
    assert clone(again).get_params() == model.get_params()


def test_every_kind_of_test_comes_back(every_kind):
    again = from_bytes(to_bytes(every_kind))
    assert again.tree_ == every_kind.tree_
    for node in every_kind.tree_.nodes():
        assert again.tree_.test(node.id) == node.test


@pytest.mark.parametrize("build", ["every_kind", "iris"])
def test_save_load_save_gives_the_same_bytes(build, request):
    model = request.getfixturevalue(build)
    model = model[0] if isinstance(model, tuple) else model
    data = to_bytes(model)
    assert to_bytes(model) == data
    assert to_bytes(from_bytes(data)) == data


LABELS = {
    "int64": np.array([3, -7]),
    "int8": np.array([3, -7], dtype=np.int8),
    "uint64": np.array([1, 2**64 - 1], dtype=np.uint64),
    "big end first": np.array([3, -7], dtype=">i4"),
    "float32": np.array([1.0, 2.0], dtype=np.float32),
    "float64": np.array([-0.0, 1e300]),
    "bool": np.array([False, True]),
    "text": np.array(["a", 'Ünï–код " \\ \n']),
    "wide text": np.array(["a", "b"], dtype="U30"),
    "objects": np.array(["a", "b"], dtype=object),
    "mixed objects": np.array([1, "1"], dtype=object),
}


@pytest.mark.parametrize("labels", LABELS.values(), ids=LABELS)
def test_labels_keep_value_and_type(labels):
    tree = mixed_tree().tree(SCHEMA, np.array([labels[0], labels[1], labels[1]], labels.dtype))
    two = type(tree)(chain(1).core, chain(1).schema, labels)
    again = from_bytes(to_bytes(as_model(two)))
    assert again.classes_.dtype == labels.dtype.newbyteorder("=")
    assert again.classes_.tolist() == labels.tolist()
    assert list(map(type, again.classes_.tolist())) == list(map(type, labels.tolist()))
    assert again.tree_.digest() == two.digest()


@pytest.mark.parametrize("label", [None, b"x", 1j, (1, 2)], ids=str)
def test_labels_json_cannot_hold_are_refused(label):
    labels = np.empty(2, dtype=object)
    labels[:] = ["a", label]
    one = chain(1)
    with pytest.raises(ValueError, match="class label"):
        to_bytes(as_model(type(one)(one.core, one.schema, labels)))


@pytest.mark.parametrize("data", [b"not json", b"", b"[1, 2]", b"{}", b"\xff\xfe", b"\x00" * 9])
def test_foreign_files_are_refused(data, tmp_path):
    path = tmp_path / "other.json"
    path.write_bytes(data)
    with pytest.raises(ValueError, match=r"other\.json: this is not an Obliqua model file"):
        load(path)


def test_another_json_format_is_refused():
    with pytest.raises(ValueError, match=r"\$\.format.*expected 'obliqua-model', found 'other'"):
        from_bytes(b'{"format": "other", "version": 1, "library": "1"}')


def test_a_newer_format_asks_for_an_update(every_kind):
    document = json.loads(to_bytes(every_kind)) | {"version": 2, "library": "9.9", "new": [1]}
    with pytest.raises(ValueError, match=r"\$\.version: format 2 is newer than 1.*obliqua '9\.9'"):
        from_bytes(json.dumps(document).encode())


def test_missing_files_stay_missing(tmp_path):
    with pytest.raises(FileNotFoundError):
        load(tmp_path / "none.json")


def test_unfitted_and_foreign_estimators_are_refused(tmp_path):
    with pytest.raises(ValueError, match="not fitted yet"):
        save(AxisTreeClassifier(), tmp_path / "model.json")
    with pytest.raises(ValueError, match=r"DecisionTreeClassifier cannot be written"):
        save(DecisionTreeClassifier(), tmp_path / "model.json")

    class AxisTree(AxisTreeClassifier):
        pass

    AxisTree.__name__ = "AxisTreeClassifier"
    with pytest.raises(ValueError, match="cannot be written"):
        save(AxisTree(), tmp_path / "model.json")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("params", "culprit"),
    [
        ({"criterion": lambda left, right: left.sum(axis=1)}, "criterion=.*holds no code"),
        ({"random_state": np.random.RandomState(0)}, "random_state=.*integer seed"),
        ({"prune_se": float("inf")}, "prune_se=.*not finite"),
        ({"class_weight": {None: 1.0}}, "class_weight="),
    ],
)
def test_parameters_json_cannot_hold_are_refused(every_kind, params, culprit):
    with pytest.raises(ValueError, match=culprit):
        to_bytes(every_kind.set_params(**params))


@pytest.mark.parametrize(
    "weights", ["balanced", {"no": 1.0, "yes": 2.5}, {3: 1.0, False: 0.5, 2.5: 1.0}, {}]
)
def test_class_weights_keep_their_labels(every_kind, weights):
    again = from_bytes(to_bytes(every_kind.set_params(class_weight=weights)))
    assert again.class_weight == weights
    if isinstance(weights, dict):
        assert list(map(type, again.class_weight)) == list(map(type, weights))


def test_numpy_scalars_become_plain_ones(every_kind):
    again = from_bytes(to_bytes(every_kind.set_params(max_depth=np.int64(5), folds=np.int8(3))))
    assert (again.max_depth, type(again.max_depth), again.folds) == (5, int, 3)


def test_symbolic_columns_and_arrays_without_names_come_back():
    X = pd.DataFrame({"colour": ["red", "blue", None, "red"], "n": [1.0, 2.0, np.nan, 4.0]})
    model = AxisTreeClassifier().fit(X, [0, 1, 1, 0])
    again = from_bytes(to_bytes(model))
    assert again.tree_.schema == model.tree_.schema
    assert (again.predict(X) == model.predict(X)).all()
    bare = from_bytes(to_bytes(AxisTreeClassifier().fit([[1.0], [2.0]], [0, 1])))
    assert not bare.tree_.schema.named
    assert not hasattr(bare, "feature_names_in_")


def test_the_file_is_readable(every_kind):
    text = to_bytes(every_kind).decode()
    assert text.endswith("}\n")
    assert max(map(len, text.splitlines())) < 400
    assert '      {"name": "colour", "kind": "symbolic"' in text
    assert "      [4, 3, 3],\n" in text, "whole counts, one node per line"


def test_one_number_changed_changes_one_line(every_kind):
    other = as_model(mixed_tree(constants=[2.75]).tree(SCHEMA, ["no", "perhaps", "yes"]))
    lines = [to_bytes(model).decode().splitlines() for model in (every_kind, other)]
    assert sum(a != b for a, b in zip(*lines, strict=True)) == 1


def test_a_deep_chain_is_saved_and_loaded(tmp_path):
    model = as_model(chain(100_000))
    save(model, tmp_path / "deep.json")
    again = load(tmp_path / "deep.json")
    assert again.tree_.n_nodes == model.tree_.n_nodes
    assert again.tree_ == model.tree_


# --- the file on disk --------------------------------------------------------


def test_an_old_file_keeps_its_permissions_and_a_link_its_target(every_kind, tmp_path):
    target, link = tmp_path / "model.json", tmp_path / "link.json"
    save(every_kind, target)
    assert stat.S_IMODE(target.stat().st_mode) == 0o666 & ~_umask(), "as any new file"
    target.write_text("old")
    target.chmod(0o640)
    link.symlink_to(target)
    save(every_kind, link)
    assert link.is_symlink()
    assert stat.S_IMODE(target.stat().st_mode) == 0o640
    assert load(link).tree_ == every_kind.tree_
    assert sorted(p.name for p in tmp_path.iterdir()) == ["link.json", "model.json"]


def _umask():
    mask = os.umask(0)
    os.umask(mask)
    return mask


def test_only_regular_files_are_replaced(every_kind, tmp_path):
    with pytest.raises(OSError, match="not a regular file"):
        save(every_kind, tmp_path)
    with pytest.raises(FileNotFoundError, match=r"model\.json: there is no folder '.*no folder'"):
        save(every_kind, tmp_path / "no folder" / "model.json")


def test_when_the_disk_is_full_the_old_file_stays(every_kind, tmp_path):
    resource = pytest.importorskip("resource")
    import signal

    path = tmp_path / "model.json"
    path.write_text("old")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    try:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
        with pytest.raises(OSError):
            save(every_kind, path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        signal.signal(signal.SIGXFSZ, handler)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("call", ["fsync", "replace"])
def test_a_failure_at_any_step_leaves_the_old_file(every_kind, tmp_path, monkeypatch, call):
    path = tmp_path / "model.json"
    path.write_text("old")

    def fail(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(f"obliqua.persistence.atomic.os.{call}", fail)
    with pytest.raises(OSError, match="No space"):
        save(every_kind, path)
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


# --- completeness ------------------------------------------------------------


def test_every_estimator_can_be_saved():
    import obliqua

    public = {name for name in obliqua.__all__ if name.endswith("Classifier")}
    assert set(ESTIMATORS) == public
    for name, module in ESTIMATORS.items():
        assert getattr(obliqua, name).__module__ == module


def test_the_published_json_schema_is_current():
    published = Path(__file__).parents[2] / "docs" / "format" / "model.schema.json"
    current = json.dumps(msgspec.json.schema(Document), indent=2, ensure_ascii=False) + "\n"
    assert published.read_text(encoding="utf-8") == current, (
        "write it anew: python tools/model_schema.py > docs/format/model.schema.json"
    )
