"""Whatever is in a file, loading it ends in a ValueError or in a sound model."""

import copy
import json
import random
import re

import numpy as np
import pytest

from obliqua.persistence import from_bytes, to_bytes
from obliqua.show import dot, rules, svg, text
from tests.unit.test_persistence import as_model
from tests.unit.test_tree import SCHEMA, mixed_tree

X = np.array([[1.0, 2.0, "red"], [3.0, -5.0, "blue"], [None, None, None]], dtype=object)


@pytest.fixture(scope="module")
def data():
    return to_bytes(as_model(mixed_tree().tree(SCHEMA, ["no", "perhaps", "yes"])))


@pytest.fixture
def document(data):
    return json.loads(data)


def attempt(data):
    """Load; what loads must predict, print and save. Tell whether it loaded."""
    try:
        model = from_bytes(data)
    except ValueError:
        return False
    model.set_params(n_jobs=None)
    assert set(model.predict(_rows(model))) <= set(model.classes_.tolist())
    for view in (text, rules, dot, svg):
        assert view(model)
    assert to_bytes(from_bytes(to_bytes(model))) == to_bytes(model)
    return True


def _rows(model):
    names = list(model.tree_.schema.names)
    if not model.tree_.schema.named:
        return X
    import pandas as pd

    rows = pd.DataFrame(X, columns=names)
    for name, kind in zip(names, model.tree_.schema.kinds, strict=True):
        if kind == "numeric":
            rows[name] = rows[name].map(lambda v: v if isinstance(v, float) else None).astype(float)
        else:
            rows[name] = rows[name].map(lambda v: None if v is None else str(v))
    return rows


def test_the_file_itself_loads(data):
    assert attempt(data)


def paths(value, path=()):
    yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from paths(item, (*path, key))
    elif isinstance(value, list):
        for key, item in enumerate(value):
            yield from paths(item, (*path, key))


def changed(document, path, value):
    document = copy.deepcopy(document)
    if not path:
        return None if value is KeyError else value
    place = document
    for key in path[:-1]:
        place = place[key]
    if value is KeyError:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return document


VALUES = [KeyError, None, True, -1, 0, 1, 7, 2**31, 2**63, 2**70, -2.5, 1e308, "", "x", [], {}]
VALUES += [[0], [[]], {"labels": [], "weights": [1]}, "\ud800", "a\x00b"]


def test_every_field_with_every_kind_of_value(document):
    loaded = 0
    for path in paths(document):
        for value in VALUES:
            loaded += attempt(json.dumps(changed(document, path, value)).encode())
    assert loaded > 100, "some changes are harmless, as another cut"


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("criterion", "beauty", "criterion must be one of 'gini', .*; got 'beauty'"),
        ("max_depth", 0, "max_depth must be a whole number of at least 1, or None; got 0"),
        ("prune_fraction", 1.5, "prune_fraction must be a number between 0 and 1; got 1.5"),
        ("random_state", -3, "random_state must be None, .*; got -3"),
        ("n_jobs", "all", "n_jobs must be None, .*; got 'all'"),
    ],
)
def test_parameters_are_checked_as_by_fit(document, name, value, message):
    changes = changed(document, ("estimator", "params", name), value)
    with pytest.raises(ValueError, match=r"^\$\.estimator\.params: " + message):
        from_bytes(json.dumps(changes).encode())


def test_random_bytes_changed(data):
    generator = random.Random(1)
    for _ in range(400):
        mutant = bytearray(data)
        for _ in range(generator.choice([1, 1, 2, 5])):
            mutant[generator.randrange(len(mutant))] = generator.randrange(256)
        attempt(bytes(mutant))


def test_cut_short_anywhere(data):
    for end in range(0, len(data) - 2, 37):
        assert not attempt(data[:end])


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ((), {"format": "obliqua-model"}, "missing required field `version`"),
        (("tree", "surprise"), 1, r"\$\.tree: Object contains unknown field `surprise`"),
        (("surprise",), 1, r"\$: Object contains unknown field `surprise`"),
        (("tree", "kind", 0), "forest", r"\$\.tree\.kind\[0\]: Invalid enum value 'forest'"),
        (("tree", "parent", 3), 1.5, r"\$\.tree\.parent\[3\]|\$\.tree\.parent\[\.\.\.\]"),
        (("tree", "fills", 0), None, r"\$\.tree\.fills\[0\]: Expected `float`, got `null`"),
        (("tree", "counts", 2), [1, 2], r"\$\.tree\.counts\[2\]: has 2 entries, .* 3 classes"),
        (("tree", "counts", 2, 0), -1, r"\$\.tree\.counts"),
        (("tree", "parent", 3), 0, r"\$\.tree\.parent\[3\]: must be 1"),
        (("tree", "first_child", 0), 0, r"\$\.tree\.first_child\[0\]: is 0, not 1"),
        (("tree", "term_begin", 1), 9, r"\$\.tree\.term_begin\[2\]: must not be below"),
        (("tree", "terms", 0), 2, None),
        (("tree", "terms", 0), 5, r"\$\.tree\.terms\[0\]"),
        (("tree", "terms", 1), 0, r"\$\.tree\.terms\[1\]: must be a symbolic feature"),
        (("tree", "constants", 1), 2, r"\$\.tree\.constants\[1\]: names a category"),
        (("tree", "fills", 1), 3, r"\$\.tree\.fills\[1\]: names a category"),
        (("tree", "basis", 2, 2), 2, r"\$\.tree\.basis\[2\]: names a category"),
        (("tree", "basis", 0, 1), 2, r"\$\.tree\.basis\[0\]: asks a feature of the wrong kind"),
        (("tree", "basis", 4, 2), 2, r"\$\.tree\.basis\[4\]: asks a feature of the wrong kind"),
        (("schema", "features"), [], r"\$\.schema\.features: Expected .* length >= 1"),
        (("schema", "features", 0, "name"), "b", r"\$\.schema\.features: a name appears"),
        (("schema", "features", 2, "kind"), "numeric", r"\[2\]\.categories: a numeric feature"),
        (("schema", "features", 0, "kind"), "symbolic", r"\[0\]\.categories: a symbolic"),
        (("schema", "features", 2, "categories"), ["red", "blue"], "must be sorted"),
        (("classes", "labels", 1), "no", r"\$\.classes\.labels: a label appears more than once"),
        (("classes", "labels", 1), 5, r"\$\.classes\.labels\[1\]: 5 is not of dtype"),
        (("classes", "labels", 1), "longer than seven", r"\$\.classes\.labels: do not fit"),
        (("classes", "dtype"), "V999999999999", r"\$\.classes\.dtype: 'V999999999999' is not"),
        (("estimator", "name"), "os.system", r"\$\.estimator\.name: 'os\.system' is not known"),
        (("estimator", "params", "magic"), 1, r"\$\.estimator\.params: .* no parameter 'magic'"),
    ],
)
def test_the_message_says_where_and_why(document, path, value, message):
    mutant = json.dumps(changed(document, path, value)).encode()
    if message is None:
        from_bytes(mutant)
        return
    with pytest.raises(ValueError) as caught:
        from_bytes(mutant)
    assert re.search(message, str(caught.value)), str(caught.value)


@pytest.mark.parametrize(
    "data",
    [
        b'{"format": ' + b"[" * 100_000,
        b'{"format": "obliqua-model", "version": 1, "library": "1", "tree": ' + b'{"a":' * 100_000,
        b'{"format": "obliqua-model", "version": 1, "library": "' + b"x" * 10_000_000 + b'"}',
    ],
    ids=["nested lists", "nested objects", "long text"],
)
def test_deep_or_long_files_are_refused(data):
    with pytest.raises(ValueError, match=r"(?s)^.{1,200}$"):
        from_bytes(data)
