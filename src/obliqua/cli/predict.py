"""``obliqua predict``: classify the rows of a table."""

from __future__ import annotations

import csv
import io
from typing import Annotated, Any

import typer

from obliqua.cli import options as o
from obliqua.cli.output import emit, emit_json
from obliqua.cli.problems import InputProblem


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
    from obliqua.cli.readers import read_table
    from obliqua.persistence import load

    estimator = load(model)
    schema = estimator.tree_.schema
    symbolic = [n for n, kind in zip(schema.names, schema.kinds, strict=True) if kind == "symbolic"]
    numeric = [name for name in schema.names if name not in symbolic]
    if not schema.named:
        symbolic, numeric = [], []
    labels_are_text = estimator.classes_.dtype.kind in "OU"
    if target is not None and labels_are_text and target not in schema.names:
        symbolic.append(target)
    table = read_table(data, o.reading(na, symbolic, numeric, header, input_format))
    rows = _features(data, table, schema, target)
    answers = estimator.predict(rows)
    shares = estimator.predict_proba(rows) if proba else None
    accuracy = None if target is None else _accuracy(data, table, target, answers)
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


def _features(source: str, table: Any, schema: Any, target: str | None) -> Any:
    """Pick the model's columns; a model without names takes them in their order."""
    if schema.named:
        absent = [repr(name) for name in schema.names if name not in table]
        if absent:
            some = ", ".join(absent[:5]) + (" and more" if len(absent) > 5 else "")
            raise InputProblem(f"{source}: the model needs the column {some}, which is not there")
        return table[list(schema.names)]
    features = table.drop(columns=[target] if target in table else [])
    if features.shape[1] != schema.n_features:
        raise InputProblem(
            f"{source}: has {features.shape[1]} columns, but the model was grown from "
            f"{schema.n_features} without names"
        )
    return features.to_numpy()


def _accuracy(source: str, table: Any, target: str, answers: Any) -> float:
    from obliqua.cli.data import labels_of

    return float((labels_of(source, table, target) == answers).mean())


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
