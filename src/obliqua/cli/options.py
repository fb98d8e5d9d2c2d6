"""Arguments and options that several commands share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from obliqua.cli.problems import InputProblem
from obliqua.estimators.systems import METHODS

if TYPE_CHECKING:
    from obliqua.cli.readers import ReadOptions

TABLE = "Reading the table"
TREE = "Growing the tree"

Data = Annotated[
    str,
    typer.Argument(
        metavar="DATA",
        help="A table: .csv, .tsv, .parquet, .arff, C4.5's .data beside its .names (text may be "
        "compressed, as .csv.gz), or - for CSV on standard input.",
    ),
]
Model = Annotated[
    str,
    typer.Argument(metavar="MODEL", help="A file that train wrote, or a store."),
]
OneTree = Annotated[
    int | None,
    typer.Option("--tree", min=0, metavar="N", help="Which of a forest's trees; the first is 0."),
]
Store = Annotated[
    str,
    typer.Argument(metavar="STORE", help="The store: rows, and what is learned of them."),
]
Key = Annotated[
    str | None,
    typer.Option(
        metavar="TEXT",
        help="A name for this call: given again with the same name, it does not do twice what is "
        "done already.",
    ),
]
Output = Annotated[
    str | None, typer.Option("--output", "-o", metavar="FILE", help="Where to write it.")
]
Json = Annotated[
    bool, typer.Option("--json", metavar="", help="Print one JSON object, for programs.")
]
Missing = Annotated[
    list[str] | None,
    typer.Option(
        "--na",
        metavar="TEXT",
        help="A cell that means missing; may be repeated. The empty cell always does. "
        "By default also ?, NA, N/A, NaN, nan, null, NULL.",
        rich_help_panel=TABLE,
    ),
]
Symbolic = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN",
        help="Read a column of numbers as names; may be repeated.",
        rich_help_panel=TABLE,
    ),
]
Numeric = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN",
        help="Insist that a column is numeric; may be repeated.",
        rich_help_panel=TABLE,
    ),
]
Ignore = Annotated[
    list[str] | None,
    typer.Option(
        metavar="COLUMN", help="Leave a column out; may be repeated.", rich_help_panel=TABLE
    ),
]
Header = Annotated[
    bool,
    typer.Option(
        help="Whether the first line names the columns; otherwise they are c1, c2, …",
        rich_help_panel=TABLE,
    ),
]
InputFormat = Annotated[
    str | None,
    typer.Option(
        metavar="FORMAT",
        help="csv, tsv, parquet, arff or c45, when the file's ending does not tell.",
        rich_help_panel=TABLE,
    ),
]
MethodName = Annotated[
    str,
    typer.Option(
        "--method",
        "-m",
        help="; ".join(
            f"[bold]{name}[/bold]: {method.summary}" for name, method in METHODS.items()
        ),
        rich_help_panel=TREE,
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="Any other parameter of the method, as in Python; may be repeated.",
        rich_help_panel=TREE,
    ),
]


def reading(
    na: list[str] | None,
    symbolic: list[str] | None,
    numeric: list[str] | None,
    header: bool,
    input_format: str | None,
) -> ReadOptions:
    """Gather the options on reading a table, checking them against each other."""
    from obliqua.cli.readers import DEFAULT_MISSING, FORMATS, ReadOptions

    both = sorted(set(symbolic or ()) & set(numeric or ()))
    if both:
        raise InputProblem(f"the column {both[0]!r} cannot be --symbolic and --numeric both")
    if input_format is not None and input_format not in FORMATS:
        raise InputProblem(f"--input-format {input_format}: known are {', '.join(FORMATS)}")
    return ReadOptions(
        missing=tuple(na) if na else DEFAULT_MISSING,
        symbolic=frozenset(symbolic or ()),
        numeric=frozenset(numeric or ()),
        header=header,
        format=input_format,
    )
