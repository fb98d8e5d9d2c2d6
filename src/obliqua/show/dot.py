"""Trees as Graphviz text; Graphviz itself is not needed to write it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from obliqua.conditions import Condition, MachineCondition
from obliqua.show.outline import (
    Outline,
    number,
    outline,
    percent,
    plural,
    printable,
    to_ascii,
    wrapped,
)

WIDTH = 40
MOST_CLASSES = 6


def dot(model: Any, *, max_depth: int | None = None, digits: int = 6, ascii: bool = False) -> str:
    """Write a tree in Graphviz's language.

    Parameters
    ----------
    model : estimator or Tree
        What to show.
    max_depth : int or None, default=None
        Levels to show; what is hidden below is counted.
    digits : int, default=6
        Significant digits of numbers in tests.
    ascii : bool, default=False
        Use ASCII only.

    Returns
    -------
    str
        A ``digraph``; ``dot -Tsvg`` draws it.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import dot
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> print(dot(AxisTreeClassifier(max_depth=1).fit(X, y)))
    digraph tree {
      ...
      0 -> 1 [label="yes"];
      0 -> 2 [label="no"];
    }
    """
    lines = [
        "digraph tree {",
        '  node [shape=box, fontname="Helvetica"];',
        '  edge [fontname="Helvetica"];',
        *_statements(outline(model), max_depth, digits),
        "}",
    ]
    whole = "\n".join(lines) + "\n"
    return to_ascii(whole) if ascii else whole


def _statements(view: Outline, max_depth: int | None, digits: int) -> Iterator[str]:
    edges = []
    for node in view.walk(max_depth):
        test = view.tree.test(node)
        shown = test is not None and (max_depth is None or view.depths[node] < max_depth)
        if test is not None and shown:
            label = _lines(_wrapped(test, digits), _counts(view, node))
            yield f"  {node} [label={label}];"
            for position, child in enumerate(view.children[node]):
                edges.append(f"  {node} -> {child} [label={_lines([_answer(test, position)])}];")
        else:
            ends = [view.labels[view.best[node]], percent(view.share[node])]
            if test is not None:
                ends.append(f"… {plural(view.below[node], 'node')}")
            yield f'  {node} [label={_lines(ends, _counts(view, node))}, style="rounded"];'
    yield from edges


def _wrapped(test: Condition, digits: int) -> list[str]:
    if isinstance(test, MachineCondition):
        scores = zip(test.classes, test.scores(digits), strict=True)
        said = ["largest score of", *(f"{label}: {score}" for label, score in scores)]
    else:
        said = [test.pretty(digits)]
    return [piece for line in said for piece in wrapped(printable(line), WIDTH)]


def _answer(test: Condition, position: int) -> str:
    if isinstance(test, MachineCondition):
        return printable(str(test.classes[position]))
    return ("yes", "no")[position]


def _counts(view: Outline, node: int) -> list[str]:
    counts = view.counts[node]
    rows = plural(view.n_rows[node], "row")
    if len(counts) > MOST_CLASSES:
        return [rows]
    return [f"{rows}: {' / '.join(map(number, counts))}"]


def _lines(*groups: list[str]) -> str:
    """Quote lines as one label. A backslash would start one of Graphviz's own escapes."""
    lines = [line.replace("\\", "\\\\").replace('"', '\\"') for group in groups for line in group]
    return '"' + "\\n".join(lines) + '"'
