"""The vote among trees in a query: rows go down one after the other, and votes are counted."""

from __future__ import annotations

from collections.abc import Sequence

from obliqua.export.program import CannotExport
from obliqua.export.sql_dialects import Dialect
from obliqua.export.sql_query import Descent, Steps
from obliqua.export.vote import Vote

__all__ = ["add_votes", "shares_of_votes"]


def add_votes(
    vote: Vote, dialect: Dialect, steps: Steps, read: Sequence[str], kept: Sequence[str]
) -> list[str]:
    """Add the steps of all trees to a query; return the columns that count each class's votes.

    Parameters
    ----------
    vote : Vote
        The trees.
    dialect : Dialect
        The database.
    steps : Steps
        The query, which has no step yet.
    read : sequence of str
        What the first step reads from the table.
    kept : sequence of str
        Columns that are still there in the end.

    Raises
    ------
    CannotExport
        For more steps than the database takes.
    """
    counts = [f"n{position}" for position in range(len(vote.classes))]
    carried = [*kept, *(f"f{feature}" for feature in vote.features()), *counts]
    descents = [Descent(program, dialect, carried) for program in vote.programs]
    steps.add([*read, *(f"0 AS {count}" for count in counts), descents[0].start])
    positions = [str(position) for position in range(len(counts))]
    not_counts = carried[: -len(counts)]
    for descent, following in zip(descents, [*descents[1:], None], strict=True):
        descent.add_to(steps)
        steps.add([*carried, f"{descent.prediction(positions)} AS vote"])
        counted = [
            f"{count} + CASE vote WHEN {position} THEN 1 ELSE 0 END AS {count}"
            for position, count in enumerate(counts)
        ]
        start = [] if following is None else [following.start]
        steps.add([*not_counts, *counted, *start])
    if len(steps) > dialect.most_steps:
        raise CannotExport(
            f"{dialect.title} cannot express a vote of {len(vote.programs)} trees whose query has "
            f"{len(steps)} steps: it takes {dialect.most_steps} for certain; export the trees one "
            f"by one, model.trees[0] to model.trees[{len(vote.programs) - 1}]"
        )
    return counts


def shares_of_votes(vote: Vote, dialect: Dialect, counts: Sequence[str]) -> list[str]:
    """Write each class's votes divided by the number of trees."""
    n_trees = dialect.number(float(len(vote.programs)))
    return [f"CAST({count} AS {dialect.real}) / {n_trees}" for count in counts]
