"""Curves against known conics, and what a tree says of its tests."""

import numpy as np
import pytest

from obliqua import AxisTreeClassifier, NonlinearTreeClassifier
from obliqua._conics import conic


def form(a, b, c, d, e, f):
    """a x² + b xy + c y² + d x + e y + f."""
    return np.array([[a, b / 2, d / 2], [b / 2, c, e / 2], [d / 2, e / 2, f]], dtype=float)


CONICS = [
    (form(0, 0, 0, 2, 3, 1), "line"),
    (form(0, 0, 0, 0, 0, 1), "nothing"),
    (form(1, 0, 1, 0, 0, -1), "circle"),
    (form(1, 0, 1, -4, 6, 12), "circle"),
    (form(1, 0, 1, -4, 6, 14), "nothing"),
    (form(1, 0, 1, -4, 6, 13), "point"),
    (form(1, 0, 4, 0, 0, -1), "ellipse"),
    (form(-1, 0, -4, 0, 0, 1), "ellipse"),
    (form(5, 4, 5, 0, 0, -1), "ellipse"),
    (form(1, 0, 4, 0, 0, 1), "nothing"),
    (form(1, 0, 0, 0, -1, 0), "parabola"),
    (form(1, 2, 1, 1, -1, 3), "parabola"),
    (form(1, 0, -1, 0, 0, -1), "hyperbola"),
    (form(0, 1, 0, 0, 0, -1), "hyperbola"),
    (form(0, 1, 0, 0, 0, 0), "pair of lines"),
    (form(1, 0, -4, 0, 0, 0), "pair of lines"),
    (form(0, 1, 0, 2, 3, 6), "pair of lines"),
    (form(1, 0, 0, 0, 0, -1), "pair of parallel lines"),
    (form(1, 2, 1, 0, 0, -4), "pair of parallel lines"),
    (form(1, 0, 0, -2, 0, 1), "line"),
    (form(1, 0, 0, 0, 0, 1), "nothing"),
]


@pytest.mark.parametrize(("curve", "name"), CONICS)
@pytest.mark.parametrize("units", [(1, 1), (1000, 1000), (1e-4, 1e-4)])
@pytest.mark.parametrize("sign", [1, -7])
def test_known_conics_keep_their_names_in_other_units(curve, name, units, sign):
    scale = np.diag([*units, 1.0])
    assert conic(sign * scale @ curve @ scale) == name


@pytest.mark.parametrize("unit", [5e-324, 1e-300, 1e300, 1.7e308])
def test_numbers_at_the_end_of_the_doubles_are_survived(unit):
    assert conic(unit * form(0, 0, 0, 0, 0, 1) + form(0, 1, 0, 0, 0, 0)) in {
        "pair of lines",
        "hyperbola",
    }
    assert conic(np.diag([unit, unit, -unit])) == "circle"


@pytest.mark.parametrize(("curve", "name"), CONICS)
@pytest.mark.parametrize("seed", range(3))
def test_turning_and_shifting_changes_no_name(curve, name, seed):
    rng = np.random.default_rng(seed)
    angle, shift = rng.uniform(0, 6), rng.normal(size=2)
    move = np.eye(3)
    move[:2, :2] = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    move[:2, 2] = shift
    assert conic(move.T @ curve @ move) in {name, "ellipse" if name == "circle" else name}


def test_a_tree_names_the_curve_it_found():
    X = np.random.default_rng(1).uniform(-1, 1, (300, 2))
    y = X[:, 0] ** 2 + X[:, 1] ** 2 < 0.4
    tree = NonlinearTreeClassifier(pruning=None, random_state=0).fit(X, y).tree_
    assert tree.curve(0) in ("circle", "ellipse")
    assert tree.curve(1) is None


def test_axis_tests_are_lines_and_categories_have_no_curve():
    tree = AxisTreeClassifier().fit([[1.0], [2.0]], [0, 1]).tree_
    assert tree.curve(0) == "line"
    tree = AxisTreeClassifier().fit([["a"], ["b"]], [0, 1]).tree_
    assert tree.curve(0) is None
