"""The hyperplane with the widest gap between two sets of rows that one separates already.

The gap is the distance between the sets' convex hulls, so that any two points of them bound it
from above and any separating hyperplane from below: where the two bounds meet, the answer is
proved. The hulls' nearest points are a least-squares problem in non-negative variables, solved by
SciPy's active-set method; where that fails, scikit-learn's support vector machine is asked. Both
see the rows near the gap only, which grow until the proof holds for all rows.
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Plane", "gap_along", "widest_gap"]

Float = NDArray[np.float64]

_ENOUGH = 1e-6  # the share of the gap that may be missing from a proof
_NEAR = 64  # rows on each side to begin with, and to add at a time, besides two per dimension
_MOST_ROUNDS = 60
_MOST_SHIFTS = 8
_PULL = 16.0  # p below: how strongly the shares are drawn to a sum of one
_SVM_PENALTY = 1e9
_SVM_STEPS = 200_000


@dataclass(frozen=True, slots=True)
class Plane:
    """A separating direction of length one, and how wide the gap is along it.

    Parameters
    ----------
    weights : ndarray of float64
        The direction, from the left rows to the right ones.
    gap : float
        The distance between the two sides' nearest rows along it.
    widest : bool
        Whether no direction's gap is wider, up to rounding.
    """

    weights: Float
    gap: float
    widest: bool


def gap_along(left: Float, right: Float, weights: Float) -> float:
    """Measure the gap between two sets of rows along a direction; negative where they overlap."""
    length = float(np.linalg.norm(weights))
    if length == 0.0 or not np.isfinite(length):
        return -np.inf
    return float((right @ weights).min() - (left @ weights).max()) / length


def widest_gap(left: Float, right: Float, start: Float) -> Plane | None:
    """Find the direction along which two sets of rows are farthest apart.

    Parameters
    ----------
    left, right : ndarray of float64, shape (n_rows, n_terms)
        The two sets.
    start : ndarray of float64
        A direction that separates them; where the search begins.

    Returns
    -------
    Plane or None
        None when no direction that separates all rows was found.
    """
    search = _Search(left, right)
    search.offer(start)
    for solve in (_nearest_points, _support_vectors):
        if search.run(solve, start):
            break
    return search.best


class _Search:
    """Solves for ever more of the rows until the answer holds for all of them."""

    def __init__(self, left: Float, right: Float) -> None:
        self._left, self._right = left, right
        self._step = _NEAR + 2 * left.shape[1]
        self.best: Plane | None = None

    def offer(self, weights: Float, at_most: float = np.inf) -> None:
        """Take a direction if its gap is the widest so far; `at_most` is a bound on all gaps."""
        gap = gap_along(self._left, self._right, weights)
        if gap > (self.best.gap if self.best else 0.0):
            proved = gap >= at_most * (1.0 - _ENOUGH)
            self.best = Plane(weights / np.linalg.norm(weights), gap, proved)
        elif self.best and not self.best.widest and self.best.gap >= at_most * (1.0 - _ENOUGH):
            self.best = Plane(self.best.weights, self.best.gap, True)

    def run(self, solve: _Solver, start: Float) -> bool:
        """Whether the widest gap was found and proved."""
        weights = start
        near_left = _nearest(self._left @ weights, self._step)
        near_right = _nearest(-(self._right @ weights), self._step)
        for _ in range(_MOST_ROUNDS):
            found = solve(self._left[near_left], self._right[near_right], weights)
            if found is None:
                return False
            weights, at_most = found
            self.offer(weights, at_most)
            if self.best and self.best.widest:
                return True
            more_left = _more(self._left @ weights, near_left, self._step)
            more_right = _more(-(self._right @ weights), near_right, self._step)
            settled = len(more_left) == len(near_left) and len(more_right) == len(near_right)
            if settled and not solve.improves_when_repeated:
                return False
            near_left, near_right = more_left, more_right
        return False


class _Solver:
    """Finds a direction for few rows, and an upper bound on the gap between them."""

    improves_when_repeated = False

    def __call__(self, left: Float, right: Float, start: Float) -> tuple[Float, float] | None:
        raise NotImplementedError


class _NearestPoints(_Solver):
    """The hulls' nearest points: least squares in non-negative shares of the rows.

    The shares a, b that minimise |X_left' a - X_right' b|² + p² (1 - Σa)² + p² (1 - Σb)² leave a
    difference d that all left rows are on one side of and all right rows on the other, the
    borders at p² (1 - Σa) and p² (1 - Σb) from the origin. Where the two are equal, so are Σa and
    Σb, and d is the difference of the hulls' nearest points but for its length. The origin is
    moved halfway between the borders until it is so.
    """

    improves_when_repeated = True

    def __call__(self, left: Float, right: Float, start: Float) -> tuple[Float, float] | None:
        rows = np.vstack([left, right])
        origin = rows.mean(axis=0)
        middle = 0.5 * ((left @ start).max() + (right @ start).min())
        origin = origin + (middle - origin @ start) / (start @ start) * start
        scale = float(np.abs(rows - origin).max())
        if not 0.0 < scale < np.inf:
            return None
        one, other = (left - origin) / scale, (right - origin) / scale
        found = None
        for _ in range(_MOST_SHIFTS):
            shares = _least_squares(one, other)
            if shares is None:
                return found
            here, there = shares
            across = other.T @ there - one.T @ here
            square = float(across @ across)
            if not (here.sum() > 0.0 and there.sum() > 0.0 and square > 0.0):
                return found
            apart = (other.T @ there) / there.sum() - (one.T @ here) / here.sum()
            found = across, float(np.linalg.norm(apart)) * scale
            if gap_along(one, other, across) * scale >= found[1] * (1.0 - 0.1 * _ENOUGH):
                return found
            shift = 0.5 * _PULL**2 * (here.sum() - there.sum()) / square * across
            one, other = one - shift, other - shift
        return found


def _least_squares(one: Float, other: Float) -> tuple[Float, Float] | None:
    """Shares of the rows of two hulls; None when the solver gives up."""
    from scipy.optimize import nnls

    system = np.zeros((one.shape[1] + 2, len(one) + len(other)))
    system[:-2] = np.hstack([one.T, -other.T])
    system[-2, : len(one)] = _PULL
    system[-1, len(one) :] = _PULL
    target = np.zeros(len(system))
    target[-2:] = _PULL
    try:
        shares, _ = nnls(system, target, maxiter=10 * system.shape[1])
    except (RuntimeError, np.linalg.LinAlgError):
        return None
    return shares[: len(one)], shares[len(one) :]


class _SupportVectors(_Solver):
    """A support vector machine that may not err."""

    def __call__(self, left: Float, right: Float, start: Float) -> tuple[Float, float] | None:
        from sklearn.exceptions import ConvergenceWarning
        from sklearn.svm import SVC

        rows = np.vstack([left, right])
        sides = np.repeat([0, 1], [len(left), len(right)])
        scale = max(gap_along(left, right, start), 1e-12 * float(np.abs(rows).max()))
        if not 0.0 < scale < np.inf:
            return None
        machine = SVC(kernel="linear", C=_SVM_PENALTY, tol=1e-6, max_iter=_SVM_STEPS)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", ConvergenceWarning)
            machine.fit((rows - rows.mean(axis=0)) / scale, sides)
        shares = machine.dual_coef_[0]
        here = machine.support_[shares < 0.0]
        there = machine.support_[shares > 0.0]
        if not len(here) or not len(there):
            return None
        one = -shares[shares < 0.0] @ rows[here] / -shares[shares < 0.0].sum()
        other = shares[shares > 0.0] @ rows[there] / shares[shares > 0.0].sum()
        return machine.coef_[0], float(np.linalg.norm(other - one))


_nearest_points = _NearestPoints()
_support_vectors = _SupportVectors()


def _nearest(values: Float, n: int) -> NDArray[np.intp]:
    """Positions of the n largest values, increasing."""
    if len(values) <= n:
        return np.arange(len(values))
    return np.sort(np.argpartition(values, len(values) - n)[len(values) - n :])


def _more(values: Float, near: NDArray[np.intp], n: int) -> NDArray[np.intp]:
    """The rows seen, and up to n of those that are nearer than they are."""
    beyond = np.flatnonzero(values > values[near].max())
    nearest = beyond[_nearest(values[beyond], n)]
    return np.union1d(near, nearest)
