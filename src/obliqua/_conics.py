"""The name of the curve that a test draws in the plane of its features."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from obliqua.tree import Tree

__all__ = ["conic", "curve"]

Float = NDArray[np.float64]

_AXIS, _LINEAR = 1, 3
_FEATURE, _INDICATOR, _SQUARE, _PRODUCT = range(4)
_NOTHING = 1e-12  # beside one: what is left of a determinant that is zero but for rounding


def curve(tree: Tree, node: int) -> str | None:
    """Name the curve that a node's test draws; None where it is not in one plane."""
    arrays = tree.arrays
    if int(arrays["kind"][node]) not in (_AXIS, _LINEAR):
        return None
    test = tree.test(node)
    assert test is not None
    terms = arrays["basis"][arrays["terms"][slice(*arrays["term_begin"][node : node + 2])]].tolist()
    features: set[int] = set()
    for kind, a, b in terms:
        if kind == _INDICATOR:
            return None
        features |= {a, b} if kind == _PRODUCT else {a}
    if len(features) > 2:
        return None
    place = {feature: position for position, feature in enumerate(sorted(features))}
    numbers = np.array([test.cut, *test.weights], dtype=np.float64)
    constant, *weights = numbers / (np.abs(numbers).max() or 1.0)
    form = np.zeros((3, 3))
    form[2, 2] = -constant
    for (kind, a, b), weight in zip(terms, weights, strict=True):
        i = place[a]
        j = {_FEATURE: 2, _SQUARE: i, _PRODUCT: place.get(b, 2)}[kind]
        form[i, j] += 0.5 * weight
        form[j, i] += 0.5 * weight
    return conic(form)


def conic(form: Float) -> str:
    """Name the curve (x, y, 1) · form · (x, y, 1) = 0, form being symmetric.

    Parameters
    ----------
    form : ndarray of shape (3, 3)
        Squares and the product in its upper left two by two, the linear terms beside them.

    Returns
    -------
    str
        The name, "nothing" where no point solves the equation.

    Examples
    --------
    >>> import numpy as np
    >>> conic(np.diag([1.0, 1.0, -1.0]))
    'circle'
    >>> conic(np.diag([1.0, -4.0, 0.0]))
    'pair of lines'
    """
    square = form[:2, :2]
    if not square.any():
        return "line" if form[2, :2].any() else "nothing"
    balanced = _balanced(form)
    bend = _sign(np.linalg.det(balanced[:2, :2]))
    whole = _sign(np.linalg.det(balanced))
    if whole == 0:
        return _degenerate(balanced, bend)
    if bend == 0:
        return "parabola"
    if bend < 0:
        return "hyperbola"
    if whole == _sign(balanced[0, 0] + balanced[1, 1]):
        return "nothing"
    round_ = form[0, 1] == 0.0 and np.isclose(form[0, 0], form[1, 1], rtol=1e-9, atol=0.0)
    return "circle" if round_ else "ellipse"


def _degenerate(form: Float, bend: int) -> str:
    if bend != 0:
        return "point" if bend > 0 else "pair of lines"
    # Parallel to each other: what is left is one square, u² = constant.
    apart = -sum(_sign(np.linalg.det(form[np.ix_([i, 2], [i, 2])])) for i in (0, 1))
    if apart == 0:
        return "line"
    return "pair of parallel lines" if apart > 0 else "nothing"


def _balanced(form: Float) -> Float:
    """Scale x, y and the constant, which turns no curve into one of another name."""
    balanced: Float = form / np.abs(form).max()
    for _ in range(20):
        largest = np.abs(balanced).max(axis=0)
        scale = 1.0 / np.sqrt(np.where(largest > 0.0, largest, 1.0))
        # One side after the other: the scales' product may be beyond what a double can hold.
        balanced = balanced * scale * scale[:, np.newaxis]
    return balanced


def _sign(value: float) -> int:
    return 0 if abs(value) <= _NOTHING else int(np.sign(value))
