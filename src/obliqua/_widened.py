"""A tree that was grown from some of a table's features, as a tree of the whole table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from obliqua import _core
from obliqua.table import Schema

if TYPE_CHECKING:
    from obliqua.tree import Tree

__all__ = ["widened"]

_EQUALITY = 2
_PRODUCT = 3


def widened(tree: Tree, schema: Schema, features: Sequence[int]) -> Tree:
    """Rename a tree's features to those of a larger table.

    Parameters
    ----------
    tree : Tree
        It knows ``len(features)`` features.
    schema : Schema
        Of the larger table.
    features : sequence of int
        Where each of the tree's features is there, increasing, so that terms keep their order.

    Returns
    -------
    Tree
        The same tests; features that it was not grown from are never asked for.
    """
    places = np.asarray(features, dtype=np.int32)
    arrays = dict(tree.core.to_arrays())
    basis = arrays["basis"].copy()
    basis[:, 1] = places[basis[:, 1]]
    products = basis[:, 0] == _PRODUCT
    basis[products, 2] = places[basis[products, 2]]
    # Equality tests name a feature where others name terms of the basis.
    terms = arrays["terms"].copy()
    asked = arrays["term_begin"][:-1][arrays["kind"] == _EQUALITY]
    terms[asked] = places[terms[asked]]
    arrays |= {"n_features": schema.n_features, "basis": basis, "terms": terms}
    return type(tree)(_core.Tree.from_arrays(arrays), schema, tree.classes, tree.notes)
