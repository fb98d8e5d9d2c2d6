"""The table of rows: each with its number, id, operation, label, values and a checksum."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from obliqua._columns import RawTable
from obliqua.incremental.store.errors import DamagedStore, require_apsw
from obliqua.incremental.store.labels_and_ids import Id
from obliqua.incremental.store.layout import LABEL_DTYPES, Layout, table_of

__all__ = ["Found", "Rows", "RowsRead", "listed"]

SHOWN = 5


@dataclass(frozen=True)
class Found:
    """Where rows are: their numbers, the operations that learned them, the sum of checksums."""

    numbers: list[int]
    sequences: list[int]
    crc_sum: int


@dataclass(frozen=True)
class RowsRead:
    """Rows out of the file."""

    numbers: NDArray[np.int64]
    table: RawTable
    labels: NDArray[Any]
    crc_sum: int


class Rows:
    """The table of that name.

    Parameters
    ----------
    path : Path
        The store's file, for messages.
    connection : apsw.Connection
        Its connection.
    """

    def __init__(self, path: Path, connection: Any) -> None:
        self._path = path
        self._connection = connection

    def insert(
        self,
        first_number: int,
        sequence: int,
        ids: Sequence[Id],
        labels: Sequence[Any],
        features: Sequence[str],
    ) -> int:
        """Add rows; return the sum of their checksums.

        Raises
        ------
        ValueError
            If an id is there already.
        """
        apsw = require_apsw()
        numbers = range(first_number, first_number + len(ids))
        crcs = [
            _crc(number, sequence, one, label, values)
            for number, one, label, values in zip(numbers, ids, labels, features, strict=True)
        ]
        try:
            self._connection.executemany(
                "INSERT INTO row VALUES (?, ?, ?, ?, ?, ?)",
                zip(numbers, ids, [sequence] * len(ids), labels, features, crcs, strict=True),
            )
        except apsw.ConstraintError:
            sql = (
                "SELECT row.id FROM json_each(?) AS wanted JOIN row ON row.id = wanted.value "
                "WHERE sequence <> ?"
            )
            there = [one for (one,) in self._connection.execute(sql, (_json(ids), sequence))]
            raise ValueError(
                f"the store already has {listed(there)}; an id is used once, so forget the row "
                "first to replace it"
            ) from None
        return sum(crcs)

    def find(self, ids: Sequence[Id]) -> Found:
        """Look rows up.

        Raises
        ------
        ValueError
            If there is no row of an id.
        """
        absent = self._absent(ids)
        if absent:
            raise ValueError(f"the store has no row with {listed(absent)}; nothing is forgotten")
        sql = (
            "SELECT row.number, row.sequence, row.crc FROM json_each(?) AS wanted "
            "JOIN row ON row.id = wanted.value ORDER BY row.number"
        )
        found = self._connection.execute(sql, (_json(ids),)).fetchall()
        sequences = sorted({sequence for _, sequence, _ in found})
        return Found([one[0] for one in found], sequences, sum(one[2] for one in found))

    def present(self, ids: Sequence[Id]) -> list[Id]:
        """Of some ids, those that there are."""
        absent = set(self._absent(ids))
        return [one for one in ids if one not in absent]

    def with_values(self, label: Any, features: str) -> list[Id]:
        """Ids of the rows with just this content, oldest first."""
        sql = "SELECT id FROM row WHERE features = ? AND label = ? ORDER BY number"
        return [one for (one,) in self._connection.execute(sql, (features, label))]

    def delete(self, numbers: Sequence[int]) -> None:
        """Remove rows."""
        self._connection.executemany(
            "DELETE FROM row WHERE number = ?", [(number,) for number in numbers]
        )

    def ids(self, sequence: int | None = None) -> list[Id]:
        """Ids of all rows, or of those that one operation learned, oldest first."""
        sql = "SELECT id FROM row WHERE ?1 IS NULL OR sequence = ?1 ORDER BY number"
        return [one for (one,) in self._connection.execute(sql, (sequence,))]

    def ids_of(self, numbers: Sequence[int]) -> list[Id]:
        """Ids of rows by number, in the order asked for."""
        sql = "SELECT row.id FROM json_each(?) AS wanted JOIN row ON row.number = wanted.value"
        return [one for (one,) in self._connection.execute(sql, (_json(numbers),))]

    def numbers(self) -> NDArray[np.int64]:
        """Numbers of all rows, in order."""
        found = self._connection.execute("SELECT number FROM row ORDER BY number")
        return np.fromiter((number for (number,) in found), dtype=np.int64)

    def totals(self) -> tuple[int, int]:
        """How many rows there are, and the sum of their checksums."""
        found: tuple[int, int] = self._connection.execute(
            "SELECT count(*), coalesce(sum(crc), 0) FROM row"
        ).fetchone()
        return found

    def batches(self, after: int, layout: Layout, size: int | None = None) -> Iterator[RowsRead]:
        """Read the rows above a number, so many at a time, or all at once."""
        sql = (
            "SELECT number, sequence, id, label, features, crc FROM row "
            "WHERE number > ? ORDER BY number"
        )
        cursor = self._connection.execute(sql, (after,))
        while True:
            found = cursor.fetchall() if size is None else _some(cursor, size)
            if not found:
                return
            yield self._read(found, layout)

    def _read(self, found: list[Any], layout: Layout) -> RowsRead:
        try:
            for number, sequence, one, label, features, crc in found:
                if _crc(number, sequence, one, label, features) != crc:
                    raise ValueError(f"row {number} does not match its checksum")
            table = table_of([row[4] for row in found], layout)
            labels = np.array([row[3] for row in found], dtype=LABEL_DTYPES[layout.labels])
        except (ValueError, TypeError, AttributeError) as error:
            raise DamagedStore(f"{self._path}: the store is damaged: {error}") from None
        numbers = np.array([row[0] for row in found], dtype=np.int64)
        return RowsRead(numbers, table, labels, sum(row[5] for row in found))

    def _absent(self, ids: Sequence[Id]) -> list[Id]:
        sql = (
            "SELECT wanted.value FROM json_each(?) AS wanted "
            "WHERE NOT EXISTS (SELECT 1 FROM row WHERE row.id = wanted.value)"
        )
        return [one for (one,) in self._connection.execute(sql, (_json(ids),))]


def _crc(number: int, sequence: int, one: Id, label: Any, features: str) -> int:
    head = zlib.crc32(msgspec.json.encode((number, sequence, one, label)))
    return zlib.crc32(features.encode(), head)


def _some(cursor: Any, size: int) -> list[Any]:
    return [row for _, row in zip(range(size), cursor, strict=False)]


def _json(values: Sequence[Any]) -> str:
    return msgspec.json.encode(values).decode()


def listed(ids: Sequence[Id]) -> str:
    """Name ids for a message, not too many."""
    shown = ", ".join(repr(one) for one in ids[:SHOWN])
    more = f" and {len(ids) - SHOWN} more" if len(ids) > SHOWN else ""
    return f"{'id' if len(ids) == 1 else 'ids'} {shown}{more}"
