"""The artificial data are what docs/concepts/artificial-data.md defines."""

import itertools

import numpy as np
import pytest

from obliqua import AxisTreeClassifier
from obliqua.experiments.datasets import (
    led,
    load,
    ls10,
    multiplexer,
    pol,
    pol_lines,
    rcb,
    rcb_lines,
    spirals,
)

ANGLES = (0, 10, 27, 45, 63.5, 90)
MADE = ("ls10", "pol", "rcb", "led", "spirals", "multiplexer6", "multiplexer11")


def across(angle: float) -> np.ndarray:
    """The unit vector perpendicular to lines at an angle, written independently."""
    turn = np.radians(angle)
    return np.array([-np.sin(turn), np.cos(turn)])


def along(angle: float) -> np.ndarray:
    turn = np.radians(angle)
    return np.array([np.cos(turn), np.sin(turn)])


@pytest.mark.parametrize("name", MADE)
def test_the_same_seed_makes_the_same_rows(name):
    one, two = load(name, random_state=3), load(name, random_state=3)
    assert np.array_equal(one.data, two.data)
    assert np.array_equal(one.target, two.target)


@pytest.mark.parametrize("name", ["ls10", "pol", "rcb", "led"])
def test_other_seeds_make_other_rows(name):
    assert not np.array_equal(load(name, random_state=1).data, load(name, random_state=2).data)


def test_rows_are_those_of_a_frozen_stream():
    # NumPy promises never to change RandomState, so these numbers hold for every version.
    assert pol(1, random_state=0).data.tolist() == [[0.5488135039273248, 0.7151893663724195]]
    assert led(5, random_state=0).target.tolist() == [5, 0, 3, 3, 7]


def test_ls10_is_separated_by_its_plane():
    made = ls10(5000, random_state=0)
    side = made.data @ np.array([1.0] * 5 + [-1.0] * 5)
    assert made.data.shape == (5000, 10)
    assert ((side < 0) == (made.target == 1)).all()
    assert made.data.min() >= 0 and made.data.max() < 1
    assert abs(made.target.mean() - 0.5) < 0.03


@pytest.mark.parametrize("angle", ANGLES)
def test_pol_lines_lie_at_the_angle_and_cut_equal_stripes(angle):
    lines = pol_lines(angle)
    assert lines.shape == (4, 3)
    assert np.allclose(lines[:, :2], across(angle))
    corners = np.array([[0, 0], [0, 1], [1, 0], [1, 1]]) @ across(angle)
    borders = [corners.min(), *-lines[:, 2], corners.max()]
    assert np.allclose(np.diff(borders), np.ptp(corners) / 5)


@pytest.mark.parametrize("angle", ANGLES)
def test_pol_classes_alternate_between_parallel_lines(angle):
    made = pol(20000, random_state=0, angle=angle)
    position = made.data @ across(angle)
    classes = made.target[np.argsort(position)]
    changes = np.flatnonzero(np.diff(classes))
    assert len(changes) == 4  # so the stripes are pure: a line never has both classes on a side
    assert classes[0] == 0 and classes[-1] == 0
    assert 0.35 < made.target.mean() < 0.65


def test_the_smallest_tree_of_pol_has_five_leaves():
    made = pol(2000, random_state=0)
    position = (made.data @ across(27))[:, np.newaxis]
    tree = AxisTreeClassifier().fit(position, made.target)
    assert tree.score(position, made.target) == 1
    assert tree.get_n_leaves() == 5


@pytest.mark.parametrize("angle", ANGLES)
def test_rcb_lines_lie_at_the_angle_and_cut_equal_columns(angle):
    lines = rcb_lines(angle)
    corners = np.array([[0, 0], [0, 1], [1, 0], [1, 1]])
    assert np.allclose(lines[0, :2], across(angle))
    assert np.allclose(lines[0] @ [0.5, 0.5, 1], 0)  # through the middle of the square
    assert np.allclose(lines[1:, :2], along(angle))
    reach = corners @ along(angle)
    borders = [reach.min(), *-lines[1:, 2], reach.max()]
    assert np.allclose(np.diff(borders), np.ptp(reach) / 4)


@pytest.mark.parametrize("angle", ANGLES)
def test_rcb_cells_are_pure_and_none_is_empty(angle):
    made = rcb(20000, random_state=0, angle=angle)
    sides = made.data @ rcb_lines(angle)[:, :2].T + rcb_lines(angle)[:, 2] > 0
    cells = {tuple(side): set() for side in sides}
    for side, label in zip(sides, made.target, strict=True):
        cells[tuple(side)].add(int(label))
    assert sorted(label for held in cells.values() for label in held) == list(range(8))
    assert all(len(held) == 1 for held in cells.values())
    assert min(made.class_counts().values()) > 0.03 * made.n_rows


def test_the_right_root_of_rcb_separates_no_class_by_itself():
    made = rcb(5000, random_state=0)
    upper = made.data @ rcb_lines()[0, :2] + rcb_lines()[0, 2] > 0
    assert len(set(made.target[upper])) == len(set(made.target[~upper])) == 4
    assert not set(made.target[upper]) & set(made.target[~upper])


def test_the_smallest_tree_of_rcb_has_eight_leaves():
    made = rcb(2000, random_state=0)
    board = np.column_stack([made.data @ along(27), made.data @ across(27)])
    tree = AxisTreeClassifier(criterion="twoing").fit(board, made.target)
    assert tree.score(board, made.target) == 1
    assert tree.get_n_leaves() == 8


def test_axis_parallel_trees_need_far_more_leaves():
    for made, smallest in ((pol(2000, 0), 5), (rcb(2000, 0), 8)):
        assert AxisTreeClassifier().fit(made.data, made.target).get_n_leaves() > 5 * smallest


def test_led_without_noise_shows_the_digits():
    made = led(2000, random_state=0, noise=0)
    shown = {int(d): tuple(row) for d, row in zip(made.target, made.data.astype(int), strict=True)}
    assert len(set(shown.values())) == 10
    # Segments lit for each digit, counted by eye.
    assert {digit: sum(row) for digit, row in shown.items()} == dict(
        enumerate((6, 2, 5, 5, 4, 5, 6, 3, 7, 6))
    )
    assert shown[8] == (1,) * 7
    assert shown[1] == (0, 0, 1, 0, 0, 1, 0)


def test_led_inverts_a_tenth_of_the_segments():
    noisy, clean = led(20000, random_state=0), led(20000, random_state=0, noise=0)
    assert np.array_equal(noisy.target, clean.target)
    assert np.allclose((noisy.data != clean.data).mean(axis=0), 0.1, atol=0.01)


def test_the_best_classifier_of_led_is_right_74_times_in_100():
    # Breiman and others 1984 give a Bayes error of 0.26.
    prototypes = {int(d): r for d, r in zip(*_digits(), strict=True)}
    right = 0.0
    for pattern in itertools.product((0, 1), repeat=7):
        wrong = [np.sum(prototypes[d] != pattern) for d in range(10)]
        right += max(0.1**w * 0.9 ** (7 - w) for w in wrong) / 10
    assert right == pytest.approx(0.74, abs=0.005)


def _digits():
    clean = led(500, random_state=0, noise=0)
    return clean.target, clean.data.astype(int)


def test_spirals_follow_lang_and_witbrock():
    made = spirals()
    assert made.class_counts() == {0: 96, 1: 96}
    one, two = made.data[made.target == 0], made.data[made.target == 1]
    assert np.allclose(one, -two)
    for i in range(96):
        angle, radius = i * np.pi / 16, 6.5 * (104 - i) / 104
        assert np.allclose(one[i], (radius * np.sin(angle), radius * np.cos(angle)))


def test_spirals_move_by_noise_only():
    still, noisy = spirals(500), spirals(500, random_state=0, noise=0.1)
    assert np.array_equal(still.data, spirals(500, random_state=9).data)
    assert (noisy.data - still.data).std() == pytest.approx(0.1, rel=0.1)


@pytest.mark.parametrize(("bits", "address"), [(3, 1), (6, 2), (11, 3)])
def test_multiplexer_is_its_truth_table(bits, address):
    made = multiplexer(bits=bits)
    assert made.n_rows == 2**bits == len(np.unique(made.data, axis=0))
    for row, label in zip(made.data.astype(int), made.target, strict=True):
        chosen = int("".join(map(str, row[:address])), 2)
        assert label == row[address + chosen]


def test_multiplexer_draws_rows_when_asked():
    assert multiplexer(100, random_state=0, bits=20).data.shape == (100, 20)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: pol(0), "n=0"),
        (lambda: ls10(2.5), "n=2.5"),
        (lambda: pol(5, angle=91), "angle=91"),
        (lambda: rcb_lines(-1), "angle=-1"),
        (lambda: led(5, noise=1.5), "noise=1.5"),
        (lambda: spirals(7), "n=7: expected an even"),
        (lambda: spirals(8, noise=-1), "noise=-1"),
        (lambda: multiplexer(bits=7), "one of 3, 6, 11, 20"),
        (lambda: multiplexer(bits=20), "state n"),
    ],
)
def test_bad_parameters_are_named(make, message):
    with pytest.raises(ValueError, match=message):
        make()
