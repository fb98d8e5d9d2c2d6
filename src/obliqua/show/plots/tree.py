"""A tree as a matplotlib picture: the root on the left, leaves on the right."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from matplotlib.collections import PatchCollection
from matplotlib.patches import FancyBboxPatch, PathPatch, Rectangle
from matplotlib.path import Path
from matplotlib.text import Text

from obliqua.show.outline import Outline, outline, plural
from obliqua.show.picture import Box, Picture, arrange
from obliqua.show.placed import Placed, row_of
from obliqua.show.plots.style import (
    FAINT,
    INK,
    LINE,
    MOST_IN_LEGEND,
    axes_or_new,
    class_colours,
    class_legend,
    literal,
    renamed,
)

FONT, SMALL = 11.0, 9.0
# Text below this size in points is only noise.
SMALLEST = 2.5
# Units of the layout per inch of a new figure, and the largest such figure.
PER_INCH, LARGEST = 92.0, 60.0
PAD = 8.0


def plot_tree(
    model: Any,
    *,
    ax: Any = None,
    row: Any = None,
    max_depth: int | None = None,
    digits: int = 4,
    feature_names: Sequence[str] | None = None,
    class_names: Sequence[str] | None = None,
    legend: bool = True,
) -> Any:
    """Draw a tree: tests as formulas, bars of the classes at nodes, lines as wide as their rows.

    The tree is laid out once and scaled into the axes, text included, whatever their size. Trees
    of hundreds of leaves want `max_depth`, `print_tree` or the explorer page.

    Parameters
    ----------
    model : estimator or Tree
        What to show.
    ax : matplotlib Axes, default=None
        Where to draw; None makes a figure in which the text can be read.
    row : dict, list, array or dataframe of one row, default=None
        A row whose way through the tree stands out.
    max_depth : int or None, default=None
        Levels to show; what is hidden below is counted.
    digits : int, default=4
        Significant digits of numbers in tests.
    feature_names, class_names : sequence of str, default=None
        Names to show instead of the tree's own.
    legend : bool, default=True
        Whether to name the classes' colours.

    Returns
    -------
    matplotlib Axes
        The axes drawn on.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import plot_tree
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> ax = plot_tree(AxisTreeClassifier(max_depth=2).fit(X, y), row=X.iloc[[70]])
    >>> ax.figure.savefig("tree.pdf")  # doctest: +SKIP
    """
    tree = renamed(model, feature_names, class_names)
    view = outline(tree)
    picture = arrange(view, max_depth, digits)
    passed = None if row is None else _path(model, row)
    width, height = (side + 2 * PAD for side in (picture.width, picture.height))
    ax = axes_or_new(ax, *(min(max(s / PER_INCH, 3), LARGEST) for s in (width, height + 20)))
    draw_tree(ax, view, picture, passed)
    ax.set(xlim=(-PAD, picture.width + PAD), ylim=(picture.height + PAD, -PAD))
    if legend:
        count = min(tree.n_classes, MOST_IN_LEGEND)
        class_legend(
            ax,
            tree,
            range(tree.n_classes),
            loc="lower left",
            bbox_to_anchor=(0, 1),
            ncols=max(1, min(count, int(width / 160))),
        )
    return ax


def draw_tree(
    ax: Any,
    view: Outline,
    picture: Picture,
    passed: set[int] | None = None,
) -> None:
    """Draw boxes and lines in the layout's own units, with y downwards."""
    palette = class_colours(view.tree)
    ax.set_axis_off()
    ax.set_aspect("equal")
    _edges(ax, view, picture, passed)
    bars: list[Rectangle] = []
    for box in picture.boxes.values():
        faded = passed is not None and box.node not in passed
        _box(ax, view, box, palette, faded)
        bars += _bars(view, box, palette, 0.35 if faded else 1.0)
    ax.add_collection(PatchCollection(bars, match_original=True, zorder=3))


def _path(model: Any, row: Any) -> set[int]:
    tree = renamed(model)
    placed = Placed(tree, row_of(tree, row), owner="plot_tree")
    if placed.n_rows != 1:
        raise ValueError(f"row must be one row, got {plural(placed.n_rows, 'row')}")
    return set(placed.path(0))


class _ScaledText(Text):
    """Text whose size is given in the units of the axes, so that it keeps within its box."""

    def __init__(self, x: float, y: float, text: str, units: float, **options: Any) -> None:
        super().__init__(x, y, text, **options)
        self._units = units

    def _fit(self) -> bool:
        if self.axes is None or self.figure is None:
            return False
        scale = abs(self.axes.transData.get_matrix()[0, 0])
        points = self._units * scale * 72 / self.figure.dpi
        self.set_fontsize(max(points, 0.1))
        return bool(points >= SMALLEST)

    def draw(self, renderer: Any) -> None:
        if self._fit():
            super().draw(renderer)

    def get_window_extent(self, renderer: Any = None, dpi: float | None = None) -> Any:
        self._fit()
        return super().get_window_extent(renderer, dpi)

    def get_tightbbox(self, renderer: Any = None) -> None:
        """Take no part in layouts: the boxes tell the size."""
        return


def _write(ax: Any, x: float, y: float, words: str, units: float, **options: Any) -> None:
    text = _ScaledText(x, y, literal(words), units, **{"va": "baseline", "zorder": 4, **options})
    ax._add_text(text)


def _edges(ax: Any, view: Outline, picture: Picture, passed: set[int] | None) -> None:
    total = max(view.n_rows[0], 1)
    patches = []
    for child, box in picture.boxes.items():
        if box.parent is None:
            continue
        parent = picture.boxes[box.parent]
        x0, y0, x1, y1 = parent.x + parent.width, parent.middle, box.x, box.middle
        bend = x0 + 18
        points = [(x0, y0), (bend + 8, y0), (bend - 4, y1), (bend + 12, y1), (x1, y1)]
        codes = [Path.MOVETO, *[Path.CURVE4] * 3, Path.LINETO]
        taken = passed is not None and child in passed
        thick = 0.6 + 3 * view.n_rows[child] / total
        patches.append(
            PathPatch(
                Path(points, codes),
                fill=False,
                edgecolor=INK if taken else LINE,
                linewidth=max(thick, 1.6) if taken else thick,
                zorder=2 if taken else 1,
            )
        )
        place = {"ha": "right", "color": INK if taken else FAINT}
        _write(ax, x1 - 5, y1 - 5 - thick / 2, box.answer, SMALL, **place)
    patches.sort(key=lambda patch: patch.get_zorder())
    ax.add_collection(PatchCollection(patches, match_original=True, zorder=1))


def _box(ax: Any, view: Outline, box: Box, palette: list[str], faded: bool) -> None:
    best = palette[view.best[box.node]]
    ax.add_patch(
        FancyBboxPatch(
            (box.x, box.y),
            box.width,
            box.height,
            boxstyle=f"round,pad=0,rounding_size={9 if box.is_end else 3}",
            facecolor="#f6f8fa" if box.is_end else "white",
            edgecolor=best if box.is_end else LINE,
            linewidth=1.3 if box.is_end else 0.9,
            alpha=0.45 if faded else 1.0,
            zorder=2,
        )
    )
    alpha = 0.45 if faded else 1.0
    y = box.y + 17
    for position, line in enumerate(box.lines):
        weight = "bold" if box.is_end and position == 0 else "normal"
        _write(ax, box.x + 9, y, line, FONT, color=INK, weight=weight, alpha=alpha)
        y += 15
    right = box.x + box.width - 9
    small = {"color": FAINT, "ha": "right", "alpha": alpha}
    if box.share:
        _write(ax, right, box.y + 17, box.share, SMALL, **small)
    _write(ax, right, box.y + box.height - 8, box.rows, SMALL, **small)


def _bars(view: Outline, box: Box, palette: list[str], alpha: float) -> list[Rectangle]:
    counts = view.counts[box.node]
    total, x, bars = sum(counts), box.x + 9, []
    room = box.width - 18 - box.rows_width
    for count, colour in zip(counts, palette, strict=True):
        if count and total:
            width = room * count / total
            place = (x, box.y + box.height - 15)
            bars.append(Rectangle(place, width, 7, facecolor=colour, edgecolor="none", alpha=alpha))
            x += width
    return bars
