"""What a forest's trees are grown from: rows, weights, features and seeds."""

from __future__ import annotations

import math
import numbers
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import clone

from obliqua._widened import widened
from obliqua.estimators._parameters import Whole
from obliqua.estimators._targets import check_two_classes, encode_labels, row_weights
from obliqua.estimators.base import BaseTreeClassifier
from obliqua.table import ReadTable, read

__all__ = ["Examples", "Features", "Grower", "Member", "draw", "grown", "read_examples"]

Codes = NDArray[np.int32]
Weights = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Grower:
    """A classifier that grows one tree, and that can be told to grow another."""

    def accepts(self, value: Any) -> bool:
        """Whether the value is one, or None for the default."""
        if value is None:
            return True
        grower = isinstance(value, BaseTreeClassifier)
        return grower and "random_state" in value.get_params(deep=False)

    def __str__(self) -> str:
        return (
            "one of Obliqua's classifiers that grow one tree and have a random_state, such as "
            "OC1Classifier(), or None"
        )


@dataclass(frozen=True, slots=True)
class Features:
    """How many features a tree may use."""

    def accepts(self, value: Any) -> bool:
        """Whether `count` can make a number of the value."""
        if value is None or isinstance(value, str):
            return value in (None, "sqrt")
        if isinstance(value, numbers.Integral):
            return Whole(1).accepts(value)
        return isinstance(value, numbers.Real) and 0.0 < float(value) <= 1.0

    def __str__(self) -> str:
        return "None, 'sqrt', a whole number of at least 1, or a share above 0 and at most 1.0"

    @staticmethod
    def count(value: Any, n_features: int) -> int:
        """Turn the value into a number of features."""
        if value is None:
            return n_features
        if value == "sqrt":
            return max(1, math.isqrt(n_features))
        if isinstance(value, numbers.Integral):
            return min(int(value), n_features)
        return max(1, round(float(value) * n_features))


@dataclass(frozen=True)
class Member:
    """What one tree of the forest is grown with."""

    seed: int
    features: tuple[int, ...] | None  # None: all
    times: NDArray[np.int64] | None  # how often each row was drawn; None: once


@dataclass(frozen=True)
class Examples:
    """The rows that all trees are grown from."""

    table: ReadTable
    classes: NDArray[Any]
    codes: Codes
    weights: Weights | None

    @property
    def labels(self) -> NDArray[Any]:
        """The class label of each row."""
        return self.classes[self.codes]

    def weights_of(self, times: NDArray[np.int64] | None) -> Weights | None:
        """Weights of the rows for a tree that saw each so many times."""
        if times is None:
            return self.weights
        return times.astype(np.float64) if self.weights is None else times * self.weights


def read_examples(X: Any, y: Any, sample_weight: Any, owner: str) -> Examples:
    """Read a table and its labels and weights, once for all trees."""
    schema, columns = read(X)
    classes, codes = encode_labels(y, columns.n_rows, owner)
    weights = row_weights(sample_weight, None, classes, codes)
    check_two_classes(classes, codes if weights is None else codes[weights > 0])
    return Examples(ReadTable(schema, columns), classes, codes, weights)


def draw(
    source: np.random.RandomState, examples: Examples, *, used: int, bootstrap: bool
) -> Member:
    """Draw all that is random about one tree: its seed, `used` features, and its rows."""
    n_features = examples.table.schema.n_features
    seed = int(source.randint(0, 2**32, dtype=np.uint64))
    features = None
    if used < n_features:
        features = tuple(np.sort(source.permutation(n_features)[:used]).tolist())
    return Member(seed, features, _bootstrap(source, examples) if bootstrap else None)


def _bootstrap(source: np.random.RandomState, examples: Examples) -> NDArray[np.int64]:
    """Draw rows with replacement until two classes are among them."""
    n = len(examples.codes)
    rows = np.arange(n) if examples.weights is None else np.flatnonzero(examples.weights)
    while True:
        drawn = rows[source.randint(0, len(rows), len(rows), dtype=np.int64)]
        if np.ptp(examples.codes[drawn]) > 0:
            return np.bincount(drawn, minlength=n)


def grown(
    template: BaseTreeClassifier, member: Member, examples: Examples, labels: NDArray[Any]
) -> BaseTreeClassifier:
    """Grow one tree; it takes the whole table, whatever features it was grown from."""
    estimator: BaseTreeClassifier = clone(template).set_params(random_state=member.seed)
    table, features = examples.table, member.features
    rows = table if features is None else table.select(features)
    estimator.fit(rows, labels, sample_weight=examples.weights_of(member.times))
    if features is not None:
        estimator._set_tree(widened(estimator.tree_, table.schema, features))
    return estimator
