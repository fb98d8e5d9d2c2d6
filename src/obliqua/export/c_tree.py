"""The parts of an exported header of C: the row, a tree's tests and tables, the walk.

Each test is a case of one function; another walks from node to node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Protocol

from obliqua.export.names import c_string, remark
from obliqua.export.program import Program, Test
from obliqua.table import SYMBOLIC, Schema

__all__ = ["Arithmetic", "class_name", "row", "tree"]


class Arithmetic(Protocol):
    """The numbers of the exported code: how tests and probabilities are written in them."""

    number_type: str
    share_type: str
    missing: str
    promise: str

    def opening(self, tests: Iterable[Test]) -> Iterable[str]:
        """Write what must be declared before so many tests."""

    def closing(self) -> Iterable[str]:
        """Write what must undo the opening."""

    def note(self, feature: int) -> str:
        """Say what a number of a feature stands for, if not for itself."""

    def test(self, test: Test) -> Iterable[str]:
        """Write statements that return the child, or -1 for all of them."""

    def probability(self, share: float) -> str:
        """Write a class share."""

    def ratio(self, votes: str, n_trees: int) -> str:
        """Write the share that so many votes are."""


def row(
    schema: Schema, prefix: str, fields: Mapping[int, str], arithmetic: Arithmetic
) -> Iterator[str]:
    """Declare the struct of what is read."""
    yield "/* The features that are read. What is missing is"
    yield f"   {arithmetic.missing}, and -1 where categories have numbers; any other number"
    yield "   there is a category that is not listed. */"
    yield "typedef struct {"
    for feature, field in fields.items():
        said = remark(schema.names[feature])
        if schema.kinds[feature] == SYMBOLIC:
            codes = enumerate(schema.categories[feature])
            listed = ", ".join(f"{code} {remark(category)}" for code, category in codes)
            yield f"    int {field}; /* {said}: {listed} */"
        else:
            yield f"    {arithmetic.number_type} {field}; /* {said}{arithmetic.note(feature)} */"
    if not fields:
        yield "    char nothing; /* no feature is read */"
    yield f"}} {prefix}_row;"
    yield ""


def tree(program: Program, prefix: str, arithmetic: Arithmetic) -> Iterator[str]:
    """Write one tree's functions; their row is the type PREFIX_row."""
    yield from _child(program, prefix, arithmetic)
    yield from _tables(program, prefix, arithmetic)
    walk = _SHARES if program.fractional else _LEAF
    sizes = {"n": len(program.steps), "k": len(program.classes), "l": program.tree.n_leaves}
    yield walk.format(prefix=prefix, share=arithmetic.share_type, **sizes)


def _child(program: Program, prefix: str, arithmetic: Arithmetic) -> Iterator[str]:
    every = "; -1: to every child, as a value is missing" if program.fractional else ""
    yield f"/* Which child of a node the row goes to, 0 being the first{every}. */"
    yield f"static inline int {prefix}_child(const {prefix}_row *row, int node)"
    yield "{"
    yield "    (void)row;"
    yield "    switch (node) {"
    for step, test in program.tests():
        yield f"    case {step.id}: /* {remark(step.said)} */"
        yield from (f"        {line}" for line in arithmetic.test(test))
    yield "    default:"
    yield "        return 0;"
    yield "    }"
    yield "}"
    yield ""


def _tables(program: Program, prefix: str, arithmetic: Arithmetic) -> Iterator[str]:
    leaves = program.leaves()
    place = {leaf: position for position, leaf in enumerate(leaves)}
    following = [
        step.children[0] if step.children else -1 - place[step.id] for step in program.steps
    ]
    yield "/* Per node its first child, or -1 - i for leaf number i from the left. */"
    yield from _table("int", f"{prefix}_next[{len(following)}]", map(str, following))
    if program.fractional:
        fractions = ["1.0"] * len(program.steps)
        for step in program.steps:
            for child, fraction in zip(step.children, step.fractions, strict=True):
                fractions[child] = repr(fraction)
        counts = [str(len(step.children)) for step in program.steps]
        yield "/* Per node the number of its children, and its part of its parent's rows. */"
        yield from _table("int", f"{prefix}_n_children[{len(counts)}]", counts)
        yield from _table("double", f"{prefix}_part[{len(fractions)}]", fractions)
        yield "/* The leaves from left to right. */"
        yield from _table("int", f"{prefix}_leaves[{len(leaves)}]", map(str, leaves))
    else:
        answers = [str(program.steps[leaf].answer) for leaf in leaves]
        yield "/* Per leaf its class. */"
        yield from _table("int", f"{prefix}_answers[{len(leaves)}]", answers)
    yield "/* Per leaf each class's share of the training rows. */"
    rows = [", ".join(map(arithmetic.probability, program.steps[leaf].shares)) for leaf in leaves]
    size = f"{prefix}_class_shares[{len(leaves)}][{len(program.classes)}]"
    yield from _table(arithmetic.share_type, size, [f"{{{row}}}" for row in rows])
    yield ""


def _table(kind: str, declared: str, values: Iterable[str]) -> Iterator[str]:
    yield f"static const {kind} {declared} = {{"
    line = "   "
    for value in values:
        if len(line) + len(value) > 96:
            yield line
            line = "   "
        line += f" {value},"
    yield line
    yield "};"


def class_name(classes: list[Any], prefix: str) -> Iterator[str]:
    """Write the function that gives labels."""
    yield "/* The label of a class. */"
    yield f"static inline const char *{prefix}_class_name(int position)"
    yield "{"
    yield "    switch (position) {"
    for position, label in enumerate(classes):
        yield f"    case {position}: return {c_string(str(label))};"
    yield '    default: return "";'
    yield "    }"
    yield "}"
    yield ""


_LEAF = """\
/* The number of the leaf that a row ends in. */
static inline int {prefix}_leaf(const {prefix}_row *row)
{{
    int node = 0;
    while ({prefix}_next[node] >= 0)
        node = {prefix}_next[node] + {prefix}_child(row, node);
    return node;
}}

/* The position of a row's class. */
static inline int {prefix}_predict(const {prefix}_row *row)
{{
    return {prefix}_answers[-1 - {prefix}_next[{prefix}_leaf(row)]];
}}

/* The share of each class. */
static inline void {prefix}_probabilities(const {prefix}_row *row, {share} out[{k}])
{{
    const int leaf = -1 - {prefix}_next[{prefix}_leaf(row)];
    int position;
    for (position = 0; position < {k}; ++position)
        out[position] = {prefix}_class_shares[leaf][position];
}}
"""

_SHARES = """\
/* Each node's share of a row: it goes on to one child, or to all in part. */
static inline void {prefix}_shares(const {prefix}_row *row, double share[{n}])
{{
    int node, j;
    for (node = 0; node < {n}; ++node)
        share[node] = 0.0;
    share[0] = 1.0;
    for (node = 0; node < {n}; ++node) {{
        const int first = {prefix}_next[node];
        int child;
        if (first < 0 || share[node] == 0.0)
            continue;
        child = {prefix}_child(row, node);
        if (child >= 0)
            share[first + child] = share[node];
        else
            for (j = first; j < first + {prefix}_n_children[node]; ++j)
                share[j] = share[node] * {prefix}_part[j];
    }}
}}

/* The number of the leaf with a row's largest share, the first of equals. */
static inline int {prefix}_leaf(const {prefix}_row *row)
{{
    double share[{n}];
    int node, best = -1;
    {prefix}_shares(row, share);
    for (node = 0; node < {n}; ++node)
        if ({prefix}_next[node] < 0 && (best < 0 || share[node] > share[best]))
            best = node;
    return best;
}}

/* The share of each class. */
static inline void {prefix}_probabilities(const {prefix}_row *row, {share} out[{k}])
{{
    double share[{n}];
    int leaf, position;
    {prefix}_shares(row, share);
    for (position = 0; position < {k}; ++position)
        out[position] = 0.0;
    for (leaf = 0; leaf < {l}; ++leaf)
        for (position = 0; position < {k}; ++position)
            out[position] += share[{prefix}_leaves[leaf]] * {prefix}_class_shares[leaf][position];
}}

/* The position of a row's class. */
static inline int {prefix}_predict(const {prefix}_row *row)
{{
    double out[{k}];
    int position, best = 0;
    {prefix}_probabilities(row, out);
    for (position = 1; position < {k}; ++position)
        if (out[position] > out[best])
            best = position;
    return best;
}}
"""
