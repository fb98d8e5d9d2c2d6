"""Class labels in the model file: their values and the NumPy dtype they had."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.persistence.document import ClassesPart

DTYPE = re.compile(r"bool|u?int(?:8|16|32|64)|float(?:16|32|64)|U[1-9]\d{0,6}|object")
TYPES: dict[str, tuple[type, ...]] = {
    "b": (bool,),
    "i": (int,),
    "u": (int,),
    "f": (float, int),
    "U": (str,),
    "O": (bool, int, float, str),
}


def encode_labels(labels: NDArray[Any]) -> dict[str, Any]:
    """Describe an array of labels.

    Raises
    ------
    ValueError
        If a label is neither bool, int, float nor str.
    """
    if labels.dtype.kind == "T":  # NumPy's strings of any length
        labels = labels.astype(object)
    dtype = f"U{labels.dtype.itemsize // 4}" if labels.dtype.kind == "U" else labels.dtype.name
    if not DTYPE.fullmatch(dtype):
        raise ValueError(f"class labels of dtype {labels.dtype} cannot be written to a model file")
    plain = [label.item() if isinstance(label, np.generic) else label for label in labels.tolist()]
    for label in plain:
        if not isinstance(label, TYPES[labels.dtype.kind]) or label != label:
            raise ValueError(f"the class label {label!r} cannot be written to a model file")
    return {"dtype": dtype, "labels": plain}


def decode_labels(part: ClassesPart) -> NDArray[Any]:
    """Rebuild the array of labels, checking each against the dtype."""
    if not DTYPE.fullmatch(part.dtype):
        raise ValueError(f"$.classes.dtype: {part.dtype!r} is not a dtype of class labels")
    dtype = np.dtype(part.dtype)
    types = TYPES[dtype.kind]
    for position, label in enumerate(part.labels):
        # bool is an int to Python, not to NumPy.
        if type(label) not in types:
            raise ValueError(
                f"$.classes.labels[{position}]: {label!r} is not of dtype {part.dtype}"
            )
    try:
        labels = np.array(part.labels, dtype=dtype)
    except (OverflowError, ValueError) as error:
        raise ValueError(f"$.classes.labels: do not fit the dtype {part.dtype}: {error}") from None
    if dtype.kind not in "f" and labels.tolist() != part.labels:
        raise ValueError(f"$.classes.labels: do not fit the dtype {part.dtype}")
    if len(set(labels.tolist())) != len(part.labels):
        raise ValueError("$.classes.labels: a label appears more than once")
    return labels
