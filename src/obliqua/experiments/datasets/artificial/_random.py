"""What all generators check and draw from."""

from __future__ import annotations

from typing import Any

import numpy as np
from sklearn.utils import check_random_state

__all__ = ["check_angle", "check_rows", "random_source"]


def random_source(random_state: Any) -> np.random.RandomState:
    """Turn a seed into a stream; None is a fresh one."""
    stream: np.random.RandomState = check_random_state(random_state)
    return stream


def check_rows(n: int, least: int = 1) -> int:
    """Refuse a number of rows that cannot be."""
    if isinstance(n, bool) or n != int(n) or n < least:
        raise ValueError(f"n={n!r}: expected a whole number of rows, at least {least}")
    return int(n)


def check_angle(angle: float) -> float:
    """Turn degrees into radians; the geometry is defined for a quarter turn."""
    if not 0 <= angle <= 90:
        raise ValueError(f"angle={angle!r}: expected degrees from 0 to 90")
    return float(np.deg2rad(angle))
