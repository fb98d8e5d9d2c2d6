"""Trees as pictures, written as SVG by hand: the root on the left, leaves on the right.

Every subtree has a band of its own, as high as its parts need; a node stands in the middle of
its band and in the column of its depth, so that nothing can overlap.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from obliqua.show.outline import Outline, outline
from obliqua.show.palette import colours
from obliqua.show.picture import Box, Picture, arrange, text_width

FONT = 12
LEGEND = 18
MARGIN = 16
INK, FAINT, LINE = "#1f2328", "#656d76", "#c4cad1"


def svg(model: Any, *, max_depth: int | None = None, digits: int = 4) -> str:
    """Draw a tree as an SVG picture.

    Parameters
    ----------
    model : estimator or Tree
        What to show.
    max_depth : int or None, default=None
        Levels to show; what is hidden below is counted.
    digits : int, default=4
        Significant digits of numbers in tests.

    Returns
    -------
    str
        The picture. Bars show the classes' parts of a node's rows, the width of a line how many
        of all rows take it. Pointing at a node shows its whole test and counts.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import svg
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> svg(AxisTreeClassifier(max_depth=2).fit(X, y))[:4]
    '<svg'
    """
    view = outline(model)
    palette = colours(len(view.labels))
    picture = arrange(view, max_depth, digits)
    legend, legend_height = _legend(view, palette, picture.width)
    width, height = picture.width + 2 * MARGIN, picture.height + 2 * MARGIN + legend_height
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}" role="img" '
        f'font-family="Helvetica, Arial, DejaVu Sans, sans-serif" font-size="{FONT}">'
    )
    title = f"Decision tree with {view.tree.n_leaves} leaves, depth {view.tree.depth}"
    parts = [
        head,
        f"<title>{title}</title>",
        '<rect width="100%" height="100%" fill="white"/>',
        f'<g transform="translate({MARGIN},{MARGIN})">{legend}</g>',
        f'<g transform="translate({MARGIN},{MARGIN + legend_height})">',
        *_edges(view, picture),
        *(_node(view, box, palette) for box in picture.boxes.values()),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _legend(view: Outline, palette: list[str], width: float) -> tuple[str, float]:
    """Return the class names with their colours in as many lines as they need."""
    x = y = 0.0
    parts = []
    for label, colour in zip(view.labels, palette, strict=True):
        needed = 16 + text_width(label) + 18
        if x and x + needed > max(width, 400):
            x, y = 0.0, y + LEGEND
        parts.append(f'<rect x="{x:.1f}" y="{y:.1f}" width="11" height="11" fill="{colour}"/>')
        parts.append(_text(x + 16, y + 10, label))
        x += needed
    return "".join(parts), y + 2 * LEGEND


def _edges(view: Outline, picture: Picture) -> Iterator[str]:
    total = max(view.n_rows[0], 1)
    for child, box in picture.boxes.items():
        if box.parent is None:
            continue
        parent = picture.boxes[box.parent]
        x0, y0, x1, y1 = parent.x + parent.width, parent.middle, box.x, box.middle
        bend = x0 + 18
        thick = 1 + 5 * view.n_rows[child] / total
        yield (
            f'<path d="M{x0:.1f},{y0:.1f} C{bend + 8:.1f},{y0:.1f} {bend - 4:.1f},{y1:.1f} '
            f'{bend + 12:.1f},{y1:.1f} L{x1:.1f},{y1:.1f}" fill="none" stroke="{LINE}" '
            f'stroke-width="{thick:.2f}"/>'
        )
        yield _text(x1 - 5, y1 - 4 - thick / 2, box.answer, FAINT, anchor="end", size=FONT - 2)


def _node(view: Outline, box: Box, palette: list[str]) -> str:
    """Return a box: its lines of text, its rows, and the bar of its classes."""
    best = palette[view.best[box.node]]
    radius = 9 if box.is_end else 3
    parts = [
        f"<g><title>{escape(box.hint)}</title>",
        f'<rect x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" '
        f'height="{box.height:.1f}" rx="{radius}" fill="{"#f6f8fa" if box.is_end else "white"}" '
        f'stroke="{best if box.is_end else LINE}" stroke-width="{1.6 if box.is_end else 1.2}"/>',
    ]
    y = box.y + 17
    for position, line in enumerate(box.lines):
        bold = box.is_end and position == 0
        parts.append(_text(box.x + 9, y, line, bold=bold))
        y += 15
    right = box.x + box.width - 9
    if box.share:
        parts.append(_text(right, box.y + 17, box.share, FAINT, "end", FONT - 2))
    parts.append(_text(right, box.y + box.height - 8, box.rows, FAINT, "end", FONT - 2))
    bar = box.width - 18 - box.rows_width
    parts.append(_bar(view, box, palette, bar))
    return "".join(parts) + "</g>"


def _bar(view: Outline, box: Box, palette: list[str], width: float) -> str:
    counts = view.counts[box.node]
    total = sum(counts)
    x, y = box.x + 9, box.y + box.height - 15
    parts = []
    for count, colour in zip(counts, palette, strict=True):
        if count and total:
            w = width * count / total
            parts.append(
                f'<rect x="{x:.2f}" y="{y:.1f}" width="{w:.2f}" height="7" fill="{colour}"/>'
            )
            x += w
    return "".join(parts)


def _text(
    x: float,
    y: float,
    words: str,
    colour: str = INK,
    anchor: str = "start",
    size: int = FONT,
    bold: bool = False,
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" fill="{colour}" text-anchor="{anchor}" '
        f'font-size="{size}"{weight}>{escape(words)}</text>'
    )
