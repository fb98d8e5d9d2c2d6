"""C4.5's ``.names`` and ``.data`` files, as Quinlan (1993), appendix 1, describes them.

Names end at a comma, a colon, the end of the line or a full stop before white
space; ``|`` starts a comment and a backslash takes the next character literally.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from obliqua.cli.problems import InputProblem

CLASS_COLUMN = "class"
MISSING = "?"
NAME = re.compile(
    r"(?P<text>(?:\\.|\.(?![\s|]|$)|[^\\,:|.\n])*)(?P<end>[,:\n.]|\|[^\n]*\n?|$)", re.S
)


@dataclass(frozen=True)
class Attribute:
    """One column: continuous, ignored, or with a list of values (None: any value)."""

    name: str
    continuous: bool = False
    ignored: bool = False
    values: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Names:
    """What a ``.names`` file says: the class column, its labels, the attributes."""

    target: str
    classes: tuple[str, ...]
    attributes: tuple[Attribute, ...]


def read_names(path: Path) -> Names:
    """Read a ``.names`` file.

    When its first entry is one name that is also an attribute (C5.0's habit),
    that attribute is the class.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputProblem(f"{path}: is needed beside the .data file and is not there") from None
    entries = list(_entries(text))
    if not entries or entries[0][1] is not None:
        raise InputProblem(f"{path}: line 1: expected the list of classes")
    classes = tuple(entries[0][2])
    attributes = [_attribute(path, *entry) for entry in entries[1:]]
    if not attributes:
        raise InputProblem(f"{path}: names no attribute")
    target = CLASS_COLUMN
    if len(classes) == 1:
        target = classes[0]
        for attribute in attributes:
            if attribute.name == target and attribute.values:
                classes = attribute.values
                break
        else:
            raise InputProblem(
                f"{path}: line 1: {target!r} is neither two classes nor an attribute"
            )
    seen: set[str] = set() if any(a.name == target for a in attributes) else {target}
    for attribute in attributes:
        if attribute.name in seen:
            raise InputProblem(f"{path}: the name {attribute.name!r} appears more than once")
        seen.add(attribute.name)
    return Names(target, classes, tuple(attributes))


def read_data(path: Path, names: Names) -> dict[str, list[str | None]]:
    """Read a ``.data`` file as columns of text, None where a value is missing."""
    columns = list(names.attributes)
    if all(attribute.name != names.target for attribute in columns):
        columns.append(Attribute(names.target, values=names.classes))
    cells: list[list[str | None]] = [[] for _ in columns]
    for number, row in _rows(path):
        if len(row) != len(columns):
            raise InputProblem(
                f"{path}: line {number} has {len(row)} values, "
                f"but the .names file describes {len(columns)}"
            )
        for attribute, value, column in zip(columns, row, cells, strict=True):
            if value != MISSING and attribute.values and value not in attribute.values:
                raise InputProblem(
                    f"{path}: line {number}, column {attribute.name!r}: {value!r} is not one of "
                    f"{', '.join(attribute.values)}"
                )
            column.append(None if value == MISSING else value)
    return {
        attribute.name: column
        for attribute, column in zip(columns, cells, strict=True)
        if not attribute.ignored
    }


def _attribute(path: Path, line: int, name: str | None, values: list[str]) -> Attribute:
    if name is None:
        raise InputProblem(f"{path}: line {line}: expected 'name: values', found {values[0]!r}")
    if not values:
        raise InputProblem(f"{path}: line {line}: {name!r} has neither values nor a kind")
    if "" in values:
        raise InputProblem(f"{path}: line {line}: {name!r} has an empty value")
    if len(values) == 1:
        if values[0] == "continuous":
            return Attribute(name, continuous=True)
        if values[0] == "ignore":
            return Attribute(name, ignored=True)
        if values[0].split()[0] == "discrete":
            return Attribute(name)
    return Attribute(name, values=tuple(values))


def _entries(text: str) -> Iterator[tuple[int, str | None, list[str]]]:
    """Yield (line, name before the colon or None, values) for each entry."""
    first_line, name, values = 1, None, list[str]()
    for line, word, end in _words(text):
        if not word and end in ("\n", ""):
            continue
        if name is None and not values:
            first_line = line
        if end == ":" and name is None and not values:
            name = word
            continue
        values.append(word)
        if end != ",":
            yield first_line, name, values
            name, values = None, []
    if values or name is not None:
        yield first_line, name, values


def _rows(path: Path) -> Iterator[tuple[int, list[str]]]:
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            words = [(word, end) for _, word, end in _words(line)]
            while words and not words[-1][0] and words[-1][1] != ",":
                words.pop()
            if words:
                yield number, [word for word, _ in words]


def _words(text: str) -> Iterator[tuple[int, str, str]]:
    """Yield (line, word, what ended it); a comment ends a word as the end of its line does."""
    position, line = 0, 1
    while position < len(text):
        match = NAME.match(text, position)
        if match is None or match.end() == position:
            # A backslash with nothing behind it.
            position += 1
            continue
        raw, end = match["text"], match["end"]
        started = line + raw[: len(raw) - len(raw.lstrip())].count("\n")
        line += match[0].count("\n")
        position = match.end()
        word = re.sub(r"\\(.)", r"\1", " ".join(raw.split()), flags=re.S)
        yield started, word, "\n" if end.startswith("|") else end
