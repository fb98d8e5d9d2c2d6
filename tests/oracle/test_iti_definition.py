"""The written-out trees of ITI and DMTI keep what the paper says of them."""

import math
from collections import Counter

import numpy as np
import pytest

from obliqua import _core
from tests.oracle.dmti import METRICS, Aim, dmti
from tests.oracle.iti import best, candidates, fixed, iti, log2_portable, merit, pruned, tree_bits
from tests.oracle.iti_tables import Source, as_rows, draw

PRUNE = 0.5
N = [15, pytest.param(150, marks=pytest.mark.slow)]


def table_of(rng, largest=30):
    source = Source.random(rng)
    rows = draw(rng, source, int(rng.integers(2, largest)))
    weights = rng.choice([1, 1, 1, 2, 0], len(rows))
    weights[0] = 2
    return as_rows(rows, weights.tolist())


def test_logarithms_are_those_of_the_library():
    for x in [*range(1, 2000), 3 * 2**30, 10**9 + 7, 2**40 - 1]:
        assert log2_portable(float(x)) == pytest.approx(math.log2(x), rel=1e-15, abs=1e-15)
        assert fixed(x) == pytest.approx(2**24 * x * math.log2(x), rel=1e-15, abs=0.51)


def test_merits_are_the_gain_ratio_of_quinlan():
    rng = np.random.default_rng(0)
    for _ in range(300):
        k = int(rng.integers(2, 6))
        left, right = rng.integers(0, 9, k), rng.integers(0, 9, k)
        if left.sum() == 0 or right.sum() == 0:
            continue
        lost = int(rng.integers(0, 9))
        known = int(left.sum() + right.sum())
        sides = [Counter(dict(enumerate(side.tolist()))) + Counter() for side in (left, right)]
        found = merit(*sides, known + lost)
        ratio = float(_core.merit("gain-ratio", left[None, :] * 1.0, right[None, :] * 1.0)[0])
        assert found == pytest.approx(known / (known + lost) * ratio, abs=1e-6)


@pytest.mark.parametrize("n_tables", N)
def test_every_row_ends_somewhere_and_leaves_cannot_be_split(n_tables):
    rng = np.random.default_rng([n_tables, 1])
    for _ in range(n_tables):
        table = table_of(rng)
        tree = iti(table)
        for node in tree.walk():
            if node.question is None:
                chosen = best(candidates(table, node.rows))
                assert len(node.counts) < 2 or chosen is None or chosen.merit == 0.0
                continue
            below = node.children[0].counts + node.children[1].counts
            column = table.columns[node.question.feature]
            lacking = [row for row in node.rows if column[row] is None]
            assert node.counts == below + table.counts(lacking)
            assert all(child.n > 0 for child in node.children)
        assert tree_bits(pruned(tree)) <= tree_bits(tree)


@pytest.mark.parametrize("n_tables", N)
@pytest.mark.parametrize("metric", METRICS)
def test_a_direct_metric_finds_no_worse_tree(metric, n_tables):
    rng = np.random.default_rng([n_tables, list(METRICS).index(metric)])
    for _ in range(n_tables):
        table = table_of(rng, 20)
        aim = random_aim(rng, table, metric, bool(rng.random() < PRUNE))
        assert aim.measure(dmti(table, aim)) <= aim.measure(iti(table)) + 1e-9


def random_aim(rng, table, metric, prune=False):
    """Costs are quarters, so that their sums are exact."""
    classes = sorted(set(table.labels))
    costs = rng.integers(0, 9, (len(classes), len(classes))) / 4
    return Aim(
        metric,
        prune,
        (rng.integers(0, 9, len(table.columns)) / 4).tolist(),
        {(a, b): float(costs[i, j]) for i, a in enumerate(classes) for j, b in enumerate(classes)},
        classes,
    )
