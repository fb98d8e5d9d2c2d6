"""What the explorer is told: a tree as the model file has it, names, colours, and rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.persistence.encode import encode_tree
from obliqua.show.outline import plural, printable, tree_of
from obliqua.show.palette import colours
from obliqua.show.placed import class_codes
from obliqua.table import NUMERIC, Columns
from obliqua.tree import Tree

MOST_ROWS = 10_000


def payload(
    model: Any,
    X: Any = None,
    y: Any = None,
    *,
    title: str | None = None,
    max_rows: int = MOST_ROWS,
) -> dict[str, Any]:
    """Gather everything as plain dicts, lists, strings and numbers; None is a missing value."""
    tree = tree_of(model)
    if y is not None and X is None:
        raise ValueError("y needs X: the classes of which rows?")
    if max_rows < 1:
        raise ValueError(f"max_rows must be at least 1, got {max_rows}")
    schema = tree.schema
    features = zip(schema.names, schema.kinds, schema.categories, strict=True)
    return {
        "title": printable(title or f"Decision tree of {plural(tree.n_leaves, 'leaf')}"),
        "system": "" if model is tree else type(model).__name__,
        "features": [
            {"name": printable(name), "kind": kind, "categories": list(map(printable, categories))}
            for name, kind, categories in features
        ],
        "classes": [printable(str(label)) for label in tree.classes.tolist()],
        "colours": colours(tree.n_classes),
        "terms": list(map(printable, tree.term_names)),
        "tree": encode_tree(tree.arrays),
        "notes": {str(node): printable(note) for node, note in tree.notes.items()},
        "rows": None if X is None else _rows(tree, X, y, max_rows),
    }


def _rows(tree: Tree, X: Any, y: Any, max_rows: int) -> dict[str, Any]:
    """Describe a table's rows by column; of a long table so many, drawn at random."""
    columns = X if isinstance(X, Columns) else tree.schema.columns(X, "The explorer")
    tree.schema.check_finite(columns)
    if not columns.n_rows:
        raise ValueError("X has no rows; leave it out to explore the tree alone")
    codes = None if y is None else class_codes(tree, y, columns.n_rows)
    total = columns.n_rows
    if total > max_rows:
        chosen = np.sort(np.random.default_rng(0).choice(total, max_rows, replace=False))
        columns = columns.take(chosen)
        codes = None if codes is None else codes[chosen]
    return {
        "columns": _columns(tree.schema.kinds, columns),
        "labels": None if codes is None else codes.tolist(),
        "total": total,
    }


def _columns(kinds: Sequence[str], columns: Columns) -> list[list[float | int | None]]:
    numeric, symbolic = iter(columns.numeric.T), iter(columns.symbolic.T)
    return [
        _numbers(next(numeric)) if kind == NUMERIC else next(symbolic).tolist() for kind in kinds
    ]


def _numbers(column: NDArray[Any]) -> list[float | int | None]:
    """Write whole numbers without their decimal point, missing ones as None."""
    values = np.asarray(column, dtype=np.float64)
    missing = np.isnan(values)
    present = values[~missing]
    whole = bool(np.all((present == np.floor(present)) & (np.abs(present) < 2**53)))
    numbers: list[float] = values.tolist()
    pairs = zip(numbers, missing.tolist(), strict=True)
    return [None if gone else int(value) if whole else value for value, gone in pairs]
