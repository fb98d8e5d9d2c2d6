"""How the papers prepared their real data sets: each step is a function of a data set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.experiments.datasets.data_set import DataSet

__all__ = ["Step", "classes_at", "complete_rows", "distinct_rows", "symbolic", "without"]

Step = Callable[[DataSet], DataSet]


def complete_rows(data_set: DataSet) -> DataSet:
    """Keep the rows without a missing value."""
    return _kept(data_set, data_set.data.notna().all(axis=1).to_numpy())


def distinct_rows(data_set: DataSet) -> DataSet:
    """Keep the first of rows that agree in every feature and the class."""
    table = data_set.frame()
    return _kept(data_set, ~table.duplicated().to_numpy())


def without(*features: str) -> Step:
    """Leave features out."""

    def step(data_set: DataSet) -> DataSet:
        data = data_set.data.drop(columns=list(features))
        return replace(data_set, data=data, feature_names=tuple(data.columns))

    return step


def symbolic(*features: str) -> Step:
    """Read features that are coded as numbers as names."""

    def step(data_set: DataSet) -> DataSet:
        data = data_set.data.copy()
        for name in features:
            codes = data[name].astype("Int64").astype("string")
            data[name] = codes.astype("category")
        return replace(data_set, data=data)

    return step


def classes_at(border: float) -> Step:
    """Make two classes of a numeric target: 1 below the border, else 2."""

    def step(data_set: DataSet) -> DataSet:
        labels = np.where(data_set.target < border, 1, 2)
        return replace(data_set, target=labels, target_name="class")

    return step


def _kept(data_set: DataSet, rows: NDArray[Any]) -> DataSet:
    return replace(
        data_set,
        data=data_set.data[rows].reset_index(drop=True),
        target=data_set.target[rows],
        part=None if data_set.part is None else data_set.part[rows],
    )
