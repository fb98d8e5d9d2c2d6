"""Progress of a run: a bar with the time left on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable
from types import TracebackType
from typing import TYPE_CHECKING

from obliqua.experiments.tasks import Outcome, Task

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["Watch", "told_time"]

_DELAY = 2.0
_LINE_EVERY = 60.0


class Watch:
    """Told of each outcome; estimates the rest from what fits of the same kind have taken.

    Parameters
    ----------
    title : str
        What is going on.
    tasks : iterable of Task
        What is to be done.
    n_jobs : int or None
        Processes.
    quiet : bool, default=False
        Show nothing.
    """

    def __init__(
        self, title: str, tasks: Iterable[Task], n_jobs: int | None, *, quiet: bool = False
    ) -> None:
        self._title = title
        self._left = Counter(_kind(task.key) for task in tasks)
        self._total = sum(self._left.values())
        self._seen: Counter[tuple[str, str]] = Counter()
        self._spent: dict[tuple[str, str], float] = {}
        self._count = 0
        self._jobs = _processes(n_jobs)
        self._quiet = quiet
        self._failed = 0
        self._started = self._told = time.monotonic()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._progress is not None:
            self._progress.stop()

    def done(self, outcome: Outcome) -> None:
        """Take note of a finished fit."""
        self._left[_kind(outcome.key)] -= 1
        self._count += 1
        self._failed += outcome.error is not None
        self.learn(outcome)
        now = time.monotonic()
        if not self._quiet and now - self._started >= _DELAY:
            self._show(now)

    def learn(self, outcome: Outcome) -> None:
        """Learn from a fit how long others of its kind take."""
        kind = _kind(outcome.key)
        self._seen[kind] += 1
        self._spent[kind] = self._spent.get(kind, 0.0) + outcome.seconds

    def seconds_left(self) -> float:
        """Estimate how long the rest will take."""
        known = sum(self._spent.values()) / max(1, sum(self._seen.values()))
        rest = sum(
            count * (self._spent[kind] / self._seen[kind] if self._seen[kind] else known)
            for kind, count in self._left.items()
        )
        return rest / self._jobs

    def _show(self, now: float) -> None:
        count = self._count
        left = told_time(self.seconds_left())
        failed = f", {self._failed} failed" if self._failed else ""
        if self._progress is None and sys.stderr.isatty():
            self._start()
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=count, left=f"{left} left{failed}")
        elif now - self._told >= _LINE_EVERY:
            self._told = now
            print(f"{self._title}: {count} of {self._total}{failed}, {left} left", file=sys.stderr)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[left]}"),
            console=Console(stderr=True),
            transient=True,
        )
        self._progress.start()
        self._task = self._progress.add_task(self._title, total=self._total, left="")


def told_time(seconds: float) -> str:
    """Write a duration as a person says it.

    Examples
    --------
    >>> from obliqua.experiments.watching import told_time
    >>> told_time(7.3), told_time(95), told_time(7300)
    ('7 s', '1 min 35 s', '2 h 1 min')
    """
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def _kind(key: tuple[object, ...]) -> tuple[str, str]:
    return str(key[0]), str(key[2])


def _processes(n_jobs: int | None) -> int:
    from joblib import effective_n_jobs

    count: int = effective_n_jobs(n_jobs or 1)
    return count
