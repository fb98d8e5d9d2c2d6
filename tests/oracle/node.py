"""A node's rows as the searches for hyperplanes see them, and the merit of a hyperplane."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import NDArray

from tests.oracle.brute_force import Table

Floats = NDArray[np.float64]


@dataclass
class SearchNode:
    """Rows in the order of their classes; terms that vary, and a last column of ones."""

    z: Floats  # (rows, terms + 1)
    y: NDArray[np.int32]
    weights: Floats
    n_classes: int
    merit: Callable[[Floats, Floats], Floats]
    min_samples_leaf: int = 1

    @classmethod
    def of(cls, table: Table, merit: Callable[..., Floats], min_samples_leaf: int = 1) -> Self:
        """All rows of positive weight, means for missing values, every term brought to [0, 1]."""
        weights = table.exact_weights()
        kept = np.flatnonzero(weights > 0)
        order = kept[np.argsort(table.y[kept], kind="stable")]
        columns = []
        for column in table.columns:
            values = column[order]
            known = ~np.isnan(values)
            if known.any():
                mean = np.average(values[known], weights=weights[order][known])
                values = np.where(known, values, mean)
                if np.ptp(values) > 0:
                    columns.append((values - values.min()) / np.ptp(values))
        columns.append(np.ones(len(order)))
        z, y = np.column_stack(columns), table.y[order]
        return cls(z, y, weights[order], table.n_classes, merit, min_samples_leaf)

    def values(self, weights: list[float] | Floats) -> Floats:
        """Summed as the core sums: the constant, then term after term."""
        total = np.full(len(self.y), weights[-1])
        for column, weight in zip(self.z.T[:-1], weights[:-1], strict=True):
            total = total + weight * column
        return total

    def merit_of(self, right: NDArray[np.bool_]) -> float:
        """Minus infinity where a side has too few rows."""
        if min(right.sum(), (~right).sum()) < self.min_samples_leaf:
            return -np.inf
        # The right side first, as the core has it, so that equal merits are equal to the last bit.
        counts = [
            np.bincount(self.y[side], self.weights[side], minlength=self.n_classes)
            for side in (right, ~right)
        ]
        return float(self.merit(counts[0][None, :], counts[1][None, :])[0])
