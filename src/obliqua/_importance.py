"""How much each feature contributes to a tree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["importances", "term_importances"]

_EQUALITY = 2
_PRODUCT = 3

Float = NDArray[np.float64]


def importances(arrays: Mapping[str, Any], n_features: int, spreads: Float | None) -> Float:
    """Decrease of gini impurity at each test, shared among the features it uses.

    A test that uses several terms is shared in proportion to |weight| · spread of the term; a
    product is shared by its two features.
    """
    decrease = _decreases(arrays)
    total = np.zeros(n_features)
    node_of_term = np.repeat(np.arange(len(decrease)), np.diff(arrays["term_begin"]))
    shares = _term_shares(arrays, node_of_term, spreads) * decrease[node_of_term]
    terms = arrays["terms"]
    by_feature = arrays["kind"][node_of_term] == _EQUALITY
    np.add.at(total, terms[by_feature], shares[by_feature])
    terms, shares = terms[~by_feature], shares[~by_feature]
    basis = arrays["basis"][terms]
    product = basis[:, 0] == _PRODUCT
    np.add.at(total, basis[:, 1], np.where(product, 0.5, 1.0) * shares)
    np.add.at(total, basis[product, 2], 0.5 * shares[product])
    whole = total.sum()
    return total / whole if whole > 0 else total


def term_importances(arrays: Mapping[str, Any], spreads: Float | None) -> Float:
    """Share of each term of the basis in the decrease of gini impurity."""
    decrease = _decreases(arrays)
    node_of_term = np.repeat(np.arange(len(decrease)), np.diff(arrays["term_begin"]))
    shares = _term_shares(arrays, node_of_term, spreads) * decrease[node_of_term]
    of_terms = arrays["kind"][node_of_term] != _EQUALITY
    total = np.zeros(len(arrays["basis"]))
    np.add.at(total, arrays["terms"][of_terms], shares[of_terms])
    whole = shares.sum()
    return total / whole if whole > 0 else total


def _decreases(arrays: Mapping[str, Any]) -> Float:
    """Per node, weight times gini impurity, less that of its children; 0 for leaves."""
    counts = arrays["counts"]
    weight = counts.sum(axis=1)
    squares = np.square(counts).sum(axis=1)
    impurity = weight - np.divide(squares, weight, out=np.zeros_like(weight), where=weight > 0)
    parents = arrays["parent"][1:]
    below = np.bincount(parents, impurity[1:], minlength=len(impurity))
    decrease: Float = np.where(arrays["first_child"] >= 0, impurity - below, 0.0)
    return np.maximum(decrease, 0.0)


def _term_shares(
    arrays: Mapping[str, Any], node_of_term: NDArray[np.intp], spreads: Float | None
) -> Float:
    """Per entry of the pooled terms, its share in its node's test; a node's shares sum to one."""
    size = np.ones(len(node_of_term))
    for node in np.flatnonzero(np.diff(arrays["weight_begin"])):
        first, last = arrays["term_begin"][node : node + 2]
        weights = arrays["weights"][slice(*arrays["weight_begin"][node : node + 2])]
        size[first:last] = np.abs(weights.reshape(-1, last - first)).mean(axis=0)
        if spreads is not None:
            size[first:last] *= spreads[arrays["terms"][first:last]]
    whole = np.bincount(node_of_term, size, minlength=len(arrays["kind"]))[node_of_term]
    return np.divide(size, whole, out=np.zeros_like(size), where=whole > 0)
