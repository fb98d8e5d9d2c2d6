"""Trees of every kind, and rows that are hard to classify as they do, for tests of exporters."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd
from sklearn.datasets import load_iris

from obliqua import (
    AxisTreeClassifier,
    LMDTClassifier,
    NonlinearTreeClassifier,
    ObliqueForestClassifier,
    OC1Classifier,
    Tree,
    _core,
)
from obliqua._rows_at_nodes import NodeRows, term_values
from obliqua.conditions import LinearCondition, MachineCondition
from tests.trees import Builder, axis, equality, linear, machine, schema_of

SCHEMA = schema_of("a b", 'b"/*', ("colour 'x'", ("blue", "it's", "red")), "c")
# Features, an indicator, a square, a product.
BASIS = [(0, 0, 0), (0, 1, 0), (1, 2, 2), (2, 0, 0), (3, 0, 1), (0, 3, 0)]
CLASSES = ["no", 'per"haps', "y'es"]
LEAVES = ([4, 0.1, 0], [0, 1, 0.3], [0.7, 1, 1], [0, 0, 2], [3, 3, 0], [0, 0, 0], [1, 2, 2])


def kinds(missing: int = 0) -> Tree:
    """One or two tests of each kind; fills, or every child in part."""
    rule = {"missing": missing}
    filled = {"fills": [0.3, -0.7]}
    scores = [[1.0, -1.25], [0.1, 0.5], [2.0, 0.3]]
    tests: list[tuple[int, dict[str, Any]]] = [
        (2, axis(0, 0.1, fill=0.7)),
        (2, equality(2, 2, fill=2)),
        (2, linear([0, 1], [0.7, -1.1], 0.3) | filled),
        (2, linear([3, 4, 2], [0.3, -0.9, 0.25], -0.2) | {"fills": [1.5, 0.2, 0.1]}),
        (3, machine([0, 1], scores, [0.1, 0.2, -0.3], [0, 1, 2]) | filled),
        (2, axis(3, 0.49, fill=0.1)),
        (2, axis(4, -0.3, fill=-1.0)),
        (2, axis(2, 0.0, fill=1.0)),
        (3, machine([2, 3], scores, [0.0, 0.0, 0.0], [0, 1, 2]) | filled),
        (2, linear([5], [0.1], -0.3) | {"fills": [3.0]}),
    ]
    return _breadth_first([(n, test | rule) for n, test in tests])


def _breadth_first(tests: list[tuple[int, dict[str, Any]]]) -> Tree:
    builder = Builder(4, 3, BASIS)
    total = 1 + sum(n for n, _ in tests)
    parents = [-1] + [node for node, (n, _) in enumerate(tests) for _ in range(n)]
    counts = [list(map(float, LEAVES[node % len(LEAVES)])) for node in range(total)]
    for node in range(total - 1, 0, -1):
        if node < len(tests):
            own = [i for i, parent in enumerate(parents) if parent == node]
            counts[node] = np.sum([counts[i] for i in own], axis=0).tolist()
    counts[0] = np.sum([counts[i] for i, p in enumerate(parents) if p == 0], axis=0).tolist()
    for node in range(total):
        builder.add(parents[node], counts[node], **(tests[node][1] if node < len(tests) else {}))
    return builder.tree(SCHEMA, CLASSES)


def small_integers() -> Tree:
    """Sums of small integers, which are zero, or equal, for many rows."""
    rows = [[1.0, -1.0, 0.0, 2.0], [0.0, 1.0, 1.0, 1.0], [1.0, 1.0, -1.0, 0.0]]
    builder = Builder(4, 3, BASIS)
    builder.add(-1, [3.0, 3.0, 3.0], **linear([0, 1, 5], [1.0, -2.0, 1.0], 1.0))
    builder.add(0, [2.0, 2.0, 2.0], **machine([0, 1, 2, 5], rows, [0.0, 0.0, 1.0], [0, 1, 2]))
    builder.add(0, [1.0, 1.0, 1.0], **axis(1, 2.0))
    for parent, leaf in ((1, 0), (1, 1), (1, 2), (2, 0), (2, 2)):
        builder.add(parent, np.eye(3)[leaf].tolist())
    return builder.tree(SCHEMA, [10, 20, 30])


def many_classes(n: int = 40) -> Tree:
    """A machine of so many children."""
    generator = np.random.default_rng(n)
    builder = Builder(3, n, [(0, i, 0) for i in range(3)])
    rows = generator.normal(size=(n, 3)).round(2).tolist()
    biases = generator.normal(size=n).tolist()
    builder.add(-1, [1.0] * n, **machine([0, 1, 2], rows, biases, list(range(n))))
    for leaf in range(n):
        builder.add(0, (np.eye(n)[leaf] + 0.1).tolist())
    return builder.tree(schema_of("x", "y", "z"), list(range(n)))


def leaf_only() -> Tree:
    builder = Builder(2, 3, [])
    builder.add(-1, [1.0, 4.0, 2.0])
    return builder.tree(schema_of("x", ("s", ("p", "q"))), [False, True, 2])


def staircase(depth: int) -> Tree:
    """Every right child asks again, of sums; leaves alternate."""
    builder = Builder(2, 2, [(0, 0, 0), (0, 1, 0)])
    node = builder.add(-1, [1.0, 1.0], **linear([0, 1], [1.0, 0.1], 0.0))
    for step in range(1, depth + 1):
        builder.add(node, [0.0, 1.0] if step % 2 else [1.0, 0.0])
        test = linear([0, 1], [1.0, 0.1], -step / 10) if step < depth else {}
        node = builder.add(node, [1.0, 1.0] if test else [1.0, 0.0], **test)
    return builder.tree(schema_of("x", "y"), ["even", "odd"])


HAND_MADE = {
    "kinds": kinds,
    "kinds, fractional": lambda: kinds(missing=1),
    "small integers": small_integers,
    "40 classes": many_classes,
    "one leaf": leaf_only,
    "60 deep": lambda: staircase(60),
}


def forest_of(trees: list[Tree]) -> ObliqueForestClassifier:
    forest = ObliqueForestClassifier()
    forest._set_trees(trees, list(range(len(trees))))
    return forest


def _mixed() -> ObliqueForestClassifier:
    """Trees of every kind of test that vote, an even number of them."""
    plain = small_integers()
    integers = Tree(plain.core, plain.schema, CLASSES)
    return forest_of([kinds(), integers, kinds(missing=1), integers])


def _grown(estimator: Any, **params: Any) -> ObliqueForestClassifier:
    X, y = iris_with_gaps()
    forest = ObliqueForestClassifier(estimator, random_state=0, **params)
    return forest.fit(X, np.array(["setosa", "versi'color", 'virg"inica'])[y])


# Even numbers of trees, so that there are ties.
FORESTS = {
    "by hand": _mixed,
    "one tree": lambda: forest_of([kinds()]),
    "oc1": lambda: _grown(OC1Classifier(missing="mean"), n_trees=4, bootstrap=True),
    "axis, fractional": lambda: _grown(
        AxisTreeClassifier(missing="fractional"), n_trees=6, bootstrap=True, max_features=2
    ),
    "lmdt": lambda: _grown(LMDTClassifier(), n_trees=4, bootstrap=True, max_features=4),
    "ndt": lambda: _grown(NonlinearTreeClassifier(), n_trees=4, bootstrap=True),
}


def rows_for_all(forest: Any, n: int, seed: int = 0, extreme: float = 1e300) -> pd.DataFrame:
    """Rows that are hard for each tree of a forest in turn."""
    share = n // len(forest.trees)
    frames = [rows_for(tree, share, seed, extreme) for tree in forest.trees]
    return pd.concat(frames, ignore_index=True)


def rows_for(tree: Tree, n: int, seed: int = 0, extreme: float = 1e308) -> pd.DataFrame:
    """Rows with missing and unseen values, extremes, and values at the cuts and beside them."""
    generator = np.random.default_rng(seed)
    schema = tree.schema
    special = _special_numbers(tree, extreme)
    columns: dict[str, Any] = {}
    for name, kind, categories in zip(schema.names, schema.kinds, schema.categories, strict=True):
        chosen = generator.random(n)
        if kind == "symbolic":
            values = np.array([*categories, "never seen"], dtype=object)
            column = values[generator.integers(len(values), size=n)]
            column[chosen < 0.15] = None
        else:
            scale = generator.choice([1.0, 1.0, 1.0, 10.0], size=n)
            column = generator.normal(size=n) * scale
            column = np.where(chosen < 0.6, column, np.round(column))
            pick = generator.choice(special, size=n)
            column = np.where(chosen < 0.3, pick, column)
            column = np.where(chosen < 0.1, np.nan, column)
        columns[name] = column
    frame = pd.DataFrame(columns)
    with np.errstate(all="ignore"):
        _move_to_cuts(tree, frame, generator)
    return frame


def _special_numbers(tree: Tree, extreme: float) -> Any:
    numbers = [0.0, -0.0, 1.0, -1.0, extreme, -extreme, 1 / extreme, -1 / extreme]
    cuts = np.concatenate([tree.arrays["constants"], tree.arrays["fills"]])
    near = np.concatenate([cuts, np.nextafter(cuts, np.inf), np.nextafter(cuts, -np.inf)])
    roots = np.sqrt(np.abs(cuts))
    return np.concatenate([numbers, near, -near, roots, np.nextafter(roots, 0)])


def _move_to_cuts(tree: Tree, frame: pd.DataFrame, generator: Any) -> None:
    """Choose one feature of some rows such that a sum is zero, or nearly."""
    surfaces = []
    for node in tree.nodes():
        test = node.test
        if isinstance(test, LinearCondition):
            surfaces.append((test.terms, np.array(test.weights), test.bias))
        elif isinstance(test, MachineCondition):
            i, j = generator.choice(len(test.biases), 2, replace=False)
            weights = np.subtract(test.weights[i], test.weights[j])
            surfaces.append((test.terms, weights, test.biases[i] - test.biases[j]))
    surfaces = [s for s in surfaces if set(s[0]) <= set(frame.columns) and s[1][0] != 0]
    if not surfaces:
        return
    parts = np.array_split(generator.permutation(len(frame))[: len(frame) // 3], len(surfaces))
    for (terms, weights, bias), rows in zip(surfaces, parts, strict=True):
        values = frame.loc[rows, list(terms)].to_numpy(dtype=float)
        others = bias + (values[:, 1:] * weights[1:]).sum(axis=1)
        wanted = -others / weights[0]
        for step in range(4):
            moved = generator.random(len(rows)) < 0.5
            aside = np.where(generator.random(len(rows)) < 0.5, np.inf, -np.inf)
            wanted = np.where(moved & (step > 0), np.nextafter(wanted, aside), wanted)
        frame.loc[rows, terms[0]] = np.where(np.isfinite(wanted), wanted, values[:, 0])


def table_of(tree: Tree, frame: pd.DataFrame) -> Any:
    return tree.schema.columns(frame, "Tree")


def classes_of(tree: Tree, frame: pd.DataFrame) -> Any:
    """The position of each row's class, as `predict` finds it."""
    return _core.classify(tree.core, table_of(tree, frame).table(), 1)


def shares_of(tree: Tree, frame: pd.DataFrame) -> Any:
    return _core.distributions(tree.core, table_of(tree, frame).table(), 1)


def unsure_rows(tree: Tree, frame: pd.DataFrame, unit: float, scales: Any = None) -> Any:
    """Rows that pass a test whose value is within rounding error of its cut.

    `unit` is the gap between floating-point numbers beside one; `scales` are those of fixed-point.
    """
    columns = table_of(tree, frame)
    at = NodeRows(tree, columns)
    unsure = np.zeros(len(frame), dtype=bool)
    for node in tree.nodes():
        kind = tree.arrays["kind"][node.id]
        if kind in (0, 2):
            continue
        rows = at.at(node.id)
        begin, end = tree.arrays["term_begin"][node.id : node.id + 2]
        terms = tree.arrays["terms"][begin:end]
        values = term_values(columns, tree.arrays["basis"], terms.tolist(), rows)
        values = np.where(np.isnan(values), tree.arrays["fills"][begin:end], values)
        squared = tree.arrays["basis"][terms, 0] >= 2
        if kind == 1:
            scores = values - node.test.cut
            sizes = np.abs(values) + abs(node.test.cut)
            error = sizes * 2 * unit + 1e-37  # what is smaller underflows
            if scales is not None:
                error = np.full(values.shape, 2.0**-16)
        else:
            weights = np.atleast_2d(np.array(node.test.weights))
            bias = np.atleast_1d(node.test.biases if kind == 4 else node.test.bias)
            scores = bias + values @ weights.T
            if scales is None:
                steps = len(terms) + 2 + 2 * squared.any()
                error = (np.abs(bias) + np.abs(values) @ np.abs(weights).T) * steps * unit
                error = error + 1e-37
            else:
                unit = 2.0 ** -scales[node.id]
                rounded = np.abs(values) * 2**16 + 2
                error = 2.0**-17 * np.abs(weights).sum(axis=1) + unit * rounded.sum(
                    axis=1, keepdims=True
                )
        unsure[rows] |= closest(scores, error, kind == 4)
    return unsure


def closest(scores: Any, error: Any, machine: bool) -> Any:
    if not machine:
        return (np.abs(scores) <= error).any(axis=1)
    best = scores.argmax(axis=1)
    n = np.arange(len(scores))
    gap = scores[n, best][:, None] - scores - error - error[n, best][:, None]
    gap[n, best] = np.inf
    return (gap <= 0).any(axis=1)


def iris_with_gaps() -> tuple[pd.DataFrame, Any]:
    """Iris with a symbolic column and missing values."""
    X, y = load_iris(return_X_y=True, as_frame=True)
    generator = np.random.default_rng(0)
    X = X.mask(generator.random(X.shape) < 0.1)
    X["colour"] = generator.choice(np.array(["red", "blue", None], dtype=object), len(X))
    return X, y
