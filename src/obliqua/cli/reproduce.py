"""``obliqua reproduce``: the published tables, computed again."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from obliqua.cli import options as o
from obliqua.cli.data_command import DataDir
from obliqua.cli.output import emit, emit_json
from obliqua.cli.problems import InputProblem

if TYPE_CHECKING:
    from obliqua.experiments.reproduce import Reproduction
    from obliqua.experiments.tasks import Task

QUICK_REPEATS, QUICK_FOLDS = 1, 2
RESULTS = "results.sqlite"
HOW_MUCH = "How much of it"
RUNNING = "Running"


def reproduce(
    paper: Annotated[
        str | None,
        typer.Argument(
            metavar="[PAPER]",
            help="murthy1994, utgoff1995, brodley1995, ittner1996 or wu2000; all by default.",
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TABLE]...", help="Tables of it, as T1; all by default."),
    ] = None,
    quick: Annotated[
        bool,
        typer.Option(
            "--quick",
            metavar="",
            help="One repetition, two folds of it: minutes. The full run goes on from there.",
            rich_help_panel=HOW_MUCH,
        ),
    ] = False,
    data_set: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this; may be repeated.", rich_help_panel=HOW_MUCH),
    ] = None,
    method: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Only this; may be repeated.", rich_help_panel=HOW_MUCH),
    ] = None,
    repeats: Annotated[
        int | None,
        typer.Option(min=1, help="At most so many repetitions.", rich_help_panel=HOW_MUCH),
    ] = None,
    time_limit: Annotated[
        float | None,
        typer.Option(
            min=0.0,
            metavar="SECONDS",
            help="Begin no fit after so long; 0 reports what there is.",
            rich_help_panel=HOW_MUCH,
        ),
    ] = None,
    output: Annotated[
        str,
        typer.Option(
            "--output",
            "-o",
            metavar="FOLDER",
            help="Where the report and the results go. A stopped run goes on from its results.",
        ),
    ] = "reproduction",
    results: Annotated[
        str | None,
        typer.Option(metavar="FILE", help=f"The results, if not FOLDER/{RESULTS}."),
    ] = None,
    formats: Annotated[
        list[str] | None,
        typer.Option("--format", help="md, html, csv or svg; may be repeated. All by default."),
    ] = None,
    data_dir: DataDir = None,
    seed: Annotated[
        int,
        typer.Option(min=0, help="The same seed gives the same figures.", rich_help_panel=RUNNING),
    ] = 0,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", help="Processes; -1 is all.", rich_help_panel=RUNNING)
    ] = -1,
    any_build: Annotated[
        bool,
        typer.Option(
            "--any-build",
            metavar="",
            help="Let results of other builds of Obliqua count where this one has none; the "
            "report names them.",
            rich_help_panel=RUNNING,
        ),
    ] = False,
    only_summary: Annotated[
        bool, typer.Option("--summary", metavar="", help="Print the counts, not every cell.")
    ] = False,
    json: o.Json = False,
) -> None:
    """
    Compute the papers' tables again, each published figure beside ours.

    Real data sets are read from a folder (--data-dir); without it those cells are told as not
    run. Every fit is kept: a run that is stopped goes on where it was.

    For example:

      obliqua reproduce --quick
      obliqua reproduce murthy1994 T2
      obliqua reproduce brodley1995 --data-set bupa --data-dir ~/data -o brodley
    """
    from obliqua.experiments.report import reproduced
    from obliqua.experiments.reproduce import Wanted
    from obliqua.experiments.reproduce import reproduce as compute
    from obliqua.experiments.store import Results

    if jobs == 0:
        raise InputProblem("--jobs 0: expected a number of processes, or -1 for all")
    wanted = Wanted(
        papers=[] if paper is None else [paper],
        tables=table or [],
        data_sets=data_set or [],
        methods=method or [],
        repeats=repeats or (QUICK_REPEATS if quick else None),
        folds=QUICK_FOLDS if quick else None,
        seed=seed,
    )
    folder = Path(output)
    kinds = formats or list(reproduced.FORMATS)
    reproduced.check_formats(kinds)
    if folder.exists() and not folder.is_dir():
        raise InputProblem(f"{folder}: is a file; expected a folder for the report")
    _check_data(data_dir)
    with Results(results or folder / RESULTS) as kept:
        found = compute(
            wanted,
            kept,
            data_dir=data_dir,
            n_jobs=jobs,
            time_limit=time_limit,
            any_build=any_build,
            on_plan=None if json else _tell_plan,
            on_estimate=None if json else _tell_estimate,
        )
    written = reproduced.write(found, folder, kinds, data_dir=data_dir)
    if json:
        emit_json(_plain(found, written))
        return
    lines = [reproduced.as_text(found, every_cell=not only_summary)]
    lines += [f"Report     {path}" for path in written if path.parent == folder]
    emit("\n".join(lines) + "\n", None)


def _check_data(data_dir: str | None) -> None:
    """Refuse a folder that is named but not there; without any, say what that means."""
    from obliqua.experiments.datasets import data_folder

    try:
        data_folder(data_dir)
    except FileNotFoundError as error:
        if data_dir is not None:
            raise InputProblem(str(error)) from error
        _say(f"only artificial data: {error}")


def _tell_plan(todo: list[Task], there: int) -> None:
    kept = f", {there} are there already" if there else ""
    _say(f"{len(todo)} fits to do{kept}")


def _tell_estimate(fits: int, seconds: float) -> None:
    from obliqua.experiments.watching import told_time

    _say(f"{fits} fits are left; they will take about {told_time(seconds)}")


def _say(message: str) -> None:
    print(message, file=sys.stderr)


def _plain(found: Reproduction, written: list[Path]) -> dict[str, Any]:
    return {
        "counts": found.count(),
        "fits": {
            "done": found.ran.done,
            "kept": found.ran.kept,
            "failed": found.ran.failed,
            "left": found.ran.left,
            "seconds": found.ran.seconds,
        },
        "builds": found.codes,
        "files": [str(path) for path in written],
        "cells": [
            {
                "paper": one.cell.paper,
                "table": one.cell.table,
                "data_set": one.cell.dataset,
                "method": one.cell.method,
                "measure": one.cell.metric,
                "published": one.cell.value,
                "published_sd": one.cell.sd,
                "ours": one.ours,
                "ours_sd": one.sd,
                "fits": one.fits,
                "planned": one.planned,
                "counted": one.counted,
                "mark": one.mark,
                "why": one.why,
            }
            for one in found.judged
        ],
    }
