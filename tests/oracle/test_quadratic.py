"""The quadratic basis against a table whose columns are its terms, made by NumPy."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from obliqua import _core
from tests.oracle.brute_force import CRITERIA, Settings, Table
from tests.oracle.tables import core_table, fit, labels, weights
from tests.trees import Builder, axis, schema_of

FEATURE, SQUARE, PRODUCT = 0, 2, 3
QUADRATIC = {"quadratic": True, "indicators": False}
OC1 = {
    "kind": "oc1",
    "selector": {"kind": "none"},
    "restarts": 3,
    "jumps": 2,
    "order": "sequential",
    "random_steps": 50,
    "stagnation": 1.0,
    "axis_bias": 0.0,
    "oblique_min_samples": 0,
    "axis": True,
    "oblique": True,
    "normalize": True,
    "search_sample": 0,
    "record": False,
}
SPLITTERS = {"axis": {"kind": "axis"}, "oc1": OC1}


def terms(n: int) -> list[tuple[int, int, int]]:
    """Kind and features of every term: the features, their squares, their products."""
    singles = [(kind, i, 0) for kind in (FEATURE, SQUARE) for i in range(n)]
    return singles + [(PRODUCT, i, j) for i, j in combinations(range(n), 2)]


def expanded(X: np.ndarray) -> np.ndarray:
    """One column per term."""
    n = X.shape[1]
    products = [X[:, i] * X[:, j] for i, j in combinations(range(n), 2)]
    return np.column_stack([X, X**2, *products])


def random_table(rng: np.random.Generator, missing: float) -> Table:
    n, d = int(rng.integers(5, 120)), int(rng.integers(1, 5))
    kinds = rng.integers(0, 3, d)
    X = np.where(kinds == 0, rng.normal(size=(n, d)), rng.integers(-3, 4, (n, d)))
    X = np.where(kinds == 2, X * 10.0 ** rng.integers(-3, 4, d), X).astype(float)
    y = labels(rng, list(X.T), int(rng.choice([2, 3, 5])))
    X[rng.random(X.shape) < missing] = np.nan
    return Table(list(X.T), [0] * d, y, int(y.max()) + 1, weights(rng, n, None))


def with_terms_as_columns(table: Table) -> Table:
    columns = list(np.ascontiguousarray(expanded(np.column_stack(table.columns)).T))
    return Table(columns, [0] * len(columns), table.y, table.n_classes, table.weights)


def same_tests(tree: _core.Tree, other: _core.Tree) -> None:
    """Everything but the basis is equal, bit for bit."""
    mine, wanted = tree.to_arrays(), other.to_arrays()
    for name in mine:
        if name not in ("basis", "n_features"):
            np.testing.assert_array_equal(mine[name], wanted[name], err_msg=name)


@pytest.mark.parametrize("n", [1, 2, 3, 18])
def test_every_term_is_what_numpy_says(n):
    rng = np.random.default_rng(n)
    X = rng.normal(size=(30, n))
    X[rng.random(X.shape) < 0.1] = np.nan
    basis = terms(n)
    assert len(basis) == (n * n + 3 * n) // 2
    table = core_table(Table(list(X.T), [0] * n, np.zeros(30, dtype=np.int32), 1, None))
    for position, column in enumerate(expanded(X).T):
        known = column[~np.isnan(column)]
        fill = -1e300
        for cut in (known[0], np.nextafter(known[0], -np.inf), np.median(known)):
            builder = Builder(n, 2, basis)
            root = builder.add(-1, [1.0, 1.0], **axis(position, float(cut), fill))
            builder.add(root, [1.0, 0.0])
            builder.add(root, [0.0, 1.0])
            tree = builder.tree(schema_of(*(f"x{i}" for i in range(n))), [0, 1])
            leaves = _core.apply(tree.core, table, 1)
            np.testing.assert_array_equal(leaves == 1, ~(column > cut))


@pytest.mark.parametrize("splitter", SPLITTERS)
@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize(
    "n_tables", [6, pytest.param(60, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_trees_are_those_of_the_explicit_table(splitter, criterion, n_tables):
    rng = np.random.default_rng([n_tables, list(CRITERIA).index(criterion)])
    for case in range(n_tables):
        table = random_table(rng, float(rng.choice([0.0, 0.2])))
        how = Settings(criterion, "mean")
        changes = {"splitter": SPLITTERS[splitter]}
        tree = fit(table, how, seed=case, basis=QUADRATIC, **changes)
        assert [tuple(term) for term in tree.basis.tolist()] == terms(len(table.columns))
        same_tests(tree, fit(with_terms_as_columns(table), how, seed=case, **changes))


@pytest.mark.parametrize("missing", ["node-mean", "fractional"])
def test_axis_trees_with_other_rules_for_missing_values(missing):
    rng = np.random.default_rng(5)
    for case in range(20):
        table, how = random_table(rng, 0.2), Settings("gini", missing)
        tree = fit(table, how, seed=case, basis=QUADRATIC)
        same_tests(tree, fit(with_terms_as_columns(table), how, seed=case))


def test_terms_that_overflow_are_left_out_and_the_rest_is_used():
    rng = np.random.default_rng(0)
    X = np.column_stack([rng.normal(size=60) * 1e200, rng.normal(size=60)])
    y = (X[:, 1] ** 2 > 0.5).astype(np.int32)
    table = Table(list(X.T), [0, 0], y, 2, None)
    tree = fit(table, Settings("gini", "mean"), basis=QUADRATIC)
    assert [tuple(term) for term in tree.basis.tolist()] == [
        (FEATURE, 0, 0),
        (FEATURE, 1, 0),
        (SQUARE, 1, 0),
        (PRODUCT, 0, 1),
    ]
    assert len(tree.kind) == 3
    assert tree.terms.tolist() == [2]
