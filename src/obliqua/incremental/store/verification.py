"""Checking a whole store: the file, every row, the log, and the tree against a fresh fit."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from obliqua.incremental.store.errors import DamagedStore, plain_errors
from obliqua.incremental.store.operations import Operations

__all__ = ["Verification", "verify"]

SHOWN = 10


@dataclass
class Verification:
    """What a check found; true in a condition when all is well.

    Parameters
    ----------
    rows : int
        How many rows there are.
    sequence : int
        The last operation's number.
    digest, fresh_digest : str or None
        The kept tree's digest and that of a fresh fit on the rows; None without rows.
    erased : bool
        Whether the file was erased since a row was last forgotten; when not, bytes of forgotten
        rows may still be in it.
    problems : list of str
        What is wrong; empty when nothing is.
    """

    rows: int
    sequence: int
    digest: str | None
    fresh_digest: str | None
    erased: bool
    problems: list[str]

    def __bool__(self) -> bool:
        return not self.problems

    def to_dict(self) -> dict[str, Any]:
        """Give the result as plain data.

        Returns
        -------
        dict
            The fields by name, and "ok".
        """
        return {"ok": bool(self), **asdict(self)}


def verify(operations: Operations, connection: Any) -> Verification:
    """Check a store, inside a transaction that keeps it still."""
    found = Verification(0, 0, None, None, False, [])
    try:
        with plain_errors(operations.path):
            _check(operations, connection, found)
    except DamagedStore as error:
        found.problems.append(str(error).removeprefix(f"{operations.path}: "))
    return found


def _check(operations: Operations, connection: Any, found: Verification) -> None:
    problems = found.problems
    checked = connection.execute(f"PRAGMA integrity_check({SHOWN})").fetchall()
    problems += [text for (text,) in checked if text != "ok"]
    problems += operations.log.problems()
    counters, last = operations.counters(), operations.log.last()
    rows_in_log = 0 if last is None else last.entry.rows_after
    if rows_in_log != counters.rows:
        problems.append(f"the log ends with {rows_in_log} rows, the store counts {counters.rows}")
    found.rows, crc_sum = operations.rows.totals()
    if (found.rows, crc_sum) != (counters.rows, counters.crc_sum):
        problems.append(f"there are {found.rows} rows, not the {counters.rows} that were learned")
    found.sequence = 0 if last is None else last.sequence
    found.erased = operations.log.last_forgotten() <= counters.erased
    if problems:
        return
    found.digest, found.fresh_digest = operations.catch_up().digest(), operations.fresh().digest()
    if found.digest != found.fresh_digest:
        problems.append("the tree is not that of a fresh fit on the rows")
