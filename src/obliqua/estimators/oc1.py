"""OC1: oblique trees by climbing over coefficients with random jumps and restarts."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from obliqua.estimators._oblique import CLIMBING, BaseObliqueClassifier
from obliqua.estimators._parameters import Choice, Constraint
from obliqua.estimators._selectors import SELECTORS, selector_settings
from obliqua.estimators.axis import Criterion
from obliqua.estimators.base import BASES

__all__ = ["OC1Classifier"]


class OC1Classifier(BaseObliqueClassifier):
    """A decision tree whose tests are hyperplanes, ``Σ weight·feature ≤ cut``: OC1.

    At each node several climbs look for the hyperplane that splits the rows best: each moves one
    coefficient at a time to its best value until none improves, then tries random directions.
    The best hyperplane is compared with the best univariate test and the better of the two is
    taken (Murthy, Kasif and Salzberg 1994). Hyperplanes are made of numeric features; symbolic
    ones are asked for a category, as `AxisTreeClassifier` does.

    The defaults are the paper's, except that nodes of at least ten times `search_sample` rows are
    searched on samples.

    Parameters
    ----------
    criterion : str or callable, default="twoing"
        How good a test is; as for `AxisTreeClassifier`.
    restarts : int, default=20
        Climbs at each node. The first starts at the best univariate test, the others at random;
        0 is the first alone, like 1.
    jumps : int, default=5
        Random directions that are tried, one after another, where no coefficient improves.
    order : {"sequential", "best", "random"}, default="sequential"
        Which coefficient is moved next: each in turn, the one that improves most, or one drawn
        at random.
    random_steps : int, default=50
        How many coefficients are drawn with ``order="random"``.
    stagnation : float, default=1.0
        The chance of a move that changes nothing in the criterion. It falls by a tenth of this
        with each such occasion and is restored by an improvement.
    axis : bool, default=True
        Whether univariate tests compete. Without them hyperplanes are searched at every node.
    oblique : bool, default=True
        Whether hyperplanes are searched for. Without them the tree is OC1-AP's.
    axis_bias : float, default=0.0
        The share by which a hyperplane must be better than the best univariate test: with 0.1,
        by a tenth.
    oblique_min_samples : int or None, default=None
        Nodes with fewer rows are not searched for hyperplanes. None: twice as many as there are
        numeric features, or 2 with ``axis=False``.
    normalize : bool, default=True
        Whether features are brought to the range from 0 to 1 at each node for the search. The
        tree is in the table's own units either way.
    basis : {"linear", "quadratic"}, default="linear"
        What hyperplanes and univariate tests are made of: the numeric features, or also their
        squares and pairwise products, which bends them into surfaces of the second degree.
    search_sample : int or None, default=2000
        Rows that a search starts from at nodes of at least ten times as many. The better half of
        the climbs goes on each time the sample is doubled; the last one's constant is set by all
        rows. None: every search sees all rows, which is the algorithm as published.
    selector : {"sbe", "sfs", "dsbe", "hss", "cart"} or None, default=None
        How the features of a hyperplane are chosen, as for `MultivariateTreeClassifier`: each set
        that the selector looks at is searched anew. None lets a search use all features.
    record : bool, default=False
        Whether to keep all hyperplanes that the searches went through, in `traces_`.
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
        Missing values take the mean (or the commonest category) of the training rows.
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
        Decides every random choice. The same number gives the same tree, bit for bit.
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
        Hyperplanes that were considered while the tree was grown: one for each coefficient moved
        or tried and for each jump. Not in the model file.
    traces_ : list of SearchTrace
        With ``record=True``: per node and climb, the hyperplanes moved to and their merits. Not
        in the model file.

    Examples
    --------
    >>> import numpy as np
    >>> from obliqua import OC1Classifier
    >>> X = np.random.default_rng(0).random((200, 2))
    >>> y = np.where(X[:, 0] < X[:, 1], "above", "below")
    >>> model = OC1Classifier(pruning=None, random_state=0).fit(X, y)
    >>> model.tree_.n_leaves
    2
    """

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        **BaseObliqueClassifier._constraints,
        **CLIMBING,
        "selector": Choice(SELECTORS),
        "basis": Choice(BASES),
    }

    def __init__(
        self,
        criterion: Criterion = "twoing",
        *,
        restarts: int = 20,
        jumps: int = 5,
        order: str = "sequential",
        random_steps: int = 50,
        stagnation: float = 1.0,
        axis: bool = True,
        oblique: bool = True,
        axis_bias: float = 0.0,
        oblique_min_samples: int | None = None,
        normalize: bool = True,
        basis: str = "linear",
        search_sample: int | None = 2000,
        selector: str | None = None,
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
        self.restarts = restarts
        self.jumps = jumps
        self.order = order
        self.random_steps = random_steps
        self.stagnation = stagnation
        self.axis = axis
        self.oblique = oblique
        self.axis_bias = axis_bias
        self.oblique_min_samples = oblique_min_samples
        self.normalize = normalize
        self.basis = basis
        self.search_sample = search_sample
        self.selector = selector
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
            "kind": "oc1",
            **self._competition(),
            **self._climbing(),
            "selector": selector_settings(self.selector),
        }
