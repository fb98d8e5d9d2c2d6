"""Which rows reach each node of a tree, and the values that its tests compare."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from obliqua.table import Columns

if TYPE_CHECKING:
    from obliqua.tree import Tree

__all__ = ["NodeRows", "term_values"]

Float = NDArray[np.float64]
Rows = NDArray[np.int64]

_FEATURE, _INDICATOR, _SQUARE, _PRODUCT = range(4)


class NodeRows:
    """The rows at every node, by one pass down the tree.

    Parameters
    ----------
    tree : Tree
        The tree.
    columns : Columns
        The rows, in the order of the tree's schema.
    """

    def __init__(self, tree: Tree, columns: Columns) -> None:
        begin, nodes = _core.paths(tree.core, columns.table())
        row = np.repeat(np.arange(len(begin) - 1), np.diff(begin))
        order = np.argsort(nodes, kind="stable")
        self._rows: Rows = row[order]
        self._begin = np.searchsorted(nodes[order], np.arange(tree.n_nodes + 1))
        self._first_child = tree.arrays["first_child"]

    def at(self, node: int) -> Rows:
        """Numbers of the rows that pass a node, increasing."""
        return self._rows[self._begin[node] : self._begin[node + 1]]

    def sides(self, node: int) -> tuple[Rows, Rows]:
        """Numbers of the rows that go left and right at a binary test."""
        first = int(self._first_child[node])
        return self.at(first), self.at(first + 1)


def term_values(columns: Columns, basis: NDArray[Any], terms: Sequence[int], rows: Any) -> Float:
    """Compute terms for some rows; NaN where a feature that a term needs is missing.

    Parameters
    ----------
    columns : Columns
        The table.
    basis : ndarray of shape (n, 3)
        Kind and features of each term, as a tree's arrays hold it.
    terms : sequence of int
        Which terms.
    rows : ndarray
        Which rows.

    Returns
    -------
    ndarray of shape (number of rows, number of terms)
        The values.
    """
    place = _places(columns.kinds)
    values = np.empty((len(rows), len(terms)))
    for column, term in enumerate(terms):
        kind, a, b = basis[term].tolist()
        if kind == _INDICATOR:
            codes = columns.symbolic[rows, place[a]]
            values[:, column] = np.where(codes < 0, np.nan, np.where(codes == b, 1.0, -1.0))
            continue
        values[:, column] = columns.numeric[rows, place[a]]
        if kind == _SQUARE:
            values[:, column] *= values[:, column]
        elif kind == _PRODUCT:
            values[:, column] *= columns.numeric[rows, place[b]]
    return values


def _places(kinds: Sequence[int]) -> Mapping[int, int]:
    """Where each feature's column is among those of its kind."""
    seen = [0, 0]
    places = {}
    for feature, kind in enumerate(kinds):
        places[feature] = seen[kind]
        seen[kind] += 1
    return places
