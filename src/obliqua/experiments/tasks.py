"""One fit as a task: what it is called in results, and how it is done in any process."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.datasets.registry import load
from obliqua.experiments.measures import evaluate
from obliqua.experiments.methods import Method, NotThere
from obliqua.experiments.protocols import Plan

__all__ = ["Key", "Outcome", "Source", "Task", "fingerprint", "perform"]


class Key(NamedTuple):
    """What names a result, whole: the same key is never computed twice."""

    data_set: str
    data: str
    method: str
    settings: str
    protocol: str
    seed: int
    repeat: int
    fold: int
    code: str


@dataclass(frozen=True, eq=False)
class Source:
    """Where a data set comes from: a name to load, or the rows themselves.

    Parameters
    ----------
    name : str
        Its name in results.
    options : mapping, default={}
        For `obliqua.experiments.datasets.load`.
    data_dir : str or None, default=None
        The folder of real data sets.
    rows : DataSet or None, default=None
        A table of the user's.
    redrawn : bool, default=False
        Whether an artificial set is drawn anew for each repetition.
    """

    name: str
    options: Mapping[str, Any] = field(default_factory=dict)
    data_dir: str | None = None
    rows: DataSet | None = None
    redrawn: bool = False

    def drawn(self, seed: int) -> Source:
        """Give the source of one repetition's rows."""
        if not self.redrawn:
            return self
        return replace(self, options={**self.options, "random_state": seed}, redrawn=False)

    def get(self) -> DataSet:
        """Load it, once per process."""
        if self.rows is not None:
            return self.rows
        return _loaded(self.name, tuple(sorted(self.options.items())), self.data_dir)


@dataclass(frozen=True, eq=False)
class Task:
    """One fit."""

    key: Key
    source: Source
    method: Method
    protocol: Plan


@dataclass(frozen=True)
class Outcome:
    """What became of a task: measures, or what went wrong."""

    key: Key
    measures: Mapping[str, float]
    error: str | None
    seconds: float


def perform(task: Task) -> Outcome:
    """Do one fit; an error becomes part of the outcome."""
    started = time.perf_counter()
    measures: Mapping[str, float] = {}
    error = None
    try:
        data_set = task.source.get()
        split = _splits(task, data_set)[task.key.fold]
        drawn = np.random.SeedSequence([task.key.seed, task.key.fold]).generate_state(1)[0]
        measures = evaluate(data_set, task.method, split, int(drawn) & 0x7FFFFFFF)
    except (Exception, NotThere) as problem:
        # Whatever an estimator raises is a result of the experiment; the others go on.
        error = f"{type(problem).__name__}: {problem}"
    return Outcome(task.key, measures, error, time.perf_counter() - started)


def fingerprint(data_set: DataSet) -> str:
    """Digest the rows, so that results of another table are never taken for this one's."""
    digest = hashlib.sha256()
    for name, column in data_set.columns().items():
        digest.update(name.encode())
        if column.dtype.kind in "fiub":
            digest.update(np.ascontiguousarray(column, dtype=np.float64).tobytes())
        else:
            digest.update("\x1f".join(map(str, column.tolist())).encode())
    digest.update("\x1f".join(map(str, data_set.target.tolist())).encode())
    if data_set.part is not None:
        digest.update("\x1f".join(map(str, data_set.part.tolist())).encode())
    return digest.hexdigest()[:12]


@lru_cache(maxsize=8)
def _loaded(name: str, options: tuple[tuple[str, Any], ...], data_dir: str | None) -> DataSet:
    return load(name, data_dir=data_dir, **dict(options))


_LAST: dict[Any, Any] = {}


def _splits(task: Task, data_set: DataSet) -> Any:
    """Deal the rows, keeping the last deal: tasks come fold by fold."""
    key = (task.key.data, task.protocol, task.key.seed)
    if key not in _LAST:
        _LAST.clear()
        _LAST[key] = task.protocol.splits(data_set, task.key.seed)
    return _LAST[key]
