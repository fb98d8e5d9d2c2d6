"""A table that can be written as text, Markdown, CSV and HTML."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from html import escape
from typing import Any

__all__ = ["Column", "Table", "number"]

Row = Mapping[str, Any]


def number(value: float | None, digits: int = 2) -> str:
    """Write a number with so many digits behind the point; nothing for None.

    Examples
    --------
    >>> from obliqua.experiments.report.table import number
    >>> number(-1.256), number(None), number(1234567.0, 0)
    ('−1.26', '', '1,234,567')
    """
    if value is None or value != value:
        return ""
    return f"{value:,.{digits}f}".replace("-", "−")


@dataclass(frozen=True)
class Column:
    """A column.

    Parameters
    ----------
    key : str
        Where a row has its value.
    title : str
        The heading.
    shown : callable, default=str
        How a value is written; None is written as nothing.
    right : bool, default=False
        Whether it is aligned to the right, as numbers are.
    """

    key: str
    title: str
    shown: Callable[[Any], str] = str
    right: bool = False

    def text(self, row: Row) -> str:
        """Write a row's value."""
        value = row.get(self.key)
        return "" if value is None else self.shown(value)


@dataclass
class Table:
    """Rows under columns.

    Parameters
    ----------
    title : str
        The heading.
    columns : list of Column
        The columns.
    rows : list of mapping
        The rows; one with "class" has that CSS class.
    notes : list of str
        Sentences beneath it.

    Examples
    --------
    >>> from obliqua.experiments.report import Column, Table
    >>> table = Table("Sizes", [Column("name", "method"), Column("leaves", "leaves", right=True)])
    >>> table.rows.append({"name": "cart", "leaves": 12})
    >>> print(table.text())
    Sizes
    method  leaves
    cart        12
    """

    title: str
    columns: list[Column]
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Write it for a terminal."""
        cells = [[column.text(row) for column in self.columns] for row in self.rows]
        widths = [
            max(len(column.title), *(len(line[i]) for line in cells), 0)
            if cells
            else len(column.title)
            for i, column in enumerate(self.columns)
        ]
        lines = [self.title] if self.title else []
        for line in [[column.title for column in self.columns], *cells]:
            parts = [
                text.rjust(width) if column.right else text.ljust(width)
                for text, width, column in zip(line, widths, self.columns, strict=True)
            ]
            lines.append("  ".join(parts).rstrip())
        return "\n".join([*lines, *self.notes])

    def markdown(self, level: int = 3) -> str:
        """Write it as Markdown."""
        lines = [f"{'#' * level} {self.title}", ""] if self.title else []
        lines.append("| " + " | ".join(_barred(column.title) for column in self.columns) + " |")
        lines.append("|" + "|".join("---:" if c.right else "---" for c in self.columns) + "|")
        lines += [
            "| " + " | ".join(_barred(column.text(row)) for column in self.columns) + " |"
            for row in self.rows
        ]
        if self.notes:
            lines += ["", *self.notes]
        return "\n".join(lines) + "\n"

    def csv(self) -> str:
        """Write it as CSV, with values as they are."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow([column.key for column in self.columns])
        for row in self.rows:
            values = [row.get(column.key) for column in self.columns]
            writer.writerow(["" if value is None else value for value in values])
        return text.getvalue()

    def html(self) -> str:
        """Write it as HTML; a click on a heading sorts."""
        head = "".join(
            f'<th scope="col" class="{"n" if c.right else ""}"><button type="button">'
            f"{escape(c.title)}</button></th>"
            for c in self.columns
        )
        body = "\n".join(self._row(row) for row in self.rows)
        notes = "".join(f'<p class="note">{escape(note)}</p>' for note in self.notes)
        title = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        return (
            f'<div class="wide"><table class="sorts">{title}<thead><tr>{head}</tr></thead>\n'
            f"<tbody>\n{body}\n</tbody></table></div>{notes}\n"
        )

    def _row(self, row: Row) -> str:
        cells = []
        for column in self.columns:
            value = row.get(column.key)
            plain = isinstance(value, int | float) and not isinstance(value, bool)
            order = f' data-v="{value!r}"' if plain else ""
            aligned = ' class="n"' if column.right else ""
            cells.append(f"<td{aligned}{order}>{escape(column.text(row))}</td>")
        kind = f' class="{escape(str(row["class"]))}"' if row.get("class") else ""
        return f"<tr{kind}>{''.join(cells)}</tr>"


def _barred(text: str) -> str:
    return text.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ")
