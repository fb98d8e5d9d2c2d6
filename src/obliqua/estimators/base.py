"""What every tree classifier shares; an estimator adds its parameters and a recipe."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.utils import Bunch

from obliqua import _core
from obliqua.estimators._parameters import (
    Choice,
    ClassWeight,
    Constraint,
    Flag,
    Jobs,
    Level,
    Real,
    Seed,
    Whole,
    check_parameters,
    seed_of,
    threads_of,
)
from obliqua.estimators._progress import watched
from obliqua.estimators._targets import check_two_classes, encode_labels, row_weights
from obliqua.table import Columns, Schema, read
from obliqua.tree import Tree

__all__ = ["BASES", "CRITERIA", "MISSING", "PRUNING", "BaseTreeClassifier"]

BASES = ("linear", "quadratic")
CRITERIA = (
    "gini",
    "twoing",
    "info-gain",
    "gain-ratio",
    "max-minority",
    "sum-minority",
    "variance",
)
MISSING = ("mean", "node-mean", "fractional")
PRUNING = (
    None,
    "cost-complexity",
    "cost-complexity-cv",
    "reduced-error",
    "pessimistic",
    "mdl",
    "multivariate",
)


class BaseTreeClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """Fitting, prediction and inspection for every system that grows one tree.

    A subclass has an ``__init__`` with its parameters, `_constraints` for those that are not
    common to all, and `_splitter`, which tells the core how tests are found.
    """

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "criterion": Choice(CRITERIA, or_callable=True),
        "pruning": Choice(PRUNING),
        "prune_fraction": Real(0, 1, closed=False),
        "prune_se": Real(0),
        "confidence": Real(0, 1, closed=False),
        "folds": Whole(2),
        "missing": Choice(MISSING),
        "max_depth": Whole(1, or_none=True),
        "min_samples_split": Whole(2),
        "min_samples_leaf": Whole(1),
        "max_leaf_nodes": Whole(2, or_none=True),
        "merge_leaves": Flag(),
        "class_weight": ClassWeight(),
        "random_state": Seed(),
        "n_jobs": Jobs(),
        "verbose": Level(),
    }

    # The terms that tests may use; a parameter of those systems that offer a choice.
    basis: str = "linear"
    # Whether those of them are indicators of symbolic values.
    _indicators: ClassVar[bool] = False

    # Set by fit.
    tree_: Tree
    classes_: NDArray[Any]
    n_classes_: int
    n_features_in_: int
    feature_names_in_: NDArray[Any]

    # --- what a subclass says -------------------------------------------------

    def _splitter(self) -> dict[str, Any]:
        """Give the core's "splitter": its kind and settings."""
        raise NotImplementedError

    def _criterion(self) -> Any:
        """Give the core's "criterion": a name, a callable, or a name with settings."""
        return self.criterion

    def _spec(self) -> dict[str, Any]:
        """Everything the core needs to know to grow the tree."""
        return {
            "basis": {
                "quadratic": self.basis == "quadratic",
                "indicators": self._indicators,
            },
            "criterion": self._criterion(),
            "splitter": self._splitter(),
            "missing": self.missing,
            "stopping": {
                "max_depth": int(self.max_depth or 0),
                "min_samples_split": int(self.min_samples_split),
                "min_samples_leaf": int(self.min_samples_leaf),
                "max_leaf_nodes": int(self.max_leaf_nodes or 0),
            },
            "pruning": {
                "method": self.pruning or "none",
                "fraction": float(self.prune_fraction),
                "se": float(self.prune_se),
                "confidence": float(self.confidence),
                "folds": int(self.folds),
            },
            "merge_leaves": bool(self.merge_leaves),
            "threads": threads_of(self.n_jobs),
        }

    def _spec_for(self, schema: Schema) -> dict[str, Any]:
        """Complete the spec by what depends on the table's columns."""
        return self._spec()

    # --- fitting --------------------------------------------------------------

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grow the tree.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            Numbers, text, categories; missing values are allowed.
        y : array-like of shape (n_samples,)
            Class labels: whole numbers, strings or bools, of at least two classes.
        sample_weight : array-like of shape (n_samples,), default=None
            Row weights. A weight of two is the same as the row twice, a weight of zero the same
            as leaving it out; but `min_samples_split`, `min_samples_leaf` and the choice of
            rows to hold out count rows, as scikit-learn does.

        Returns
        -------
        self
            The fitted classifier.
        """
        report: dict[str, Any] = {}
        self._set_tree(self._grow(X, y, sample_weight, report))
        self._set_report(report)
        return self

    def _grow(
        self,
        X: Any,
        y: Any,
        sample_weight: Any,
        report: dict[str, Any] | None = None,
        **changes: Any,
    ) -> Tree:
        """Grow a tree, with some entries of the spec changed; `report` tells of its searches."""
        self.check_params()
        schema, columns = read(X)
        spec = self._spec_for(schema) | changes
        classes, codes = encode_labels(y, columns.n_rows, type(self).__name__)
        weights = row_weights(sample_weight, self.class_weight, classes, codes)
        if weights is not None and not weights.all():
            rows = np.flatnonzero(weights)
            columns, codes, weights = columns.take(rows), codes[rows], weights[rows]
        check_two_classes(classes, codes)
        seed = seed_of(self.random_state)
        arguments = (columns.table(), codes, weights, len(classes), spec, seed)
        with watched(type(self).__name__, self.verbose) as progress:
            tree = Tree(_core.fit(*arguments, progress, report), schema, classes)
            return self._finished(tree, columns, progress)

    def _finished(
        self, tree: Tree, columns: Columns, progress: Callable[[float], None] | None
    ) -> Tree:
        """Do what a system does to a tree once it is grown and pruned, seeing its rows."""
        return tree

    def check_params(self) -> None:
        """Refuse parameters whose values are not allowed; `fit` and `obliqua.load` do it too.

        Raises
        ------
        ValueError
            If one is not; the message says which, and what it may be.
        """
        check_parameters(self.get_params(deep=False), self._constraints)

    def _set_tree(self, tree: Tree) -> None:
        """Take a tree as one's own: the end of every fit, and of loading a model."""
        self.tree_ = tree
        self.classes_ = tree.classes
        self.n_classes_ = tree.n_classes
        self.n_features_in_ = tree.n_features
        if tree.schema.named:
            self.feature_names_in_ = np.array(tree.schema.names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _set_report(self, report: Mapping[str, Any]) -> None:
        """Keep what the fit's searches tell beside the tree; axis tests are not searched for."""

    def _fitted(self) -> Tree:
        tree = self.__dict__.get("tree_")
        if tree is None:
            from sklearn.utils.validation import check_is_fitted

            check_is_fitted(self)
        assert isinstance(tree, Tree)
        return tree

    def _route(self, X: Any, route: Callable[[_core.Tree, _core.Table], Any]) -> Any:
        """Ask the core about rows; what it refuses in them is said by the user's names."""
        tree = self._fitted()
        columns = tree.schema.columns(X, type(self).__name__, as_is=True)
        try:
            return route(tree.core, columns.table())
        except ValueError:
            tree.schema.check_finite(columns)
            raise

    # --- prediction -----------------------------------------------------------

    def predict(self, X: Any) -> NDArray[Any]:
        """Classify rows.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            A table like the one the tree was grown from; columns of a dataframe are found by
            name. A category never seen in training equals none of those that were.

        Returns
        -------
        ndarray of shape (n_samples,)
            Class labels; of equally likely ones the first in `classes_`.
        """
        threads = threads_of(self.n_jobs)
        classes = self._fitted().classes
        labels: NDArray[Any]
        if classes.dtype.kind in "iuf" and classes.dtype.itemsize == 8:
            bits = classes.view(np.int64)
            labels = self._route(X, lambda tree, table: _core.label(tree, table, bits, threads))
            return labels.view(classes.dtype)
        labels = classes.take(
            self._route(X, lambda tree, table: _core.classify(tree, table, threads))
        )
        return labels

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Give each class's share of the training rows in the leaf.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Columns are in the order of `classes_`; rows sum to one.
        """
        threads = threads_of(self.n_jobs)
        shares: NDArray[np.float64] = self._route(
            X, lambda tree, table: _core.distributions(tree, table, threads)
        )
        return shares

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Give the logarithm of each class's share; minus infinity for none.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Columns are in the order of `classes_`.
        """
        with np.errstate(divide="ignore"):
            logarithms: NDArray[np.float64] = np.log(self.predict_proba(X))
        return logarithms

    def apply(self, X: Any) -> NDArray[np.int32]:
        """Find the leaf of each row.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples,)
            Node ids. When missing values send a row down several paths, the leaf with the
            largest share, the first of equals.
        """
        threads = threads_of(self.n_jobs)
        leaves: NDArray[np.int32] = self._route(
            X, lambda tree, table: _core.apply(tree, table, threads)
        )
        return leaves

    def decision_path(self, X: Any) -> Any:
        """Mark the nodes that each row passes.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        scipy.sparse.csr_matrix of shape (n_samples, n_nodes)
            One where the row passes the node.
        """
        from scipy.sparse import csr_matrix

        begin, nodes = self._route(X, _core.paths)
        shape = (len(begin) - 1, self.tree_.n_nodes)
        return csr_matrix((np.ones(len(nodes), dtype=np.int64), nodes, begin), shape=shape)

    # --- inspection -----------------------------------------------------------

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Share of each feature in the decrease of gini impurity; the shares sum to one."""
        return self._fitted().importances()

    def get_depth(self) -> int:
        """Count the tests on the longest path.

        Returns
        -------
        int
            The depth; 0 for a tree that is one leaf.
        """
        return self._fitted().depth

    def get_n_leaves(self) -> int:
        """Count the leaves.

        Returns
        -------
        int
            Their number.
        """
        return self._fitted().n_leaves

    def cost_complexity_pruning_path(self, X: Any, y: Any, sample_weight: Any = None) -> Bunch:
        """Grow a tree without pruning and list the steps in which cost-complexity prunes it.

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
            ``ccp_alphas``: the smallest price of a leaf at which each tree of the path is the
            best; ``impurities``: the share of the training rows that each misclassifies
            (Breiman and others 1984; scikit-learn uses the leaves' impurity instead).
        """
        pruning = self._spec()["pruning"] | {"method": "none"}
        tree = self._grow(X, y, sample_weight, pruning=pruning)
        alphas, errors, _ = _core.cost_complexity_path(tree.core)
        return Bunch(ccp_alphas=alphas, impurities=errors)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """What a notebook shows: scikit-learn's box of parameters, and the tree if there is one."""
        bundle: dict[str, Any] = super()._repr_mimebundle_(**kwargs)
        if "text/html" in bundle and "tree_" in self.__dict__:
            bundle["text/html"] += self.tree_._repr_html_()
        return bundle

    def _repr_html_inner(self) -> str:
        html: str = super()._repr_html_inner()
        return html + self.tree_._repr_html_() if "tree_" in self.__dict__ else html

    def __sklearn_is_fitted__(self) -> bool:
        return "tree_" in self.__dict__

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        # `string` stays False, though text is welcome: scikit-learn takes it for a promise that
        # any object at all is accepted in a column.
        return tags
