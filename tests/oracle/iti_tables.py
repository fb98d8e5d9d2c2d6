"""Random rows for the incremental trees: mixed columns, missing values, repeats, contradictions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tests.oracle.iti import Rows, Value

KINDS = ("few", "many", "neighbours", "huge", "zeros", "steps", "names", "flag", "codes", "unknown")
TEXT = {
    "names": ("red", "green", "blue", "Grün", "a", "", " b"),
    "flag": ("yes", "no"),
    "codes": ("10", "9", "1", "01"),
}
N_CLASSES = (2, 2, 2, 3, 3, 4, 6, 10, 24)


@dataclass(frozen=True)
class Source:
    """Where rows come from: what each column holds, and how often a value is missing."""

    kinds: tuple[str, ...]
    n_classes: int
    missing: float
    noise: float

    @classmethod
    def random(cls, rng: np.random.Generator, n_columns: int | None = None) -> Source:
        width = int(rng.integers(1, 6)) if n_columns is None else n_columns
        return cls(
            tuple(str(kind) for kind in rng.choice(KINDS, width)),
            int(rng.choice(N_CLASSES)),
            float(rng.choice([0.0, 0.0, 0.1, 0.4])),
            float(rng.choice([0.0, 0.1, 0.5, 1.0])),
        )

    def value(self, rng: np.random.Generator, kind: str) -> Value:
        if kind == "unknown" or rng.random() < self.missing:
            return None
        if kind in TEXT:
            return str(rng.choice(TEXT[kind]))
        return float(_number(rng, kind))

    def row(self, rng: np.random.Generator) -> tuple[tuple[Value, ...], int]:
        """One row and its class, which the first columns tell something about."""
        values = tuple(self.value(rng, kind) for kind in self.kinds)
        if rng.random() < self.noise:
            return values, int(rng.integers(self.n_classes))
        return values, sum(map(_rank, values[:3])) % self.n_classes


def _number(rng: np.random.Generator, kind: str) -> float:
    if kind == "few":
        return rng.integers(0, 5)
    if kind == "many":
        return rng.normal()
    if kind == "neighbours":  # no number lies between some of them
        return 1.0 + rng.integers(-3, 4) * 2.0**-52
    if kind == "huge":
        return rng.choice([-1.7e308, -1e300, -1.0, 0.0, 5e-324, 1e300, 1.7e308])
    if kind == "zeros":
        return rng.choice([-0.0, 0.0, 1.0])
    return np.floor(8 * rng.random()) / 4


def _rank(value: Value) -> int:
    if value is None:
        return 0
    if isinstance(value, str):
        return len(value) + sum(map(ord, value[:1]))
    return int(np.clip(value, -50, 50)) + (value > 0)


def draw(rng: np.random.Generator, source: Source, n: int) -> list[tuple[tuple[Value, ...], int]]:
    """Rows, a share of which repeat another or contradict it."""
    repeats = float(rng.choice([0.0, 0.2, 0.6]))
    rows: list[tuple[tuple[Value, ...], int]] = []
    for _ in range(n):
        if rows and rng.random() < repeats:
            values, label = rows[int(rng.integers(len(rows)))]
            rows.append((values, label if rng.random() < 0.7 else source.row(rng)[1]))
        else:
            rows.append(source.row(rng))
    return rows


def as_rows(rows: Sequence[tuple[tuple[Value, ...], Any]], weights: Any = None) -> Rows:
    """As the oracle reads them."""
    columns = list(zip(*(values for values, _ in rows), strict=True))
    once = [1] * len(rows)
    return Rows(columns, [label for _, label in rows], once if weights is None else weights)


def as_table(rows: Sequence[tuple[tuple[Value, ...], Any]]) -> NDArray[np.object_]:
    """As a user's mixed table."""
    table = np.empty((len(rows), len(rows[0][0])), dtype=object)
    table[...] = [list(values) for values, _ in rows]
    return table
