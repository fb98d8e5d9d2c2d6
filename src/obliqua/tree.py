"""The frozen tree as Python sees it: nodes, tests, measures, digest.

A tree may be any depth, so nothing here recurses.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obliqua import _core
from obliqua._conics import curve
from obliqua._decoding import check_kinds, condition, plain, term_names
from obliqua._description import description_length
from obliqua._diff import TreeDiff, compare
from obliqua._edit import TreeEditor
from obliqua._html import tree_html
from obliqua._identity import digest
from obliqua._importance import importances
from obliqua._node import Node
from obliqua.conditions import Condition
from obliqua.table import Schema

__all__ = ["Node", "Tree"]

_LEAF = 0
_FRACTIONAL = 1


class Tree:
    """A decision tree that no longer changes.

    Estimators make it: it is their ``tree_``. Nodes are numbered level by level from the root,
    which is 0. Two trees are equal when their digests are.

    Parameters
    ----------
    core : _core.Tree
        The arrays.
    schema : Schema
        The table that the tree was grown from.
    classes : array-like
        The class labels, in the order of the counts.
    notes : dict from int to str, default=None
        Remarks on nodes, such as why one's margin was not enlarged. Not in the model file.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> tree = AxisTreeClassifier(max_depth=2).fit(X, y).tree_
    >>> tree.n_leaves, tree.depth
    (3, 2)
    >>> tree.node(0).test.terms
    ('petal length (cm)',)
    """

    def __init__(
        self,
        core: _core.Tree,
        schema: Schema,
        classes: ArrayLike,
        notes: Mapping[int, str] | None = None,
    ) -> None:
        labels = np.asarray(classes)
        if labels.ndim != 1 or len(labels) != core.n_classes:
            raise ValueError(f"classes must be {core.n_classes} labels, got shape {labels.shape}")
        if schema.n_features != core.n_features:
            raise ValueError(
                f"schema must have {core.n_features} features, got {schema.n_features}"
            )
        self.core = core
        self.schema = schema
        check_kinds(self.arrays, schema)
        self.classes = labels.copy()
        self.classes.flags.writeable = False
        self.notes = dict(notes or {})

    # --- the arrays -----------------------------------------------------------

    @cached_property
    def arrays(self) -> dict[str, Any]:
        """The core's arrays by name, read-only."""
        return dict(self.core.to_arrays())

    @cached_property
    def depths(self) -> NDArray[np.int32]:
        """Number of tests above each node."""
        depths = [0] * self.n_nodes
        for node, parent in enumerate(self.arrays["parent"].tolist()):
            if parent >= 0:
                depths[node] = depths[parent] + 1
        return np.array(depths, dtype=np.int32)

    @cached_property
    def probabilities(self) -> NDArray[np.float64]:
        """Each node's class shares; those of its parent where no training row came."""
        counts = self.arrays["counts"]
        totals = counts.sum(axis=1, keepdims=True)
        shares: NDArray[np.float64] = np.full(counts.shape, 1 / self.n_classes)
        np.divide(counts, totals, out=shares, where=totals > 0)
        for node in np.flatnonzero(totals[1:, 0] <= 0) + 1:
            shares[node] = shares[self.arrays["parent"][node]]
        shares.flags.writeable = False
        return shares

    @cached_property
    def term_names(self) -> tuple[str, ...]:
        """How each term of the basis is written."""
        return term_names(self.arrays["basis"], self.schema)

    def __getstate__(self) -> dict[str, Any]:
        return {
            "core": self.core,
            "schema": self.schema,
            "classes": self.classes,
            "notes": self.notes,
        }

    # --- measures -------------------------------------------------------------

    @property
    def n_nodes(self) -> int:
        """Number of nodes, leaves included."""
        return int(self.core.n_nodes)

    @property
    def n_features(self) -> int:
        """Number of features of the table."""
        return self.schema.n_features

    @property
    def n_classes(self) -> int:
        """Number of classes."""
        return len(self.classes)

    @property
    def is_leaf(self) -> NDArray[np.bool_]:
        """Per node, whether it is a leaf."""
        leaves: NDArray[np.bool_] = self.arrays["kind"] == _LEAF
        return leaves

    @property
    def n_leaves(self) -> int:
        """Number of leaves."""
        return int(self.is_leaf.sum())

    @property
    def n_tests(self) -> int:
        """Number of nodes that ask something."""
        return self.n_nodes - self.n_leaves

    @property
    def size(self) -> int:
        """Terms tested, summed over the tests (Brodley and Utgoff's Size)."""
        return int(self.arrays["term_begin"][-1])

    @property
    def depth(self) -> int:
        """Number of tests on the longest path."""
        return int(self.depths.max())

    def expected_tests(self, X: Any = None) -> float:
        """Mean number of tests that are evaluated to classify a row.

        Parameters
        ----------
        X : array-like or dataframe, default=None
            The rows. None is the rows that the tree was grown from, by their counts: one that
            lacks a fractional test's value ends at it, as in Utgoff 1995, section 4.2.1.

        Returns
        -------
        float
            With fractional missing values a row of `X` may take several paths: all their tests
            count.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from obliqua import AxisTreeClassifier
        >>> X, y = load_iris(return_X_y=True)
        >>> tree = AxisTreeClassifier(max_depth=2).fit(X, y).tree_
        >>> tree.expected_tests() == tree.expected_tests(X)
        True
        """
        if X is None:
            counts = self.arrays["counts"]
            return float(counts[1:].sum() / counts[0].sum())
        table = self.schema.columns(X, "Tree").table()
        if not (self.arrays["missing"] == _FRACTIONAL).any():
            return float(self.depths[_core.apply(self.core, table, 1)].mean())
        begin, nodes = _core.paths(self.core, table)
        return float((~self.is_leaf[nodes]).sum() / (len(begin) - 1))

    def description_length(self, X: Any = None, y: ArrayLike | None = None) -> float:
        """Bits to write down the tree and its errors (Utgoff 1995, section 3.3).

        A test takes 1 + log2(t) bits where t tests were possible. The training rows tell t;
        without them it is the most that the table's features and the node's number of rows
        allow: a cut between any two neighbouring rows of each numeric feature, and each category
        of each symbolic one.

        Parameters
        ----------
        X : array-like or dataframe, default=None
            The training rows.
        y : array-like, default=None
            Their class labels.

        Returns
        -------
        float
            The length in bits. Given the rows that the tree was grown from it is what "mdl"
            pruning makes as small as it can; without them it is never shorter.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from obliqua import AxisTreeClassifier
        >>> X, y = load_iris(return_X_y=True)
        >>> tree = AxisTreeClassifier(max_depth=2).fit(X, y).tree_
        >>> tree.description_length(X, y) < tree.description_length()
        True
        """
        return description_length(self, X, y)

    def importances(self, spreads: ArrayLike | None = None) -> NDArray[np.float64]:
        """Share of each feature in the decrease of gini impurity.

        Parameters
        ----------
        spreads : array-like of float, default=None
            How far each term of the basis spreads, such as its standard deviation: tests of
            several terms are shared in proportion to |weight| · spread. None: all the same.

        Returns
        -------
        ndarray of shape (n_features,)
            They sum to one, or are all zero for a tree that is one leaf.
        """
        sizes = None if spreads is None else np.asarray(spreads, dtype=np.float64)
        return importances(self.arrays, self.n_features, sizes)

    # --- nodes ----------------------------------------------------------------

    def nodes(self) -> Iterator[Node]:
        """Walk all nodes, parents before children, level by level."""
        return map(self.node, range(self.n_nodes))

    def node(self, i: int) -> Node:
        """Look at one node.

        Parameters
        ----------
        i : int
            Its id.

        Returns
        -------
        Node
            A read-only view.

        Raises
        ------
        IndexError
            If there is no such node.
        """
        if not 0 <= i < self.n_nodes:
            raise IndexError(f"node must be between 0 and {self.n_nodes - 1}, got {i}")
        parent, first, n_children, depth, n_rows, merit, margin, missing, label = self._rows[i]
        return Node(
            id=int(i),
            parent=None if parent < 0 else parent,
            children=() if first < 0 else tuple(range(first, first + n_children)),
            depth=depth,
            test=self.test(i),
            counts=self.arrays["counts"][i],
            n_rows=n_rows,
            merit=merit,
            margin=margin,
            fractional=missing == _FRACTIONAL and first >= 0,
            label=label,
            probabilities=self.probabilities[i],
            note=self.notes.get(int(i)),
        )

    @cached_property
    def _rows(self) -> list[tuple[Any, ...]]:
        """Each node's plain numbers; reading them one by one from arrays is slow."""
        names = ("parent", "first_child", "n_children", "n_rows", "merit", "margin", "missing")
        parent, first, n_children, n_rows, *rest = (self.arrays[name].tolist() for name in names)
        labels = self.classes[self.probabilities.argmax(axis=1)].tolist()
        columns = (parent, first, n_children, self.depths.tolist(), n_rows, *rest, labels)
        return list(zip(*columns, strict=True))

    def test(self, i: int) -> Condition | None:
        """Look at the question at a node; None for a leaf."""
        return condition(self, i)

    def curve(self, i: int) -> str | None:
        """Name the border of a test in two features of first or second degree.

        Parameters
        ----------
        i : int
            The node's id.

        Returns
        -------
        str or None
            "line", "circle", "ellipse", "parabola", "hyperbola", "pair of lines", "pair of
            parallel lines", "point" or "nothing" (an equation that no point solves); None for
            tests in more features, of a category, linear machines, and leaves.

        Examples
        --------
        >>> import numpy as np
        >>> from obliqua import NonlinearTreeClassifier
        >>> X = np.random.default_rng(0).uniform(-1, 1, (300, 2))
        >>> model = NonlinearTreeClassifier(pruning=None, random_state=0).fit(
        ...     X, X[:, 0] * X[:, 1] > 0
        ... )
        >>> model.tree_.curve(0) in ("pair of lines", "hyperbola")
        True
        """
        return curve(self, i)

    # --- identity -------------------------------------------------------------

    def digest(self) -> str:
        """Hash the tree: equal trees, and only they, have equal digests on every machine.

        The structure, tests, fills, class counts, terms, class labels, and the features' names,
        kinds and categories count; merits, margins and row numbers do not.

        Returns
        -------
        str
            A SHA-256 in hexadecimal.
        """
        return self._digest

    @cached_property
    def _digest(self) -> str:
        return digest(self.schema, self.classes, self.arrays)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tree):
            return NotImplemented
        return self is other or self.digest() == other.digest()

    def __hash__(self) -> int:
        return hash(self.digest())

    def diff(self, other: Tree) -> TreeDiff:
        """List how another tree differs, node by node from the root.

        Parameters
        ----------
        other : Tree
            The tree to compare with.

        Returns
        -------
        TreeDiff
            A list of differences that prints readably; empty when the trees are equal. Below
            nodes that ask different questions nothing is compared.
        """
        return compare(self, other)

    def edit(self, X: Any = None, y: ArrayLike | None = None) -> TreeEditor:
        """Change the tree by hand; the tree itself stays as it is.

        Parameters
        ----------
        X : array-like or dataframe, default=None
            The rows that the tree was grown from, to see the effect of an edit at once. Moving
            a cut needs them.
        y : array-like, default=None
            Their class labels.

        Returns
        -------
        TreeEditor
            ``prune``, ``merge``, ``recut``, ``undo``; ``effect`` tells what came of them,
            ``tree`` is the new tree and ``applied_to(model)`` an estimator with it.
        """
        return TreeEditor(self, X, y)

    def __repr__(self) -> str:
        return (
            f"<Tree: {self.n_leaves} {'leaf' if self.n_leaves == 1 else 'leaves'}, "
            f"depth {self.depth}, {self.n_features} features, {self.n_classes} classes>"
        )

    def _repr_html_(self) -> str:
        """What a notebook shows."""
        return tree_html(self)

    def to_dict(self) -> dict[str, Any]:
        """Turn the tree into plain dictionaries, lists, numbers and strings.

        Returns
        -------
        dict
            "features", "classes", and "nodes": a flat list in the order of their ids, so that a
            deep tree nests no deeper than a shallow one.
        """
        return plain(self)
