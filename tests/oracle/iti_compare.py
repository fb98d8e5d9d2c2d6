"""A library's tree against a written-out one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from obliqua import Tree
from obliqua.conditions import AxisCondition, EqualityCondition
from tests.oracle.iti import Grown, Question


def assert_same(tree: Tree, wanted: Grown, classes: Sequence[Any]) -> None:
    """Every test, count, merit and gap, to the last bit."""
    nodes = list(wanted.walk())
    assert tree.classes.tolist() == list(classes)
    assert tree.n_nodes == len(nodes)
    for found, node in zip(tree.nodes(), nodes, strict=True):
        place = f"node {found.id}"
        assert found.counts.tolist() == [node.counts[label] for label in classes], place
        assert asked(found.test, tree) == (node.question and place_of(node.question)), place
        if node.question is not None:
            assert found.merit == node.question.merit, place
            assert same(found.margin, node.question.gap), place
            assert found.fractional, place


def place_of(question: Question) -> tuple[int, float | str]:
    return question.feature, question.at


def asked(test: Any, tree: Tree) -> tuple[int, float | str] | None:
    if test is None:
        return None
    if isinstance(test, EqualityCondition):
        return tree.schema.index(test.feature), test.category
    assert isinstance(test, AxisCondition)
    return tree.schema.index(test.term), test.cut


def same(a: float, b: float) -> bool:
    return a == b or (math.isnan(a) and math.isnan(b))
