"""``obliqua forget``: take rows back out of a store, with a receipt."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from obliqua.cli import options as o
from obliqua.cli.output import emit, emit_json
from obliqua.cli.problems import InputProblem
from obliqua.cli.stores import open_store

if TYPE_CHECKING:
    from obliqua.incremental import ForgetReceipt, Store


def forget(
    store: o.Store,
    id: Annotated[
        list[str] | None,
        typer.Option("--id", metavar="ID", help="A row's id; may be repeated."),
    ] = None,
    ids: Annotated[
        str | None,
        typer.Option("--ids", metavar="FILE", help="A file, an id a line; - is standard input."),
    ] = None,
    erase: Annotated[
        bool,
        typer.Option(
            "--erase",
            metavar="",
            help="Erase their bytes from the file too; without ids, those of all rows that were "
            "forgotten before.",
        ),
    ] = False,
    key: o.Key = None,
    receipt: Annotated[
        str | None,
        typer.Option("--receipt", "-o", metavar="FILE", help="Where to write the receipt."),
    ] = None,
    json: o.Json = False,
) -> None:
    """
    Forget rows: the tree is then as if they had never been learned.

    The receipt, JSON, says which rows were forgotten and when, and the tree's digest before and
    after; keep it for audit. None of the rows is forgotten if one of them is not there.

    For example:

      obliqua forget patients.store --id 4711 --erase -o receipt.json
      obliqua forget patients.store --ids withdrawn.txt --key "letter of 3 May"
      obliqua verify patients.store
    """
    named = [*(id or []), *(_listed(ids) if ids is not None else [])]
    if not named and not erase:
        raise InputProblem("which rows? add --id ID or --ids FILE (or --erase alone)")
    if not Path(store).exists():
        raise InputProblem(f"{store}: there is no such file")
    with open_store(store) as opened:
        if not named:
            opened.erase()
            told = {"store": store, "rows": len(opened), "erased": True}
            emit_json(told) if json else emit(f"Erased    {store}\n", None)
            return
        given = opened.forget(_typed(opened, named), key=key, erase=erase)
    if receipt is not None:
        emit(given.to_json(), receipt)
    if json:
        emit(given.to_json(), None)
    else:
        _tell(store, given, receipt)


def _listed(source: str) -> list[str]:
    try:
        text = sys.stdin.read() if source == "-" else Path(source).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputProblem(f"{source}: is not UTF-8 text: {error.reason}") from None
    ids = [line.strip() for line in text.splitlines() if line.strip()]
    if not ids:
        raise InputProblem(f"{source}: has no ids")
    return ids


def _typed(store: Store, ids: list[str]) -> list[Any]:
    layout = store.layout
    if layout is None or layout.ids == "text":
        return list(ids)
    for one in ids:
        try:
            int(one)
        except ValueError:
            raise InputProblem(f"the ids of this store are whole numbers; got {one!r}") from None
    return [int(one) for one in ids]


def _tell(store: str, given: ForgetReceipt, receipt: str | None) -> None:
    from obliqua.show.outline import plural

    rows = plural(len(given.ids), "row")
    done = f"{rows} before, at {given.time}" if given.repeated else f"{rows} at {given.time}"
    lines = [
        f"Forgot    {done} (operation {given.sequence})",
        f"Store     {store}: {plural(given.rows_after, 'row')} left"
        + ("; no byte of what was forgotten is in the file" if given.erased else ""),
        f"Tree      digest {given.digest_before}",
        f"          now    {given.digest_after or '(no tree without rows)'}",
        f"Receipt   {receipt or 'not written; add -o receipt.json'}",
    ]
    emit("\n".join(lines) + "\n", None)
