"""Trees as indented text: what is asked, and how many rows of which class end where."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from obliqua.conditions import MachineCondition
from obliqua.show.outline import (
    Outline,
    branch,
    number,
    outline,
    pad,
    percent,
    plural,
    printable,
    to_ascii,
    width_of,
    wrapped,
)

# Deeper levels are not indented further; they state their depth.
LEVELS = 12
# More classes than this are shown as the largest few and the rest.
COLUMNS = 8
FEW = 3
SHORTEST = 6
ZERO = "·"


@dataclass
class _Row:
    """One line of the view, still without its columns' widths."""

    node: int
    guide: str
    said: str
    under: str  # the guide of lines that belong to this one
    cells: list[str]
    notes: list[str] = field(default_factory=list)


def text(
    model: Any,
    *,
    max_depth: int | None = None,
    digits: int = 6,
    width: int = 100,
    ascii: bool = False,
) -> str:
    """Write a tree as indented text.

    Each line says what holds there, how many training rows came, and how many of each class;
    a leaf's line names its class and the share of its rows that have it.

    Parameters
    ----------
    model : estimator or Tree
        What to show.
    max_depth : int or None, default=None
        Levels to show; what is hidden below is counted.
    digits : int, default=6
        Significant digits of numbers in tests.
    width : int, default=100
        Columns to fit into; long tests are continued on lines of their own.
    ascii : bool, default=False
        Use ASCII only.

    Returns
    -------
    str
        The view; it ends in a new line.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import text
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> print(text(AxisTreeClassifier(max_depth=2).fit(X, y)))
    3 leaves, 2 tests, depth 2; grown from 150 rows, 4 features, 3 classes
    ...
    """
    view = outline(model)
    columns = [max(width_of(label), 5) + 2 for label in view.labels]
    wide = len(columns) > COLUMNS or sum(columns) > width / 2
    rows = list(_rows(view, max_depth, digits, wide))
    lines = [_summary(view), "", *_table(view, rows, width, wide)]
    hidden = view.tree.n_nodes - len(rows)
    if hidden:
        lines += ["", f"{plural(hidden, 'node')} below depth {max_depth} not shown"]
    if ascii:
        lines = [to_ascii(_ascii_signs(line)) for line in lines]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _summary(view: Outline) -> str:
    tree = view.tree
    shape = [plural(tree.n_leaves, "leaf"), plural(tree.n_tests, "test"), f"depth {tree.depth}"]
    origin = [
        plural(view.n_rows[0], "row"),
        plural(tree.n_features, "feature"),
        plural(tree.n_classes, "class"),
    ]
    return f"{', '.join(shape)}; grown from {', '.join(origin)}"


# --- lines -------------------------------------------------------------------


def _rows(view: Outline, max_depth: int | None, digits: int, wide: bool) -> Iterator[_Row]:
    """Yield the lines from the root down."""
    # Per level, whether the node on the path is the last of its siblings.
    last = [True] * (LEVELS + 1)
    said, parent_of = {0: "all rows"}, dict[int, bool]()
    for node in view.walk(max_depth):
        depth = view.depths[node]
        if 0 < depth <= LEVELS:
            last[depth] = parent_of.pop(node)
        test = view.tree.test(node)
        shown = test is not None and (max_depth is None or depth < max_depth)
        guide, under = _guides(depth, last, shown)
        row = _Row(node, guide, said.pop(node), under, _cells(view, node, not shown, wide))
        if test is not None and shown:
            for child in view.children[node]:
                said[child] = branch(test, child - view.children[node].start, digits)
                if depth < LEVELS:
                    parent_of[child] = child == view.children[node][-1]
            if isinstance(test, MachineCondition):
                scores = zip(test.classes, test.scores(digits), strict=True)
                row.notes = [printable(f"score of {label} = {s}") for label, s in scores]
            elif view.tree.curve(node) not in (None, "line") and len(test.terms) > 1:
                row.notes = [f"border: {view.tree.curve(node)}"]
        elif test is not None:
            row.notes = [f"… {plural(view.below[node], 'node')}"]
        yield row


def _guides(depth: int, last: list[bool], has_children: bool) -> tuple[str, str]:
    above = "".join("   " if last[level] else "│  " for level in range(1, min(depth, LEVELS)))
    below = "│  " if has_children and depth < LEVELS else "   "
    if depth == 0:
        return "", below
    own = "   " if last[min(depth, LEVELS)] else "│  "
    if depth > LEVELS:
        return f"{above}{own}[{depth}] ", f"{above}{own}   "
    return above + ("└─ " if last[depth] else "├─ "), above + own + below


def _cells(view: Outline, node: int, is_end: bool, wide: bool) -> list[str]:
    """Return rows, class, share, and then the counts."""
    counts = view.counts[node]
    end = [view.labels[view.best[node]], percent(view.share[node])] if is_end else ["", ""]
    shown = [_several(view, counts)] if wide else [number(c) if c else ZERO for c in counts]
    return [str(view.n_rows[node]), *end, *shown]


def _several(view: Outline, counts: list[float]) -> str:
    """Write the largest counts and the sum of the rest."""
    order = sorted((i for i, c in enumerate(counts) if c), key=lambda i: (-counts[i], i))
    few = order if len(order) <= FEW + 1 else order[:FEW]
    parts = [f"{view.labels[i]} {number(counts[i])}" for i in few]
    rest = order[len(few) :]
    if rest:
        parts.append(f"+{len(rest)} more {number(sum(counts[i] for i in rest))}")
    return ", ".join(parts)


# --- columns -----------------------------------------------------------------


def _table(view: Outline, rows: list[_Row], width: int, wide: bool) -> Iterator[str]:
    heads = ["rows", "class", "share", *(["counts"] if wide else view.labels)]
    widths = [max(width_of(row.cells[i]) for row in rows) for i in range(len(heads))]
    right = [True, False, True, *([False] if wide else [True] * len(view.labels))]
    longest = max(width_of(row.guide + row.said) for row in rows)
    heads, widths = _fitted(heads, widths, width - longest)
    table = sum(widths) + 2 * len(widths)
    room = min(longest, max(width - table, 28))

    def line(first: str, cells: list[str]) -> str:
        padded = (pad(c, w, r) for c, w, r in zip(cells, widths, right, strict=True))
        return "  ".join([pad(first, room), *padded])

    yield line("", heads)
    for row in rows:
        first, *more = wrapped(row.said, max(room - width_of(row.guide), 12))
        yield line(row.guide + first, row.cells)
        for piece in more:
            yield row.under + "  " + piece
        for note in row.notes:
            for piece in wrapped(note, max(width - width_of(row.under), 12)):
                yield row.under + piece


def _fitted(heads: list[str], widths: list[int], room: int) -> tuple[list[str], list[int]]:
    """Shorten the classes' heads as far as the room demands; their leaves name them in full."""
    for most in range(max(SHORTEST, *map(width_of, heads)), SHORTEST - 1, -1):
        shorter = [head if width_of(head) <= most else head[: most - 1] + "…" for head in heads]
        fitted = [max(width_of(h), w) for h, w in zip(shorter, widths, strict=True)]
        if sum(fitted) + 2 * len(fitted) <= room or most == SHORTEST:
            break
    return shorter, fitted


def _ascii_signs(line: str) -> str:
    for sign, like in (("├─", "|-"), ("└─", "`-"), ("│", "|"), (f" {ZERO}", " .")):
        line = line.replace(sign, like)
    return line
