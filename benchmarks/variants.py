"""Fit once with every criterion, every pruner and every system, beside scikit-learn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from harness import Column, Settings, Table, percent, race, ratio, seconds
from sklearn.datasets import load_breast_cancer
from sklearn.model_selection import cross_val_score
from sklearn.tree import DecisionTreeClassifier

import obliqua
from obliqua import AxisTreeClassifier, _core
from obliqua.estimators.base import PRUNING

# Registered variants are found, so that a new one has its row.
CRITERIA = tuple(_core.criterion_names())
PRUNERS = tuple(name for name in PRUNING if name is not None)
SYSTEMS = tuple(name for name in obliqua.__all__ if name.endswith("Classifier"))
COLUMNS = [
    Column("name", "variant"),
    Column("time", "fit", seconds),
    Column("ratio", "over scikit-learn's", ratio),
    Column("leaves", "leaves"),
    Column("accuracy", "5-fold accuracy", percent),
]


def run(settings: Settings) -> list[Table]:
    X, y = load_breast_cancer(return_X_y=True)
    criteria = {name: AxisTreeClassifier(name, random_state=0) for name in CRITERIA}
    pruners = {name: AxisTreeClassifier(pruning=name, random_state=0) for name in PRUNERS}
    systems = {name: published(getattr(obliqua, name)) for name in SYSTEMS}
    return [
        compare("Every criterion", criteria, X, y, settings.repeats(9)),
        compare("Every pruner, gini", pruners, X, y, settings.repeats(9)),
        compare("Every system as it is published", systems, X, y, settings.repeats(3)),
    ]


def published(system: type) -> Any:
    model = system()
    return model.set_params(random_state=0) if "random_state" in model.get_params() else model


def compare(title: str, models: Mapping[str, Any], X, y, repeats: int) -> Table:
    table = Table(
        title,
        COLUMNS,
        notes=[
            f"Breast cancer, {X.shape[0]} × {X.shape[1]}. The peer is `DecisionTreeClassifier`, "
            "gini, not pruned; one thread."
        ],
    )
    models = {"scikit-learn": DecisionTreeClassifier(random_state=0), **models}
    times = race({name: lambda m=model: m.fit(X, y) for name, model in models.items()}, repeats)
    for name, model in models.items():
        tree = model.fit(X, y)
        table.rows.append(
            {
                "name": name,
                "time": times[name].median,
                "ratio": times[name].median / times["scikit-learn"].median,
                "leaves": tree.get_n_leaves() if hasattr(tree, "get_n_leaves") else None,
                "accuracy": cross_val_score(model, X, y, cv=5).mean(),
                "timing": vars(times[name]),
            }
        )
    return table
