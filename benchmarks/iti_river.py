"""Learn streams: ITI, which is exact, beside river's trees, which are not."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from harness import TARGET_COLUMNS, Column, Settings, Table, percent, ratio, seconds
from iti_streams import CHUNK, Stream, looks, read_streams, spread, timed

from obliqua import ITIClassifier


def run(settings: Settings) -> list[Table]:
    try:
        from river.tree import ExtremelyFastDecisionTreeClassifier, HoeffdingTreeClassifier
    except ImportError:
        raise SystemExit("iti_river: river is missing; pip install 'obliqua[bench]'") from None
    table = Table(
        "Learn a stream, beside river",
        [
            Column("table", "table"),
            Column("learner", "learner"),
            Column("update", "per row", seconds),
            Column("ratio", "of HoeffdingTree", ratio),
            Column("share", "of ExtremelyFast", ratio),
            *TARGET_COLUMNS,
            Column("accuracy", "prequential accuracy", percent),
        ],
        notes=[
            "Learning alone is timed; river's rows are dicts that were made before. Each chunk of "
            f"{CHUNK:,} rows but the first is asked about before it is learned. Row by row, ITI is "
            "timed at places spread over the stream, and has the accuracy of the chunks, as it has "
            "their trees. ITI is not pruned."
        ],
    )
    for stream in read_streams(settings, "electricity", "covertype", "LS10"):
        peers = {
            kind.__name__.removesuffix("Classifier"): rivers(kind(), stream)
            for kind in (HoeffdingTreeClassifier, ExtremelyFastDecisionTreeClassifier)
        }
        for name, (update, accuracy) in peers.items():
            table.rows.append(
                {"table": stream.label(), "learner": name, "update": update, "accuracy": accuracy}
            )
        (hoeffding, _), (extremely, _) = peers.values()
        chunked, accuracy = in_chunks(stream)
        single = float(np.mean([look.taken for look in looks(stream, *spread(stream, settings))]))
        for how, update in (("chunks", chunked), ("row by row", single)):
            row = {"table": stream.label(), "learner": f"ITI, {how}", "update": update}
            row |= {"ratio": update / hoeffding, "share": update / extremely}
            met = update <= 2 * hoeffding and update <= extremely / 5
            row |= {"target": "≤ 2×, ≤ 0.2×", "met": bool(met), "accuracy": accuracy}
            table.rows.append(row)
    return [table]


def rivers(model: Any, stream: Stream) -> tuple[float, float]:
    """Seconds per learned row, and prequential accuracy."""
    names = [f"x{i}" for i in range(stream.X.shape[1])]
    rows = [dict(zip(names, row, strict=True)) for row in stream.X.tolist()]
    labels, taken, right = stream.y.tolist(), 0.0, 0
    for begin in range(0, len(rows), CHUNK):
        chunk = list(zip(rows[begin : begin + CHUNK], labels[begin : begin + CHUNK], strict=True))
        if begin:
            right += sum(model.predict_one(row) == answer for row, answer in chunk)
        started = time.perf_counter()
        for row, answer in chunk:
            model.learn_one(row, answer)
        taken += time.perf_counter() - started
    return taken / len(rows), right / (len(rows) - CHUNK)


def in_chunks(stream: Stream) -> tuple[float, float]:
    model, taken, right = ITIClassifier(prune=False), 0.0, 0
    for begin in range(0, len(stream), CHUNK):
        X, y = stream.X[begin : begin + CHUNK], stream.y[begin : begin + CHUNK]
        if begin:
            right += int((model.predict(X) == y).sum())
        taken += timed(model.partial_fit, X, y)
    return taken / len(stream), right / (len(stream) - CHUNK)
