"""Tests in C by floating-point numbers, double or single."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping

import numpy as np

from obliqua.export.program import CannotExport, Term, Test
from obliqua.table import SYMBOLIC, Schema

_EXTENDED = """\
#include <float.h>
#if !defined(FLT_EVAL_METHOD) || FLT_EVAL_METHOD == 2 || FLT_EVAL_METHOD < 0
#error "sums would not be rounded to double; on 32-bit x86 compile with -msse2 -mfpmath=sse"
#endif"""
# Contraction would round a product and a sum at once, where the core rounds each. GCC knows no
# pragma of the standard's for it.
_OPENING = """\
#ifdef __FAST_MATH__
#error "-ffast-math takes away missing values and the order of sums"
#endif
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#pragma GCC optimize ("fp-contract=off")
#else
#pragma STDC FP_CONTRACT OFF
#endif
"""
_CLOSING = """\
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif"""
_OR = """\
static inline {real} {prefix}_or({real} value, {real} fill)
{{
    return value == value ? value : fill;
}}
"""
_SINGLE = """\
Tests are evaluated in single precision: a row gets the class that it gets
   there unless a value or a sum is within rounding error of a cut."""
_DOUBLE = """\
Tests are evaluated in double precision: every row gets the class that it
   gets there, bit for bit."""

_LARGEST = float(np.finfo(np.float32).max)


class Floating:
    """A sum is evaluated from the bias on, term by term, as the core does.

    Parameters
    ----------
    schema : Schema
        The table.
    prefix : str
        What every name begins with.
    fields : dict from int to str
        The struct's field of each feature.
    single : bool
        Use single precision.
    """

    missing = "NaN"
    share_type = "double"

    def __init__(
        self, schema: Schema, prefix: str, fields: Mapping[int, str], single: bool
    ) -> None:
        self._schema = schema
        self._prefix = prefix
        self._fields = fields
        self._single = single
        self.number_type = "float" if single else "double"
        self.promise = _SINGLE if single else _DOUBLE

    def opening(self, tests: Iterable[Test]) -> Iterator[str]:
        """Refuse what would change sums; a helper for fills."""
        if not self._single:
            yield _EXTENDED
        yield _OPENING
        if any(test.kind in ("linear", "machine") and not test.fractional for test in tests):
            yield _OR.format(real=self.number_type, prefix=self._prefix)

    def closing(self) -> Iterator[str]:
        """Undo what the opening set."""
        yield _CLOSING

    def note(self, feature: int) -> str:
        """A number stands for itself."""
        return ""

    def probability(self, share: float) -> str:
        """Write a class share."""
        return repr(share)

    def ratio(self, votes: str, n_trees: int) -> str:
        """Write the share of votes."""
        return f"(double){votes} / {n_trees}.0"

    def test(self, test: Test) -> Iterator[str]:
        """Write statements that return the child, or -1 for all of them."""
        if test.fractional:
            yield f"if ({self._missing(test)}) return -1;"
        elif test.kind in ("axis", "equality"):
            yield f"if ({self._missing(test)}) return {0 if test.missing_goes_left else 1};"
        if test.kind == "axis":
            yield f"return {self._value(test.terms[0])} <= {self._cut(test.constants[0])} ? 0 : 1;"
        elif test.kind == "equality":
            yield f"return row->{self._fields[test.terms[0].a]} == {test.terms[0].b} ? 0 : 1;"
        elif test.kind == "linear":
            yield f"return {self._sum(test, 0)} <= {self._number(0.0)} ? 0 : 1;"
        else:
            yield from self._machine(test)

    def _machine(self, test: Test) -> Iterator[str]:
        yield "{"
        yield f"    {self.number_type} best = {self._sum(test, 0)}, score;"
        yield "    int child = 0;"
        for child in range(1, len(test.constants)):
            yield f"    score = {self._sum(test, child)};"
            yield f"    if (score > best) {{ best = score; child = {child}; }}"
        yield "    return child;"
        yield "}"

    # --- values ---------------------------------------------------------------

    def _missing(self, test: Test) -> str:
        features = dict.fromkeys(f for term in test.terms for f in term.features)
        return " || ".join(map(self._is_missing, features))

    def _is_missing(self, feature: int) -> str:
        value = f"row->{self._fields[feature]}"
        symbolic = self._schema.kinds[feature] == SYMBOLIC
        return f"{value} == -1" if symbolic else f"{value} != {value}"

    def _sum(self, test: Test, child: int) -> str:
        parts = [self._number(test.constants[child])]
        for term, weight, fill in zip(test.terms, test.weights[child], test.fills, strict=True):
            sign = "-" if weight < 0 else "+"
            value = self._value(term) if test.fractional else self._filled(term, fill)
            parts.append(f"{sign} {self._number(abs(weight))} * {value}")
        return " ".join(parts)

    def _filled(self, term: Term, fill: float) -> str:
        value = self._value(term)
        if term.kind == "indicator":
            return f"({self._is_missing(term.a)} ? {self._number(fill)} : {value[1:-1]})"
        return f"{self._prefix}_or({value}, {self._number(fill)})"

    def _value(self, term: Term) -> str:
        value = f"row->{self._fields[term.a]}"
        if term.kind == "indicator":
            return f"({value} == {term.b} ? {self._number(1.0)} : {self._number(-1.0)})"
        if term.kind == "square":
            return f"({value} * {value})"
        return f"({value} * row->{self._fields[term.b]})" if term.kind == "product" else value

    # --- numbers --------------------------------------------------------------

    def _number(self, value: float) -> str:
        """As many digits as it takes to read the same number back."""
        if not self._single:
            return repr(value + 0.0)
        near = float(np.float32(value)) if abs(value) < _LARGEST else math.inf
        if math.isinf(near):
            raise CannotExport(
                f"C in single precision cannot hold {value}, whose largest number is 3.4e38; use "
                'precision="double"'
            )
        return repr(near + 0.0) + "f"

    def _cut(self, cut: float) -> str:
        """Round down to single precision: then nothing changes for values of that precision."""
        if self._single and abs(cut) < _LARGEST:
            near = np.float32(cut)
            cut = float(np.nextafter(near, np.float32(-np.inf)) if float(near) > cut else near)
        return self._number(cut)
