"""CART-LC's search against the same search written out, interval by interval."""

import numpy as np
import pytest

from obliqua import _core
from tests.oracle.brute_force import CRITERIA, Settings, Table
from tests.oracle.cart_lc import Problem, Search, normalised
from tests.oracle.tables import core_table, spec, weights

SPLITTER = {
    "kind": "cart-lc",
    "axis": False,
    "oblique": True,
    "axis_bias": 0.0,
    "oblique_min_samples": 0,
    "normalize": True,
    "record": True,
    "discard": True,
    "beta": 0.2,
    "epsilon": 1e-4,
    "max_cycles": 100,
}


def small_table(rng: np.random.Generator, n: int, d: int) -> Table:
    """Columns with and without ties, that tell of the class together, and some missing values."""
    columns = [
        rng.integers(0, 6, n).astype(float) if rng.random() < 0.4 else rng.normal(size=n) * 10**i
        for i in range(d)
    ]
    k = int(rng.integers(2, 5))
    along = sum(c / np.ptp(c) * rng.normal() for c in columns if np.ptp(c) > 0)
    along = along + 0.3 * rng.normal(size=n)
    y = np.searchsorted(np.quantile(along, np.arange(1, k) / k), along).astype(np.int32)
    if rng.random() < 0.3:
        columns[0][rng.random(n) < 0.2] = np.nan
    return Table(columns, [0] * d, y, k, weights(rng, n, str(rng.choice(["none", "integer"]))))


def cart_lc(table: Table, criterion: str, **changes) -> tuple[_core.Tree, list[float]]:
    """Grow one test, and tell the merit after each cycle."""
    how = Settings(criterion, max_depth=1, min_samples_leaf=changes.pop("min_samples_leaf", 1))
    kept = np.ones(len(table.y), bool) if table.weights is None else table.weights > 0
    part = Table(
        [column[kept] for column in table.columns],
        table.n_categories,
        table.y[kept],
        table.n_classes,
        None if table.weights is None else table.weights[kept],
    )
    report = {}
    tree = _core.fit(
        core_table(part),
        part.y,
        part.weights,
        part.n_classes,
        spec(how, splitter=SPLITTER | changes),
        0,
        None,
        report,
    )
    traces = report["traces"]
    return tree, traces[0][2].tolist() if traces else []


def problem(table: Table, criterion: str, normalize: bool, **changes) -> Problem | None:
    x = np.column_stack(table.columns)
    weight = table.exact_weights()
    rows = ~np.isnan(x).any(axis=1) & (weight > 0)
    x = x[rows]
    if len(x) < 2 or not (np.ptp(x, axis=0) > 0).any():
        return None
    x = normalised(x, weight[rows]) if normalize else x[:, np.ptp(x, axis=0) > 0]
    return Problem(
        x,
        table.y[rows],
        table.n_classes,
        lambda left, right: _core.merit(criterion, left, right),
        weight[rows],
        **changes,
    )


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("n_tables", [30, pytest.param(300, marks=pytest.mark.slow)])
def test_every_cycle_ends_where_the_paper_says(criterion, n_tables):
    rng = np.random.default_rng([n_tables, list(CRITERIA).index(criterion), 17])
    compared = diverged = lost = 0
    for _ in range(n_tables):
        table = small_table(rng, int(rng.integers(4, 60)), int(rng.integers(1, 5)))
        normalize = bool(rng.random() < 0.7)
        beta = [None, 0.0, 0.1, 0.2, 0.6][rng.integers(5)]
        shared = {
            "max_cycles": int(rng.integers(1, 12)),
            "min_samples_leaf": int(rng.choice([1, 1, 1, 3])),
        }
        stated = problem(table, criterion, normalize, beta=beta, **shared)
        tree, merits = cart_lc(
            table,
            criterion,
            normalize=normalize,
            discard=beta is not None,
            beta=beta or 0.0,
            **shared,
        )
        if stated is None or tree.n_nodes == 1:
            continue
        compared += 1
        search = Search(stated)
        search.run()
        ends = search.ends_of_cycles
        diverged += len(merits) != len(ends) or not np.allclose(merits, ends, rtol=0, atol=1e-12)
        complete = len(stated.x) == tree.n_rows[0]
        lost += complete and tree.merit[0] < merits[-1] - 1e-12
    assert compared > n_tables / 2
    # Where two points are one but for rounding, either order is right, and leads elsewhere.
    assert diverged <= 1 + 0.01 * compared
    # The test that is kept is as good as the search believed.
    assert lost <= 1 + 0.01 * compared
