"""``obliqua predict``: classify the rows of a table."""

from __future__ import annotations

import csv
import io
from typing import Annotated, Any

import typer

from obliqua.cli import options as o
from obliqua.cli.output import emit, emit_json


def predict(
    model: o.Model,
    data: o.Data,
    output: o.Output = None,
    proba: Annotated[
        bool, typer.Option("--proba", metavar="", help="Add each class's probability.")
    ] = False,
    json: o.Json = False,
    target: Annotated[
        str | None,
        typer.Option(
            "--target", "-y", metavar="COLUMN", help="The true classes: report the accuracy."
        ),
    ] = None,
    na: o.Missing = None,
    header: o.Header = True,
    input_format: o.InputFormat = None,
) -> None:
    """
    Classify the rows of a table with a saved model.

    Columns are found by name; others than the model's are not looked at. The answers are CSV,
    one line per row: the class and, with --proba, a probability per class.

    For example:

      obliqua predict model.json new.csv
      obliqua predict model.json new.csv --proba -o answers.csv
      cat new.csv | obliqua predict model.json - --json
    """
    from obliqua.cli.rows import read_rows
    from obliqua.cli.stores import load_model
    from obliqua.cli.trees import trees_of

    estimator = load_model(model)
    reading = o.reading(na, None, None, header, input_format)
    rows, labels = read_rows(data, trees_of(estimator)[0], target, reading)
    answers = estimator.predict(rows)
    shares = estimator.predict_proba(rows) if proba else None
    accuracy = None if labels is None else float((labels == answers).mean())
    if json:
        report = {
            "model": model,
            "data": data,
            "classes": estimator.classes_.tolist(),
            "predictions": answers.tolist(),
            "probabilities": None if shares is None else shares.tolist(),
            "accuracy": accuracy,
        }
        emit_json(report, output)
        return
    emit(_as_csv(answers, shares, estimator.classes_), output)
    if accuracy is not None:
        typer.echo(f"accuracy {accuracy:.1%} on {len(answers)} rows", err=True)


def _as_csv(answers: Any, shares: Any, classes: Any) -> str:
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    labels = classes.tolist()
    probabilities = [] if shares is None else [f"p_{label}" for label in labels]
    writer.writerow(["prediction", *probabilities])
    if shares is None:
        writer.writerows([answer] for answer in answers.tolist())
    else:
        pairs = zip(answers.tolist(), shares.tolist(), strict=True)
        writer.writerows([answer, *row] for answer, row in pairs)
    return stream.getvalue()
