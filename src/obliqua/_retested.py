"""A tree with other tests at some of its nodes and everything else as it was."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from obliqua import _core

if TYPE_CHECKING:
    from obliqua.tree import Tree

__all__ = ["NewTest", "rebuilt", "retested"]

_AXIS, _LINEAR = 1, 3
# Each pool of the tree's arrays by the array that says where a node's slice of it begins.
_POOLS = {
    "term_begin": ("terms", "fills"),
    "weight_begin": ("weights",),
    "constant_begin": ("constants", "outputs"),
}


@dataclass(frozen=True, slots=True)
class NewTest:
    """``bias + Σ weight·term ≤ 0`` goes left; of one term with weight one, ``term ≤ −bias``.

    Parameters
    ----------
    terms : ndarray of int32
        Which terms of the tree's basis.
    weights : ndarray of float64
        One per term.
    fills : ndarray of float64
        One per term, for a missing value.
    bias : float
        The constant.
    """

    terms: NDArray[np.int32]
    weights: NDArray[np.float64]
    fills: NDArray[np.float64]
    bias: float

    @property
    def axis(self) -> bool:
        """Whether it compares one term with a cut."""
        return len(self.terms) == 1 and self.weights[0] == 1.0


def retested(
    tree: Tree, tests: Mapping[int, NewTest], margin: NDArray[np.float64]
) -> dict[str, Any]:
    """Give the arrays of a tree with new tests at some nodes and a margin at every node."""
    arrays = dict(tree.arrays)
    kind = arrays["kind"].copy()
    for node, test in tests.items():
        kind[node] = _AXIS if test.axis else _LINEAR
    for begin, pools in _POOLS.items():
        slices = {pool: _slices(arrays, begin, pool, tests) for pool in pools}
        sizes = [len(one) for one in slices[pools[0]]]
        for pool in pools:
            arrays[pool] = np.concatenate(slices[pool]).astype(arrays[pool].dtype)
        arrays[begin] = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return arrays | {"kind": kind, "margin": np.ascontiguousarray(margin, dtype=np.float64)}


def _slices(
    arrays: Mapping[str, Any], begin: str, pool: str, tests: Mapping[int, NewTest]
) -> list[NDArray[Any]]:
    old = np.split(arrays[pool], arrays[begin][1:-1])
    return [_entries(tests[i], pool) if i in tests else part for i, part in enumerate(old)]


def _entries(test: NewTest, pool: str) -> NDArray[Any]:
    if pool == "terms":
        return test.terms
    if pool == "fills":
        return test.fills
    if pool == "weights":
        return test.weights[: 0 if test.axis else None]
    # An axis test keeps its cut, a linear one its bias.
    return np.array([(0.0 - test.bias if test.axis else test.bias) if pool == "constants" else 0])


def rebuilt(tree: Tree, arrays: Mapping[str, Any], notes: Mapping[int, str]) -> Tree:
    """Make the tree of these arrays, for the same table and classes."""
    return type(tree)(_core.Tree.from_arrays(dict(arrays)), tree.schema, tree.classes, notes)
