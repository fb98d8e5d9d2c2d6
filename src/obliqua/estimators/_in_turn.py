"""Several fits at a time, one progress for all of them, and Ctrl-C for each."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from obliqua.estimators._progress import Watcher, reported_to, watched

__all__ = ["in_turn"]

Task = TypeVar("Task")
Result = TypeVar("Result")


class _Stopped(BaseException):
    """Ends the fits of other threads when one has failed or the user has had enough."""


class _Shares:
    """How far each fit is; the mean is passed on."""

    def __init__(self, n_fits: int, progress: Watcher | None) -> None:
        self.stopped = False
        self._shares = [0.0] * n_fits
        self._progress = progress
        self._lock = threading.Lock()

    def of(self, fit: int) -> Watcher:
        def told(share: float) -> None:
            if self.stopped:
                raise _Stopped
            if self._progress is None:
                return
            with self._lock:
                self._shares[fit] = share
                self._progress(sum(self._shares) / len(self._shares))

        return told


def _results(futures: Sequence[Future[Result]]) -> list[Result]:
    """Wait for all; a fit that was stopped because of another says nothing, the other does."""
    results = []
    for future in futures:
        with suppress(_Stopped):
            results.append(future.result())
    return results


def in_turn(
    fit: Callable[[Task], Result],
    tasks: Sequence[Task],
    threads: int,
    *,
    title: str,
    verbose: int,
) -> list[Result]:
    """Fit every task, by whichever thread is free; the core releases the GIL.

    Parameters
    ----------
    fit : callable
        Takes a task; whatever it fits reports to the one progress.
    tasks : sequence
        What to fit.
    threads : int
        How many at a time.
    title : str
        Of the progress bar.
    verbose : int
        Above zero shows it.

    Returns
    -------
    list
        The results, in the order of the tasks.
    """
    with watched(title, verbose) as progress:
        shares = _Shares(len(tasks), progress)

        def run(number: int) -> Result:
            if shares.stopped:
                raise _Stopped
            try:
                with reported_to(shares.of(number)):
                    result = fit(tasks[number])
            except BaseException:
                shares.stopped = True
                raise
            shares.of(number)(1.0)
            return result

        if threads == 1:
            return [run(number) for number in range(len(tasks))]
        with ThreadPoolExecutor(threads) as pool:
            try:  # from the first task on: Ctrl-C may come while they are handed over
                futures = [pool.submit(run, number) for number in range(len(tasks))]
                return _results(futures)
            except BaseException:
                shares.stopped = True
                pool.shutdown(wait=False, cancel_futures=True)
                raise
