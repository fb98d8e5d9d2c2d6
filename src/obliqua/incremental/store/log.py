"""The log of operations: appended to, numbered, and chained by hashes; it holds no row."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from obliqua.incremental.store.errors import DamagedStore, StoreError
from obliqua.incremental.store.labels_and_ids import Id

__all__ = ["Entry", "Log", "Logged", "content_hash", "ids_hash"]

HASH = 32  # bytes


class Entry(Struct, forbid_unknown_fields=True, omit_defaults=True, frozen=True):
    """One operation. `rows` counts those learned or forgotten, `rows_after` those there are."""

    operation: Literal["learn", "forget", "options"]
    time: str
    rows: int
    rows_after: int
    key: str | None = None
    ids_sha256: str | None = None
    digest_before: str | None = None
    digest_after: str | None = None
    options: dict[str, Any] | None = None


class Logged(Struct, frozen=True):
    """An entry with its place in the log."""

    sequence: int
    entry: Entry
    chain: str
    content: bytes | None


class Log:
    """The table of that name.

    Parameters
    ----------
    path : Path
        The store's file, for messages.
    connection : apsw.Connection
        Its connection.
    store : str
        The store's own name, with which the chain starts.
    """

    def __init__(self, path: Path, connection: Any, store: str) -> None:
        self._path = path
        self._connection = connection
        self._start = hashlib.sha256(b"obliqua store 1\n" + store.encode()).digest()

    @property
    def last_sequence(self) -> int:
        """Number of the last operation; 0 when there is none."""
        found = self._connection.execute("SELECT max(sequence) FROM log").fetchone()
        return found[0] or 0

    def append(self, entry: Entry, content: bytes | None = None) -> Logged:
        """Add an operation at the end."""
        last = self.last()
        sequence, before = (0, self._start) if last is None else _end(last)
        text = msgspec.json.encode(entry)
        chain = _link(before, text)
        kept = None if content is None else content + _check(sequence + 1, content)
        row = (sequence + 1, text.decode(), chain, entry.key, kept)
        self._connection.execute("INSERT INTO log VALUES (?, ?, ?, ?, ?)", row)
        return Logged(sequence + 1, entry, chain.hex(), content)

    def under(self, key: str | None, operation: str) -> Logged | None:
        """Find what was done under an idempotency key.

        Raises
        ------
        StoreError
            If it was another kind of operation.
        """
        if key is None:
            return None
        sql = 'SELECT sequence, entry, chain, content FROM log WHERE "key" = ?'
        found = self._connection.execute(sql, (key,)).fetchone()
        if found is None:
            return None
        logged = self._logged(found)
        if logged.entry.operation != operation:
            raise StoreError(
                f"the key {key!r} was used before, for operation {logged.sequence}, which was to "
                f"{logged.entry.operation}, not to {operation}"
            )
        return logged

    def operations_after(self, sequence: int) -> set[str]:
        """Name the kinds of operations since one."""
        sql = "SELECT DISTINCT json_extract(entry, '$.operation') FROM log WHERE sequence > ?"
        return {operation for (operation,) in self._connection.execute(sql, (sequence,))}

    def last(self) -> Logged | None:
        """Read the last operation."""
        sql = "SELECT sequence, entry, chain, content FROM log ORDER BY sequence DESC LIMIT 1"
        found = self._connection.execute(sql).fetchone()
        return None if found is None else self._logged(found)

    def at(self, sequence: int) -> Logged | None:
        """Read one operation."""
        sql = "SELECT sequence, entry, chain, content FROM log WHERE sequence = ?"
        found = self._connection.execute(sql, (sequence,)).fetchone()
        return None if found is None else self._logged(found)

    def last_forgotten(self) -> int:
        """Number of the last operation that forgot rows; 0 when there is none."""
        sql = "SELECT max(sequence) FROM log WHERE json_extract(entry, '$.operation') = 'forget'"
        return self._connection.execute(sql).fetchone()[0] or 0

    def entries(self) -> Iterator[Logged]:
        """Read the whole log, oldest first."""
        sql = "SELECT sequence, entry, chain, content FROM log ORDER BY sequence"
        for found in self._connection.execute(sql):
            yield self._logged(found)

    def forget_content(self, sequences: Sequence[int]) -> None:
        """Drop the fingerprints of batches of which a row is forgotten."""
        sql = "UPDATE log SET content = NULL WHERE sequence = ?"
        self._connection.executemany(sql, [(sequence,) for sequence in sequences])

    def problems(self) -> list[str]:
        """Say what is wrong with numbers and chain; nothing in a sound log."""
        before, expected = self._start, 1
        sql = 'SELECT sequence, entry, chain, "key", content FROM log ORDER BY sequence'
        for sequence, text, chain, key, content in self._connection.execute(sql):
            if sequence != expected:
                return [f"the log jumps from operation {expected - 1} to {sequence}"]
            before, expected = _link(before, text.encode()), sequence + 1
            if chain != before:
                return [f"operation {sequence} of the log is not what was written"]
            if key != self._logged((sequence, text, chain, content)).entry.key:
                return [f"operation {sequence} of the log has another key than its entry"]
        return []

    def _logged(self, found: Any) -> Logged:
        sequence, text, chain, content = found
        try:
            entry = msgspec.json.decode(text, type=Entry)
        except (msgspec.MsgspecError, TypeError) as error:
            raise DamagedStore(
                f"{self._path}: the store is damaged: operation {sequence} of the log: {error}"
            ) from None
        if content is None:
            return Logged(sequence, entry, bytes(chain).hex(), None)
        content, check = bytes(content)[:HASH], bytes(content)[HASH:]
        if check != _check(sequence, content):
            raise DamagedStore(
                f"{self._path}: the store is damaged: the hash of operation {sequence}'s rows"
            )
        return Logged(sequence, entry, bytes(chain).hex(), content)


def _end(last: Logged) -> tuple[int, bytes]:
    return last.sequence, bytes.fromhex(last.chain)


def _check(sequence: int, content: bytes) -> bytes:
    return zlib.crc32(content, sequence).to_bytes(4, "big")


def _link(before: bytes, text: bytes) -> bytes:
    return hashlib.sha256(before + text).digest()


def ids_hash(ids: Sequence[Id]) -> str:
    """Hash a set of ids, whatever their order."""
    ordered = sorted(ids, key=lambda one: (isinstance(one, str), one))
    return hashlib.sha256(msgspec.json.encode(ordered)).hexdigest()


def content_hash(ids: Sequence[Id] | None, labels: Sequence[Any], features: Sequence[str]) -> bytes:
    """Hash what a batch asks to be learned, to recognise it when it is sent again."""
    return hashlib.sha256(msgspec.json.encode([ids, labels, features])).digest()
