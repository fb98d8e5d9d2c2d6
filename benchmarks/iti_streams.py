"""Streams of rows for the incremental trees, and how long one more row takes along them."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from harness import Settings
from tables import from_folder

from obliqua import ITIClassifier
from obliqua.experiments import datasets

CHUNK = 1000


@dataclass(frozen=True)
class Stream:
    name: str
    X: np.ndarray
    y: np.ndarray

    def __len__(self) -> int:
        return len(self.y)

    def label(self) -> str:
        return f"{self.name} ({len(self):,} × {self.X.shape[1]})"

    def learn(self, model: ITIClassifier, begin: int, end: int) -> None:
        """Learn rows in chunks, with their positions as ids."""
        for first in range(begin, end, CHUNK):
            rows = slice(first, min(first + CHUNK, end))
            model.partial_fit(self.X[rows], self.y[rows], ids=np.arange(rows.start, rows.stop))


def read_streams(settings: Settings, *names: str) -> Iterator[Stream]:
    """Streams by name; those of a folder that is not there are left out.

    bupa is shuffled, electricity and covertype keep the order of their files.
    """
    most = 4_000 if settings.quick else 100_000
    for name in names:
        if name == "LS10":
            yield ls10(2000)
        for _, X, y in () if name == "LS10" else from_folder((name,), settings.data_dir):
            order = np.arange(len(y))
            if name == "bupa":
                order = np.random.default_rng(0).permutation(len(y))
            yield Stream(name, np.ascontiguousarray(X[order[:most]]), y[order[:most]])


def ls10(n: int) -> Stream:
    made = datasets.ls10(n, random_state=0)
    return Stream("LS10", np.asarray(made.data), np.unique(made.target, return_inverse=True)[1])


@dataclass(frozen=True)
class Look:
    """At some size: the learner, and the seconds that each of the last rows took."""

    model: ITIClassifier
    known: int
    taken: np.ndarray


def looks(stream: Stream, starts: Sequence[int], some: int) -> Iterator[Look]:
    """Learn a stream in chunks; from each start on, `some` rows one at a time."""
    model, known = ITIClassifier(prune=False), 0
    for start in starts:
        stream.learn(model, known, start)
        known = min(start + some, len(stream))
        taken = [
            timed(model.partial_fit, stream.X[i : i + 1], stream.y[i : i + 1], ids=[i])
            for i in range(start, known)
        ]
        yield Look(model, known, np.array(taken))


def spread(stream: Stream, settings: Settings) -> tuple[list[int], int]:
    """Ten sizes all along a stream, and how many rows are timed at each."""
    n = 3 if settings.quick else 10
    some = max(1, min(len(stream) // n, 30 if settings.quick else 200))
    return np.linspace(0, len(stream) - some, n + 1)[1:].astype(int).tolist(), some


def timed(call: Callable, *args: Any, **kwargs: Any) -> float:
    started = time.perf_counter()
    call(*args, **kwargs)
    return time.perf_counter() - started
