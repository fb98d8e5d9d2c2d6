"""Examples at a node as Brodley and Utgoff (1995, sections 2.1 and 2.2) make them of a table."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tests.oracle.brute_force import Floats, Ints, Table

NUMBER = -1


def terms_of(table: Table) -> list[tuple[int, int]]:
    """(feature, category): numbers themselves, then one indicator of two values or of each of more.

    Of two values the first is +1.
    """
    terms = [(f, NUMBER) for f in range(len(table.columns)) if table.numeric(f)]
    for feature, n_values in enumerate(table.n_categories):
        if n_values == 2:
            terms.append((feature, 0))
        else:
            terms += [(feature, code) for code in range(n_values)]
    return terms


def rows_in_order(table: Table) -> tuple[NDArray[np.int64], Floats]:
    """One row per class and values, by class, then by values, and what it weighs."""
    weights = table.exact_weights()
    seen: dict[tuple, tuple[int, float]] = {}
    for row in np.flatnonzero(weights > 0):
        values = [float(column[row]) + 0.0 for column in table.columns]
        key = [
            np.inf if v != v or (n and v < 0) else v
            for v, n in zip(values, table.n_categories, strict=True)
        ]
        first, weight = seen.get((int(table.y[row]), *key), (int(row), 0.0))
        seen[int(table.y[row]), *key] = (first, weight + float(weights[row]))
    found = [seen[key] for key in sorted(seen)]
    return np.array([row for row, _ in found]), np.array([weight for _, weight in found])


def values_of(table: Table, term: tuple[int, int], rows: NDArray[np.int64]) -> Floats:
    """The term's column; NaN where the feature is missing."""
    feature, category = term
    column = table.columns[feature][rows]
    if category == NUMBER:
        return column.astype(np.float64)
    signs = np.where(column == category, 1.0, -1.0)
    return np.where(column < 0, np.nan, signs)


@dataclass(eq=False)
class Examples:
    """Standardised terms of some rows, with what undoes the standardisation."""

    z: Floats  # (rows, terms); zero where missing
    means: Floats
    deviations: Floats
    y: Ints
    weights: Floats
    n_classes: int

    @property
    def with_one(self) -> Floats:
        """Pattern vectors: the terms, then the constant 1."""
        return np.column_stack([self.z, np.ones(len(self.z))])

    def only(self, terms: list[int]) -> Examples:
        return Examples(
            self.z[:, terms],
            self.means[terms],
            self.deviations[terms],
            self.y,
            self.weights,
            self.n_classes,
        )

    def distinct(self) -> int:
        """How many different instances there are."""
        return len({row.tobytes() for row in self.z + 0.0})

    def in_users_units(self, vector: Floats) -> tuple[Floats, float]:
        """Weights and bias on the terms themselves of a vector on (z, 1)."""
        weights = vector[:-1] / self.deviations
        return weights, float(vector[-1] - weights @ self.means)


def standardised(columns: Floats, y: Ints, weights: Floats, n_classes: int) -> Examples:
    """Zero mean and unit deviation of the known values; missing ones are then zero."""
    z = np.zeros(columns.shape)
    means, deviations = np.zeros(columns.shape[1]), np.ones(columns.shape[1])
    for t, column in enumerate(columns.T):
        known = ~np.isnan(column)
        share = weights[known] / weights[known].sum()
        means[t] = share @ column[known]
        deviations[t] = np.sqrt(share @ (column[known] - means[t]) ** 2)
        z[known, t] = (column[known] - means[t]) / deviations[t]
    return Examples(z, means, deviations, y, weights, n_classes)


def varying(columns: Floats) -> list[int]:
    """The columns with at least two different known values."""
    return [t for t, c in enumerate(columns.T) if len(np.unique(c[~np.isnan(c)])) > 1]
