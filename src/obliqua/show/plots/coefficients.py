"""The coefficients of one test as bars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.patches import Patch
from numpy.typing import NDArray

from obliqua.conditions import EqualityCondition, MachineCondition, format_number
from obliqua.show.placed import Placed, test_at
from obliqua.show.plots.style import (
    FAINT,
    INK,
    axes_or_new,
    bare,
    class_colours,
    literal,
    renamed,
)

LEFT, RIGHT = "#0072b2", "#e69f00"
# The bars of more scores than this cannot be told apart.
MOST_SCORES = 6


def plot_coefficients(
    model: Any,
    node: int,
    X: Any = None,
    *,
    ax: Any = None,
    max_terms: int = 20,
    digits: int = 3,
    feature_names: Sequence[str] | None = None,
    class_names: Sequence[str] | None = None,
) -> Any:
    """Draw the weights of a node's test, the largest first.

    Parameters
    ----------
    model : estimator or Tree
        The tree.
    node : int
        A node with a test.
    X : array-like or dataframe, default=None
        Rows. With them each weight is multiplied by the standard deviation of its term among the
        rows that come to the node: how much the term moves the sum there, in comparable units.
        Without, weights are per unit of each feature, and not comparable between features.
    ax : matplotlib Axes, default=None
        Where to draw; None makes a figure.
    max_terms : int, default=20
        Terms to show; the rest are counted.
    digits : int, default=3
        Significant digits of numbers.
    feature_names, class_names : sequence of str, default=None
        Names to show instead of the tree's own.

    Returns
    -------
    matplotlib Axes
        The axes drawn on.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import OC1Classifier
    >>> from obliqua.show import plot_coefficients
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = OC1Classifier(axis=False, random_state=0).fit(X, y)
    >>> plot_coefficients(model, 0, X).get_xlabel()
    'weight × standard deviation in the node'
    """
    tree = renamed(model, feature_names, class_names)
    test = test_at(tree, node)
    if max_terms < 1:
        raise ValueError(f"max_terms must be at least 1, got {max_terms}")
    weights = np.atleast_2d(np.array(test.weights, dtype=np.float64))
    if X is not None and not isinstance(test, EqualityCondition):
        placed = Placed(renamed(model), X, owner="plot_coefficients")
        weights = weights * _spreads(placed.terms_at(node, placed.at(node)))
    order = np.argsort(-np.abs(weights).max(axis=0), kind="stable")
    shown = order[:max_terms]
    many = len(weights) > MOST_SCORES
    per_term = 0.32 if len(weights) == 1 or many else 0.12 + 0.11 * len(weights)
    width = 7 + (0.3 * (len(weights) - MOST_SCORES) if many else 0)
    ax = axes_or_new(ax, width, max(1.9, 1.1 + per_term * len(shown)))
    if isinstance(test, MachineCondition) and many:
        _chequered(ax, weights[:, shown], test)
    elif isinstance(test, MachineCondition):
        _per_class(ax, weights[:, shown], tree, test)
    else:
        _signed(ax, weights[0, shown], digits)
    names = [literal(test.terms[i], 48) for i in shown]
    ax.set_yticks(np.arange(len(shown)), names)
    ax.set_ylim(len(shown) - 0.4, -0.6)
    measure = "weight" if X is None else "weight × standard deviation in the node"
    if many:
        ax.figure.colorbar(ax.images[0], ax=ax, label=measure, fraction=0.03, pad=0.02)
    else:
        ax.axvline(0, color=INK, lw=0.8)
    ax.set_xlabel("score of" if many else measure, color=FAINT)
    ax.set_title(_title(node, test, len(order) - len(shown), digits), loc="left", fontsize="medium")
    bare(ax)
    return ax


def _spreads(terms: NDArray[Any]) -> NDArray[Any]:
    """Return standard deviations of what is present; of nothing, zero."""
    present = ~np.isnan(terms)
    count = np.maximum(present.sum(axis=0), 1)
    filled = np.where(present, terms, 0.0)
    mean = filled.sum(axis=0) / count
    away = np.where(present, terms - mean, 0.0)
    spreads: NDArray[Any] = np.sqrt((away**2).sum(axis=0) / count)
    return spreads


def _title(node: int, test: Any, hidden: int, digits: int) -> str:
    said = f"node {node}"
    if not isinstance(test, (MachineCondition, EqualityCondition)):
        said += f": left when the sum is ≤ {format_number(test.cut, digits)}"
    return said + (f"; {hidden} smaller terms not shown" if hidden else "")


def _signed(ax: Any, weights: NDArray[Any], digits: int) -> None:
    colours = [RIGHT if weight > 0 else LEFT for weight in weights]
    ax.barh(np.arange(len(weights)), weights, 0.62, color=colours)
    widest = np.abs(weights).max() or 1.0
    for place, weight in enumerate(weights):
        ax.text(
            weight + np.copysign(0.015 * widest, weight),
            place,
            format_number(weight, digits),
            ha="left" if weight >= 0 else "right",
            va="center",
            fontsize="small",
            color=FAINT,
        )
    low, high = min(weights.min(), 0.0), max(weights.max(), 0.0)
    room = 0.28 * ((high - low) or 1.0)  # for the numbers
    ax.set_xlim(low - room if low < 0 else -0.02 * room, high + room)
    handles = [Patch(color=LEFT), Patch(color=RIGHT)]
    ax.legend(
        handles,
        ["more of it: to the left", "more of it: to the right"],
        loc="upper left",
        bbox_to_anchor=(1, 1),
        frameon=False,
        fontsize="small",
    )


def _chequered(ax: Any, weights: NDArray[Any], test: MachineCondition) -> None:
    """Draw the weights of many scores as colours, a column per score."""
    most = float(np.abs(weights).max()) or 1.0
    ax.imshow(weights.T, cmap="PuOr_r", vmin=-most, vmax=most, aspect="auto")
    names = [literal(str(name), 16) for name in test.classes]
    upright = max(map(len, names)) > 2
    ax.set_xticks(np.arange(len(names)), names, rotation=60 if upright else 0)


def _per_class(ax: Any, weights: NDArray[Any], tree: Any, test: MachineCondition) -> None:
    palette = class_colours(tree)
    position = {label: code for code, label in enumerate(tree.classes.tolist())}
    height = 0.82 / len(weights)
    handles, names = [], []
    for child, row in enumerate(weights):
        colour = palette[position[test.classes[child]]]
        places = np.arange(len(row)) - 0.41 + (child + 0.5) * height
        ax.barh(places, row, height * 0.92, color=colour)
        handles.append(Patch(color=colour))
        names.append(literal(str(test.classes[child]), 24))
    legend = ax.legend(
        handles,
        list(map(str, range(len(names)))),
        loc="upper left",
        bbox_to_anchor=(1, 1),
        frameon=False,
        fontsize="small",
        title="score of",
    )
    for text, name in zip(legend.get_texts(), names, strict=True):
        text.set_text(name)
