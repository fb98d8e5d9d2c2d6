"""The length of a tree in bits (Utgoff 1995, section 3.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obliqua import _core
from obliqua.table import NUMERIC

if TYPE_CHECKING:
    from obliqua.tree import Tree


def description_length(tree: Tree, X: Any, y: ArrayLike | None) -> float:
    """Count the bits of a tree, and of its errors among the rows it was grown from."""
    if (X is None) != (y is None):
        raise ValueError("description_length takes the training rows X and y, or neither")
    if y is None:
        possible = _most_possible_tests(tree)
    else:
        table = tree.schema.columns(X, "Tree").table()
        possible = _core.possible_tests(tree.core, table, label_codes(tree, y))
    return float(_core.description_length(tree.core, possible))


def _most_possible_tests(tree: Tree) -> NDArray[np.float64]:
    """How many tests each node could choose from at most."""
    counts = [len(names) for names in tree.schema.categories]
    categories = sum(count for count in counts if count > 1)
    cuts = tree.schema.kinds.count(NUMERIC) * (tree.arrays["n_rows"] - 1.0)
    return np.where(tree.is_leaf, 0.0, np.maximum(cuts + categories, 1.0))


def label_codes(tree: Tree, y: ArrayLike) -> NDArray[np.int32]:
    """Position of each label among the tree's classes."""
    position = {label: code for code, label in enumerate(tree.classes.tolist())}
    labels = np.asarray(y).ravel().tolist()
    unknown = next((label for label in labels if label not in position), None)
    if unknown is not None:
        raise ValueError(f"y holds {unknown!r}; the tree's classes are {list(position)}")
    return np.fromiter(map(position.__getitem__, labels), np.int32, len(labels))
