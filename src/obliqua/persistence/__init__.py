"""The model file: a fitted estimator as one readable JSON document.

A file holds numbers and names only. Loading it executes nothing, checks every index, count
and length, and refuses whatever this release does not know. docs/format/model.md describes
the fields.
"""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any

from msgspec import UnsetType

from obliqua.persistence.atomic import write_atomically
from obliqua.persistence.decode import build_trees, decode, params_of
from obliqua.persistence.document import EstimatorPart
from obliqua.persistence.encode import encode
from obliqua.persistence.layout import to_json

__all__ = ["ESTIMATORS", "load", "save"]

# The classes that a file may name, and where each is.
ESTIMATORS = {
    "AxisTreeClassifier": "obliqua.estimators.axis",
    "CARTLCClassifier": "obliqua.estimators.cart_lc",
    "DMTIClassifier": "obliqua.estimators.dmti",
    "FATClassifier": "obliqua.estimators.fat",
    "ITIClassifier": "obliqua.estimators.iti",
    "LMDTClassifier": "obliqua.estimators.lmdt",
    "MultivariateTreeClassifier": "obliqua.estimators.multivariate",
    "MOC1Classifier": "obliqua.estimators.moc1",
    "MOC2Classifier": "obliqua.estimators.moc2",
    "NonlinearTreeClassifier": "obliqua.estimators.ndt",
    "OC1Classifier": "obliqua.estimators.oc1",
    "ObliqueForestClassifier": "obliqua.estimators.forest",
    "SADTClassifier": "obliqua.estimators.sadt",
}


def save(model: Any, path: str | os.PathLike[str]) -> None:
    """Write a fitted estimator to a model file.

    The file appears all at once: if the disk is full or the process dies, whatever was there
    before is still there. Saving the same model twice gives the same bytes.

    Parameters
    ----------
    model : estimator
        A fitted Obliqua classifier.
    path : path-like
        The file, usually ending in ``.json``.

    Raises
    ------
    ValueError
        If a parameter cannot be written: a callable criterion, a random generator object.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import os, tempfile
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier, load, save
    >>> X, y = load_iris(return_X_y=True)
    >>> model = AxisTreeClassifier(max_depth=3).fit(X, y)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save(model, os.path.join(folder, "model.json"))
    ...     again = load(os.path.join(folder, "model.json"))
    >>> again.tree_ == model.tree_
    True
    """
    write_atomically(Path(path), to_bytes(model))


def load(path: str | os.PathLike[str]) -> Any:
    """Read a fitted estimator from a model file.

    Parameters
    ----------
    path : path-like
        A file that `save` wrote, with this release or an older one.

    Returns
    -------
    estimator
        Of the class it was saved from; it predicts as it did.

    Raises
    ------
    ValueError
        If the file is not a sound model file; the message says where and why.
    OSError
        If the file cannot be read.

    Examples
    --------
    See `save`.
    """
    data = Path(path).read_bytes()
    try:
        return from_bytes(data)
    except ValueError as error:
        raise ValueError(f"{os.fspath(path)}: {error}") from None


def to_bytes(model: Any) -> bytes:
    """Return the content of the model file of a fitted estimator."""
    name = _name_of(model)
    if not model.__sklearn_is_fitted__():
        raise ValueError(f"this {name} is not fitted yet; call fit before saving it")
    return to_json(encode(model, _name_of))


def from_bytes(data: bytes) -> Any:
    """Rebuild the estimator that a model file's content describes."""
    document = decode(data)
    estimator = _made(document.estimator, "$.estimator")
    grown = [] if isinstance(document.trees, UnsetType) else document.trees
    if bool(grown) != hasattr(estimator, "_set_trees"):
        raise ValueError(f"$.estimator.name: {_name_of(estimator)} does not fit $.tree or $.trees")
    trees = build_trees(document)
    if grown:
        estimator._set_trees(trees, [one.random_state for one in grown])
    else:
        estimator._set_tree(trees[0])
    return estimator


def _name_of(model: Any) -> str:
    name = type(model).__name__
    if ESTIMATORS.get(name) != type(model).__module__:
        raise ValueError(
            f"{type(model).__module__}.{name} cannot be written to a model file; "
            f"known are {', '.join(ESTIMATORS)}"
        )
    return name


def _made(part: EstimatorPart, place: str) -> Any:
    """Make an estimator that is not yet fitted."""
    name = part.name
    if name not in ESTIMATORS:
        known = ", ".join(ESTIMATORS)
        raise ValueError(f"{place}.name: {name!r} is not known to this release; known: {known}")
    # The name of the module comes from the table above, never from the file.
    estimator_class = getattr(importlib.import_module(ESTIMATORS[name]), name)
    params = params_of(part, place)
    valid = estimator_class().get_params(deep=False)
    for param in params:
        if param not in valid:
            raise ValueError(
                f"{place}.params: {name} has no parameter {param!r}; it has {', '.join(valid)}"
            )
    if not isinstance(part.estimator, UnsetType):
        if "estimator" not in valid:
            raise ValueError(f"{place}.estimator: {name} has no such parameter")
        params["estimator"] = _made(part.estimator, f"{place}.estimator")
    estimator = estimator_class(**params)
    try:
        estimator.check_params()
    except ValueError as error:
        raise ValueError(f"{place}.params: {error}") from None
    return estimator
