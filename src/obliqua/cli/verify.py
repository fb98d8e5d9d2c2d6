"""``obliqua verify``: check a store from its bytes to its tree."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from obliqua.cli import options as o
from obliqua.cli.output import emit, emit_json
from obliqua.cli.problems import EXIT_INPUT, InputProblem
from obliqua.cli.stores import open_store


def verify(
    store: o.Store,
    receipt: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Check too that a receipt is of this store's log."),
    ] = None,
    json: o.Json = False,
) -> None:
    """
    Check a store: file, rows, log, and that its tree is that of a fresh fit.

    The exit code is 0 when all is well, and 2 when it is not.

    For example:

      obliqua verify patients.store
      obliqua verify patients.store --receipt receipt.json
    """
    if not Path(store).exists():
        raise InputProblem(f"{store}: there is no such file")
    with open_store(store, read_only=True) as opened:
        found = opened.verify()
        if receipt is not None:
            found.problems += _problems_of(receipt, opened)
    report = {"store": store, "receipt": receipt, **found.to_dict()}
    if json:
        emit_json(report)
    else:
        _tell(report)
    if not found:
        raise typer.Exit(EXIT_INPUT)


def _problems_of(receipt: str, store: Any) -> list[str]:
    from obliqua.incremental import ForgetReceipt

    try:
        given = ForgetReceipt.from_json(Path(receipt).read_text(encoding="utf-8"))
    except ValueError as error:
        raise InputProblem(f"{receipt}: {error}") from None
    return [f"{receipt}: {problem}" for problem in store.problems_of(given)]


def _tell(report: dict[str, Any]) -> None:
    from obliqua.show.outline import plural

    lines = [
        f"Store     {report['store']}: {plural(report['rows'], 'row')}, operation "
        f"{report['sequence']}",
        f"Tree      digest {report['digest'] or '(no tree without rows)'}",
    ]
    if report["ok"]:
        lines.append("Verified  file, rows and log are sound; a fresh fit gives the same tree")
        if report["receipt"]:
            lines.append(f"          {report['receipt']} is a receipt of this store")
        if not report["erased"]:
            lines.append(
                "Erased    no: bytes of forgotten rows may be in the file; add "
                "obliqua forget --erase"
            )
    else:
        lines += [f"Problem   {problem}" for problem in report["problems"]]
    emit("\n".join(lines) + "\n", None)
