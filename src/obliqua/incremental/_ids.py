"""Ids of rows: whole numbers as they are, or text, which the core knows by number."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["Ids"]

Numbers = NDArray[np.int64]
SHOWN = 5


class Ids:
    """The ids that rows have; all of them numbers, or all text."""

    def __init__(self) -> None:
        self.next = 0  # the number of the next row that comes without an id
        self._numbers: dict[str, int] = {}
        self._texts: dict[int, str] = {}

    def take(self, ids: Any, n_rows: int) -> Numbers:
        """Give numbers to new rows.

        Parameters
        ----------
        ids : list of int or of str, or None
            Their ids; None numbers them on.
        n_rows : int
            How many rows there are.

        Raises
        ------
        ValueError
            For ids of another kind or number, or given twice.
        """
        if ids is None:
            if self._numbers:
                raise ValueError("the rows learned before have ids of text; give one for each row")
            return np.arange(self.next, self.next + n_rows, dtype=np.int64)
        given = _read(ids)
        if len(given) != n_rows:
            raise ValueError(f"there are {n_rows} rows and {len(given)} ids")
        if given.dtype.kind == "i":
            if self._numbers:
                raise ValueError("the rows learned before have ids of text, not numbers")
            return given
        return self._take_texts(given.tolist())

    def _take_texts(self, texts: list[str]) -> Numbers:
        if self.next > 0 and not self._numbers:
            raise ValueError("the rows learned before have ids that are numbers, not text")
        known = [one for one in texts if one in self._numbers]
        if known:
            raise ValueError(f"{listed(known)} {_is(known)} used already; an id is used once")
        if len(set(texts)) < len(texts):
            twice = next(one for i, one in enumerate(texts) if one in texts[:i])
            raise ValueError(f"the id {twice!r} is given twice")
        return np.arange(self.next, self.next + len(texts), dtype=np.int64)

    def keep(self, numbers: Numbers, ids: Any) -> None:
        """Note that rows were learned."""
        if len(numbers) == 0:
            return
        self.next = max(self.next, int(numbers.max()) + 1)
        given = None if ids is None else _read(ids)
        if given is not None and given.dtype.kind != "i":
            for number, text in zip(numbers.tolist(), given.tolist(), strict=True):
                self._numbers[text] = number
                self._texts[number] = text

    def find(self, ids: Any) -> Numbers:
        """Look numbers up; text that is no row's id is refused, numbers are passed on.

        Raises
        ------
        ValueError
            If text is no row's id.
        """
        given = _read(ids)
        if given.dtype.kind == "i":
            if self._numbers:
                raise ValueError("the ids of the rows are text; these are numbers")
            return given
        absent = [one for one in given.tolist() if one not in self._numbers]
        if absent:
            raise ValueError(f"there is no row with {listed(absent)}; nothing is forgotten")
        return np.array([self._numbers[one] for one in given.tolist()], dtype=np.int64)

    def drop(self, numbers: Numbers) -> None:
        """Note that rows are gone."""
        if not self._numbers:
            return
        for number in numbers.tolist():
            del self._numbers[self._texts.pop(number)]
        if not self._numbers:
            self.next = 0

    def shown(self, numbers: Numbers) -> NDArray[Any]:
        """Give the ids of rows as the user knows them."""
        if not self._numbers:
            return numbers
        return np.array([self._texts[number] for number in numbers.tolist()], dtype=object)


def _read(ids: Any) -> NDArray[Any]:
    """Check that ids are a list of whole numbers, or of text."""
    if isinstance(ids, (str, bytes)) or not hasattr(ids, "__len__"):
        raise ValueError(f"ids must be a list of whole numbers or of text; got {ids!r}")
    array = ids if isinstance(ids, np.ndarray) else np.asarray(ids)
    if array.ndim != 1:
        raise ValueError(f"ids must be a flat list; their shape is {array.shape}")
    if array.dtype.kind in "iu":
        if array.dtype.kind == "u" and array.size and int(array.max()) >= 2**63:
            raise ValueError(f"the id {array.max()} is out of range; at most 2**63 - 1 is valid")
        return np.ascontiguousarray(array, dtype=np.int64)
    plain = list(ids)
    if not plain:
        return np.empty(0, dtype=np.int64)
    if all(isinstance(one, str) for one in plain):
        return np.array(plain, dtype=object)
    if all(isinstance(one, (int, np.integer)) and not isinstance(one, bool) for one in plain):
        if any(not -(2**63) <= int(one) < 2**63 for one in plain):
            raise ValueError("ids that are numbers must fit 64 bits")
        return np.array([int(one) for one in plain], dtype=np.int64)
    wrong = next(one for one in plain if isinstance(one, bool) or not isinstance(one, (int, str)))
    raise ValueError(f"ids must be whole numbers, or text, and all of one kind; got {wrong!r}")


def listed(ids: list[Any]) -> str:
    """Name ids for a message, not too many."""
    shown = ", ".join(repr(one) for one in ids[:SHOWN])
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return f"{'id' if len(ids) == 1 else 'ids'} {shown}{more}"


def _is(ids: list[Any]) -> str:
    return "is" if len(ids) == 1 else "are"
