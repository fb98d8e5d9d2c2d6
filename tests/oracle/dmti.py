"""DMTI and its metrics as docs/systems/iti.md defines them: every tree is grown and measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from tests.oracle.iti import (
    Grown,
    Question,
    Rows,
    best,
    candidates,
    iti,
    pruned,
    sides,
    tree_bits,
)

Paid = frozenset[int]


@dataclass(frozen=True)
class Aim:
    """A metric with its costs, and whether trees are pruned before they are measured."""

    metric: str
    prune: bool = False
    feature_costs: Sequence[float] = ()
    cost_matrix: Mapping[tuple[Any, Any], float] = field(default_factory=dict)
    classes: Sequence[Any] = ()

    def measure(self, node: Grown, paid: Paid = frozenset()) -> float:
        """The metric of a tree under tests of the features in `paid`."""
        tree = pruned(node) if self.prune else node
        return METRICS[self.metric](self, tree, paid)

    def finished(self, node: Grown) -> Grown:
        return pruned(node) if self.prune else node


def dmti(table: Rows, aim: Aim) -> Grown:
    start = iti(table)
    found = aim.finished(_grow(table, start, aim, frozenset()))
    fallback = aim.finished(start)
    return fallback if aim.measure(fallback) < aim.measure(found) else found


def _grow(table: Rows, start: Grown, aim: Aim, paid: Paid) -> Grown:
    """Install at a node the test under which the tree measures best, then see to its children."""
    if start.question is None:
        return start
    offered = [best(list(of)) for _, of in
               groupby(candidates(table, start.rows), lambda one: one.feature)]  # fmt: skip
    trees = [installed(table, start, one) for one in offered]
    chosen = min(
        trees,
        key=lambda tree: (aim.measure(tree, paid), -tree.question.merit, tree.question.feature),
    )
    below = paid | {chosen.question.feature}
    return replace(
        chosen, children=tuple(_grow(table, child, aim, below) for child in chosen.children)
    )


def installed(table: Rows, node: Grown, question: Question) -> Grown:
    """The node with this test and the trees of ITI below it."""
    children = (iti(table, side) for side in sides(table, node.rows, question))
    return replace(node, question=question, children=tuple(children))


# --- metrics -------------------------------------------------------------------


def staying(node: Grown) -> dict[Any, int]:
    """The class counts of the rows that end at a node: at a test, those that lack its value."""
    counts = dict(node.counts)
    for child in node.children:
        for label, count in child.counts.items():
            counts[label] -= count
    return counts


def _tests(aim: Aim, node: Grown, paid: Paid) -> float:
    return _sum_of_tests(node, 0) / node.n


def _sum_of_tests(node: Grown, depth: int) -> int:
    here = depth * sum(staying(node).values())
    return here + sum(_sum_of_tests(child, depth + 1) for child in node.children)


def _leaves(aim: Aim, node: Grown, paid: Paid) -> float:
    return float(sum(one.question is None for one in node.walk()))


def _bits(aim: Aim, node: Grown, paid: Paid) -> float:
    return tree_bits(node)


def _expense(aim: Aim, node: Grown, paid: Paid) -> float:
    total, level = 0.0, [(node, paid, 0.0)]
    while level:
        below = []
        for one, free, spent in level:
            total += spent * sum(staying(one).values())
            if one.question is not None:
                feature = one.question.feature
                more = 0.0 if feature in free else aim.feature_costs[feature]
                below += [(child, free | {feature}, spent + more) for child in one.children]
        level = below
    return total / node.n


def _misclassification(aim: Aim, node: Grown, paid: Paid) -> float:
    total = 0.0
    for one in node.walk():
        answer = max(aim.classes, key=lambda label: one.counts[label])  # the first of equals
        ending = staying(one)
        for label in aim.classes:
            total += ending.get(label, 0) * aim.cost_matrix[label, answer]
    return total / node.n


METRICS: dict[str, Callable[[Aim, Grown, Paid], float]] = {
    "expected-tests": _tests,
    "leaves": _leaves,
    "description-length": _bits,
    "expected-expense": _expense,
    "misclassification-cost": _misclassification,
}
