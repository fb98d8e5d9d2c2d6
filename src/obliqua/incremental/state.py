"""A learner's state as bytes: its parameters and its rows, checked when they are read.

The tree is not among them: it follows from the rows, so that no bytes, however they came to be
what they are, can make a learner whose tree is not that of its rows. Layout: a line that says
what it is, the SHA-256 of the rest, and the rest as MessagePack. Nothing is executed on reading.
"""

from __future__ import annotations

import hashlib
import importlib
from typing import Any, Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from obliqua.incremental.knowledge import Knowledge, Rows
from obliqua.table import NUMERIC, SYMBOLIC, Schema

__all__ = ["from_bytes", "to_bytes"]

MAGIC = b"obliqua state 1\n"
_NAME = b"obliqua state "
_LEARNERS = {
    "ITIClassifier": "obliqua.estimators.iti",
    "DMTIClassifier": "obliqua.estimators.dmti",
}
_LABELS = {"bool": np.dtype(bool), "int": np.dtype(np.int64), "float": np.dtype(np.float64)}


class _Feature(msgspec.Struct, forbid_unknown_fields=True):
    name: str
    kind: Literal["numeric", "symbolic"]
    dtype: str
    categories: list[str]


class _State(msgspec.Struct, forbid_unknown_fields=True):
    learner: str
    params: dict[str, Any]
    named: bool
    features: list[_Feature]
    label_kind: Literal["bool", "int", "float", "text"]
    classes: list[bool | int | float | str]
    declared: list[bool]
    values: bytes
    labels: bytes
    weights: bytes
    numbers: bytes
    ids: list[str] | None
    next_number: int


def to_bytes(learner: Any) -> bytes:
    """Write a learner's parameters and rows.

    Parameters
    ----------
    learner : ITIClassifier or DMTIClassifier
        It knows at least one row.

    Returns
    -------
    bytes
        The same for the same rows in the same order.

    Examples
    --------
    >>> from obliqua import ITIClassifier
    >>> from obliqua.incremental.state import from_bytes, to_bytes
    >>> model = ITIClassifier().fit([[1.0], [2.0], [3.0]], ["a", "a", "b"])
    >>> from_bytes(to_bytes(model)).tree_ == model.tree_
    True
    """
    name = type(learner).__name__
    if _LEARNERS.get(name) != type(learner).__module__:
        raise ValueError(f"{name} is no incremental learner; known are {', '.join(_LEARNERS)}")
    knowledge: Knowledge = learner._known()
    rows = knowledge.rows()
    schema = rows.schema
    kind = {"b": "bool", "i": "int", "f": "float"}.get(rows.classes.dtype.kind, "text")
    ids = knowledge.ids.shown(rows.numbers)
    state = {
        "learner": name,
        "params": _plain(learner.get_params(deep=False)),
        "named": schema.named,
        "features": [
            {"name": n, "kind": k, "dtype": d, "categories": list(c)}
            for n, k, d, c in zip(
                schema.names, schema.kinds, schema.dtypes, schema.categories, strict=True
            )
        ],
        "label_kind": kind,
        "classes": rows.classes.tolist(),
        "declared": rows.declared,
        "values": _little(rows.values, "<f8"),
        "labels": _little(rows.labels, "<i4"),
        "weights": _little(rows.weights, "<i8"),
        "numbers": _little(rows.numbers, "<i8"),
        "ids": ids.tolist() if ids.dtype.kind == "O" else None,
        "next_number": knowledge.ids.next,
    }
    body = msgspec.msgpack.encode(state)
    return MAGIC + hashlib.sha256(body).digest() + body


def from_bytes(data: bytes) -> Any:
    """Make the learner that some bytes describe.

    Parameters
    ----------
    data : bytes
        What `to_bytes` gave.

    Returns
    -------
    estimator
        It knows the same rows by the same ids.

    Raises
    ------
    ValueError
        If the bytes are damaged, of something else, or of a newer release.
    """
    state = _decoded(data)
    if state.learner not in _LEARNERS:
        raise ValueError(f"state: the learner {state.learner!r} is not known to this release")
    estimator_class = getattr(importlib.import_module(_LEARNERS[state.learner]), state.learner)
    try:
        learner = estimator_class(**state.params)
        learner.check_params()
    except (TypeError, ValueError) as error:
        raise ValueError(f"state: params: {error}") from None
    rows = _rows(state)
    ids: NDArray[Any] = rows.numbers
    if state.ids is not None:
        _need(len(state.ids) == len(ids), "ids must be one for each row")
        ids = np.array(state.ids, dtype=object)
    try:
        knowledge = Knowledge.of(state.learner, rows, ids)
    except (TypeError, ValueError) as error:
        raise ValueError(f"state: rows: {error}") from None
    knowledge.ids.next = max(knowledge.ids.next, state.next_number)
    learner._knowledge = knowledge
    return learner


def _decoded(data: bytes) -> _State:
    if not data.startswith(MAGIC):
        if data.startswith(_NAME):
            line = data[: data.find(b"\n")][:40].decode("ascii", "replace")
            raise ValueError(
                f"state: written by a newer release ({line!r}; this one reads "
                f"{MAGIC.decode().strip()!r}): update obliqua"
            )
        raise ValueError("state: these are not the bytes of a learner")
    digest, body = data[len(MAGIC) : len(MAGIC) + 32], data[len(MAGIC) + 32 :]
    if hashlib.sha256(body).digest() != digest:
        raise ValueError("state: the bytes are damaged: they do not match their hash")
    try:
        return msgspec.msgpack.decode(body, type=_State)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"state: {error}") from None


def _rows(state: _State) -> Rows:
    names = tuple(feature.name for feature in state.features)
    _need(bool(names) and len(set(names)) == len(names), "feature names must be different")
    for feature in state.features:
        ordered = feature.categories == sorted(set(feature.categories))
        _need(ordered, f"categories of {feature.name!r} must be sorted and all different")
        _need(
            bool(feature.categories) == (feature.kind == SYMBOLIC),
            f"{feature.name!r} must have categories just when it is symbolic",
        )
    schema = Schema(
        names,
        tuple(feature.kind for feature in state.features),
        tuple(tuple(feature.categories) for feature in state.features),
        tuple(feature.dtype for feature in state.features),
        state.named,
    )
    numbers = _array(state.numbers, "<i8", "numbers")
    n, d = len(numbers), len(names)
    _need(n > 0, "there must be a row")
    values = _array(state.values, "<f8", "values")
    _need(len(values) == n * d, "values must be one for each row and feature")
    labels, weights = _array(state.labels, "<i4", "labels"), _array(state.weights, "<i8", "weights")
    _need(len(labels) == n and len(weights) == n, "labels and weights must be one for each row")
    classes = _classes(state)
    _need(bool(((labels >= 0) & (labels < len(classes))).all()), "labels must be among the classes")
    _need(bool(((weights > 0) & (weights < 2**31)).all()), "weights must be above zero")
    _need(len(np.unique(numbers)) == n, "numbers must be different")
    _need(int(numbers.max()) < 2**63 - 1, "numbers must leave room for the next")
    _need(0 <= state.next_number < 2**63, "next_number must be a number of a row")
    table = values.reshape(n, d)
    _check_values(table, schema)
    return Rows(schema, table, classes, state.declared, labels, weights, numbers)


def _classes(state: _State) -> NDArray[Any]:
    types = {"bool": bool, "int": int, "float": float, "text": str}
    wanted = types[state.label_kind]
    _need(all(type(label) is wanted for label in state.classes), "classes must be of their kind")
    _need(len(state.declared) == len(state.classes), "declared must be one for each class")
    try:
        classes = np.array(state.classes, dtype=_LABELS.get(state.label_kind, np.dtype(object)))
    except OverflowError:
        raise ValueError("state: a class is out of range") from None
    ordered = state.classes == sorted(set(state.classes))
    _need(bool(len(classes)) and ordered, "classes must be sorted and all different")
    return classes


def _check_values(values: NDArray[np.float64], schema: Schema) -> None:
    for f, (name, kind) in enumerate(zip(schema.names, schema.kinds, strict=True)):
        column = values[:, f]
        there = column[~np.isnan(column)]
        if kind == NUMERIC:
            _need(bool(np.isfinite(there).all()), f"column {name!r} must be finite")
            continue
        whole = (there == np.floor(there)) & (there >= 0) & (there < len(schema.categories[f]))
        _need(bool(whole.all()), f"column {name!r} must hold positions of categories")


def _array(data: bytes, dtype: str, name: str) -> NDArray[Any]:
    _need(len(data) % np.dtype(dtype).itemsize == 0, f"{name} must be whole numbers of entries")
    return np.frombuffer(data, dtype=dtype).astype(np.dtype(dtype).newbyteorder("="))


def _little(array: NDArray[Any], dtype: str) -> bytes:
    return np.ascontiguousarray(array, dtype=dtype).tobytes()


def _plain(value: Any) -> Any:
    """Parameters in types that MessagePack has."""
    if isinstance(value, dict):
        return {_plain(key): _plain(one) for key, one in value.items()}
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    return [_plain(one) for one in value] if isinstance(value, (list, tuple)) else value


def _need(sound: bool, message: str) -> None:
    if not sound:
        raise ValueError(f"state: {message}")
