"""``obliqua show``: look at a saved model."""

from __future__ import annotations

import shutil
import sys
from enum import StrEnum
from typing import Annotated, Any

import typer

from obliqua.cli.options import Model, OneTree, Output
from obliqua.cli.output import emit, emit_json, shows_unicode


class View(StrEnum):
    """The views that there are."""

    text = "text"
    rules = "rules"
    dot = "dot"
    svg = "svg"
    json = "json"


def show(
    model: Model,
    tree: OneTree = None,
    format: Annotated[
        View,
        typer.Option(
            "--format",
            "-f",
            help="text: an indented tree; rules: one per leaf; dot: for Graphviz; "
            "svg: a picture; json: for programs.",
        ),
    ] = View.text,
    output: Output = None,
    max_depth: Annotated[
        int | None, typer.Option(min=0, help="Show only so many levels (text, dot, svg).")
    ] = None,
    digits: Annotated[int, typer.Option(min=1, max=17, help="Significant digits of numbers.")] = 6,
    ascii: Annotated[
        bool, typer.Option("--ascii", metavar="", help="Use ASCII signs only.")
    ] = False,
) -> None:
    """
    Show the tree of a saved model.

    For example:

      obliqua show model.json
      obliqua show model.json --format rules
      obliqua show model.json --format svg -o tree.svg
    """
    from obliqua.cli.trees import load_one

    estimator = load_one(model, tree)
    if format is View.json:
        emit_json(_description(estimator), output)
        return
    plain = ascii or (output is None and not shows_unicode())
    emit(_view(estimator, format, max_depth, digits, plain, output is None), output)


def _view(
    estimator: Any, format: View, max_depth: int | None, digits: int, plain: bool, screen: bool
) -> str:
    from obliqua import show as views

    if format is View.rules:
        return views.rules(estimator, digits=digits, ascii=plain)
    if format is View.dot:
        return views.dot(estimator, max_depth=max_depth, digits=digits, ascii=plain)
    if format is View.svg:
        return views.svg(estimator, max_depth=max_depth, digits=digits)
    width = shutil.get_terminal_size().columns if screen and sys.stdout.isatty() else 100
    return views.text(estimator, max_depth=max_depth, digits=digits, width=width, ascii=plain)


def _description(estimator: Any) -> dict[str, Any]:
    """Describe an estimator and its tree for programs."""
    from obliqua.cli.trees import described

    return {**described(estimator), **estimator.tree_.to_dict()}
