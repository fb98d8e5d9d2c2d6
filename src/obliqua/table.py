"""Tables in: any array or dataframe becomes columns that the core can read.

Accepted are NumPy arrays, lists of rows, pandas, Polars and Arrow tables. Columns are numeric
or symbolic: text, categories (ordered ones too), and bool columns of dataframes or objects are
symbolic; a NumPy array of dtype bool is numeric, 0 and 1. None, NaN, null and ``pd.NA`` are
missing values. Categories are known by their name, ``str(value)``, and ordered by it, so that
the same rows give the same tree whatever library holds them. Dates, infinities, complex
numbers, sparse matrices and columns that mix text with numbers are refused.
"""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from obliqua._columns import RawColumn, RawTable, check_finite, read_table

__all__ = ["Columns", "ReadTable", "Schema", "read"]

Float = NDArray[np.float64]
Singles = NDArray[np.float32]
Codes = NDArray[np.int32]

NUMERIC: Final = "numeric"
SYMBOLIC: Final = "symbolic"


@dataclass(frozen=True, slots=True)
class Columns:
    """A table as the core reads it: numbers in one array, category codes in another.

    Parameters
    ----------
    numeric : ndarray of float64, shape (n_rows, number of numeric features)
        NaN is missing. Single precision in tables that are only routed.
    symbolic : ndarray of int32, shape (n_rows, number of symbolic features)
        -1 is missing; the number of categories stands for one never seen in training.
    kinds : list of int
        Per feature in the user's order: 0 numeric, 1 symbolic.
    n_categories : list of int
        Per feature; 0 for numeric ones.
    """

    numeric: Float | Singles
    symbolic: Codes
    kinds: list[int]
    n_categories: list[int]

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return int(self.numeric.shape[0])

    def table(self) -> _core.Table:
        """Hand these columns to the core."""
        return _core.Table(self.numeric, self.symbolic, self.kinds, self.n_categories)

    def take(self, rows: NDArray[Any]) -> Columns:
        """Copy some rows, given as indices or as a mask."""
        return Columns(self.numeric[rows], self.symbolic[rows], self.kinds, self.n_categories)


@dataclass(frozen=True)
class Schema:
    """What is remembered of the table that a tree was grown from.

    Parameters
    ----------
    names : tuple of str
        The features' names; ``x0``, ``x1``, ... when the table had none.
    kinds : tuple of str
        Per feature: "numeric" or "symbolic".
    categories : tuple of tuple of str
        Per feature, its categories in sorted order; empty for numeric ones.
    dtypes : tuple of str
        The columns' types as the table's library writes them, for information.
    named : bool, default=True
        Whether the names came with the table.

    Examples
    --------
    >>> from obliqua.table import read
    >>> schema, columns = read([[1.5, "red"], [None, "blue"]])
    >>> schema.kinds, schema.categories
    (('numeric', 'symbolic'), ((), ('blue', 'red')))
    >>> schema.columns([[2.0, "green"]]).symbolic  # one past the last: never seen
    array([[2]], dtype=int32)
    """

    names: tuple[str, ...]
    kinds: tuple[str, ...]
    categories: tuple[tuple[str, ...], ...]
    dtypes: tuple[str, ...] = field(default=(), compare=False)
    named: bool = True

    @property
    def n_features(self) -> int:
        """Number of features."""
        return len(self.names)

    @cached_property
    def _codes(self) -> tuple[list[int], list[int], bool]:
        kinds = [int(kind == SYMBOLIC) for kind in self.kinds]
        return kinds, [len(names) for names in self.categories], not any(kinds)

    def index(self, name: str) -> int:
        """Position of a feature.

        Raises
        ------
        KeyError
            If there is no feature of that name.
        """
        try:
            return self.names.index(name)
        except ValueError:
            raise KeyError(f"no feature is named {name!r}; there are {list(self.names)}") from None

    def select(self, features: Sequence[int]) -> Schema:
        """Return the schema of some features, in the order given."""
        return Schema(
            tuple(self.names[feature] for feature in features),
            tuple(self.kinds[feature] for feature in features),
            tuple(self.categories[feature] for feature in features),
            tuple(self.dtypes[feature] for feature in features) if self.dtypes else (),
            self.named,
        )

    def columns(self, X: Any, owner: str = "The tree", *, as_is: bool = False) -> Columns:
        """Read a table that must fit this schema.

        Columns of a dataframe are put in order by name. A category that was not seen in
        training equals none of those that were; an entirely missing column fits any kind.

        Parameters
        ----------
        X : array-like or dataframe
            The table.
        owner : str
            Who asks, for messages.
        as_is : bool, default=False
            Leave an array as it is when it is to be routed, which refuses infinities too; call
            `check_finite` then.

        Returns
        -------
        Columns
            The rows in this schema's terms.

        Raises
        ------
        ValueError
            If columns are missing, added, renamed or of another kind.
        """
        raw = read_table(X, as_is=as_is)
        order = self.order_in(raw, owner)
        kinds, n_categories, all_numeric = self._codes
        if raw.matrix is not None and order is None and all_numeric:
            return Columns(raw.matrix, _no_codes(raw.n_rows), kinds, n_categories)
        source = range(self.n_features) if order is None else order
        columns = [_fitted(_column(raw, i), self, f) for f, i in enumerate(source)]
        return _stacked(columns, raw.n_rows, kinds, n_categories)

    def check_finite(self, columns: Columns) -> None:
        """Refuse infinities in columns of this schema, by name and row."""
        pairs = zip(self.names, self.kinds, strict=True)
        check_finite(columns.numeric, [name for name, kind in pairs if kind == NUMERIC])

    def order_in(self, raw: RawTable, owner: str) -> list[int] | None:
        """Find where each feature is in a table; None when all are in place.

        Raises
        ------
        ValueError
            If columns are missing, added or renamed.
        """
        if raw.names is not None and self.named:
            if raw.names == self.names:
                return None
            _check_names(self.names, raw.names)
            position = {name: i for i, name in enumerate(raw.names)}
            return [position[name] for name in self.names]
        if raw.n_features != self.n_features:
            raise ValueError(
                f"X has {raw.n_features} features, but {owner} is expecting "
                f"{self.n_features} features as input."
            )
        if raw.names is not None:
            message = f"X has feature names, but {owner} was fitted without feature names"
            warnings.warn(message, UserWarning, stacklevel=5)
        elif self.named:
            message = (
                f"X does not have valid feature names, but {owner} was fitted with feature names"
            )
            warnings.warn(message, UserWarning, stacklevel=5)
        return None


@dataclass(frozen=True)
class ReadTable:
    """A table that was read already, for those who fit to parts of it again and again."""

    schema: Schema
    columns: Columns

    def select(self, features: Sequence[int]) -> ReadTable:
        """Copy some features, in the order given."""
        schema, columns = self.schema, self.columns
        kinds = [columns.kinds[feature] for feature in features]
        # Where each feature is among those of its kind.
        place = [columns.kinds[:f].count(kind) for f, kind in zip(features, kinds, strict=True)]
        numeric = [at for at, kind in zip(place, kinds, strict=True) if kind == 0]
        symbolic = [at for at, kind in zip(place, kinds, strict=True) if kind == 1]
        return ReadTable(
            schema.select(features),
            Columns(
                columns.numeric[:, numeric],
                columns.symbolic[:, symbolic],
                kinds,
                [columns.n_categories[feature] for feature in features],
            ),
        )


def read(X: Any) -> tuple[Schema, Columns]:
    """Read a table and learn its schema.

    Parameters
    ----------
    X : array-like, dataframe or ReadTable
        The table.

    Returns
    -------
    schema : Schema
        Names, kinds and categories.
    columns : Columns
        The rows; float64 arrays are not copied.

    Examples
    --------
    >>> import numpy as np
    >>> from obliqua.table import read
    >>> X = np.zeros((4, 2))
    >>> schema, columns = read(X)
    >>> schema.names, columns.numeric is X
    (('x0', 'x1'), True)
    """
    if isinstance(X, ReadTable):
        return X.schema, X.columns
    raw = read_table(X)
    names = raw.names or tuple(f"x{i}" for i in range(raw.n_features))
    if raw.matrix is not None:
        d = raw.n_features
        schema = Schema(names, (NUMERIC,) * d, ((),) * d, (raw.dtype,) * d, raw.names is not None)
        kinds, n_categories, _ = schema._codes
        return schema, Columns(raw.matrix, _no_codes(raw.n_rows), kinds, n_categories)
    schema = Schema(
        names,
        tuple(SYMBOLIC if column.kind == SYMBOLIC else NUMERIC for column in raw.columns),
        tuple(column.categories for column in raw.columns),
        tuple(column.dtype for column in raw.columns),
        raw.names is not None,
    )
    kinds, n_categories, _ = schema._codes
    return schema, _stacked(raw.columns, raw.n_rows, kinds, n_categories)


def _no_codes(n_rows: int) -> Codes:
    return np.empty((n_rows, 0), dtype=np.int32)


def _column(raw: RawTable, index: int) -> RawColumn:
    if raw.matrix is None:
        return raw.columns[index]
    values = np.asarray(raw.matrix[:, index], dtype=np.float64)
    missing = bool(np.isnan(values).all())
    return RawColumn(raw.name(index), "empty" if missing else NUMERIC, raw.dtype, values)


def _fitted(column: RawColumn, schema: Schema, feature: int) -> RawColumn:
    """Give the column the schema's kind and category codes."""
    kind, name = schema.kinds[feature], schema.names[feature]
    if column.kind == "empty":
        return _empty(name, kind, column)
    if column.kind != kind:
        then = schema.dtypes[feature] if schema.dtypes else ""
        raise ValueError(
            f"column {name!r} was {kind}{f' ({then})' if then else ''} in training and is "
            f"{column.kind} ({column.dtype}) now; convert it to what it was"
        )
    if column.codes is None or column.categories == schema.categories[feature]:
        return column
    known = {category: code for code, category in enumerate(schema.categories[feature])}
    # Missing is -1, and so finds the last entry.
    recode = [known.get(category, len(known)) for category in column.categories] + [-1]
    codes = np.array(recode, dtype=np.int32)[column.codes]
    return RawColumn(name, SYMBOLIC, column.dtype, codes=codes)


def _empty(name: str, kind: str, column: RawColumn) -> RawColumn:
    assert column.numbers is not None
    if kind == NUMERIC:
        return column
    codes = np.full(len(column.numbers), -1, dtype=np.int32)
    return RawColumn(name, SYMBOLIC, column.dtype, codes=codes)


def _stacked(
    columns: Sequence[RawColumn], n_rows: int, kinds: list[int], n_categories: list[int]
) -> Columns:
    numeric = np.empty((n_rows, kinds.count(0)), order="F")
    symbolic = np.empty((n_rows, kinds.count(1)), dtype=np.int32, order="F")
    free_numeric, free_symbolic = iter(numeric.T), iter(symbolic.T)
    for column in columns:
        if column.codes is not None:
            next(free_symbolic)[:] = column.codes
        else:
            assert column.numbers is not None
            next(free_numeric)[:] = column.numbers
    return Columns(numeric, symbolic, kinds, n_categories)


def _check_names(fitted: tuple[str, ...], given: tuple[str, ...]) -> None:
    """Refuse names that were added or left out, in scikit-learn's words."""
    unseen = sorted(set(given) - set(fitted))
    missing = sorted(set(fitted) - set(given))
    if not unseen and not missing:
        return
    message = "The feature names should match those that were passed during fit.\n"
    for title, names in (
        ("Feature names unseen at fit time:", unseen),
        ("Feature names seen at fit time, yet now missing:", missing),
    ):
        if names:
            shown = [f"- {name}" for name in names[:5]] + (["- ..."] if len(names) > 5 else [])
            message += "\n".join([title, *shown]) + "\n"
    raise ValueError(message)
