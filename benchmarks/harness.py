"""What all benchmarks share: timing peers in one run, tables of results, the machine."""

from __future__ import annotations

import gc
import os
import platform
import statistics
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("obliqua", "scikit-learn", "numpy")
UNITS = (("s", 1.0), ("ms", 1e-3), ("µs", 1e-6))
SHORTEST = 0.02  # seconds; what is quicker is called several times in a row


@dataclass(frozen=True)
class Settings:
    """How a run was asked for."""

    quick: bool = False
    data_dir: Path | None = None
    jobs: int = 1

    def repeats(self, full: int) -> int:
        return 3 if self.quick else full


@dataclass(frozen=True)
class Column:
    """A column of a table: the key of its values and how they are printed."""

    key: str
    title: str
    show: Callable[[Any], str] = str


@dataclass
class Table:
    """Results: one dict per row, printed by the columns, saved whole."""

    title: str
    columns: list[Column]
    rows: list[dict[str, Any]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def verdicts(self) -> list[bool]:
        """Whether each target of the table was met."""
        met = [column.key for column in self.columns if column.show is yes_no]
        return [row[key] for row in self.rows for key in met if key in row]

    def markdown(self) -> str:
        header = [column.title for column in self.columns]
        cells = [[self._cell(row, column) for column in self.columns] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(header, *cells, strict=True)]
        lines = [f"## {self.title}", ""]
        lines += [f"{note}\n" for note in self.notes]
        for line in (header, ["-" * width for width in widths], *cells):
            padded = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
            lines.append(f"| {' | '.join(padded)} |")
        return "\n".join(lines) + "\n"

    @staticmethod
    def _cell(row: Mapping[str, Any], column: Column) -> str:
        value = row.get(column.key)
        return "" if value is None else column.show(value)


# --- printing ----------------------------------------------------------------


def seconds(value: float) -> str:
    unit, scale = next((one for one in UNITS if value >= one[1]), UNITS[-1])
    return f"{value / scale:.3g} {unit}"


def ratio(value: float) -> str:
    return f"{value:.2f}×" if value < 100 else f"{value:.0f}×"


def percent(value: float) -> str:
    return f"{100 * value:.2f} %"


def yes_no(value: bool) -> str:
    return "yes" if value else "**no**"


def target(value: float, *, at_most: float | None = None, at_least: float | None = None) -> dict:
    """The two cells that say what was wanted and whether it was reached."""
    if at_most is not None:
        return {"target": f"≤ {at_most:.3g}×", "met": value <= at_most}
    return {"target": f"≥ {at_least:.3g}×", "met": value >= at_least}


TARGET_COLUMNS = [Column("target", "target"), Column("met", "met", yes_no)]


# --- timing ------------------------------------------------------------------


@dataclass(frozen=True)
class Timing:
    """Seconds of one call: the median of the repetitions and the quickest and slowest."""

    median: float
    quickest: float
    slowest: float
    repeats: int


def race(rivals: Mapping[str, Callable[[], object]], repeats: int) -> dict[str, Timing]:
    """Time rivals in turn, so that what disturbs the machine disturbs all of them alike.

    One call of each goes before, unmeasured; each round starts with another rival.
    """
    calls = {name: _calls_needed(call) for name, call in rivals.items()}
    taken: dict[str, list[float]] = {name: [] for name in rivals}
    order = list(rivals)
    for _ in range(repeats):
        order.append(order.pop(0))
        for name in order:
            taken[name].append(_time(rivals[name], calls[name]))
    return {
        name: Timing(statistics.median(times), min(times), max(times), repeats)
        for name, times in taken.items()
    }


def _calls_needed(call: Callable[[], object]) -> int:
    once = _time(call, 1)
    return 1 if once >= SHORTEST else int(SHORTEST / max(once, 1e-6)) + 1


def _time(call: Callable[[], object], number: int) -> float:
    with _no_collection():
        started = time.perf_counter()
        for _ in range(number):
            call()
        return (time.perf_counter() - started) / number


@contextmanager
def _no_collection() -> Iterator[None]:
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


# --- the machine -------------------------------------------------------------


def machine() -> dict[str, Any]:
    """What the numbers depend on besides the code."""
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d"),
        "processor": _processor(),
        "cores": os.cpu_count(),
        "memory_gib": _memory_gib(),
        "load_before": _load(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "versions": {name: _version(name) for name in PACKAGES},
        "commit": _commit(),
    }


def told(about: Mapping[str, Any]) -> str:
    """The machine and versions in a few lines of Markdown."""
    versions = ", ".join(f"{name} {number}" for name, number in about["versions"].items())
    return (
        f"{about['processor']}, {about['cores']} cores, {about['memory_gib']} GiB; "
        f"{about['system']}; Python {about['python']}, {versions}; commit {about['commit']}; "
        f"{about['date']}. Load before the run: {about['load_before']}.\n"
    )


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or "unknown processor"


def _memory_gib() -> int | str:
    try:
        return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30)
    except (OSError, ValueError):
        return "?"


def _load() -> float | str:
    try:
        return round(os.getloadavg()[0], 1)
    except OSError:
        return "?"


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "(not installed)"


def _commit() -> str:
    git = ["git", "-C", str(ROOT), "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        return subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
    except (OSError, subprocess.CalledProcessError):
        return "unknown"
