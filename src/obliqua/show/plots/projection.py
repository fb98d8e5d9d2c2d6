"""The rows of a node along what its test compares: by class, with the cut and the gap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.conditions import (
    AxisCondition,
    Condition,
    EqualityCondition,
    LinearCondition,
    MachineCondition,
    format_number,
)
from obliqua.show.outline import wrapped
from obliqua.show.picture import said_of_machine, shortened_sum
from obliqua.show.placed import Placed, half_gap, test_at
from obliqua.show.plots.style import (
    BAND,
    FAINT,
    INK,
    axes_or_new,
    bare,
    class_colours,
    literal,
    outside_legend,
    renamed,
    rows_said,
)
from obliqua.tree import Tree

BINS = 40
TITLE_WIDTH, TITLE_LINES = 78, 3
MOST_CATEGORIES = 30
MOST_ROWS = 5000
SIDE = 0.14
# Numbers further out cannot be drawn.
HUGE = 1e150


def plot_projection(
    model: Any,
    node: int,
    X: Any,
    y: Any,
    *,
    ax: Any = None,
    bins: int = BINS,
    digits: int = 4,
    feature_names: Sequence[str] | None = None,
    class_names: Sequence[str] | None = None,
) -> Any:
    """Draw how a node's rows lie along what its test compares, however many features that has.

    For a linear test that is its weighted sum, for one feature the feature itself: a histogram by
    class, the cut as a line, the gap around it as a band. An equality test shows its categories.
    A machine shows, for each child, by how much its score leads over the next.

    Parameters
    ----------
    model : estimator or Tree
        The tree.
    node : int
        A node with a test.
    X : array-like or dataframe
        Rows; those that come to the node are shown.
    y : array-like
        Their classes.
    ax : matplotlib Axes, default=None
        Where to draw; None makes a figure.
    bins : int, default=40
        Bars of the histogram.
    digits : int, default=4
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
    >>> from obliqua.show import plot_projection
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = OC1Classifier(random_state=0).fit(X, y)
    >>> plot_projection(model, 0, X, y).get_ylabel()
    'rows'
    """
    tree = renamed(model, feature_names, class_names)
    test = test_at(tree, node)
    if not isinstance(bins, (int, np.integer)) or bins < 1:
        raise ValueError(f"bins must be a whole number of at least 1, got {bins!r}")
    placed = Placed(renamed(model), X, y, "plot_projection")
    rows = placed.at(node)
    assert placed.codes is not None
    codes = placed.codes[rows]
    height = 1.6 + 0.28 * test.n_children if isinstance(test, MachineCondition) else 0
    ax = axes_or_new(ax, 8, max(3.6, height))
    if isinstance(test, EqualityCondition):
        shown = _categories(ax, tree, test, placed.categories_at(node, rows), codes, node)
    elif isinstance(test, MachineCondition):
        shown = _leads(ax, tree, test, placed.values_at(node, rows), codes)
    else:
        shown = _histogram(ax, tree, test, placed.values_at(node, rows), codes, bins, digits)
        _gap(ax, tree, node, test)
    said = [literal(line, TITLE_WIDTH) for line in _title(node, test, digits)]
    said.append(rows_said(shown, len(rows) - shown))
    ax.set_title("\n".join(said), loc="left", fontsize="medium", color=INK)
    outside_legend(ax, tree, np.unique(codes).tolist())
    bare(ax)
    return ax


def _title(node: int, test: Condition, digits: int) -> list[str]:
    if isinstance(test, MachineCondition):
        return [f"node {node}: {said_of_machine(test)}"]
    said = wrapped(f"node {node}: {test.pretty(digits)}", TITLE_WIDTH)
    if len(said) > TITLE_LINES and isinstance(test, LinearCondition):
        said = shortened_sum(test, digits, TITLE_WIDTH - 10, TITLE_LINES)
        said[0] = f"node {node}: {said[0]}"
    return said[:TITLE_LINES]


def _histogram(
    ax: Any,
    tree: Tree,
    test: AxisCondition | LinearCondition,
    values: NDArray[Any],
    codes: NDArray[Any],
    bins: int,
    digits: int,
) -> int:
    present = np.isfinite(values)
    values, codes = np.clip(values[present], -HUGE, HUGE), codes[present]
    cut = min(max(test.cut, -HUGE), HUGE)
    low, high = (values.min(), values.max()) if len(values) else (cut - 1, cut + 1)
    low, high = min(low, cut), max(high, cut)
    room = 0.5 * max(1.0, abs(low)) if not high - low > 1e-12 * max(abs(low), abs(high)) else 0.0
    low, high = low - room, high + room
    edges = edges_around(low, high, cut, bins)
    bottom = np.zeros(len(edges) - 1)
    palette = class_colours(tree)
    for code in np.unique(codes):
        counts, _ = np.histogram(values[codes == code], edges)
        ax.bar(edges[:-1], counts, np.diff(edges), bottom, align="edge", color=palette[code], lw=0)
        bottom += counts
    ax.axvline(cut, color=INK, lw=1.6)
    ax.margins(x=0.02)
    ax.set_xlabel(literal(test.term if isinstance(test, AxisCondition) else "weighted sum", 60))
    ax.set_ylabel("rows")
    ax.text(
        min(max(cut, low + SIDE * (high - low)), high - SIDE * (high - low)),
        0.98,
        f"left ≤ {format_number(test.cut, digits)} < right",
        transform=ax.get_xaxis_transform(),
        color=FAINT,
        fontsize="small",
        ha="center",
        va="top",
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.5},
    )
    ax.set_ylim(0, 1.18 * max(bottom.max(), 1))
    return int(present.sum())


def edges_around(low: float, high: float, cut: float, bins: int) -> NDArray[np.float64]:
    """Return borders of equal bars, one of which is the cut, so that no bar is on both sides."""
    # A bar holds its lower border, a test's left side its cut: the step up makes them agree.
    border = float(np.nextafter(cut, np.inf))
    high = max(high, float(np.nextafter(border, np.inf)))
    width = (high - low) / bins
    plain = np.array([low, border, high])
    if not width > np.finfo(np.float64).tiny:
        return plain
    left, right = np.ceil((border - low) / width), np.ceil((high - border) / width)
    edges: NDArray[np.float64] = border + width * np.arange(-left, right + 1)
    return edges if np.all(np.diff(edges) > 0) else plain


def _gap(ax: Any, tree: Tree, node: int, test: AxisCondition | LinearCondition) -> None:
    half = half_gap(tree, node)
    if np.isfinite(half) and half > 0:
        ax.axvspan(test.cut - half, test.cut + half, color=BAND, alpha=0.3, lw=0, zorder=0)


def _categories(
    ax: Any,
    tree: Tree,
    test: EqualityCondition,
    seen: NDArray[Any],
    codes: NDArray[Any],
    node: int,
) -> int:
    feature = int(tree.arrays["terms"][tree.arrays["term_begin"][node]])
    names = [*tree.schema.categories[feature], "(never seen)"]
    asked = names.index(test.category)
    present = seen >= 0
    totals = np.bincount(seen[present], minlength=len(names))
    order = [asked, *(c for c in np.argsort(-totals, kind="stable") if c != asked and totals[c])]
    shown = order[:MOST_CATEGORIES]
    bottom = np.zeros(len(shown))
    palette = class_colours(tree)
    for code in np.unique(codes):
        counts = np.bincount(seen[present & (codes == code)], minlength=len(names))[shown]
        ax.bar(np.arange(len(shown)), counts, 0.8, bottom, color=palette[code])
        bottom += counts
    ax.axvline(0.5, color=INK, lw=1.6)
    labels = [literal(names[c], 16) for c in shown]
    ax.set_xticks(np.arange(len(shown)), labels, rotation=0 if len(shown) < 7 else 60)
    if len(order) > len(shown):
        ax.text(1, 1, f"and {len(order) - len(shown)} more", transform=ax.transAxes, ha="right")
    ax.set_xlabel(literal(test.feature, 60))
    ax.set_ylabel("rows")
    return int(present.sum())


def _leads(
    ax: Any, tree: Tree, test: MachineCondition, scores: NDArray[Any], codes: NDArray[Any]
) -> int:
    present = np.isfinite(scores).all(axis=1)
    scores, codes = scores[present], codes[present]
    # More points than this hide each other.
    shown = np.unique(np.linspace(0, len(codes) - 1, min(len(codes), MOST_ROWS)).astype(int))
    scores, codes = scores[shown], codes[shown]
    winner = scores.argmax(axis=1)
    ordered = np.sort(scores, axis=1)
    lead = ordered[:, -1] - ordered[:, -2] if scores.shape[1] > 1 else ordered[:, -1]
    # Rows of one child are spread over its band in a fixed order, so that few hide others.
    spread = (np.arange(len(lead)) * 0.618034) % 1.0 - 0.5
    palette = class_colours(tree)
    size = 14 if len(codes) < 1000 else 6
    for code in np.unique(codes):
        mine = codes == code
        ax.scatter(
            lead[mine], winner[mine] + 0.7 * spread[mine], size, palette[code], alpha=0.75, lw=0
        )
    ax.set_yticks(range(test.n_children), [literal(str(name), 24) for name in test.classes])
    ax.set_ylim(test.n_children - 0.4, -0.6)
    for border in range(1, test.n_children):
        ax.axhline(border - 0.5, color="#d8dee4", lw=0.8, zorder=0)
    ax.axvline(0, color=INK, lw=1.6)
    drawn = "" if len(shown) == present.sum() else f"; {len(shown)} rows drawn"
    ax.set_xlabel(f"lead of the largest score over the next{drawn}")
    ax.set_ylabel("child taken")
    return int(present.sum())
