"""Peak memory of fit beyond its input, each fit in a process of its own."""

from __future__ import annotations

import contextlib
import json
import resource
import subprocess
import sys
from pathlib import Path

from harness import TARGET_COLUMNS, Column, Settings, Table, ratio, target

SIZES = ((100_000, 10), (100_000, 50), (1_000_000, 10))
QUICK = ((50_000, 10),)


def megabytes(value: float) -> str:
    return f"{value / 1e6:.1f} MB"


def run(settings: Settings) -> list[Table]:
    table = Table(
        "Peak memory of fit beyond its input",
        [
            Column("table", "table"),
            Column("input", "input", megabytes),
            Column("peer", "scikit-learn", megabytes),
            Column("one", "Obliqua", megabytes),
            Column("two", "two threads", megabytes),
            Column("ratio", "of the input", ratio),
            *TARGET_COLUMNS,
        ],
        notes=[
            "The largest resident size during fit less that before it, the tree itself included, "
            "after a small fit that loads what is loaded once."
        ],
    )
    for n, d in QUICK if settings.quick else SIZES:
        row = {"table": f"{n:,} × {d}", "input": n * d * 8}
        for name in ("peer", "one", "two"):
            row[name] = peak_of(name, n, d)
        share = row["one"] / row["input"]
        table.rows.append({**row, "ratio": share, **target(share, at_most=1.0)})
    return [table]


def peak_of(name: str, n: int, d: int) -> int:
    command = [sys.executable, __file__, name, str(n), str(d)]
    finished = subprocess.run(command, capture_output=True, text=True, check=True)
    return int(json.loads(finished.stdout)["peak"])


# --- in the process that is measured -----------------------------------------


def status(key: str) -> int | None:
    """Read one line of this process's status, in bytes; None on systems without it."""
    path = Path("/proc/self/status")
    if not path.exists():
        return None
    found = [line for line in path.read_text().splitlines() if line.startswith(f"{key}:")]
    return int(found[0].split()[1]) * 1024


def largest_so_far() -> int:
    peak = status("VmHWM")
    if peak is not None:
        return peak
    scale = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * scale


def forget_peak() -> None:
    """Make the largest resident size start again from the present one, where Linux allows it."""
    with contextlib.suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5")


def measure(name: str, n: int, d: int) -> int:
    from tables import overlapping

    def make():
        if name == "peer":
            from sklearn.tree import DecisionTreeClassifier

            return DecisionTreeClassifier(random_state=0)
        from obliqua import AxisTreeClassifier

        return AxisTreeClassifier(random_state=0, n_jobs=1 if name == "one" else 2)

    make().fit(*overlapping(1000, d))
    X, y = overlapping(n, d)
    forget_peak()
    before = status("VmRSS") or largest_so_far()
    fitted = make().fit(X, y)
    peak = largest_so_far()
    assert fitted.get_n_leaves() > 1
    return peak - before


if __name__ == "__main__":
    print(json.dumps({"peak": measure(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))}))
