"""Import in fresh processes, beside scikit-learn's tree module."""

from __future__ import annotations

import subprocess
import sys

from harness import TARGET_COLUMNS, Column, Settings, Table, race, ratio, seconds, target

IMPORTS = {
    "python": "pass",
    "import sklearn.tree": "import sklearn.tree",
    "import obliqua": "import obliqua",
    "from obliqua import AxisTreeClassifier": "from obliqua import AxisTreeClassifier",
}
PEER = "import sklearn.tree"


def run(settings: Settings) -> list[Table]:
    table = Table(
        "Import",
        [
            Column("what", "in a fresh process"),
            Column("time", "time", seconds),
            Column("beyond", "beyond Python's own start", seconds),
            Column("ratio", f"over `{PEER}`", ratio),
            *TARGET_COLUMNS,
        ],
        notes=[
            "`import obliqua` loads its parts when they are first asked for; the last line is "
            "what a user waits for."
        ],
    )
    rivals = {name: _start(code) for name, code in IMPORTS.items()}
    times = {name: t.median for name, t in race(rivals, settings.repeats(15)).items()}
    for name, taken in times.items():
        row = {"what": name, "time": taken}
        if name != "python":
            row["beyond"] = max(taken - times["python"], 1e-6)
        if name not in ("python", PEER):
            share = taken / times[PEER]
            row |= {"ratio": share, **target(share, at_most=1.0)}
        table.rows.append(row)
    return [table]


def _start(code: str):
    command = [sys.executable, "-c", code]
    return lambda: subprocess.run(command, check=True)
