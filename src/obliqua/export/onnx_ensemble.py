"""The attributes of ONNX's TreeEnsemble for a tree whose tests compare columns of a matrix."""

from __future__ import annotations

from typing import Any

import numpy as np

from obliqua.export.program import Program, Test

__all__ = ["Ensemble"]

# BRANCH_LEQ and BRANCH_GT of the operator.
_AT_MOST, _ABOVE = 0, 3


class Ensemble:
    """Each leaf gives its number; a machine is a chain of comparisons with 0, 1, ...

    Parameters
    ----------
    program : Program
        The tree.
    place : dict from int to int
        The column that each test compares: a term, a sum, or a machine's answer.
    """

    def __init__(self, program: Program, place: dict[int, int]) -> None:
        self._features: list[int] = []
        self._splits: list[float] = []
        self._modes: list[int] = []
        self._missing: list[int] = []
        self._links: list[tuple[int, int]] = []
        entry: dict[int, int] = {}
        for step, test in program.tests():
            entry[step.id] = len(self._features)
            self._add(test, place[step.id], len(step.children))
        leaves = [step.id for step in program.steps if step.test is None]
        self._leaf_weights = leaves
        position = {leaf: i for i, leaf in enumerate(leaves)}
        self._true: list[tuple[int, int]] = []
        self._false: list[tuple[int, int]] = []

        def target(node: int) -> tuple[int, int]:
            return (0, entry[node]) if node in entry else (1, position[node])

        for step, _ in program.tests():
            first, last = entry[step.id], len(step.children) - 2
            for link in range(last + 1):
                self._true.append(target(step.children[link]))
                ends = link == last
                self._false.append(target(step.children[-1]) if ends else (0, first + link + 1))

    def _add(self, test: Test, column: int, n_children: int) -> None:
        cuts = {"axis": test.constants[:1], "linear": (0.0,), "equality": (0.0,)}
        for cut in cuts.get(test.kind, tuple(float(j) for j in range(n_children - 1))):
            self._features.append(column)
            self._splits.append(cut)
            # Left when the indicator is above zero.
            self._modes.append(_ABOVE if test.kind == "equality" else _AT_MOST)
            filled = test.kind in ("axis", "equality")
            self._missing.append(int(filled and test.missing_goes_left))

    def attributes(self) -> dict[str, Any]:
        """As onnx's helper takes them."""
        from onnx import numpy_helper

        def tensor(values: Any, dtype: Any) -> Any:
            return numpy_helper.from_array(np.array(values, dtype=dtype))

        return {
            "tree_roots": [0],
            "n_targets": 1,
            "aggregate_function": 1,
            "post_transform": 0,
            "nodes_featureids": self._features,
            "nodes_splits": tensor(self._splits, np.float64),
            "nodes_modes": tensor(self._modes, np.uint8),
            "nodes_missing_value_tracks_true": self._missing,
            "nodes_trueleafs": [kind for kind, _ in self._true],
            "nodes_truenodeids": [at for _, at in self._true],
            "nodes_falseleafs": [kind for kind, _ in self._false],
            "nodes_falsenodeids": [at for _, at in self._false],
            "leaf_targetids": [0] * len(self._leaf_weights),
            "leaf_weights": tensor(self._leaf_weights, np.float64),
        }
