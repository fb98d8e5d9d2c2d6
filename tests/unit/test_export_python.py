"""Exported Python, run without Obliqua."""

import subprocess
import sys

import numpy as np
import pytest

from obliqua import _core
from obliqua.export import to_python
from tests.exported import (
    CLASSES,
    FORESTS,
    HAND_MADE,
    SCHEMA,
    classes_of,
    kinds,
    rows_for,
    rows_for_all,
    shares_of,
    table_of,
)
from tests.trees import chain

N_ROWS = 20_000


def module_of(tree):
    module = {}
    exec(compile(to_python(tree), "tree.py", "exec"), module)
    return module


@pytest.mark.parametrize("which", HAND_MADE)
def test_python_is_bit_for_bit(which):
    tree = HAND_MADE[which]()
    frame = rows_for(tree, N_ROWS)
    module = module_of(tree)
    rows = frame.to_dict("records")
    shares = np.array([module["predict_proba"](row) for row in rows])
    np.testing.assert_array_equal(shares, shares_of(tree, frame))
    labels = tree.classes[classes_of(tree, frame)].tolist()
    assert [module["predict"](row) for row in rows] == labels
    leaves = [module["leaf"](row) for row in rows]
    assert leaves == _core.apply(tree.core, table_of(tree, frame).table(), 1).tolist()


@pytest.mark.parametrize("which", FORESTS)
def test_a_vote_is_that_of_the_forest(which):
    forest = FORESTS[which]()
    frame = rows_for_all(forest, 10_000)
    module = module_of(forest)
    rows = frame.to_dict("records")
    shares = [module["predict_proba"](row) for row in rows]
    np.testing.assert_array_equal(shares, forest.predict_proba(frame))
    assert [module["predict"](row) for row in rows] == forest.predict(frame).tolist()
    np.testing.assert_array_equal([module["leaves"](row) for row in rows], forest.apply(frame))


def test_a_deep_tree():
    module = module_of(chain(2_000))
    assert module["predict"]({"x": 1_998.5}) == "even"
    assert module["leaf"]({"x": 1e9}) == 4_000


def test_it_imports_nothing(tmp_path):
    (tmp_path / "tree.py").write_text(to_python(kinds()), encoding="utf-8")
    code = "import sys; before = set(sys.modules); import tree; print(set(sys.modules) - before)"
    run = [sys.executable, "-S", "-c", code]
    found = subprocess.run(run, cwd=tmp_path, check=True, capture_output=True, text=True)
    assert found.stdout.strip() == "{'tree'}"


def test_names_are_only_names():
    module = module_of(kinds())
    assert module["CLASSES"] == CLASSES
    assert set(module["FEATURES"]) == set(SCHEMA.names)
