"""The rows of a table as a tree sees them: which come to a node, and the values it tests."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from obliqua.conditions import (
    AxisCondition,
    Condition,
    EqualityCondition,
    LinearCondition,
    MachineCondition,
)
from obliqua.table import Columns
from obliqua.tree import Tree

Float = NDArray[np.float64]
_FEATURE, _INDICATOR, _SQUARE, _PRODUCT = range(4)
_FRACTIONAL = 1
_MISSING = -1


class Placed:
    """Rows, placed in a tree.

    Parameters
    ----------
    tree : Tree
        The tree.
    X : array-like, dataframe or Columns
        Rows like those that the tree was grown from.
    y : array-like, default=None
        Their classes, each one of the tree's.
    owner : str
        Who asks, for messages.
    """

    def __init__(self, tree: Tree, X: Any, y: Any = None, owner: str = "The tree") -> None:
        self.tree = tree
        self.columns: Columns = X if isinstance(X, Columns) else tree.schema.columns(X, owner)
        self.table = self.columns.table()
        self.n_rows = self.columns.n_rows
        self.codes = None if y is None else class_codes(tree, y, self.n_rows)

    # --- where rows go --------------------------------------------------------

    @cached_property
    def _passages(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Rows in the order of the nodes they pass, and where each node's rows begin."""
        begin, nodes = _core.paths(self.tree.core, self.table)
        rows = np.repeat(np.arange(self.n_rows), np.diff(begin))
        order = np.argsort(nodes, kind="stable")
        starts = np.searchsorted(nodes[order], np.arange(self.tree.n_nodes + 1))
        return rows[order], starts

    def at(self, node: int) -> NDArray[np.int64]:
        """Return the rows that come to a node, wholly or in part, in their order."""
        check_node(self.tree, node)
        rows, starts = self._passages
        here: NDArray[np.int64] = rows[starts[node] : starts[node + 1]]
        return here

    def path(self, row: int) -> list[int]:
        """Return the nodes that a row passes, in increasing order."""
        begin, nodes = _core.paths(self.tree.core, self.columns.take(np.array([row])).table())
        passed: list[int] = nodes[begin[0] : begin[1]].tolist()
        return passed

    @cached_property
    def leaves(self) -> NDArray[np.int32]:
        """The leaf of each row; of several, the one with the largest share."""
        found: NDArray[np.int32] = _core.apply(self.tree.core, self.table, 1)
        return found

    @cached_property
    def answers(self) -> NDArray[np.int32]:
        """The position of the class that the tree gives each row."""
        found: NDArray[np.int32] = _core.classify(self.tree.core, self.table, 1)
        return found

    # --- what is tested -------------------------------------------------------

    def term(self, term: int, rows: Any = slice(None)) -> Float:
        """Return a term's values; NaN where a feature that it needs is missing."""
        kind, a, b = self.tree.arrays["basis"][term].tolist()
        if kind == _INDICATOR:
            codes = self.category(a, rows)
            return np.where(codes == _MISSING, np.nan, np.where(codes == b, 1.0, -1.0))
        values = self.number(a, rows)
        if kind == _SQUARE:
            return values * values
        return values * self.number(b, rows) if kind == _PRODUCT else values

    def number(self, feature: int, rows: Any = slice(None)) -> Float:
        """Return a numeric feature's values."""
        column = self.columns.kinds[:feature].count(0)
        return np.asarray(self.columns.numeric[rows, column], dtype=np.float64)

    def category(self, feature: int, rows: Any = slice(None)) -> NDArray[np.int32]:
        """Return a symbolic feature's codes; -1 is missing."""
        column = self.columns.kinds[:feature].count(1)
        codes: NDArray[np.int32] = self.columns.symbolic[rows, column]
        return codes

    def terms_at(self, node: int, rows: Any = slice(None)) -> Float:
        """Return the values of a test's terms, one column each, missing ones filled.

        With the fractional rule they stay NaN, as such a row goes to every child.
        """
        arrays = self.tree.arrays
        span = slice(arrays["term_begin"][node], arrays["term_begin"][node + 1])
        columns = [self.term(term, rows) for term in arrays["terms"][span].tolist()]
        values = np.column_stack(columns)
        if arrays["missing"][node] != _FRACTIONAL:
            values = np.where(np.isnan(values), arrays["fills"][span], values)
        return values

    def categories_at(self, node: int, rows: Any = slice(None)) -> NDArray[np.int32]:
        """Return the codes that an equality test looks at, missing ones filled as above."""
        arrays = self.tree.arrays
        first = int(arrays["term_begin"][node])
        codes = self.category(int(arrays["terms"][first]), rows)
        if arrays["missing"][node] != _FRACTIONAL:
            codes = np.where(codes == _MISSING, int(arrays["fills"][first]), codes)
        return codes

    def values_at(self, node: int, rows: Any = slice(None)) -> Float:
        """Return what a test compares with its cut, or for a machine each child's score."""
        test = self.tree.test(node)
        if isinstance(test, EqualityCondition):
            return self.categories_at(node, rows).astype(np.float64)
        terms = self.terms_at(node, rows)
        weights = np.array(() if test is None else test.weights, dtype=np.float64)
        values: Float = terms @ weights.T
        return values + test.biases if isinstance(test, MachineCondition) else values


def half_gap(tree: Tree, node: int) -> float:
    """Return half the gap around a test's cut, in the units of its value; NaN if unknown.

    The tree stores the gap of a linear test perpendicular to its hyperplane.
    """
    test = tree.test(node)
    gap = float(tree.arrays["margin"][node])
    if isinstance(test, LinearCondition):
        return gap * float(np.linalg.norm(test.weights)) / 2
    return gap / 2 if isinstance(test, AxisCondition) else float("nan")


def class_codes(tree: Tree, y: Any, n_rows: int) -> NDArray[np.int64]:
    """Turn labels into positions among the tree's classes."""
    labels = np.asarray(y)
    if labels.shape != (n_rows,):
        raise ValueError(f"y must be {n_rows} labels, one per row of X; it has {labels.shape}")
    position = {label: code for code, label in enumerate(tree.classes.tolist())}
    codes = np.empty(n_rows, dtype=np.int64)
    for row, label in enumerate(labels.tolist()):
        code = position.get(label)
        if code is None:
            known = ", ".join(repr(known) for known in list(position)[:10])
            raise ValueError(f"y, row {row} (the first is 0): {label!r} is no class of {known}")
        codes[row] = code
    return codes


def check_node(tree: Tree, node: int) -> None:
    """Refuse a node that is not there."""
    if not 0 <= node < tree.n_nodes:
        raise IndexError(f"node must be between 0 and {tree.n_nodes - 1}, got {node}")


def test_at(tree: Tree, node: int) -> Condition:
    """Return a node's test, refusing leaves."""
    check_node(tree, node)
    test = tree.test(node)
    if test is None:
        tests = np.flatnonzero(~tree.is_leaf).tolist()
        some = ", ".join(map(str, tests[:10])) + (" …" if len(tests) > 10 else "")
        raise ValueError(f"node {node} is a leaf and asks nothing; tests are at {some or 'none'}")
    return test


def row_of(tree: Tree, row: Any) -> Any:
    """Make a table of one row out of whatever holds one: a dict, a series, a list, a frame."""
    if hasattr(row, "to_dict") and not hasattr(row, "columns"):
        row = row.to_dict()  # a pandas Series
    if isinstance(row, dict):
        unknown = [name for name in row if name not in tree.schema.names]
        if unknown:
            raise ValueError(
                f"row has {unknown[0]!r}, which is no feature; features are "
                f"{', '.join(tree.schema.names[:20])}"
            )
        values = [row.get(name) for name in tree.schema.names]
        return _one_row(values)
    if isinstance(row, np.ndarray) and row.ndim == 1:
        row = row.tolist()
    if isinstance(row, (list, tuple)) and not (row and isinstance(row[0], (list, tuple))):
        return _one_row(list(row))
    return row


def _one_row(values: list[Any]) -> Any:
    cells = np.empty((1, len(values)), dtype=object)
    cells[0] = values
    return cells
