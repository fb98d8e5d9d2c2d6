"""The user's names for what the core numbers in the order in which it meets it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Labels", "Vocabulary"]


class Vocabulary:
    """The categories of one feature, numbered as they come."""

    def __init__(self) -> None:
        self.names: list[str] = []
        self._codes: dict[str, int] = {}

    def codes(self, names: Sequence[str]) -> NDArray[np.int32]:
        """Number some categories, new ones too; one entry more, -1, for missing values."""
        for name in names:
            if name not in self._codes:
                self._codes[name] = len(self.names)
                self.names.append(name)
        return np.array([*map(self._codes.__getitem__, names), -1], dtype=np.int32)

    def known(self, names: Sequence[str]) -> NDArray[np.int32]:
        """Number some categories; those never met equal none that were."""
        strange = len(self.names)
        return np.array([*(self._codes.get(name, strange) for name in names), -1], dtype=np.int32)

    def order(self) -> list[int]:
        """Give each category's place among the sorted names."""
        return places(self.names)


class Labels:
    """The class labels, numbered as they come; all of one type."""

    def __init__(self) -> None:
        self.labels: list[Any] = []
        self.declared: set[Any] = set()
        self._codes: dict[Any, int] = {}
        self._dtype: np.dtype[Any] | None = None

    def codes(self, classes: NDArray[Any], *, declare: bool = False) -> NDArray[np.int32]:
        """Number some labels, new ones too.

        Raises
        ------
        ValueError
            If they are of another type than those before.
        """
        self._check_type(classes)
        labels = classes.tolist()
        for label in labels:
            if label not in self._codes:
                self._codes[label] = len(self.labels)
                self.labels.append(label)
        if declare:
            self.declared.update(labels)
        return np.array([self._codes[label] for label in labels], dtype=np.int32)

    def known(self, classes: NDArray[Any]) -> NDArray[np.int32]:
        """Number some labels; -1 for those never met."""
        return np.array([self._codes.get(label, -1) for label in classes.tolist()], dtype=np.int32)

    def present(self, weights: Sequence[int]) -> tuple[NDArray[Any], NDArray[np.int32]]:
        """Give the labels that rows have or that were declared, sorted, and each one's place.

        Parameters
        ----------
        weights : sequence of int
            The weight of each class.
        """
        weights = [*weights, *[0] * (len(self.labels) - len(weights))]
        there = [
            label
            for label, weight in zip(self.labels, weights, strict=True)
            if weight > 0 or label in self.declared
        ]
        classes = np.array(sorted(there), dtype=self._dtype)
        position = {label: place for place, label in enumerate(classes.tolist())}
        found = [position.get(label, -1) for label in self.labels]
        return classes, np.array(found, dtype=np.int32)

    def _check_type(self, classes: NDArray[Any]) -> None:
        kind = _KINDS[classes.dtype.kind]
        if self._dtype is None:
            self._dtype = _DTYPES.get(classes.dtype.kind, np.dtype(object))
        elif kind != _KINDS[self._dtype.kind]:
            then = _KINDS[self._dtype.kind]
            raise ValueError(f"y holds {kind} labels; those learned before are {then}")


_KINDS = {
    "b": "bool",
    "i": "whole-number",
    "u": "whole-number",
    "f": "floating-point",
    "O": "text",
    "U": "text",
    "T": "text",
}
_DTYPES = {
    "b": np.dtype(bool),
    "i": np.dtype(np.int64),
    "u": np.dtype(np.int64),
    "f": np.dtype(np.float64),
}


def places(names: Sequence[str]) -> list[int]:
    """Give the place of each name in sorted order."""
    order = [0] * len(names)
    for place, code in enumerate(sorted(range(len(names)), key=names.__getitem__)):
        order[code] = place
    return order
