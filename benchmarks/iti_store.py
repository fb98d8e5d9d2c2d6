"""The durable store's acknowledged rows, and the memory of what an ITI knows."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from harness import Column, Settings, Table, yes_no
from iti_streams import CHUNK, Stream, ls10, timed
from memory import largest_so_far, status
from tables import overlapping

AT_LEAST = 20_000
BYTES = 60


def per_second(value: float) -> str:
    return f"{value:,.0f}/s"


def run(settings: Settings) -> list[Table]:
    return [stored(settings), memory(settings)]


def stored(settings: Settings) -> Table:
    from obliqua.incremental import Store

    table = Table(
        "Acknowledged rows",
        [
            Column("table", "table"),
            Column("rows", "learned", per_second),
            Column("target", "target"),
            Column("met", "met", yes_no),
            Column("asked", "and the tree asked for after each", per_second),
            Column("forgotten", "forgotten", per_second),
        ],
        notes=[
            f"Batches of {CHUNK:,}, each flushed to the disk before it is acknowledged. Forgetting "
            "also gives the digests of the trees before and after."
        ],
    )
    stream = ls10(5_000 if settings.quick else 50_000)
    for asked in (False, True):
        with TemporaryDirectory() as folder, Store(Path(folder) / "rows", learner="iti") as store:
            taken = sum(
                timed(learn, store, stream, begin, asked) for begin in range(0, len(stream), CHUNK)
            )
            speed = len(stream) / taken
            if not asked:
                row = {"table": stream.label(), "rows": speed, "target": f"≥ {AT_LEAST:,}/s"}
                row["met"] = speed >= AT_LEAST
            else:
                row["asked"] = speed
                gone = store.ids()[:: len(stream) // CHUNK]
                row["forgotten"] = len(gone) / timed(store.forget, gone)
    table.rows.append(row)
    return table


def learn(store, stream: Stream, begin: int, asked: bool) -> None:
    store.learn(stream.X[begin : begin + CHUNK], stream.y[begin : begin + CHUNK])
    if asked:
        assert store.tree_.n_nodes > 0


# --- memory --------------------------------------------------------------------


def memory(settings: Settings) -> Table:
    table = Table(
        "Memory of what is known",
        [
            Column("table", "table"),
            Column("levels", "levels", lambda levels: f"{levels:.1f}"),
            Column("row", "per row", lambda size: f"{size:.0f} B"),
            Column("cell", "per row and feature", lambda size: f"{size:.1f} B"),
            Column("level", "per row, feature and level", lambda size: f"{size:.2g} B"),
            Column("target", "target"),
            Column("met", "met", yes_no),
        ],
        notes=[
            "Growth of the resident size, in a process of its own, while rows are learned in "
            f"chunks of {CHUNK:,}; levels are the expected tests and one."
        ],
    )
    for n, d in ((20_000, 10),) if settings.quick else ((100_000, 10), (100_000, 50)):
        command = [sys.executable, __file__, str(n), str(d)]
        finished = subprocess.run(command, capture_output=True, text=True, check=True)
        found = json.loads(finished.stdout)
        level = found["size"] / (n * d * found["levels"])
        table.rows.append(
            {
                "table": f"{n:,} × {d}",
                "levels": found["levels"],
                "row": found["size"] / n,
                "cell": found["size"] / (n * d),
                "level": level,
                "target": f"≤ {BYTES} B",
                "met": level <= BYTES,
            }
        )
    return table


def grown(n: int, d: int) -> dict[str, float]:
    from obliqua import ITIClassifier

    ITIClassifier().fit(*overlapping(1000, d))
    stream = Stream("two classes", *overlapping(n, d))
    before = status("VmRSS") or largest_so_far()
    model = ITIClassifier(prune=False)
    stream.learn(model, 0, n)
    size = (status("VmRSS") or largest_so_far()) - before
    counts = model.tree_.arrays["counts"]
    return {"size": size, "levels": 1 + float(counts[1:].sum() / counts[0].sum())}


if __name__ == "__main__":
    print(json.dumps(grown(*map(int, sys.argv[1:]))))
