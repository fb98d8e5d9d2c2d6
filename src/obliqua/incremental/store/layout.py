"""A store's columns, and rows as it keeps them: one JSON list of values each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from obliqua._columns import RawColumn, RawTable, read_table
from obliqua.table import NUMERIC, SYMBOLIC, Schema

__all__ = ["LABEL_DTYPES", "Layout", "conformed", "encode_rows", "in_place", "table_of", "widened"]

Value = float | str | None
LABEL_DTYPES: dict[str, Any] = {"bool": bool, "int": np.int64, "float": np.float64, "text": object}

_decoder = msgspec.json.Decoder(list[Value])


class Column(Struct, forbid_unknown_fields=True):
    """A column; its kind is unknown while all its values are missing."""

    name: str
    kind: Literal["numeric", "symbolic", "unknown"]
    dtype: str


class Layout(Struct, forbid_unknown_fields=True):
    """The columns of every row, and the kinds of labels and ids."""

    named: bool
    columns: list[Column]
    labels: Literal["bool", "int", "float", "text"]
    ids: Literal["int", "text"]


# --- a table that is to be learned --------------------------------------------


def in_place(X: Any, layout: Layout | None) -> RawTable:
    """Read a table and put its columns in the store's order.

    Raises
    ------
    ValueError
        If columns are missing, added, renamed, or of another kind.
    """
    raw = read_table(X)
    if layout is None:
        return raw
    names = tuple(column.name for column in layout.columns)
    schema = Schema(names, (NUMERIC,) * len(names), ((),) * len(names), named=layout.named)
    order = schema.order_in(raw, "the store")
    if raw.matrix is not None:
        return RawTable(raw.n_rows, raw.n_features, _names(layout), raw.matrix, raw.dtype)
    columns = raw.columns if order is None else tuple(raw.columns[i] for i in order)
    return RawTable(raw.n_rows, raw.n_features, _names(layout), None, raw.dtype, columns)


def widened(layout: Layout | None, raw: RawTable, labels: Any, ids: Any) -> Layout:
    """Say what the columns are once these rows are among them.

    Raises
    ------
    ValueError
        If a column, the labels or the ids are of another kind than those there are.
    """
    if layout is None:
        named = raw.names is not None
        columns = [
            Column(name, _kind(raw, i), _dtype(raw, i)) for i, name in enumerate(_labels_of(raw))
        ]
        return Layout(named, columns, labels, ids)
    columns = [_joined(column, _kind(raw, i), raw, i) for i, column in enumerate(layout.columns)]
    for what, there, new in (("labels", layout.labels, labels), ("ids", layout.ids, ids)):
        if there != new:
            raise ValueError(f"the store's {what} are of kind {there}, and these are {new}")
    return Layout(layout.named, columns, layout.labels, layout.ids)


def _joined(column: Column, kind: Any, raw: RawTable, index: int) -> Column:
    if kind in ("unknown", column.kind):
        return column
    if column.kind != "unknown":
        raise ValueError(
            f"column {column.name!r} is {column.kind} ({column.dtype}) in this store and is "
            f"{kind} ({_dtype(raw, index)}) now; convert it to what it was"
        )
    return Column(column.name, kind, _dtype(raw, index))


def _kind(raw: RawTable, index: int) -> Any:
    if raw.matrix is not None:
        return "unknown" if np.isnan(raw.matrix[:, index]).all() else "numeric"
    kind = raw.columns[index].kind
    return "unknown" if kind == "empty" else kind


def _dtype(raw: RawTable, index: int) -> str:
    return raw.dtype if raw.matrix is not None else raw.columns[index].dtype


def _labels_of(raw: RawTable) -> list[str]:
    return [raw.name(i) for i in range(raw.n_features)]


def _names(layout: Layout) -> tuple[str, ...] | None:
    return tuple(column.name for column in layout.columns) if layout.named else None


def conformed(raw: RawTable, layout: Layout) -> RawTable:
    """Give columns without any value the kind that the store knows them to have."""
    if all(column.kind != SYMBOLIC for column in layout.columns):
        return raw
    columns = tuple(_of_kind(raw, i, facts) for i, facts in enumerate(layout.columns))
    return RawTable(raw.n_rows, raw.n_features, raw.names, None, raw.dtype, columns)


def _of_kind(raw: RawTable, index: int, facts: Column) -> RawColumn:
    if raw.matrix is None:
        column = raw.columns[index]
    else:
        values = np.asarray(raw.matrix[:, index], dtype=np.float64)
        empty = _kind(raw, index) == "unknown"
        column = RawColumn(facts.name, "empty" if empty else NUMERIC, raw.dtype, values)
    if column.kind != "empty" or facts.kind != SYMBOLIC:
        return column
    codes = np.full(raw.n_rows, -1, dtype=np.int32)
    return RawColumn(facts.name, SYMBOLIC, column.dtype, codes=codes)


# --- rows as they are kept ----------------------------------------------------


def encode_rows(raw: RawTable) -> list[str]:
    """Write each row's values as a JSON list: numbers, text, null where missing."""
    encode = msgspec.json.encode  # NaN becomes null
    if raw.matrix is not None:
        return [encode(row).decode() for row in raw.matrix.tolist()]
    columns = [_values(column) for column in raw.columns]
    return [encode(row).decode() for row in zip(*columns, strict=True)]


def _values(column: RawColumn) -> list[Value]:
    if column.codes is None:
        assert column.numbers is not None
        numbers: list[Value] = column.numbers.tolist()
        return numbers
    for category in column.categories:
        try:
            category.encode()
        except UnicodeEncodeError:
            raise ValueError(
                f"column {column.name!r}: the value {category!r} is no valid text"
            ) from None
    names = [*column.categories, None]  # -1 is missing
    return [names[code] for code in column.codes.tolist()]


def table_of(rows: Sequence[str], layout: Layout) -> RawTable:
    """Read kept rows back as a table.

    Raises
    ------
    ValueError
        If a row is not what `encode_rows` writes for these columns.
    """
    values = [_decoder.decode(row) for row in rows]
    d = len(layout.columns)
    for row in values:
        if len(row) != d:
            raise ValueError(f"a row has {len(row)} values, not {d}")
    names = _names(layout)
    if all(column.kind != SYMBOLIC for column in layout.columns):
        matrix = _numbers(values, d)
        return RawTable(len(rows), d, names, matrix, layout.columns[0].dtype)
    cells: NDArray[Any] = np.empty((len(rows), d), dtype=object)
    cells[...] = values
    raw = read_table(cells)
    columns = [
        _labelled(column, facts) for column, facts in zip(raw.columns, layout.columns, strict=True)
    ]
    return conformed(RawTable(len(rows), d, names, None, "object", tuple(columns)), layout)


def _numbers(values: list[list[Value]], d: int) -> NDArray[np.float64]:
    if any(isinstance(value, str) for row in values for value in row):
        raise ValueError("a row has text where a number should be")
    matrix: NDArray[np.float64] = np.array(values, dtype=np.float64).reshape(len(values), d)
    return matrix  # None has become NaN


def _labelled(column: RawColumn, facts: Column) -> RawColumn:
    if column.kind not in (facts.kind, "empty"):
        raise ValueError(f"column {facts.name!r} is {column.kind}, not {facts.kind}")
    return RawColumn(
        facts.name, column.kind, facts.dtype, column.numbers, column.codes, column.categories
    )
