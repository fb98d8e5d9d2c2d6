"""JSON laid out so that a person can read it and a diff stays small.

Objects take one line per field; a list of numbers takes a fixed number of them per
line, so that a changed number changes one line; a list of rows takes one line per row,
unless the rows hold objects themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

PER_LINE = 16
SHORT = 88
INDENT = "  "


def to_json(document: Any) -> bytes:
    """Write plain data (dicts, lists, strings, numbers, None) as JSON.

    Parameters
    ----------
    document : dict
        What to write. NaN becomes ``null``.

    Returns
    -------
    bytes
        UTF-8, ending in a new line; the same data gives the same bytes.
    """
    return ("".join(_pieces(document, "")) + "\n").encode()


def _pieces(value: Any, indent: str) -> Iterator[str]:
    if isinstance(value, dict) and value and not _fits(value, indent):
        inner = indent + INDENT
        yield "{\n"
        for position, (key, item) in enumerate(value.items()):
            yield f"{inner}{_compact(key)}: "
            yield from _pieces(item, inner)
            yield ",\n" if position < len(value) - 1 else "\n"
        yield indent + "}"
    elif isinstance(value, list) and value and not _fits(value, indent):
        inner = indent + INDENT
        yield "[\n"
        if _nests(value):
            for position, item in enumerate(value):
                yield inner
                yield from _pieces(item, inner)
                yield ",\n" if position < len(value) - 1 else ""
        else:
            yield ",\n".join(inner + line for line in _lines(value))
        yield f"\n{indent}]"
    else:
        yield _compact(value)


def _nests(items: list[Any]) -> bool:
    """Tell whether the items hold objects of their own, too much for a line each."""
    held = (value for item in items if isinstance(item, dict) for value in item.values())
    return any(isinstance(value, dict) for value in held)


def _lines(items: list[Any]) -> Iterator[str]:
    """Yield rows one per line, scalars several per line."""
    if isinstance(items[0], (dict, list)):
        yield from map(_compact, items)
        return
    for begin in range(0, len(items), PER_LINE):
        yield _compact(items[begin : begin + PER_LINE])[1:-1]


def _fits(value: Any, indent: str) -> bool:
    """Tell whether a list of scalars is short enough for the line it starts on."""
    if not isinstance(value, list) or len(value) > SHORT:
        return False
    return not isinstance(value[0], (dict, list)) and len(_compact(value)) + len(indent) <= SHORT


def _compact(value: Any) -> str:
    """Write on one line, with a space after each comma and colon."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{_compact(k)}: {_compact(v)}" for k, v in value.items()) + "}"
    if isinstance(value, list):
        if not any(isinstance(item, (dict, list, str)) for item in value):
            # Numbers hold no commas; one call for all of them is much quicker.
            return msgspec.json.encode(value).decode().replace(",", ", ")
        return "[" + ", ".join(map(_compact, value)) + "]"
    return msgspec.json.encode(value).decode()
