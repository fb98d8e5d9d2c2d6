"""Two spirals (Lang and Witbrock 1988), as Ittner and Schlosser 1996 use them."""

from __future__ import annotations

from typing import Any

import numpy as np

from obliqua.experiments.datasets.artificial._random import check_rows, random_source
from obliqua.experiments.datasets.data_set import DataSet

__all__ = ["spirals"]

STEPS = 96  # of a sixteenth of half a turn: three turns


def spirals(n: int = 192, random_state: Any = None, *, noise: float = 0.0) -> DataSet:
    """Make two spirals of three turns each, wound into each other.

    Point i of a spiral (i from 0 to 95) has the angle φ = i·π/16 and the radius
    6.5·(104 - i)/104; it is (r·sin φ, r·cos φ) for class 0 and its opposite for class 1. That
    is Lang and Witbrock's program, which has 97 points to a spiral; Ittner and Schlosser have
    192 in all. Another `n` puts its points at equal steps of i over the same three turns.

    Parameters
    ----------
    n : int, default=192
        Number of rows, even.
    random_state : int, RandomState or None, default=None
        Decides the noise; without noise the points are always the same.
    noise : float, default=0
        Standard deviation of what is added to each coordinate.

    Returns
    -------
    DataSet
        Features x and y; the classes in turn, from the outer ends inwards.

    Examples
    --------
    >>> from obliqua.experiments.datasets import spirals
    >>> spirals().data[:2]
    array([[ 0. ,  6.5],
           [-0. , -6.5]])
    """
    if check_rows(n, 2) % 2:
        raise ValueError(f"n={n!r}: expected an even number, half for each spiral")
    if noise < 0:
        raise ValueError(f"noise={noise!r}: expected a standard deviation of at least zero")
    step = STEPS * np.arange(n // 2) / (n // 2)
    angle, radius = step * np.pi / 16, 6.5 * (104 - step) / 104
    one = np.column_stack([radius * np.sin(angle), radius * np.cos(angle)])
    data = np.stack([one, -one], axis=1).reshape(n, 2)
    if noise:
        data = data + random_source(random_state).normal(scale=noise, size=data.shape)
    return DataSet(
        "spirals",
        data,
        np.tile([0, 1], n // 2),
        ("x", "y"),
        "Two interleaved spirals of three turns. Lang and Witbrock 1988; "
        "Ittner and Schlosser 1996.",
    )
