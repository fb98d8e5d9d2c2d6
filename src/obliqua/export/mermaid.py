"""Trees as Mermaid flowcharts, which GitHub, GitLab and many editors draw."""

from __future__ import annotations

from typing import Any

from obliqua.conditions import MachineCondition
from obliqua.export.program import CannotExport, refuse_vote
from obliqua.show.outline import Outline, outline, percent, plural, printable, wrapped

__all__ = ["to_mermaid"]

WIDTH = 40
# Mermaid draws no more than this many edges unless told to.
MOST_EDGES = 500


def to_mermaid(model: Any, *, digits: int = 6) -> str:
    """Write a tree as a Mermaid flowchart.

    Parameters
    ----------
    model : estimator or Tree
        What to export.
    digits : int, default=6
        Significant digits of numbers in tests.

    Returns
    -------
    str
        The flowchart: tests as boxes, leaves rounded, with their class, its share and the number
        of training rows.

    Raises
    ------
    CannotExport
        For more than 500 edges, which Mermaid does not draw, and for a forest.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.export import to_mermaid
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> print(to_mermaid(AxisTreeClassifier(max_depth=1).fit(X, y)))
    flowchart TD
      n0["petal length (cm) ≤ 2.45"]
      n1(["0<br/>100 % of 50 rows"])
      n2(["1<br/>50.0 % of 100 rows"])
      n0 -->|"yes"| n1
      n0 -->|"no"| n2
    """
    refuse_vote(model, "Mermaid")
    view = outline(model)
    if view.tree.n_nodes - 1 > MOST_EDGES:
        raise CannotExport(
            f"Mermaid cannot express a tree of {view.tree.n_nodes} nodes: it draws no more than "
            f"{MOST_EDGES} edges; export dot, or a pruned tree"
        )
    lines, edges = ["flowchart TD"], []
    for node in view.walk():
        lines.append(f"  n{node}{_box(view, node, digits)}")
        test = view.tree.test(node)
        for position, child in enumerate(view.children[node]):
            answer = ("yes", "no")[position] if not isinstance(test, MachineCondition) else ""
            answer = answer or str(test.classes[position])  # type: ignore[union-attr]
            edges.append(f'  n{node} -->|"{_harmless(answer)}"| n{child}')
    return "\n".join([*lines, *edges]) + "\n"


def _box(view: Outline, node: int, digits: int) -> str:
    test = view.tree.test(node)
    if test is None:
        label = view.labels[view.best[node]]
        rows = f"{percent(view.share[node])} of {plural(view.n_rows[node], 'row')}"
        return f'(["{_harmless(label)}<br/>{rows}"])'
    if isinstance(test, MachineCondition):
        scores = zip(test.classes, test.scores(digits), strict=True)
        said = ["largest score of", *(f"{label}: {score}" for label, score in scores)]
    else:
        said = [test.pretty(digits)]
    pieces = [piece for line in said for piece in wrapped(printable(line), WIDTH)]
    return f'["{"<br/>".join(map(_harmless, pieces))}"]'


def _harmless(text: str) -> str:
    """Write signs that mean something to Mermaid, Markdown or HTML by their numbers."""
    return "".join(f"#{ord(c)};" if c in '"#&<>`*_\\;$' else c for c in printable(text))
