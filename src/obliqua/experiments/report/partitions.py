"""Drawings of the plane: the artificial data sets, and what trees make of the spirals."""

from __future__ import annotations

from typing import Any

import numpy as np

from obliqua.experiments.datasets import load
from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.methods import Method
from obliqua.experiments.report.drawing import INK, PALETTE, drawing, svg

__all__ = ["artificial_sets", "spiral_partitions"]

_GRID = 300
_SPIRAL = (
    ("6", "axis-parallel", Method("axis", "AxisTreeClassifier", {"criterion": "twoing"})),
    ("7", "oblique", Method("oc1", "OC1Classifier", {"pruning": None})),
    ("8", "non-linear", Method("ndt", "NonlinearTreeClassifier", {"pruning": None})),
)


def artificial_sets() -> list[tuple[str, str, str]]:
    """Figure 9 of Murthy and others: POL and RCB, and the regions of OC1's tree."""
    method = Method("oc1", "OC1Classifier", {"pruning": None, "jumps": 20})
    drawn = []
    for name in ("pol", "rcb"):
        data_set = load(name, angle=45.0)
        tree = method.make(0).fit(data_set.data, data_set.target)
        with drawing(3.8, 3.7) as (figure, axes):
            _regions(axes, tree, data_set)
            _points(axes, data_set, size=3)
            caption = (
                f"Figure 9 of Murthy and others: {name.upper()}, {data_set.n_rows} points, with "
                f"the {tree.tree_.n_leaves} regions of OC1's tree."
            )
            drawn.append((f"murthy-figure-9-{name}", svg(figure), caption))
    return drawn


def spiral_partitions() -> list[tuple[str, str, str]]:
    """Figures 5 to 8 of Ittner and Schlosser: the spirals and three partitions of the plane."""
    data_set = load("spirals")
    drawn = []
    with drawing(3.8, 3.7) as (figure, axes):
        _points(axes, data_set, size=10)
        axes.set_aspect("equal")
        caption = f"Figure 5 of Ittner and Schlosser: two spirals, {data_set.n_rows} points."
        drawn.append(("ittner-figure-5", svg(figure), caption))
    for number, kind, method in _SPIRAL:
        if method.missing() is not None:
            continue
        tree = method.make(0).fit(data_set.data, data_set.target)
        with drawing(3.8, 3.7) as (figure, axes):
            _regions(axes, tree, data_set)
            _points(axes, data_set, size=8)
            caption = (
                f"Figure {number} of Ittner and Schlosser: the {kind} partition, unpruned, of "
                f"{tree.tree_.n_tests} tests."
            )
            drawn.append((f"ittner-figure-{number}", svg(figure), caption))
    return drawn


def _points(axes: Any, data_set: DataSet, size: float) -> None:
    x, y = np.asarray(data_set.data).T
    for i, label in enumerate(data_set.class_counts()):
        of = data_set.target == label
        axes.scatter(x[of], y[of], s=size, color=PALETTE[i % len(PALETTE)], linewidths=0)
    axes.set_aspect("equal")


def _regions(axes: Any, model: Any, data_set: DataSet) -> None:
    """Tint each region by its class and draw the borders between leaves."""
    low, high = np.min(data_set.data, axis=0), np.max(data_set.data, axis=0)
    pad = 0.04 * (high - low)
    sides = [np.linspace(low[i] - pad[i], high[i] + pad[i], _GRID) for i in (0, 1)]
    x, y = np.meshgrid(*sides)
    points = np.column_stack([x.ravel(), y.ravel()])
    codes = np.searchsorted(model.classes_, model.predict(points)).reshape(x.shape)
    colours = [PALETTE[i % len(PALETTE)] for i in range(len(model.classes_))]
    levels = np.arange(len(colours) + 1) - 0.5
    axes.contourf(x, y, codes, levels=levels, colors=colours, alpha=0.16)
    leaves = np.unique(model.apply(points), return_inverse=True)[1].reshape(x.shape)
    for leaf in range(int(leaves.max()) + 1):
        inside = (leaves == leaf).astype(float)
        if 0 < inside.sum() < inside.size:
            axes.contour(x, y, inside, levels=[0.5], colors=[INK], linewidths=0.5)
