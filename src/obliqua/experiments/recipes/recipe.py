"""What a recipe is: how one paper's figures are computed again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from obliqua.experiments.methods import Method
from obliqua.experiments.protocols import Plan
from obliqua.experiments.published import Cell

__all__ = ["Comparison", "Recipe"]


@dataclass(frozen=True)
class Comparison:
    """A figure made of several methods' results, such as a p-value.

    Parameters
    ----------
    needs : tuple of str
        The methods, by the recipe's names.
    compute : callable
        Takes the `Series` of each, in that order; returns the figure, None where it has none.
    """

    needs: tuple[str, ...]
    compute: Callable[..., float | None]


@dataclass(frozen=True)
class Recipe:
    """One paper: its methods with their settings, and its protocol.

    Parameters
    ----------
    paper : str
        Its name.
    methods : mapping of str to Method
        By the paper's names. Settings are a method's, the same for every data set.
    protocol : Plan
        How data sets are split.
    protocols : mapping of str to Plan
        Data sets that are split otherwise, by the paper's names.
    rows : mapping of (str, str) to str
        For a data set and a method, by the paper's names: our name of the set whose rows this
        method had, where its coding was another.
    options : mapping of str to mapping
        How artificial data sets are made, by the paper's names.
    redrawn : frozenset of str
        Artificial data sets that are drawn anew for each repetition, by the paper's names: whose
        rows the paper had is not known, and one draw's luck would be in every cell.
    elsewhere : mapping of str to str
        Methods whose figures the paper quotes or that cannot be run, and why.
    comparison : callable
        Gives what a comparison's cell is made of; None where it is not computed.
    causes : mapping of str to str
        Per table: what is known of cells that are not met.
    about : str
        What was read into the paper where it leaves something open.
    """

    paper: str
    methods: Mapping[str, Method]
    protocol: Plan
    protocols: Mapping[str, Plan] = field(default_factory=dict)
    rows: Mapping[tuple[str, str], str] = field(default_factory=dict)
    options: Mapping[str, Mapping[str, object]] = field(default_factory=dict)
    redrawn: frozenset[str] = frozenset()
    elsewhere: Mapping[str, str] = field(default_factory=dict)
    comparison: Callable[[Cell], Comparison | None] = lambda cell: None
    causes: Mapping[str, str] = field(default_factory=dict)
    about: str = ""

    def plan(self, data_set: str) -> Plan:
        """Give the protocol of a data set."""
        return self.protocols.get(data_set, self.protocol)
