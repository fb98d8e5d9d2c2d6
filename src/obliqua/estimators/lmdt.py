"""LMDT: trees of thermal linear machines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from obliqua.estimators._learned import BaseLearnedClassifier
from obliqua.estimators.axis import Criterion

__all__ = ["LMDTClassifier"]


class LMDTClassifier(BaseLearnedClassifier):
    """A decision tree of thermal linear machines: LMDT.

    At each node a linear machine, one weighted sum per class of which the largest wins, is trained
    on one row after another: errors are corrected, large ones less and all of them less with time.
    Then the term whose weights differ least between the classes is left out and the machine is
    trained again, and so on; the best machine of those becomes the test, with one child per class
    (Brodley and Utgoff 1995, sections 3.3 and 4.3; Murthy, Kasif and Salzberg 1994, section 2).
    With two classes a machine is written as the threshold unit that it is.

    `MultivariateTreeClassifier` has the same and other learners and selectors.

    Parameters
    ----------
    criterion : str or callable, default="gain-ratio"
        How good a test is; as for `AxisTreeClassifier`.
    selector : {"sbe", "sfs", "dsbe", "hss", "cart"} or None, default="dsbe"
        How terms are chosen; as for `MultivariateTreeClassifier`.
    univariate : bool, default=False
        Whether the best univariate test competes.
    drop : float, default=0.1
        A search for terms ends where accuracy falls below the best test's by more than this share.
    underfit : float, default=2.0
        Different rows that a test needs for each of its terms: selectors take no larger test.
    max_terms : int or None, default=None
        Most terms of a multivariate test; needs a selector.
    feature_costs : list, dict or None, default=None
        What it costs to know each feature, in order or by name; None: all the same.
    cost_weight : float, default=0.0
        The merit that knowing all features would have to be worth: tests are chosen by their
        merit less this times the share of all costs that their features have.
    beta : float, default=0.2
        With ``selector="cart"``: the least important term is dropped while that costs less than
        `beta` times what dropping the most important one costs.
    epsilon : float, default=0.1
        What an error correction adds to what would just do.
    passes : int, default=10
        Most passes through a node's examples.
    temperature : float, default=2.0
        Thermal training's β at the start.
    cooling : float, default=0.999
        β is multiplied by this where it is cooled,
    decrement : float, default=0.0005
        and then this is taken away.
    alpha : float, default=0.01
        Thermal training ends after twice as many corrections in a row as there are terms, each
        below this share of the largest magnitude so far.
    pruning : str or None, default="reduced-error"
        How the grown tree is cut back; as for `AxisTreeClassifier`, and "multivariate": where a
        node stays, terms of its test may go.
    prune_fraction : float, default=0.25
        The share of rows that is held out for pruning.
    prune_se : float, default=0.0
        Cost-complexity takes the smallest tree within so many standard errors of the best.
    confidence : float, default=0.25
        The confidence level of pessimistic pruning; smaller prunes more.
    folds : int, default=10
        The folds of "cost-complexity-cv".
    missing : {"node-mean", "mean"}, default="node-mean"
        A missing value takes the mean of the node's rows, so that its term has no influence, or
        that of all training rows.
    basis : {"linear", "quadratic"}, default="linear"
        "quadratic" adds the squares and pairwise products of numeric features.
    max_depth : int or None, default=None
        Most tests on a path.
    min_samples_split : int, default=2
        Nodes with fewer rows are not split.
    min_samples_leaf : int, default=1
        Tests that leave a side fewer rows are not considered; a machine's child may be empty.
    max_leaf_nodes : int or None, default=None
        Most leaves.
    merge_leaves : bool, default=False
        Whether leaves that share a parent and a class become one.
    class_weight : dict, "balanced" or None, default=None
        Weights of the classes; "balanced" gives every class the same total.
    random_state : int, RandomState, Generator or None, default=None
        Decides which rows pruning holds out and in which order examples are presented. The same
        number gives the same tree, bit for bit.
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
    n_multivariate_tests_ : int
        Tests of two or more terms.
    n_univariate_tests_ : int
        Tests of a single term.
    size_ : int
        The sum over all tests of the terms that each tests.
    hyperplanes_ : int
        Corrections made while the tree was grown. Not in the model file.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import LMDTClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = LMDTClassifier(random_state=0).fit(X, y)
    >>> model.tree_.node(0).test.n_children
    3
    """

    def __init__(
        self,
        criterion: Criterion = "gain-ratio",
        *,
        selector: str | None = "dsbe",
        univariate: bool = False,
        drop: float = 0.1,
        beta: float = 0.2,
        underfit: float = 2.0,
        max_terms: int | None = None,
        feature_costs: Mapping[str, float] | Sequence[float] | None = None,
        cost_weight: float = 0.0,
        epsilon: float = 0.1,
        passes: int = 10,
        temperature: float = 2.0,
        cooling: float = 0.999,
        decrement: float = 0.0005,
        alpha: float = 0.01,
        pruning: str | None = "reduced-error",
        prune_fraction: float = 0.25,
        prune_se: float = 0.0,
        confidence: float = 0.25,
        folds: int = 10,
        missing: str = "node-mean",
        basis: str = "linear",
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
        self.selector = selector
        self.univariate = univariate
        self.drop = drop
        self.beta = beta
        self.underfit = underfit
        self.max_terms = max_terms
        self.feature_costs = feature_costs
        self.cost_weight = cost_weight
        self.epsilon = epsilon
        self.passes = passes
        self.temperature = temperature
        self.cooling = cooling
        self.decrement = decrement
        self.alpha = alpha
        self.pruning = pruning
        self.prune_fraction = prune_fraction
        self.prune_se = prune_se
        self.confidence = confidence
        self.folds = folds
        self.missing = missing
        self.basis = basis
        self.max_depth = max_depth
        self.min_samples_split = min_samples_split
        self.min_samples_leaf = min_samples_leaf
        self.max_leaf_nodes = max_leaf_nodes
        self.merge_leaves = merge_leaves
        self.class_weight = class_weight
        self.random_state = random_state
        self.n_jobs = n_jobs
        self.verbose = verbose

    def _learners(self) -> tuple[str, str]:
        return ("thermal", "thermal")
