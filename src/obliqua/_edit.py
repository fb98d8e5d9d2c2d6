"""Changing a tree by hand: merge, prune, re-cut, undo, and see what comes of it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obliqua import _core
from obliqua._description import label_codes
from obliqua._retested import rebuilt
from obliqua._rows_at_nodes import NodeRows
from obliqua.conditions import AxisCondition, LinearCondition, format_number
from obliqua.table import Columns

if TYPE_CHECKING:
    from obliqua.tree import Tree

__all__ = ["Effect", "TreeEditor", "is_edited"]

_BY_HAND = "by hand"


@dataclass(frozen=True, slots=True)
class Effect:
    """What edits do to a table; prints as text.

    Parameters
    ----------
    n_rows : int
        Rows of the table.
    errors : tuple of int, or None
        How many are misclassified before and after; None without labels.
    changed : ndarray of int
        The rows whose class is another one now.
    leaves, tests : tuple of int
        Before and after.
    """

    n_rows: int
    errors: tuple[int, int] | None
    changed: NDArray[np.int64]
    leaves: tuple[int, int]
    tests: tuple[int, int]

    def __str__(self) -> str:
        lines = [
            f"leaves {self.leaves[0]} → {self.leaves[1]}, tests {self.tests[0]} → {self.tests[1]}",
            f"{len(self.changed)} of {self.n_rows} rows get another class",
        ]
        if self.errors is not None:
            lines.append(f"errors {self.errors[0]} → {self.errors[1]}")
        return "\n".join(lines)


def is_edited(tree: Tree) -> bool:
    """Tell whether a tree was changed by hand since it was grown or loaded."""
    return any(_BY_HAND in note for note in tree.notes.values())


class TreeEditor:
    """A tree under change; `Tree.edit` makes one. Each edit numbers the nodes anew.

    Parameters
    ----------
    tree : Tree
        The tree to begin with, which stays as it is.
    X : array-like or dataframe, default=None
        The rows that the tree was grown from. Re-cutting needs them, because they tell what the
        nodes below hold.
    y : array-like, default=None
        Their class labels.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = AxisTreeClassifier(max_depth=3).fit(X, y)
    >>> edit = model.tree_.edit(X, y)
    >>> print(edit.recut(0, 2.5).prune(3).effect())
    leaves 5 → 4, tests 4 → 3
    6 of 150 rows get another class
    errors 4 → 6
    >>> edited = edit.applied_to(model)
    >>> edited.get_n_leaves()
    4
    """

    def __init__(self, tree: Tree, X: Any = None, y: ArrayLike | None = None) -> None:
        if (X is None) != (y is None):
            raise ValueError("edit takes the training rows X and y, or neither")
        self._states = [tree]
        self._columns: Columns | None = None
        self._codes: NDArray[np.int32] | None = None
        if X is not None and y is not None:
            self._columns = tree.schema.columns(X, "edit")
            tree.schema.check_finite(self._columns)
            self._codes = label_codes(tree, y)
            if len(self._codes) != self._columns.n_rows:
                raise ValueError(
                    f"y has {len(self._codes)} labels for {self._columns.n_rows} rows of X"
                )

    @property
    def tree(self) -> Tree:
        """The tree as it is now."""
        return self._states[-1]

    @property
    def original(self) -> Tree:
        """The tree as it was."""
        return self._states[0]

    # --- edits ----------------------------------------------------------------

    def prune(self, node: int) -> TreeEditor:
        """Make a node a leaf, with the class of its rows.

        Parameters
        ----------
        node : int
            A node that asks something.

        Returns
        -------
        self
            The editor.
        """
        if self.tree.node(node).is_leaf:
            raise ValueError(f"node {node} is a leaf already; merge takes two leaves")
        mask = np.zeros(self.tree.n_nodes, dtype=bool)
        mask[node] = True
        core = _core.collapsed(self.tree.core, mask)
        return self._next(core.to_arrays(), {node: f"pruned {_BY_HAND}"}, mask)

    def merge(self, *leaves: int) -> TreeEditor:
        """Make the leaves below one node a single one, in that node's place.

        Parameters
        ----------
        *leaves : int
            All the children of one node.

        Returns
        -------
        self
            The editor.
        """
        parents = {self.tree.node(leaf).parent for leaf in leaves}
        parent = parents.pop() if len(parents) == 1 else None
        if parent is None or set(self.tree.node(parent).children) != set(leaves):
            raise ValueError(
                f"nodes {list(leaves)} are not all the children of one node, so no test can be "
                "left out to merge them"
            )
        inner = next((leaf for leaf in leaves if not self.tree.node(leaf).is_leaf), None)
        if inner is not None:
            raise ValueError(f"node {inner} is not a leaf; prune({inner}) makes it one")
        return self.prune(parent)

    def recut(self, node: int, cut: float) -> TreeEditor:
        """Move the cut of an axis or linear test, and count the rows at every node anew.

        Each of the editor's rows counts once, and with its whole weight at every node it passes.

        Parameters
        ----------
        node : int
            The node.
        cut : float
            Rows whose term, or sum, is at most this go left.

        Returns
        -------
        self
            The editor.
        """
        test = self.tree.node(node).test
        if not isinstance(test, AxisCondition | LinearCondition):
            kind = "a leaf" if test is None else f"the test {test.pretty()!r}"
            raise ValueError(f"node {node} is {kind}, which has no cut to move")
        cut = float(cut)
        if not np.isfinite(cut):
            raise ValueError(f"cut must be a finite number, got {cut}")
        if self._columns is None:
            raise ValueError(
                "moving a cut needs the training rows, to count those below it anew: "
                "tree.edit(X, y)"
            )
        arrays = dict(self.tree.arrays)
        constants = arrays["constants"].copy()
        at = int(arrays["constant_begin"][node])
        constants[at] = cut if isinstance(test, AxisCondition) else 0.0 - cut
        note = f"cut moved {_BY_HAND} from {format_number(test.cut)} to {format_number(cut)}"
        return self._next(arrays | {"constants": constants}, {node: note}, None)

    def undo(self) -> TreeEditor:
        """Take the last edit back.

        Returns
        -------
        self
            The editor.
        """
        if len(self._states) == 1:
            raise ValueError("there is no edit to take back")
        self._states.pop()
        return self

    def _next(
        self, arrays: Mapping[str, Any], notes: Mapping[int, str], pruned: NDArray[np.bool_] | None
    ) -> TreeEditor:
        old = self.tree
        all_notes = {**old.notes, **notes}
        if pruned is not None:
            all_notes = _renumbered(old, pruned, all_notes)
        new = rebuilt(old, arrays, all_notes)
        self._states.append(new if pruned is not None else self._recounted(new))
        return self

    def _recounted(self, tree: Tree) -> Tree:
        """The same tree with the counts of the rows that reach its nodes now.

        All nodes are counted anew, as the tree may have been grown from a part of the rows.
        Merits and margins were those of other rows where these or the test changed.
        """
        assert self._columns is not None and self._codes is not None
        before, after = (NodeRows(one, self._columns) for one in (self.tree, tree))
        arrays = {name: np.array(tree.arrays[name]) for name in ("counts", "merit", "margin")}
        n_rows = np.array(tree.arrays["n_rows"])
        for node in range(tree.n_nodes):
            rows = after.at(node)
            codes = self._codes[rows]
            arrays["counts"][node] = np.bincount(codes, minlength=tree.n_classes)
            n_rows[node] = len(rows)
            if tree.test(node) != self.tree.test(node) or not np.array_equal(rows, before.at(node)):
                arrays["merit"][node] = arrays["margin"][node] = np.nan
        return rebuilt(tree, {**tree.arrays, **arrays, "n_rows": n_rows}, tree.notes)

    # --- what comes of it -----------------------------------------------------

    def effect(self, X: Any = None, y: ArrayLike | None = None) -> Effect:
        """Compare the tree with what it was, on some rows.

        Parameters
        ----------
        X : array-like or dataframe, default=None
            The rows; None for those that the editor was made with.
        y : array-like, default=None
            Their class labels.

        Returns
        -------
        Effect
            Sizes, rows that get another class, and errors before and after.
        """
        columns, codes = self._columns, self._codes
        if X is not None:
            columns = self.tree.schema.columns(X, "effect")
            codes = None if y is None else label_codes(self.tree, y)
        if columns is None:
            raise ValueError("effect needs rows: effect(X, y), or tree.edit(X, y) to begin with")
        table = columns.table()
        trees = self.original, self.tree
        before, after = (_core.classify(tree.core, table, 1) for tree in trees)
        errors = None
        if codes is not None:
            errors = int((before != codes).sum()), int((after != codes).sum())
        return Effect(
            n_rows=columns.n_rows,
            errors=errors,
            changed=np.flatnonzero(before != after),
            leaves=(trees[0].n_leaves, trees[1].n_leaves),
            tests=(trees[0].n_tests, trees[1].n_tests),
        )

    def applied_to(self, model: Any) -> Any:
        """Give an estimator like another with the edited tree, to predict with and to save.

        Parameters
        ----------
        model : estimator
            The one whose tree was edited; it stays as it is.

        Returns
        -------
        estimator
            Of the same class and parameters. One that learned exactly, row by row, no longer
            holds the tree of its rows: it refuses to learn, to forget and to verify.

        Raises
        ------
        ValueError
            If the tree is not the estimator's.
        """
        if getattr(model, "tree_", None) != self.original:
            raise ValueError("the estimator's tree_ is not the tree that was edited")
        edited = copy.deepcopy(model)
        edited._set_tree(self.tree)
        return edited


def _renumbered(tree: Tree, pruned: NDArray[np.bool_], notes: Mapping[int, str]) -> dict[int, str]:
    """Notes by the numbers that nodes have after pruning, which keeps their order."""
    gone = np.zeros(tree.n_nodes, dtype=bool)
    for node, parent in enumerate(tree.arrays["parent"].tolist()):
        gone[node] = parent >= 0 and (gone[parent] or pruned[parent])
    numbers = np.cumsum(~gone) - 1
    return {int(numbers[node]): note for node, note in notes.items() if not gone[node]}
