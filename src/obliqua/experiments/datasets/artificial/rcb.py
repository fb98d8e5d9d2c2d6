"""RCB: a rotated checkerboard (Murthy, Kasif and Salzberg 1994, 4.3.1 and figure 9)."""

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

__all__ = ["rcb", "rcb_lines"]

LONG = 4


def rcb(n: int = 2000, random_state: Any = None, *, angle: float = 27.0) -> DataSet:
    """Make RCB: points of the unit square on a rotated board of 2 × 4 cells, a class each.

    The board is turned by `angle` degrees and just covers the unit square: one line halves it
    along, three cut it across into four columns of equal width. Points are uniform in the
    square, so that cells at its corners hold fewer. The smallest oblique tree has eight leaves,
    and its root separates no class from the rest. The paper says what figure 9 shows but
    prints no coordinates; the board's fit to the square and the uniform points are our choice.

    Parameters
    ----------
    n : int, default=2000
        Number of rows.
    random_state : int, RandomState or None, default=None
        The same number gives the same rows.
    angle : float, default=27
        Degrees from 0 to 90. The paper's board is turned by 45, where projections with weights
        of 1 and -1 find the lines by luck; 27 gives nothing away.

    Returns
    -------
    DataSet
        Features x and y in [0, 1); classes 0 to 7, column by column.

    Examples
    --------
    >>> from obliqua.experiments.datasets import rcb
    >>> rcb(2000, random_state=0).n_rows
    2000
    """
    data = random_source(random_state).random_sample((check_rows(n), 2))
    sides = rcb_lines(angle) @ np.column_stack([data, np.ones(len(data))]).T > 0
    upper, column = sides[0].astype(int), sides[1:].sum(axis=0)
    return DataSet(
        "rcb",
        data,
        2 * column + upper,
        ("x", "y"),
        "Points uniform in the unit square; a checkerboard of 2 x 4 cells, turned by "
        f"{angle:g} degrees, covers it; each cell is a class. After Murthy, Kasif and Salzberg "
        "1994.",
    )


def rcb_lines(angle: float = 27.0) -> NDArray[np.float64]:
    """Give the four lines of RCB.

    Parameters
    ----------
    angle : float, default=27
        Degrees by which the board is turned, from 0 to 90.

    Returns
    -------
    ndarray of shape (4, 3)
        Rows (a, b, c), one per line a·x + b·y + c = 0, with a² + b² = 1: first the line that
        halves the board along, then the three across.
    """
    turn = check_angle(angle)
    sine, cosine = np.sin(turn), np.cos(turn)
    reach = sine + cosine  # of the square, along the board and across it
    along = [[-sine, cosine, sine - reach / 2]]
    across = [[cosine, sine, -reach * i / LONG] for i in range(1, LONG)]
    return np.array(along + across)
