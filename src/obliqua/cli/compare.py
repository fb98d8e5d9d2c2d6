"""``obliqua compare``: which method suits a table, and whether the difference is real."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from obliqua.cli import options as o
from obliqua.cli.data_command import DataDir
from obliqua.cli.output import emit, emit_json
from obliqua.cli.problems import InputProblem
from obliqua.cli.settings import parse_settings

if TYPE_CHECKING:
    from obliqua.cli.readers import ReadOptions
    from obliqua.experiments.comparison import Compared
    from obliqua.experiments.datasets import DataSet

HOW = "How they are compared"
_NAMED = re.compile(r"([\w.+-]+)=(.+)", re.DOTALL)


def compare(
    data: Annotated[
        list[str],
        typer.Argument(
            metavar="DATA...",
            help="Tables, as train takes them, or names that obliqua data list shows.",
        ),
    ],
    target: Annotated[
        str | None,
        typer.Option("--target", "-y", metavar="COLUMN", help="The column to be predicted."),
    ] = None,
    methods: Annotated[
        list[str] | None,
        typer.Option(
            "--methods",
            "-m",
            metavar="NAME,...",
            help="Names as of train --method, and sklearn-tree; any other estimator as "
            "package.module:Class, with parameters as package.module:Class?{JSON}, and a name as "
            "NAME=package.module:Class. May be repeated. By default every one there is.",
        ),
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output",
            "-o",
            metavar="FILE",
            help="Write the report: one page to send (.html), .md, .csv or .txt.",
        ),
    ] = None,
    json: o.Json = False,
    folds: Annotated[
        int, typer.Option(min=2, help="Parts of the cross-validation.", rich_help_panel=HOW)
    ] = 10,
    repeats: Annotated[
        int,
        typer.Option(min=1, help="How often, with other parts each time.", rich_help_panel=HOW),
    ] = 1,
    tune: Annotated[
        list[str] | None,
        typer.Option(
            metavar="METHOD.PARAM=[VALUES]",
            help="Choose a parameter's value inside each fold's training rows; may be repeated.",
            rich_help_panel=HOW,
        ),
    ] = None,
    seed: Annotated[
        int, typer.Option(min=0, help="The same seed gives the same figures.", rich_help_panel=HOW)
    ] = 0,
    results: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Keep every fit here, so that a stopped comparison goes on where it was.",
            rich_help_panel=HOW,
        ),
    ] = None,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", help="Processes; -1 is all.", rich_help_panel=HOW)
    ] = -1,
    symbolic: o.Symbolic = None,
    numeric: o.Numeric = None,
    ignore: o.Ignore = None,
    na: o.Missing = None,
    header: o.Header = True,
    input_format: o.InputFormat = None,
    data_dir: DataDir = None,
) -> None:
    """
    Compare methods on your table: which suits it, and whether the difference is real.

    Every method learns from the same rows and is asked about the same others. The report has
    accuracy, size and time, tests of the differences, and a recommendation. With several tables
    the methods are ranked over all of them.

    For example:

      obliqua compare credit.csv -y approved
      obliqua compare credit.csv -y approved -m cart,oc1,sklearn.svm:SVC -o report.html
      obliqua compare a.csv b.csv c.csv -y class --repeats 5 --results fits.sqlite
    """
    from obliqua.experiments.comparison import compare_data_sets
    from obliqua.experiments.protocols import RepeatedKFold
    from obliqua.experiments.report.compared import check_ending, write

    if jobs == 0:
        raise InputProblem("--jobs 0: expected a number of processes, or -1 for all")
    if output is not None:
        check_ending(Path(output))
    sys.path.append(str(Path.cwd()))  # an estimator of the user's own may be in a file here
    reading = o.reading(na, symbolic, numeric, header, input_format)
    found = compare_data_sets(
        [_data_set(one, target, ignore or (), reading, data_dir) for one in data],
        None if not methods else parse_methods(methods),
        protocol=RepeatedKFold(folds, repeats, stratified=True),
        tune=parse_tuning(tune or []),
        random_state=seed,
        n_jobs=jobs,
        results=results,
        verbose=0 if json else 1,
    )
    if output is not None:
        write(found, Path(output))
    if json:
        emit_json(plain(found))
        return
    saved = f"\nReport     {output}\n" if output is not None else ""
    emit(str(found) + saved, None)


def parse_methods(texts: list[str]) -> dict[str, str]:
    """Take the methods apart: names and estimators, separated by commas.

    Parameters
    ----------
    texts : list of str
        As they were written; one with parameters in JSON is a method of its own.
    """
    parts = [
        part.strip() for text in texts for part in ([text] if "?" in text else text.split(","))
    ]
    named: dict[str, str] = {}
    for part in parts:
        match = _NAMED.fullmatch(part) if "=" in part.partition("?")[0] else None
        name = match[1] if match else part.partition("?")[0].rpartition(":")[2]
        if not name:
            raise InputProblem(f"--methods {','.join(texts)}: a name is missing")
        if name in named:
            raise InputProblem(f"--methods: two are called {name!r}; write NAME=... for one")
        named[name] = match[2] if match else part
    return named


def parse_tuning(texts: list[str]) -> dict[str, dict[str, Any]]:
    """Turn ``method.param=[values]`` texts into what `compare` takes."""
    found: dict[str, dict[str, Any]] = {}
    for name, values in parse_settings(texts, "--tune").items():
        method, dot, param = name.rpartition(".")
        if not dot or not isinstance(values, list):
            raise InputProblem(
                f"--tune {name}: expected METHOD.PARAM=[VALUES], as cart.max_depth=[2,4,8]"
            )
        found.setdefault(method, {})[param] = values
    return found


def plain(found: Compared) -> dict[str, Any]:
    """Give what was found as plain data.

    Parameters
    ----------
    found : Compared
        The comparison.
    """
    from obliqua.experiments.comparison import advise
    from obliqua.experiments.measures import MEASURES

    ranking = found.ranking()
    return {
        "protocol": found.protocol.name,
        "repeats": found.protocol.repeats,
        "seed": found.seed,
        "build": found.code,
        "methods": {name: method.described() for name, method in found.methods.items()},
        "data_sets": [
            {
                "name": name,
                "rows": one.n_rows,
                "features": one.n_features,
                "classes": len(one.class_counts()),
                "measures": {
                    method: {m: found.mean(name, method, m) for m in MEASURES}
                    for method in found.methods
                },
                "differences": [
                    {
                        "method": versus.method,
                        "reference": versus.reference,
                        "accuracy": versus.corrected.mean,
                        "low": versus.corrected.low,
                        "high": versus.corrected.high,
                        "p_paired_t": versus.plain.p_value,
                        "p_corrected": versus.corrected.p_value,
                        "p_holm": versus.holm,
                    }
                    for versus in found.against(name)
                ],
                "p_one_way": found.one_way(name),
                "recommended": advise(found, name).method,
            }
            for name, one in found.data_sets.items()
        ],
        "ranking": None
        if ranking is None
        else {
            "ranks": dict(zip(ranking.methods, map(float, ranking.ranks), strict=True)),
            "p_friedman": ranking.friedman,
            "p_two_way": found.two_way(),
        },
        "problems": [
            {"data_set": data_set, "method": name, "error": error}
            for (data_set, name), error in found.problems().items()
        ],
        "recommended": advise(found).method,
        "reasons": list(advise(found).sentences),
    }


def _data_set(
    source: str,
    target: str | None,
    ignore: list[str] | tuple[str, ...],
    reading: ReadOptions,
    data_dir: str | None,
) -> DataSet:
    from obliqua.experiments.comparison.examples import as_data_set
    from obliqua.experiments.datasets import load, names

    if source in names() and not Path(source).exists():
        return load(source, data_dir=data_dir)
    from obliqua.cli.data import Roles, read_examples

    examples = read_examples(source, Roles(target, ignored=ignore), reading)
    name = "table" if source == "-" else Path(source).name.partition(".")[0]
    try:
        return as_data_set(examples.features, examples.labels, name)
    except ValueError as error:
        raise InputProblem(f"{source}: {error}") from error
