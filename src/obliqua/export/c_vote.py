"""The vote among trees in an exported header of C."""

from __future__ import annotations

from collections.abc import Sequence

from obliqua.export.c_tree import Arithmetic

__all__ = ["vote_among"]


def vote_among(trees: Sequence[str], prefix: str, n_classes: int, arithmetic: Arithmetic) -> str:
    """Write the functions that ask each tree, by its prefix, and count."""
    votes = "\n".join(f"    ++out[{tree}_predict(row)];" for tree in trees)
    leaves = "\n".join(f"    out[{i}] = {tree}_leaf(row);" for i, tree in enumerate(trees))
    return _VOTE.format(
        prefix=prefix,
        k=n_classes,
        n=len(trees),
        share=arithmetic.share_type,
        ratio=arithmetic.ratio("votes[position]", len(trees)),
        votes=votes,
        leaves=leaves,
    )


_VOTE = """\
/* How many trees give a row each class. */
static inline void {prefix}_votes(const {prefix}_row *row, int out[{k}])
{{
    int position;
    for (position = 0; position < {k}; ++position)
        out[position] = 0;
{votes}
}}

/* The position of a row's class: that with the most votes, the first of equals. */
static inline int {prefix}_predict(const {prefix}_row *row)
{{
    int votes[{k}];
    int position, best = 0;
    {prefix}_votes(row, votes);
    for (position = 1; position < {k}; ++position)
        if (votes[position] > votes[best])
            best = position;
    return best;
}}

/* The share of the votes for each class. */
static inline void {prefix}_probabilities(const {prefix}_row *row, {share} out[{k}])
{{
    int votes[{k}];
    int position;
    {prefix}_votes(row, votes);
    for (position = 0; position < {k}; ++position)
        out[position] = {ratio};
}}

/* The number of the leaf that a row ends in, for each tree. */
static inline void {prefix}_leaves(const {prefix}_row *row, int out[{n}])
{{
{leaves}
}}
"""
