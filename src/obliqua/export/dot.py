"""Trees as Graphviz text, as `obliqua.show.dot` writes it."""

from __future__ import annotations

from typing import Any

from obliqua.export.program import refuse_vote
from obliqua.show.dot import dot

__all__ = ["to_dot"]


def to_dot(
    model: Any, *, max_depth: int | None = None, digits: int = 6, ascii: bool = False
) -> str:
    """Write a tree in Graphviz's language.

    Parameters
    ----------
    model : estimator or Tree
        What to export.
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

    Raises
    ------
    CannotExport
        For a forest.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.export import to_dot
    >>> X, y = load_iris(return_X_y=True)
    >>> to_dot(AxisTreeClassifier(max_depth=1).fit(X, y)).startswith("digraph tree {")
    True
    """
    refuse_vote(model, "dot")
    return dot(model, max_depth=max_depth, digits=digits, ascii=ascii)
