"""The best test at a node by trying all of them, written from the papers and not from the core.

Criteria are as Murthy, Kasif and Salzberg 1994 print them (section 3.3.1 and appendix B), turned
round so that larger is better; rows with missing values are filled or shared out as in Quinlan
1993. Everything is a plain pass over sorted values: slow, and easy to read against the papers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int32]
Score = Callable[[Floats, Floats], Floats]


ROUNDING = 1e-9  # of sums of shares; rows count by their shares


@dataclass
class Table:
    """Columns in the user's order, numbers or category codes, with classes and weights."""

    columns: list[Floats | Ints]
    n_categories: list[int]  # 0 for numeric columns
    y: Ints
    n_classes: int
    weights: Floats | None = None

    def numeric(self, feature: int) -> bool:
        return self.n_categories[feature] == 0

    def missing(self, feature: int) -> NDArray[np.bool_]:
        column = self.columns[feature]
        return np.isnan(column) if self.numeric(feature) else column < 0

    def exact_weights(self) -> Floats:
        """Weights rounded to 2^-52 of a power of two above their sum; ones stay ones."""
        if self.weights is None or np.all(self.weights == 1.0):
            return np.ones(len(self.y))
        _, exponent = np.frexp(np.add.accumulate(self.weights)[-1])
        unit = np.ldexp(1.0, int(exponent) - 52)
        return np.rint(self.weights / unit) * unit


@dataclass
class Settings:
    criterion: str = "gini"
    missing: str = "mean"
    max_depth: int = 0
    min_samples_split: int = 2
    min_samples_leaf: int = 1
    max_leaf_nodes: int = 0


def twoing(left: Floats, right: Floats) -> Floats:
    n_left, n_right = sizes(left), sizes(right)
    n = n_left + n_right
    spread = np.abs(left / n_left - right / n_right).sum(axis=1, keepdims=True)
    return ((n_left / n) * (n_right / n) * spread**2)[:, 0]


def gini(left: Floats, right: Floats) -> Floats:
    def index(counts: Floats) -> Floats:
        return 1.0 - ((counts / sizes(counts)) ** 2).sum(axis=1, keepdims=True)

    n_left, n_right = sizes(left), sizes(right)
    n = n_left + n_right
    impurity = (n_left * index(left) + n_right * index(right)) / n
    return (index(left + right) - impurity)[:, 0]


def entropy(counts: Floats) -> Floats:
    shares = counts / sizes(counts)
    logs = np.log2(shares, out=np.zeros_like(shares), where=shares > 0.0)
    return -(shares * logs).sum(axis=1, keepdims=True)


def info_gain(left: Floats, right: Floats) -> Floats:
    n_left, n_right = sizes(left), sizes(right)
    n = n_left + n_right
    remaining = n_left / n * entropy(left) + n_right / n * entropy(right)
    return np.maximum(0.0, entropy(left + right) - remaining)[:, 0]


def gain_ratio(left: Floats, right: Floats) -> Floats:
    of_split = entropy(np.hstack([sizes(left), sizes(right)]))[:, 0]
    return info_gain(left, right) / of_split


def minority(counts: Floats) -> Floats:
    return np.sort(counts, axis=1)[:, :-1].sum(axis=1)


def max_minority(left: Floats, right: Floats) -> Floats:
    n = sizes(left + right)[:, 0]
    return (minority(left + right) - np.maximum(minority(left), minority(right))) / n


def sum_minority(left: Floats, right: Floats) -> Floats:
    n = sizes(left + right)[:, 0]
    return (minority(left + right) - minority(left) - minority(right)) / n


def variance(left: Floats, right: Floats) -> Floats:
    total = left + right
    order = np.argsort(-total, axis=1, kind="stable")
    category = np.empty_like(total)
    np.put_along_axis(category, order, np.arange(1.0, total.shape[1] + 1)[None, :], axis=1)

    def spread(counts: Floats) -> Floats:
        mean = (category * counts).sum(axis=1, keepdims=True) / sizes(counts)
        return (counts * (category - mean) ** 2).sum(axis=1)

    return (spread(total) - spread(left) - spread(right)) / sizes(total)[:, 0]


def sizes(counts: Floats) -> Floats:
    return counts.sum(axis=1, keepdims=True)


CRITERIA: dict[str, Score] = {
    "twoing": twoing,
    "gini": gini,
    "info-gain": info_gain,
    "gain-ratio": gain_ratio,
    "max-minority": max_minority,
    "sum-minority": sum_minority,
    "variance": variance,
}


@dataclass(eq=False)
class Node:
    """Rows at a node and the share of each; filled in with the test chosen there."""

    rows: NDArray[np.int64]
    shares: Floats
    depth: int = 0
    test: Option | None = None
    children: list[Node] = field(default_factory=list)


@dataclass(eq=False)
class Option:
    """One possible test: `feature <= below..above` or `feature = category`."""

    feature: int
    merit: float
    left: Floats
    right: Floats
    below: float = np.nan  # the neighbouring values of a cut
    above: float = np.nan
    category: int = -1


class Oracle:
    """Lists the tests of a node and deals its rows."""

    def __init__(self, table: Table, settings: Settings, score: Score | None = None) -> None:
        self.table = table
        self.settings = settings
        self.score = score or CRITERIA[settings.criterion]
        self.weights = table.exact_weights()
        self.every_row = np.flatnonzero(self.weights > 0.0)
        shares = np.ones(len(self.every_row))
        self.fills = [self._fill(f, self.every_row, shares, 0.0) for f in range(len(table.columns))]

    def root(self) -> Node:
        return Node(self.every_row, np.ones(len(self.every_row)))

    def weight(self, node: Node) -> Floats:
        return self.weights[node.rows] * node.shares

    def counts(self, node: Node) -> Floats:
        k = self.table.n_classes
        return np.bincount(self.table.y[node.rows], self.weight(node), minlength=k)

    def may_split(self, node: Node) -> bool:
        stopping = self.settings
        return (
            node.shares.sum() >= max(2, stopping.min_samples_split) - ROUNDING
            and (stopping.max_depth == 0 or node.depth < stopping.max_depth)
            and np.count_nonzero(self.counts(node)) > 1
        )

    def options(self, node: Node) -> list[Option]:
        """The best test of each feature, by merit, then the smallest cut or category."""
        found = []
        for feature in range(len(self.table.columns)):
            option = self._best_of_feature(node, feature)
            if option is not None:
                found.append(option)
        return found

    def best(self, node: Node) -> Option | None:
        """Of equal merits the smallest feature's; None when the node must be a leaf."""
        if not self.may_split(node):
            return None
        return max(self.options(node), key=lambda option: option.merit, default=None)

    def deal(self, node: Node, feature: int, goes_left: Callable[[NDArray], NDArray]) -> list[Node]:
        """The children of a test; `goes_left` tells for values that are not missing."""
        values = self.table.columns[feature][node.rows]
        known = ~self.table.missing(feature)[node.rows]
        children = []
        for side in (goes_left(values), ~goes_left(values)):
            mine = side & known
            children.append(Node(node.rows[mine], node.shares[mine], node.depth + 1))
        if known.all():
            return children
        parts = np.array([self.weight(child).sum() for child in children])
        for child, part in zip(children, parts / parts.sum(), strict=True):
            if part > 0.0:
                child.rows = np.concatenate([child.rows, node.rows[~known]])
                child.shares = np.concatenate([child.shares, node.shares[~known] * part])
        return children

    def filled(self, node: Node, feature: int) -> NDArray:
        values = self.table.columns[feature][node.rows]
        missing = self.table.missing(feature)[node.rows]
        return np.where(missing, self.fill_at(node, feature), values) if missing.any() else values

    def fill_at(self, node: Node, feature: int) -> float:
        if self.settings.missing != "node-mean":
            return self.fills[feature]
        return self._fill(feature, node.rows, node.shares, self.fills[feature])

    def _fill(
        self, feature: int, rows: NDArray[np.int64], shares: Floats, otherwise: float
    ) -> float:
        """The weighted mean or the commonest category of the known values."""
        rows = rows[~self.table.missing(feature)[rows]]
        values, weights = self.table.columns[feature][rows], self.weights[rows]
        if len(rows) == 0:
            return otherwise
        if not self.table.numeric(feature):
            counts = np.bincount(values, weights, minlength=self.table.n_categories[feature])
            return float(np.argmax(counts))
        return weighted_mean(values, weights)

    def _best_of_feature(self, node: Node, feature: int) -> Option | None:
        values = self.filled(node, feature)
        weights, labels, known_share = self.weight(node), self.table.y[node.rows], 1.0
        shares = node.shares
        if self.settings.missing == "fractional":
            known = ~self.table.missing(feature)[node.rows]
            known_share = weights[known].sum() / weights.sum()
            values, weights, labels = values[known], weights[known], labels[known]
            shares = shares[known]
        if len(values) == 0:
            return None
        rated = np.zeros((len(values), self.table.n_classes))
        rated[np.arange(len(values)), labels] = weights
        if self.table.numeric(feature):
            return self._best_cut(feature, values, rated, shares, known_share)
        return self._best_category(feature, values, rated, shares, known_share)

    def _best_cut(
        self, feature: int, values: Floats, rated: Floats, shares: Floats, known_share: float
    ) -> Option | None:
        order = np.argsort(values, kind="stable")
        values, left = values[order], np.cumsum(rated[order], axis=0)
        before = np.cumsum(shares[order])[:-1]
        least = max(1, self.settings.min_samples_leaf) - ROUNDING
        allowed = (before >= least) & (shares.sum() - before >= least)
        allowed &= values[:-1] < values[1:]
        at = np.flatnonzero(allowed)
        if len(at) == 0:
            return None
        right = np.cumsum(rated[order][::-1], axis=0)[::-1]
        merits = known_share * self.score(left[at], right[at + 1])
        i = int(np.argmax(merits))
        cut = at[i]
        sides = left[cut], right[cut + 1]
        return Option(feature, float(merits[i]), *sides, values[cut], values[cut + 1])

    def _best_category(
        self, feature: int, values: NDArray, rated: Floats, shares: Floats, known_share: float
    ) -> Option | None:
        best = None
        least = max(1, self.settings.min_samples_leaf) - ROUNDING
        for category in range(self.table.n_categories[feature]):
            inside = values == category
            if not least <= shares[inside].sum() <= shares.sum() - least:
                continue
            left, right = rated[inside].sum(axis=0), rated[~inside].sum(axis=0)
            merit = known_share * float(self.score(left[None, :], right[None, :])[0])
            if best is None or merit > best.merit:
                best = Option(feature, merit, left, right, category=category)
        return best


def weighted_mean(values: Floats, weights: Floats) -> float:
    """The double nearest to the exact mean."""
    scaled = [as_integer(value) for value in values.tolist()]
    shares = [as_integer(weight) for weight in weights.tolist()]
    total = sum(value * share for value, share in zip(scaled, shares, strict=True))
    return float(Fraction(total, sum(shares) << 1074))


def as_integer(value: float) -> int:
    """In units of the smallest positive double."""
    numerator, denominator = value.as_integer_ratio()
    return numerator * ((1 << 1074) // denominator)
