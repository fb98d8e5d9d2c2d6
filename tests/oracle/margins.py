"""The widest gap between two small sets of points by trying every way to support it."""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float64]


def gap(left: Float, right: Float, weights: Float) -> float:
    return float(((right @ weights).min() - (left @ weights).max()) / np.linalg.norm(weights))


def widest_gap(left: Float, right: Float) -> float:
    """The distance between the convex hulls of sets that a plane separates.

    The widest gap is held open by at most d + 1 points, on both sides, that lie on its two
    borders: every choice of them gives one direction, the nearest points of the flats through
    those of each side.
    """
    d = left.shape[1]
    best = 0.0
    for k in range(1, min(d, len(left)) + 1):
        for one in combinations(range(len(left)), k):
            for m in range(1, min(d + 1 - k, len(right)) + 1):
                for other in combinations(range(len(right)), m):
                    a, b = left[list(one)], right[list(other)]
                    along = np.vstack([a[1:] - a[0], b[1:] - b[0]])
                    across = b[0] - a[0]
                    if len(along):
                        across = across - along.T @ np.linalg.lstsq(along.T, across, rcond=None)[0]
                    if np.linalg.norm(across) > 1e-9:
                        best = max(best, gap(left, right, across))
    return best
