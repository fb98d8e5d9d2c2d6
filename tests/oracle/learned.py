"""A learned test of one node, from the table to the terms that are chosen, in plain steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from tests.oracle import learners, selectors
from tests.oracle.brute_force import Floats, Ints, Table
from tests.oracle.counter_rng import CounterRng
from tests.oracle.examples import (
    Examples,
    rows_in_order,
    standardised,
    terms_of,
    values_of,
    varying,
)

PRESENTATION = 0xFFFFFFF0
MOST_PASSES = 5  # rounding errors of thermal training double every few corrections


def passes_of(weights: Floats, seed: int) -> Iterator[NDArray[np.integer]]:
    """Each pass by systematic sampling in proportion to weight, then shuffled."""
    rng = CounterRng(seed, PRESENTATION)
    until = np.cumsum(weights) * len(weights) / np.cumsum(weights)[-1]
    while True:
        points = np.arange(len(weights)) + rng.uniform()
        order = np.minimum(np.searchsorted(until, points, side="right"), len(weights) - 1)
        for i in range(len(order), 1, -1):
            j = rng.below(i)
            order[i - 1], order[j] = order[j], order[i - 1]
        yield order


@dataclass(eq=False)
class LearnedNode:
    """All rows of a table, and one learner."""

    table: Table
    learner: str
    criterion: str
    seed: int
    underfit: float = 2.0
    ratchet: bool = False
    schedule: dict[str, float] = field(default_factory=dict)  # of thermal training
    examples: Examples = field(init=False)
    terms: list[tuple[int, int]] = field(init=False)
    distinct: int = field(init=False)

    def __post_init__(self) -> None:
        rows, weights = rows_in_order(self.table)
        every = terms_of(self.table)
        columns = np.column_stack([values_of(self.table, term, rows) for term in every])
        kept = varying(columns)
        self.terms = [every[t] for t in kept]
        y = self.table.y[rows]
        self.examples = standardised(columns[:, kept], y, weights, self.table.n_classes)
        self.distinct = len({str(columns[j].tolist()) for j in range(len(columns))})
        self.groups = self._groups()

    def _groups(self) -> Ints:
        """The class by its place among those present; two superclasses for RLS."""
        classes, places = np.unique(self.examples.y, return_inverse=True)
        if self.learner != "rls" or len(classes) == 2:
            return places
        signs = learners.superclasses(
            self.examples.with_one,
            self.examples.y,
            self.examples.weights,
            lambda above: self.merit(self.children(above.astype(int), 2)),
        )
        return np.array([int(signs[int(label)] > 0) for label in self.examples.y])

    def children(self, child: Ints, n: int) -> Floats:
        counts = np.zeros((n, self.table.n_classes))
        np.add.at(counts, (child, self.examples.y), self.examples.weights)
        return counts

    def merit(self, children: Floats) -> float:
        return float(_core.merit_of_children(self.criterion, children))

    def vectors(self, patterns: Floats) -> Floats:
        weights = self.examples.weights
        n_groups = int(self.groups.max()) + 1
        if self.learner == "rls":
            return learners.least_squares(patterns, 2.0 * self.groups - 1.0, weights)[None, :]
        passes = islice(passes_of(weights, self.seed), MOST_PASSES)
        if self.learner == "thermal":
            state = learners.thermal(patterns, self.groups, n_groups, passes, **self.schedule)
            return state.machine
        return learners.pocket(patterns, self.groups, weights, n_groups, passes, self.ratchet)

    def evaluate(self, terms: tuple[int, ...]) -> selectors.Trial:
        patterns = self.examples.only(list(terms)).with_one
        vectors = self.vectors(patterns)
        if len(vectors) == 1:
            child = (patterns @ vectors[0] > 0.0).astype(int)
        else:
            child = np.argmax(patterns @ vectors.T, axis=1)
        children = self.children(child, max(2, len(vectors)))
        return selectors.Trial(terms, vectors, children, self.merit(children))

    def allowed(self, n_terms: int) -> bool:
        return self.distinct >= self.underfit * n_terms

    def best(self, selector: str) -> selectors.Trial | None:
        n_terms = len(self.terms)
        if n_terms == 0:
            return None
        if selector == "none":
            trial = self.evaluate(tuple(range(n_terms)))
            return trial if trial.discriminates else None
        return selectors.SEARCHES[selector](n_terms, self.evaluate, self.allowed)
