"""Tests in C by integers, for processors without floating-point numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from obliqua.export.program import CannotExport, Term, Test
from obliqua.table import SYMBOLIC, Schema

# Sums are of at most 31 bits of weights times 31 bits of values, and a bias of 61 bits.
_WEIGHT_BITS, _BIAS_BITS = 31, 61
_SHARE_BITS = 30
_LEAST = "INT32_MIN"
_PROMISE = """\
Integers only. A feature's value v is given as the integer nearest to
   v * 2^bits, bits being said beside it, and at most 2^31 - 1 in size. Weights are
   rounded too: a row whose sum is within rounding error of a cut may go the other way.
   Probabilities are in units of 2^-30."""


class Fixed:
    """A number is a 32-bit integer in units of 2^-bits, with its own bits for each feature.

    Each test has a scale of its own, as fine as lets no sum overflow 64 bits whatever the
    values: weight i becomes the integer nearest to ``weight·2^(scale − bits_i)``.

    Parameters
    ----------
    schema : Schema
        The table.
    prefix : str
        What every name begins with.
    fields : dict from int to str
        The struct's field of each feature.
    fraction_bits : int or mapping from feature name to int
        The bits.
    """

    number_type = "int32_t"
    share_type = "int32_t"
    missing = _LEAST
    promise = _PROMISE

    def __init__(
        self,
        schema: Schema,
        prefix: str,
        fields: Mapping[int, str],
        fraction_bits: int | Mapping[str, int],
    ) -> None:
        self._schema = schema
        self._prefix = prefix
        self._fields = fields
        self._bits = {f: _bits_of(schema.names[f], fraction_bits) for f in fields}

    def opening(self, tests: Iterable[Test]) -> Iterator[str]:
        """Name the integer types."""
        yield "#include <stdint.h>"
        yield ""

    def closing(self) -> Iterator[str]:
        """Nothing is to be undone."""
        return iter(())

    def note(self, feature: int) -> str:
        """Say what a unit is."""
        return f", in units of 2^{-self._bits[feature]}"

    def probability(self, share: float) -> str:
        """Write a class share."""
        return str(round(Fraction(share) * 2**_SHARE_BITS))

    def ratio(self, votes: str, n_trees: int) -> str:
        """Write the share of votes, rounded to the nearest unit."""
        return f"(int32_t)((INT64_C({2**_SHARE_BITS}) * {votes} + {n_trees // 2}) / {n_trees})"

    def test(self, test: Test) -> Iterator[str]:
        """Write statements that return the child."""
        if test.fractional:
            raise CannotExport(
                "fixed-point C cannot express missing values that go down every branch "
                '(missing="fractional"); use precision="double" or fit with another rule'
            )
        if test.kind == "axis":
            yield from self._axis(test)
        elif test.kind == "equality":
            value = f"row->{self._fields[test.terms[0].a]}"
            yield f"if ({value} == -1) return {0 if test.missing_goes_left else 1};"
            yield f"return {value} == {test.terms[0].b} ? 0 : 1;"
        else:
            yield from self._sums(test)

    # --- one term against a cut -----------------------------------------------

    def _axis(self, test: Test) -> Iterator[str]:
        """Round the cut down: nothing changes for values that are whole units."""
        term = test.terms[0]
        missing = " || ".join(f"row->{self._fields[f]} == {m}" for f, m in self._marks(term))
        yield f"if ({missing}) return {0 if test.missing_goes_left else 1};"
        if term.kind == "indicator":
            cut = min(max(math.floor(test.constants[0]), -2), 1)
            yield f"return {self._indicator(term)} <= {cut} ? 0 : 1;"
            return
        bits = sum(self._bits[f] for f in (term.a, *self._second(term)))
        cut = math.floor(Fraction(test.constants[0]) * Fraction(2) ** bits)
        cut = min(max(cut, -(2**63) + 1), 2**63 - 1)
        value = f"(int64_t)row->{self._fields[term.a]}"
        for feature in self._second(term):
            value += f" * row->{self._fields[feature]}"
        yield f"return {value} <= {_whole(cut)} ? 0 : 1;"

    def _second(self, term: Term) -> tuple[int, ...]:
        return {"square": (term.a,), "product": (term.b,)}.get(term.kind, ())

    def _marks(self, term: Term) -> Iterator[tuple[int, str]]:
        for feature in term.features:
            yield feature, "-1" if self._schema.kinds[feature] == SYMBOLIC else _LEAST

    def _indicator(self, term: Term) -> str:
        return f"(row->{self._fields[term.a]} == {term.b} ? 1 : -1)"

    # --- sums -----------------------------------------------------------------

    def _sums(self, test: Test) -> Iterator[str]:
        for term in test.terms:
            if term.kind in ("square", "product"):
                names = " and ".join(repr(self._schema.names[f]) for f in term.features)
                raise CannotExport(
                    f"fixed-point C cannot express a sum with the {term.kind} of {names}, whose "
                    'digits do not fit; use precision="double" or "single"'
                )
        self._check_fills(test)
        scale = self._scale(test)
        sums = [self._sum(test, child, scale) for child in range(len(test.constants))]
        yield f"{{ /* sums are in units of 2^{-scale} */"
        yield f"    int64_t best = {sums[0]};"
        if test.kind == "linear":
            yield "    return best <= 0 ? 0 : 1;"
        else:
            yield "    int64_t score;"
            yield "    int child = 0;"
            for child, score in enumerate(sums[1:], 1):
                yield f"    score = {score};"
                yield f"    if (score > best) {{ best = score; child = {child}; }}"
            yield "    return child;"
        yield "}"

    def _scale(self, test: Test) -> int:
        """The finest unit in which no sum can overflow."""
        scales = [_BIAS_BITS - math.frexp(bias)[1] for bias in test.constants if bias != 0]
        for row in test.weights:
            pairs = zip(test.terms, row, strict=True)
            total = sum(
                abs(Fraction(weight)) / Fraction(2) ** self._of(term) for term, weight in pairs
            )
            if total > 0:
                # Rounding each weight up adds at most half a unit per term.
                room = Fraction(2**_WEIGHT_BITS - 1 - len(row))
                scales.append(math.floor(math.log2(room / total) - 1e-9))
        return min(scales, default=0)

    def _of(self, term: Term) -> int:
        return 0 if term.kind == "indicator" else self._bits[term.a]

    def _check_fills(self, test: Test) -> None:
        for term, fill in zip(test.terms, test.fills, strict=True):
            if abs(Fraction(fill) * Fraction(2) ** self._of(term)) >= 2**31:
                name = self._schema.names[term.a]
                raise CannotExport(
                    f"fixed-point C: {fill}, which stands in for a missing {name!r}, does not fit "
                    f"31 bits in units of 2^{-self._of(term)}; give {name!r} fewer fraction_bits"
                )

    def _sum(self, test: Test, child: int, scale: int) -> str:
        parts = [_whole(_scaled(test.constants[child], scale))]
        for term, weight, fill in zip(test.terms, test.weights[child], test.fills, strict=True):
            factor = _scaled(weight, scale - self._of(term))
            mark = next(self._marks(term))[1]
            value = f"row->{self._fields[term.a]}"
            # A filled term adds a constant, which is rounded only once.
            filled = _scaled_fraction(Fraction(weight) * Fraction(fill), scale)
            if term.kind == "indicator":
                known = f"({value} == {term.b} ? {_whole(factor)} : {_whole(-factor)})"
            else:
                known = f"{_whole(factor)} * {value}"
            parts.append(f"({value} == {mark} ? {_whole(filled)} : {known})")
        return " + ".join(parts)


def _scaled(value: float, scale: int) -> int:
    return _scaled_fraction(Fraction(value), scale)


def _scaled_fraction(value: Fraction, scale: int) -> int:
    return round(value * Fraction(2) ** scale)


def _whole(value: int) -> str:
    """As a constant of 64 bits; the least of them has no constant of its own."""
    if value == -(2**63):
        return "INT64_MIN"
    return f"INT64_C({value})" if value >= 0 else f"-INT64_C({-value})"


def _bits_of(name: str, fraction_bits: int | Mapping[str, int]) -> int:
    bits = fraction_bits if not isinstance(fraction_bits, Mapping) else fraction_bits.get(name, 16)
    if isinstance(bits, bool) or not isinstance(bits, int) or not -31 <= bits <= 62:
        raise ValueError(
            f"fraction_bits of {name!r} must be a whole number from -31 to 62, got {bits!r}"
        )
    return bits
