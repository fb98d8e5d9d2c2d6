"""``obliqua export``: take a model away as a program, a query or a document."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from obliqua.cli.options import Model, Output
from obliqua.cli.output import STDOUT, emit
from obliqua.cli.problems import InputProblem


class Target(StrEnum):
    """What a model can be exported to; each is a line in `obliqua.export.TARGETS`."""

    c = "c"
    sql = "sql"
    onnx = "onnx"
    pmml = "pmml"
    python = "python"
    json = "json"
    dot = "dot"
    mermaid = "mermaid"


class Precision(StrEnum):
    """The numbers of exported C."""

    double = "double"
    single = "single"
    fixed = "fixed"


class Sums(StrEnum):
    """How exported ONNX adds."""

    exact = "exact"
    matmul = "matmul"


class Numbers(StrEnum):
    """The type of exported ONNX's numbers."""

    double = "double"
    float = "float"


class Database(StrEnum):
    """The dialects of SQL."""

    duckdb = "duckdb"
    sqlite = "sqlite"
    postgresql = "postgresql"


class Form(StrEnum):
    """What exported SQL is."""

    expression = "expression"
    query = "query"


def export(
    model: Model,
    to: Annotated[Target, typer.Option("--to", "-t", help="What to write.")],
    output: Output = None,
    name: Annotated[
        str | None, typer.Option(metavar="NAME", help="What names in C begin with; else tree.")
    ] = None,
    precision: Annotated[
        Precision | None, typer.Option(help="The numbers that C computes with; else double.")
    ] = None,
    fraction_bits: Annotated[
        int | None, typer.Option(metavar="N", help="Bits of a fixed-point fraction; else 16.")
    ] = None,
    dialect: Annotated[Database | None, typer.Option(help="Whose SQL; else DuckDB's.")] = None,
    sums: Annotated[
        Sums | None,
        typer.Option(help="Whether ONNX sums as predict does (the default), or by one product."),
    ] = None,
    numbers: Annotated[
        Numbers | None, typer.Option(help="The type of ONNX's numbers; else double.")
    ] = None,
    missing: Annotated[
        str | None,
        typer.Option(metavar="TEXT", help="What a missing text is to ONNX; else nothing."),
    ] = None,
    target: Annotated[
        str | None, typer.Option(metavar="NAME", help="The field PMML predicts; else class.")
    ] = None,
    form: Annotated[
        Form | None,
        typer.Option(help="A SQL expression that is the class, or a query over a table."),
    ] = None,
    table: Annotated[
        str | None, typer.Option(metavar="NAME", help="The table of a SQL query; else rows.")
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(metavar="COLUMN", help="A column that the query gives as well; repeatable."),
    ] = None,
) -> None:
    """
    Write a saved model as code, a query or a document that needs no Obliqua.

    What a target cannot express is refused by name, and nothing is written.

    For example:

      obliqua export model.json --to c --name iris -o iris.h
      obliqua export model.json --to sql --dialect postgresql --form query --table patients
      obliqua export model.json --to onnx -o model.onnx
    """
    from obliqua.cli.stores import load_model
    from obliqua.export import TARGETS, write

    options = {
        "name": name,
        "precision": precision,
        "fraction_bits": fraction_bits,
        "dialect": dialect,
        "form": form,
        "table": table,
        "keep": keep or None,
        "sums": sums,
        "numbers": numbers,
        "missing": missing,
        "target": target,
    }
    given = {key: _plain(value) for key, value in options.items() if value is not None}
    for key in given:
        if key not in TARGETS[to.value].options:
            raise InputProblem(f"--{key.replace('_', '-')} is not an option of --to {to.value}")
    estimator = load_model(model)
    try:
        content = write(estimator, to.value, **given)
    except ImportError as error:
        raise InputProblem(str(error)) from None
    if isinstance(content, str):
        emit(content, output)
        return
    if output is None or output == STDOUT:
        raise InputProblem(f"--to {to.value} writes no text: say where to with --output FILE")
    from obliqua.persistence.atomic import write_atomically

    write_atomically(Path(output), content)


def _plain(value: Any) -> Any:
    return value.value if isinstance(value, StrEnum) else value
