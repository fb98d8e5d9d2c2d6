"""DMTI: trees chosen by what they are worth as a whole."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from obliqua.estimators._exact import BaseExactClassifier
from obliqua.estimators._parameters import Choice, Constraint, Flag, Jobs, Level, check_together
from obliqua.incremental.knowledge import Places
from obliqua.table import Schema

__all__ = ["METRICS", "DMTIClassifier"]

METRICS = (
    "expected-tests",
    "leaves",
    "description-length",
    "expected-expense",
    "misclassification-cost",
)


@dataclass(frozen=True, slots=True)
class _Costs:
    """Costs in some form; whether they fit the table is checked when there is one."""

    forms: str

    def accepts(self, value: Any) -> bool:
        """Whether the value can be costs."""
        return value is None or isinstance(value, (list, tuple, np.ndarray, Mapping))

    def __str__(self) -> str:
        return f"None, or {self.forms}"


class DMTIClassifier(BaseExactClassifier):
    """A decision tree whose tests are chosen by the tree they lead to: direct metric induction.

    From the root down, the best test of each feature by gain ratio is installed in turn, the tree
    below it grown, and the whole measured by `metric`; the test with the smallest measure stays
    (Utgoff 1995, TR 95-18, section 4). By its metric the tree is never worse than that of
    `ITIClassifier`, which is among those tried at the root; it takes much longer to find. Rows come
    and go as for `ITIClassifier`, and the tree is always that of a fresh fit; it is found anew when
    it is next asked for.

    Parameters
    ----------
    metric : str, default="expected-tests"
        "expected-tests" before a row is classified; "leaves"; "description-length" of the tree and
        its exceptions, in bits; "expected-expense", the costs of the features that are looked at,
        each once on a path; "misclassification-cost". Means are over the rows learned.
    prune : bool, default=True
        Prune by the minimum description length: every tree that is measured, and the last.
    feature_costs : list of float or dict from str to float, default=None
        What it costs to look at each feature, in the table's order, or by name (those left out
        cost 1); for "expected-expense". None is 1 for each.
    cost_matrix : array-like of shape (n_classes, n_classes), default=None
        Entry [i][j] is the price of calling a row of class i one of class j, classes in the order
        of `classes_`; for "misclassification-cost". None is 1 for every mistake.
    n_jobs : int, default=None
        Threads for prediction; None is one, -1 all.
    verbose : bool or int, default=False
        Show progress of what takes longer than two seconds.

    Attributes
    ----------
    tree_ : Tree
        The tree.
    classes_ : ndarray
        Class labels that rows have, or that were declared, sorted.
    ids_ : ndarray
        Ids of the rows that are known, oldest first.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import DMTIClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = DMTIClassifier(metric="leaves", prune=False).fit(X, y)
    >>> model.get_n_leaves()
    9
    """

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "metric": Choice(METRICS),
        "prune": Flag(),
        "feature_costs": _Costs("a list of numbers, or a dictionary from feature names to numbers"),
        "cost_matrix": _Costs("a square matrix of numbers"),
        "n_jobs": Jobs(),
        "verbose": Level(),
    }

    def __init__(
        self,
        metric: str = "expected-tests",
        *,
        prune: bool = True,
        feature_costs: Any = None,
        cost_matrix: Any = None,
        n_jobs: int | None = None,
        verbose: bool | int = False,
    ) -> None:
        self.metric = metric
        self.prune = prune
        self.feature_costs = feature_costs
        self.cost_matrix = cost_matrix
        self.n_jobs = n_jobs
        self.verbose = verbose

    def fit(self, X: Any, y: Any, sample_weight: Any = None, ids: Any = None) -> Self:
        """Forget everything, learn these rows and find their tree.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            Numbers, text, categories; missing values are allowed.
        y : array-like of shape (n_samples,)
            Class labels: whole numbers, strings or bools.
        sample_weight : array-like of shape (n_samples,), default=None
            How many times each row counts: whole numbers. A row of weight zero is left out.
        ids : list of int or of str, default=None
            Names by which rows can be forgotten, each used once. None numbers them from 0.

        Returns
        -------
        self
            The fitted classifier.
        """
        super().fit(X, y, sample_weight, ids)
        self._tree_of(self._knowledge)
        return self

    def check_params(self) -> None:
        """Refuse parameters whose values are not allowed; `fit` and `obliqua.load` do it too.

        Raises
        ------
        ValueError
            If one is not; the message says which, and what it may be.
        """
        super().check_params()
        check_together(
            self.feature_costs is None or self.metric == "expected-expense",
            f"feature_costs are for metric='expected-expense', not {self.metric!r}",
        )
        check_together(
            self.cost_matrix is None or self.metric == "misclassification-cost",
            f"cost_matrix is for metric='misclassification-cost', not {self.metric!r}",
        )
        if self.feature_costs is not None:
            _costs_of(self.feature_costs, None)
        if self.cost_matrix is not None:
            _matrix_of(self.cost_matrix, None)

    def leave_one_out(self) -> NDArray[Any]:
        """Predict every row as if it alone had not been learned.

        Returns
        -------
        ndarray of shape (n_rows,)
            Labels in the order of `ids_`.

        Raises
        ------
        ValueError
            If there are fewer than two rows.
        """
        knowledge = self._known()
        rows = knowledge.rows()
        if len(rows.numbers) < 2:
            raise ValueError("leaving one out needs at least 2 rows")
        said = []
        for row, number in enumerate(knowledge.ids.shown(rows.numbers).tolist()):
            with knowledge.without([number]):
                said.append(self.predict(rows.take([row]).table())[0])
        return np.array(said, dtype=rows.classes.dtype)

    def _check_fit(self, schema: Schema, n_classes: int) -> None:
        if self.feature_costs is not None:
            _costs_of(self.feature_costs, schema)
        if self.cost_matrix is not None:
            _matrix_of(self.cost_matrix, n_classes)

    def _make(self, core: _core.ExactState, places: Places, progress: Any) -> _core.Tree:
        self._check_fit(places.schema, places.n_classes)
        costs = np.ones(places.schema.n_features)
        if self.feature_costs is not None:
            costs = _costs_of(self.feature_costs, places.schema)
        matrix = 1.0 - np.eye(places.n_classes)
        if self.cost_matrix is not None:
            matrix = _matrix_of(self.cost_matrix, places.n_classes)
        return core.direct(
            places.classes,
            places.n_classes,
            places.categories,
            {
                "metric": self.metric,
                "prune": bool(self.prune),
                "feature_costs": costs,
                "cost_matrix": np.ascontiguousarray(matrix.ravel()),
            },
            progress,
        )

    def _tree_key(self) -> Any:
        costs = repr(self.feature_costs), repr(self.cost_matrix)
        return self.metric, bool(self.prune), costs

    def _settle(self) -> None:
        knowledge = self._knowledge
        if knowledge.n_rows:
            self._check_fit(knowledge.schema(), knowledge.n_classes)


def _numbers(values: Any, name: str) -> NDArray[np.float64]:
    try:
        costs = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be numbers; got {values!r}") from None
    if not np.isfinite(costs).all() or (costs < 0).any():
        raise ValueError(f"{name} must be finite numbers of at least zero; got {values!r}")
    return costs


def _costs_of(costs: Any, schema: Schema | None) -> NDArray[np.float64]:
    if not isinstance(costs, Mapping):
        found = _numbers(costs, "feature_costs")
        if found.ndim != 1 or (schema is not None and len(found) != schema.n_features):
            wanted = "feature" if schema is None else f"of the {schema.n_features} features"
            raise ValueError(
                f"feature_costs must be one number for each {wanted}; their shape is {found.shape}"
            )
        return found
    values = _numbers(list(costs.values()), "feature_costs")
    if schema is None:
        return values
    found = np.ones(schema.n_features)
    for name, value in zip(costs, values.tolist(), strict=True):
        if name not in schema.names:
            raise ValueError(
                f"feature_costs names {name!r}, which is no feature; there are {schema.names}"
            )
        found[schema.index(name)] = value
    return found


def _matrix_of(matrix: Any, n_classes: int | None) -> NDArray[np.float64]:
    found = _numbers(matrix, "cost_matrix")
    square = found.ndim == 2 and found.shape[0] == found.shape[1]
    if not square or (n_classes is not None and len(found) != n_classes):
        wanted = "square" if n_classes is None else f"of shape ({n_classes}, {n_classes})"
        raise ValueError(
            f"cost_matrix must be {wanted}, a row and a column for each class in classes_; its "
            f"shape is {found.shape}. Declare classes that have no rows yet with "
            "partial_fit(..., classes=...)"
        )
    return found
