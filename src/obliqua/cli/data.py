"""From a table to what an estimator is given: features, labels, weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from obliqua.cli.c45 import CLASS_COLUMN
from obliqua.cli.problems import InputProblem
from obliqua.cli.readers import STDIN, ReadOptions, format_of, read_table

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Roles:
    """What some columns are for; all others are features."""

    target: str | None = None
    weights: str | None = None
    ignored: Sequence[str] = ()
    id: str | None = None


@dataclass(frozen=True)
class Examples:
    """Rows to learn from."""

    features: pd.DataFrame
    labels: NDArray[Any]
    weights: NDArray[np.float64] | None
    target: str
    ids: list[Any] | None = None


def read_examples(source: str, roles: Roles, options: ReadOptions) -> Examples:
    """Read a table and take its columns apart."""
    table = read_table(source, options)
    names = list(table.columns)
    stated = [*roles.ignored, *options.symbolic, *options.numeric]
    for name in [*stated, *([roles.weights] if roles.weights else [])]:
        _check_column(source, name, names)
    target = _target(source, roles, options, names)
    labels = labels_of(source, table, target)
    weights = None
    if roles.weights:
        if roles.weights == target:
            raise InputProblem(f"{source}: the column {target!r} cannot be target and weights both")
        weights = _weights(source, table, roles.weights)
    ids = None
    if roles.id:
        _check_column(source, roles.id, names)
        if roles.id in (target, roles.weights):
            raise InputProblem(f"{source}: the column {roles.id!r} cannot be the ids as well")
        ids = _ids(source, table, roles.id)
    others = {target, roles.weights, roles.id, *roles.ignored}
    features = table[[name for name in names if name not in others]]
    if not features.shape[1]:
        raise InputProblem(f"{source}: no column is left to learn from")
    return Examples(features, labels, weights, target, ids)


def labels_of(source: str, table: pd.DataFrame, target: str) -> NDArray[Any]:
    """Return a column as class labels: whole numbers, bools or text."""
    _check_column(source, target, list(table.columns))
    column = table[target]
    missing = np.flatnonzero(column.isna().to_numpy())
    if missing.size:
        raise InputProblem(
            f"{source}: row {missing[0] + 1}, column {target!r}: the class is missing"
        )
    labels: NDArray[Any] = column.to_numpy()
    if labels.dtype.kind != "f":
        return labels
    fractional = np.flatnonzero(labels != np.floor(labels))
    if fractional.size:
        row = fractional[0]
        raise InputProblem(
            f"{source}: row {row + 1}, column {target!r}: {labels[row]} is a measurement, not a "
            "class; to take such numbers as names, add --symbolic " + target
        )
    return labels.astype(np.int64)


def _target(source: str, roles: Roles, options: ReadOptions, names: list[str]) -> str:
    if roles.target is not None:
        return roles.target
    # These formats have a convention; a CSV file has none.
    conventional = source != STDIN and (options.format or format_of(source)) in ("c45", "arff")
    if conventional:
        return CLASS_COLUMN if CLASS_COLUMN in names else names[-1]
    raise InputProblem(
        f"{source}: which column is to be predicted? add --target NAME, one of {_listed(names)}"
    )


def _weights(source: str, table: pd.DataFrame, name: str) -> NDArray[np.float64]:
    try:
        weights: NDArray[np.float64] = table[name].to_numpy(dtype=np.float64)
    except (TypeError, ValueError):
        raise InputProblem(f"{source}: the weights in column {name!r} are not numbers") from None
    bad = np.flatnonzero(~(np.isfinite(weights) & (weights >= 0)))
    if bad.size:
        raise InputProblem(
            f"{source}: row {bad[0] + 1}, column {name!r}: {weights[bad[0]]} is not a weight; "
            "weights are finite numbers of at least zero"
        )
    return weights


def _ids(source: str, table: pd.DataFrame, name: str) -> list[Any]:
    column = table[name]
    missing = np.flatnonzero(column.isna().to_numpy())
    if missing.size:
        raise InputProblem(f"{source}: row {missing[0] + 1}, column {name!r}: the id is missing")
    ids: list[Any] = column.tolist()
    for row, one in enumerate(ids):
        if isinstance(one, float):
            if not (one.is_integer() and abs(one) < 2**53):
                raise InputProblem(
                    f"{source}: row {row + 1}, column {name!r}: {one!r} is no whole number; to "
                    f"take such ids as text, add --symbolic {name}"
                )
            ids[row] = int(one)
    return ids


def _check_column(source: str, name: str, names: list[str]) -> None:
    if name not in names:
        raise InputProblem(f"{source}: there is no column {name!r}; there are {_listed(names)}")


def _listed(names: list[str]) -> str:
    shown = ", ".join(repr(name) for name in names[:20])
    return shown + (f" and {len(names) - 20} more" if len(names) > 20 else "")
