"""How two trees differ."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

if TYPE_CHECKING:
    from obliqua._node import Node
    from obliqua.tree import Tree

__all__ = ["Difference", "TreeDiff", "compare"]

_SHOWN = 20


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference between two trees.

    Parameters
    ----------
    kind : {"features", "classes", "structure", "test", "label", "counts"}
        What differs. "structure" is a leaf in one tree and a test in the other.
    nodes : tuple of int, or None
        The node's id in the first and in the second tree; None for what concerns no node.
    first, second : object
        What each tree has there, as text.
    """

    kind: Literal["features", "classes", "structure", "test", "label", "counts"]
    nodes: tuple[int, int] | None
    first: Any
    second: Any

    def __str__(self) -> str:
        if self.nodes is None:
            place = ""
        elif self.nodes[0] == self.nodes[1]:
            place = f"node {self.nodes[0]}, "
        else:
            place = f"node {self.nodes[0]} and {self.nodes[1]}, "
        return f"{place}{self.kind}: {self.first} | {self.second}"


class TreeDiff(list[Difference]):
    """The differences of two trees, from the root down; prints as one line for each.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> small = AxisTreeClassifier(max_depth=1).fit(X, y).tree_
    >>> large = AxisTreeClassifier(max_depth=2).fit(X, y).tree_
    >>> print(small.diff(large))
    node 2, structure: leaf 1 | petal width (cm) ≤ 1.75
    """

    def __str__(self) -> str:
        if not self:
            return "the trees are equal"
        lines = [str(difference) for difference in self[:_SHOWN]]
        if len(self) > _SHOWN:
            lines.append(f"... and {len(self) - _SHOWN} more differences")
        return "\n".join(lines)


def compare(first: Tree, second: Tree) -> TreeDiff:
    """Walk two trees together, as far down as they ask the same questions."""
    diff = TreeDiff()
    if first == second:
        return diff
    a, b = first.schema, second.schema
    if (a.names, a.kinds, a.categories) != (b.names, b.kinds, b.categories):
        diff.append(Difference("features", None, _features(first), _features(second)))
    labels = first.classes.tolist(), second.classes.tolist()
    if labels[0] != labels[1] or list(map(type, labels[0])) != list(map(type, labels[1])):
        diff.append(Difference("classes", None, *labels))
    pairs = [(0, 0)]
    while pairs:
        i, j = pairs.pop()
        one, two = first.node(i), second.node(j)
        if _compare_nodes(diff, one, two):
            pairs.extend(reversed(list(zip(one.children, two.children, strict=True))))
    return diff


def _compare_nodes(diff: TreeDiff, one: Node, two: Node) -> bool:
    """Note the nodes' differences; whether their children can be compared."""
    ids = (one.id, two.id)
    if one.is_leaf != two.is_leaf:
        diff.append(Difference("structure", ids, _describe(one), _describe(two)))
        return False
    same = one.test == two.test and one.fractional == two.fractional
    if not same:
        diff.append(Difference("test", ids, *_tests(one, two)))
    if one.is_leaf and one.label != two.label:
        diff.append(Difference("label", ids, one.label, two.label))
    if not np.array_equal(one.counts, two.counts):
        diff.append(Difference("counts", ids, one.counts.tolist(), two.counts.tolist()))
    return same


def _tests(one: Node, two: Node) -> tuple[str, str]:
    """Both tests, as short as tells them apart."""
    assert one.test is not None and two.test is not None
    texts = one.test.pretty(), two.test.pretty()
    if texts[0] == texts[1]:
        texts = one.test.pretty(digits=None), two.test.pretty(digits=None)
    if texts[0] == texts[1]:
        texts = (
            f"{texts[0]}, if missing {_missing(one)}",
            f"{texts[1]}, if missing {_missing(two)}",
        )
    return texts


def _missing(node: Node) -> str:
    assert node.test is not None
    return f"{'every child, ' if node.fractional else ''}{node.test.fills}"


def _describe(node: Node) -> str:
    return f"leaf {node.label}" if node.test is None else node.test.pretty()


def _features(tree: Tree) -> list[str]:
    schema = tree.schema
    return [
        name if kind == "numeric" else f"{name} {list(categories)}"
        for name, kind, categories in zip(
            schema.names, schema.kinds, schema.categories, strict=True
        )
    ]
