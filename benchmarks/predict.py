"""Predict many rows with shallow, medium and full trees, beside scikit-learn's."""

from __future__ import annotations

import numpy as np
from harness import TARGET_COLUMNS, Column, Settings, Table, race, ratio, target, yes_no
from sklearn.tree import DecisionTreeClassifier
from tables import overlapping

from obliqua import AxisTreeClassifier

FEATURES = 10
DEPTHS = {"depth 5": 5, "depth 12": 12, "full": None}


def millions(value: float) -> str:
    return f"{value / 1e6:.1f} M/s"


def run(settings: Settings) -> list[Table]:
    n_train, n = (10_000, 100_000) if settings.quick else (100_000, 1_000_000)
    X, y = overlapping(n_train, FEATURES)
    rows, _ = overlapping(n, FEATURES, seed=1)
    table = Table(
        f"Predict {n:,} rows of {FEATURES} features",
        [
            Column("tree", "tree"),
            Column("dtype", "rows given as"),
            Column("leaves", "leaves"),
            Column("peer_leaves", "its"),
            Column("peer", "scikit-learn", millions),
            Column("one", "Obliqua", millions),
            Column("ratio", "ratio", ratio),
            *TARGET_COLUMNS,
            Column("two", "two threads", millions),
            Column("gain", "gain", ratio),
            Column("gain_target", "target"),
            Column("gain_met", "met", yes_no),
        ],
        notes=[
            "Rows per second of `predict`, from the user's array to labels; each library's own "
            f"tree of the same depth limit, grown from {n_train:,} rows. Single precision is what "
            "scikit-learn computes with, so that it needs no conversion there."
        ],
    )
    for label, depth in DEPTHS.items():
        ours = AxisTreeClassifier(max_depth=depth, random_state=0).fit(X, y)
        peer = DecisionTreeClassifier(max_depth=depth, random_state=0).fit(X, y)
        for dtype in (np.float64, np.float32):
            row = compare(ours, peer, rows.astype(dtype), settings.repeats(9))
            table.rows.append({"tree": label, "dtype": np.dtype(dtype).name, **row})
    return [table]


def compare(ours: AxisTreeClassifier, peer: DecisionTreeClassifier, X, repeats: int) -> dict:
    # Set once: two estimators that share one tree.
    double = AxisTreeClassifier(n_jobs=2)
    double._set_tree(ours.tree_)
    times = race(
        {
            "peer": lambda: peer.predict(X),
            "one": lambda: ours.predict(X),
            "two": lambda: double.predict(X),
        },
        repeats,
    )
    speed = {name: len(X) / timing.median for name, timing in times.items()}
    gained = speed["one"] / speed["peer"]
    gain = speed["two"] / speed["one"]
    second = target(gain, at_least=1.8)
    return {
        **speed,
        "leaves": ours.get_n_leaves(),
        "peer_leaves": int(peer.get_n_leaves()),
        "ratio": gained,
        **target(gained, at_least=2.0),
        "gain": gain,
        "gain_target": second["target"],
        "gain_met": second["met"],
        "timings": {name: vars(timing) for name, timing in times.items()},
    }
