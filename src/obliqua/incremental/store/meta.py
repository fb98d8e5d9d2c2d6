"""The store's small facts: what it learns with, its columns, its counters; each checked."""

from __future__ import annotations

import zlib
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from obliqua.incremental.store.errors import DamagedStore

__all__ = ["Counters", "Identity", "LearnerFacts", "Meta", "Notes", "SnapshotFacts", "encoded"]

_Facts = TypeVar("_Facts", bound=Struct)


class Identity(Struct, forbid_unknown_fields=True):
    """Which store this is."""

    store: str
    created: str
    library: str


class LearnerFacts(Struct, forbid_unknown_fields=True):
    """What the store learns with."""

    name: str
    options: dict[str, Any]


class Notes(Struct, forbid_unknown_fields=True):
    """What the programs that use the store want to remember."""

    notes: dict[str, str]


class Counters(Struct, forbid_unknown_fields=True):
    """How much there is: next numbers, rows, and a sum over rows that misses nothing."""

    next_number: int = 1
    next_id: int = 1
    rows: int = 0
    crc_sum: int = 0
    erased: int = 0


class SnapshotFacts(Struct, forbid_unknown_fields=True):
    """What the snapshot holds: rows up to a number, as so many bytes with a hash."""

    last_number: int
    rows: int
    parts: int
    size: int
    sha256: str


def encoded(facts: Struct) -> tuple[str, int]:
    """Write facts as JSON, with a checksum."""
    data = msgspec.json.encode(facts)
    return data.decode(), zlib.crc32(data)


class Meta:
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

    def get(self, name: str, kind: type[_Facts]) -> _Facts | None:
        """Read an entry; None when there is none."""
        sql = "SELECT value, crc FROM meta WHERE name = ?"
        found = self._connection.execute(sql, (name,)).fetchone()
        if found is None:
            return None
        text, crc = found
        try:
            data = text.encode()
            if zlib.crc32(data) != crc:
                raise ValueError("it does not match its checksum")
            return msgspec.json.decode(data, type=kind)
        except (ValueError, AttributeError) as error:
            raise DamagedStore(
                f"{self._path}: the store is damaged: meta entry {name!r}: {error}"
            ) from None

    def need(self, name: str, kind: type[_Facts]) -> _Facts:
        """Read an entry that every store has."""
        facts = self.get(name, kind)
        if facts is None:
            raise DamagedStore(f"{self._path}: the store is damaged: meta lacks {name!r}")
        return facts

    def put(self, name: str, facts: Struct) -> None:
        """Write an entry."""
        sql = "INSERT OR REPLACE INTO meta VALUES (?, ?, ?)"
        self._connection.execute(sql, (name, *encoded(facts)))

    def remove(self, name: str) -> None:
        """Remove an entry."""
        self._connection.execute("DELETE FROM meta WHERE name = ?", (name,))
