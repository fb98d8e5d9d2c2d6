"""SADT's annealing against the same written out."""

import numpy as np
import pytest

from obliqua import _core
from tests.oracle.brute_force import CRITERIA, Settings
from tests.oracle.node import SearchNode
from tests.oracle.sadt import Annealing
from tests.oracle.tables import core_table, spec
from tests.oracle.test_cart_lc import small_table

COMPETITION = {
    "axis": False,
    "oblique": True,
    "axis_bias": 0.0,
    "oblique_min_samples": 0,
    "normalize": True,
    "record": True,
}


@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("n_tables", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_every_move_is_the_one_that_is_described(criterion, n_tables):
    rng = np.random.default_rng([n_tables, list(CRITERIA).index(criterion), 23])
    compared = 0
    for seed in range(n_tables):
        table = small_table(rng, int(rng.integers(4, 60)), int(rng.integers(1, 5)))
        if table.weights is not None:
            table.weights[table.weights == 0] = 1.0
        rules = {
            "temperature": float(rng.choice([0.01, 1.0, 5.0])),
            "cooling": float(rng.choice([0.9, 0.99])),
            "step": float(rng.choice([0.1, 0.5, 2.0])),
            "unproductive": int(rng.integers(1, 80)),
        }
        least = int(rng.choice([1, 1, 3]))
        how = Settings(criterion, max_depth=1, min_samples_leaf=least)
        splitter = {"kind": "sadt", **COMPETITION, **rules}
        report: dict = {}
        tree = _core.fit(
            core_table(table),
            table.y,
            table.weights,
            table.n_classes,
            spec(how, splitter=splitter),
            seed,
            None,
            report,
        )
        if tree.n_nodes == 1:
            continue
        node = SearchNode.of(table, lambda a, b: _core.merit(criterion, a, b), least)
        moves, considered = Annealing(node, **rules).run(seed)
        assert report["hyperplanes"] == considered
        ((at, restart, merits, planes),) = report["traces"]
        assert (at, restart) == (0, 0)
        assert merits.tolist() == pytest.approx([merit for _, merit in moves], abs=1e-12)
        assert len(planes) == len(moves)
        # The test that is kept is as good as the best that was seen.
        assert tree.merit[0] >= max(merits) - 1e-12
        compared += 1
    assert compared > n_tables / 2
