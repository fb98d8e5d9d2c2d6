"""MOC1's and MOC2's objectives as Wu and others 2000 print them, and the best cut by trying all."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Float = NDArray[np.float64]
Rows = tuple[Float, Float, NDArray[np.bool_]]  # class weights per row, values, who is right


def twoing(left: Float, right: Float) -> float:
    """Equation 1."""
    n_left, n_right = left.sum(), right.sum()
    n = n_left + n_right
    spread = np.abs(left / n_left - right / n_right).sum()
    return float(n_left / n * (n_right / n) * spread**2)


def moc1(rated: Float, distances: Float, weight: float = 0.05) -> float:
    """Equation 4 turned round: rows' class weights and signed distances from the hyperplane."""
    right = distances > 0
    rule = twoing(rated[~right].sum(axis=0), rated[right].sum(axis=0))
    margin = distances[right].min() - distances[~right].max()
    if rule == 0 or margin <= 0:
        return 0.0
    objective = (1 - weight) / rule + weight * math.log(10 * max(1.0, rated.sum())) / margin
    return float(1 / objective)


def moc2(rated: Float, distances: Float, band: float = 0.05) -> float:
    """The modified twoing rule of section 4.4, w being as long as 1 / band."""
    values = distances / band
    left, right = rated[values <= 0].sum(axis=0), rated[values > 0].sum(axis=0)
    far_left, far_right = rated[values <= -1].sum(axis=0), rated[values >= 1].sum(axis=0)
    if far_left.sum() == 0 or far_right.sum() == 0:
        return 0.0
    everyone = np.abs(left / left.sum() - right / right.sum()).sum()
    outside = np.abs(far_left / far_left.sum() - far_right / far_right.sum()).sum()
    n = rated.sum()
    return float(far_left.sum() / n * (far_right.sum() / n) * everyone * outside)


# By name: the objective, and whether distances are taken with a feature's range as its unit.
OBJECTIVES = {"moc1": (moc1, False), "moc2": (moc2, True)}


def best_cut(criterion: str, rated: Float, X: Float, least: int = 1) -> float:
    """The merit of the best axis-parallel cut; minus infinity when there is none."""
    objective, in_ranges = OBJECTIVES[criterion]
    best = -math.inf
    for column in X.T:
        known = np.unique(column)
        for below, above in pairwise(known):
            cut = below + 0.5 * (above - below)
            left = int((column <= cut).sum())
            if not least <= left <= len(column) - least:
                continue
            unit = np.ptp(column) if in_ranges else 1.0
            best = max(best, objective(rated, (column - cut) / unit))
    return best


def merit_of(criterion: str, rated: Float, X: Float, weights: Float, cut: float) -> float:
    """The merit of ``weights · x ≤ cut`` on these rows."""
    objective, in_ranges = OBJECTIVES[criterion]
    units = np.ptp(X, axis=0) if in_ranges else np.ones(X.shape[1])
    return objective(rated, (X @ weights - cut) / np.linalg.norm(weights * units))
