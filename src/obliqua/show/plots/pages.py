"""A tree on as many pages as it takes, in text of a readable size.

The idea is Utgoff's PST, which came with ITI (Utgoff, Berkman and Clouse 1997, appendix): where a
page is full, a branch ends in the number of the page on which it goes on.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure

from obliqua.estimators._progress import ProgressBar
from obliqua.show.outline import Outline, outline
from obliqua.show.picture import Picture, arrange_part
from obliqua.show.plots.style import FAINT, literal, renamed
from obliqua.show.plots.tree import FONT, draw_tree

SIZES = {
    "a4": (11.69, 8.27),
    "a4-portrait": (8.27, 11.69),
    "a3": (16.54, 11.69),
    "letter": (11.0, 8.5),
    "letter-portrait": (8.5, 11.0),
}
MARGIN, HEAD = 0.45, 0.45  # inches
SMALLEST_PAGE = 3.0
# So many nodes in a row that find no room, and the page is taken to be full.
PATIENCE = 6


def print_tree(
    model: Any,
    path: str | Path,
    *,
    page: str | Sequence[float] = "a4",
    font_size: float = 8.0,
    digits: int = 4,
    title: str | None = None,
    feature_names: Sequence[str] | None = None,
    class_names: Sequence[str] | None = None,
) -> int:
    """Print a tree of any size as a PDF of as many pages as it takes.

    Parameters
    ----------
    model : estimator or Tree
        What to print.
    path : str or Path
        The PDF file.
    page : str or two numbers, default="a4"
        "a4", "a4-portrait", "a3", "letter", "letter-portrait", or width and height in inches.
    font_size : float, default=8.0
        Of the tests and classes, in points.
    digits : int, default=4
        Significant digits of numbers in tests.
    title : str, default=None
        Stands at the top of each page.
    feature_names, class_names : sequence of str, default=None
        Names to show instead of the tree's own.

    Returns
    -------
    int
        The number of pages.

    Examples
    --------
    >>> from sklearn.datasets import load_digits
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import print_tree
    >>> X, y = load_digits(return_X_y=True)
    >>> print_tree(AxisTreeClassifier().fit(X, y), "digits.pdf")  # doctest: +SKIP
    14
    """
    size = _size(page)
    if not 1 <= font_size <= 72:
        raise ValueError(f"font_size must be between 1 and 72 points, got {font_size}")
    view = outline(renamed(model, feature_names, class_names))
    per_inch = FONT * 72 / font_size
    room = ((size[0] - 2 * MARGIN) * per_inch, (size[1] - 2 * MARGIN - HEAD) * per_inch)
    parts = _parts(view, room, digits)
    number = {part[0]: count for count, part in enumerate(parts, 1)}
    about = {"Title": title or "Decision tree"}
    before = {
        n: page for page, (root, picture) in enumerate(parts, 1) for n in picture.boxes if n != root
    }
    with PdfPages(path, metadata=about) as pdf, ProgressBar("print_tree") as progress:
        for count, (root, picture) in enumerate(parts, 1):
            for box in picture.boxes.values():
                if box.node != root and box.node in number:
                    box.lines[-1] = f"→ page {number[box.node]}"
            figure = _page(view, picture, size, room)
            _head(figure, size, title, (count, len(parts)), root, before.get(root))
            pdf.savefig(figure)
            progress(count / len(parts))
    return len(parts)


def _size(page: str | Sequence[float]) -> tuple[float, float]:
    if isinstance(page, str):
        if page.lower() not in SIZES:
            raise ValueError(f"page must be one of {', '.join(SIZES)} or two numbers, got {page!r}")
        return SIZES[page.lower()]
    width, height = (float(side) for side in page)
    if not (SMALLEST_PAGE <= width <= 200 and SMALLEST_PAGE <= height <= 200):
        raise ValueError(f"page must be {SMALLEST_PAGE:g} to 200 inches each way, got {page}")
    return width, height


def _parts(view: Outline, room: tuple[float, float], digits: int) -> list[tuple[int, Picture]]:
    """Cut the tree into pieces that fit a page, each with its root, in reading order."""
    parts: list[tuple[int, Picture]] = []
    waiting = [0]
    while waiting:
        root = waiting.pop()
        picture = _largest(view, root, room, digits)
        parts.append((root, picture))
        cut = [
            n for n in picture.boxes if n != root and picture.boxes[n].is_end and view.children[n]
        ]
        waiting.extend(reversed(cut))
    return parts


def _largest(view: Outline, root: int, room: tuple[float, float], digits: int) -> Picture:
    """Open nodes level by level as long as the piece fits the page.

    A page holds at least its first test, shrunk if it must be.
    """
    opened = {root} if view.children[root] else set()
    best = arrange_part(view, root, opened, digits)
    waiting, refused = deque(view.children[root]), 0
    while waiting and refused < PATIENCE:
        node = waiting.popleft()
        if not view.children[node]:
            continue
        larger = arrange_part(view, root, opened | {node}, digits)
        if larger.width <= room[0] and larger.height <= room[1]:
            opened, best, refused = opened | {node}, larger, 0
            waiting.extend(view.children[node])
        else:
            refused += 1
    return best


def _page(
    view: Outline, picture: Picture, size: tuple[float, float], room: tuple[float, float]
) -> Figure:
    figure = Figure(figsize=size)
    width, height = size
    ax = figure.add_axes(
        (MARGIN / width, MARGIN / height, 1 - 2 * MARGIN / width, 1 - (2 * MARGIN + HEAD) / height)
    )
    draw_tree(ax, view, picture)
    # A piece that is too large all the same, such as one test of hundreds of terms, is shrunk.
    shrink = max(1.0, picture.width / room[0], picture.height / room[1])
    ax.set(xlim=(0, room[0] * shrink), ylim=(room[1] * shrink, 0))
    ax.set_anchor("NW")
    return figure


def _head(
    figure: Figure,
    size: tuple[float, float],
    title: str | None,
    count: tuple[int, int],
    root: int,
    before: int | None,
) -> None:
    said = f"page {count[0]} of {count[1]}"
    if before is not None:
        said = f"node {root}, from page {before}   ·   {said}"
    y = 1 - (MARGIN + 0.1) / size[1]
    figure.text(1 - MARGIN / size[0], y, said, ha="right", color=FAINT, fontsize=8)
    if title:
        figure.text(MARGIN / size[0], y, literal(title, 90), fontsize=10, weight="bold")
