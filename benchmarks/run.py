"""Run the benchmarks: ``make bench``, or ``python benchmarks/run.py --help``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

from harness import ROOT, Settings, Table, machine, told

RESULTS = ROOT / "benchmarks" / "results"
BESIDE = ROOT.parent / "shared" / "data"


@dataclass(frozen=True)
class Benchmark:
    """A module of this folder; what takes long is run only when it is named."""

    summary: str
    named_only: bool = False


BENCHMARKS = {
    "fit_axis": Benchmark("fit axis-parallel trees"),
    "variants": Benchmark("every criterion, pruner and system"),
    "predict": Benchmark("predict many rows"),
    "memory": Benchmark("peak memory of fit"),
    "import_time": Benchmark("import in a fresh process"),
    "kernel": Benchmark("the kernel's time per row (needs a C++ compiler)"),
    "explorer": Benchmark("the explorer's frames (needs Chromium)", named_only=True),
    "iti_speed": Benchmark("learn, forget and leave out rows one by one", named_only=True),
    "iti_river": Benchmark("learn streams, beside river", named_only=True),
    "iti_store": Benchmark("rows that the store acknowledges, and memory", named_only=True),
    "iti_quality": Benchmark("section 4.3 and figures 2 and 3 of the ITI paper", named_only=True),
    "oc1_speed": Benchmark("fit oblique trees", named_only=True),
    "multivariate_speed": Benchmark("fit multivariate trees", named_only=True),
    "oc1_quality": Benchmark("Table 2 of the OC1 paper, hours", named_only=True),
}


def main(arguments: list[str]) -> int:
    chosen = parse(arguments)
    names = chosen.only or [n for n, b in BENCHMARKS.items() if not b.named_only]
    settings = Settings(quick=chosen.quick, data_dir=folder(chosen.data_dir), jobs=chosen.jobs)
    about = machine()
    print(told(about), flush=True)
    if settings.data_dir is None:
        print("No folder of data sets (--data-dir, OBLIQUA_DATA): the papers' are left out.\n")
    tables: list[Table] = []
    for name in names:
        made = import_module(name).run(settings)
        save(name, made, about, settings)
        for table in made:
            print(table.markdown(), flush=True)
        tables += made
    if chosen.markdown:
        write(chosen.markdown, tables, about, chosen)
    verdicts = [met for table in tables for met in table.verdicts()]
    if verdicts:
        print(f"{sum(verdicts)} of {len(verdicts)} targets met.")
    return 0


def parse(arguments: list[str]) -> argparse.Namespace:
    listed = "\n".join(
        f"  {name:12} {b.summary}{' (only when named)' if b.named_only else ''}"
        for name, b in BENCHMARKS.items()
    )
    parser = argparse.ArgumentParser(
        description=__doc__,
        epilog=f"benchmarks:\n{listed}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--quick", action="store_true", help="small tables, three repetitions")
    parser.add_argument(
        "--only", action="append", choices=list(BENCHMARKS), metavar="NAME", help="may be repeated"
    )
    parser.add_argument(
        "--markdown", type=Path, metavar="FILE", help="write what is printed, as for docs/"
    )
    parser.add_argument("--data-dir", type=Path, metavar="FOLDER", help="the papers' data sets")
    parser.add_argument(
        "--jobs", type=int, default=1, help="processes for what is not timed (default 1)"
    )
    return parser.parse_args(arguments)


def folder(named: Path | None) -> Path | None:
    """The folder of data sets: as named, from the environment, or beside the repository."""
    given = named or os.environ.get("OBLIQUA_DATA")
    if given:
        return Path(given)
    return BESIDE if (BESIDE / "MANIFEST.csv").is_file() else None


def save(name: str, tables: list[Table], about: dict, settings: Settings) -> None:
    RESULTS.mkdir(exist_ok=True)
    record = {
        "benchmark": name,
        "quick": settings.quick,
        "machine": about,
        "tables": [{"title": table.title, "rows": table.rows} for table in tables],
    }
    path = RESULTS / f"{name}{'-quick' if settings.quick else ''}.json"
    path.write_text(json.dumps(record, indent=1, default=str) + "\n")


def write(path: Path, tables: list[Table], about: dict, chosen: argparse.Namespace) -> None:
    """Write what was printed, with the command that prints it again."""
    names = chosen.only or []
    title = BENCHMARKS[names[0]].summary.capitalize() if len(names) == 1 else "Benchmarks"
    options = " ".join([*(f"--only {name}" for name in names), *["--quick"] * chosen.quick])
    command = f'make bench BENCH_ARGS="{options}"' if options else "make bench"
    how = f"As printed by `{command}`" + (
        ", a rehearsal and not a result." if chosen.quick else "."
    )
    head = f"# {title}\n\n{how}\n\n{told(about)}"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([head, *(table.markdown() for table in tables)]))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
