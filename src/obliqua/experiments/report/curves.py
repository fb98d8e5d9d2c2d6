"""Utgoff's curves: a tree that grows row by row, its size and what each row costs."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

from obliqua.experiments.datasets import load
from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.measures import taken
from obliqua.experiments.methods import Method
from obliqua.experiments.report.drawing import PALETTE, SOFT, drawing, svg

__all__ = ["incremental_curves"]

_ITI = Method("iti", "ITIClassifier", {"prune": False})
_SETS = (("2", "bupa", "liver disorders"), ("3", "audiology", "audiology"))
_EVERY = 5  # rows between two looks at the tree's size


def incremental_curves(data_dir: str | None) -> list[tuple[str, str, str]]:
    """Figures 2 and 3 of Utgoff: expected tests and cost of an update, row after row.

    Parameters
    ----------
    data_dir : str or None
        The folder of real data sets; without it, or without ITI, there are no curves.
    """
    drawn: list[tuple[str, str, str]] = []
    if _ITI.missing() is not None:
        return drawn
    for number, name, title in _SETS:
        try:
            data_set = load(name, data_dir=data_dir)
        except (OSError, ValueError):
            continue
        costs, sizes = _streamed(data_set)
        with drawing(4.6, 3.4) as (figure, axes):
            axes.plot(*zip(*sizes, strict=True), color=PALETTE[0], linewidth=1.2)
            axes.set_xlabel(f"rows of {title}")
            axes.set_ylabel("expected tests", color=PALETTE[0])
            cost = axes.twinx()
            cost.plot(np.arange(1, len(costs) + 1), 1e3 * np.array(costs), ".", color=SOFT, ms=2)
            cost.set_ylabel("update, ms", color=SOFT)
            cost.set_ylim(0, 1e3 * float(np.quantile(costs, 0.99)) * 1.3)
            cost.spines["right"].set_visible(True)
            caption = (
                f"Figure {number} of Utgoff: ITI on {title}, one row at a time. The cost of an "
                "update (dots; the dearest hundredth is cut off) against the tree's expected tests."
            )
            drawn.append((f"utgoff-figure-{number}", svg(figure), caption))
    return drawn


def _streamed(data_set: DataSet) -> tuple[list[float], list[tuple[int, float]]]:
    order = np.random.default_rng(0).permutation(data_set.n_rows)
    data, target = taken(data_set.data, order), data_set.target[order]
    classes = np.unique(target)
    model: Any = _ITI.make(0)
    costs: list[float] = []
    sizes: list[tuple[int, float]] = []
    for i in range(len(target)):
        row, answer = taken(data, np.array([i])), target[i : i + 1]
        started = time.perf_counter()
        model.partial_fit(row, answer, classes=classes)
        costs.append(time.perf_counter() - started)
        if i % _EVERY == _EVERY - 1:
            sizes.append((i + 1, model.tree_.expected_tests()))
    return costs, sizes
