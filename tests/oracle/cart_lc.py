"""CART-LC's search at one node, step by step from figure 4 of Murthy, Kasif and Salzberg 1994
and section 4.5 of Brodley and Utgoff 1995. Every interval of every coefficient is tried.

The figure writes a split as v <= c and moves to v - delta (x + gamma) <= c. Here delta is
reckoned the other way round, v + delta (x + gamma) <= c, so that the smallest is the first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
GAMMAS = (-0.25, 0.0, 0.25)


@dataclass
class Problem:
    """The complete rows of a node, the criterion, and CART's settings."""

    x: Floats  # complete rows, terms that vary only
    y: NDArray[np.int32]
    n_classes: int
    merit: Callable[[Floats, Floats], Floats]
    weights: Floats
    beta: float | None = None
    epsilon: float = 1e-4
    max_cycles: int = 100
    min_samples_leaf: int = 1


@dataclass
class Split:
    """Rows with v <= c are on the left; v is the sum of a_i x_i."""

    a: Floats
    c: float
    merit: float


@dataclass
class Search:
    of: Problem
    ends_of_cycles: list[float] = field(default_factory=list)  # merits

    def run(self) -> Split:
        """Figure 4 between its second and its last but one line."""
        active = list(range(self.of.x.shape[1]))
        split = self.cycles(self.best_single(), active)
        if self.of.beta is None:
            return split
        kept = self.eliminate(split, active)
        return self.cycles(split, kept) if len(kept) < len(active) else split

    # --- the one-dimensional searches ------------------------------------------

    def merit_of(self, value: Floats) -> float | None:
        """None where a side has too few rows."""
        right = value > 0
        if min(right.sum(), (~right).sum()) < self.of.min_samples_leaf:
            return None
        # The right side first, as the core has it, so that equal merits are equal to the last bit.
        counts = [
            np.bincount(self.of.y[side], self.of.weights[side], minlength=self.of.n_classes)
            for side in (right, ~right)
        ]
        return float(self.of.merit(counts[0][None, :], counts[1][None, :])[0])

    def best_step(self, value: Floats, slope: Floats) -> tuple[float, float] | None:
        """Try a delta in every interval between two points where rows change sides."""
        moving = slope != 0
        points = np.unique(-value[moving] / slope[moving] + 0.0)
        best = None
        for below, above in pairwise(points):
            # The sides between the two points, by where each row changes rather than by adding
            # delta times slope, whose rounding might put a row that changes there on either side.
            right = np.where(moving, False, value > 0)
            crossed = -value[moving] / slope[moving] + 0.0 <= below
            right[moving] = np.where(slope[moving] > 0, crossed, ~crossed)
            merit = self.merit_of(right.astype(float))
            if merit is not None and (best is None or merit > best[1]):
                best = below + 0.5 * (above - below), merit
        return best

    # --- figure 4 ------------------------------------------------------------------

    def best_single(self) -> Split:
        best = Split(np.zeros(self.of.x.shape[1]), 0.0, -np.inf)
        for i, column in enumerate(self.of.x.T):
            step = self.best_step(column, np.ones(len(column)))
            if step is not None and step[1] > best.merit:
                best = Split(np.eye(len(best.a))[i], -step[0], step[1])
        return best

    def cycles(self, split: Split, active: list[int]) -> Split:
        for _ in range(self.of.max_cycles):
            before = split.merit
            for i in active:
                self.perturb(split, i)
            self.perturb_constant(split)
            self.ends_of_cycles.append(split.merit)
            if abs(split.merit - before) <= self.of.epsilon:
                break
        return split

    def perturb(self, split: Split, i: int) -> None:
        found = []
        for gamma in GAMMAS:
            step = self.best_step(self.of.x @ split.a - split.c, self.of.x[:, i] + gamma)
            if step is not None:
                found.append((step[1], -len(found), step[0], gamma))
        if not found:
            return
        merit, _, delta, gamma = max(found)
        split.a[i] += delta
        split.c -= delta * gamma
        split.merit = merit

    def perturb_constant(self, split: Split) -> None:
        step = self.best_step(self.of.x @ split.a - split.c, np.ones(len(self.of.x)))
        if step is not None:
            split.c -= step[0]
            split.merit = step[1]

    # --- section 4.5 -----------------------------------------------------------------

    def eliminate(self, split: Split, active: list[int]) -> list[int]:
        kept = list(active)
        while len(kept) > 1:
            without = {}
            for i in kept:
                a = split.a.copy()
                a[i] = 0.0
                trial = Split(a, split.c, 0.0)
                self.perturb_constant(trial)
                without[i] = trial
            costs = {i: split.merit - trial.merit for i, trial in without.items()}
            least = min(kept, key=lambda i: costs[i])
            if costs[least] > self.of.beta * max(costs.values()):
                break
            trial = without[least]
            split.a, split.c, split.merit = trial.a, trial.c, trial.merit
            kept.remove(least)
        return kept


def normalised(x: Floats, weights: Floats) -> Floats:
    """Centred at the median and divided by the interquartile range, without constant terms.

    A quantile is the first value at which the rows reach the share, whole weights being repeated
    rows. Where the quartiles are equal, the range takes their place.
    """
    rows = np.repeat(x, weights.astype(int), axis=0)
    low, middle, high = np.quantile(rows, [0.25, 0.5, 0.75], axis=0, method="inverted_cdf")
    spread = np.where(high > low, high - low, np.ptp(x, axis=0))
    varies = spread > 0
    return (x[:, varies] - middle[varies]) / spread[varies]
