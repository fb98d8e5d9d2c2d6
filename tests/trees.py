"""Trees built by hand, for tests that need one of a certain shape."""

from __future__ import annotations

from typing import Any

import numpy as np

from obliqua import Tree, _core
from obliqua.table import Schema

LEAF, AXIS, EQUALITY, LINEAR, MACHINE = range(5)


def schema_of(*features: str | tuple[str, tuple[str, ...]]) -> Schema:
    """A schema: a string is a numeric feature, a pair a symbolic one with its categories."""
    names = tuple(f if isinstance(f, str) else f[0] for f in features)
    kinds = tuple("numeric" if isinstance(f, str) else "symbolic" for f in features)
    return Schema(names, kinds, tuple(() if isinstance(f, str) else f[1] for f in features))


class Builder:
    """Collects nodes in breadth-first order."""

    def __init__(self, n_features: int, n_classes: int, basis: list[tuple[int, int, int]]) -> None:
        self._sizes = n_features, n_classes
        self._basis = basis
        self._nodes: list[dict[str, Any]] = []

    def add(self, parent: int, counts: list[float], **test: Any) -> int:
        """A leaf, or a test given as kind, terms, fills, weights, constants and outputs."""
        self._nodes.append({"parent": parent, "counts": counts, **test})
        return len(self._nodes) - 1

    def arrays(self) -> dict[str, Any]:
        nodes = self._nodes
        kinds = [node.get("kind", LEAF) for node in nodes]
        parents = np.array([node["parent"] for node in nodes], dtype=np.int32)
        n_children = np.bincount(parents[1:], minlength=len(nodes)).astype(np.int32)
        first = np.full(len(nodes), -1, dtype=np.int32)
        inside = n_children > 0
        first[inside] = 1 + np.cumsum(n_children)[inside] - n_children[inside]
        arrays: dict[str, Any] = {
            "n_features": self._sizes[0],
            "n_classes": self._sizes[1],
            "basis": np.array(self._basis, dtype=np.int32).reshape(-1, 3),
            "kind": np.array(kinds, dtype=np.uint8),
            "missing": np.array([node.get("missing", 0) for node in nodes], dtype=np.uint8),
            "parent": parents,
            "first_child": first,
            "n_children": n_children,
            "counts": np.array([node["counts"] for node in nodes], dtype=np.float64),
            "n_rows": np.array([int(sum(node["counts"])) for node in nodes], dtype=np.int64),
            "merit": np.full(len(nodes), np.nan),
            "margin": np.full(len(nodes), np.nan),
        }
        for pool, begin, dtype in (
            ("terms", "term_begin", np.int32),
            ("fills", "", np.float64),
            ("weights", "weight_begin", np.float64),
            ("constants", "constant_begin", np.float64),
            ("outputs", "", np.int32),
        ):
            slices = [node.get(pool, []) for node in nodes]
            arrays[pool] = np.array([value for s in slices for value in s], dtype=dtype)
            if begin:
                arrays[begin] = np.cumsum([0, *map(len, slices)]).astype(np.int64)
        return arrays

    def tree(self, schema: Schema, classes: Any) -> Tree:
        return Tree(_core.Tree.from_arrays(self.arrays()), schema, classes)


def axis(term: int, cut: float, fill: float = 0.0) -> dict[str, Any]:
    return {"kind": AXIS, "terms": [term], "fills": [fill], "constants": [cut], "outputs": [0]}


def equality(feature: int, category: int, fill: int = 0) -> dict[str, Any]:
    test = {"terms": [feature], "fills": [fill], "constants": [category], "outputs": [0]}
    return {"kind": EQUALITY, **test}


def linear(terms: list[int], weights: list[float], bias: float) -> dict[str, Any]:
    test = {"terms": terms, "fills": [0.0] * len(terms), "weights": weights}
    return {"kind": LINEAR, **test, "constants": [bias], "outputs": [0]}


def machine(
    terms: list[int], rows: list[list[float]], biases: list[float], outputs: list[int]
) -> dict[str, Any]:
    weights = [weight for row in rows for weight in row]
    test = {"terms": terms, "fills": [0.0] * len(terms), "weights": weights}
    return {"kind": MACHINE, **test, "constants": biases, "outputs": outputs}


def chain(length: int) -> Tree:
    """`x ≤ 0`, `x ≤ 1`, ... each the right child of the one before; leaves alternate classes."""
    builder = Builder(1, 2, [(0, 0, 0)])
    node = builder.add(-1, [1.0, 1.0], **axis(0, 0.0))
    for step in range(1, length + 1):
        builder.add(node, [0.0, 1.0] if step % 2 else [1.0, 0.0])
        test = axis(0, float(step)) if step < length else {}
        node = builder.add(node, [1.0, 1.0] if test else [1.0, 0.0], **test)
    return builder.tree(schema_of("x"), ["even", "odd"])
