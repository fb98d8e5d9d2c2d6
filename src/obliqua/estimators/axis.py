"""Univariate trees: every test asks about one feature."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from obliqua.estimators.base import BaseTreeClassifier

__all__ = ["AxisTreeClassifier"]

Criterion = str | Callable[[NDArray[np.float64], NDArray[np.float64]], NDArray[np.float64]]


class AxisTreeClassifier(BaseTreeClassifier):
    """A decision tree whose tests ask about one feature: CART, C4.5, OC1-AP and their kin.

    Numeric features are tested by ``feature ≤ cut`` with cuts halfway between adjacent values,
    symbolic ones by ``feature = category``. A category never seen in training equals none that
    was, so the row goes right at every test of that feature.

    The class methods `cart`, `c45`, `oc1_ap`, `uni_g` and `uni_i` give the systems of that name.

    Parameters
    ----------
    criterion : str or callable, default="gini"
        How good a test is: "gini", "twoing", "info-gain", "gain-ratio", "max-minority",
        "sum-minority", "variance", or a callable. The callable takes the class counts of both
        sides for many tests at once, two arrays of shape (n_tests, n_classes), and returns
        n_tests numbers, larger for better.
    pruning : str or None, default=None
        How the grown tree is cut back. "cost-complexity" and "reduced-error" hold
        `prune_fraction` of the rows out; "cost-complexity-cv" estimates errors by
        cross-validation; "pessimistic" (C4.5's) and "mdl" (description length) need no other
        rows.
    prune_fraction : float, default=0.1
        The share of rows that is held out.
    prune_se : float, default=0.0
        Cost-complexity takes the smallest tree within so many standard errors of the best.
    confidence : float, default=0.25
        The confidence level of pessimistic pruning; smaller prunes more.
    folds : int, default=10
        The folds of "cost-complexity-cv".
    missing : {"mean", "node-mean", "fractional"}, default="mean"
        Missing values take the mean (or the commonest category) of all training rows or of the
        node's, or the row goes to every child in part.
    max_depth : int or None, default=None
        Most tests on a path.
    min_samples_split : int, default=2
        Nodes with fewer rows are not split.
    min_samples_leaf : int, default=1
        Tests that leave a side fewer rows are not considered.
    max_leaf_nodes : int or None, default=None
        Most leaves.
    merge_leaves : bool, default=False
        Whether leaves that share a parent and a class become one, which changes no prediction
        but makes `predict_proba` coarser.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced" gives every class the same total.
    random_state : int, RandomState, Generator or None, default=None
        Decides which rows pruning holds out. The same number gives the same tree.
    n_jobs : int or None, default=None
        Threads; None is one, -1 all processors. The result does not depend on it.
    verbose : int, default=0
        Above zero shows progress once a fit takes more than two seconds.

    Attributes
    ----------
    tree_ : Tree
        The tree.
    classes_ : ndarray of shape (n_classes,)
        The class labels.
    n_classes_ : int
        Their number.
    n_features_in_ : int
        Number of features.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Their names, when the table had names.
    feature_importances_ : ndarray of shape (n_features_in_,)
        Share of each feature in the decrease of gini impurity.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = AxisTreeClassifier(max_depth=2).fit(X, y)
    >>> model.predict(X[:3])
    array([0, 0, 0])
    >>> model.tree_.node(0).test.pretty()
    'petal length (cm) ≤ 2.45'
    """

    def __init__(
        self,
        criterion: Criterion = "gini",
        *,
        pruning: str | None = None,
        prune_fraction: float = 0.1,
        prune_se: float = 0.0,
        confidence: float = 0.25,
        folds: int = 10,
        missing: str = "mean",
        max_depth: int | None = None,
        min_samples_split: int = 2,
        min_samples_leaf: int = 1,
        max_leaf_nodes: int | None = None,
        merge_leaves: bool = False,
        class_weight: Mapping[Any, float] | str | None = None,
        random_state: Any = None,
        n_jobs: int | None = None,
        verbose: int = 0,
    ) -> None:
        self.criterion = criterion
        self.pruning = pruning
        self.prune_fraction = prune_fraction
        self.prune_se = prune_se
        self.confidence = confidence
        self.folds = folds
        self.missing = missing
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.merge_leaves = merge_leaves
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def _splitter(self) -> dict[str, Any]:
        return {"kind": "axis"}

    @classmethod
    def oc1_ap(cls, **overrides: Any) -> Self:
        """OC1 restricted to axis-parallel tests (Murthy, Kasif and Salzberg 1994).

        Twoing; cost-complexity pruning on a held-out tenth with the 0-SE rule; means for missing
        values.

        Parameters
        ----------
        **overrides
            Parameters to set otherwise.

        Returns
        -------
        AxisTreeClassifier
            Not yet fitted.

        Examples
        --------
        >>> from obliqua import AxisTreeClassifier
        >>> AxisTreeClassifier.oc1_ap(prune_se=1.0)
        AxisTreeClassifier(criterion='twoing', prune_se=1.0, pruning='cost-complexity')
        """
        recipe: dict[str, Any] = {
            "criterion": "twoing",
            "pruning": "cost-complexity",
            "prune_fraction": 0.1,
            "prune_se": 0.0,
            "missing": "mean",
        }
        return cls(**(recipe | overrides))

    @classmethod
    def cart(cls, **overrides: Any) -> Self:
        """CART (Breiman, Friedman, Olshen and Stone 1984), without surrogate splits.

        Gini; cost-complexity pruning by ten-fold cross-validation with the 0-SE rule.

        Parameters
        ----------
        **overrides
            Parameters to set otherwise.

        Returns
        -------
        AxisTreeClassifier
            Not yet fitted.
        """
        recipe: dict[str, Any] = {
            "criterion": "gini",
            "pruning": "cost-complexity-cv",
            "folds": 10,
            "prune_se": 0.0,
        }
        return cls(**(recipe | overrides))

    @classmethod
    def c45(cls, **overrides: Any) -> Self:
        """C4.5 (Quinlan 1993), in its manner.

        Gain ratio; fractional rows for missing values; at least two rows on each side;
        pessimistic pruning at confidence 0.25. Deviation: a symbolic feature is tested for one
        category at a time, not for all at once.

        Parameters
        ----------
        **overrides
            Parameters to set otherwise.

        Returns
        -------
        AxisTreeClassifier
            Not yet fitted.
        """
        recipe: dict[str, Any] = {
            "criterion": "gain-ratio",
            "pruning": "pessimistic",
            "confidence": 0.25,
            "missing": "fractional",
            "min_samples_leaf": 2,
        }
        return cls(**(recipe | overrides))

    @classmethod
    def uni_g(cls, **overrides: Any) -> Self:
        """Uni-G, the univariate control of Brodley and Utgoff (1995): gini.

        Reduced-error pruning on a held-out third of the rows (25 % of 75 %, section 6.1); the
        node's means for missing values.

        Parameters
        ----------
        **overrides
            Parameters to set otherwise.

        Returns
        -------
        AxisTreeClassifier
            Not yet fitted.
        """
        return cls._uni("gini", overrides)

    @classmethod
    def uni_i(cls, **overrides: Any) -> Self:
        """Uni-I, the univariate control of Brodley and Utgoff (1995): information gain ratio.

        Otherwise as `uni_g`.

        Parameters
        ----------
        **overrides
            Parameters to set otherwise.

        Returns
        -------
        AxisTreeClassifier
            Not yet fitted.
        """
        return cls._uni("gain-ratio", overrides)

    @classmethod
    def _uni(cls, criterion: str, overrides: Mapping[str, Any]) -> Self:
        recipe: dict[str, Any] = {
            "criterion": criterion,
            "pruning": "reduced-error",
            "prune_fraction": 1 / 3,
            "missing": "node-mean",
        }
        return cls(**(recipe | dict(overrides)))
