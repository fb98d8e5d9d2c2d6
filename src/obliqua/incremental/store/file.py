"""The store's file: what marks it, making a new one, opening it (docs/format/store.md)."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from obliqua.incremental.store.errors import (
    DamagedStore,
    StoreError,
    plain_errors,
    require_apsw,
)
from obliqua.persistence.atomic import sync_directory

__all__ = ["FORMAT", "check_header", "connect", "create"]

APPLICATION_ID = 0x4F424C51  # "OBLQ"
FORMAT = 1
WRITE_AHEAD = b"\2\2"  # the header's mark of a file that has a write-ahead log
PATIENCE = 10_000  # milliseconds to wait for another connection's short locks
# Pages of the write-ahead log after which it is folded into the file.
CHECKPOINT_PAGES = 4_000

TABLES = {
    "log": """CREATE TABLE log (
  sequence INTEGER PRIMARY KEY,
  entry TEXT NOT NULL,
  chain BLOB NOT NULL,
  "key" TEXT UNIQUE,
  content BLOB
) STRICT""",
    "meta": """CREATE TABLE meta (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  crc INTEGER NOT NULL
) STRICT, WITHOUT ROWID""",
    "row": """CREATE TABLE row (
  number INTEGER PRIMARY KEY,
  id ANY NOT NULL UNIQUE,
  sequence INTEGER NOT NULL,
  label ANY NOT NULL,
  features TEXT NOT NULL,
  crc INTEGER NOT NULL
) STRICT""",
    "snapshot": """CREATE TABLE snapshot (
  part INTEGER PRIMARY KEY,
  bytes BLOB NOT NULL
) STRICT""",
}


def check_header(path: Path) -> None:
    """Refuse a file that is no store, or one of a newer format, without changing it.

    It is read through SQLite's own file layer: closing a file by other means would drop the
    locks that another connection of this process holds on it.
    """
    apsw = require_apsw()
    if not path.exists():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))
    if not path.is_file():
        raise StoreError(f"{path}: is not a regular file")
    with plain_errors(path):
        flags = [apsw.SQLITE_OPEN_MAIN_DB | apsw.SQLITE_OPEN_READONLY, 0]
        file = apsw.VFSFile("", str(path), flags)
        try:
            header = file.xRead(100, 0) if file.xFileSize() >= 100 else b""
        finally:
            file.xClose()
    if header[:16] != b"SQLite format 3\0" or _number(header, 68) != APPLICATION_ID:
        raise StoreError(f"{path}: this is not a store of Obliqua")
    version = _number(header, 60)
    if version > FORMAT:
        raise StoreError(
            f"{path}: the store's format {version} is newer than {FORMAT}, the newest that this "
            "release reads; update obliqua"
        )
    if version < 1 or header[18:20] != WRITE_AHEAD:
        raise DamagedStore(f"{path}: the store is damaged: its header is not that of a store")


def _number(header: bytes, offset: int) -> int:
    return int.from_bytes(header[offset : offset + 4], "big")


def connect(path: Path, *, read_only: bool) -> Any:
    """Open a store's file that has passed `check_header`, with all that durability needs."""
    apsw = require_apsw()
    check_header(path)
    with plain_errors(path):
        # A reader too: the last to close must be able to clear the files beside it away.
        connection = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READWRITE)
        try:
            _prepare(connection)
            _check_tables(path, connection)
            if read_only:
                connection.pragma("query_only", True)
            else:
                _prepare_to_write(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def create(path: Path, meta: Mapping[str, tuple[str, int]]) -> None:
    """Make a new store all at once: it is there whole, or not at all.

    Parameters
    ----------
    path : Path
        Where; nothing may be there yet. The caller holds the writer's lock.
    meta : mapping of str to (str, int)
        The first entries of the table of that name.
    """
    apsw = require_apsw()
    if path.exists():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(path))
    draft = path.with_name(f".{path.name[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        with plain_errors(path):
            _write_new(apsw, draft, meta)
        os.replace(draft, path)
    except BaseException:
        for leftover in (draft, Path(f"{draft}-journal")):
            with contextlib.suppress(OSError):
                leftover.unlink()
        raise
    sync_directory(path.parent)


def _write_new(apsw: Any, draft: Path, meta: Mapping[str, tuple[str, int]]) -> None:
    mode = apsw.SQLITE_OPEN_READWRITE | apsw.SQLITE_OPEN_CREATE
    connection = apsw.Connection(str(draft), flags=mode)
    try:
        connection.pragma("synchronous", "FULL")
        with connection:
            connection.pragma("application_id", APPLICATION_ID)
            connection.pragma("user_version", FORMAT)
            for statement in TABLES.values():
                connection.execute(statement)
            rows = [(name, text, crc) for name, (text, crc) in meta.items()]
            connection.executemany("INSERT INTO meta VALUES (?, ?, ?)", rows)
        # Only now, so that the marks above are in the file itself, not in a log beside it.
        connection.pragma("journal_mode", "WAL")
    finally:
        connection.close()


def _prepare(connection: Any) -> None:
    apsw = require_apsw()
    connection.set_busy_timeout(PATIENCE)
    for option, on in (
        (apsw.SQLITE_DBCONFIG_DEFENSIVE, 1),
        (apsw.SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_TRIGGER, 0),
        (apsw.SQLITE_DBCONFIG_ENABLE_VIEW, 0),
    ):
        connection.config(option, on)
    connection.pragma("cell_size_check", True)
    connection.pragma("mmap_size", 0)
    connection.pragma("temp_store", "MEMORY")  # a temporary file would keep rows' bytes


def _prepare_to_write(connection: Any) -> None:
    connection.pragma("synchronous", "FULL")
    connection.pragma("fullfsync", True)  # macOS; elsewhere it changes nothing
    connection.pragma("checkpoint_fullfsync", True)
    connection.pragma("secure_delete", "ON")
    connection.pragma("wal_autocheckpoint", CHECKPOINT_PAGES)


def _check_tables(path: Path, connection: Any) -> None:
    found = {
        name: sql
        for name, sql in connection.execute("SELECT name, sql FROM sqlite_schema")
        if sql is not None
    }
    if found != TABLES:
        odd = sorted(name for name in {*found, *TABLES} if found.get(name) != TABLES.get(name))
        raise DamagedStore(
            f"{path}: the store is damaged: its tables are not those of format {FORMAT} "
            f"({', '.join(map(str, odd))})"
        )
