"""Trees as one header of C99: no allocation, no library, any depth."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from obliqua.export.c_fixed import Fixed
from obliqua.export.c_floating import Floating
from obliqua.export.c_tree import Arithmetic, class_name, row, tree
from obliqua.export.c_vote import vote_among
from obliqua.export.names import identifiers, prefix_of
from obliqua.export.program import Program, program_of
from obliqua.export.vote import Vote, vote_of

__all__ = ["to_c"]

PRECISIONS = ("double", "single", "fixed")


def to_c(
    model: Any,
    *,
    name: str = "tree",
    precision: Literal["double", "single", "fixed"] = "double",
    fraction_bits: int | Mapping[str, int] = 16,
) -> str:
    """Write a tree, or a forest, as a header of C99.

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
        ``NAME_probabilities``, ``NAME_leaf`` and ``NAME_class_name``; of a forest ``NAME_leaves``,
        and the functions of its trees, as ``NAME_tree0_predict``.

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
    vote = vote_of(model)
    whole = program_of(model, "C") if vote is None else vote
    used = whole.features()
    names = identifiers(whole.schema.names[f] for f in used)
    fields = dict(zip(used, names, strict=True))
    arithmetic: Arithmetic
    if precision == "fixed":
        arithmetic = Fixed(whole.schema, prefix, fields, fraction_bits)
    else:
        arithmetic = Floating(whole.schema, prefix, fields, precision == "single")
    return "\n".join(_lines(whole, prefix, fields, arithmetic)) + "\n"


def _lines(
    whole: Program | Vote, prefix: str, fields: Mapping[int, str], arithmetic: Arithmetic
) -> Iterator[str]:
    guard = f"{prefix.upper()}_H"
    yield f"/* {whole.title}, written by Obliqua."
    yield ""
    yield f"   {arithmetic.promise}"
    yield "   Everything is static: include this file where it is needed. */"
    yield f"#ifndef {guard}"
    yield f"#define {guard}"
    yield ""
    programs = [whole] if isinstance(whole, Program) else whole.programs
    yield from arithmetic.opening(test for one in programs for _, test in one.tests())
    yield from row(whole.schema, prefix, fields, arithmetic)
    yield from _functions(whole, prefix, arithmetic)
    yield from class_name(whole.classes, prefix)
    yield from arithmetic.closing()
    yield f"#endif /* {guard} */"


def _functions(whole: Program | Vote, prefix: str, arithmetic: Arithmetic) -> Iterator[str]:
    if isinstance(whole, Program):
        yield from tree(whole, prefix, arithmetic)
        return
    trees = [f"{prefix}_tree{position}" for position in range(len(whole.programs))]
    for program, name in zip(whole.programs, trees, strict=True):
        yield f"typedef {prefix}_row {name}_row;"
        yield ""
        yield from tree(program, name, arithmetic)
    yield vote_among(trees, prefix, len(whole.classes), arithmetic)
