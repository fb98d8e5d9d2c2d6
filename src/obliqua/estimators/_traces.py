"""The hyperplanes that a search went through, as a person reads them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua._decoding import term_names
from obliqua.conditions import LinearCondition
from obliqua.table import Schema

__all__ = ["SearchTrace", "traces_of"]


@dataclass(frozen=True, slots=True)
class SearchTrace:
    """One climb at one node: where it started, and every place it moved to.

    Parameters
    ----------
    node : int
        The node of the tree.
    restart : int
        The climb's number, from 0. A search that works on growing samples of the rows climbs
        anew on each, under the same number.
    hyperplanes : tuple of LinearCondition
        The start and each move in turn, in the units of the table. The constant is where the
        search had it: what the tree keeps is set between the two nearest rows afterwards.
    merits : tuple of float
        How good each was by the criterion, on the rows that the search saw.
    """

    node: int
    restart: int
    hyperplanes: tuple[LinearCondition, ...]
    merits: tuple[float, ...]


def traces_of(report: Mapping[str, Any], schema: Schema) -> list[SearchTrace]:
    """Turn the core's record of a fit's searches into traces."""
    basis: NDArray[Any] = np.array(report["basis"], dtype=np.int32).reshape(-1, 3)
    names = term_names(basis, schema)

    def condition(
        terms: NDArray[Any], weights: NDArray[Any], bias: float, fills: NDArray[Any]
    ) -> LinearCondition:
        return LinearCondition(
            tuple(names[term] for term in terms.tolist()),
            tuple(weights.tolist()),
            0.0 - bias,
            tuple(fills.tolist()),
        )

    return [
        SearchTrace(node, restart, tuple(condition(*one) for one in planes), tuple(merits.tolist()))
        for node, restart, merits, planes in report["traces"]
    ]
