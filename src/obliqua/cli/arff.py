r"""WEKA's ARFF files: numeric, nominal and string attributes.

SciPy's reader learns the quoting from the first row alone and so fails on files
whose first quoted value comes later; hence this one. ``%`` starts a comment line,
names and values may stand in single or double quotes, a backslash takes the next
character literally, and an unquoted ``?`` is missing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from obliqua.cli.problems import InputProblem

NUMERIC = ("numeric", "real", "integer")
QUOTED = r"'(?:\\.|[^'\\])*'|\"(?:\\.|[^\"\\])*\""
ATTRIBUTE = re.compile(rf"@attribute\s+({QUOTED}|[^\s{{]+)\s*(.+)", re.IGNORECASE | re.DOTALL)
VALUE = re.compile(rf"\s*({QUOTED}|(?:\\.|[^,\t'\"\\])*?)\s*(?:([,\t])|$)")


@dataclass(frozen=True)
class Attribute:
    """One column: numeric, or text that is one of `values` (None: any text)."""

    name: str
    numeric: bool
    values: frozenset[str] | None = None


def read_arff(source: str, lines: Iterable[str]) -> tuple[list[Attribute], list[list[str | None]]]:
    """Read the attributes and, for each, its column of text (None where missing)."""
    numbered = _meaningful(lines)
    attributes = _header(source, numbered)
    columns: list[list[str | None]] = [[] for _ in attributes]
    for number, line in numbered:
        if line.startswith("{"):
            raise InputProblem(f"{source}: line {number}: sparse ARFF rows are not supported")
        row = _values(source, number, line)
        if len(row) != len(attributes):
            raise InputProblem(
                f"{source}: line {number} has {len(row)} values, "
                f"but the header declares {len(attributes)} attributes"
            )
        for attribute, value, column in zip(attributes, row, columns, strict=True):
            if value is not None and attribute.values is not None and value not in attribute.values:
                raise InputProblem(
                    f"{source}: line {number}, column {attribute.name!r}: {value!r} is not one of "
                    f"{', '.join(sorted(attribute.values))}"
                )
            column.append(value)
    return attributes, columns


def _meaningful(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines, 1):
        text = line.strip().removeprefix("\ufeff")
        if text and not text.startswith("%"):
            yield number, text


def _header(source: str, lines: Iterator[tuple[int, str]]) -> list[Attribute]:
    attributes: list[Attribute] = []
    for number, line in lines:
        keyword = line.split(None, 1)[0].lower()
        if keyword == "@data":
            if not attributes:
                raise InputProblem(f"{source}: line {number}: no @attribute before @data")
            return attributes
        if keyword == "@attribute":
            attributes.append(_attribute(source, number, line))
        elif keyword != "@relation":
            raise InputProblem(
                f"{source}: line {number}: expected @relation, @attribute or @data, "
                f"found {keyword!r}"
            )
    raise InputProblem(f"{source}: has no @data section")


def _attribute(source: str, number: int, line: str) -> Attribute:
    match = ATTRIBUTE.fullmatch(line)
    if match is None:
        raise InputProblem(f"{source}: line {number}: expected @attribute NAME KIND")
    name, kind = _unquoted(match[1]), match[2].strip()
    if kind.startswith("{") and kind.endswith("}"):
        values = _values(source, number, kind[1:-1])
        return Attribute(name, False, frozenset("?" if v is None else v for v in values))
    word = kind.split()[0].lower()
    if word in NUMERIC:
        return Attribute(name, True)
    if word == "string":
        return Attribute(name, False)
    raise InputProblem(
        f"{source}: line {number}, column {name!r}: the kind {word!r} is not supported; known are "
        f"{', '.join(NUMERIC)}, string and lists of values in braces"
    )


def _values(source: str, number: int, text: str) -> list[str | None]:
    values: list[str | None] = []
    position, more = 0, True
    while more:
        match = VALUE.match(text, position)
        if match is None:
            raise InputProblem(f"{source}: line {number}: cannot read {text[position:].strip()!r}")
        values.append(None if match[1] == "?" else _unquoted(match[1]))
        position, more = match.end(), match[2] is not None
    return values


def _unquoted(text: str) -> str:
    if text[:1] in ("'", '"') and len(text) > 1:
        text = text[1:-1]
    return re.sub(r"\\(.)", r"\1", text)
