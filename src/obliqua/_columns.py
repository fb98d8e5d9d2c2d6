"""Columns as they come out of any table, before a schema is learned or checked.

NumPy arrays and lists are read directly; everything else goes through narwhals, which is
imported only then.
"""

from __future__ import annotations

import datetime
import math
import numbers
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

__all__ = ["RawColumn", "RawTable", "check_finite", "read_table"]

Float = NDArray[np.float64]
Singles = NDArray[np.float32]
Codes = NDArray[np.int32]

_NUMBERS = (numbers.Number, Decimal, np.number)
_TIMES = (datetime.date, datetime.time, datetime.timedelta, np.datetime64, np.timedelta64)
_TIME_ADVICE = (
    "dates and times are not supported; turn the column into numbers first, such as days "
    "since a fixed date, or the year, month and weekday"
)


@dataclass(frozen=True, slots=True)
class RawColumn:
    """One column: numbers, or codes into its own sorted categories.

    A column with nothing but missing values is "empty" and fits any kind.
    """

    name: str
    kind: Literal["numeric", "symbolic", "empty"]
    dtype: str
    numbers: Float | None = None
    codes: Codes | None = None
    categories: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RawTable:
    """A table: one float64 matrix when every column is numeric already, else its columns."""

    n_rows: int
    n_features: int
    names: tuple[str, ...] | None
    matrix: Float | Singles | None = None
    dtype: str = "float64"
    columns: tuple[RawColumn, ...] = ()

    def name(self, feature: int) -> str:
        """Name of a column, made up as x0, x1, ... when the table has none."""
        return f"x{feature}" if self.names is None else self.names[feature]


def read_table(X: Any, *, as_is: bool = False) -> RawTable:
    """Read any two-dimensional table.

    With `as_is`, an array of floating-point numbers is not looked at: the core refuses infinities
    while it routes, and reads single precision as well as double. What was read before is taken
    as it is.
    """
    if isinstance(X, RawTable):
        return X
    if isinstance(X, np.ndarray):
        return _from_array(X, as_is)
    if isinstance(X, (list, tuple)):
        return _from_array(_array_of_lists(X))
    if hasattr(X, "tocsr") or type(X).__module__.startswith("scipy.sparse"):
        raise TypeError(
            "Sparse data was passed for X, but dense data is required. Use '.toarray()' to "
            "convert to a dense numpy array."
        )
    if hasattr(X, "collect") and not hasattr(X, "to_numpy"):
        raise TypeError("X is a lazy table: call its collect() first")
    frame = _frame_or_none(X)
    if frame is not None:
        return _from_frame(frame)
    return _from_array(np.asarray(X))


# --- arrays -------------------------------------------------------------------


def _array_of_lists(rows: Sequence[Any]) -> NDArray[Any]:
    try:
        array = np.asarray(rows)
    except ValueError:
        lengths = {len(row) if isinstance(row, Sequence) else 0 for row in rows}
        raise ValueError(f"rows of X have different lengths: {sorted(lengths)}") from None
    if array.dtype.kind in "US":
        # NumPy would turn the numbers beside a string into strings.
        objects = np.empty(array.shape, dtype=object)
        objects[...] = rows
        return objects
    return array


def _check_shape(X: NDArray[Any]) -> None:
    if X.ndim == 0:
        raise ValueError(f"Expected 2D array, got scalar array instead:\narray={X}.")
    if X.ndim == 1:
        raise ValueError(
            f"Expected 2D array, got 1D array instead:\narray={X}.\nReshape your data either "
            "using array.reshape(-1, 1) if your data has a single feature or "
            "array.reshape(1, -1) if it contains a single sample."
        )
    if X.ndim != 2:
        raise ValueError(f"Found array with dim {X.ndim}, while dim 2 is required.")
    _check_extent(*X.shape)


def _check_extent(n_rows: int, n_features: int) -> None:
    shape = f"(shape=({n_rows}, {n_features})) while a minimum of 1 is required."
    if n_rows == 0:
        raise ValueError(f"Found array with 0 sample(s) {shape}")
    if n_features == 0:
        raise ValueError(f"Found array with 0 feature(s) {shape}")


def _from_array(X: NDArray[Any], as_is: bool = False) -> RawTable:
    _check_shape(X)
    n_rows, n_features = X.shape
    kind = X.dtype.kind
    if as_is and type(X) is np.ndarray and X.dtype in (np.float64, np.float32) and _in_steps(X):
        return RawTable(n_rows, n_features, None, X, str(X.dtype))
    if isinstance(X, np.ma.MaskedArray):
        plain = np.ma.getdata(X).astype(np.float64 if kind in "fiub" else object)
        plain[np.ma.getmaskarray(X)] = np.nan
        X, kind = plain, plain.dtype.kind
    if kind in "fiub":
        matrix = _as_float(X)
        check_finite(matrix, None)
        return RawTable(n_rows, n_features, None, matrix, str(X.dtype))
    if kind == "c":
        raise ValueError(f"Complex data not supported\n{X}\n")
    if kind in "mM":
        raise ValueError(f"column 'x0' has dtype {X.dtype}: {_TIME_ADVICE}")
    if kind not in "OUT":
        raise ValueError(
            f"X has dtype {X.dtype}: use numbers or text"
            + (", and decode bytes to text first" if kind == "S" else "")
        )
    columns = tuple(
        _from_objects(f"x{i}", X[:, i].tolist(), str(X.dtype)) for i in range(n_features)
    )
    return _joined(n_rows, None, columns)


def _as_float(X: NDArray[Any]) -> Float:
    """Keep the same memory when the core can step through it, else copy."""
    matrix = np.asarray(X, dtype=np.float64)
    return matrix if _in_steps(matrix) else matrix.copy()


def _in_steps(matrix: NDArray[Any]) -> bool:
    return matrix.flags.aligned and not any(s % matrix.itemsize for s in matrix.strides)


def _joined(n_rows: int, names: tuple[str, ...] | None, columns: tuple[RawColumn, ...]) -> RawTable:
    if n_rows == 0 or not columns:
        _check_extent(n_rows, len(columns))
    return RawTable(n_rows, len(columns), names, columns=columns)


def check_finite(matrix: Float | Singles, names: Sequence[str] | None) -> None:
    """Refuse infinities, naming column and row; NaN is a missing value."""
    # A finite sum proves every value finite, without a temporary array.
    with np.errstate(over="ignore", invalid="ignore"):
        if math.isfinite(matrix.sum()):
            return
    for feature in range(matrix.shape[1]):
        infinite = np.isinf(matrix[:, feature])
        if infinite.any():
            row = int(infinite.argmax())
            name = f"x{feature}" if names is None else names[feature]
            raise ValueError(
                f"column {name!r}, row {row} (the first is 0): infinite value "
                f"{matrix[row, feature]}; replace it by a finite number, or by NaN if it is "
                "missing"
            )


# --- dataframes ---------------------------------------------------------------


def _frame_or_none(X: Any) -> Any:
    """Wrap X in a narwhals frame; None when X is no dataframe."""
    import narwhals as nw

    if type(X).__module__.startswith("pyarrow") and type(X).__name__ == "RecordBatch":
        import pyarrow as pa

        X = pa.Table.from_batches([X])
    try:
        frame = nw.from_native(X, eager_only=True, allow_series=True, pass_through=True)
    except nw.exceptions.DuplicateError as error:
        found = " ".join(str(error).split())
        raise ValueError(f"column names of X must be unique: {found}") from None
    if isinstance(frame, nw.Series):
        _check_shape(np.asarray(frame.to_list(), dtype=object))
    return frame if isinstance(frame, nw.DataFrame) else None


def _from_frame(frame: Any) -> RawTable:
    n_rows, n_features = frame.shape
    _check_extent(n_rows, n_features)
    names = _string_names(frame.columns)
    labels = names or tuple(f"x{i}" for i in range(n_features))
    columns = tuple(
        _from_series(label, series)
        for label, series in zip(labels, frame.iter_columns(), strict=True)
    )
    return _joined(n_rows, names, columns)


def _string_names(labels: Iterable[Any]) -> tuple[str, ...] | None:
    """As scikit-learn: names count when all are strings, and a mixture is refused."""
    labels = tuple(labels)
    kinds = {isinstance(label, str) for label in labels}
    if kinds == {True}:
        return labels
    if kinds == {True, False}:
        other = next(label for label in labels if not isinstance(label, str))
        raise TypeError(
            f"column names of X must be all strings or none: {other!r} is "
            f"{type(other).__name__}. Convert them with X.columns = X.columns.astype(str)"
        )
    return None


def _from_series(name: str, series: Any) -> RawColumn:
    import narwhals as nw

    dtype = series.dtype
    native = series.to_native()
    label = str(getattr(native, "dtype", getattr(native, "type", dtype)))
    if dtype.is_numeric():
        values = np.asarray(series.cast(nw.Float64).to_numpy(), dtype=np.float64)
        return _numeric(name, label, values)
    if dtype.is_temporal():
        raise ValueError(f"column {name!r} has dtype {label}: {_TIME_ADVICE}")
    symbolic = dtype in (nw.String, nw.Boolean, nw.Categorical, nw.Enum)
    if not symbolic and dtype not in (nw.Object, nw.Unknown):
        raise ValueError(
            f"column {name!r} has dtype {label}: use numbers, text, categories or bool"
        )
    return _from_objects(name, series.to_list(), label, dtype in (nw.Categorical, nw.Enum))


# --- columns of Python objects ------------------------------------------------


def _is_missing(value: Any) -> bool:
    """None, NaN, and pandas' NA and NaT."""
    if value is None or type(value).__name__ in ("NAType", "NaTType"):
        return True
    return isinstance(value, (float, np.floating)) and math.isnan(value)


def _group(kind: type) -> str:
    """Say what values of a Python type are to a tree."""
    if issubclass(kind, str):
        return "text"
    if issubclass(kind, (bool, np.bool_)):
        return "bool"
    if issubclass(kind, _TIMES):
        return "time"
    if issubclass(kind, (complex, np.complexfloating)):
        return "other"
    return "number" if issubclass(kind, _NUMBERS) else "other"


def _from_objects(name: str, values: list[Any], dtype: str, categorical: bool = False) -> RawColumn:
    """Decide by the values: all text, all bool, or all numbers."""
    unsure = any(not issubclass(kind, str) for kind in set(map(type, values)))
    present = [v for v in values if not _is_missing(v)] if unsure else values
    if not present:
        return RawColumn(name, "empty", dtype, np.full(len(values), np.nan))
    kinds = {kind: _group(kind) for kind in dict.fromkeys(map(type, present))}
    _check_groups(name, values, kinds)
    if next(iter(kinds.values())) == "number" and not categorical:
        return _numeric(name, dtype, _floats(name, values))
    return _symbolic(name, dtype, values, present)


def _floats(name: str, values: list[Any]) -> Float:
    floats = np.empty(len(values), dtype=np.float64)
    for row, value in enumerate(values):
        try:
            floats[row] = math.nan if _is_missing(value) else float(value)
        except OverflowError:
            raise ValueError(
                f"column {name!r}, row {row} (the first is 0): the number is too large for "
                "double precision, whose largest is about 1.8e308"
            ) from None
    return floats


def _check_groups(name: str, values: list[Any], kinds: dict[type, str]) -> None:
    """Refuse mixtures and what is neither text nor number, naming the first such row."""
    first = next(iter(kinds.values()))

    def locate(group: str) -> tuple[int, Any]:
        return next(
            (row, value)
            for row, value in enumerate(values)
            if kinds.get(type(value)) == group and not _is_missing(value)
        )

    for group in kinds.values():
        if group in ("other", "time"):
            row, value = locate(group)
            place = f"column {name!r}, row {row} (the first is 0)"
            if group == "time":
                raise ValueError(f"{place}: {value!r}; {_TIME_ADVICE}")
            raise TypeError(
                f"{place}: argument must be a string or a real number, not {type(value).__name__!r}"
            )
        if group != first:
            row, value = locate(group)
            raise ValueError(
                f"column {name!r} mixes {first} and {group}: row {row} (the first is 0) holds "
                f"{value!r}. Use numbers only, or turn the whole column into text"
            )


def _numeric(name: str, dtype: str, values: Float) -> RawColumn:
    check_finite(values.reshape(-1, 1), [name])
    empty = bool(np.isnan(values[:1]).all() and np.isnan(values).all())
    return RawColumn(name, "empty" if empty else "numeric", dtype, values)


def _symbolic(name: str, dtype: str, values: list[Any], present: list[Any]) -> RawColumn:
    categories = tuple(sorted({str(value) for value in dict.fromkeys(present)}))
    position = {category: code for code, category in enumerate(categories)}
    code_of = _CodeOf((value, position[str(value)]) for value in dict.fromkeys(present))
    codes = np.fromiter(map(code_of.__getitem__, values), np.int32, len(values))
    return RawColumn(name, "symbolic", dtype, codes=codes, categories=categories)


class _CodeOf(dict[Any, int]):
    """Codes of the values; whatever is no key is a missing value, of which there are many kinds."""

    def __missing__(self, value: Any) -> int:
        return -1
