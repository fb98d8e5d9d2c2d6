"""``obliqua learn``: add a table's rows to a store, and learn them."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from obliqua.cli import options as o
from obliqua.cli.output import emit_json
from obliqua.cli.problems import InputProblem
from obliqua.cli.settings import parse_settings
from obliqua.cli.stores import open_store

if TYPE_CHECKING:
    from obliqua.cli.data import Examples
    from obliqua.cli.readers import ReadOptions
    from obliqua.incremental import Store


def learn(
    store: o.Store,
    data: o.Data,
    target: Annotated[
        str | None,
        typer.Option(
            "--target", "-y", metavar="COLUMN", help="The classes; remembered for the next time."
        ),
    ] = None,
    id: Annotated[
        str | None,
        typer.Option(
            "--id",
            metavar="COLUMN",
            help="Names by which rows can be forgotten, all different; remembered for the next "
            "time. Without it rows are numbered.",
        ),
    ] = None,
    key: o.Key = None,
    batch: Annotated[
        int, typer.Option(min=1, metavar="ROWS", help="How many rows are committed at a time.")
    ] = 1000,
    learner: Annotated[
        str | None, typer.Option(help="For a new store: iti or dmti.", rich_help_panel=o.TREE)
    ] = None,
    settings: o.Settings = None,
    json: o.Json = False,
    symbolic: o.Symbolic = None,
    numeric: o.Numeric = None,
    ignore: o.Ignore = None,
    na: o.Missing = None,
    header: o.Header = True,
    input_format: o.InputFormat = None,
) -> None:
    """
    Add rows to a store and learn them.

    The store is made if there is none. Each batch is on the disk before the next is begun: what
    was learned stays learned, whatever happens. Should the command be broken off, repeat it with
    the same --key, and it goes on where it was.

    For example:

      obliqua learn patients.store first.csv --target diagnosis --id patient
      obliqua learn patients.store more.csv --key "deliveries of May"
      obliqua predict patients.store new.csv
    """
    reading = o.reading(na, symbolic, numeric, header, input_format)
    options = parse_settings(settings or [])
    new = not Path(store).exists()
    if new:
        # A mistake in the command must not leave an empty store behind.
        examples = _examples(data, target, id, ignore, reading, {}, None)
    with open_store(store, learner=learner, **options) as opened:
        if not new:
            notes, layout = opened.notes, opened.layout
            examples = _examples(data, target, id, ignore, reading, notes, layout)
        started = time.perf_counter()
        learned, repeated = _learn(opened, examples, key, batch)
        names = {"target": examples.target} | ({"id": id} if id else {})
        if any(opened.notes.get(name) != text for name, text in names.items()):
            opened.note(**names)
        seconds = time.perf_counter() - started
        report = {
            "store": store,
            "data": data,
            "learned": learned,
            "repeated": repeated,
            "rows": len(opened),
            "sequence": opened.log()[-1].sequence,
            "seconds": seconds,
            "digest": opened.tree_.digest(),
            "leaves": opened.tree_.n_leaves,
            "tests": opened.tree_.n_tests,
        }
    if json:
        emit_json(report)
    else:
        _tell(report)


def _examples(
    data: str,
    target: str | None,
    id: str | None,
    ignore: list[str] | None,
    reading: ReadOptions,
    notes: dict[str, str],
    layout: Any,
) -> Examples:
    """Read the table as the store knows it: roles and kinds of columns are remembered."""
    from obliqua.cli.data import Roles, read_examples

    roles = Roles(target or notes.get("target"), None, ignore or (), id or notes.get("id"))
    if layout is not None:
        symbolic = {column.name for column in layout.columns if column.kind == "symbolic"}
        numeric = {column.name for column in layout.columns if column.kind == "numeric"}
        if layout.labels == "text" and roles.target:
            symbolic.add(roles.target)
        if layout.ids == "text":
            if roles.id is None:
                raise InputProblem(f"{data}: the store's ids are text; add --id COLUMN")
            symbolic.add(roles.id)
        reading = replace(
            reading,
            symbolic=symbolic.difference(reading.numeric).union(reading.symbolic),
            numeric=numeric.difference(reading.symbolic).union(reading.numeric),
        )
    return read_examples(data, roles, reading)


def _learn(store: Store, examples: Examples, key: str | None, batch: int) -> tuple[int, int]:
    """Learn batch by batch; count the rows learned, and those that were there before."""
    from obliqua.cli.evaluation import watched

    learned = repeated = 0
    for begin in watched(list(range(0, len(examples.labels), batch)), "Learning"):
        rows = slice(begin, begin + batch)
        receipt = store.learn(
            examples.features.iloc[rows],
            examples.labels[rows],
            ids=None if examples.ids is None else examples.ids[rows],
            key=None if key is None else f"{key}/{begin}",
        )
        if receipt.repeated:
            repeated += len(examples.labels[rows])
        else:
            learned += len(receipt.ids)
    return learned, repeated


def _tell(report: dict[str, Any]) -> None:
    from obliqua.cli.output import emit
    from obliqua.show.outline import plural

    before = f", and {report['repeated']} before" if report["repeated"] else ""
    lines = [
        f"Learned   {plural(report['learned'], 'row')} of {report['data']}{before}; "
        f"{report['seconds']:.2f} s",
        f"Store     {report['store']}: {plural(report['rows'], 'row')}, operation "
        f"{report['sequence']}",
        f"Tree      {plural(report['leaves'], 'leaf')}, {plural(report['tests'], 'test')}; digest "
        f"{report['digest']}",
    ]
    emit("\n".join(lines) + "\n", None)
