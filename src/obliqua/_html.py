"""A tree in a notebook: a list that folds, without scripts. Names are text, never markup."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING

from obliqua.conditions import Condition, MachineCondition

if TYPE_CHECKING:
    from obliqua._node import Node
    from obliqua.tree import Tree

__all__ = ["tree_html"]

# What is shown of a large tree, and how much of that is unfolded.
MOST_NODES = 400
MOST_LEVELS = 30
OPEN_LEVELS = 3

_STYLE = (
    "font-family:ui-monospace,monospace;font-size:13px;line-height:1.5;"
    "overflow-x:auto;max-width:100%"
)
_INDENT = "margin:0 0 0 7px;padding:0 0 0 12px;border-left:1px solid #8886"
_FAINT = "opacity:.65"


def tree_html(tree: Tree) -> str:
    """Write a tree as HTML."""
    title = f"{tree!r}"[1:-1]
    return (
        f'<div style="{_STYLE}"><div style="{_FAINT}">{escape(title)}</div>'
        f"{''.join(_pieces(tree))}</div>"
    )


def _pieces(tree: Tree) -> Iterator[str]:
    """Open and close nodes on the way down and up; nothing recurses."""
    shown = 0
    stack: list[tuple[int, str]] = [(0, "")]
    while stack:
        number, said = stack.pop()
        if number < 0:
            yield said
            continue
        node = tree.node(number)
        shown += 1
        if node.test is None:
            yield f"<div>{said}{_answer(node)}</div>"
            continue
        if shown > MOST_NODES or node.depth >= MOST_LEVELS:
            yield f'<div>{said}<span style="{_FAINT}">… not shown</span></div>'
            continue
        unfolded = " open" if node.depth < OPEN_LEVELS else ""
        rows = f'<span style="{_FAINT}">{_rows(node)}</span>'
        yield f"<details{unfolded}><summary>{said}{rows}{_scores(node.test)}</summary>"
        yield f'<div style="{_INDENT}">'
        stack.append((-1, "</div></details>"))
        for position in reversed(range(len(node.children))):
            branch = escape(node.test.branch(position))
            stack.append((node.children[position], f"{branch} &nbsp; "))


def _answer(node: Node) -> str:
    share = f"{100 * node.probabilities.max():.4g} %"
    return (
        f'<b>{escape(str(node.label))}</b> <span style="{_FAINT}">{share} of {_rows(node)}</span>'
    )


def _rows(node: Node) -> str:
    return "1 row" if node.n_rows == 1 else f"{node.n_rows} rows"


def _scores(test: Condition) -> str:
    if not isinstance(test, MachineCondition):
        return ""
    pairs = zip(test.classes, test.scores(), strict=True)
    lines = [f"score of {label}: {score}" for label, score in pairs]
    return "".join(f'<div style="{_FAINT}">{escape(line)}</div>' for line in lines)
