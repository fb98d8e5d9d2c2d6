"""A forest as exporters read it: the programs of its trees, and that they vote."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from obliqua.export.program import Program, program
from obliqua.table import Schema

__all__ = ["Vote", "vote_of"]


@dataclass(frozen=True)
class Vote:
    """Trees that read one table and answer with the same classes.

    A row gets the class that most trees give it, of equals the first; a class's probability is
    its votes divided by the number of trees.

    Parameters
    ----------
    programs : list of Program
        The trees, in the forest's order.
    """

    programs: list[Program]

    @property
    def schema(self) -> Schema:
        """The table that the trees read."""
        return self.programs[0].schema

    @property
    def classes(self) -> list[Any]:
        """The class labels as Python values."""
        return self.programs[0].classes

    @property
    def title(self) -> str:
        """What it is, for a heading."""
        n = len(self.programs)
        return "A vote of 1 decision tree" if n == 1 else f"A vote of {n} decision trees"

    def features(self) -> list[int]:
        """The features that some tree reads, in the table's order."""
        return sorted({feature for one in self.programs for feature in one.features()})


def vote_of(model: Any) -> Vote | None:
    """Read the trees of a fitted forest; None for a model that is one tree."""
    if not hasattr(model, "estimators_"):
        return None
    return Vote([program(tree) for tree in model.trees])
