"""Trees as one header of C99: no allocation, no library, any depth.

Each test is a case of one function; another walks from node to node.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, Protocol

from obliqua.export.c_fixed import Fixed
from obliqua.export.c_floating import Floating
from obliqua.export.names import c_string, identifiers, prefix_of, remark
from obliqua.export.program import Program, Test, program_of

__all__ = ["to_c"]

PRECISIONS = ("double", "single", "fixed")


def to_c(
    model: Any,
    *,
    name: str = "tree",
    precision: Literal["double", "single", "fixed"] = "double",
    fraction_bits: int | Mapping[str, int] = 16,
) -> str:
    """Write a tree as a header of C99.

    Parameters
    ----------
    model : estimator or Tree
        What to export.
    name : str, default="tree"
        What every function and type begins with.
    precision : {"double", "single", "fixed"}, default="double"
        The numbers that tests are evaluated in. Double gives the class of `predict` for every
        row. Single does unless a value or a sum is within rounding error of a cut. Fixed-point
        uses integers only; it rounds weights and values.
    fraction_bits : int or mapping from feature name to int, default=16
        With fixed: a value v of a feature is given as the 32-bit integer nearest to
        v·2^fraction_bits.

    Returns
    -------
    str
        The header: a struct of the features that the tree reads, ``NAME_predict``,
        ``NAME_probabilities``, ``NAME_leaf`` and ``NAME_class_name``.

    Raises
    ------
    CannotExport
        For numbers too large for the precision; with fixed also for sums of squares or products,
        and for missing values that go down every branch.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.export import to_c
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> print(to_c(AxisTreeClassifier(max_depth=1).fit(X, y), name="iris"))
    /* A decision tree with 2 leaves, written by Obliqua.
    ...
        case 0: /* petal length (cm) <= 2.45 */
            if (row->petal_length_cm != row->petal_length_cm) return 1;
            return row->petal_length_cm <= 2.45 ? 0 : 1;
    ...
    """
    if precision not in PRECISIONS:
        raise ValueError(f"precision must be one of {list(PRECISIONS)}, got {precision!r}")
    prefix = prefix_of(name)
    program = program_of(model, "C")
    used = program.features()
    names = identifiers(program.schema.names[f] for f in used)
    fields = dict(zip(used, names, strict=True))
    arithmetic: Arithmetic
    if precision == "fixed":
        arithmetic = Fixed(program, prefix, fields, fraction_bits)
    else:
        arithmetic = Floating(program, prefix, fields, precision == "single")
    return "\n".join(_lines(program, prefix, fields, arithmetic)) + "\n"


class Arithmetic(Protocol):
    """The numbers of the exported code: how tests and probabilities are written in them."""

    number_type: str
    share_type: str
    missing: str
    promise: str

    def opening(self) -> Iterable[str]:
        """Write what must be declared first."""

    def closing(self) -> Iterable[str]:
        """Write what must undo the opening."""

    def note(self, feature: int) -> str:
        """Say what a number of a feature stands for, if not for itself."""

    def test(self, test: Test) -> Iterable[str]:
        """Write statements that return the child, or -1 for all of them."""

    def probability(self, share: float) -> str:
        """Write a class share."""


def _lines(
    program: Program, prefix: str, fields: Mapping[int, str], arithmetic: Arithmetic
) -> Iterator[str]:
    n_leaves = program.tree.n_leaves
    leaves = "1 leaf" if n_leaves == 1 else f"{n_leaves} leaves"
    guard = f"{prefix.upper()}_H"
    yield f"/* A decision tree with {leaves}, written by Obliqua."
    yield ""
    yield f"   {arithmetic.promise}"
    yield "   Everything is static: include this file where it is needed. */"
    yield f"#ifndef {guard}"
    yield f"#define {guard}"
    yield ""
    yield from arithmetic.opening()
    yield from _row(program, prefix, fields, arithmetic)
    yield from _child(program, prefix, arithmetic)
    yield from _tables(program, prefix, arithmetic)
    walk = _SHARES if program.fractional else _LEAF
    sizes = {"n": len(program.steps), "k": len(program.classes), "l": n_leaves}
    yield walk.format(prefix=prefix, share=arithmetic.share_type, **sizes)
    yield from _class_name(program, prefix)
    yield from arithmetic.closing()
    yield f"#endif /* {guard} */"


def _row(
    program: Program, prefix: str, fields: Mapping[int, str], arithmetic: Arithmetic
) -> Iterator[str]:
    yield "/* The features that the tree reads. What is missing is"
    yield f"   {arithmetic.missing}, and -1 where categories have numbers; any other number"
    yield "   there is a category that is not listed. */"
    yield "typedef struct {"
    for feature, field in fields.items():
        said = remark(program.schema.names[feature])
        if program.symbolic(feature):
            codes = enumerate(program.schema.categories[feature])
            listed = ", ".join(f"{code} {remark(category)}" for code, category in codes)
            yield f"    int {field}; /* {said}: {listed} */"
        else:
            yield f"    {arithmetic.number_type} {field}; /* {said}{arithmetic.note(feature)} */"
    if not fields:
        yield "    char nothing; /* the tree is one leaf */"
    yield f"}} {prefix}_row;"
    yield ""


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


def _class_name(program: Program, prefix: str) -> Iterator[str]:
    yield "/* The label of a class. */"
    yield f"static inline const char *{prefix}_class_name(int position)"
    yield "{"
    yield "    switch (position) {"
    for position, label in enumerate(program.classes):
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
