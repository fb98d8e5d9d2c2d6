"""The widest gap against all the ways to support one, and margins against plain sums."""

import numpy as np
import pytest

from obliqua import OC1Classifier, margins
from obliqua._widest_gap import widest_gap
from tests.oracle import margins as slow


def separated(rng: np.random.Generator):
    """Two sets of few points on the sides of a random plane: many ties, some in a line."""
    d = int(rng.integers(1, 4))
    while True:
        points = rng.normal(size=(int(rng.integers(2, 13)), d))
        if rng.random() < 0.5:
            points = np.round(points * 2) / 2
        normal = rng.normal(size=d)
        values = points @ normal
        right = values > np.median(values)
        if right.any() and not right.all():
            return points[~right], points[right], normal


@pytest.mark.parametrize("seed", range(120))
def test_the_widest_gap_of_a_few_points(seed):
    left, right, start = separated(np.random.default_rng(seed))
    plane = widest_gap(left, right, start)
    assert plane.widest
    assert plane.gap == pytest.approx(slow.widest_gap(left, right), rel=1e-7)
    assert np.linalg.norm(plane.weights) == pytest.approx(1)
    assert slow.gap(left, right, plane.weights) == pytest.approx(plane.gap)


@pytest.mark.parametrize("shift", [0.0, 1e6])
@pytest.mark.parametrize("n", [30, 3000])
def test_the_widest_gap_of_many_points_is_a_support_vector_machines(n, shift):
    from sklearn.svm import SVC

    rng = np.random.default_rng(n)
    normal = rng.normal(size=4)
    points = rng.normal(size=(n, 4))
    points = points[np.abs(points @ normal) > 0.3]
    sides = points @ normal > 0
    plane = widest_gap(points[~sides] + shift, points[sides] + shift, normal)
    machine = SVC(kernel="linear", C=1e6, tol=1e-8).fit(points, sides)
    assert plane.gap == pytest.approx(2 / np.linalg.norm(machine.coef_), rel=1e-4)
    assert plane.widest or shift


def test_sets_that_overlap_have_no_gap():
    points = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]])
    assert widest_gap(points, points[:1], np.array([1.0, 0.0])) is None


@pytest.mark.parametrize("seed", range(20))
def test_margins_are_the_gaps_between_the_sides(seed):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(60, 3)) * [1, 10, 0.1]
    y = (X[:, 0] + X[:, 1] / 10 > 0.3).astype(int) + (X[:, 2] > 0.1)
    tree = OC1Classifier(pruning=None, restarts=2, random_state=seed).fit(X, y).tree_
    measured = margins.measure(tree, X)
    rows = {0: np.arange(len(X))}
    for node in tree.nodes():
        if node.is_leaf:
            assert np.isnan(measured[node.id])
            continue
        columns = [tree.schema.names.index(term) for term in node.test.terms]
        values = X[np.ix_(rows[node.id], columns)] @ np.array(node.test.weights)
        left = values <= node.test.cut
        for child, here in zip(node.children, (left, ~left), strict=True):
            rows[child] = rows[node.id][here]
        gap = values[~left].min() - values[left].max()
        assert measured[node.id] == pytest.approx(gap / np.linalg.norm(node.test.weights))
        assert node.margin == pytest.approx(measured[node.id], rel=1e-6)
