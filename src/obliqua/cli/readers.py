"""Tables from files: CSV, TSV, Parquet, ARFF and C4.5's ``.names`` and ``.data``."""

from __future__ import annotations

import bz2
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
from obliqua.cli.problems import InputProblem, first_line
from obliqua.cli.separated import check_names, read_separated

if TYPE_CHECKING:
    import pandas as pd
    import pyarrow as pa

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
    _require_libraries(source)
    try:
        table = reader(source, options)
    except UnicodeDecodeError as error:
        raise InputProblem(f"{source}: is not UTF-8 text: {error.reason}") from error
    except (OSError, EOFError, lzma.LZMAError) as error:
        raise InputProblem(f"{source}: cannot be read: {first_line(error)}") from error
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
    columns = read_separated(source, _bytes_of(source), separator, options.header)
    return _typed(source, columns, options)


def _read_parquet(source: str, options: ReadOptions) -> pd.DataFrame:
    import pandas as pd

    try:
        table = pd.read_parquet(source, engine="pyarrow")
    except (ValueError, OSError) as error:
        raise InputProblem(f"{source}: is not a Parquet file: {first_line(error)}") from error
    table.columns = [str(name) for name in table.columns]
    check_names(source, list(table.columns))
    return _declared(source, table, options)


def _read_arff(source: str, options: ReadOptions) -> pd.DataFrame:
    attributes, columns = arff.read_arff(source, _lines_of(source))
    names = [attribute.name for attribute in attributes]
    check_names(source, names)
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


def _typed(source: str, columns: dict[str, pa.ChunkedArray], options: ReadOptions) -> pd.DataFrame:
    """Turn columns of text into numbers wherever every cell is one."""
    import pandas as pd
    import pyarrow as pa
    import pyarrow.compute as pc

    markers = pa.array(["", *options.missing], pa.large_string())
    typed: dict[str, Any] = {}
    for name, column in columns.items():
        cells = pc.if_else(pc.is_in(column, markers), None, column)
        if name not in options.symbolic:
            try:
                typed[name] = pc.cast(cells, pa.float64()).to_numpy()
                continue
            except pa.ArrowInvalid:
                if name in options.numeric:
                    # Says which cell it is.
                    typed[name] = numbers(cells.to_pylist(), _place(source, name))
                    continue
        typed[name] = pd.Series(cells.to_pylist(), dtype=object)
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


def _require_libraries(source: str) -> None:
    absent = [name for name in ("pandas", "pyarrow") if importlib.util.find_spec(name) is None]
    if absent:
        raise InputProblem(
            f"{source}: reading tables needs {' and '.join(absent)}: pip install 'obliqua[tables]'"
        )


def _bytes_of(source: str) -> bytes:
    if source == STDIN:
        return bytes(sys.stdin.buffer.read())
    opener: Any = {"gzip": gzip.open, "bz2": bz2.open, "xz": lzma.open}.get(
        COMPRESSIONS.get(Path(source).suffix.lower(), ""), open
    )
    with opener(source, "rb") as stream:
        return bytes(stream.read())


def _lines_of(source: str) -> io.StringIO:
    return io.StringIO(_bytes_of(source).decode("utf-8-sig"))
