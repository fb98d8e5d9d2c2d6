"""The tables that benchmarks are run on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from obliqua.experiments import datasets


def overlapping(n: int, d: int, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Two classes of n/2 rows each: normal, all deviations 1, means 2 apart along the diagonal.

    The best classifier is right 84 % of the time, so a tree that is not pruned grows large.
    """
    source = np.random.RandomState(seed)
    y = np.arange(n) % 2
    X = source.normal(size=(n, d)) + np.where(y, 1.0, -1.0)[:, np.newaxis] / np.sqrt(d)
    return X, y


def oblique(n: int, d: int, seed: int = 0, noise: float = 0.05) -> tuple[np.ndarray, np.ndarray]:
    """Uniform rows, two classes on the sides of one random plane, some labels inverted."""
    plane = np.random.RandomState(12345).normal(size=d)  # the same for training and test rows
    source = np.random.RandomState(seed)
    X = source.random_sample((n, d))
    y = ((X - 0.5) @ plane > 0).astype(int)
    return X, y ^ (source.random_sample(n) < noise)


def shipped() -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """The small tables that come with scikit-learn."""
    from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine

    for load in (load_iris, load_wine, load_breast_cancer, load_digits):
        X, y = load(return_X_y=True)
        yield load.__name__.removeprefix("load_"), X, y


def from_folder(
    names: tuple[str, ...], data_dir: Path | None
) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """The papers' numeric tables, as arrays and class numbers; none where there is no folder."""
    if data_dir is None:
        return
    for name in names:
        read = datasets.load(name, data_dir=data_dir)
        X = np.ascontiguousarray(read.data.to_numpy(dtype=np.float64))
        yield name, X, np.unique(read.target, return_inverse=True)[1]
