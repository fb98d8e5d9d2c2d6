"""Multivariate trees: a learner, a selector and a criterion of the Brodley-Utgoff family."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from obliqua.estimators._learned import LEARNERS, BaseLearnedClassifier
from obliqua.estimators._parameters import Choice, Constraint, Flag, Real, Whole, check_together
from obliqua.estimators.axis import Criterion

__all__ = ["MultivariateTreeClassifier"]


class MultivariateTreeClassifier(BaseLearnedClassifier):
    """A decision tree of multivariate tests, each learned from the rows at its node.

    A learner finds the coefficients of ``Σ weight·term ≤ cut``, or of one such sum per class (a
    linear machine, whose largest sum wins); a selector finds the terms; the best univariate test
    may compete with the result. Terms are the numeric features and one ±1 indicator per value of a
    symbolic one, a single one for two values (Brodley and Utgoff 1995). Every factor can be
    combined with every other.

    Parameters
    ----------
    learner : {"auto", "rls", "pocket", "thermal", "cart"}, default="auto"
        How coefficients are found: by recursive least squares, the Pocket Algorithm, thermal
        training, or CART's cycles over coefficients. "auto" is "rls" for two classes and "thermal"
        for more, as the paper compares selectors.
    selector : {"sbe", "sfs", "dsbe", "hss", "cart"} or None, default="sbe"
        How terms are chosen: by backward elimination, forward selection, elimination of the term
        of smallest weight, whichever of the first two promises more, or CART's discard. None tests
        all terms.
    criterion : str or callable, default="gain-ratio"
        How good a test is; as for `AxisTreeClassifier`.
    univariate : bool, default=True
        Whether the best univariate test competes.
    form : {"auto", "linear", "machine"}, default="auto"
        The form of multivariate tests. "auto": machines of one child per class for more than two
        classes, if the learner can; "linear": always two children, of two groups of classes where
        there are more; "machine": machines for two classes, too.
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
        CART's discard drops the least important term while that costs less than `beta` times what
        dropping the most important one costs.
    ratchet : bool, default=False
        Whether the pocket takes only weights that are right about more rows than those it holds.
    epsilon : float, default=0.1
        What an error correction of Pocket and Thermal adds to what would just do.
    passes : int, default=10
        Most passes of Pocket and Thermal through a node's examples.
    temperature : float, default=2.0
        Thermal training's β at the start.
    cooling : float, default=0.999
        β is multiplied by this where it is cooled,
    decrement : float, default=0.0005
        and then this is taken away.
    alpha : float, default=0.01
        Thermal training ends after twice as many corrections in a row as there are terms, each
        below this share of the largest magnitude so far.
    tolerance : float, default=0.0001
        A cycle of CART's learner that changes the merit by no more is the last.
    max_cycles : int, default=100
        Most cycles of CART's learner.
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
        Sets of coefficients gone through while the tree was grown: solutions of RLS, corrections of
        Pocket and Thermal, steps of CART. Not in the model file.

    Examples
    --------
    >>> import numpy as np
    >>> from obliqua import MultivariateTreeClassifier
    >>> X = np.random.default_rng(0).random((200, 3))
    >>> y = np.where(X[:, 0] < X[:, 1], "above", "below")
    >>> model = MultivariateTreeClassifier(random_state=0).fit(X, y)
    >>> model.tree_.node(0).test.terms
    ('x0', 'x1')
    """

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        **BaseLearnedClassifier._constraints,
        "learner": Choice(("auto", *LEARNERS)),
        "form": Choice(("auto", "linear", "machine")),
        "ratchet": Flag(),
        "tolerance": Real(0),
        "max_cycles": Whole(1),
    }

    def __init__(
        self,
        learner: str = "auto",
        selector: str | None = "sbe",
        criterion: Criterion = "gain-ratio",
        *,
        univariate: bool = True,
        form: str = "auto",
        drop: float = 0.1,
        beta: float = 0.2,
        underfit: float = 2.0,
        max_terms: int | None = None,
        feature_costs: Mapping[str, float] | Sequence[float] | None = None,
        cost_weight: float = 0.0,
        ratchet: bool = False,
        epsilon: float = 0.1,
        passes: int = 10,
        temperature: float = 2.0,
        cooling: float = 0.999,
        decrement: float = 0.0005,
        alpha: float = 0.01,
        tolerance: float = 1e-4,
        max_cycles: int = 100,
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
        self.learner = learner
        self.selector = selector
        self.criterion = criterion
        self.univariate = univariate
        self.form = form
        self.drop = drop
        self.beta = beta
        self.underfit = underfit
        self.max_terms = max_terms
        self.feature_costs = feature_costs
        self.cost_weight = cost_weight
        self.ratchet = ratchet
        self.epsilon = epsilon
        self.passes = passes
        self.temperature = temperature
        self.cooling = cooling
        self.decrement = decrement
        self.alpha = alpha
        self.tolerance = tolerance
        self.max_cycles = max_cycles
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
        return ("rls", "thermal") if self.learner == "auto" else (self.learner, self.learner)

    def _form(self) -> str:
        return self.form

    def _learner(self, name: str) -> dict[str, Any]:
        if name == "pocket":
            return {
                "kind": name,
                "ratchet": bool(self.ratchet),
                "epsilon": float(self.epsilon),
                "passes": int(self.passes),
            }
        if name == "cart":
            return {
                "kind": name,
                "epsilon": float(self.tolerance),
                "max_cycles": int(self.max_cycles),
            }
        return super()._learner(name)

    def check_params(self) -> None:
        """Refuse parameters whose values are not allowed, alone or together.

        Raises
        ------
        ValueError
            If one is not; the message says which, and what it may be.
        """
        super().check_params()
        check_together(
            not (self.form == "machine" and self.learner in ("rls", "cart")),
            f"form='machine' needs the learner 'pocket' or 'thermal'; {self.learner!r} tells two "
            "groups apart",
        )
