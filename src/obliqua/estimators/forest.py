"""k-DT: the majority vote of k trees of any system."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassifierMixin, clone

from obliqua import _core
from obliqua.estimators._in_turn import in_turn
from obliqua.estimators._members import (
    Examples,
    Features,
    Grower,
    Member,
    draw,
    grown,
    read_examples,
)
from obliqua.estimators._parameters import (
    Constraint,
    Flag,
    Jobs,
    Level,
    Seed,
    Whole,
    check_parameters,
    check_together,
    seed_of,
    threads_of,
)
from obliqua.estimators.base import BaseTreeClassifier
from obliqua.estimators.oc1 import OC1Classifier
from obliqua.table import Schema
from obliqua.tree import Tree

__all__ = ["ObliqueForestClassifier"]


class ObliqueForestClassifier(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """The majority vote of k trees that differ by their randomness: k-DT.

    A search that draws random numbers finds another tree with each seed, and trees that err
    on different rows are right together (Heath, Kasif and Salzberg 1993; Murthy, Kasif and
    Salzberg 1994, section 6). Any system that has a `random_state` can grow them. Trees of a system
    that makes no random choice differ only with ``bootstrap`` or ``max_features``.

    Parameters
    ----------
    estimator : estimator or None, default=None
        What grows the trees; its own `random_state` is not used. None is
        `OC1Classifier` with its defaults.
    n_trees : int, default=11
        The number of trees, k. An odd one leaves no ties between two classes.
    bootstrap : bool, default=False
        Whether each tree sees its own sample of the rows, as many as there are, drawn with
        replacement. A row drawn twice weighs two.
    max_features : None, "sqrt", int or float, default=None
        How many features each tree may use, drawn anew for every tree: None, all; "sqrt", the
        square root of their number; a whole number; a share of them.
    oob_score : bool, default=False
        Whether to estimate the accuracy by letting each row be classified by the trees that did
        not see it. Needs ``bootstrap=True``.
    random_state : int, RandomState, Generator or None, default=None
        Decides the seed of every tree, its rows and features.
    n_jobs : int or None, default=None
        How many trees are grown at a time; None is one, -1 as many as there are processors.
        The result does not depend on it.
    verbose : int, default=0
        Above zero shows progress once a fit takes more than two seconds.

    Attributes
    ----------
    estimators_ : list of estimators
        The fitted trees' classifiers. Each takes the whole table, whatever features it uses, and
        so do all views: ``show.text(forest.estimators_[0])``.
    estimator_ : estimator
        What they were made from.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    n_classes_ : int
        Their number.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, when the table had names.
    feature_importances_ : ndarray of shape (n_features_in_,)
        The mean of the trees' importances.
    oob_score_ : float
        With ``oob_score=True``: the accuracy on rows by the trees that did not see them. Not in
        the model file.
    oob_decision_function_ : ndarray of shape (n_samples, n_classes)
        With ``oob_score=True``: these trees' votes, as shares; NaN where every tree saw the row.
        Not in the model file.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import ObliqueForestClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> forest = ObliqueForestClassifier(n_trees=5, bootstrap=True, oob_score=True, random_state=0)
    >>> forest.fit(X, y).oob_score_ > 0.9
    True
    >>> forest.predict_proba(X[:1])
    array([[1., 0., 0.]])
    """

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "estimator": Grower(),
        "n_trees": Whole(1),
        "bootstrap": Flag(),
        "max_features": Features(),
        "oob_score": Flag(),
        "random_state": Seed(),
        "n_jobs": Jobs(),
        "verbose": Level(),
    }

    # Set by fit.
    estimators_: list[BaseTreeClassifier]
    estimator_: BaseTreeClassifier
    classes_: NDArray[Any]
    n_classes_: int
    n_features_in_: int
    feature_names_in_: NDArray[Any]
    oob_score_: float
    oob_decision_function_: NDArray[np.float64]

    def __init__(
        self,
        estimator: BaseTreeClassifier | None = None,
        *,
        n_trees: int = 11,
        bootstrap: bool = False,
        max_features: str | int | float | None = None,
        oob_score: bool = False,
        random_state: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.estimator = estimator
        self.n_trees = n_trees
        self.bootstrap = bootstrap
        self.max_features = max_features
        self.oob_score = oob_score
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    # --- fitting --------------------------------------------------------------

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grow the trees.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            Numbers, text, categories; missing values are allowed if the trees allow them.
        y : array-like of shape (n_samples,)
            Class labels: whole numbers, strings or bools, of at least two classes.
        sample_weight : array-like of shape (n_samples,), default=None
            Row weights; a row of weight zero is left out.

        Returns
        -------
        self
            The fitted classifier.
        """
        self.check_params()
        examples = read_examples(X, y, sample_weight, type(self).__name__)
        template = self._template()
        members = self._members(examples)
        labels = examples.labels

        def grow(member: Member) -> BaseTreeClassifier:
            return grown(template, member, examples, labels)

        name, threads = type(self).__name__, threads_of(self.n_jobs)
        fitted = in_turn(grow, members, threads, title=name, verbose=self.verbose)
        self._set_estimators(template, fitted)
        self._set_oob(examples, members)
        return self

    def _template(self) -> BaseTreeClassifier:
        template = OC1Classifier() if self.estimator is None else self.estimator
        made: BaseTreeClassifier = clone(template)
        return made

    def _members(self, examples: Examples) -> list[Member]:
        """Draw everything that is random before any tree is grown, so that order is nothing."""
        # RandomState, because NumPy has promised never to change its streams.
        source = np.random.RandomState(np.random.MT19937(seed_of(self.random_state)))
        used = Features.count(self.max_features, examples.table.schema.n_features)
        return [
            draw(source, examples, used=used, bootstrap=self.bootstrap) for _ in range(self.n_trees)
        ]

    def _set_trees(self, trees: Sequence[Tree], seeds: Sequence[int]) -> None:
        """Take trees as one's own, each with the seed it was grown with: loading a model."""
        template = self._template()
        grown = [clone(template).set_params(random_state=seed) for seed in seeds]
        for estimator, tree in zip(grown, trees, strict=True):
            estimator._set_tree(tree)
        self._set_estimators(template, grown)

    def _set_estimators(
        self, template: BaseTreeClassifier, grown: Sequence[BaseTreeClassifier]
    ) -> None:
        tree = grown[0].tree_
        self.estimator_ = template
        self.estimators_ = list(grown)
        self.classes_ = tree.classes
        self.n_classes_ = tree.n_classes
        self.n_features_in_ = tree.n_features
        if tree.schema.named:
            self.feature_names_in_ = np.array(tree.schema.names, dtype=object)
        elif hasattr(self, "feature_names_in_"):
            del self.feature_names_in_

    def _set_oob(self, examples: Examples, members: Sequence[Member]) -> None:
        if not self.oob_score:
            for name in ("oob_score_", "oob_decision_function_"):
                self.__dict__.pop(name, None)
            return
        votes = np.zeros((len(examples.codes), self.n_classes_))
        for member, tree in zip(members, self.trees, strict=True):
            assert member.times is not None
            rows = np.flatnonzero(member.times == 0)
            if len(rows):
                table = examples.table.columns.take(rows).table()
                votes[rows, _core.classify(tree.core, table, 1)] += 1
        total = votes.sum(axis=1, keepdims=True)
        judged = total[:, 0] > 0
        if examples.weights is not None:
            judged &= examples.weights > 0
        if not judged.any():
            raise ValueError(
                f"oob_score: each of the {len(total)} rows was drawn for all {self.n_trees} trees, "
                "so that none is left to judge them; n_trees must be larger"
            )
        right = votes.argmax(axis=1) == examples.codes
        weights = None if examples.weights is None else examples.weights[judged]
        self.oob_score_ = float(np.average(right[judged], weights=weights))
        shares = np.full(votes.shape, np.nan)
        np.divide(votes, total, out=shares, where=total > 0)
        self.oob_decision_function_ = shares

    def check_params(self) -> None:
        """Refuse parameters whose values are not allowed; `fit` and `obliqua.load` do it too.

        Raises
        ------
        ValueError
            If one is not; the message says which, and what it may be.
        """
        check_parameters(self.get_params(deep=False), self._constraints)
        check_together(
            self.bootstrap or not self.oob_score,
            "oob_score=True needs bootstrap=True: without it every tree sees every row",
        )
        if self.estimator is not None:
            try:
                self.estimator.check_params()
            except ValueError as error:
                raise ValueError(f"estimator: {error}") from None

    # --- prediction -----------------------------------------------------------

    def predict(self, X: Any) -> NDArray[Any]:
        """Classify rows by the majority of the trees.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            A table like the one the trees were grown from.

        Returns
        -------
        ndarray of shape (n_samples,)
            Class labels; of those with as many votes the first in `classes_`.
        """
        labels: NDArray[Any] = self._fitted_classes().take(self._votes(X).argmax(axis=1))
        return labels

    def predict_proba(self, X: Any) -> NDArray[np.float64]:
        """Give the share of the trees that vote for each class.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_classes)
            Columns are in the order of `classes_`; rows sum to one.
        """
        votes = self._votes(X)
        return votes / len(self.estimators_)

    def predict_log_proba(self, X: Any) -> NDArray[np.float64]:
        """Give the logarithm of each class's share of the votes; minus infinity for none.

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
        """Find the leaf of each row in each tree.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        ndarray of shape (n_samples, n_trees)
            Node ids.
        """
        threads = threads_of(self.n_jobs)
        leaves = self._route(X, lambda tree, table: _core.apply(tree, table, threads))
        return np.stack(leaves, axis=1)

    def decision_path(self, X: Any) -> tuple[Any, NDArray[np.int64]]:
        """Mark the nodes that each row passes in each tree.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            The rows.

        Returns
        -------
        paths : scipy.sparse.csr_matrix of shape (n_samples, nodes of all trees)
            One where the row passes the node.
        begin : ndarray of shape (n_trees + 1,)
            The columns of tree i are those from ``begin[i]`` up to ``begin[i + 1]``.
        """
        from scipy.sparse import csr_matrix, hstack

        parts = []
        routes = self._route(X, _core.paths)
        for tree, (begin, nodes) in zip(self.trees, routes, strict=True):
            shape = (len(begin) - 1, tree.n_nodes)
            parts.append(
                csr_matrix((np.ones(len(nodes), dtype=np.int64), nodes, begin), shape=shape)
            )
        sizes = [tree.n_nodes for tree in self.trees]
        return hstack(parts).tocsr(), np.concatenate([[0], np.cumsum(sizes, dtype=np.int64)])

    def _votes(self, X: Any) -> NDArray[np.float64]:
        threads = threads_of(self.n_jobs)
        answers = self._route(X, lambda tree, table: _core.classify(tree, table, threads))
        votes = np.zeros((len(answers[0]), self.n_classes_))
        rows = np.arange(len(votes))
        for codes in answers:
            votes[rows, codes] += 1
        return votes

    def _route(self, X: Any, route: Callable[[_core.Tree, _core.Table], Any]) -> list[Any]:
        """Ask every tree about rows; what the core refuses in them is said by the user's names."""
        schema = self._fitted_schema()
        columns = schema.columns(X, type(self).__name__, as_is=True)
        table = columns.table()
        try:
            return [route(tree.core, table) for tree in self.trees]
        except ValueError:
            schema.check_finite(columns)
            raise

    # --- inspection -----------------------------------------------------------

    @property
    def trees(self) -> list[Tree]:
        """The trees."""
        self._check_fitted()
        return [estimator.tree_ for estimator in self.estimators_]

    @property
    def tree_(self) -> Tree:
        """A forest has none: views of one tree take one of `estimators_`."""
        raise AttributeError(
            "a forest is many trees and has no tree_; take one of them, as estimators_[0].tree_"
        )

    @property
    def feature_importances_(self) -> NDArray[np.float64]:
        """Mean of the trees' shares of each feature in the decrease of gini impurity."""
        self._check_fitted()
        of_trees = [estimator.feature_importances_ for estimator in self.estimators_]
        importances: NDArray[np.float64] = np.mean(of_trees, axis=0)
        return importances

    def get_depth(self) -> int:
        """Count the tests on the longest path of any tree.

        Returns
        -------
        int
            The depth.
        """
        return max(tree.depth for tree in self.trees)

    def get_n_leaves(self) -> int:
        """Count the leaves of all trees.

        Returns
        -------
        int
            Their number.
        """
        return sum(tree.n_leaves for tree in self.trees)

    def digest(self) -> str:
        """Hash the forest: equal trees in the same order, and only they, give equal digests.

        Returns
        -------
        str
            A SHA-256 in hexadecimal.
        """
        return hashlib.sha256("".join(tree.digest() for tree in self.trees).encode()).hexdigest()

    def _check_fitted(self) -> None:
        if not self.__sklearn_is_fitted__():
            from sklearn.utils.validation import check_is_fitted

            check_is_fitted(self)

    def _fitted_classes(self) -> NDArray[Any]:
        self._check_fitted()
        return self.classes_

    def _fitted_schema(self) -> Schema:
        self._check_fitted()
        return self.estimators_[0].tree_.schema

    def __sklearn_is_fitted__(self) -> bool:
        return "estimators_" in self.__dict__

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.allow_nan = True
        tags.input_tags.categorical = True
        return tags
