"""Random tables of every kind that has ever been hard for a splitter."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from tests.oracle.brute_force import Settings, Table

KINDS = ("ties", "real", "tiny", "huge", "subnormal", "zeros", "constant", "scales", "symbolic")


def column(rng: np.random.Generator, kind: str, n: int) -> NDArray:
    if kind == "ties":
        return rng.integers(0, int(rng.integers(2, 8)), n).astype(float)
    if kind == "real":
        return rng.normal(size=n)
    if kind == "tiny":
        return rng.integers(-9, 10, n) * 1e-300
    if kind == "huge":
        return rng.choice([-1.7e308, -1e300, -1.0, 0.0, 3.0, 1e300, 1.6e308], n)
    if kind == "subnormal":
        return rng.integers(-3, 4, n) * 5e-324
    if kind == "zeros":
        return rng.choice([-0.0, 0.0, 1.0], n)
    if kind == "constant":
        return np.full(n, 7.25)
    if kind == "scales":
        return rng.choice([-1.0, 1.0], n) * 10.0 ** rng.integers(-300, 300, n)
    return rng.integers(0, 5, n).astype(np.int32)


def labels(rng: np.random.Generator, columns: list[NDArray], n_classes: int) -> NDArray[np.int32]:
    """Classes that the first columns tell something about, with noise."""
    n = len(columns[0])
    y = np.zeros(n, dtype=np.int64)
    for values in columns[:3]:
        y += np.searchsorted(np.sort(values), values) * n_classes // n
    noise = rng.random(n) < rng.choice([0.0, 0.2, 0.6])
    y[noise] += rng.integers(0, n_classes, int(noise.sum()))
    return (y % n_classes).astype(np.int32)


def weights(rng: np.random.Generator, n: int, kind: str | None = None) -> NDArray | None:
    kind = kind or str(rng.choice(["none", "none", "integer", "real"]))
    if kind == "none":
        return None
    if kind == "integer":
        found = rng.integers(0, 4, n).astype(float)
        found[0] = 2.0
        return found
    return rng.exponential(size=n) ** 3 + 1e-3


def table(
    rng: np.random.Generator,
    n: int,
    n_columns: int = 4,
    missing: float | None = None,
    weighted: str | None = None,
    kinds: tuple[str, ...] = KINDS,
) -> Table:
    chosen = [str(kind) for kind in rng.choice(kinds, n_columns)]
    columns = [column(rng, kind, n) for kind in chosen]
    n_classes = int(rng.choice([2, 2, 3, 5, 20, 50]))
    y = labels(rng, columns, n_classes)
    if rng.random() < 0.3:
        columns.append(columns[0].copy())  # two features that always tie
        chosen.append(chosen[0])
    share = float(rng.choice([0.0, 0.0, 0.1, 0.5])) if missing is None else missing
    for values in columns:
        values[rng.random(n) < share] = -1 if values.dtype == np.int32 else np.nan
    n_categories = [5 if kind == "symbolic" else 0 for kind in chosen]
    return Table(columns, n_categories, y, n_classes, weights(rng, n, weighted))


def settings(rng: np.random.Generator, criterion: str, missing: str) -> Settings:
    free = rng.random() < 0.5
    return Settings(
        criterion,
        missing,
        max_depth=0 if free else int(rng.integers(0, 5)),
        min_samples_split=2 if free else int(rng.integers(2, 8)),
        min_samples_leaf=1 if free else int(rng.integers(1, 6)),
    )


def core_table(of: Table) -> _core.Table:
    """As the core sees it."""
    n = len(of.y)
    numeric = [c for c, k in zip(of.columns, of.n_categories, strict=True) if k == 0]
    symbolic = [c for c, k in zip(of.columns, of.n_categories, strict=True) if k > 0]
    return _core.Table(
        np.column_stack(numeric) if numeric else np.empty((n, 0)),
        np.column_stack(symbolic) if symbolic else np.empty((n, 0), dtype=np.int32),
        [int(k > 0) for k in of.n_categories],
        of.n_categories,
    )


NO_PRUNING = {"method": "none", "fraction": 0.1, "se": 0.0, "confidence": 0.25, "folds": 10}


def spec(of: Settings, **changes: object) -> dict[str, object]:
    return {
        "basis": {"quadratic": False, "indicators": False},
        "criterion": of.criterion,
        "splitter": {"kind": "axis"},
        "missing": of.missing,
        "stopping": {
            "max_depth": of.max_depth,
            "min_samples_split": of.min_samples_split,
            "min_samples_leaf": of.min_samples_leaf,
            "max_leaf_nodes": of.max_leaf_nodes,
        },
        "pruning": NO_PRUNING,
        "merge_leaves": False,
        "threads": 1,
    } | changes


def fit(of: Table, how: Settings, seed: int = 0, **changes: object) -> _core.Tree:
    return _core.fit(
        core_table(of), of.y, of.weights, of.n_classes, spec(how, **changes), seed, None
    )
