"""The kernel's nanoseconds per row, beside streaming the two columns and beside sorting.

Measured in C++ (cpp/benchmarks/kernel.cpp), which this builds first.
"""

from __future__ import annotations

import json
import shutil
import subprocess

from harness import ROOT, Column, Settings, Table, ratio

BUILD = ROOT / "build" / "benchmarks"
SIZES = ("10000", "100000", "1000000")


def nanoseconds(value: float) -> str:
    return f"{value:.2f} ns"


def run(settings: Settings) -> list[Table]:
    table = Table(
        "The kernel: best cut under gini at a root node, one thread, per row and feature",
        [
            Column("rows", "rows", lambda n: f"{n:,}"),
            Column("classes", "classes"),
            Column("values", "values"),
            Column("stream", "streaming the two columns", nanoseconds),
            Column("kernel", "the kernel", nanoseconds),
            Column("over_stream", "over streaming", ratio),
            Column("kernel_of_ten", "ten features at once", nanoseconds),
            Column("coding", "coding, once per fit", nanoseconds),
            Column("sort", "sort and scan", nanoseconds),
            Column("gain", "over the kernel", ratio),
        ],
        notes=[
            "Streaming reads the column of values (8 bytes) and of classes (2 bytes) and adds them "
            "up; the kernel reads codes (2 bytes) and classes. Informative values tell the classes "
            "apart in part, noise does not. Kernel and sort give the same merit, or the benchmark "
            "stops."
        ],
    )
    sizes = SIZES[:1] if settings.quick else SIZES
    for row in json.loads(_output(build(), *sizes)):
        row["over_stream"] = row["kernel"] / row["stream"]
        row["gain"] = row["sort"] / row["kernel"]
        table.rows.append(row)
    return [table]


def build() -> str:
    """Build the C++ benchmark; return its path."""
    cmake = shutil.which("cmake")
    if cmake is None:
        raise SystemExit("the kernel's benchmark needs CMake: pip install cmake ninja")
    generator = ["-G", "Ninja"] if shutil.which("ninja") else []
    _output(
        *(cmake, "-S", str(ROOT), "-B", str(BUILD), *generator),
        *("-DCMAKE_BUILD_TYPE=Release", "-DOBLIQUA_BENCHMARKS=ON", "-DOBLIQUA_PYTHON=OFF"),
    )
    _output(cmake, "--build", str(BUILD), "--target", "obliqua_benchmarks", "--parallel", "2")
    return str(BUILD / "cpp" / "obliqua_benchmarks")


def _output(*command: str) -> str:
    finished = subprocess.run(command, capture_output=True, text=True)
    if finished.returncode:
        raise SystemExit(f"{' '.join(command)}\n{finished.stdout}{finished.stderr}")
    return finished.stdout
