"""One node of a frozen tree, as `Tree.node` shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.conditions import Condition

__all__ = ["Node"]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One node of a tree.

    Parameters
    ----------
    id : int
        Position in the tree; the root is 0, and children follow their parents.
    parent : int or None
        The parent's id; None for the root.
    children : tuple of int
        The children's ids, left first; empty for a leaf.
    depth : int
        Number of tests above the node.
    test : Condition or None
        The question asked here; None for a leaf.
    counts : ndarray of float64
        Weight of the training rows of each class.
    n_rows : int
        Number of training rows.
    merit : float
        The test by the criterion it was chosen with; NaN when there is none.
    margin : float
        The gap between the rows on the two sides of an axis or linear test, measured across it in
        the table's units; NaN when there is none.
    fractional : bool
        Whether a row whose tested value is missing goes to every child in part.
    label : object
        The class with the largest share, the first of equals.
    probabilities : ndarray of float64
        Each class's share of the counts, as `predict_proba` gives it in a leaf. A node that no
        training row reached has the shares of its nearest ancestor that one did.
    note : str or None
        What there is to say about the node, such as why its margin was not enlarged.
    """

    id: int
    parent: int | None
    children: tuple[int, ...]
    depth: int
    test: Condition | None
    counts: NDArray[np.float64]
    n_rows: int
    merit: float
    margin: float
    fractional: bool
    label: Any
    probabilities: NDArray[np.float64]
    note: str | None = None

    @property
    def is_leaf(self) -> bool:
        """Whether nothing is asked here."""
        return not self.children
