"""Who is told how far a fit is: a progress bar, or a fit of which this one is a part."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["ProgressBar", "Watcher", "reported_to", "watched"]

Watcher = Callable[[float], None]

_DELAY = 2.0
_OUTER: ContextVar[Watcher | None] = ContextVar("outer", default=None)


@contextmanager
def reported_to(watcher: Watcher) -> Iterator[None]:
    """Tell the fits inside, on this thread, whom to report to; what it raises ends them."""
    token = _OUTER.set(watcher)
    try:
        yield
    finally:
        _OUTER.reset(token)


@contextmanager
def watched(title: str, verbose: int) -> Iterator[Watcher | None]:
    """Give a fit the one to call with the finished share, if there is one."""
    outer = _OUTER.get()
    if outer is not None or not verbose:
        yield outer
        return
    with ProgressBar(title) as bar:
        yield bar


class ProgressBar:
    """Called with the finished share; appears on a terminal after two seconds."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._delay = _DELAY
        self._started = time.monotonic()
        self._progress: Progress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> ProgressBar:
        return self

    def __call__(self, share: float) -> None:
        """Show that so much is done, from 0 to 1."""
        if self._progress is None:
            if time.monotonic() - self._started < self._delay:
                return
            self._show()
        if self._progress is not None and self._task is not None:
            self._progress.update(self._task, completed=min(max(share, 0.0), 1.0))

    def _show(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

        console = Console(stderr=True)
        if not console.is_terminal:
            self._delay = math.inf
            return
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=console, transient=True)
        self._progress.start()
        self._task = self._progress.add_task(self._title, total=1.0)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        if self._progress is not None:
            self._progress.stop()
