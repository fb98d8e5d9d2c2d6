"""Labels and ids of the rows that are learned, as the store keeps them."""

from __future__ import annotations

import numbers
from collections import Counter
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.estimators._targets import encode_labels
from obliqua.incremental.store.layout import LABEL_DTYPES

__all__ = ["Id", "id_kind", "kept_labels", "read_ids", "read_labels", "repeated_id"]

Id = int | str
_KINDS = {"b": "bool", "i": "int", "u": "int", "f": "float", "O": "text", "U": "text", "T": "text"}


def read_labels(y: Any, n_rows: int) -> tuple[NDArray[Any], str]:
    """Check class labels; return them in the type that the store keeps, and its name."""
    classes, codes = encode_labels(y, n_rows, "the store")
    kind = _KINDS[classes.dtype.kind]
    if classes.dtype.kind == "u" and int(classes.max()) >= 2**63:
        raise ValueError(f"the label {classes.max()} is too large; at most 2**63 - 1 can be kept")
    if kind == "text":
        for label in classes.tolist():
            _check_text(label, "label")
    return classes.astype(LABEL_DTYPES[kind])[codes], kind


def kept_labels(labels: NDArray[Any]) -> list[Any]:
    """Give labels as the file holds them: SQLite has no bools."""
    plain: list[Any] = (labels.astype(np.int64) if labels.dtype == bool else labels).tolist()
    return plain


def read_ids(ids: Any) -> list[Id]:
    """Check ids: whole numbers or text, all of one kind.

    Raises
    ------
    ValueError
        If one is neither, or they are mixed.
    """
    if isinstance(ids, (str, bytes, numbers.Number)) or not isinstance(ids, Iterable):
        raise ValueError(f"ids must be a list of whole numbers or of text; got {ids!r}")
    plain = [one.item() if isinstance(one, np.generic) else one for one in ids]
    for position, one in enumerate(plain):
        place = f"id {position} (the first is 0)"
        if isinstance(one, bool) or not isinstance(one, (int, str)):
            raise ValueError(f"{place} must be a whole number or text; got {one!r}")
        if isinstance(one, int) and not -(2**63) <= one < 2**63:
            raise ValueError(f"{place} is out of range: {one}; at most 64 bits can be kept")
        if isinstance(one, str):
            if not one or "\0" in one:
                raise ValueError(f"{place} must be text of at least one character, without NUL")
            _check_text(one, "id")
    if len({type(one) for one in plain}) > 1:
        raise ValueError("ids mix whole numbers and text; use one of them for all")
    twice = repeated_id(plain)
    if twice is not None:
        raise ValueError(f"the id {twice!r} is given twice")
    return plain


def id_kind(ids: list[Id]) -> str:
    """Name the kind of the ids."""
    return "text" if isinstance(ids[0], str) else "int"


def repeated_id(ids: list[Id]) -> Id | None:
    """Find an id that is there twice."""
    if len(set(ids)) == len(ids):
        return None
    return max(Counter(ids).items(), key=lambda pair: pair[1])[0]


def _check_text(text: str, what: str) -> None:
    try:
        text.encode()
    except UnicodeEncodeError:
        raise ValueError(f"the {what} {text!r} is no valid text") from None
