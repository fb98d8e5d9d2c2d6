"""``obliqua explore``: a tree as a page to walk in."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from obliqua.cli import options as o
from obliqua.cli.problems import InputProblem

ENDINGS = (".html", ".htm")


def explore(
    model: o.Model,
    data: Annotated[
        str | None,
        typer.Argument(metavar="[DATA]", help="Rows to show in the tree. The page will hold them."),
    ] = None,
    output: Annotated[
        str, typer.Option("--output", "-o", metavar="FILE", help="Where to: an .html file.")
    ] = "tree.html",
    target: Annotated[
        str | None, typer.Option("--target", "-y", metavar="COLUMN", help="The true classes.")
    ] = None,
    tree: o.OneTree = None,
    title: Annotated[
        str | None, typer.Option(metavar="TEXT", help="What the page is called.")
    ] = None,
    max_rows: Annotated[
        int, typer.Option(min=1, help="Of a longer table so many rows, drawn at random.")
    ] = 10_000,
    na: o.Missing = None,
    header: o.Header = True,
    input_format: o.InputFormat = None,
) -> None:
    """
    Write a page in which a tree can be walked, by mouse, touch or keyboard.

    The page is one file that any browser opens, without a network. With a table it shows how its
    rows lie around each test, where each row goes, and which are answered wrongly; it then holds
    the values of these rows, for whoever gets it. With a model alone it holds the tree and its
    class counts.

    For example:

      obliqua explore model.json -o tree.html
      obliqua explore model.json patients.csv --target diagnosis -o tree.html
    """
    from obliqua.cli.output import emit
    from obliqua.cli.rows import read_rows
    from obliqua.cli.trees import load_one
    from obliqua.show import explorer_page

    if Path(output).suffix.lower() not in ENDINGS:
        raise InputProblem(f"--output {output}: the file's ending must be .html")
    if target is not None and data is None:
        raise InputProblem("--target needs a table: obliqua explore MODEL DATA …")
    estimator = load_one(model, tree)
    rows = labels = None
    if data is not None:
        reading = o.reading(na, None, None, header, input_format)
        rows, labels = read_rows(data, estimator.tree_, target, reading)
    page = explorer_page(
        estimator, rows, labels, title=title or Path(model).stem, max_rows=max_rows
    )
    emit(page, output)
    held = 0 if rows is None else min(len(rows), max_rows)
    kept = f"holds {held} rows of {data}" if held else "holds the tree and its counts, no rows"
    typer.echo(f"{output}: {len(page.encode()) / 1e6:.1f} MB, {kept}", err=True)
