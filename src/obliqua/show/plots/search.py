"""A search for a hyperplane, move by move."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Protocol

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.animation import FuncAnimation
from numpy.typing import NDArray

from obliqua.conditions import LinearCondition, format_number
from obliqua.show.outline import tree_of
from obliqua.show.placed import Placed
from obliqua.show.plots.projection import edges_around
from obliqua.show.plots.style import INK, bare, class_colours, literal, outside_legend
from obliqua.table import NUMERIC
from obliqua.tree import Tree

BINS = 40
MOST_ROWS = 5000


class Trace(Protocol):
    """What is shown of a search: `SearchTrace`, as estimators keep it with ``record=True``."""

    node: int
    restart: int
    hyperplanes: tuple[LinearCondition, ...]
    merits: tuple[float, ...]


def animate_search(
    trace: Trace,
    model: Any,
    X: Any,
    y: Any,
    *,
    interval: float = 400.0,
    digits: int = 3,
    figsize: Sequence[float] = (8, 5.6),
) -> Any:
    """Animate one climb: how the rows lie along each hyperplane it went through, and its merit.

    The node's rows are shown along the weighted sum, less the cut and divided by the length of
    the weights: as distances from the hyperplane, so that steps compare in any dimension. Where
    all of the climb's hyperplanes use the same two features, the plane itself is shown.

    Parameters
    ----------
    trace : SearchTrace
        One of ``model.traces_``.
    model : estimator or Tree
        The tree, grown with ``record=True``.
    X : array-like or dataframe
        Rows; those that come to the trace's node are shown.
    y : array-like
        Their classes.
    interval : float, default=400.0
        Milliseconds from one step to the next.
    digits : int, default=3
        Significant digits of numbers.
    figsize : two numbers, default=(8, 5.6)
        Inches.

    Returns
    -------
    matplotlib.animation.FuncAnimation
        Keep it as long as it is to run; ``save("search.gif")`` writes it, ``to_jshtml()`` shows it
        in a notebook.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import OC1Classifier
    >>> from obliqua.show import animate_search
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = OC1Classifier(record=True, restarts=3, random_state=0).fit(X, y)
    >>> film = animate_search(model.traces_[0], model, X, y)
    >>> film.save("search.gif", writer="pillow")  # doctest: +SKIP
    """
    tree = tree_of(model)
    if not trace.hyperplanes:
        raise ValueError("the trace holds no hyperplane")
    if not 0 <= trace.node < tree.n_nodes:
        raise ValueError(
            f"the trace is of node {trace.node}, which the tree does not have: it was pruned away"
        )
    placed = Placed(tree, X, y, "animate_search")
    assert placed.codes is not None
    rows = placed.at(trace.node)
    if len(rows) > MOST_ROWS:
        rows = rows[np.unique(np.linspace(0, len(rows) - 1, MOST_ROWS).astype(int))]
    codes = placed.codes[rows]
    values = _values(tree, placed, rows, trace)
    figure, (above, below) = plt.subplots(
        2, 1, figsize=tuple(figsize), layout="constrained", height_ratios=(3, 1)
    )
    (mark,) = _merits(below, trace)
    pair = _plane(tree, trace)
    scene = (
        _Plane(tree, values, pair)
        if pair
        else _Line(tree, [_away(p, values) for p in trace.hyperplanes])
    )

    def draw(step: int) -> list[Any]:
        above.clear()
        scene.draw(above, step, trace, codes)
        bare(above)
        outside_legend(above, tree, np.unique(codes).tolist())
        said = format_number(trace.merits[step], digits)
        above.set_title(
            f"node {trace.node}, climb {trace.restart}, step {step} of "
            f"{len(trace.hyperplanes) - 1}: merit {said}",
            loc="left",
            fontsize="medium",
        )
        mark.set_data([step], [trace.merits[step]])
        return [above, mark]

    draw(0)
    figure.draw_without_rendering()
    figure.set_layout_engine("none")  # the same for all steps, and much quicker
    return FuncAnimation(
        figure, draw, frames=len(trace.hyperplanes), interval=interval, init_func=list
    )


def _values(
    tree: Tree, placed: Placed, rows: NDArray[Any], trace: Trace
) -> Mapping[str, NDArray[Any]]:
    """Return the node's rows in every term that the hyperplanes name, missing ones filled."""
    fills: dict[str, float] = {}
    for plane in trace.hyperplanes:
        fills |= dict(zip(plane.terms, plane.fills, strict=True))
    columns: dict[str, NDArray[Any]] = {}
    named = _columns_by_term(tree, placed, rows, set(fills))
    for term, fill in fills.items():
        if term not in named:
            raise ValueError(f"the trace's term {term!r} is none of the tree's features")
        columns[term] = np.where(np.isnan(named[term]), fill, named[term])
    return columns


def _columns_by_term(
    tree: Tree, placed: Placed, rows: NDArray[Any], wanted: set[str]
) -> dict[str, NDArray[Any]]:
    """Find terms by their names: pruning may have taken those of a basis out of the tree's."""
    names = tree.schema.names
    numeric = [f for f in range(tree.n_features) if tree.schema.kinds[f] == NUMERIC]
    found = {names[f]: placed.number(f, rows) for f in numeric if names[f] in wanted}
    for f in numeric:
        if f"{names[f]}²" in wanted:
            found[f"{names[f]}²"] = placed.number(f, rows) ** 2
    for a, b in combinations(numeric, 2):
        term = f"{names[a]}·{names[b]}"
        if term in wanted:
            found[term] = placed.number(a, rows) * placed.number(b, rows)
    for position, term in enumerate(tree.term_names):
        if term in wanted and term not in found:
            found[term] = placed.term(position, rows)
    return found


def _away(plane: LinearCondition, values: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """Return signed distances from a hyperplane; without weights all are on one side."""
    total: NDArray[Any] = np.zeros(len(next(iter(values.values()), ())))
    for term, weight in zip(plane.terms, plane.weights, strict=True):
        total += weight * values[term]
    length = float(np.linalg.norm(plane.weights))
    away: NDArray[Any] = np.divide(total - plane.cut, length or 1.0)
    return away


def _plane(tree: Tree, trace: Trace) -> tuple[str, str] | None:
    """Return the two features of all hyperplanes, if there are no more."""
    used = {term for plane in trace.hyperplanes for term in plane.terms}
    pair = [name for name in tree.schema.names if name in used]
    return (pair[0], pair[1]) if len(pair) == len(used) == 2 else None


def _merits(ax: Any, trace: Trace) -> Any:
    steps = range(len(trace.merits))
    ax.plot(steps, trace.merits, color=INK, lw=1.2, drawstyle="steps-post")
    ax.set(xlabel="step", ylabel="merit")
    ax.locator_params(axis="x", integer=True)
    bare(ax)
    return ax.plot([0], [trace.merits[0]], "o", color="#d55e00")


class _Line:
    """Histograms of the rows along each hyperplane's normal."""

    def __init__(self, tree: Tree, away: list[NDArray[Any]]) -> None:
        self._palette = class_colours(tree)
        self._away = away
        spread = max((float(np.percentile(np.abs(a), 99)) for a in away if len(a)), default=1.0)
        self._reach = spread or 1.0
        self._edges = edges_around(-self._reach, self._reach, 0.0, BINS)
        tallest = [np.histogram(self._clip(a), self._edges)[0].max(initial=1) for a in away]
        self._top = 1.05 * max(tallest)

    def _clip(self, away: NDArray[Any]) -> NDArray[Any]:
        inside: NDArray[Any] = np.clip(away, -self._reach, self._reach)
        return inside

    def draw(self, ax: Any, step: int, trace: Trace, codes: NDArray[Any]) -> None:
        away = self._clip(self._away[step])
        bottom = np.zeros(len(self._edges) - 1)
        for code in np.unique(codes):
            counts, _ = np.histogram(away[codes == code], self._edges)
            ax.bar(
                self._edges[:-1],
                counts,
                np.diff(self._edges),
                bottom,
                align="edge",
                color=self._palette[code],
            )
            bottom += counts
        ax.axvline(0, color=INK, lw=1.6)
        ax.set(xlim=(self._edges[0], self._edges[-1]), ylim=(0, self._top))
        ax.set(xlabel="distance from the hyperplane", ylabel="rows")


class _Plane:
    """The rows in the plane of two features, with the hyperplane as a line."""

    def __init__(
        self, tree: Tree, values: Mapping[str, NDArray[Any]], pair: tuple[str, str]
    ) -> None:
        self._palette = np.array(class_colours(tree))
        self._pair = pair
        self._points = values[pair[0]], values[pair[1]]
        self._ranges = [self._range(points) for points in self._points]

    def _range(self, points: NDArray[Any]) -> tuple[float, float]:
        low, high = (points.min(), points.max()) if len(points) else (0.0, 1.0)
        room = 0.06 * (high - low) or 0.5
        return float(low - room), float(high + room)

    def draw(self, ax: Any, step: int, trace: Trace, codes: NDArray[Any]) -> None:
        ax.scatter(*self._points, 22, self._palette[codes], edgecolors="white", linewidths=0.4)
        for before in range(max(0, step - 3), step + 1):
            plane = trace.hyperplanes[before]
            weight = dict(zip(plane.terms, plane.weights, strict=True))
            a, b = (weight.get(term, 0.0) for term in self._pair)
            across, up = (np.linspace(*limits, 200) for limits in self._ranges)
            if not (a or b):
                continue
            sums = a * across[None, :] + b * up[:, None] - plane.cut
            shade = INK if before == step else "#afb8c1"
            ax.contour(across, up, sums, levels=[0.0], colors=[shade], linewidths=1.6)
        ax.set(xlim=self._ranges[0], ylim=self._ranges[1])
        ax.set_xlabel(literal(self._pair[0], 60))
        ax.set_ylabel(literal(self._pair[1], 60))
