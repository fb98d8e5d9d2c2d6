"""The canonical digest of a tree: the same bytes on every machine."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.table import Schema

__all__ = ["digest"]

# Merit, margin and row numbers are left out: they do not tell trees apart.
_ARRAYS = (
    "basis",
    "kind",
    "missing",
    "parent",
    "first_child",
    "n_children",
    "term_begin",
    "weight_begin",
    "constant_begin",
    "terms",
    "fills",
    "weights",
    "constants",
    "outputs",
    "counts",
)


def digest(schema: Schema, classes: NDArray[Any], arrays: Mapping[str, Any]) -> str:
    """Hash what a tree is; every part is preceded by its length, so that none runs into another."""
    sha = hashlib.sha256(b"obliqua tree 1\n")
    for text in _texts(schema, classes):
        data = text.encode("utf-8", "surrogatepass")
        sha.update(len(data).to_bytes(8, "little") + data)
    for name in _ARRAYS:
        array = _canonical(arrays[name])
        sha.update(name.encode() + array.size.to_bytes(8, "little") + array.tobytes())
    return sha.hexdigest()


def _canonical(array: NDArray[Any]) -> NDArray[Any]:
    """Integers as little-endian int64; floats as float64 with one zero and one NaN."""
    if array.dtype.kind != "f":
        return np.ascontiguousarray(array, dtype="<i8")
    values = np.array(array, dtype="<f8", order="C") + 0.0
    values[np.isnan(values)] = np.nan
    return values


def _texts(schema: Schema, classes: NDArray[Any]) -> Iterator[str]:
    yield str(schema.n_features)
    for name, kind, categories in zip(schema.names, schema.kinds, schema.categories, strict=True):
        yield from (name, kind, str(len(categories)), *categories)
    yield str(len(classes))
    for label in classes.tolist():
        text = label.hex() if isinstance(label, float) else str(label)
        yield f"{type(label).__name__}:{text}"
