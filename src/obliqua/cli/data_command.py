"""``obliqua data``: the papers' data sets by name."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from typing import Annotated, Any

import typer

from obliqua.cli import options as o
from obliqua.cli.output import emit, emit_json
from obliqua.cli.problems import InputProblem

Name = Annotated[str, typer.Argument(metavar="NAME", help="One that obliqua data list shows.")]
DataDir = Annotated[
    str | None,
    typer.Option(
        "--data-dir",
        metavar="FOLDER",
        help="Where the real data sets are: CSV files with a MANIFEST.csv. By default the "
        "environment variable OBLIQUA_DATA.",
    ),
]
Rows = Annotated[int | None, typer.Option("--rows", "-n", min=1, help="How many rows to make.")]
Angle = Annotated[
    float | None, typer.Option(help="Degrees by which pol and rcb are turned; 27 by default.")
]
Noise = Annotated[
    float | None,
    typer.Option(
        min=0.0, help="led: how likely a segment fails; spirals: the deviation of the points."
    ),
]
Seed = Annotated[int, typer.Option(help="The same seed makes the same rows.")]


def list_sets(data_dir: DataDir = None, json: o.Json = False) -> None:
    """
    List the data sets that there are.

    Artificial ones are made; real ones are read from a folder.

    For example:

      obliqua data list
    """
    from obliqua.experiments.datasets import describe, names

    entries = [describe(name) for name in names()]
    there, why_not = _there(data_dir)
    sets = [
        {
            "name": entry.name,
            "rows": entry.rows,
            "features": entry.features,
            "classes": entry.classes,
            "artificial": entry.artificial,
            "available": entry.artificial or entry.file in there,
            "summary": entry.summary,
        }
        for entry in entries
    ]
    if json:
        emit_json({"data_sets": sets})
        return
    widest = max(len(entry.name) for entry in entries)
    lines = [f"  {'':{widest}}    rows  features  classes"]
    lines += [
        f"{' ' if one['available'] else '-'} {one['name']:{widest}}  {one['rows']:6}  "
        f"{one['features']:8}  {one['classes']:7}  {one['summary']}"
        for one in sets
    ]
    if not all(one["available"] for one in sets):
        lines.append(f"\n- not to be read now: {why_not or 'the folder does not have it'}")
    emit("\n".join(lines) + "\n", None)


def show_set(
    name: Name,
    data_dir: DataDir = None,
    rows: Rows = None,
    angle: Angle = None,
    noise: Noise = None,
    seed: Seed = 0,
    json: o.Json = False,
) -> None:
    """
    Describe a data set: its features, its classes, where it comes from.

    For example:

      obliqua data show pol
      obliqua data show housing --data-dir ~/data
    """
    data_set = _load(name, data_dir, rows, angle, noise, seed)
    about = _description(data_set)
    if json:
        emit_json(about)
        return
    count = f"{about['rows']} rows, {len(about['features'])} features"
    parts = "".join(f", {number} {part}" for part, number in about["parts"].items())
    lines = [f"{name}: {count}{parts}", about["description"], "", "Classes"]
    widest = max(len(str(label["class"])) for label in about["classes"])
    lines += [f"  {label['class']!s:{widest}}  {label['rows']:7}" for label in about["classes"]]
    lines += ["", "Features"]
    widest = max(len(feature["name"]) for feature in about["features"])
    lines += [f"  {feature['name']:{widest}}  {_told(feature)}" for feature in about["features"]]
    emit("\n".join(lines) + "\n", None)


def make_set(
    name: Name,
    output: o.Output = None,
    data_dir: DataDir = None,
    rows: Rows = None,
    angle: Angle = None,
    noise: Noise = None,
    seed: Seed = 0,
) -> None:
    """
    Write a data set as CSV, as the papers prepared it.

    For example:

      obliqua data make pol -o pol.csv
      obliqua data make rcb --rows 10000 --angle 45 --seed 7 -o rcb.csv
      obliqua data make glass-213 --data-dir ~/data -o glass.csv
    """
    data_set = _load(name, data_dir, rows, angle, noise, seed)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    columns = data_set.columns()
    if data_set.part is not None:
        columns["split"] = data_set.part
    columns[data_set.target_name] = data_set.target
    writer.writerow(columns)
    cells = [_cells(column) for column in columns.values()]
    writer.writerows(zip(*cells, strict=True))
    emit(text.getvalue(), output)


def fetch_sets(
    names: Annotated[
        list[str], typer.Argument(metavar="NAME...", help="Ones that obliqua data list shows.")
    ],
    data_dir: Annotated[
        str | None,
        typer.Option(
            "--data-dir",
            metavar="FOLDER",
            help="Where to keep them, with a MANIFEST.csv. By default a cache that is read where "
            "no folder is named.",
        ),
    ] = None,
) -> None:
    """
    Download real data sets from OpenML, once.

    Their numbers there and their contents are pinned: another edition is refused.

    For example:

      obliqua data fetch pima glass-213
      obliqua data fetch vowel --data-dir ~/data
    """
    from obliqua.experiments.datasets import describe
    from obliqua.experiments.datasets.openml import fetch

    entries = [describe(name) for name in names]
    for entry in entries:
        if entry.artificial:
            raise InputProblem(f"{entry.name} is made, not fetched: obliqua data make {entry.name}")
    for file in dict.fromkeys(entry.file for entry in entries):
        emit(f"{fetch(file, data_dir)}\n", None)


data_app = typer.Typer(no_args_is_help=True)
COMMANDS: dict[str, Callable[..., None]] = {
    "list": list_sets,
    "show": show_set,
    "make": make_set,
    "fetch": fetch_sets,
}


# --- helpers -----------------------------------------------------------------


def _load(
    name: str,
    data_dir: str | None,
    rows: int | None,
    angle: float | None,
    noise: float | None,
    seed: int,
) -> Any:
    from obliqua.experiments.datasets import load

    given = {"n": rows, "angle": angle, "noise": noise}
    options = {option: value for option, value in given.items() if value is not None}
    try:
        return load(name, data_dir=data_dir, random_state=seed, **options)
    except FileNotFoundError as error:
        raise InputProblem(str(error)) from error


def _there(data_dir: str | None) -> tuple[set[str], str]:
    """Find which real sets can be read, and why the others cannot."""
    from obliqua.experiments.datasets.folder import data_folder, read_manifest

    try:
        folder = data_folder(data_dir)
    except FileNotFoundError as error:
        if data_dir is not None:
            raise InputProblem(str(error)) from error
        return set(), str(error)
    declared = read_manifest(folder).values()
    return {one.name for one in declared if (folder / one.file).is_file()}, ""


def _description(data_set: Any) -> dict[str, Any]:
    parts = [] if data_set.part is None else data_set.part.tolist()
    return {
        "name": data_set.name,
        "description": data_set.description,
        "rows": data_set.n_rows,
        "parts": {part: parts.count(part) for part in ("train", "test") if parts},
        "target": data_set.target_name,
        "classes": [
            {"class": label, "rows": count} for label, count in data_set.class_counts().items()
        ],
        "features": [_feature(name, column) for name, column in data_set.columns().items()],
    }


def _feature(name: str, column: Any) -> dict[str, Any]:
    import numpy as np

    if column.dtype == np.float64:
        known = column[~np.isnan(column)]
        about: dict[str, Any] = {"kind": "numeric", "min": None, "max": None}
        if len(known):
            about |= {"min": float(known.min()), "max": float(known.max())}
        return {"name": name, **about, "missing": len(column) - len(known)}
    cells = _cells(column)
    known_cells = [cell for cell in cells if cell != ""]
    return {
        "name": name,
        "kind": "symbolic",
        "categories": sorted({str(cell) for cell in known_cells}),
        "missing": len(cells) - len(known_cells),
    }


def _told(feature: dict[str, Any]) -> str:
    """Say of a feature what it holds."""
    if feature["kind"] == "symbolic":
        shown = feature["categories"][:8]
        held = ", ".join(shown) + (", …" if len(feature["categories"]) > len(shown) else "")
    else:
        held = "all missing" if feature["min"] is None else ""
        held = held or f"{feature['min']:.6g} to {feature['max']:.6g}"
    return held + (f"; {feature['missing']} missing" if feature["missing"] else "")


def _cells(column: Any) -> list[Any]:
    """Give a column's cells as they are written; a missing one is empty, whole numbers short."""
    if column.dtype.kind == "f":
        return ["" if x != x else int(x) if x.is_integer() else x for x in column.tolist()]
    return ["" if cell is None or cell != cell else cell for cell in column.tolist()]
