"""From a model file's bytes to a fitted estimator, checking everything on the way."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import numpy as np
from msgspec import UnsetType
from numpy.typing import NDArray

from obliqua import _core
from obliqua.persistence.document import (
    FORMAT,
    MISSING_RULES,
    TERM_KINDS,
    TEST_KINDS,
    VERSION,
    ClassWeights,
    Document,
    EstimatorPart,
    Header,
    SchemaPart,
    TreePart,
)
from obliqua.persistence.labels import decode_labels
from obliqua.table import NUMERIC, SYMBOLIC, Schema
from obliqua.tree import Tree

INDICATOR = TERM_KINDS.index("indicator")
PRODUCT = TERM_KINDS.index("product")
EQUALITY = TEST_KINDS.index("equality")


def decode(data: bytes) -> Document:
    """Read the file's fields, refusing unknown ones and values of another type.

    Raises
    ------
    ValueError
        If the bytes are not a model file of a format that this release knows; the message
        says where (as a path such as ``$.tree.parent[3]``) and why.
    """
    try:
        header = msgspec.json.decode(data, type=Header)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(f"this is not an Obliqua model file: {_reason(error)}") from None
    if header.format != FORMAT:
        raise ValueError(
            f"$.format: this is not an Obliqua model file: expected {FORMAT!r}, "
            f"found {_shortened(header.format)}"
        )
    if header.version > VERSION:
        raise ValueError(
            f"$.version: format {header.version} is newer than {VERSION}, the newest that this "
            f"release reads; it was written by obliqua {_shortened(header.library)}, so update "
            "obliqua"
        )
    try:
        document = msgspec.json.decode(data, type=Document)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise ValueError(_located(error)) from None
    if isinstance(document.tree, UnsetType) == isinstance(document.trees, UnsetType):
        raise ValueError("$: a file has either a tree or trees")
    return document


def build_trees(document: Document) -> list[Tree]:
    """Build the tree, or all trees, checking that the file's parts fit each other."""
    classes = decode_labels(document.classes)
    schema = _schema(document.schema)
    if not isinstance(document.tree, UnsetType):
        return [_tree(document.tree, "$.tree", schema, classes)]
    assert not isinstance(document.trees, UnsetType)
    return [
        _tree(part.tree, f"$.trees[{number}].tree", schema, classes)
        for number, part in enumerate(document.trees)
    ]


def _tree(part: TreePart, place: str, schema: Schema, classes: NDArray[Any]) -> Tree:
    try:
        arrays = _arrays(part, schema.n_features, len(classes))
        try:
            core = _core.Tree.from_arrays(arrays)
        except ValueError as error:
            raise ValueError(_dotted(str(error))) from None
        _check_features(arrays, schema)
    except ValueError as error:
        raise ValueError(f"{place}{error}") from None
    return Tree(core, schema, classes)


def params_of(part: EstimatorPart, place: str) -> dict[str, Any]:
    """Return the estimator's parameters as its constructor takes them."""
    params: dict[str, Any] = {}
    for name, value in part.params.items():
        if isinstance(value, ClassWeights):
            if len(value.labels) != len(value.weights):
                raise ValueError(f"{place}.params.{name}: as many weights as labels are needed")
            params[name] = dict(zip(value.labels, value.weights, strict=True))
        else:
            params[name] = value
    return params


def _schema(part: SchemaPart) -> Schema:
    names = [feature.name for feature in part.features]
    if len(set(names)) != len(names):
        raise ValueError("$.schema.features: a name appears more than once")
    categories = []
    for position, feature in enumerate(part.features):
        place = f"$.schema.features[{position}].categories"
        given = feature.categories
        if feature.kind == NUMERIC and given is not msgspec.UNSET:
            raise ValueError(f"{place}: a numeric feature has none")
        if feature.kind == SYMBOLIC and given is msgspec.UNSET:
            raise ValueError(f"{place}: a symbolic feature needs them")
        listed: list[str] = [] if isinstance(given, UnsetType) else given
        if listed != sorted(set(listed)):
            raise ValueError(f"{place}: must be sorted and all different")
        categories.append(tuple(listed))
    return Schema(
        tuple(names),
        tuple(feature.kind for feature in part.features),
        tuple(categories),
        tuple(feature.dtype for feature in part.features),
        part.named,
    )


def _arrays(part: TreePart, n_features: int, n_classes: int) -> dict[str, Any]:
    for node, row in enumerate(part.counts):
        if len(row) != n_classes:
            raise ValueError(
                f".counts[{node}]: has {len(row)} entries, but there are {n_classes} classes"
            )
    if len(part.counts) != len(part.kind):
        raise ValueError(
            f".counts: has {len(part.counts)} rows, but there are {len(part.kind)} nodes"
        )
    basis = [(TERM_KINDS.index(kind), a, b) for kind, a, b in part.basis]
    arrays: dict[str, Any] = {
        "n_features": n_features,
        "n_classes": n_classes,
        "basis": np.array(basis, dtype=np.int32).reshape(-1, 3),
        "kind": np.array([TEST_KINDS.index(kind) for kind in part.kind], dtype=np.uint8),
        "missing": np.array([MISSING_RULES.index(rule) for rule in part.missing], dtype=np.uint8),
    }
    for name in ("parent", "first_child", "n_children", "terms", "outputs"):
        arrays[name] = np.array(getattr(part, name), dtype=np.int32)
    for name in ("term_begin", "weight_begin", "constant_begin", "n_rows"):
        arrays[name] = np.array(getattr(part, name), dtype=np.int64)
    for name in ("fills", "weights", "constants", "counts"):
        arrays[name] = np.array(getattr(part, name), dtype=np.float64)
    for name in ("merit", "margin"):
        arrays[name] = np.array(getattr(part, name), dtype=np.float64)  # None becomes NaN
    return arrays


def _check_features(arrays: dict[str, Any], schema: Schema) -> None:
    """Check that every term and test asks something of a feature that it can answer."""
    symbolic = np.array([kind == SYMBOLIC for kind in schema.kinds])
    n_categories = np.array([len(names) for names in schema.categories])
    kind, a, b = arrays["basis"].T
    indicator = kind == INDICATOR
    _refuse("basis", symbolic[a] != indicator, "asks a feature of the wrong kind")
    _refuse("basis", indicator & (b >= n_categories[a]), "names a category that there is not")
    second = np.where(kind == PRODUCT, b, a)
    _refuse("basis", (kind == PRODUCT) & symbolic[second], "asks a feature of the wrong kind")
    _refuse("basis", (kind != PRODUCT) & ~indicator & (b != 0), "must end in 0")
    equality = np.flatnonzero(arrays["kind"] == EQUALITY)
    terms, constants = arrays["term_begin"][equality], arrays["constant_begin"][equality]
    features = arrays["terms"][terms]
    _refuse("terms", ~symbolic[features], "must be a symbolic feature", terms)
    count = n_categories[features]
    outside = arrays["constants"][constants] >= count
    _refuse("constants", outside, "names a category that there is not", constants)
    # One past the last category stands for one never seen in training.
    outside = arrays["fills"][terms] > count
    _refuse("fills", outside, "names a category that there is not", terms)


def _refuse(
    name: str, wrong: NDArray[np.bool_], why: str, places: NDArray[np.int64] | None = None
) -> None:
    if wrong.any():
        first = int(wrong.argmax())
        raise ValueError(f".{name}[{first if places is None else places[first]}]: {why}")


def _dotted(message: str) -> str:
    """Turn the core's ``tree: parent[3] must be 1`` into ``.parent[3]: must be 1``."""
    match = re.fullmatch(r"tree: (\w+(?:\[\d+\])?) (.*)", message, re.DOTALL)
    return f".{match[1]}: {match[2]}" if match else message.removeprefix("tree")


def _located(error: Exception) -> str:
    """Put the place that msgspec reports at the end of its message in front."""
    message = _reason(error)
    match = re.fullmatch(r"(.*) - at `(.*)`", message, re.DOTALL)
    return f"{match[2]}: {match[1]}" if match else f"$: {message}"


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8 text"
    return str(error)


def _shortened(text: str) -> str:
    return repr(text if len(text) <= 40 else text[:39] + "…")
