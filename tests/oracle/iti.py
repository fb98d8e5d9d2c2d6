"""The tree of ITI as docs/systems/iti.md defines it, made afresh from the rows by plain counting.

Nothing is remembered, revised or shared: every candidate of every node is counted out on its own.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache
from itertools import pairwise

Value = float | str | None


@dataclass(frozen=True)
class Rows:
    """Columns of numbers, of text, or of None alone; None is a missing value."""

    columns: Sequence[Sequence[Value]]
    labels: Sequence[object]
    weights: Sequence[int]

    def everything(self) -> list[int]:
        return [row for row, weight in enumerate(self.weights) if weight > 0]

    def counts(self, rows: Sequence[int]) -> Counter:
        found: Counter = Counter()
        for row in rows:
            found[self.labels[row]] += self.weights[row]
        return found


@dataclass(frozen=True)
class Question:
    """`feature ≤ at` of a number, `feature = at` of text."""

    feature: int
    at: float | str
    merit: float
    gap: float  # NaN for text

    def goes_left(self, value: float | str) -> bool:
        return value == self.at if isinstance(self.at, str) else value <= self.at


@dataclass(frozen=True)
class Grown:
    """A node: a leaf if it has no question."""

    counts: Counter
    rows: tuple[int, ...]  # all that came here
    n_candidates: int = 0
    question: Question | None = None
    children: tuple[Grown, ...] = ()

    @property
    def n(self) -> int:
        return sum(self.counts.values())

    def walk(self) -> Iterator[Grown]:
        """Level by level, as the frozen tree is numbered."""
        level = [self]
        while level:
            yield from level
            level = [child for node in level for child in node.children]


# --- growing -------------------------------------------------------------------


def iti(table: Rows, rows: Sequence[int] | None = None) -> Grown:
    """Grow by the numbered steps of "The tree"."""
    here = table.everything() if rows is None else list(rows)
    leaf = Grown(table.counts(here), tuple(here))
    if len(leaf.counts) < 2:
        return leaf
    possible = candidates(table, here)
    leaf = replace(leaf, n_candidates=len(possible))
    question = best(possible)
    if question is None or question.merit == 0.0:
        return leaf
    return replace(
        leaf,
        question=question,
        children=tuple(iti(table, side) for side in sides(table, here, question)),
    )


def best(possible: Sequence[Question]) -> Question | None:
    """Take the largest merit, then the smallest feature, then the smallest cut or category."""
    return min(possible, key=lambda one: (-one.merit, one.feature, one.at), default=None)


def sides(table: Rows, rows: Sequence[int], question: Question) -> tuple[list[int], list[int]]:
    """Send rows down; those that lack the value stay."""
    column = table.columns[question.feature]
    known = [(row, column[row]) for row in rows if column[row] is not None]
    return (
        [row for row, value in known if question.goes_left(value)],
        [row for row, value in known if not question.goes_left(value)],
    )


def candidates(table: Rows, rows: Sequence[int]) -> list[Question]:
    """Every test that is possible at a node, with its merit."""
    n = sum(table.weights[row] for row in rows)
    found = []
    for feature, column in enumerate(table.columns):
        classes: dict[float | str, Counter] = {}
        for row in rows:
            if column[row] is not None:
                at = column[row] if isinstance(column[row], str) else column[row] + 0.0
                classes.setdefault(at, Counter())[table.labels[row]] += table.weights[row]
        total = sum(classes.values(), Counter())
        for at, gap, left in lefts(classes):
            found.append(Question(feature, at, merit(left, total - left, n), gap))
    return found


def lefts(
    classes: dict[float | str, Counter],
) -> Iterator[tuple[float | str, float, Counter]]:
    """Each candidate's place, gap and class counts of the left side."""
    if len(classes) < 2:
        return
    values = sorted(classes)
    if isinstance(values[0], str):
        for value in values:
            yield value, math.nan, classes[value]
        return
    left: Counter = Counter()
    for below, above in pairwise(values):
        left = left + classes[below]
        if len(set(classes[below]) | set(classes[above])) > 1:
            yield between(below, above), above - below, left


def between(below: float, above: float) -> float:
    """Halfway, by halves where the gap overflows; `below` where rounding would reach `above`."""
    gap = above - below
    middle = below + 0.5 * gap if gap < 1e300 else 0.5 * below + 0.5 * above
    return middle if below <= middle < above else below


# --- merit ---------------------------------------------------------------------


def merit(left: Counter, right: Counter, n: int) -> float:
    """Gain ratio of known rows by the share of known rows, from whole numbers."""
    n_left, n_right = sum(left.values()), sum(right.values())
    classes = set(left) | set(right)
    if all(Fraction(left[i], left[i] + right[i]) == Fraction(n_left, n_left + n_right)
           for i in classes):  # fmt: skip
        return 0.0
    information = drop(n_left, n_right)
    gain = information - sum(drop(left[i], right[i]) for i in classes)
    return ((n_left + n_right) / n) * (max(1, gain) / information)


def drop(a: int, b: int) -> int:
    return fixed(a + b) - fixed(a) - fixed(b)


@cache
def fixed(x: int) -> int:
    """x log2 x in units of 2^-24."""
    return math.floor(2.0**24 * (x * log2_portable(float(x))) + 0.5) if x > 0 else 0


def log2_portable(x: float) -> float:
    """The series of cpp/obliqua/support/logarithm.hpp, operation for operation."""
    m, exponent = math.frexp(x)
    m, exponent = 2.0 * m, exponent - 1
    if m > 1.4142135623730951:
        m, exponent = 0.5 * m, exponent + 1
    z = (m - 1.0) / (m + 1.0)
    w = z * z
    series = 1.0 / 23.0
    for odd in range(21, 1, -2):
        series = series * w + 1.0 / odd
    return exponent + 2.8853900817779268 * (z + z * w * series)


# --- virtual pruning -----------------------------------------------------------


def pruned(node: Grown) -> Grown:
    """Make a leaf of each node that takes fewer bits as one, from the bottom up."""
    return _pruned(node)[0]


def _pruned(node: Grown) -> tuple[Grown, float]:
    as_leaf = leaf_bits(node.counts)
    if node.question is None:
        return node, as_leaf
    (left, left_bits), (right, right_bits) = map(_pruned, node.children)
    as_test = 1.0 + log2_portable(float(node.n_candidates)) + left_bits + right_bits
    if as_leaf < as_test:
        return replace(node, question=None, children=()), as_leaf
    return replace(node, children=(left, right)), as_test


def leaf_bits(counts: Counter) -> float:
    c, i = len(counts), sum(counts.values())
    if i == 0:
        return 1.0
    x = i - max(counts.values())
    bits = 1.0 + log2_portable(float(c))
    return bits + x * (log2_portable(float(i)) + log2_portable(float(c - 1))) if x > 0 else bits


def tree_bits(node: Grown) -> float:
    """The length of a tree as it stands."""
    if node.question is None:
        return leaf_bits(node.counts)
    left, right = map(tree_bits, node.children)
    return 1.0 + log2_portable(float(node.n_candidates)) + left + right
