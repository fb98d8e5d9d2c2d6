"""Fit multivariate trees: RLS with SBE, Thermal with DSBE, beside scikit-learn."""

from __future__ import annotations

import numpy as np
from harness import (
    TARGET_COLUMNS,
    Column,
    Settings,
    Table,
    race,
    ratio,
    seconds,
    target,
)
from sklearn.tree import DecisionTreeClassifier
from tables import overlapping

from obliqua import MultivariateTreeClassifier
from obliqua.experiments import datasets

RLS_SBE = {"learner": "rls", "selector": "sbe"}
THERMAL_DSBE = {"learner": "thermal", "selector": "dsbe"}
# Per data set: how it is grown, and the most times scikit-learn's time that may take.
SETTINGS = {
    "hepatitis": (RLS_SBE, 100.0),
    "breast-w": (RLS_SBE, 100.0),
    "segment": (THERMAL_DSBE, 30.0),
    "letter": (THERMAL_DSBE, 30.0),
}
# Made tables: rows, columns, how they are grown.
MADE = ((100_000, 20, RLS_SBE), (10_000, 20, THERMAL_DSBE))
AT_MOST_MADE = 20.0
COLUMNS = [
    Column("table", "table"),
    Column("method", "learner, selector"),
    Column("peer", "scikit-learn", seconds),
    Column("ours", "Obliqua", seconds),
    Column("ratio", "ratio", ratio),
    *TARGET_COLUMNS,
    Column("leaves", "leaves"),
    Column("peer_leaves", "its"),
]


def run(settings: Settings) -> list[Table]:
    table = Table(
        "Learned tests, gain ratio, no univariate rival, no pruning; one thread",
        COLUMNS,
        notes=[
            "The peer is `DecisionTreeClassifier` with its defaults on the same rows. In 1995 RLS "
            "with SBE took 400 s a tree on hepatitis."
        ],
    )
    for name, (method, most) in SETTINGS.items():
        if settings.data_dir is None or (settings.quick and name == "letter"):
            continue
        X, y = numbers(datasets.load(name, data_dir=settings.data_dir))
        table.rows.append(compare(name, method, most, X, y, settings.repeats(3)))
    for n, d, method in MADE:
        X, y = overlapping(n // 10 if settings.quick else n, d)
        row = compare("overlapping", method, AT_MOST_MADE, X, y, settings.repeats(1))
        table.rows.append(row)
    return [table]


def numbers(table: datasets.DataSet) -> tuple[np.ndarray, np.ndarray]:
    """Values as they are, categories by number, which is what scikit-learn's tree takes."""
    columns = [
        column.cat.codes.where(column.notna()) if column.dtype == "category" else column
        for _, column in table.data.items()
    ]
    X = np.column_stack([column.to_numpy(dtype=np.float64) for column in columns])
    return X, np.unique(table.target, return_inverse=True)[1]


def compare(name: str, method: dict, at_most: float, X, y, repeats: int) -> dict:
    ours = MultivariateTreeClassifier(**method, univariate=False, pruning=None, random_state=0)
    peer = DecisionTreeClassifier(random_state=0)
    times = race({"peer": lambda: peer.fit(X, y), "ours": lambda: ours.fit(X, y)}, repeats)
    share = times["ours"].median / times["peer"].median
    return {
        "table": f"{name} ({len(X)} × {X.shape[1]})",
        "method": f"{method['learner']}, {method['selector']}",
        **{key: timing.median for key, timing in times.items()},
        "ratio": share,
        **target(share, at_most=at_most),
        "leaves": ours.get_n_leaves(),
        "peer_leaves": int(peer.get_n_leaves()),
        "timings": {key: vars(timing) for key, timing in times.items()},
    }
