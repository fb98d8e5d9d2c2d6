"""POL: parallel oblique lines (Murthy, Kasif and Salzberg 1994, 4.3.1 and figure 9)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.experiments.datasets.artificial._random import (
    check_angle,
    check_rows,
    random_source,
)
from obliqua.experiments.datasets.data_set import DataSet

__all__ = ["pol", "pol_lines"]

STRIPES = 5


def pol(n: int = 2000, random_state: Any = None, *, angle: float = 27.0) -> DataSet:
    """Make POL: points of the unit square in five parallel stripes of two classes in turn.

    Four parallel lines, `angle` degrees from the x axis, cut the square into five stripes of
    equal width; stripes 1, 3 and 5 are class 0, stripes 2 and 4 class 1. Points are uniform in
    the square. The smallest oblique tree has five leaves. The paper prints neither equations
    nor angle; that the stripes are equally wide and the points uniform is our choice.

    Parameters
    ----------
    n : int, default=2000
        Number of rows.
    random_state : int, RandomState or None, default=None
        The same number gives the same rows.
    angle : float, default=27
        Degrees from 0 to 90. At 45 the lines are x - y = constant, which projections with
        weights of 1 and -1 find by luck; 27 gives nothing away.

    Returns
    -------
    DataSet
        Features x and y in [0, 1).

    Examples
    --------
    >>> from obliqua.experiments.datasets import pol
    >>> pol(100, random_state=0).class_counts()
    {0: 52, 1: 48}
    """
    data = random_source(random_state).random_sample((check_rows(n), 2))
    sides = pol_lines(angle) @ np.column_stack([data, np.ones(len(data))]).T > 0
    return DataSet(
        "pol",
        data,
        sides.sum(axis=0) % 2,
        ("x", "y"),
        f"Points uniform in the unit square; four parallel lines at {angle:g} degrees cut it into "
        "five stripes of equal width and alternating class. After Murthy, Kasif and Salzberg "
        "1994.",
    )


def pol_lines(angle: float = 27.0) -> NDArray[np.float64]:
    """Give the four lines of POL.

    Parameters
    ----------
    angle : float, default=27
        Degrees between the lines and the x axis, from 0 to 90.

    Returns
    -------
    ndarray of shape (4, 3)
        Rows (a, b, c), one per line a·x + b·y + c = 0, with a² + b² = 1.
    """
    turn = check_angle(angle)
    sine, cosine = np.sin(turn), np.cos(turn)
    # Across the lines the square reaches from -sin (its corner (1, 0)) to cos (corner (0, 1)).
    borders = -sine + (sine + cosine) * np.arange(1, STRIPES) / STRIPES
    return np.array([[-sine, cosine, -border] for border in borders])
