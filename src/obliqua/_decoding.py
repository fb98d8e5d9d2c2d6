"""From the arrays of a tree to what a person reads."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from obliqua.conditions import (
    AxisCondition,
    Condition,
    EqualityCondition,
    LinearCondition,
    MachineCondition,
)
from obliqua.table import NUMERIC, SYMBOLIC, Schema

if TYPE_CHECKING:
    from obliqua._node import Node
    from obliqua.tree import Tree

__all__ = ["check_kinds", "condition", "plain", "term_names"]

_KINDS = ("leaf", "axis", "equality", "linear", "machine")
_LEAF, _AXIS, _EQUALITY, _LINEAR, _MACHINE = range(5)
_FEATURE, _INDICATOR, _SQUARE, _PRODUCT = range(4)


def check_kinds(arrays: Mapping[str, Any], schema: Schema) -> None:
    """Refuse a tree that takes a numeric feature for a symbolic one or the other way round."""
    for position, (kind, a, b) in enumerate(arrays["basis"].tolist()):
        _check_feature(f"basis[{position}]", schema, a, SYMBOLIC if kind == _INDICATOR else NUMERIC)
        if kind == _PRODUCT:
            _check_feature(f"basis[{position}]", schema, b, NUMERIC)
        if kind == _INDICATOR:
            _check_category(f"basis[{position}]", schema, a, b)
    for node in np.flatnonzero(arrays["kind"] == _EQUALITY).tolist():
        first = arrays["term_begin"][node]
        feature = int(arrays["terms"][first])
        place = f"the test of node {node}"
        _check_feature(place, schema, feature, SYMBOLIC)
        _check_category(place, schema, feature, arrays["constants"][arrays["constant_begin"][node]])
        _check_category(f"the fill of node {node}", schema, feature, arrays["fills"][first])


def _check_feature(place: str, schema: Schema, feature: int, kind: str) -> None:
    if schema.kinds[feature] != kind:
        name = schema.names[feature]
        raise ValueError(f"{place} needs a {kind} feature, but {name!r} is {schema.kinds[feature]}")


def _check_category(place: str, schema: Schema, feature: int, category: float) -> None:
    known = len(schema.categories[feature])
    if not 0 <= category < known:
        name = schema.names[feature]
        raise ValueError(
            f"{place} uses category {category:g} of {name!r}, which has {known} categories"
        )


def term_names(basis: NDArray[Any], schema: Schema) -> tuple[str, ...]:
    """Write each term of a basis: ``a``, ``colour = red``, ``a²``, ``a·b``."""
    return tuple(_term_name(schema, *term) for term in basis.tolist())


def _term_name(schema: Schema, kind: int, a: int, b: int) -> str:
    names = schema.names
    if kind == _INDICATOR:
        return f"{names[a]} = {schema.categories[a][b]}"
    if kind == _SQUARE:
        return f"{names[a]}²"
    return f"{names[a]}·{names[b]}" if kind == _PRODUCT else names[a]


def condition(tree: Tree, node: int) -> Condition | None:
    """Build the condition of a node; None for a leaf."""
    kind = int(tree.arrays["kind"][node])
    if kind == _LEAF:
        return None
    terms = _slice(tree.arrays, "terms", "term_begin", node)
    fills = tuple(_slice(tree.arrays, "fills", "term_begin", node))
    constants = tuple(_slice(tree.arrays, "constants", "constant_begin", node))
    if kind == _EQUALITY:
        categories = tree.schema.categories[terms[0]]
        category, fill = categories[int(constants[0])], categories[int(fills[0])]
        return EqualityCondition(tree.schema.names[terms[0]], category, fill)
    names = tuple(tree.term_names[term] for term in terms)
    if kind == _AXIS:
        return AxisCondition(names[0], constants[0], fills[0])
    weights = tuple(_slice(tree.arrays, "weights", "weight_begin", node))
    if kind == _LINEAR:
        return LinearCondition(names, weights, 0.0 - constants[0], fills)
    width = len(names)
    rows = tuple(weights[j * width : (j + 1) * width] for j in range(len(constants)))
    outputs = _slice(tree.arrays, "outputs", "constant_begin", node)
    return MachineCondition(names, rows, constants, tuple(tree.classes[outputs].tolist()), fills)


def _slice(arrays: Mapping[str, Any], pool: str, begin: str, node: int) -> list[Any]:
    first, last = arrays[begin][node : node + 2]
    values: list[Any] = arrays[pool][first:last].tolist()
    return values


def plain(tree: Tree) -> dict[str, Any]:
    """Turn a tree into dictionaries, lists, numbers and strings; nodes in one flat list."""
    schema = tree.schema
    features = zip(schema.names, schema.kinds, schema.categories, strict=True)
    return {
        "features": [
            {"name": name, "kind": kind, "categories": list(categories)}
            for name, kind, categories in features
        ],
        "classes": tree.classes.tolist(),
        "nodes": [_plain_node(tree, node) for node in tree.nodes()],
    }


def _plain_node(tree: Tree, node: Node) -> dict[str, Any]:
    result: dict[str, Any] = {
        "id": node.id,
        "parent": node.parent,
        "children": list(node.children),
        "counts": node.counts.tolist(),
        "n_rows": node.n_rows,
        "label": node.label,
    }
    test = node.test
    if test is None:
        return result
    question: dict[str, Any] = {
        "kind": _KINDS[int(tree.arrays["kind"][node.id])],
        "text": test.pretty(digits=None),
        "terms": list(test.terms),
        "weights": [list(row) if isinstance(row, tuple) else row for row in test.weights],
        "cut": test.cut,
        "fills": list(test.fills),
    }
    if isinstance(test, MachineCondition):
        question |= {"biases": list(test.biases), "classes": list(test.classes)}
    return result | {
        "test": question,
        "fractional": node.fractional,
        "merit": None if math.isnan(node.merit) else node.merit,
        "margin": None if math.isnan(node.margin) else node.margin,
    }
