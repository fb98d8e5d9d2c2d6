"""A progress bar for fits that take more than two seconds."""

from __future__ import annotations

import math
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

__all__ = ["ProgressBar"]

_DELAY = 2.0


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
