"""A tree over two of its features: regions, the tests' lines and curves, gaps, rows."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from matplotlib.colors import ListedColormap
from numpy.typing import NDArray

from obliqua.conditions import EqualityCondition, MachineCondition
from obliqua.show.placed import Placed, half_gap
from obliqua.show.plots.style import (
    BAND,
    FAINT,
    INK,
    axes_or_new,
    class_colours,
    literal,
    outside_legend,
    renamed,
)
from obliqua.table import NUMERIC, Columns
from obliqua.tree import Tree

GRID = 400
ROOM = 0.05
MOST_ROWS = 5000


def plot_partition(
    model: Any,
    X: Any,
    y: Any = None,
    *,
    features: Sequence[str | int] | None = None,
    ax: Any = None,
    margins: bool = True,
    tests: bool = True,
    rows: bool = True,
    grid: int = GRID,
    feature_names: Sequence[str] | None = None,
    class_names: Sequence[str] | None = None,
) -> Any:
    """Draw how a tree divides the plane of two numeric features.

    Regions have the colour of their class, each test's line or curve is drawn where the test is
    asked, with the gap around it as a band. A tree with more features is cut through at the
    rows' medians and commonest categories of all others.

    Parameters
    ----------
    model : estimator or Tree
        The tree.
    X : array-like or dataframe
        Rows; they set the ranges.
    y : array-like, default=None
        Their classes; None draws them grey.
    features : two names or positions, default=None
        The plane. None: the only two features, or the two that tests use most.
    ax : matplotlib Axes, default=None
        Where to draw, over what is there, such as scikit-learn's ``DecisionBoundaryDisplay``; None
        makes a figure.
    margins, tests, rows : bool, default=True
        What to draw over the regions.
    grid : int, default=400
        Points along each side at which the tree is asked.
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
    >>> from obliqua.show import plot_partition
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> X = X.iloc[:, 2:]
    >>> plot_partition(OC1Classifier(random_state=0).fit(X, y), X, y).get_xlabel()
    'petal length (cm)'
    """
    tree = renamed(model, feature_names, class_names)
    if grid < 2:
        raise ValueError(f"grid must be at least 2, got {grid}")
    placed = Placed(renamed(model), X, y, "plot_partition")
    pair = _pair(tree, features, placed)
    ax = axes_or_new(ax, 7, 5.2)
    sides = [_range(placed.number(f)) for f in pair]
    across, up = (np.linspace(*side, grid) for side in sides)
    plane = _plane(placed, pair, across, up)
    shape = (grid, grid)
    codes = plane.answers.reshape(shape)
    palette = class_colours(tree)
    shades = ListedColormap([_lighter(colour) for colour in palette])
    ax.pcolormesh(
        across,
        up,
        codes,
        cmap=shades,
        vmin=-0.5,
        vmax=len(palette) - 0.5,
        zorder=0,
        rasterized=True,
    )
    if tests or margins:
        for node in np.flatnonzero(~tree.is_leaf).tolist():
            _test(ax, plane, node, (across, up), tests, margins)
    if rows:
        _rows(ax, placed, pair, palette)
    ax.set(xlim=sides[0], ylim=sides[1])
    ax.set_xlabel(literal(tree.schema.names[pair[0]], 60))
    ax.set_ylabel(literal(tree.schema.names[pair[1]], 60))
    present = set(np.unique(codes).tolist())
    if placed.codes is not None and rows:
        present |= set(np.unique(placed.codes).tolist())
    outside_legend(ax, tree, sorted(present))
    if tree.n_features > 2:
        ax.set_title("other features at their medians", loc="left", fontsize="small", color=FAINT)
    return ax


def _pair(tree: Tree, features: Sequence[str | int] | None, placed: Placed) -> tuple[int, int]:
    numeric = [f for f in range(tree.n_features) if tree.schema.kinds[f] == NUMERIC]
    if features is None:
        if len(numeric) < 2:
            raise ValueError(f"a plane needs two numeric features; the tree has {len(numeric)}")
        terms = range(len(tree.term_names))
        uses = tree.importances([_spread(placed.term(term)) for term in terms])
        first, second = sorted(numeric, key=lambda f: (-uses[f], f))[:2]
        return (first, second) if first < second else (second, first)
    if len(features) != 2:
        raise ValueError(f"features must be two, got {len(features)}")
    found = [tree.schema.index(f) if isinstance(f, str) else int(f) for f in features]
    for name, feature in zip(features, found, strict=True):
        if not 0 <= feature < tree.n_features:
            raise ValueError(f"features: {name} is none of 0 to {tree.n_features - 1}")
        if feature not in numeric:
            raise ValueError(f"features: {tree.schema.names[feature]!r} is not numeric")
    if found[0] == found[1]:
        raise ValueError(f"features must be two different ones, got {features[0]!r} twice")
    return found[0], found[1]


def _spread(values: NDArray[Any]) -> float:
    present = values[~np.isnan(values)]
    return float(present.std()) if present.size else 0.0


def _range(values: NDArray[Any]) -> tuple[float, float]:
    present = values[~np.isnan(values)]
    if not present.size:
        return 0.0, 1.0
    low, high = float(present.min()), float(present.max())
    room = ROOM * (high - low) or 0.5
    return low - room, high + room


def _plane(placed: Placed, pair: tuple[int, int], across: NDArray[Any], up: NDArray[Any]) -> Placed:
    """Make a table of the grid's points, all other features at the rows' middle."""
    first, second = np.meshgrid(across, up)
    kinds = placed.columns.kinds
    numeric = np.empty((first.size, kinds.count(0)), order="F")
    symbolic = np.empty((first.size, kinds.count(1)), dtype=np.int32, order="F")
    for feature, kind in enumerate(kinds):
        column = kinds[:feature].count(kind)
        if kind:
            codes = placed.category(feature)
            known = codes[codes >= 0]
            symbolic[:, column] = np.bincount(known).argmax() if known.size else -1
        elif feature in pair:
            numeric[:, column] = (first if feature == pair[0] else second).ravel()
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)  # nothing but missing values
                numeric[:, column] = np.nanmedian(placed.number(feature))
    return Placed(placed.tree, Columns(numeric, symbolic, kinds, placed.columns.n_categories))


def _test(
    ax: Any,
    plane: Placed,
    node: int,
    axes: tuple[NDArray[Any], NDArray[Any]],
    line: bool,
    band: bool,
) -> None:
    """Draw one test where it is asked."""
    tree, shape = plane.tree, (len(axes[1]), len(axes[0]))
    test = tree.test(node)
    here = np.zeros(shape, dtype=bool)
    here.flat[plane.at(node)] = True
    if test is None or isinstance(test, EqualityCondition) or not here.any():
        return
    values = plane.values_at(node)
    if isinstance(test, MachineCondition):
        if line:
            _borders(ax, values.reshape(*shape, -1), here, axes)
        return
    values = values.reshape(shape) - test.cut
    if not np.ptp(values[here]) > 0:
        return
    outside = np.where(_grown(here), values, np.nan)
    half = half_gap(tree, node)
    if band and np.isfinite(half) and half > 0:
        levels = [-half, half]
        ax.contourf(*axes, outside, levels=levels, colors=[BAND], alpha=0.25, zorder=1)
    if line:
        ax.contour(*axes, outside, levels=[0.0], colors=[INK], linewidths=1.2, zorder=2)


def _borders(
    ax: Any, scores: NDArray[Any], here: NDArray[Any], axes: tuple[NDArray[Any], NDArray[Any]]
) -> None:
    """Draw where the largest score of a machine changes hands."""
    for child in np.unique(scores.argmax(axis=2)[here]):
        others = np.delete(scores, child, axis=2).max(axis=2, initial=-np.inf)
        lead = np.where(_grown(here), scores[..., child] - others, np.nan)
        if np.nanmin(lead) < 0 < np.nanmax(lead):
            ax.contour(*axes, lead, levels=[0.0], colors=[INK], linewidths=1.2, zorder=2)


def _grown(mask: NDArray[Any]) -> NDArray[Any]:
    """Add the neighbours of each point, so that lines reach the borders of their region."""
    grown = mask.copy()
    grown[1:] |= mask[:-1]
    grown[:-1] |= mask[1:]
    grown[:, 1:] |= mask[:, :-1]
    grown[:, :-1] |= mask[:, 1:]
    return grown


def _rows(ax: Any, placed: Placed, pair: tuple[int, int], palette: list[str]) -> None:
    rows: Any = np.arange(placed.n_rows)
    if len(rows) > MOST_ROWS:
        rows = np.unique(np.linspace(0, len(rows) - 1, MOST_ROWS).astype(int))
    colours: Any = BAND
    if placed.codes is not None:
        colours = np.array(palette)[placed.codes[rows]]
    first, second = (placed.number(f, rows) for f in pair)
    size = 22 if len(rows) < 500 else 10
    ax.scatter(first, second, size, colours, edgecolors="white", linewidths=0.4, zorder=3)


def _lighter(colour: str) -> tuple[float, float, float]:
    red, green, blue = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return tuple(0.72 + 0.28 * part for part in (red, green, blue))  # type: ignore[return-value]
