"""From a fitted estimator to the model file's plain data."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import version
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.persistence.document import FORMAT, MISSING_RULES, TERM_KINDS, TEST_KINDS, VERSION
from obliqua.persistence.labels import encode_labels
from obliqua.table import SYMBOLIC, Schema
from obliqua.tree import Tree

WHOLE = 2.0**53


def encode(model: Any, name_of: Callable[[Any], str]) -> dict[str, Any]:
    """Describe a fitted estimator as nested dicts and lists in the file's order.

    Parameters
    ----------
    model : estimator
        Has ``get_params``, and ``tree_`` or, a forest, ``estimators_``.
    name_of : callable
        Gives the class name to record, of the model and of what it holds.
    """
    forest = getattr(model, "estimators_", None)
    tree: Tree = model.tree_ if forest is None else forest[0].tree_
    document = {
        "format": FORMAT,
        "version": VERSION,
        "library": version("obliqua"),
        "estimator": encode_estimator(model, name_of),
        "schema": encode_schema(tree.schema),
        "classes": encode_labels(tree.classes),
    }
    if forest is None:
        return document | {"tree": encode_tree(tree.core.to_arrays())}
    trees = [
        {"random_state": one.random_state, "tree": encode_tree(one.tree_.core.to_arrays())}
        for one in forest
    ]
    return document | {"trees": trees}


def encode_estimator(model: Any, name_of: Callable[[Any], str]) -> dict[str, Any]:
    """Describe an estimator's class and parameters, and those of the one that it holds."""
    params = model.get_params(deep=False)
    inner = params.pop("estimator", None)
    described: dict[str, Any] = {"name": name_of(model), "params": encode_params(params)}
    if inner is not None:
        described["estimator"] = encode_estimator(inner, name_of)
    return described


def encode_params(params: dict[str, Any]) -> dict[str, Any]:
    """Turn constructor parameters into JSON values, refusing what JSON cannot hold."""
    return {name: _param(name, value) for name, value in sorted(params.items())}


def _param(name: str, value: Any) -> Any:
    if isinstance(value, np.generic):
        value = value.item()
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        if not np.isfinite(value):
            raise ValueError(f"{name}={value!r} cannot be written to a model file: not finite")
        return value
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        items = [_param(name, item) for item in value]
        if not any(isinstance(item, dict) or _nested(item) for item in items):
            return items
    if isinstance(value, dict):
        labels = [_param(name, label) for label in value]
        weights = [float(_param(name, weight)) for weight in value.values()]
        if not any(label is None or isinstance(label, (list, dict)) for label in labels):
            return {"labels": labels, "weights": weights}
    raise ValueError(_refusal(name, value))


def _nested(item: Any) -> bool:
    return isinstance(item, list) and any(isinstance(one, (list, dict)) for one in item)


def _refusal(name: str, value: Any) -> str:
    if isinstance(value, (np.random.RandomState, np.random.Generator)):
        advice = f"record an integer seed with set_params({name}=0)"
    elif callable(value):
        advice = (
            f"a model file holds no code; name one of the library's own with "
            f"set_params({name}=...), which leaves the tree as it is, or use pickle"
        )
    else:
        advice = "it must be None, a bool, a number, text, or a list of these"
    return f"{name}={value!r} cannot be written to a model file: {advice}"


def encode_schema(schema: Schema) -> dict[str, Any]:
    """Describe the table's columns."""
    dtypes = schema.dtypes or ("",) * schema.n_features
    columns = zip(schema.names, schema.kinds, schema.categories, dtypes, strict=True)
    features = []
    for name, kind, categories, dtype in columns:
        feature: dict[str, Any] = {"name": str(name), "kind": kind, "dtype": dtype}
        if kind == SYMBOLIC:
            feature |= {"categories": list(categories)}
        features.append(feature)
    return {"named": schema.named, "features": features}


def encode_tree(arrays: dict[str, Any]) -> dict[str, Any]:
    """Turn the core's arrays into lists, small codes into words, NaN into None."""
    encoded: dict[str, Any] = {
        "basis": [[TERM_KINDS[kind], a, b] for kind, a, b in arrays["basis"].tolist()],
        "kind": [TEST_KINDS[kind] for kind in arrays["kind"].tolist()],
        "missing": [MISSING_RULES[rule] for rule in arrays["missing"].tolist()],
    }
    for name in ("parent", "first_child", "n_children", "term_begin", "weight_begin"):
        encoded[name] = arrays[name].tolist()
    for name in ("constant_begin", "terms", "fills", "weights", "constants", "outputs"):
        encoded[name] = arrays[name].tolist()
    encoded["counts"] = _counts(arrays["counts"])
    encoded["n_rows"] = arrays["n_rows"].tolist()
    for name in ("merit", "margin"):
        encoded[name] = _finite_or_none(name, arrays[name])
    return encoded


def _counts(counts: NDArray[np.float64]) -> list[list[float]]:
    """Write whole counts without their decimal point: 50 rather than 50.0."""
    if np.array_equal(counts, np.floor(counts)) and np.all(counts < WHOLE):
        whole: list[list[float]] = counts.astype(np.int64).tolist()
        return whole
    values: list[list[float]] = counts.tolist()
    return values


def _finite_or_none(name: str, values: NDArray[np.float64]) -> list[float | None]:
    infinite = np.flatnonzero(np.isinf(values))
    if infinite.size:
        raise ValueError(f"{name} of node {infinite[0]} is infinite and cannot be written")
    return [None if value != value else value for value in values.tolist()]
