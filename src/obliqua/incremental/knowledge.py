"""The rows that an incremental estimator knows, between the user's names and the core's numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from obliqua._columns import RawColumn, RawTable, read_table
from obliqua.estimators._targets import encode_labels, row_weights
from obliqua.incremental._ids import Ids, listed
from obliqua.incremental._names import Labels, Vocabulary
from obliqua.table import NUMERIC, SYMBOLIC, Schema
from obliqua.tree import Tree

__all__ = ["Batch", "Correct", "Knowledge", "Places", "Rows"]

Progress = Callable[[float], None] | None
Numbers = NDArray[np.int64]
_NOTHING = np.empty(0, dtype=np.int64)


@dataclass(frozen=True)
class Rows:
    """Rows that are known, oldest first, in terms that any process can read.

    Parameters
    ----------
    schema : Schema
        Their columns; only categories that rows have.
    values : ndarray of float64, shape (n_rows, n_features)
        Numbers, and positions among the schema's categories; NaN is missing.
    classes : ndarray
        The labels, sorted.
    declared : list of bool
        Per label, whether it was declared.
    labels : ndarray of int32
        Per row, the position of its label.
    weights, numbers : ndarray of int64
        Per row.
    """

    schema: Schema
    values: NDArray[np.float64]
    classes: NDArray[Any]
    declared: list[bool]
    labels: NDArray[np.int32]
    weights: Numbers
    numbers: Numbers

    def take(self, rows: Any) -> Rows:
        """Some of them."""
        return replace(
            self,
            values=self.values[rows],
            labels=self.labels[rows],
            weights=self.weights[rows],
            numbers=self.numbers[rows],
        )

    def table(self) -> RawTable:
        """The rows as a table."""
        columns = []
        for f, name in enumerate(self.schema.names):
            column, dtype = self.values[:, f], self.schema.dtypes[f]
            if self.schema.kinds[f] == SYMBOLIC:
                codes = np.where(np.isnan(column), -1, column).astype(np.int32)
                names = self.schema.categories[f]
                columns.append(RawColumn(name, SYMBOLIC, dtype, codes=codes, categories=names))
            else:
                kind: Literal["empty", "numeric"]
                kind = "empty" if np.isnan(column).all() else NUMERIC
                columns.append(RawColumn(name, kind, dtype, np.ascontiguousarray(column)))
        n, d = self.values.shape
        named = self.schema.names if self.schema.named else None
        return RawTable(n, d, named, columns=tuple(columns))


class Knowledge:
    """Rows and their tree in the core, with the names of columns, categories, labels and ids.

    Parameters
    ----------
    owner : str
        The estimator, for messages.
    """

    def __init__(self, owner: str) -> None:
        self.owner = owner
        self.ids = Ids()
        self._labels = Labels()
        self._columns: Schema | None = None  # names and dtypes; kinds are in _symbolic
        self._symbolic: list[bool] = []
        self._vocabularies: list[Vocabulary] = []
        self._core: _core.ExactState | None = None
        self._trees: dict[Any, Tree] = {}

    # --- what there is --------------------------------------------------------

    @property
    def core(self) -> _core.ExactState:
        """The state in the core."""
        assert self._core is not None
        return self._core

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return 0 if self._core is None else int(self._core.n_rows)

    def numbers(self) -> Numbers:
        """The numbers of all rows, oldest first."""
        if self._core is None:
            return _NOTHING
        numbers: Numbers = self._core.rows()[3]
        return numbers

    @property
    def n_classes(self) -> int:
        """Number of class labels that rows have or that were declared."""
        return len(self._labels.present(self.core.class_weight())[0])

    def schema(self) -> Schema:
        """The columns with the categories that rows have."""
        columns, core = self._columns, self.core
        assert columns is not None
        kinds, categories = [], []
        for f, (known, vocabulary) in enumerate(zip(core.known(), self._vocabularies, strict=True)):
            symbolic = self._symbolic[f] and known > 0
            kinds.append(SYMBOLIC if symbolic else NUMERIC)
            weights = core.categories(f) if symbolic else []
            there = [name for name, w in zip(vocabulary.names, weights, strict=False) if w > 0]
            categories.append(tuple(sorted(there)))
        return Schema(columns.names, tuple(kinds), tuple(categories), columns.dtypes, columns.named)

    def rows(self) -> Rows:
        """Copy all rows; nothing of forgotten ones is in it, neither categories nor labels."""
        schema = self.schema()
        values, labels, weights, numbers = self.core.rows()
        for f, place in enumerate(self._places(schema)):
            if schema.kinds[f] == SYMBOLIC:
                there = ~np.isnan(values[:, f])
                values[there, f] = np.array(place)[values[there, f].astype(np.intp)]
        classes, position = self._labels.present(self.core.class_weight())
        declared = [label in self._labels.declared for label in classes.tolist()]
        return Rows(schema, values, classes, declared, position[labels], weights, numbers)

    # --- the tree -------------------------------------------------------------

    def tree(self, key: Any, make: Callable[[Places], _core.Tree]) -> Tree:
        """Give a tree made of the rows, the same one until they change.

        Parameters
        ----------
        key : hashable
            What distinguishes it from other trees of these rows.
        make : callable
            Asks the core for it.
        """
        if key not in self._trees:
            schema = self.schema()
            classes, position = self._labels.present(self.core.class_weight())
            where = Places(position, len(classes), self._places(schema), schema)
            self._trees[key] = Tree(make(where), schema, classes)
        return self._trees[key]

    def _places(self, schema: Schema) -> list[list[int]]:
        """Give the place of each category among those of the schema; -1 for others."""
        found = []
        for vocabulary, names in zip(self._vocabularies, schema.categories, strict=True):
            position = {name: place for place, name in enumerate(names)}
            found.append([position.get(name, -1) for name in vocabulary.names])
        return found

    # --- change ---------------------------------------------------------------

    def add(
        self,
        X: Any,
        y: Any,
        classes: Any = None,
        ids: Any = None,
        sample_weight: Any = None,
        correct: Correct | None = None,
    ) -> Numbers:
        """Learn rows; return the numbers of those that were.

        Parameters
        ----------
        X, y, ids
            The rows.
        classes : array-like, default=None
            Labels to be known from now on, whether or not rows have them.
        sample_weight : array-like, default=None
            How many times each row counts; rows of weight zero are left out.
        correct : callable, default=None
            Lets the core choose what it learns.
        """
        raw = read_table(X)
        labels, codes = encode_labels(y, raw.n_rows, self.owner)
        weights = _multiplicities(sample_weight, labels, codes)
        declared = None if classes is None else _declared(classes)
        order = self._meet(raw)
        numbers = self.ids.take(ids, raw.n_rows)
        code_of = self._labels.codes(labels)
        if declared is not None:
            self._labels.codes(declared, declare=True)
        batch = Batch(self._table(raw, order), code_of[codes], weights, numbers)
        self._describe()
        self._trees.clear()
        rows = np.arange(raw.n_rows)
        if weights is not None and not weights.all():
            rows = np.flatnonzero(weights)
            batch = batch.take(rows)
        if correct is not None:
            _, places = self._labels.present([1] * len(self._labels.labels))
            learned = np.flatnonzero(correct(self.core, batch, places))
            rows, batch = rows[learned], batch.take(learned)
        else:
            self._add(batch)
        given = None if ids is None else [list(ids)[row] for row in rows.tolist()]
        self.ids.keep(batch.numbers, given)
        return batch.numbers

    def _add(self, batch: Batch) -> None:
        try:
            self.core.add(batch.columns.table(), batch.labels, batch.weights, batch.numbers)
        except ValueError as error:
            raise ValueError(f"{error}; nothing is learned") from None

    def remove(self, ids: Any) -> Numbers:
        """Forget rows by their ids; return their numbers.

        Raises
        ------
        ValueError
            If there is no such row, or an id is given twice; then none is forgotten.
        """
        numbers = self._present(ids)
        if len(numbers):
            self.core.remove(numbers)
            self._gone(numbers)
        return numbers

    def _present(self, ids: Any) -> Numbers:
        numbers = self.ids.find(ids)
        absent = numbers if self._core is None else self._core.unknown(numbers)
        if len(absent):
            strange = listed(absent.tolist())
            raise ValueError(f"there is no row with {strange}; nothing is forgotten")
        if len(numbers) > 1 and len(np.unique(numbers)) < len(numbers):
            twice = Counter(np.asarray(ids, dtype=object).tolist()).most_common(1)[0][0]
            raise ValueError(f"the id {twice!r} is given twice; nothing is forgotten")
        return numbers

    def remove_equal(self, X: Any, y: Any) -> Numbers:
        """Forget rows by their content, for each one given the oldest that equals it."""
        raw = read_table(X)
        labels, codes = encode_labels(y, raw.n_rows, self.owner)
        columns = self._columns
        if columns is None or self._core is None:
            raise ValueError("there are no rows to forget")
        order = self.schema().order_in(raw, self.owner)
        self._check_kinds(raw, order)
        table = self._table(raw, order, known=True)
        numbers: Numbers = self._core.remove_equal(table.table(), self._labels.known(labels)[codes])
        gone = np.unique(numbers)
        self._gone(self._core.unknown(gone))
        return numbers

    @contextmanager
    def without(self, ids: Any) -> Iterator[None]:
        """Let some rows be away for a while.

        Raises
        ------
        ValueError
            As from `remove`.
        """
        numbers = self._present(ids)
        trees, self._trees = self._trees, {}
        self.core.hide(numbers)
        try:
            yield
        finally:
            self.core.show()
            self._trees = trees

    def leave_one_out(self, prune: bool, progress: Any) -> NDArray[Any]:
        """Predict each row, oldest first, by the tree of all the others."""
        classes, position = self._labels.present(self.core.class_weight())
        said = self.core.leave_one_out(position, len(classes), prune, progress)
        labels: NDArray[Any] = classes.take(said)
        return labels

    def _gone(self, numbers: Numbers) -> None:
        self.ids.drop(numbers)
        self._trees.clear()

    # --- tables ---------------------------------------------------------------

    def _meet(self, raw: RawTable) -> list[int] | None:
        """Take note of the columns of a table, or check them against those that are known."""
        if self._columns is None:
            names = raw.names or tuple(f"x{i}" for i in range(raw.n_features))
            d = raw.n_features
            dtypes = tuple(_dtype(raw, f) for f in range(d))
            named = raw.names is not None
            self._columns = Schema(names, (NUMERIC,) * d, ((),) * d, dtypes, named)
            self._symbolic = [False] * d
            self._vocabularies = [Vocabulary() for _ in range(d)]
            self._core = _core.ExactState(d)
        order = self._columns.order_in(raw, self.owner)
        self._check_kinds(raw, order)
        return order

    def _check_kinds(self, raw: RawTable, order: list[int] | None) -> None:
        assert self._columns is not None
        if raw.matrix is not None and not any(self._symbolic):
            return
        known = self.core.known()
        for f, name in enumerate(self._columns.names):
            kind, dtype = _kind(raw, f if order is None else order[f])
            if kind == "empty" or known[f] == 0:
                continue
            then = SYMBOLIC if self._symbolic[f] else NUMERIC
            if kind != then:
                raise ValueError(
                    f"column {name!r} was {then} ({self._columns.dtypes[f]}) in the rows learned "
                    f"before and is {kind} ({dtype}) now; convert it to what it was"
                )

    def _table(self, raw: RawTable, order: list[int] | None, known: bool = False) -> _Columns:
        """Put a table's columns in order, with the state's own numbers for categories."""
        d, n = raw.n_features, raw.n_rows
        if raw.matrix is not None and not any(self._symbolic):
            matrix = raw.matrix if order is None else raw.matrix[:, order]
            return _Columns(np.asarray(matrix, dtype=np.float64), _no_codes(n), self._symbolic)
        numeric: list[NDArray[np.float64]] = []
        symbolic: list[NDArray[np.int32]] = []
        for f in range(d):
            column = _column(raw, f if order is None else order[f])
            if not known and column.kind != "empty":
                self._symbolic[f] = column.kind == SYMBOLIC
            if not self._symbolic[f]:
                assert column.numbers is not None
                numeric.append(column.numbers)
            elif column.codes is None:
                symbolic.append(np.full(n, -1, dtype=np.int32))
            else:
                vocabulary = self._vocabularies[f]
                recode = (vocabulary.known if known else vocabulary.codes)(column.categories)
                symbolic.append(recode[column.codes])
        return _Columns(
            np.column_stack(numeric) if numeric else np.empty((n, 0)),
            np.column_stack(symbolic) if symbolic else _no_codes(n),
            self._symbolic,
        )

    def _describe(self) -> None:
        kinds = [int(symbolic) for symbolic in self._symbolic]
        order = [vocabulary.order() for vocabulary in self._vocabularies]
        self.core.describe(kinds, order, len(self._labels.labels))

    # --- as a whole -----------------------------------------------------------

    @classmethod
    def of(cls, owner: str, rows: Rows, ids: NDArray[Any]) -> Knowledge:
        """Make one that knows these rows."""
        knowledge = cls(owner)
        table = rows.table()
        labels = zip(rows.classes.tolist(), rows.declared, strict=True)
        declared = [label for label, there in labels if there]
        knowledge.add(
            table,
            rows.classes[rows.labels],
            np.array(declared, dtype=rows.classes.dtype) if declared else None,
            ids,
            rows.weights,
        )
        return knowledge

    def __getstate__(self) -> dict[str, Any]:
        if self._core is None or self.n_rows == 0:
            return {"owner": self.owner}
        rows = self.rows()
        return {"owner": self.owner, "rows": rows, "ids": self.ids.shown(rows.numbers)}

    def __setstate__(self, state: dict[str, Any]) -> None:
        if "rows" in state:
            again = Knowledge.of(state["owner"], state["rows"], state["ids"])
            self.__dict__.update(again.__dict__)
        else:
            self.__dict__.update(Knowledge(state["owner"]).__dict__)


@dataclass(frozen=True)
class Places:
    """Where the core's classes and categories are among those that the user sees."""

    classes: NDArray[np.int32]
    n_classes: int
    categories: list[list[int]]
    schema: Schema


@dataclass(frozen=True)
class Batch:
    """Rows on their way into the core."""

    columns: _Columns
    labels: NDArray[np.int32]
    weights: Numbers | None
    numbers: Numbers

    def take(self, rows: NDArray[np.intp]) -> Batch:
        """Copy some of them."""
        weights = None if self.weights is None else self.weights[rows]
        return Batch(self.columns.take(rows), self.labels[rows], weights, self.numbers[rows])


# Learns some rows of a batch, given each class's place among the sorted labels; says which.
Correct = Callable[[_core.ExactState, Batch, NDArray[np.int32]], NDArray[Any]]


@dataclass(frozen=True)
class _Columns:
    numeric: NDArray[np.float64]
    symbolic: NDArray[np.int32]
    kinds: list[bool]

    def table(self) -> _core.Table:
        kinds = [int(symbolic) for symbolic in self.kinds]
        return _core.Table(self.numeric, self.symbolic, kinds, [0] * len(kinds))

    def take(self, rows: NDArray[np.intp]) -> _Columns:
        return _Columns(self.numeric[rows], self.symbolic[rows], self.kinds)


def _multiplicities(
    sample_weight: Any, labels: NDArray[Any], codes: NDArray[np.int32]
) -> Numbers | None:
    """Turn weights into whole numbers, refusing others."""
    weights = row_weights(sample_weight, None, labels, codes)
    if weights is None:
        return None
    fractional = weights != np.floor(weights)
    if fractional.any() or weights.max() >= 2**31:
        row = int(fractional.argmax()) if fractional.any() else int(weights.argmax())
        raise ValueError(
            f"sample_weight of row {row} (the first is 0) is {weights[row]}; weights are whole "
            "numbers below 2**31 here: how many times the row counts"
        )
    return weights.astype(np.int64)


def _no_codes(n_rows: int) -> NDArray[np.int32]:
    return np.empty((n_rows, 0), dtype=np.int32)


def _declared(classes: Any) -> NDArray[Any]:
    labels = np.asarray(classes)
    found, _ = encode_labels(classes, labels.size, "classes")
    if labels.ndim != 1:
        raise ValueError(f"classes must be a flat list of labels; its shape is {labels.shape}")
    return found


def _dtype(raw: RawTable, feature: int) -> str:
    return raw.dtype if raw.matrix is not None else raw.columns[feature].dtype


def _kind(raw: RawTable, feature: int) -> tuple[str, str]:
    if raw.matrix is None:
        return raw.columns[feature].kind, raw.columns[feature].dtype
    empty = bool(np.isnan(raw.matrix[:, feature]).all())
    return ("empty" if empty else NUMERIC), raw.dtype


def _column(raw: RawTable, feature: int) -> RawColumn:
    if raw.matrix is None:
        return raw.columns[feature]
    kind, dtype = _kind(raw, feature)
    values = np.asarray(raw.matrix[:, feature], dtype=np.float64)
    empty = kind == "empty"
    return RawColumn(raw.name(feature), "empty" if empty else NUMERIC, dtype, values)
