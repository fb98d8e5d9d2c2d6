"""SADT: oblique trees by simulated annealing of all coefficients at once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from obliqua.estimators._oblique import BaseObliqueClassifier
from obliqua.estimators._parameters import Constraint, Real, Whole
from obliqua.estimators.axis import Criterion

__all__ = ["SADTClassifier"]


class SADTClassifier(BaseObliqueClassifier):
    """A decision tree whose tests are hyperplanes found by simulated annealing: SADT.

    At each node a hyperplane starts halfway along the diagonal of the rows' box. All its
    coefficients are shaken by small random amounts, again and again. While the temperature is
    high almost every move is taken, whatever it does to the criterion; as it falls, only
    improvements are. The best hyperplane seen becomes the node's test, its constant set exactly
    (Heath, Kasif and Salzberg 1993; Murthy, Kasif and Salzberg 1994, sections 2 and 4.3).
    Hyperplanes are made of numeric features.

    It considers many more hyperplanes than `OC1Classifier` for trees that are no better, and is
    here to be compared with.

    Parameters
    ----------
    criterion : str or callable, default="info-gain"
        How good a test is; as for `AxisTreeClassifier`.
    temperature : float, default=1.0
        The temperature at the start of each node's search, in units of the criterion: a move that
        loses as much merit is taken with a chance of 1/e. The built-in criteria lie between 0
        and 1.
    cooling : float, default=0.995
        What the temperature is multiplied by after each perturbation.
    step : float, default=0.5
        The largest change of a coefficient in one perturbation, as a share of the largest
        coefficient.
    unproductive : int, default=10000
        So many perturbations in a row that find nothing better than the best end the search.
    axis : bool, default=False
        Whether univariate tests compete, those of symbolic features among them.
    oblique : bool, default=True
        Whether hyperplanes are searched for.
    axis_bias : float, default=0.0
        The share by which a hyperplane must be better than the best univariate test: with 0.1,
        by a tenth.
    oblique_min_samples : int or None, default=None
        Nodes with fewer rows are not searched for hyperplanes. None: 2, or twice as many as there
        are numeric features with ``axis=True``.
    normalize : bool, default=True
        Whether features are brought to the range from 0 to 1 at each node for the search. The
        tree is in the table's own units either way.
    record : bool, default=False
        Whether to keep all hyperplanes that the searches moved to, in `traces_`.
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
        Hyperplanes that were considered while the tree was grown: one for each perturbation. Not
        in the model file.
    traces_ : list of SearchTrace
        With ``record=True``: per node, the hyperplanes moved to and their merits. Not in the
        model file.

    Examples
    --------
    >>> import numpy as np
    >>> from obliqua import SADTClassifier
    >>> X = np.random.default_rng(0).random((200, 2))
    >>> y = np.where(X[:, 0] < X[:, 1], "above", "below")
    >>> model = SADTClassifier(pruning=None, random_state=0).fit(X, y)
    >>> model.tree_.node(0).test.terms
    ('x0', 'x1')
    """

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        **BaseObliqueClassifier._constraints,
        "temperature": Real(0, closed=False),
        "cooling": Real(0, 1, closed=False),
        "step": Real(0, closed=False),
        "unproductive": Whole(1),
    }

    def __init__(
        self,
        criterion: Criterion = "info-gain",
        *,
        temperature: float = 1.0,
        cooling: float = 0.995,
        step: float = 0.5,
        unproductive: int = 10_000,
        axis: bool = False,
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
        self.temperature = temperature
        self.cooling = cooling
        self.step = step
        self.unproductive = unproductive
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
            "kind": "sadt",
            **self._competition(),
            "temperature": float(self.temperature),
            "cooling": float(self.cooling),
            "step": float(self.step),
            "unproductive": int(self.unproductive),
        }
