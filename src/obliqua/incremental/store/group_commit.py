"""Operations that wait at the same time are committed together: one flush for all of them."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Any

from obliqua.incremental.store.errors import StoreError

__all__ = ["GroupCommit", "Ticket"]


class Ticket:
    """An operation that waits, and then what came of it."""

    def __init__(self, work: Callable[[], Any]) -> None:
        self.work = work
        self.done = False
        self.result: Any = None
        self.error: BaseException | None = None

    def finish(self, result: Any = None, error: BaseException | None = None) -> None:
        """Say what came of it."""
        self.done, self.result, self.error = True, result, error


class GroupCommit:
    """Whoever finds the store free does the work of all who wait.

    Parameters
    ----------
    turn : lock
        Held while a group is worked on.
    """

    def __init__(self, turn: threading.RLock) -> None:
        self._turn = turn
        self._waiting: list[Ticket] = []
        self._queue = threading.Lock()

    def run(self, work: Callable[[], Any], commit: Callable[[list[Ticket]], None]) -> Any:
        """Do the work, and return its result once it is committed.

        Parameters
        ----------
        work : callable
            The operation.
        commit : callable
            Works on a list of tickets, commits, and only then finishes each.
        """
        ticket = Ticket(work)
        with self._queue:
            self._waiting.append(ticket)
        try:
            with self._turn:
                if not ticket.done:
                    self._lead(commit)
        except BaseException:
            with self._queue, contextlib.suppress(ValueError):
                self._waiting.remove(ticket)
            raise
        if ticket.error is not None:
            raise ticket.error
        return ticket.result

    def _lead(self, commit: Callable[[list[Ticket]], None]) -> None:
        group: list[Ticket] = []
        try:
            with self._queue:
                group, self._waiting = self._waiting, group
            commit(group)
        finally:
            for ticket in group:
                if not ticket.done:
                    # Its own thread learns of it; the cause is raised in this one.
                    ticket.finish(error=StoreError("the commit was broken off; nothing is changed"))
