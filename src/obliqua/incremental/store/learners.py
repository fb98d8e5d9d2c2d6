"""What a store can learn with, and the learner in memory, kept up with the file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from obliqua._columns import RawTable

__all__ = ["LEARNERS", "Learner", "LearnerKind", "LiveLearner"]

Numbers = NDArray[np.int64]


class Learner(Protocol):
    """What the store asks of an incremental estimator; rows go by the store's own numbers."""

    tree_: Any
    ids_: Any

    def check_params(self) -> None:
        """Refuse parameters whose values are not allowed."""

    def partial_fit(self, X: Any, y: Any, classes: Any = None, ids: Any = None) -> Any:
        """Learn rows."""

    def forget(self, ids: Any) -> Any:
        """Forget rows."""


@dataclass(frozen=True)
class LearnerKind:
    """How to make a learner, and to turn it into bytes and back."""

    make: Callable[[dict[str, Any]], Learner]
    to_bytes: Callable[[Any], bytes]
    from_bytes: Callable[[bytes], Any]


def _estimator(name: str) -> LearnerKind:
    def make(options: dict[str, Any]) -> Learner:
        estimator = getattr(import_module("obliqua"), name)
        valid = estimator().get_params(deep=False)
        for option in options:
            if option not in valid:
                raise ValueError(f"{name} has no parameter {option!r}; it has {', '.join(valid)}")
        made: Learner = estimator(**options)
        made.check_params()
        return made

    def to_bytes(learner: Any) -> bytes:
        data: bytes = import_module("obliqua.incremental.state").to_bytes(learner)
        return data

    def from_bytes(data: bytes) -> Any:
        return import_module("obliqua.incremental.state").from_bytes(data)

    return LearnerKind(make, to_bytes, from_bytes)


LEARNERS: dict[str, LearnerKind] = {
    "iti": _estimator("ITIClassifier"),
    "dmti": _estimator("DMTIClassifier"),
}


class LiveLearner:
    """The learner in memory; none while there are no rows, or none was needed yet.

    Parameters
    ----------
    kind : LearnerKind
        What it is.
    options : mapping
        Its parameters.
    """

    def __init__(self, kind: LearnerKind, options: Mapping[str, Any]) -> None:
        self._kind = kind
        self._options = dict(options)
        self.learner: Learner | None = None
        self.drop()

    def drop(self) -> None:
        """Lose it; the file has all that is needed to make it again."""
        self.learner = None
        self.last_number = 0
        self.sequence: int | None = None  # up to which operation it knows; None: it is not live

    @property
    def live(self) -> bool:
        """Whether it is in memory and knows everything, were it asked."""
        return self.sequence is not None

    def start(self, options: Mapping[str, Any]) -> None:
        """Begin with no rows."""
        self.drop()
        self._options = dict(options)
        self.sequence = 0

    def restore(self, data: bytes, last_number: int, options: Mapping[str, Any]) -> None:
        """Begin with a snapshot."""
        self.start(options)
        self.learner = self._kind.from_bytes(data)
        self.last_number = last_number

    def add(self, table: RawTable, labels: NDArray[Any], numbers: Numbers) -> None:
        """Learn rows."""
        learner = self._kind.make(self._options) if self.learner is None else self.learner
        learner.partial_fit(table, labels, ids=numbers)
        self.learner = learner
        self.last_number = int(numbers[-1])

    def remove(self, numbers: Numbers) -> None:
        """Forget rows; with the last one, the learner goes too."""
        assert self.learner is not None
        if len(numbers) == len(self.learner.ids_):
            self.learner = None
        else:
            self.learner.forget(numbers)

    def numbers(self) -> Numbers:
        """The numbers of the rows that it knows, in order."""
        known = [] if self.learner is None else self.learner.ids_
        return np.sort(np.asarray(known, dtype=np.int64))

    def digest(self) -> str | None:
        """The tree's digest; None while there are no rows."""
        return None if self.learner is None else str(self.learner.tree_.digest())

    def to_bytes(self) -> bytes:
        """The learner's state."""
        return self._kind.to_bytes(self.learner)
