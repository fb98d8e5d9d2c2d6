"""``obliqua plot``: pictures of a saved model."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from obliqua.cli import options as o
from obliqua.cli.problems import InputProblem

if TYPE_CHECKING:
    pass

ENDINGS = (".png", ".pdf", ".svg")


class Picture(StrEnum):
    """The pictures that there are."""

    tree = "tree"
    pages = "pages"
    projection = "projection"
    plane = "partition"
    coefficients = "coefficients"
    pruning_path = "pruning-path"


@dataclass(frozen=True)
class Wish:
    """What is to be drawn, and of what."""

    node: int
    features: list[str] | None
    max_depth: int | None
    row: int | None
    rows: Any = None
    labels: Any = None


def plot(
    model: o.Model,
    data: Annotated[
        str | None,
        typer.Argument(
            metavar="[DATA]", help="A table like the one the model was trained on, for most kinds."
        ),
    ] = None,
    kind: Annotated[
        Picture,
        typer.Option(
            "--kind",
            "-k",
            help="tree; pages: the tree on as many PDF pages as it takes; projection: a node's "
            "rows along what it tests; partition: the plane of two features; coefficients: of a "
            "node's test; pruning-path: errors of ever smaller trees.",
        ),
    ] = Picture.tree,
    output: Annotated[
        str,
        typer.Option("--output", "-o", metavar="FILE", help="Where to: a .png, .pdf or .svg."),
    ] = "tree.png",
    node: Annotated[int, typer.Option(min=0, help="Which node (projection, coefficients).")] = 0,
    feature: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Given twice: the plane's two features (partition)."),
    ] = None,
    tree: o.OneTree = None,
    row: Annotated[
        int | None,
        typer.Option(min=1, metavar="N", help="Mark the way of the table's N-th row (tree)."),
    ] = None,
    max_depth: Annotated[
        int | None, typer.Option(min=0, help="Show only so many levels (tree).")
    ] = None,
    target: Annotated[
        str | None, typer.Option("--target", "-y", metavar="COLUMN", help="The true classes.")
    ] = None,
    na: o.Missing = None,
    header: o.Header = True,
    input_format: o.InputFormat = None,
) -> None:
    """
    Draw a picture of a saved model.

    For example:

      obliqua plot model.json -o tree.pdf
      obliqua plot model.json --kind pages -o tree.pdf
      obliqua plot model.json new.csv --target diagnosis --kind projection --node 2 -o 2.png
    """
    from obliqua.cli.rows import read_rows
    from obliqua.cli.trees import load_one

    _check_ending(output, kind)
    estimator = load_one(model, tree)
    rows = labels = None
    if data is not None:
        reading = o.reading(na, None, None, header, input_format)
        rows, labels = read_rows(data, estimator.tree_, target, reading)
    wish = Wish(node, feature, max_depth, row, rows, labels)
    try:
        _draw(kind, estimator, wish, output)
    except (ImportError, IndexError) as error:
        raise InputProblem(str(error)) from None


def _check_ending(output: str, kind: Picture) -> None:
    ending = Path(output).suffix.lower()
    allowed = (".pdf",) if kind is Picture.pages else ENDINGS
    if ending not in allowed:
        raise InputProblem(f"--output {output}: the file's ending must be {' or '.join(allowed)}")


def _draw(kind: Picture, model: Any, wish: Wish, output: str) -> None:
    from obliqua import show

    if kind is Picture.pages:
        show.print_tree(model, output)
        return
    import matplotlib

    matplotlib.use("agg")
    ax = _axes(kind, model, wish, show)
    ax.figure.savefig(output, dpi=150)


def _axes(kind: Picture, model: Any, wish: Wish, show: Any) -> Any:
    if kind is Picture.tree:
        return show.plot_tree(model, max_depth=wish.max_depth, row=_row(wish))
    if kind is Picture.coefficients:
        return show.plot_coefficients(model, wish.node, wish.rows)
    if kind is Picture.pruning_path:
        if wish.rows is not None and wish.labels is None:
            raise InputProblem("--kind pruning-path with a table needs --target COLUMN")
        return show.plot_pruning_path(model, wish.rows, wish.labels)
    if wish.rows is None:
        raise InputProblem(f"--kind {kind.value} needs a table: obliqua plot MODEL DATA …")
    if kind is Picture.plane:
        return show.plot_partition(model, wish.rows, wish.labels, features=wish.features)
    if wish.labels is None:
        raise InputProblem("--kind projection needs the classes: --target COLUMN")
    return show.plot_projection(model, wish.node, wish.rows, wish.labels)


def _row(wish: Wish) -> Any:
    if wish.row is None:
        return None
    if wish.rows is None or wish.row > len(wish.rows):
        raise InputProblem(
            "--row needs a table"
            if wish.rows is None
            else f"--row {wish.row}: the table has only {len(wish.rows)} rows"
        )
    return wish.rows[wish.row - 1 : wish.row]
