"""Learn, forget and leave out rows one by one, beside fitting anew."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from harness import TARGET_COLUMNS, Column, Settings, Table, race, ratio, seconds, target
from iti_streams import Stream, looks, ls10, read_streams, spread, timed
from sklearn.tree import DecisionTreeClassifier
from tables import from_folder, overlapping

from obliqua import ITIClassifier

AT_LEAST = {"bupa": 50.0, "LS10": 200.0, "covertype": 5000.0}
OURS_AT_LEAST = {"bupa": 10.0}
LEFT_OUT = ("bupa", "vowel", "segment")


def run(settings: Settings) -> list[Table]:
    return [
        updates(settings),
        growth(settings),
        removals(settings),
        lazily(settings),
        left_out(settings),
    ]


def ours(X: np.ndarray, y: np.ndarray, **options: str) -> ITIClassifier:
    return ITIClassifier(prune=False, **options).fit(X, y)


# --- one more row against a fit from scratch -----------------------------------


def updates(settings: Settings) -> Table:
    table = Table(
        "One update, against fitting anew at each row",
        [
            Column("table", "table"),
            Column("update", "update", seconds),
            Column("median", "median", seconds),
            Column("against", "against"),
            Column("refit", "fit", seconds),
            Column("ratio", "dearer", ratio),
            *TARGET_COLUMNS,
        ],
        notes=[
            "Normal mode, one thread, not pruned. Means over sizes spread over the stream; at each "
            "the updates that follow are timed one by one, and fits of all rows so far."
        ],
    )
    for stream in read_streams(settings, *AT_LEAST):
        update, median, peer, own = np.mean(list(along(stream, settings)), axis=0).tolist()
        for against, refit, at_least in (
            ("scikit-learn", peer, AT_LEAST[stream.name]),
            ("our own fit", own, OURS_AT_LEAST.get(stream.name)),
        ):
            row = {"table": stream.label(), "update": update, "median": median}
            row |= {"against": against, "refit": refit, "ratio": refit / update}
            wanted = target(refit / update, at_least=at_least) if at_least else {}
            table.rows.append(row | wanted)
    return table


def along(stream: Stream, settings: Settings) -> Iterator[tuple[float, float, float, float]]:
    repeats = 1 if len(stream) > 5000 else settings.repeats(5)
    for look in looks(stream, *spread(stream, settings)):
        X, y = stream.X[: look.known], stream.y[: look.known]
        fits = race(
            {
                "peer": lambda X=X, y=y: DecisionTreeClassifier(random_state=0).fit(X, y),
                "own": lambda X=X, y=y: ours(X, y),
            },
            repeats,
        )
        yield look.taken.mean(), np.median(look.taken), *(fit.median for fit in fits.values())


# --- growth and removal --------------------------------------------------------


def growth(settings: Settings) -> Table:
    """A stationary stream: later updates against earlier ones."""
    table = Table(
        "Growth of an update's cost on a stationary stream",
        [
            Column("table", "table"),
            Column("early", "rows 5,000–10,000", seconds),
            Column("late", "rows 50,000–100,000", seconds),
            Column("ratio", "ratio", ratio),
            *TARGET_COLUMNS,
        ],
        notes=["Means of updates at five places of each range; normal mode, not pruned."],
    )
    some, scale = (10, 20) if settings.quick else (200, 1)
    for stream in (
        ls10(100_000 // scale),
        Stream("two classes", *overlapping(100_000 // scale, 10)),
    ):
        starts = [*np.linspace(5000, 9800, 5), *np.linspace(50_000, 99_800, 5)]
        found = list(looks(stream, [int(start) // scale for start in starts], some))
        early, late = (np.mean([look.taken for look in part]) for part in (found[:5], found[5:]))
        row = {"table": stream.label(), "early": early, "late": late, "ratio": late / early}
        table.rows.append(row | target(late / early, at_most=1.5))
    return table


def removals(settings: Settings) -> Table:
    table = Table(
        "Forgetting a row, against learning it again",
        [
            Column("table", "table"),
            Column("adding", "learn", seconds),
            Column("taking", "forget", seconds),
            Column("ratio", "ratio", ratio),
            *TARGET_COLUMNS,
        ],
        notes=["Means over rows drawn at random, each forgotten and learned again."],
    )
    for stream in read_streams(settings, "bupa", "LS10", "electricity"):
        model = ITIClassifier(prune=False)
        stream.learn(model, 0, len(stream))
        rows = np.random.default_rng(1).choice(len(stream), 40 if settings.quick else 200)
        taken = [
            (
                timed(model.forget, [i]),
                timed(model.partial_fit, stream.X[i : i + 1], stream.y[i : i + 1], ids=[i]),
            )
            for i in rows.tolist()
        ]
        taking, adding = np.mean(taken, axis=0).tolist()
        row = {"table": stream.label(), "adding": adding, "taking": taking}
        row["ratio"] = taking / adding
        table.rows.append(row | target(taking / adding, at_most=2.0))
    return table


# --- all at once ---------------------------------------------------------------


def lazily(settings: Settings) -> Table:
    table = Table(
        "Fit all rows at once, lazily",
        [
            Column("table", "table"),
            Column("peer", "scikit-learn", seconds),
            Column("ours", "ITI", seconds),
            Column("ratio", "ratio", ratio),
            *TARGET_COLUMNS,
        ],
        notes=["With the tree that is asked for afterwards; entropy for scikit-learn, one thread."],
    )
    n = 5_000 if settings.quick else 100_000
    X, y = overlapping(n, 10)
    times = race(
        {
            "peer": lambda: DecisionTreeClassifier(random_state=0).fit(X, y),
            "ours": lambda: ours(X, y, mode="lazy").tree_,
        },
        settings.repeats(3),
    )
    share = times["ours"].median / times["peer"].median
    row = {"table": f"{n:,} × 10", **{name: one.median for name, one in times.items()}}
    table.rows.append(row | {"ratio": share} | target(share, at_most=3.0))
    return table


def left_out(settings: Settings) -> Table:
    table = Table(
        "Leave one out: all n removals, against n fits",
        [
            Column("table", "table"),
            Column("all", "leave_one_out", seconds),
            Column("fit", "one fit", seconds),
            Column("ratio", "of n fits", lambda share: f"{100 * share:.1f} %"),
            *TARGET_COLUMNS,
        ],
    )
    for name, X, y in from_folder(LEFT_OUT, settings.data_dir):
        model = ours(X, y)
        fit = race({"fit": lambda X=X, y=y: ours(X, y)}, settings.repeats(5))["fit"].median
        everything = min(timed(model.leave_one_out) for _ in range(2))
        share = everything / (len(y) * fit)
        row = {"table": f"{name} ({len(y):,} × {X.shape[1]})", "all": everything, "fit": fit}
        table.rows.append(row | {"ratio": share, "target": "≤ 5 %", "met": bool(share <= 0.05)})
    return table
