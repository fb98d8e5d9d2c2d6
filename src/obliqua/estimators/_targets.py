"""Class labels of any type, and row weights, as the core takes them."""

from __future__ import annotations

import math
import numbers
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["check_two_classes", "encode_labels", "row_weights"]

_MOST_CLASSES = 65_535


def encode_labels(y: Any, n_rows: int, owner: str) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Sort the distinct labels and number each row's.

    Parameters
    ----------
    y : array-like
        One label per row: whole numbers, strings or bools.
    n_rows : int
        How many there must be.
    owner : str
        Who asks, for messages.

    Returns
    -------
    classes : ndarray
        The distinct labels in order.
    codes : ndarray of int32
        Per row, the position of its label.
    """
    labels = _as_vector(y, owner)
    if len(labels) != n_rows:
        raise ValueError(
            "Found input variables with inconsistent numbers of samples: "
            f"X has {n_rows} rows and y has {len(labels)} labels"
        )
    if labels.dtype.kind == "O":
        labels = _from_objects(labels)
    kind = labels.dtype.kind
    if kind == "f":
        _check_whole(labels)
    elif kind not in "iubUOT":
        raise ValueError(f"Unknown label type: y has dtype {labels.dtype}; {_VALID}")
    classes, codes = _factorize(labels)
    if len(classes) > _MOST_CLASSES:
        raise ValueError(f"y has {len(classes)} classes; at most {_MOST_CLASSES} are supported")
    return classes, codes


_VALID = "class labels are whole numbers, strings or bools"


def _as_vector(y: Any, owner: str) -> NDArray[Any]:
    if y is None:
        raise ValueError(f"{owner} requires y to be passed, but the target y is None")
    labels = np.asarray(y)
    if isinstance(y, (list, tuple)) and labels.dtype.kind in "US":
        # NumPy would have turned numbers beside strings into strings.
        labels = np.asarray(y, dtype=object)
    if labels.ndim == 2 and labels.shape[1] == 1:
        from sklearn.exceptions import DataConversionWarning

        message = (
            "A column-vector y was passed when a 1d array was expected. Please change the shape "
            "of y to (n_samples, ), for example using ravel()."
        )
        warnings.warn(message, DataConversionWarning, stacklevel=5)
        labels = labels[:, 0]
    if labels.ndim != 1:
        raise ValueError(f"y should be a 1d array, got an array of shape {labels.shape} instead.")
    return labels


def _missing(value: Any) -> bool:
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and math.isnan(value)


def _from_objects(labels: NDArray[Any]) -> NDArray[Any]:
    """Labels that are all text stay objects; numbers and bools get their own dtype."""
    values = labels.tolist()
    kinds = dict.fromkeys(map(type, values))
    if all(issubclass(kind, str) for kind in kinds):
        return labels
    for row, value in enumerate(values):
        if _missing(value):
            raise ValueError(f"y has a missing label in row {row} (the first is 0): {value!r}")
    groups = {_group(kind): kind for kind in kinds}
    if "other" in groups:
        raise ValueError(f"Unknown label type: {groups['other'].__name__!r} in y; {_VALID}")
    if len(groups) > 1:
        found = " and ".join(sorted(kind.__name__ for kind in groups.values()))
        raise ValueError(f"y mixes labels of type {found}; use one type for all")
    return np.array(values)


def _group(kind: type) -> str:
    if issubclass(kind, str):
        return "text"
    if issubclass(kind, (bool, np.bool_)):
        return "bool"
    return "number" if issubclass(kind, numbers.Real) else "other"


def _check_whole(labels: NDArray[Any]) -> None:
    bad = ~np.isfinite(labels)
    if bad.any():
        row = int(bad.argmax())
        what = "a missing label" if np.isnan(labels[row]) else "an infinite label"
        raise ValueError(f"y has {what} in row {row} (the first is 0): {labels[row]}")
    fractional = labels != np.floor(labels)
    if fractional.any():
        row = int(fractional.argmax())
        raise ValueError(
            f"Unknown label type: continuous. y holds {labels[row]} in row {row} (the first is "
            f"0); {_VALID}"
        )


def _factorize(labels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.int32]]:
    kind = labels.dtype.kind
    if kind in "iu" and len(labels):
        low, high = int(labels.min()), int(labels.max())
        if high - low < 2 * _MOST_CLASSES and high < 2**63:
            return _count(labels, low, high)
    if kind in "OUT":
        values = labels.tolist()
        classes = np.array(sorted(dict.fromkeys(values)), dtype=labels.dtype)
        position = {label: code for code, label in enumerate(classes.tolist())}
        codes = np.fromiter(map(position.__getitem__, values), np.int32, len(values))
        return classes, codes
    classes, inverse = np.unique(labels, return_inverse=True)
    return classes, inverse.astype(np.int32)


def _count(labels: NDArray[Any], low: int, high: int) -> tuple[NDArray[Any], NDArray[np.int32]]:
    """Numbers in a small range: count instead of sorting."""
    shifted = labels.astype(np.int64, copy=False)  # their own type could overflow
    if low != 0:
        shifted = shifted - low
    present = np.zeros(high - low + 1, dtype=bool)
    present[shifted] = True
    position = np.cumsum(present, dtype=np.int32) - 1
    classes = (np.flatnonzero(present) + low).astype(labels.dtype)
    return classes, position[shifted].astype(np.int32, copy=False)


def check_two_classes(classes: NDArray[Any], codes: NDArray[np.int32]) -> None:
    """Refuse rows of a single class, given those of positive weight."""
    present = np.flatnonzero(np.bincount(codes, minlength=len(classes)))
    if len(present) < 2:
        label = classes.tolist()[int(present[0])]
        raise ValueError(
            f"y holds only 1 class, {label!r}, among rows of positive weight; a classifier "
            "needs at least 2 classes"
        )


def row_weights(
    sample_weight: Any, class_weight: Any, classes: NDArray[Any], codes: NDArray[np.int32]
) -> NDArray[np.float64] | None:
    """Multiply row weights by class weights; None when every row weighs one.

    "balanced" gives every class the same total. Deviation: scikit-learn counts rows for that
    even when they are weighted; here a weight of two is the same as the row twice.

    Raises
    ------
    ValueError
        For weights that are negative, not finite, of the wrong number, or all zero.
    """
    weights = None if sample_weight is None else _sample_weights(sample_weight, len(codes))
    if class_weight is not None:
        per_class = _class_weights(class_weight, weights, classes, codes)
        weights = per_class[codes] if weights is None else weights * per_class[codes]
        if not weights.any():
            raise ValueError("class_weight and sample_weight leave every row with weight zero")
    return weights


def _sample_weights(sample_weight: Any, n_rows: int) -> NDArray[np.float64]:
    if isinstance(sample_weight, numbers.Real):
        sample_weight = np.full(n_rows, float(sample_weight))
    try:
        weights = np.asarray(sample_weight, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError("sample_weight must be numbers, one per row") from None
    if weights.shape != (n_rows,):
        raise ValueError(
            f"sample_weight must be one number for each of the {n_rows} rows; its shape is "
            f"{weights.shape}"
        )
    for bad, what in ((~np.isfinite(weights), "not a finite number"), (weights < 0, "negative")):
        if bad.any():
            row = int(bad.argmax())
            raise ValueError(
                f"sample_weight of row {row} (the first is 0) is {what}: {weights[row]}; weights "
                "are finite numbers of at least zero"
            )
    if not weights.any():
        raise ValueError("sample_weight is zero for every row; at least one must be above zero")
    return np.ascontiguousarray(weights)


def _class_weights(
    class_weight: Any,
    weights: NDArray[np.float64] | None,
    classes: NDArray[Any],
    codes: NDArray[np.int32],
) -> NDArray[np.float64]:
    if isinstance(class_weight, str):  # "balanced"
        totals = np.bincount(codes, weights, minlength=len(classes))
        present = totals > 0
        balanced = np.zeros(len(classes))
        balanced[present] = totals.sum() / (present.sum() * totals[present])
        return balanced
    labels = classes.tolist()
    given: Mapping[Any, Any] = dict(class_weight)
    missing = [label for label in labels if label not in given]
    unknown = [label for label in given if label not in labels]
    if missing and unknown:
        # As scikit-learn: a label that is only absent from these rows is no mistake.
        raise ValueError(f"class_weight names {unknown}, not in y; the classes of y are {labels}")
    result = np.ones(len(classes))
    for code, label in enumerate(labels):
        weight = given.get(label, 1.0)
        if not isinstance(weight, numbers.Real) or not 0 <= float(weight) < math.inf:
            raise ValueError(
                f"class_weight of {label!r} must be a finite number of at least zero; "
                f"got {weight!r}"
            )
        result[code] = float(weight)
    return result
