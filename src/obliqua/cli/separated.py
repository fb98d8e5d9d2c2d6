"""Text whose cells stand between commas or tabs, read by Arrow."""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any

from obliqua.cli.problems import InputProblem, first_line

if TYPE_CHECKING:
    import pyarrow as pa

LARGEST_ROW = 16 << 20  # bytes; Arrow refuses rows that do not fit into a block


def read_separated(
    source: str, data: bytes, separator: str, header: bool
) -> dict[str, pa.ChunkedArray]:
    """Read columns of text by name; blanks around a cell are not part of it.

    Parameters
    ----------
    source : str
        What messages call the table.
    data : bytes
        Its text, in UTF-8.
    separator : str
        What stands between cells.
    header : bool
        Whether the first row holds the names.
    """
    data = _regular(source, data, separator)
    first = next(csv.reader(io.StringIO(data.decode()), delimiter=separator), None)
    if first is None:
        raise InputProblem(f"{source}: is empty")
    names = [name.strip() if header else f"c{i}" for i, name in enumerate(first, 1)]
    check_names(source, names)
    return dict(zip(names, _columns(source, data, names, header, separator), strict=True))


def check_names(source: str, names: list[str]) -> None:
    """Refuse names that are empty or appear twice."""
    for position, name in enumerate(names):
        if not name.strip():
            raise InputProblem(f"{source}: column {position + 1} has no name in the header")
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise InputProblem(f"{source}: the column name {repeated[0]!r} appears more than once")


def _regular(source: str, data: bytes, separator: str) -> bytes:
    """Put a text whose quotes Arrow would misread into the form that it reads.

    Arrow takes a quote behind a blank for a part of the cell, and one that never ends for one
    that ends with the file.
    """
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    blank_before_quote = re.escape(separator.encode()) + rb' +"'
    if data.count(b'"') % 2 == 0 and not re.search(blank_before_quote, data):
        return data
    text = io.StringIO(data.decode(), newline="")
    lines = csv.reader(text, delimiter=separator, skipinitialspace=True, strict=True)
    regular = io.StringIO(newline="")
    try:
        csv.writer(regular, delimiter=separator, lineterminator="\n").writerows(lines)
    except csv.Error as error:
        raise InputProblem(f"{source}: line {lines.line_num}: {error}") from error
    return regular.getvalue().encode()


def _columns(
    source: str, data: bytes, names: list[str], header: bool, separator: str
) -> list[pa.ChunkedArray]:
    """Split a text into columns of trimmed cells, every row as long as the header."""
    import pyarrow as pa
    import pyarrow.compute as pc
    from pyarrow import csv as arrow_csv

    faulty: list[Any] = []

    def refuse(row: Any) -> str:
        faulty.append(row)
        return "error"

    try:
        table = arrow_csv.read_csv(
            pa.py_buffer(data),
            # With threads, Arrow does not tell the number of a faulty row.
            arrow_csv.ReadOptions(
                use_threads=False,
                block_size=LARGEST_ROW,
                column_names=names,
                skip_rows_after_names=int(header),
            ),
            arrow_csv.ParseOptions(
                delimiter=separator, newlines_in_values=True, invalid_row_handler=refuse
            ),
            arrow_csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.large_string()), strings_can_be_null=False
            ),
        )
    except pa.ArrowInvalid as error:
        if not faulty:
            raise InputProblem(f"{source}: {first_line(error)}") from error
        row = faulty[0]
        cells = "1 cell" if row.actual_columns == 1 else f"{row.actual_columns} cells"
        raise InputProblem(
            f"{source}: row {row.number - header} has {cells}, but there are {len(names)} columns"
        ) from None
    return [pc.utf8_trim_whitespace(column) for column in table.columns]
