"""Tables from files: CSV, TSV, Parquet, ARFF and C4.5's ``.names`` and ``.data``."""

from __future__ import annotations

import bz2
import csv
import gzip
import importlib.util
import io
import lzma
import sys
from collections.abc import Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from obliqua.cli import arff, c45
from obliqua.cli.problems import InputProblem

if TYPE_CHECKING:
    import pandas as pd

STDIN = "-"
DEFAULT_MISSING = ("", "?", "NA", "N/A", "NaN", "nan", "null", "NULL")
COMPRESSIONS = {".gz": "gzip", ".bz2": "bz2", ".xz": "xz"}


@dataclass(frozen=True)
class ReadOptions:
    """How the cells of a text file are to be understood.

    Parameters
    ----------
    missing : tuple of str
        Cells that mean "not known". The empty cell always does.
    symbolic, numeric : collection of str
        Columns whose kind is stated rather than found out.
    header : bool
        Whether the first line names the columns; otherwise they are ``c1``, ``c2``, …
    format : str or None
        A key of `FORMATS`; by default the file's ending decides.
    """

    missing: tuple[str, ...] = DEFAULT_MISSING
    symbolic: Collection[str] = field(default_factory=frozenset)
    numeric: Collection[str] = field(default_factory=frozenset)
    header: bool = True
    format: str | None = None


def read_table(source: str, options: ReadOptions | None = None) -> pd.DataFrame:
    """Read a table whose columns are float64, or text where a cell is not a number.

    Parameters
    ----------
    source : str
        A path, or ``-`` for CSV on standard input.
    options : ReadOptions or None
        How to understand the cells.
    """
    options = options or ReadOptions()
    reader = FORMATS[options.format or format_of(source)]
    if source != STDIN and not Path(source).is_file():
        raise InputProblem(f"{source}: there is no such file")
    _require_pandas(source)
    try:
        table = reader(source, options)
    except UnicodeDecodeError as error:
        raise InputProblem(f"{source}: is not UTF-8 text: {error.reason}") from error
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise InputProblem(f"{source}: cannot be read: {_plain(error)}") from error
    if not len(table):
        raise InputProblem(f"{source}: has no rows")
    return table


def format_of(source: str) -> str:
    """Name the format that the ending of `source` stands for."""
    if source == STDIN:
        return "csv"
    suffixes = [suffix.lower() for suffix in Path(source).suffixes]
    if suffixes and suffixes[-1] in COMPRESSIONS:
        suffixes.pop()
    known = {".csv": "csv", ".tsv": "tsv", ".tab": "tsv", ".parquet": "parquet", ".pq": "parquet"}
    known |= {".arff": "arff", ".data": "c45", ".test": "c45", ".names": "c45"}
    try:
        return known[suffixes[-1]]
    except (IndexError, KeyError):
        raise InputProblem(
            f"{source}: unknown kind of file; known endings are {', '.join(known)} "
            f"(text may be compressed: {', '.join(COMPRESSIONS)}), or state --input-format"
        ) from None


def numbers(column: Collection[Any], where: Callable[[int], str] | None = None) -> Any:
    """Convert a column of cells (None where missing) to float64.

    Returns None when a cell is not a number, unless `where` is given to describe
    the place of the offending cell in an error message.
    """
    cells = list(column)
    try:
        if not any(isinstance(cell, str) and "_" in cell for cell in cells):
            return np.array(cells, dtype=np.float64)  # None becomes NaN
    except (TypeError, ValueError):
        pass
    if where is None:
        return None
    for position, cell in enumerate(cells):
        if cell is not None and not _is_number(cell):
            raise InputProblem(f"{where(position)}: {cell!r} is not a number")
    raise AssertionError("every cell is a number")


def _is_number(cell: Any) -> bool:
    try:
        float(cell)
    except (TypeError, ValueError):
        return False
    return not (isinstance(cell, str) and "_" in cell)


# --- one reader per format ---------------------------------------------------


def _read_csv(source: str, options: ReadOptions) -> pd.DataFrame:
    return _read_separated(source, options, ",")


def _read_tsv(source: str, options: ReadOptions) -> pd.DataFrame:
    return _read_separated(source, options, "\t")


def _read_separated(source: str, options: ReadOptions, separator: str) -> pd.DataFrame:
    with _open_text(source) as stream:
        lines = csv.reader(stream, delimiter=separator, skipinitialspace=True, strict=True)
        try:
            # A line that is wholly empty is no row.
            rows = [row for row in lines if row]
        except csv.Error as error:
            raise InputProblem(f"{source}: line {lines.line_num}: {error}") from error
    if not rows:
        raise InputProblem(f"{source}: is empty")
    names = [f"c{position + 1}" for position in range(len(rows[0]))]
    if options.header:
        names = [name.strip() for name in rows.pop(0)]
    _check_names(source, names)
    for position, row in enumerate(rows):
        if len(row) != len(names):
            raise InputProblem(
                f"{source}: row {position + 1} has {len(row)} cells, but there are "
                f"{len(names)} columns"
            )
    columns = zip(*rows, strict=True) if rows else ((),) * len(names)
    return _typed(source, dict(zip(names, columns, strict=True)), options)


def _read_parquet(source: str, options: ReadOptions) -> pd.DataFrame:
    import pandas as pd

    try:
        table = pd.read_parquet(source)
    except ImportError as error:
        raise InputProblem(
            f"{source}: reading Parquet needs pyarrow: pip install pyarrow"
        ) from error
    except (ValueError, OSError) as error:
        raise InputProblem(f"{source}: is not a Parquet file: {_plain(error)}") from error
    table.columns = [str(name) for name in table.columns]
    _check_names(source, list(table.columns))
    return _declared(source, table, options)


def _read_arff(source: str, options: ReadOptions) -> pd.DataFrame:
    with _open_text(source) as lines:
        attributes, columns = arff.read_arff(source, lines)
    names = [attribute.name for attribute in attributes]
    _check_names(source, names)
    numeric = {attribute.name for attribute in attributes if attribute.numeric}
    return _assembled(source, dict(zip(names, columns, strict=True)), numeric, options)


def _read_c45(source: str, options: ReadOptions) -> pd.DataFrame:
    path = Path(source)
    names = c45.read_names(path.with_suffix(".names"))
    columns = c45.read_data(path.with_suffix(".data") if path.suffix == ".names" else path, names)
    numeric = {attribute.name for attribute in names.attributes if attribute.continuous}
    return _assembled(source, columns, numeric, options)


FORMATS: dict[str, Callable[[str, ReadOptions], pd.DataFrame]] = {
    "csv": _read_csv,
    "tsv": _read_tsv,
    "parquet": _read_parquet,
    "arff": _read_arff,
    "c45": _read_c45,
}


# --- kinds of columns --------------------------------------------------------


def _typed(source: str, columns: dict[str, Any], options: ReadOptions) -> pd.DataFrame:
    """Turn columns of text into numbers wherever every cell is one."""
    import pandas as pd

    missing = {"", *options.missing}
    typed: dict[str, Any] = {}
    for name, column in columns.items():
        cells = [None if cell in missing else cell for cell in column]
        values = None
        if name in options.numeric:
            values = numbers(cells, _place(source, name))
        elif name not in options.symbolic:
            values = numbers(cells)
        typed[name] = pd.Series(cells, dtype=object) if values is None else values
    return pd.DataFrame(typed)


def _assembled(
    source: str,
    columns: dict[str, list[str | None]],
    numeric: Collection[str],
    options: ReadOptions,
) -> pd.DataFrame:
    """Make a table of columns of text whose file states which of them are numeric."""
    import pandas as pd

    wanted = (set(numeric) | set(options.numeric)) - set(options.symbolic)
    return pd.DataFrame(
        {
            name: numbers(cells, _place(source, name))
            if name in wanted
            else pd.Series(cells, dtype=object)
            for name, cells in columns.items()
        }
    )


def _declared(source: str, table: pd.DataFrame, options: ReadOptions) -> pd.DataFrame:
    """Apply stated kinds to a table whose file already knows the kinds of its columns."""
    import pandas as pd

    for name in table.columns:
        if name not in options.numeric and name not in options.symbolic:
            continue
        known = zip(table[name], table[name].isna(), strict=True)
        cells = [None if missing else cell for cell, missing in known]
        if name in options.numeric:
            table[name] = numbers(cells, _place(source, name))
        else:
            text = [None if cell is None else _category(cell) for cell in cells]
            table[name] = pd.Series(text, dtype=object, index=table.index)
    return table


def _category(cell: Any) -> str:
    """Write a cell as a category: a whole number without its decimal point."""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _place(source: str, name: str) -> Callable[[int], str]:
    return lambda row: f"{source}: row {row + 1}, column {name!r}"


# --- small things ------------------------------------------------------------


def _require_pandas(source: str) -> None:
    if importlib.util.find_spec("pandas") is None:
        raise InputProblem(f"{source}: reading tables needs pandas: pip install pandas")


def _open_text(source: str) -> Any:
    if source == STDIN:
        return io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig", newline="")
    opener: Any = {"gzip": gzip.open, "bz2": bz2.open, "xz": lzma.open}.get(
        COMPRESSIONS.get(Path(source).suffix.lower(), ""), open
    )
    return opener(source, "rt", encoding="utf-8-sig", newline="")


def _check_names(source: str, names: list[str]) -> None:
    for position, name in enumerate(names):
        if not name.strip():
            raise InputProblem(f"{source}: column {position + 1} has no name in the header")
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise InputProblem(f"{source}: the column name {repeated[0]!r} appears more than once")


def _plain(error: BaseException) -> str:
    """Return the first line of a library's message."""
    lines = str(error).strip().splitlines() or [type(error).__name__]
    return lines[0]
