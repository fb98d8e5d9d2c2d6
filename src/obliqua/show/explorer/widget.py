"""The explorer in a notebook: Jupyter, marimo, and whatever else shows anywidgets."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from obliqua.show.explorer.page import asset
from obliqua.show.explorer.payload import MOST_ROWS, payload


class Explorer(anywidget.AnyWidget):
    """Explore a tree in a notebook.

    Parameters
    ----------
    model : estimator or Tree
        What to explore.
    X : array-like or dataframe, default=None
        Rows to show.
    y : array-like, default=None
        Their classes.
    title : str, default=None
        What stands above the tree.
    max_rows : int, default=10000
        Of a longer table so many rows are drawn at random, the same ones every time.

    Attributes
    ----------
    node : int
        The node that is selected. Set it to go there; observe it to follow the user.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import Explorer
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> explorer = Explorer(AxisTreeClassifier().fit(X, y), X, y)
    >>> explorer.node = 2
    """

    _esm = asset("explorer.js")
    _css = asset("explorer.css")
    payload = traitlets.Dict().tag(sync=True)
    node = traitlets.Int(0).tag(sync=True)

    def __init__(
        self,
        model: Any,
        X: Any = None,
        y: Any = None,
        *,
        title: str | None = None,
        max_rows: int = MOST_ROWS,
    ) -> None:
        super().__init__(payload=payload(model, X, y, title=title, max_rows=max_rows))

    @traitlets.validate("node")
    def _check_node(self, proposal: Any) -> int:
        last = len(self.payload["tree"]["kind"]) - 1
        if not 0 <= proposal["value"] <= last:
            raise ValueError(f"node must be between 0 and {last}, got {proposal['value']}")
        return int(proposal["value"])
