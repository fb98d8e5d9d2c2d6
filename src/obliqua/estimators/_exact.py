"""What the classifiers that learn and forget exactly share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.exceptions import NotFittedError
from sklearn.utils import Bunch

from obliqua import _core
from obliqua._columns import RawColumn, read_table
from obliqua._diff import TreeDiff
from obliqua._edit import is_edited
from obliqua.estimators._progress import ProgressBar
from obliqua.estimators.base import BaseTreeClassifier
from obliqua.incremental.knowledge import Correct, Knowledge, Places
from obliqua.table import Schema
from obliqua.tree import Tree

__all__ = ["BaseExactClassifier", "Influence"]


@dataclass(frozen=True)
class Influence:
    """What would change if rows were not there.

    Parameters
    ----------
    digest_before, digest_after : str
        The tree's digest with them and without.
    diff : TreeDiff or None
        How the tree without them differs; None when no row would be left.
    changed : ndarray of int
        Positions of the rows of a given table whose prediction would change.
    """

    digest_before: str
    digest_after: str | None
    diff: TreeDiff | None
    changed: NDArray[np.intp]


class BaseExactClassifier(BaseTreeClassifier):
    """Learning and forgetting rows; a subclass says how the core makes the tree of them."""

    # --- what a subclass says -------------------------------------------------

    def _make(self, core: _core.ExactState, places: Places, progress: Any) -> _core.Tree:
        """Ask the core for the tree of its rows."""
        raise NotImplementedError

    def _tree_key(self) -> Any:
        """What of the parameters the tree depends on."""
        raise NotImplementedError

    def _correction(self, *, pool: bool) -> Correct | None:
        """How the core chooses rows to learn; None when it learns all."""
        return None

    def _settle(self) -> None:
        """Revise the tree now rather than when it is asked for."""

    # --- learning -------------------------------------------------------------

    def fit(self, X: Any, y: Any, sample_weight: Any = None, ids: Any = None) -> Self:
        """Forget everything and learn these rows.

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
        self.check_params()
        knowledge = Knowledge(type(self).__name__)
        self._learn(knowledge, X, y, None, ids, sample_weight, pool=True)
        self.__dict__.pop("_loaded", None)
        self._knowledge = knowledge
        return self

    def partial_fit(
        self, X: Any, y: Any, classes: Any = None, ids: Any = None, sample_weight: Any = None
    ) -> Self:
        """Learn more rows; the tree is then that of all rows.

        New classes, categories and missing values may come at any time.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows; columns of a dataframe are found by name.
        y : array-like of shape (n_samples,)
            Their class labels.
        classes : array-like, default=None
            Labels that `classes_` shall have from now on, whether or not there are rows of them.
        ids : list of int or of str, default=None
            Names by which the rows can be forgotten, each used once. None numbers them on.
        sample_weight : array-like of shape (n_samples,), default=None
            How many times each row counts: whole numbers. A row of weight zero is left out.

        Returns
        -------
        self
            The classifier.

        Raises
        ------
        ValueError
            For rows of other columns, ids that are used already; then nothing is learned.
        """
        self.check_params()
        self._refuse_if_edited()
        if "_loaded" in self.__dict__:
            raise ValueError(
                f"this {type(self).__name__} comes from a model file, which holds no rows to add "
                "to: fit it anew, or keep the rows in an obliqua.incremental.Store"
            )
        knowledge = self.__dict__.get("_knowledge") or Knowledge(type(self).__name__)
        self._learn(knowledge, X, y, classes, ids, sample_weight, pool=False)
        self._knowledge = knowledge
        return self

    def _learn(
        self,
        knowledge: Knowledge,
        X: Any,
        y: Any,
        classes: Any,
        ids: Any,
        sample_weight: Any,
        *,
        pool: bool,
    ) -> None:
        correct = self._correction(pool=pool)
        numbers = knowledge.add(X, y, classes, ids, sample_weight, correct)
        before, self.__dict__["_knowledge"] = self.__dict__.get("_knowledge"), knowledge
        try:
            self._settle()
        except BaseException:
            knowledge.remove(knowledge.ids.shown(numbers))
            raise
        finally:
            self.__dict__["_knowledge"] = before

    # --- forgetting -----------------------------------------------------------

    def forget(self, ids: Any) -> Self:
        """Forget rows: the tree is then that of a fresh fit on the rows that are left.

        Parameters
        ----------
        ids : list of int or of str
            The rows' ids.

        Returns
        -------
        self
            The classifier; when no row is left it is as good as not fitted.

        Raises
        ------
        ValueError
            If there is no row of an id, or it is given twice; then no row is forgotten.
        """
        self._known().remove(ids)
        self._settle()
        return self

    def forget_rows(self, X: Any, y: Any) -> Self:
        """Forget rows by their content: for each one given, the oldest that equals it.

        Of a row that counts several times, one is taken away.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,)
            Their class labels.

        Returns
        -------
        self
            The classifier.

        Raises
        ------
        ValueError
            If fewer such rows are known than are to be forgotten; then none is.
        """
        self._known().remove_equal(X, y)
        self._settle()
        return self

    def verify(self) -> bool:
        """Fit the rows that are known anew and compare.

        Returns
        -------
        bool
            Whether the tree is, bit for bit, that of a fresh fit.
        """
        knowledge = self._known()
        rows = knowledge.rows()
        fresh = Knowledge.of(knowledge.owner, rows, knowledge.ids.shown(rows.numbers))
        return self._tree_of(fresh).digest() == self.tree_.digest()

    def leave_one_out(self) -> NDArray[Any]:
        """Predict every row as if it had not been learned.

        Returns
        -------
        ndarray of shape (n_rows,)
            Labels in the order of `ids_`: for each row what the classifier would say of it, had
            that row alone not been there.

        Raises
        ------
        ValueError
            If there are fewer than two rows.
        """
        raise NotImplementedError

    def influence(self, ids: Any, X: Any = None) -> Influence:
        """Tell what would change if some rows were forgotten; they are not.

        Parameters
        ----------
        ids : list of int or of str
            The rows' ids.
        X : array-like or dataframe of shape (n_samples, n_features), default=None
            Rows to compare predictions on; None is the rows that are known.

        Returns
        -------
        Influence
            The digests, the tests that flip, and the rows whose prediction changes.
        """
        knowledge = self._known()
        before = self.tree_
        table = knowledge.rows().table() if X is None else X
        said = self.predict(table)
        with knowledge.without(ids):
            if knowledge.core.weight == 0:
                return Influence(before.digest(), None, None, np.arange(len(said)))
            after, changed = self.tree_, np.flatnonzero(self.predict(table) != said)
        return Influence(before.digest(), after.digest(), before.diff(after), changed)

    # --- the tree -------------------------------------------------------------

    def _refuse_if_edited(self) -> None:
        tree = self.__dict__.get("_loaded")
        if tree is not None and is_edited(tree):
            raise ValueError(
                f"this {type(self).__name__} was edited by hand: the promise that its tree is that "
                "of a fresh fit on its rows no longer holds, and it cannot learn, forget or "
                "verify; the classifier that it was made from still can"
            )

    def _known(self) -> Knowledge:
        self._refuse_if_edited()
        knowledge = self.__dict__.get("_knowledge")
        if knowledge is None or knowledge.n_rows == 0:
            raise NotFittedError(
                f"This {type(self).__name__} instance is not fitted yet, or has forgotten all its "
                "rows. Call 'fit' or 'partial_fit' with appropriate arguments first."
            )
        assert isinstance(knowledge, Knowledge)
        return knowledge

    def _tree_of(self, knowledge: Knowledge) -> Tree:
        return knowledge.tree(
            self._tree_key(), lambda places: self._watched(knowledge.core, places)
        )

    def _watched(self, core: _core.ExactState, places: Places) -> _core.Tree:
        if not self.verbose:
            return self._make(core, places, None)
        with ProgressBar(type(self).__name__) as progress:
            return self._make(core, places, progress)

    @property
    def tree_(self) -> Tree:  # type: ignore[override]
        """The tree of the rows that are known."""
        loaded = self.__dict__.get("_loaded")
        if loaded is not None:
            assert isinstance(loaded, Tree)
            return loaded
        knowledge = self.__dict__.get("_knowledge")
        if knowledge is None or knowledge.n_rows == 0:
            raise AttributeError(f"this {type(self).__name__} has no tree_: it knows no rows")
        return self._tree_of(knowledge)

    def _set_tree(self, tree: Tree) -> None:
        self.__dict__.pop("_knowledge", None)
        self._loaded = tree

    def _fitted(self) -> Tree:
        if "_loaded" not in self.__dict__:
            self._known()
        return self.tree_

    def _route(self, X: Any, route: Callable[[_core.Tree, _core.Table], Any]) -> Any:
        tree = self._fitted()
        if "_loaded" not in self.__dict__:
            X = _understood(X, tree.schema, self._knowledge.core.known())
        return super()._route(X, route)

    def __sklearn_is_fitted__(self) -> bool:
        knowledge = self.__dict__.get("_knowledge")
        return "_loaded" in self.__dict__ or (knowledge is not None and knowledge.n_rows > 0)

    @property
    def classes_(self) -> NDArray[Any]:  # type: ignore[override]
        """The class labels that rows have or that were declared, sorted."""
        return self.tree_.classes

    @property
    def n_classes_(self) -> int:  # type: ignore[override]
        """Number of classes."""
        return self.tree_.n_classes

    @property
    def n_features_in_(self) -> int:  # type: ignore[override]
        """Number of features."""
        return self.tree_.n_features

    @property
    def feature_names_in_(self) -> NDArray[Any]:  # type: ignore[override]
        """Names of the features, if the table had any."""
        schema = self.tree_.schema
        if not schema.named:
            raise AttributeError("the rows came without feature names")
        return np.array(schema.names, dtype=object)

    @property
    def ids_(self) -> NDArray[Any]:
        """Ids of the rows that are known, oldest first."""
        knowledge = self.__dict__.get("_knowledge")
        if knowledge is None:
            raise AttributeError(f"this {type(self).__name__} has no ids_: it knows no rows")
        return knowledge.ids.shown(knowledge.numbers())  # type: ignore[no-any-return]

    def cost_complexity_pruning_path(self, X: Any, y: Any, sample_weight: Any = None) -> Bunch:
        """List the steps in which cost-complexity would prune the tree of some rows.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.
        y : array-like of shape (n_samples,)
            Their class labels.
        sample_weight : array-like of shape (n_samples,), default=None
            Their weights.

        Returns
        -------
        Bunch
            As `AxisTreeClassifier.cost_complexity_pruning_path`.
        """
        params = self.get_params(deep=False) | {"prune": False}
        tree = type(self)(**params).fit(X, y, sample_weight).tree_
        alphas, errors, _ = _core.cost_complexity_path(tree.core)
        return Bunch(ccp_alphas=alphas, impurities=errors)


def _understood(X: Any, schema: Schema, known: Sequence[int]) -> Any:
    """Blank the columns that no row knows: they have no kind, and no test asks for them."""
    if all(known):
        return X
    raw = read_table(X)
    named = schema.named and raw.names is not None
    lost_places = {place for place, rows in enumerate(known) if rows == 0}
    lost = {schema.names[place] for place in lost_places}
    columns = tuple(
        RawColumn(column.name, "empty", column.dtype, np.full(raw.n_rows, np.nan))
        if (column.name in lost if named else place in lost_places)
        else column
        for place, column in enumerate(raw.columns)
    )
    return replace(raw, columns=columns)
