"""Errors and leaves along cost-complexity's path of ever smaller trees."""

from __future__ import annotations

from typing import Any

import numpy as np

from obliqua import _core
from obliqua.show.outline import percent, plural, tree_of
from obliqua.show.placed import Placed
from obliqua.show.plots.style import INK, axes_or_new, bare
from obliqua.tree import Tree

TRAINING, HELD_OUT = "#0072b2", "#d55e00"


def plot_pruning_path(
    model: Any,
    X: Any = None,
    y: Any = None,
    *,
    ax: Any = None,
) -> Any:
    """Draw the errors of each tree on cost-complexity's path against its number of leaves.

    The path begins with the tree given, so give one that is not pruned.

    Parameters
    ----------
    model : estimator or Tree
        A tree, best one grown with ``pruning=None``.
    X : array-like or dataframe, default=None
        Rows held out: their error is drawn too, and where it is least.
    y : array-like, default=None
        Their classes.
    ax : matplotlib Axes, default=None
        Where to draw; None makes a figure.

    Returns
    -------
    matplotlib Axes
        The axes drawn on.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import plot_pruning_path
    >>> X, y = load_iris(return_X_y=True)
    >>> model = AxisTreeClassifier().fit(X[::2], y[::2])
    >>> plot_pruning_path(model, X[1::2], y[1::2]).get_xlabel()
    'leaves'
    """
    tree = tree_of(model)
    if (X is None) != (y is None):
        raise ValueError("X and y must be given both or not at all")
    _, errors, steps = _core.cost_complexity_path(tree.core)
    path = [_core.collapsed(tree.core, (steps > 0) & (steps <= i + 1)) for i in range(len(errors))]
    leaves = np.array([Tree(core, tree.schema, tree.classes).n_leaves for core in path])
    ax = axes_or_new(ax, 7, 4)
    ax.plot(leaves, errors, color=TRAINING, marker="o", ms=4, label="training rows")
    if X is not None:
        placed = Placed(tree, X, y, "plot_pruning_path")
        answers = (_core.classify(core, placed.table, 1) for core in path)
        held = np.array([np.mean(answer != placed.codes) for answer in answers])
        best = np.flatnonzero(held == held.min())[-1]  # of equals the smallest tree
        ax.plot(leaves, held, color=HELD_OUT, marker="s", ms=4, label="rows held out")
        ax.axvline(leaves[best], color=INK, lw=1, ls=":")
        # Above the axes, where no line can run through it.
        ax.annotate(
            f"{plural(int(leaves[best]), 'leaf')}, {percent(float(held[best]))}",
            (leaves[best], 1.0),
            xycoords=("data", "axes fraction"),
            xytext=(0, 3),
            textcoords="offset points",
            ha="right" if leaves[best] > leaves[0] / 3 else "left",
            color=INK,
        )
    if leaves[0] > 30:
        ax.set_xscale("log")
        ticks = [t for t in (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000) if t <= leaves[0]]
        ax.set_xticks(ticks, list(map(str, ticks)))
        ax.minorticks_off()
    else:
        ax.locator_params(axis="x", integer=True)
    ax.set_xlim(left=0.9 if leaves[0] > 30 else 0.5)
    ax.set_ylim(bottom=0)
    ax.set(xlabel="leaves", ylabel="share of rows misclassified")
    ax.legend(frameon=False)
    bare(ax)
    return ax
