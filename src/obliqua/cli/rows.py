"""Rows of a table for a model that is already there."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from obliqua.cli.problems import InputProblem

if TYPE_CHECKING:
    from obliqua.cli.readers import ReadOptions


def read_rows(source: str, tree: Any, target: str | None, options: ReadOptions) -> tuple[Any, Any]:
    """Read the columns that a model needs, as the kinds it knows, and the classes if asked for."""
    from obliqua.cli.data import labels_of
    from obliqua.cli.readers import read_table

    schema = tree.schema
    symbolic: list[str] = []
    numeric: list[str] = []
    if schema.named:
        for name, kind in zip(schema.names, schema.kinds, strict=True):
            (symbolic if kind == "symbolic" else numeric).append(name)
    if target is not None and tree.classes.dtype.kind in "OU" and target not in schema.names:
        symbolic.append(target)
    kinds = replace(options, symbolic=frozenset(symbolic), numeric=frozenset(numeric))
    table = read_table(source, kinds)
    labels = None if target is None else labels_of(source, table, target)
    return features_of(source, table, schema, target), labels


def features_of(source: str, table: Any, schema: Any, target: str | None) -> Any:
    """Pick the model's columns; a model without names takes them in their order."""
    if schema.named:
        absent = [repr(name) for name in schema.names if name not in table]
        if absent:
            some = ", ".join(absent[:5]) + (" and more" if len(absent) > 5 else "")
            raise InputProblem(f"{source}: the model needs the column {some}, which is not there")
        return table[list(schema.names)]
    features = table.drop(columns=[target] if target in table else [])
    if features.shape[1] != schema.n_features:
        raise InputProblem(
            f"{source}: has {features.shape[1]} columns, but the model was grown from "
            f"{schema.n_features} without names"
        )
    return features.to_numpy()
