"""The snapshot: the learner's state in pieces, so that opening need not learn all rows again."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from obliqua.incremental.store.errors import DamagedStore
from obliqua.incremental.store.meta import Meta, SnapshotFacts

__all__ = ["Snapshot"]

PIECE = 1 << 20


class Snapshot:
    """The table of that name, and its meta entry.

    Parameters
    ----------
    path : Path
        The store's file, for messages.
    connection : apsw.Connection
        Its connection.
    meta : Meta
        The store's facts.
    """

    def __init__(self, path: Path, connection: Any, meta: Meta) -> None:
        self._path = path
        self._connection = connection
        self._meta = meta

    @property
    def facts(self) -> SnapshotFacts | None:
        """What the snapshot holds; None when there is none."""
        return self._meta.get("snapshot", SnapshotFacts)

    def write(self, state: bytes, last_number: int, rows: int) -> None:
        """Replace the snapshot."""
        self.remove()
        pieces = [state[begin : begin + PIECE] for begin in range(0, len(state), PIECE)]
        self._connection.executemany("INSERT INTO snapshot VALUES (?, ?)", enumerate(pieces))
        sha256 = hashlib.sha256(state).hexdigest()
        facts = SnapshotFacts(last_number, rows, len(pieces), len(state), sha256)
        self._meta.put("snapshot", facts)

    def read(self, facts: SnapshotFacts) -> bytes:
        """Read the state, checking it against its hash."""
        sql = "SELECT bytes FROM snapshot ORDER BY part"
        state = b"".join(bytes(piece) for (piece,) in self._connection.execute(sql))
        if hashlib.sha256(state).hexdigest() != facts.sha256:
            raise DamagedStore(
                f"{self._path}: the store is damaged: the snapshot does not match its hash"
            )
        return state

    def remove(self) -> None:
        """Remove the snapshot: it would bring back what is forgotten."""
        self._connection.execute("DELETE FROM snapshot")
        self._meta.remove("snapshot")
