"""Random walks of adding and taking rows, with the fresh fit beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from obliqua import ITIClassifier
from tests.oracle.iti_tables import Source, as_table, draw

POOL = 500  # rows that are added again and again, so that there are repeats
LARGEST = 400


@dataclass
class Walk:
    """One table's rows, some of which a learner knows at any moment."""

    source: Source
    rng: np.random.Generator
    learner: Any
    table: Any = field(init=False)
    labels: np.ndarray = field(init=False)
    known: dict[int, int] = field(default_factory=dict)  # id to row of the table
    next_id: int = 0
    steps: int = 0

    def __post_init__(self) -> None:
        rows = draw(self.rng, self.source, POOL)
        self.table = as_table(rows)
        self.labels = np.array([f"class {label}" for _, label in rows])

    def step(self) -> None:
        """Add or take rows, mostly one; now for long more are added, now more are taken."""
        self.steps += 1
        growing = (self.steps // 700) % 3 != 2
        size = int(self.rng.integers(1, 12)) if self.rng.random() < 0.1 else 1
        if not self.known or (
            len(self.known) < LARGEST and self.rng.random() < (0.65 if growing else 0.3)
        ):
            self._add(size)
        else:
            self._take(min(size, len(self.known)))

    def _add(self, size: int) -> None:
        rows = self.rng.integers(0, POOL, size)
        ids = list(range(self.next_id, self.next_id + size))
        self.next_id += size
        self.learner.partial_fit(self.table[rows], self.labels[rows], ids=ids)
        self.known.update(zip(ids, rows.tolist(), strict=True))

    def _take(self, size: int) -> None:
        there = list(self.known)
        gone = [there[i] for i in self.rng.choice(len(there), size, replace=False)]
        self.learner.forget(gone)
        for one in gone:
            del self.known[one]

    def fresh(self) -> Any:
        """A fit on the rows that are known, in another order."""
        rows = self.rng.permutation(list(self.known.values()))
        same = type(self.learner)(**self.learner.get_params())
        return same.fit(self.table[rows], self.labels[rows])

    def differences(self) -> Iterator[str]:
        """See that the learner's tree is that of a fresh fit, pruned and not."""
        if not self.known:
            if hasattr(self.learner, "tree_"):
                yield f"after {self.steps} steps: a tree of no rows"
            return
        fresh = self.fresh()
        was = self.learner.prune
        for prune in (not was, was):
            self.learner.set_params(prune=prune)
            fresh.set_params(prune=prune)
            if self.learner.tree_.digest() != fresh.tree_.digest():
                yield f"after {self.steps} steps, prune={prune}: {self.source}"


def walk_of(number: int, seed: int) -> Walk:
    """Table `number`: 2 to 24 classes, pruned or not, brought up to date at once or when asked."""
    rng = np.random.default_rng([seed, number])
    source = Source.random(rng, n_columns=int(rng.integers(2, 8)))
    mode = "lazy" if number % 4 == 3 else "normal"
    return Walk(source, rng, ITIClassifier(prune=number % 2 == 0, mode=mode))
