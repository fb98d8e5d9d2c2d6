"""Brodley and Utgoff 1995: one update of each learner and one step of each search, by hand."""

import numpy as np
import pytest

from tests.oracle import learners, selectors


def test_two_updates_of_recursive_least_squares():
    # P0 = 10^6 I, W0 = 0. First x = (2, 1) with +1: P0 x = 10^6 (2, 1), x'P0 x = 5 * 10^6, so
    # P1 = P0 - 10^12 (4 2; 2 1) / 5000001 and K1 = P1 x = 10^6 (2, 1) / 5000001 = W1.
    state = learners.RecursiveLeastSquares.fresh(2)
    state.observe(np.array([2.0, 1.0]), 1.0)
    gain = 1e6 / 5000001
    np.testing.assert_allclose(state.w, [2 * gain, gain], rtol=1e-9)
    wanted = 1e6 * np.eye(2) - 1e12 / 5000001 * np.array([[4.0, 2.0], [2.0, 1.0]])
    np.testing.assert_allclose(state.p, wanted, rtol=1e-9)
    # Then x = (0, 1) with -1: P1 x = (-399999.92, 800000.04), x'P1 x = 800000.04, K2 = P1 x /
    # 800001.04 and the answer W1 x = 0.19999996, so W2 = W1 - 1.19999996 K2: near (1, -1), which
    # answers both rows exactly.
    state.observe(np.array([0.0, 1.0]), -1.0)
    np.testing.assert_allclose(state.w, [1.0, -1.0], atol=3e-6)
    k2 = np.array([-399999.92, 800000.04]) / 800001.04
    np.testing.assert_allclose(state.w, [2 * gain, gain] - 1.19999996 * k2, atol=1e-8)


def test_what_three_cycles_come_to():
    # z = -1, +1 with targets -1, +1: the Gram matrix is diag(2, 2), X'y = (2, 0), so that
    # W = (3 * 2 / (3 * 2 + 10^-6), 0).
    patterns = np.array([[-1.0, 1.0], [1.0, 1.0]])
    targets, weights = np.array([-1.0, 1.0]), np.ones(2)
    wanted = [6.0 / 6.000001, 0.0]
    np.testing.assert_allclose(learners.rls(patterns, targets, weights), wanted, atol=1e-9)
    closed = learners.least_squares(patterns, targets, weights)
    np.testing.assert_allclose(closed, wanted, atol=1e-15)


def test_two_thermal_updates():
    # A machine of two classes, all zero, says class 0 to everything. Y = (1, 1) of class 1 is
    # wrong with k = 0 / 4 + 0.1 = 0.1 < beta = 2: c = 4 / 2.1, W1 = c Y, W0 = -c Y. Its
    # magnitude, 2 c sqrt(2), is the largest yet, and all of it is this correction.
    state = learners.Thermal(np.zeros((2, 2)))
    assert state.present(0, np.array([1.0, 1.0]), 1) == (True, True)
    c1 = 4 / 2.1
    np.testing.assert_allclose(state.machine, [[-c1, -c1], [c1, c1]], rtol=1e-15)
    assert state.largest == pytest.approx(2 * c1 * 2**0.5, rel=1e-15)
    assert (state.beta, state.grew, state.small_run) == (2.0, True, 0)
    # Y = (-1, 0.5) of class 1: W1'Y = -c1 / 2, W0'Y = c1 / 2, Y'Y = 1.25, so that
    # k = c1 / 2.5 + 0.1 = 0.861905, c = 4 / 2.861905 = 1.397671. W1 = (0.507091, 2.603598), of
    # magnitude 2.652521 < sqrt(2) c1 = 2.693740: it decreased after an increase, beta is cooled.
    assert state.present(1, np.array([-1.0, 0.5]), 1) == (True, True)
    row, k, c = state.corrections[1]
    assert (row, k, c) == (1, pytest.approx(0.861905, abs=1e-6), pytest.approx(1.397671, abs=1e-6))
    np.testing.assert_allclose(state.machine[1], [0.507091, 2.603598], atol=1e-6)
    assert state.beta == 0.999 * 2.0 - 0.0005
    # An error beyond beta is left alone: Y = (-0.1, 0) of class 1 has k = 0.507091 / 0.1 + 0.1.
    assert state.present(2, np.array([-0.1, 0.0]), 1) == (True, False)


def test_an_absolute_error_correction_is_just_enough():
    # W0 = (0, 0), W1 = (3, 0); Y = (2, 1) of class 0 is given to class 1 by 6:
    # c = 6 / (2 * 5) + 0.1 = 0.7, after which W0'Y = 3.5 and W1'Y = 6 - 3.5 = 2.5.
    machine = np.array([[0.0, 0.0], [3.0, 0.0]])
    y = np.array([2.0, 1.0])
    c = learners.error_of(machine, y, right=0, wrong=1)
    assert c == pytest.approx(0.7, rel=1e-15)
    learners.correct(machine, y, 0, 1, c)
    np.testing.assert_allclose(machine @ y, [3.5, 2.5], rtol=1e-15)


def test_the_pocket_keeps_the_longest_run():
    # z = -1, +1 of classes 0, 1. In the order 0, 0, 0, 1 the zero machine is right three times in
    # a row and goes into the pocket with a run of 3; the correction by row 1, W1 = 0.1 Y, is
    # right about everything, but in a pass of two rows more its run is 2 only, and the pass
    # before was not without errors.
    patterns = np.array([[-1.0, 1.0], [1.0, 1.0]])
    labels, weights = np.array([0, 1]), np.ones(2)
    kept = learners.pocket(patterns, labels, weights, 2, [np.array([0, 0, 0, 1, 0, 1])])
    np.testing.assert_array_equal(kept, np.zeros((2, 2)))
    longer = learners.pocket(patterns, labels, weights, 2, [np.array([0, 0, 1, 0, 1, 0])])
    np.testing.assert_allclose(longer, [[-0.1, -0.1], [0.1, 0.1]], rtol=1e-15)
    # With the ratchet it goes in only for being more often right: 2 rows of 2 after a run of 1.
    patient = [np.array([1, 0])]
    better = learners.pocket(patterns, labels, weights, 2, patient, ratchet=True)
    np.testing.assert_allclose(better, [[-0.1, -0.1], [0.1, 0.1]], rtol=1e-15)


def test_a_dispersion():
    # Three classes give three pairs. First term, weights 1, 3, 2: (4 + 1 + 1) / 3 = 2. Second
    # term, weights 0, 1, 5: (1 + 25 + 16) / 3 = 14. The first would be eliminated.
    weights = np.array([[1.0, 0.0], [3.0, 1.0], [2.0, 5.0]])
    np.testing.assert_allclose(selectors.dispersion(weights), [2.0, 14.0], rtol=1e-15)
    machine = np.column_stack([weights, np.zeros(3)])
    assert np.argmin(selectors.importance(machine)) == 0
    assert np.argmin(selectors.importance(np.array([[-3.0, 0.5, 9.0]]))) == 1


def trial(terms, children, merit):
    return selectors.Trial(terms, np.zeros((1, len(terms) + 1)), np.array(children), merit)


STEPS = {
    # Ten rows of each class. All three terms leave two of twenty wrong.
    (0, 1, 2): trial((0, 1, 2), [[9.0, 1.0], [1.0, 9.0]], 0.53),
    # Without the last the test is as good on fewer terms, so it becomes the best; accuracy 0.9.
    (0, 1): trial((0, 1), [[10.0, 2.0], [0.0, 8.0]], 0.53),
    (0, 2): trial((0, 2), [[8.0, 2.0], [2.0, 8.0]], 0.28),
    (1, 2): trial((1, 2), [[8.0, 2.0], [2.0, 8.0]], 0.28),
    # The better of these is right about 16 of 20: 0.8 < 0.9 * 0.9, where the search would stop.
    (0,): trial((0,), [[8.0, 2.0], [2.0, 8.0]], 0.28),
    (1,): trial((1,), [[6.0, 4.0], [4.0, 6.0]], 0.03),
    (2,): trial((2,), [[5.0, 5.0], [5.0, 5.0]], 0.0),
}


def test_the_steps_of_a_backward_elimination():
    asked = []

    def evaluate(terms):
        asked.append(terms)
        return STEPS[terms]

    best = selectors.sbe(3, evaluate, lambda n_terms: True)
    assert best is STEPS[0, 1]
    assert asked == [(0, 1, 2), (1, 2), (0, 2), (0, 1), (1,), (0,)]
    assert STEPS[0,].accuracy < 0.9 * STEPS[0, 1].accuracy
    # Where two terms would underfit, only one term may be chosen, and the search goes on to it.
    assert selectors.sbe(3, STEPS.get, lambda n_terms: n_terms < 2) is STEPS[0,]


def test_the_steps_of_a_forward_selection():
    # The best single term is 0; (0, 1) is better; (0, 1, 2) is not better but no worse than 10 %.
    best = selectors.sfs(3, STEPS.get, lambda n_terms: True)
    assert best is STEPS[0, 1]
    assert selectors.sfs(3, STEPS.get, lambda n_terms: n_terms < 2) is STEPS[0,]
    # All terms together are better than the best alone: backward.
    assert selectors.hss(3, STEPS.get, lambda n_terms: True) is STEPS[0, 1]
