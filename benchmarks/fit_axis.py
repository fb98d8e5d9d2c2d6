"""Fit axis-parallel trees, gini, not pruned, beside scikit-learn's."""

from __future__ import annotations

from harness import TARGET_COLUMNS, Column, Settings, Table, percent, race, ratio, seconds, target
from sklearn.tree import DecisionTreeClassifier
from tables import from_folder, overlapping, shipped

from obliqua import AxisTreeClassifier

LARGE = ((100_000, 10), (100_000, 50), (1_000_000, 10))
QUICK = ((10_000, 10), (10_000, 50))
PAPERS = ("pima", "vehicle", "vowel", "segment", "letter")
COLUMNS = [
    Column("table", "table"),
    Column("peer", "scikit-learn", seconds),
    Column("one", "Obliqua", seconds),
    Column("two", "two threads", seconds),
    Column("ratio", "ratio", ratio),
    *TARGET_COLUMNS,
    Column("gain", "gain of the second thread", ratio),
    Column("accuracy", "training accuracy", percent),
    Column("peer_accuracy", "its", percent),
    Column("leaves", "leaves"),
    Column("peer_leaves", "its"),
]


def run(settings: Settings) -> list[Table]:
    large = Table(
        "Fit: large tables",
        COLUMNS,
        notes=[
            "Two overlapping normal classes of continuous features. The ratio is Obliqua's time on "
            "one thread over scikit-learn's; the trees may differ where tests tie, and because "
            "scikit-learn rounds features to single precision."
        ],
    )
    for n, d in QUICK if settings.quick else LARGE:
        X, y = overlapping(n, d)
        large.rows.append(compare(f"{n:,} × {d}", X, y, settings.repeats(5), 0.2))
    small = Table("Fit: small tables", COLUMNS, notes=["Never slower than scikit-learn."])
    for name, X, y in (*shipped(), *from_folder(PAPERS, settings.data_dir)):
        label = f"{name} ({len(X)} × {X.shape[1]})"
        small.rows.append(compare(label, X, y, settings.repeats(15), 1.0))
    return [large, small]


def compare(label: str, X, y, repeats: int, at_most: float) -> dict:
    def peer():
        return DecisionTreeClassifier(random_state=0).fit(X, y)

    def ours(threads: int = 1):
        return AxisTreeClassifier(random_state=0, n_jobs=threads).fit(X, y)

    times = race({"peer": peer, "one": ours, "two": lambda: ours(2)}, repeats)
    tree, other = ours(), peer()
    share = times["one"].median / times["peer"].median
    return {
        "table": label,
        **{name: timing.median for name, timing in times.items()},
        "ratio": share,
        **target(share, at_most=at_most),
        "gain": times["one"].median / times["two"].median,
        "accuracy": tree.score(X, y),
        "peer_accuracy": other.score(X, y),
        "leaves": tree.get_n_leaves(),
        "peer_leaves": int(other.get_n_leaves()),
        "timings": {name: vars(timing) for name, timing in times.items()},
    }
