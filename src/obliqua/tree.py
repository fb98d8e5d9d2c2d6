"""The frozen tree as Python sees it: nodes, tests, measures, digest.

A tree may be any depth, so nothing here recurses.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obliqua import _core
from obliqua._diff import TreeDiff, compare
from obliqua.conditions import (
    AxisCondition,
    Condition,
    EqualityCondition,
    LinearCondition,
    MachineCondition,
)
from obliqua.table import Schema

__all__ = ["Node", "Tree"]

LEAF, AXIS, EQUALITY, LINEAR, MACHINE = range(5)
KIND_NAMES = ("leaf", "axis", "equality", "linear", "machine")
FRACTIONAL = 1
_FEATURE, _INDICATOR, _SQUARE, _PRODUCT = range(4)


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One node of a tree.

    Parameters
    ----------
    id : int
        Position in the tree; the root is 0, and children follow their parents.
    parent : int or None
        The parent's id; None for the root.
    children : tuple of int
        The children's ids, left first; empty for a leaf.
    depth : int
        Number of tests above the node.
    test : Condition or None
        The question asked here; None for a leaf.
    counts : ndarray of float64
        Weight of the training rows of each class.
    n_rows : int
        Number of training rows.
    merit : float
        The test by the criterion it was chosen with; NaN when there is none.
    margin : float
        The gap around the cut; NaN when there is none.
    fractional : bool
        Whether a row whose tested value is missing goes to every child in part.
    label : object
        The class label with the largest count, the first of equals.
    """

    id: int
    parent: int | None
    children: tuple[int, ...]
    depth: int
    test: Condition | None
    counts: NDArray[np.float64]
    n_rows: int
    merit: float
    margin: float
    fractional: bool
    label: Any

    @property
    def is_leaf(self) -> bool:
        """Whether nothing is asked here."""
        return not self.children

    @property
    def probabilities(self) -> NDArray[np.float64]:
        """Each class's share of the counts."""
        return self.counts / self.counts.sum()


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

    def __init__(self, core: _core.Tree, schema: Schema, classes: ArrayLike) -> None:
        labels = np.asarray(classes)
        if labels.ndim != 1 or len(labels) != core.n_classes:
            raise ValueError(f"classes must be {core.n_classes} labels, got shape {labels.shape}")
        if schema.n_features != core.n_features:
            raise ValueError(
                f"schema must have {core.n_features} features, got {schema.n_features}"
            )
        self.core = core
        self.schema = schema
        self.classes = labels.copy()
        self.classes.flags.writeable = False

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
    def term_names(self) -> tuple[str, ...]:
        """How each term of the basis is written."""
        return tuple(
            self._term_name(kind, a, b) for kind, a, b in self.arrays["basis"].tolist()
        )

    def _term_name(self, kind: int, a: int, b: int) -> str:
        names = self.schema.names
        if kind == _INDICATOR:
            return f"{names[a]} = {self.schema.categories[a][b]}"
        if kind == _SQUARE:
            return f"{names[a]}²"
        return f"{names[a]}·{names[b]}" if kind == _PRODUCT else names[a]

    def __getstate__(self) -> dict[str, Any]:
        return {"core": self.core, "schema": self.schema, "classes": self.classes}

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
        leaves: NDArray[np.bool_] = self.arrays["kind"] == LEAF
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

    def expected_tests(self, X: Any) -> float:
        """Mean number of tests that are evaluated to classify a row.

        Parameters
        ----------
        X : array-like or dataframe
            The rows.

        Returns
        -------
        float
            With fractional missing values a row may take several paths: all their tests count.
        """
        table = self.schema.columns(X, "Tree").table()
        if not (self.arrays["missing"] == FRACTIONAL).any():
            return float(self.depths[_core.apply(self.core, table)].mean())
        begin, nodes = _core.paths(self.core, table)
        return float((~self.is_leaf[nodes]).sum() / (len(begin) - 1))

    def description_length(self) -> float:
        """Bits to write down the tree and its training errors (Utgoff and others 1997)."""
        return float(_core.description_length(self.core))

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
        a = self.arrays
        parent, first, n_children = (int(a[k][i]) for k in ("parent", "first_child", "n_children"))
        counts = a["counts"][i]
        return Node(
            id=int(i),
            parent=None if parent < 0 else parent,
            children=() if first < 0 else tuple(range(first, first + n_children)),
            depth=int(self.depths[i]),
            test=self.test(i),
            counts=counts,
            n_rows=int(a["n_rows"][i]),
            merit=float(a["merit"][i]),
            margin=float(a["margin"][i]),
            fractional=bool(a["missing"][i] == FRACTIONAL) and first >= 0,
            label=self.classes[int(counts.argmax())],
        )

    def test(self, i: int) -> Condition | None:
        """Look at the question at a node; None for a leaf."""
        a = self.arrays
        kind = int(a["kind"][i])
        if kind == LEAF:
            return None
        terms = self._slice("terms", "term_begin", i)
        fills = self._slice("fills", "term_begin", i)
        constants = self._slice("constants", "constant_begin", i)
        if kind == EQUALITY:
            feature = terms[0]
            categories = self.schema.categories[feature]
            return EqualityCondition(
                self.schema.names[feature],
                _category(categories, constants[0]),
                None if fills[0] < 0 else _category(categories, fills[0]),
            )
        names = tuple(self.term_names[term] for term in terms)
        if kind == AXIS:
            return AxisCondition(names[0], constants[0], fills[0])
        weights = self._slice("weights", "weight_begin", i)
        if kind == LINEAR:
            return LinearCondition(names, tuple(weights), 0.0 - constants[0], tuple(fills))
        width = len(names)
        rows = tuple(tuple(weights[j * width : (j + 1) * width]) for j in range(len(constants)))
        outputs = self._slice("outputs", "constant_begin", i)
        labels = tuple(self.classes[outputs].tolist())
        return MachineCondition(names, rows, tuple(constants), labels, tuple(fills))

    def _slice(self, pool: str, begin: str, i: int) -> list[Any]:
        a = self.arrays
        values: list[Any] = a[pool][int(a[begin][i]) : int(a[begin][i + 1])].tolist()
        return values

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
        sha = hashlib.sha256(b"obliqua tree 1\n")
        for text in _identity_texts(self.schema, self.classes):
            data = text.encode()
            sha.update(len(data).to_bytes(8, "little") + data)
        for name in _IDENTITY_ARRAYS:
            array = _canonical(self.arrays[name])
            sha.update(name.encode() + array.size.to_bytes(8, "little") + array.tobytes())
        return sha.hexdigest()

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

    def __repr__(self) -> str:
        return (
            f"<Tree: {self.n_leaves} {'leaf' if self.n_leaves == 1 else 'leaves'}, "
            f"depth {self.depth}, {self.n_features} features, {self.n_classes} classes>"
        )

    def to_dict(self) -> dict[str, Any]:
        """Turn the tree into plain dictionaries, lists, numbers and strings.

        Returns
        -------
        dict
            "features", "classes", and "nodes": a flat list in the order of their ids, so that a
            deep tree nests no deeper than a shallow one.
        """
        features = zip(self.schema.names, self.schema.kinds, self.schema.categories, strict=True)
        return {
            "features": [
                {"name": name, "kind": kind, "categories": list(categories)}
                for name, kind, categories in features
            ],
            "classes": self.classes.tolist(),
            "nodes": [self._node_dict(node) for node in self.nodes()],
        }

    def _node_dict(self, node: Node) -> dict[str, Any]:
        result: dict[str, Any] = {
            "id": node.id,
            "parent": node.parent,
            "children": list(node.children),
            "counts": node.counts.tolist(),
            "n_rows": node.n_rows,
            "label": node.label.item() if isinstance(node.label, np.generic) else node.label,
        }
        if node.test is None:
            return result
        weights = [list(w) if isinstance(w, tuple) else w for w in node.test.weights]
        test: dict[str, Any] = {
            "kind": KIND_NAMES[int(self.arrays["kind"][node.id])],
            "text": node.test.pretty(digits=None),
            "terms": list(node.test.terms),
            "weights": weights,
            "cut": node.test.cut,
            "fills": list(node.test.fills),
        }
        if isinstance(node.test, MachineCondition):
            test |= {"biases": list(node.test.biases), "classes": list(node.test.classes)}
        merit = None if np.isnan(node.merit) else node.merit
        margin = None if np.isnan(node.margin) else node.margin
        extra = {"test": test, "fractional": node.fractional, "merit": merit, "margin": margin}
        return result | extra


_IDENTITY_ARRAYS = (
    "basis",
    "kind",
    "missing",
    "parent",
    "first_child",
    "n_children",
    "term_begin",
    "weight_begin",
    "constant_begin",
    "terms",
    "fills",
    "weights",
    "constants",
    "outputs",
    "counts",
)


def _category(categories: tuple[str, ...], code: float) -> str:
    position = int(code)
    return categories[position] if position < len(categories) else f"category {position}"


def _canonical(array: NDArray[Any]) -> NDArray[Any]:
    """Integers as little-endian int64; floats as float64 with one zero and one NaN."""
    if array.dtype.kind != "f":
        return np.ascontiguousarray(array, dtype="<i8")
    values = np.array(array, dtype="<f8", order="C") + 0.0
    values[np.isnan(values)] = np.nan
    return values


def _identity_texts(schema: Schema, classes: NDArray[Any]) -> Iterator[str]:
    yield str(schema.n_features)
    for name, kind, categories in zip(schema.names, schema.kinds, schema.categories, strict=True):
        yield from (name, kind, str(len(categories)), *categories)
    for label in classes.tolist():
        text = label.hex() if isinstance(label, float) else str(label)
        yield f"{type(label).__name__}:{text}"
