"""Protocols: which rows are learnt from and which are asked about.

A protocol deals the rows of a data set into splits. They depend on the protocol, the data set and
the repetition's seed alone, so that every method sees the same ones. To add a protocol, add a
frozen dataclass with `name`, `repeats`, `count` and `splits`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from obliqua.experiments.datasets.data_set import DataSet

__all__ = [
    "FixedSplit",
    "HoldOut",
    "LeaveOneOut",
    "Plan",
    "Prequential",
    "RepeatedKFold",
    "Split",
    "check_rows",
]

Rows = NDArray[np.intp]


@dataclass(frozen=True)
class Split:
    """One fold: rows to learn from, rows set apart for pruning, rows to ask about.

    Methods that prune on held-out rows get `train` and `prune` together and hold out that share
    themselves; methods that prune otherwise get `train` alone, as Brodley and Utgoff ran C4.5.
    """

    train: Rows
    test: Rows
    prune: Rows

    def known(self, withhold: bool) -> Rows:
        """Give the rows that a method gets."""
        return self.train if withhold else np.union1d(self.train, self.prune)


class Plan(Protocol):
    """What every protocol has.

    Attributes
    ----------
    name : str
        Names it in results; two protocols that deal differently have different names.
    repeats : int
        How often all is done over with another seed.
    """

    @property
    def name(self) -> str:
        """What it is called in results."""
        ...

    @property
    def repeats(self) -> int:
        """How often it is repeated."""
        ...

    def count(self, data_set: DataSet) -> int:
        """Count the splits of one repetition."""
        ...

    def splits(self, data_set: DataSet, seed: int) -> Sequence[Split]:
        """Deal the rows."""
        ...


@dataclass(frozen=True)
class RepeatedKFold:
    """k-fold cross-validation, repeated with other partitions.

    Parameters
    ----------
    folds : int, default=10
        How many parts the rows are dealt into.
    repeats : int, default=1
        How many partitions.
    stratified : bool, default=False
        Whether each part gets its share of each class.
    prune : float, default=0.0
        The share of the rows outside the tested part that is set apart for pruning.

    Examples
    --------
    >>> from obliqua.experiments.datasets import pol
    >>> from obliqua.experiments.protocols import RepeatedKFold
    >>> splits = RepeatedKFold(folds=5).splits(pol(20, random_state=0), seed=0)
    >>> len(splits), len(splits[0].train), len(splits[0].test)
    (5, 16, 4)
    """

    folds: int = 10
    repeats: int = 1
    stratified: bool = False
    prune: float = 0.0

    def __post_init__(self) -> None:
        _at_least("folds", self.folds, 2)
        _at_least("repeats", self.repeats, 1)
        _share("prune", self.prune)

    @property
    def name(self) -> str:
        """What it is called in results."""
        kind = "stratified " if self.stratified else ""
        return f"{kind}{self.folds}-fold{_pruned(self.prune)}"

    def count(self, data_set: DataSet) -> int:
        """Count the splits of one repetition."""
        check_rows(data_set, self.folds, f"{self.folds} folds")
        return self.folds

    def splits(self, data_set: DataSet, seed: int) -> list[Split]:
        """Deal the rows."""
        self.count(data_set)
        generator = np.random.default_rng(seed)
        order = generator.permutation(data_set.n_rows)
        if self.stratified:
            # Dealt class by class in turn: unlike scikit-learn's, this takes classes of fewer
            # rows than there are folds.
            _, codes = np.unique(data_set.target, return_inverse=True)
            order = order[np.argsort(codes[order], kind="stable")]
        fold = np.empty(data_set.n_rows, dtype=np.intp)
        fold[order] = np.arange(data_set.n_rows) % self.folds
        return [
            _apart(
                np.flatnonzero(fold != held), np.flatnonzero(fold == held), self.prune, generator
            )
            for held in range(self.folds)
        ]


@dataclass(frozen=True)
class FixedSplit:
    """The parts "train" and "test" that the data set comes with.

    Parameters
    ----------
    repeats : int, default=1
        How often methods with chance in them are run.
    prune : float, default=0.0
        The share of the training part that is set apart for pruning.
    """

    repeats: int = 1
    prune: float = 0.0

    def __post_init__(self) -> None:
        _at_least("repeats", self.repeats, 1)
        _share("prune", self.prune)

    @property
    def name(self) -> str:
        """What it is called in results."""
        return f"fixed split{_pruned(self.prune)}"

    def count(self, data_set: DataSet) -> int:
        """Count the splits of one repetition."""
        data_set.rows("train"), data_set.rows("test")
        return 1

    def splits(self, data_set: DataSet, seed: int) -> list[Split]:
        """Take the rows apart."""
        train, test = data_set.rows("train"), data_set.rows("test")
        return [_apart(train, test, self.prune, np.random.default_rng(seed))]


@dataclass(frozen=True)
class HoldOut:
    """Random parts for training, pruning and testing.

    Parameters
    ----------
    test : float, default=0.25
        The share of all rows that is asked about.
    prune : float, default=0.0
        The share of all rows that is set apart for pruning.
    repeats : int, default=1
        How often.
    """

    test: float = 0.25
    prune: float = 0.0
    repeats: int = 1

    def __post_init__(self) -> None:
        _at_least("repeats", self.repeats, 1)
        _share("prune", self.prune)
        if not (self.test > 0.0 and self.test + self.prune < 1.0):
            raise ValueError(
                f"test={self.test!r}, prune={self.prune!r}: test must be above 0 and both "
                "together below 1"
            )

    @property
    def name(self) -> str:
        """What it is called in results."""
        return f"hold out {self.test:g}{_pruned(self.prune)}"

    def count(self, data_set: DataSet) -> int:
        """Count the splits of one repetition."""
        check_rows(data_set, 3, "a hold-out split")
        return 1

    def splits(self, data_set: DataSet, seed: int) -> list[Split]:
        """Draw the parts."""
        self.count(data_set)
        generator = np.random.default_rng(seed)
        order = generator.permutation(data_set.n_rows)
        tested = min(max(1, round(self.test * data_set.n_rows)), data_set.n_rows - 1)
        known = np.sort(order[tested:])
        return [_apart(known, np.sort(order[:tested]), self.prune / (1 - self.test), generator)]


@dataclass(frozen=True)
class LeaveOneOut:
    """Each row is asked about by a method that learnt from all others.

    Parameters
    ----------
    repeats : int, default=1
        How often, for methods with chance in them.
    """

    repeats: int = 1

    def __post_init__(self) -> None:
        _at_least("repeats", self.repeats, 1)

    @property
    def name(self) -> str:
        """What it is called in results."""
        return "leave one out"

    def count(self, data_set: DataSet) -> int:
        """Count the splits of one repetition."""
        check_rows(data_set, 2, "leaving one out")
        return data_set.n_rows

    def splits(self, data_set: DataSet, seed: int) -> list[Split]:
        """Leave out each row in turn; there is no chance in it."""
        del seed
        rows = np.arange(self.count(data_set))
        nothing = np.empty(0, dtype=np.intp)
        return [Split(np.delete(rows, i), rows[i : i + 1], nothing) for i in rows]


@dataclass(frozen=True)
class Prequential:
    """Test, then train: each chunk of a stream is asked about by what came before.

    Every prefix is learnt afresh. For an incremental learner of this library that is no
    approximation: its tree after the prefix is that of a fresh fit.

    Parameters
    ----------
    chunks : int, default=20
        How many parts the rows are cut into; the first is learnt from only.
    shuffle : bool, default=False
        Whether the rows are shuffled first; otherwise the table's order is that of time.
    repeats : int, default=1
        How often, for shuffled rows and methods with chance in them.
    """

    chunks: int = 20
    shuffle: bool = False
    repeats: int = 1

    def __post_init__(self) -> None:
        _at_least("chunks", self.chunks, 2)
        _at_least("repeats", self.repeats, 1)

    @property
    def name(self) -> str:
        """What it is called in results."""
        return f"prequential {self.chunks}{' shuffled' if self.shuffle else ''}"

    def count(self, data_set: DataSet) -> int:
        """Count the splits of one repetition."""
        check_rows(data_set, self.chunks, f"{self.chunks} chunks")
        return self.chunks - 1

    def splits(self, data_set: DataSet, seed: int) -> list[Split]:
        """Cut the rows."""
        self.count(data_set)
        rows = np.arange(data_set.n_rows)
        if self.shuffle:
            rows = np.random.default_rng(seed).permutation(rows)
        chunks = np.array_split(rows, self.chunks)
        nothing = np.empty(0, dtype=np.intp)
        return [
            Split(np.concatenate(chunks[:i]), chunks[i], nothing) for i in range(1, self.chunks)
        ]


# --- helpers -----------------------------------------------------------------


def check_rows(data_set: DataSet, least: int, what: str) -> None:
    """Refuse a data set that is too small for a protocol."""
    if data_set.n_rows < least:
        raise ValueError(
            f"data set {data_set.name!r} has {data_set.n_rows} rows, too few for {what}"
        )


def _apart(known: Rows, test: Rows, share: float, generator: np.random.Generator) -> Split:
    """Set a share of the known rows apart for pruning."""
    held = generator.permutation(len(known))[: round(share * len(known))]
    mask = np.zeros(len(known), dtype=bool)
    mask[held] = True
    return Split(known[~mask], test, known[mask])


def _pruned(share: float) -> str:
    return f", {share:.3g} for pruning" if share else ""


def _at_least(name: str, value: Any, least: int) -> None:
    if not isinstance(value, int | np.integer) or isinstance(value, bool) or value < least:
        raise ValueError(f"{name}={value!r}: expected a whole number of at least {least}")


def _share(name: str, value: float) -> None:
    if not 0.0 <= value < 1.0:
        raise ValueError(f"{name}={value!r}: expected a share from 0 to below 1")
