"""Running many fits: in parallel, with the time left, and so that a stopped run goes on.

Fits are ordered repetition by repetition, so that a run that is cut short has something of
everything. Each result is written when it is there.
"""

from __future__ import annotations

import importlib
import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from obliqua.experiments.build import code_version
from obliqua.experiments.methods import Method
from obliqua.experiments.protocols import Plan
from obliqua.experiments.store import Results
from obliqua.experiments.tasks import Key, Outcome, Source, Task, fingerprint, perform
from obliqua.experiments.watching import Watch

__all__ = ["Experiment", "Ran", "estimate", "plan_tasks", "run"]

_WRITE_EVERY = 0.5  # seconds


@dataclass(frozen=True, eq=False)
class Experiment:
    """A data set, the methods to try on it, and how."""

    source: Source
    methods: Sequence[Method]
    protocol: Plan


@dataclass
class Ran:
    """What a run did.

    Parameters
    ----------
    done, failed : int
        Fits of this run.
    kept : int
        Fits that the results held already.
    left : int
        Fits that the time limit left undone.
    seconds : float
        How long it took.
    problems : list of (Key, str)
        What went wrong, fit by fit.
    """

    done: int = 0
    failed: int = 0
    kept: int = 0
    left: int = 0
    seconds: float = 0.0
    problems: list[tuple[Key, str]] = field(default_factory=list)


def plan_tasks(
    experiments: Iterable[Experiment],
    *,
    seed: int = 0,
    repeats: int | None = None,
    folds: int | None = None,
) -> list[Task]:
    """List every fit of some experiments.

    Parameters
    ----------
    experiments : iterable of Experiment
        What is to be run; a method that is not there is passed over.
    seed : int, default=0
        The first repetition's seed; the next ones have the numbers that follow.
    repeats, folds : int or None, default=None
        At most so many repetitions, and so many folds of each.

    Returns
    -------
    list of Task
        Ordered by repetition.
    """
    code = code_version()
    planned: list[Task] = []
    for experiment in experiments:
        rounds = range(min(experiment.protocol.repeats, repeats or experiment.protocol.repeats))
        count = experiment.protocol.count(experiment.source.get())
        sources = [experiment.source.drawn(seed + repeat) for repeat in rounds]
        digests = {source: fingerprint(source.get()) for source in dict.fromkeys(sources)}
        for method in experiment.methods:
            if method.missing() is not None:
                continue
            for repeat, fold in itertools.product(rounds, range(min(count, folds or count))):
                source = sources[repeat]
                key = Key(
                    source.name,
                    digests[source],
                    method.name,
                    method.settings,
                    experiment.protocol.name,
                    seed + repeat,
                    repeat,
                    fold,
                    code,
                )
                planned.append(Task(key, source, method, experiment.protocol))
    # The same fit may be wanted by several tables.
    unique = {task.key: task for task in planned}
    return sorted(unique.values(), key=lambda task: task.key.repeat)


def run(
    tasks: Sequence[Task],
    results: Results,
    *,
    n_jobs: int | None = None,
    client: Any = None,
    time_limit: float | None = None,
    title: str = "Fitting",
    quiet: bool = False,
) -> Ran:
    """Do every fit that the results do not hold yet.

    Parameters
    ----------
    tasks : sequence of Task
        The fits.
    results : Results
        Where outcomes are kept.
    n_jobs : int or None, default=None
        Processes; None is one, -1 all processors.
    client : dask.distributed.Client or None, default=None
        Runs the fits on a Dask cluster instead.
    time_limit : float or None, default=None
        Begin no fit after so many seconds.
    title : str, default="Fitting"
        What the progress bar says.
    quiet : bool, default=False
        Show no progress.

    Returns
    -------
    Ran
        What was done.
    """
    started = time.monotonic()
    done = results.done()
    todo = [task for task in tasks if task.key not in done]
    ran = Ran(kept=len(tasks) - len(todo))
    deadline = None if time_limit is None else started + time_limit
    waiting: list[Outcome] = []
    written = started
    with Watch(title, todo, n_jobs, quiet=quiet) as watch:
        try:
            for outcome in _outcomes(todo, n_jobs, client, deadline):
                watch.done(outcome)
                waiting.append(outcome)
                ran.done += outcome.error is None
                if outcome.error is not None:
                    ran.failed += 1
                    ran.problems.append((outcome.key, outcome.error))
                if time.monotonic() - written >= _WRITE_EVERY:
                    results.add(waiting)
                    waiting, written = [], time.monotonic()
        finally:
            results.add(waiting)
    ran.left = len(todo) - ran.done - ran.failed
    ran.seconds = time.monotonic() - started
    return ran


def estimate(tasks: Sequence[Task], results: Results, n_jobs: int | None) -> float:
    """Estimate how long fits will take, from what the results say of others of their kind.

    Parameters
    ----------
    tasks : sequence of Task
        The fits.
    results : Results
        Fits of any build.
    n_jobs : int or None
        Processes.

    Returns
    -------
    float
        Seconds.
    """
    wanted = {(task.key.data, task.key.method, task.key.settings) for task in tasks}
    with Watch("", tasks, n_jobs, quiet=True) as watch:
        for outcome in results:
            key = outcome.key
            if outcome.error is None and (key.data, key.method, key.settings) in wanted:
                watch.learn(outcome)
        return watch.seconds_left()


def _outcomes(
    todo: Sequence[Task], n_jobs: int | None, client: Any, deadline: float | None
) -> Iterator[Outcome]:
    in_time = _until(todo, deadline)
    if client is not None:
        return _on_cluster(client, in_time)
    if n_jobs in (None, 1) or len(todo) < 2:
        return map(perform, in_time)
    from joblib import Parallel, delayed

    parallel: Callable[..., Any] = Parallel(n_jobs=n_jobs, return_as="generator_unordered")
    outcomes: Iterator[Outcome] = parallel(delayed(perform)(task) for task in in_time)
    return outcomes


def _until(todo: Sequence[Task], deadline: float | None) -> Iterator[Task]:
    for task in todo:
        if deadline is not None and time.monotonic() >= deadline:
            return
        yield task


def _on_cluster(client: Any, todo: Iterator[Task]) -> Iterator[Outcome]:
    """Keep every worker busy, and no more tasks on the way than that takes."""
    distributed: Any = importlib.import_module("distributed")
    ahead = 4 * max(1, sum(client.nthreads().values()))
    futures = distributed.as_completed(
        [client.submit(perform, task, pure=False) for task in itertools.islice(todo, ahead)]
    )
    for future in futures:
        yield future.result()
        for task in itertools.islice(todo, 1):
            futures.add(client.submit(perform, task, pure=False))
