"""MOC1 and MOC2 against all cuts of small tables, and the merits of their hyperplanes."""

from __future__ import annotations

import numpy as np
import pytest

from obliqua import MOC1Classifier, MOC2Classifier, OC1Classifier
from tests.oracle.moc import OBJECTIVES, best_cut, merit_of


def table(seed: int):
    """Rows with ties, several classes, features of different sizes; weights in half the tables."""
    rng = np.random.default_rng(seed)
    n, d, k = int(rng.integers(4, 90)), int(rng.integers(1, 4)), int(rng.integers(2, 6))
    X = rng.normal(size=(n, d)) * 10.0 ** rng.integers(-1, 3, d)
    if seed % 3 == 0:
        X = np.round(X)
    y = rng.integers(0, k, n)
    informed = rng.random(n) < 0.7
    y[informed] = (X[informed, 0] > np.median(X[:, 0])).astype(int)
    y[:2] = 0, 1
    weights = rng.integers(1, 4, n).astype(float) if seed % 2 else np.ones(n)
    return X, y, weights


def nodes_with_rows(tree, X):
    """Every test with the rows that reach it."""
    rows = {0: np.arange(len(X))}
    for node in tree.nodes():
        if node.is_leaf:
            continue
        here = X[rows[node.id]]
        columns = [tree.schema.names.index(term) for term in node.test.terms]
        weights = np.zeros(X.shape[1])
        weights[columns] = node.test.weights
        left = here @ weights <= node.test.cut
        for child, side in zip(node.children, (left, ~left), strict=True):
            rows[child] = rows[node.id][side]
        yield node, rows[node.id], weights


@pytest.mark.parametrize("least", [1, 3])
@pytest.mark.parametrize("criterion", OBJECTIVES)
@pytest.mark.parametrize("seed", range(40))
def test_axis_tests_are_the_best_of_all_cuts(criterion, seed, least):
    X, y, weights = table(seed)
    model = OC1Classifier(criterion, oblique=False, min_samples_leaf=least, pruning=None)
    tree = model.fit(X, y, weights).tree_
    rated = np.eye(y.max() + 1)[y] * weights[:, None]
    for node, rows, direction in nodes_with_rows(tree, X):
        best = best_cut(criterion, rated[rows], X[rows], least)
        assert node.merit == pytest.approx(best, rel=1e-9, abs=1e-12)
        own = merit_of(criterion, rated[rows], X[rows], direction, node.test.cut)
        assert own == pytest.approx(best, rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("model", [MOC1Classifier, MOC2Classifier])
@pytest.mark.parametrize("seed", range(30))
def test_every_hyperplane_is_worth_what_the_paper_says(model, seed):
    X, y, weights = table(seed)
    made = model(pruning=None, restarts=3, oblique_min_samples=2, random_state=seed)
    criterion = made.criterion
    rated = np.eye(y.max() + 1)[y] * weights[:, None]
    for node, rows, direction in nodes_with_rows(made.fit(X, y, weights).tree_, X):
        own = merit_of(criterion, rated[rows], X[rows], direction, node.test.cut)
        assert node.merit == pytest.approx(own, rel=1e-6, abs=1e-9)
        best = best_cut(criterion, rated[rows], X[rows])
        assert node.merit >= best * (1 - 1e-9)


def test_a_weight_of_nothing_is_twoing():
    X, y, _ = table(4)
    options = {"pruning": None, "oblique": False}
    plain = OC1Classifier(**options).fit(X, y).tree_
    moc1 = MOC1Classifier(margin_weight=0.0, **options).fit(X, y).tree_
    assert moc1.node(0).merit == pytest.approx(plain.node(0).merit)
