"""Rows come and go at random, in any order; the tree is that of a fresh fit."""

import numpy as np
import pytest

from obliqua import ITIClassifier
from tests.exact.million import walked
from tests.exact.walk import walk_of
from tests.oracle.iti_tables import Source, as_table, draw


@pytest.mark.parametrize("number", range(8))
def test_random_additions_and_removals(number):
    assert walked(number, operations=300, every=50, seed=1)[2] == []


@pytest.mark.slow
@pytest.mark.parametrize("number", range(8, 20))
def test_many_random_additions_and_removals(number):
    assert walked(number, operations=4000, every=500, seed=2)[2] == []


@pytest.mark.parametrize("n_orders", [30, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("prune", [False, True])
def test_the_order_of_rows_is_immaterial(prune, n_orders):
    rng = np.random.default_rng([n_orders, prune])
    rows = draw(rng, Source(("few", "names", "many", "flag"), 4, 0.1, 0.3), 60)
    X, y = as_table(rows), np.array([label for _, label in rows])
    digests = set()
    for _ in range(n_orders):
        order = rng.permutation(len(y))
        model = ITIClassifier(prune=prune)
        for part in np.split(order, np.sort(rng.choice(np.arange(1, 60), 4, replace=False))):
            model.partial_fit(X[part], y[part])
        digests.add(model.tree_.digest())
    assert len(digests) == 1


def test_a_walk_goes_up_and_down():
    walk = walk_of(1, seed=3)
    sizes = []
    for _ in range(1600):
        walk.step()
        sizes.append(len(walk.known))
    assert max(sizes) > 300
    assert sizes.count(0) < 10
    assert np.diff(sizes).min() < 0 < np.diff(sizes).max()
    assert list(walk.differences()) == []
