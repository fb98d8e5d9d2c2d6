"""CART-LC: CART with linear combinations of features."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Self

from obliqua.estimators._oblique import BaseObliqueClassifier
from obliqua.estimators._parameters import Constraint, Real, Whole
from obliqua.estimators.axis import Criterion
from obliqua.estimators.base import BaseTreeClassifier

__all__ = ["CARTLCClassifier"]


class CARTLCClassifier(BaseObliqueClassifier):
    """A decision tree whose tests are linear combinations found without chance: CART-LC.

    At each node the coefficients of ``Σ weight·feature ≤ cut`` are set one after another to their
    exact best value, in cycles, until a cycle changes little. Then features that add little are
    dropped. The better of this combination and the best univariate test is taken (Breiman,
    Friedman, Olshen and Stone 1984, chapter 5; Murthy, Kasif and Salzberg 1994, figure 4).
    Combinations are of numeric features, and are learnt from the rows that lack none of them;
    symbolic features are asked for a category, as `AxisTreeClassifier` does.

    The class methods `murthy1994` and `brodley1995` give the settings of these papers.

    Parameters
    ----------
    criterion : str or callable, default="gini"
        How good a test is; as for `AxisTreeClassifier`.
    beta : float or None, default=0.2
        The least important feature is dropped while that costs less merit than `beta` times what
        dropping the most important one costs. None drops none.
    epsilon : float, default=0.0001
        A cycle that changes the merit by no more is the last.
    max_cycles : int, default=100
        Most cycles over all coefficients.
    axis : bool, default=True
        Whether univariate tests compete. Without them combinations are searched at every node.
    oblique : bool, default=True
        Whether combinations are searched for.
    axis_bias : float, default=0.0
        The share by which a combination must be better than the best univariate test: with 0.1,
        by a tenth.
    oblique_min_samples : int or None, default=None
        Nodes with fewer complete rows are not searched for combinations. None: twice as many as
        there are numeric features, or 2 with ``axis=False``.
    normalize : bool, default=True
        Whether features are centred at the median and divided by the interquartile range at each
        node for the search. The tree is in the table's own units either way.
    record : bool, default=False
        Whether to keep the combination that each cycle ended with, in `traces_`.
    pruning : str or None, default="cost-complexity"
        How the grown tree is cut back; as for `AxisTreeClassifier`.
    prune_fraction : float, default=0.1
        The share of rows that is held out for pruning.
    prune_se : float, default=0.0
        Cost-complexity takes the smallest tree within so many standard errors of the best.
    confidence : float, default=0.25
        The confidence level of pessimistic pruning; smaller prunes more.
    folds : int, default=10
        The folds of "cost-complexity-cv".
    missing : {"mean"}, default="mean"
        In univariate tests, and when a row is classified, a missing value takes the mean (or the
        commonest category) of the training rows.
    max_depth : int or None, default=None
        Most tests on a path.
    min_samples_split : int, default=2
        Nodes with fewer rows are not split.
    min_samples_leaf : int, default=1
        Tests that leave a side fewer rows are not considered.
    max_leaf_nodes : int or None, default=None
        Most leaves.
    merge_leaves : bool, default=False
        Whether leaves that share a parent and a class become one.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced" gives every class the same total.
    random_state : int, RandomState, Generator or None, default=None
        Decides which rows pruning holds out; growing has no chance in it.
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
    hyperplanes_ : int
        Hyperplanes that were considered while the tree was grown: three for each coefficient in
        each cycle, and one for the constant. Not in the model file.
    traces_ : list of SearchTrace
        With ``record=True``: per node, the combination after each cycle and its merit. Not in the
        model file.

    Examples
    --------
    >>> import numpy as np
    >>> from obliqua import CARTLCClassifier
    >>> X = np.random.default_rng(0).random((200, 2))
    >>> y = np.where(X[:, 0] < X[:, 1], "above", "below")
    >>> model = CARTLCClassifier(pruning=None).fit(X, y)
    >>> model.tree_.node(0).test.terms
    ('x0', 'x1')
    """

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        **BaseObliqueClassifier._constraints,
        # Its cycles do not see how far rows are from the hyperplane.
        "criterion": BaseTreeClassifier._constraints["criterion"],
        "beta": Real(0, or_none=True),
        "epsilon": Real(0),
        "max_cycles": Whole(1),
    }

    def __init__(
        self,
        criterion: Criterion = "gini",
        *,
        beta: float | None = 0.2,
        epsilon: float = 1e-4,
        max_cycles: int = 100,
        axis: bool = True,
        oblique: bool = True,
        axis_bias: float = 0.0,
        oblique_min_samples: int | None = None,
        normalize: bool = True,
        record: bool = False,
        pruning: str | None = "cost-complexity",
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
        self.beta = beta
        self.epsilon = epsilon
        self.max_cycles = max_cycles
        self.axis = axis
        self.oblique = oblique
        self.axis_bias = axis_bias
        self.oblique_min_samples = oblique_min_samples
        self.normalize = normalize
        self.record = record
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
        return {
            "kind": "cart-lc",
            **self._competition(),
            "discard": self.beta is not None,
            "beta": float(self.beta or 0.0),
            "epsilon": float(self.epsilon),
            "max_cycles": int(self.max_cycles),
        }

    @classmethod
    def murthy1994(cls, **overrides: Any) -> Self:
        """CART-LC as Murthy, Kasif and Salzberg (1994) ran it against OC1.

        Twoing; no elimination of features, no normalisation, at most 100 cycles; cost-complexity
        pruning on a held-out tenth with the 0-SE rule.

        Parameters
        ----------
        **overrides
            Parameters to set otherwise.

        Returns
        -------
        CARTLCClassifier
            Not yet fitted.

        Examples
        --------
        >>> from obliqua import CARTLCClassifier
        >>> CARTLCClassifier.murthy1994(pruning=None)
        CARTLCClassifier(beta=None, criterion='twoing', normalize=False, pruning=None)
        """
        recipe: dict[str, Any] = {
            "criterion": "twoing",
            "beta": None,
            "normalize": False,
            "max_cycles": 100,
            "pruning": "cost-complexity",
            "prune_fraction": 0.1,
            "prune_se": 0.0,
        }
        return cls(**(recipe | overrides))

    @classmethod
    def brodley1995(cls, **overrides: Any) -> Self:
        """CART with linear combinations as Brodley and Utgoff (1995) ran it.

        Gini; cost-complexity pruning on a held-out third of the rows (25 % of 75 %, section 6.1).
        They tried `beta` at 0, 0.1 and 0.2.

        Parameters
        ----------
        **overrides
            Parameters to set otherwise.

        Returns
        -------
        CARTLCClassifier
            Not yet fitted.
        """
        recipe: dict[str, Any] = {
            "criterion": "gini",
            "pruning": "cost-complexity",
            "prune_fraction": 1 / 3,
        }
        return cls(**(recipe | overrides))
