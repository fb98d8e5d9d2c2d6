"""Results on disk: one SQLite file, one line per fit, written as they come.

A run that is stopped, or killed, loses nothing that it had finished: started again, it goes on
where it was. Results of other data, settings or builds have other keys and are kept beside.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import closing
from pathlib import Path
from types import TracebackType
from typing import Self

from obliqua.experiments.tasks import Key, Outcome

__all__ = ["FORMAT", "Results"]

FORMAT = 1
_APPLICATION = 0x0B110A  # marks the file as ours in SQLite's header
_KEY = ", ".join(Key._fields)
_MARKS = ", ".join("?" * (len(Key._fields) + 3))
_CREATE = f"""
CREATE TABLE IF NOT EXISTS results (
    data_set TEXT NOT NULL, data TEXT NOT NULL, method TEXT NOT NULL, settings TEXT NOT NULL,
    protocol TEXT NOT NULL, seed INTEGER NOT NULL, repeat INTEGER NOT NULL, fold INTEGER NOT NULL,
    code TEXT NOT NULL, measures TEXT NOT NULL, error TEXT, seconds REAL NOT NULL,
    at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    PRIMARY KEY ({_KEY})
) WITHOUT ROWID
"""


class Results:
    """A file of results, or results in memory.

    Parameters
    ----------
    path : path or None
        The file, made if it is not there; None keeps results in memory.

    Raises
    ------
    ValueError
        If the file is no file of results, or of another version.
    OSError
        If it cannot be opened or written.

    Examples
    --------
    >>> from obliqua.experiments.store import Results
    >>> with Results(None) as results:
    ...     len(list(results))
    0
    """

    def __init__(self, path: str | os.PathLike[str] | None) -> None:
        self.path = None if path is None else Path(path)
        if self.path is not None:
            if self.path.is_dir():
                raise IsADirectoryError(21, "is a folder; expected a file of results", str(path))
            self.path.parent.mkdir(parents=True, exist_ok=True)
        self._file = self._open()

    def _open(self) -> sqlite3.Connection:
        name = ":memory:" if self.path is None else str(self.path)
        try:
            file = sqlite3.connect(name, timeout=30.0, isolation_level=None)
            self._check(file)
            file.execute("PRAGMA journal_mode = WAL")
            file.execute("PRAGMA synchronous = NORMAL")
            file.execute(_CREATE)
            file.execute(f"PRAGMA application_id = {_APPLICATION}")
            file.execute(f"PRAGMA user_version = {FORMAT}")
        except sqlite3.DatabaseError as error:
            raise ValueError(
                f"{name}: this is no file of results ({error}); name another file, or move this "
                "one away"
            ) from error
        return file

    def _check(self, file: sqlite3.Connection) -> None:
        (application,) = file.execute("PRAGMA application_id").fetchone()
        (version,) = file.execute("PRAGMA user_version").fetchone()
        (tables,) = file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != _APPLICATION:
            raise ValueError(
                f"{self.path}: this is a database of something else, not a file of results; name "
                "another file"
            )
        if tables and version != FORMAT:
            raise ValueError(
                f"{self.path}: results of format {version}, but this Obliqua reads and writes "
                f"format {FORMAT}; name another file, or use the Obliqua that wrote it"
            )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def add(self, outcomes: Iterable[Outcome]) -> None:
        """Write outcomes, all or none of them; a newer one replaces an older of its key."""
        rows = [(*one.key, json.dumps(one.measures), one.error, one.seconds) for one in outcomes]
        try:
            with closing(self._file.cursor()) as cursor:
                cursor.execute("BEGIN IMMEDIATE")
                cursor.executemany(
                    f"INSERT OR REPLACE INTO results ({_KEY}, measures, error, seconds) "
                    f"VALUES ({_MARKS})",
                    rows,
                )
                cursor.execute("COMMIT")
        except sqlite3.OperationalError as error:
            raise OSError(f"{self.path}: results cannot be written: {error}") from error

    def __iter__(self) -> Iterator[Outcome]:
        """Read every outcome, oldest first."""
        width = len(Key._fields)
        found = self._file.execute(
            f"SELECT {_KEY}, measures, error, seconds FROM results ORDER BY at"
        )
        for row in found:
            measures, error, seconds = row[width:]
            yield Outcome(Key(*row[:width]), json.loads(measures), error, seconds)

    def done(self) -> set[Key]:
        """List the keys of fits that succeeded."""
        return {
            Key(*row)
            for row in self._file.execute(f"SELECT {_KEY} FROM results WHERE error IS NULL")
        }

    def codes(self) -> dict[str, int]:
        """Count the results of each build of Obliqua."""
        found = self._file.execute("SELECT code, count(*) FROM results GROUP BY code")
        return dict(found.fetchall())
