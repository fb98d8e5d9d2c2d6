"""What every view needs of a tree: its nodes as plain lists, and names made safe to print."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rich.cells import cell_len

from obliqua.conditions import Condition, LinearCondition
from obliqua.tree import Tree

# A linear test as long as this is not written out a second time for its other side.
LONG = 32
# Latin letters, mathematical signs and the lines of trees; for others a table is asked.
ONE_COLUMN = re.compile("[ -~\u00a1-\u02ff\u2013-\u2026\u2200-\u22ff\u2500-\u257f]*")
ASCII = {"≤": "<=", "≥": ">=", "≠": "!=", "−": "-", "·": "*", "²": "^2", "…": "...", "\u2009": " "}


@dataclass(frozen=True)
class Outline:
    """A tree's nodes by number, with its labels as text.

    Parameters
    ----------
    tree : Tree
        The tree.
    labels : list of str
        The class labels.
    children : list of range
        Per node; empty for a leaf.
    depths, n_rows, best : list of int
        Per node: tests above it, training rows, position of the class it answers with.
    counts : list of list of float
        Per node and class.
    share : list of float
        Per node, the part of the class it answers with.
    below : list of int
        Per node, how many nodes are below it.
    """

    tree: Tree
    labels: list[str]
    children: list[range]
    depths: list[int]
    n_rows: list[int]
    best: list[int]
    counts: list[list[float]]
    share: list[float]
    below: list[int]

    def walk(self, max_depth: int | None = None) -> Iterator[int]:
        """Walk from the root down, each subtree in one go, left to right."""
        stack = [0]
        while stack:
            node = stack.pop()
            yield node
            if max_depth is None or self.depths[node] < max_depth:
                stack.extend(reversed(self.children[node]))


def outline(model: Any) -> Outline:
    """Outline an estimator's tree, or a tree."""
    tree = tree_of(model)
    arrays = tree.arrays
    parent = arrays["parent"].tolist()
    below = [0] * tree.n_nodes
    for node in range(tree.n_nodes - 1, 0, -1):
        below[parent[node]] += 1 + below[node]
    spans = zip(arrays["first_child"].tolist(), arrays["n_children"].tolist(), strict=True)
    return Outline(
        tree=tree,
        labels=[printable(str(label)) for label in tree.classes.tolist()],
        children=[range(first, first + n) for first, n in spans],
        depths=tree.depths.tolist(),
        n_rows=arrays["n_rows"].tolist(),
        best=tree.probabilities.argmax(axis=1).tolist(),
        counts=arrays["counts"].tolist(),
        share=tree.probabilities.max(axis=1).tolist(),
        below=below,
    )


def tree_of(model: Any) -> Tree:
    """Return the tree of a fitted estimator, or the tree that was given.

    Raises
    ------
    TypeError
        If it is neither.
    """
    tree = getattr(model, "tree_", model)
    if hasattr(model, "trees"):
        raise TypeError(
            f"a forest is {len(model.trees)} trees; choose one, as forest.estimators_[0]"
        )
    if not isinstance(tree, Tree):
        raise TypeError(f"expected a fitted Obliqua classifier or a Tree, got {model!r}")
    return tree


def branch(test: Condition, child: int, digits: int) -> str:
    """Write what holds in a child, a long sum only once per test."""
    said = printable(test.branch(child, digits))
    if child and isinstance(test, LinearCondition):
        total, relation, cut = said.rpartition(" > ")
        if len(total) > LONG:
            return f"otherwise ({relation.strip()} {cut})"
    return said


def printable(text: str) -> str:
    """Escape line ends and other characters that would spoil a view."""
    if text.isprintable():
        return text
    return "".join(
        c if c.isprintable() else c.encode("unicode_escape").decode("ascii") for c in text
    )


def to_ascii(text: str) -> str:
    """Replace signs outside ASCII by their likes, other characters by escapes."""
    if text.isascii():
        return text
    for sign, like in ASCII.items():
        text = text.replace(sign, like)
    return text.encode("ascii", "backslashreplace").decode("ascii")


def number(value: float) -> str:
    """Write a count: whole if it is, with at most two decimals otherwise."""
    return str(int(value)) if value == int(value) else f"{value:.2f}".rstrip("0").rstrip(".")


def percent(share: float) -> str:
    """Write a share such that only a whole is 100 % and only nothing is 0 %."""
    if share in (0.0, 1.0):
        return f"{share:.0%}".replace("%", " %")
    return f"{min(max(100 * share, 0.1), 99.9):.1f} %"


def plural(count: int, noun: str) -> str:
    """Write a number of things: ``1 leaf``, ``2 leaves``."""
    if count != 1:
        noun = {"leaf": "leaves", "class": "classes"}.get(noun, noun + "s")
    return f"{count} {noun}"


def width_of(text: str) -> int:
    """Return the columns that a text takes on a terminal."""
    return len(text) if ONE_COLUMN.fullmatch(text) else cell_len(text)


def pad(text: str, width: int, right: bool = False) -> str:
    """Fill with spaces up to a width in terminal columns."""
    space = " " * max(0, width - width_of(text))
    return space + text if right else text + space


def wrapped(said: str, room: int) -> list[str]:
    """Break at spaces so that no piece is wider than `room` unless a word is."""
    if width_of(said) <= room:
        return [said]
    pieces, current = [], ""
    for word in said.split(" "):
        longer = f"{current} {word}" if current else word
        if current and width_of(longer) > room:
            pieces.append(current)
            current = word
        else:
            current = longer
    return [*pieces, current]
