"""What the margins module says, and what it refuses."""

import math

import numpy as np
import pandas as pd
import pytest

from obliqua import AxisTreeClassifier, FATClassifier, OC1Classifier, margins


def line(values, cut):
    X = np.array(values, dtype=float)[:, None]
    return X, (X[:, 0] > cut).astype(int)


def test_the_bound_by_hand():
    """Rows 1, 2 | 5, 6: R = 2.5, margin 1.5 on either side, K = 1, m = 4, δ = 0.05.

    65 · 6.25 · 4/9 · log2(16e) · log2(16) = 3931.0; (16² · C(2, 1)) / (2 · 0.05) = 5120, whose
    logarithm is 12.32; half of the sum of both is the bound.
    """
    X, y = line([1, 2, 5, 6], 3)
    bound = margins.bound(AxisTreeClassifier().fit(X, y).tree_, X)
    assert (bound.radius, bound.n_tests, bound.n_rows) == (2.5, 1, 4)
    assert bound.sum_inverse_squares == pytest.approx(4 / 9)
    by_hand = 0.5 * (65 * 6.25 * 4 / 9 * (4 + math.log2(math.e)) * 4 + math.log2(5120))
    assert bound.value == pytest.approx(by_hand)
    assert bound.value == pytest.approx(1971.7, abs=0.2)
    assert bound.applies
    assert bound.vacuous
    assert "vacuous" in str(bound)


def test_the_bound_of_two_tests():
    X, y = line([0, 1, 4, 5, 10, 11], 2)
    y[4:] = 0
    tree = AxisTreeClassifier().fit(X, y).tree_
    bound = margins.bound(tree, X, delta=0.1)
    assert bound.n_tests == 2
    assert bound.sum_inverse_squares == pytest.approx(1 / 1.5**2 + 1 / 2.5**2)
    shapes = math.log2(24**3 * math.comb(4, 2) / (3 * 0.1))
    spread = 65 * 5.5**2 * bound.sum_inverse_squares * math.log2(24 * math.e) * math.log2(24)
    assert bound.value == pytest.approx(2 / 6 * (spread + shapes))


def test_a_bound_that_says_something():
    X, y = line(np.repeat([-1.5, -1.4, 1.4, 1.5], 50_000), 0)
    bound = margins.bound(AxisTreeClassifier().fit(X, y).tree_, X)
    assert 0 < bound.value < 0.5
    assert not bound.vacuous
    assert "with probability 0.95" in str(bound)


def test_a_tree_that_errs_has_no_bound():
    X, y = line(range(10), 4)
    y[0] = 1
    bound = margins.bound(AxisTreeClassifier(max_depth=1).fit(X, y).tree_, X)
    assert bound.errors == 1
    assert bound.vacuous
    assert str(bound).startswith("no bound")


def test_wider_margins_have_a_smaller_bound():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(200, 4))
    y = X @ [1, 2, -1, 0.5] > 0.2
    oc1 = OC1Classifier(pruning=None, random_state=0).fit(X, y).tree_
    fat = FATClassifier(pruning=None, random_state=0).fit(X, y).tree_
    assert margins.bound(fat, X).value < margins.bound(oc1, X).value


def test_rows_on_the_plane_make_it_infinite():
    X, y = line([0, 1, 2, 3], 1)
    tree = AxisTreeClassifier().fit(X, y).tree_
    assert margins.bound(tree, [[1.5], [2.0]]).value == math.inf


def test_categories_are_indicators():
    X = pd.DataFrame({"colour": ["red", "red", "blue", "blue"]})
    bound = margins.bound(AxisTreeClassifier().fit(X, [0, 0, 1, 1]).tree_, X)
    assert bound.sum_inverse_squares == 1
    assert bound.radius == pytest.approx(math.sqrt(2))


@pytest.mark.parametrize("delta", [0, 1, -0.1, "0.05", None, float("nan")])
def test_delta_is_a_probability(delta):
    X, y = line([1, 2, 5, 6], 3)
    tree = AxisTreeClassifier().fit(X, y).tree_
    with pytest.raises(ValueError, match="delta must be a number between 0 and 1"):
        margins.bound(tree, X, delta)


def test_shared_rows_have_no_bound_and_keep_their_tests():
    X, y = line([1, 2, 5, 6, 7], 3)
    X[1] = np.nan
    tree = AxisTreeClassifier.c45(min_samples_leaf=1).fit(X, y).tree_
    with pytest.raises(ValueError, match="one way"):
        margins.bound(tree, X)
    assert "shared" in margins.enlarge(tree, X).node(0).note


def test_enlarge_refuses_what_it_does_not_know():
    X, y = line([1, 2, 5, 6], 3)
    tree = AxisTreeClassifier().fit(X, y).tree_
    with pytest.raises(ValueError, match="terms must be one of 'all', 'tested'; got 'some'"):
        margins.enlarge(tree, X, terms="some")
    with pytest.raises(ValueError, match="2 features"):
        margins.enlarge(tree, np.ones((4, 2)))


def test_rows_that_do_not_reach_a_side_leave_a_note():
    X, y = line([1, 2, 5, 6], 3)
    tree = AxisTreeClassifier().fit(X, y).tree_
    assert "one side" in margins.enlarge(tree, X[:2]).node(0).note
    assert np.isnan(margins.measure(tree, X[:2])[0])


def test_progress_is_told():
    X, y = line([0, 1, 4, 5, 10, 11], 2)
    y[4:] = 0
    seen = []
    margins.enlarge(AxisTreeClassifier().fit(X, y).tree_, X, progress=seen.append)
    assert seen == [0.5, 1.0]
