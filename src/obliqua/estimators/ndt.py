"""NDT: OC1 on features, their squares and products, so that its tests are curved."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from obliqua.estimators._new_features import NewFeatures, new_features
from obliqua.estimators.axis import Criterion
from obliqua.estimators.oc1 import OC1Classifier

__all__ = ["NonlinearTreeClassifier"]


class NonlinearTreeClassifier(OC1Classifier):
    """A decision tree whose tests are curved: NDT.

    The n numeric features are joined by their squares and pairwise products, (n² + 3n)/2 terms in
    all, and `OC1Classifier` grows a tree on them (Ittner and Schlosser 1996). Its tests are
    surfaces of the second degree in the features; in two features `Tree.curve` names them: an
    ellipse, a parabola, a pair of lines. What they are made of stays readable,
    ``petal_length·petal_width ≤ 8.2``, and `new_features` lists what was constructed by how much
    it matters.

    Parameters
    ----------
    criterion : str or callable, default="twoing"
        How good a test is; as for `OC1Classifier`.
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
        Nodes with fewer rows are not searched for curved tests. None: twice as many as there are
        terms, or 2 with ``axis=False``.
    normalize : bool, default=True
        Whether features are brought to the range from 0 to 1 at each node for the search. The
        tree is in the table's own units either way.
    basis : {"linear", "quadratic"}, default="quadratic"
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
    >>> from obliqua import NonlinearTreeClassifier
    >>> X = np.random.default_rng(0).uniform(-1, 1, (300, 2))
    >>> y = np.where((X**2).sum(axis=1) < 0.5, "inside", "outside")
    >>> model = NonlinearTreeClassifier(pruning=None, random_state=0).fit(X, y)
    >>> model.tree_.n_leaves, model.tree_.curve(0)
    (2, 'ellipse')
    >>> sorted(model.new_features().names)
    ['x0²', 'x1²']
    """

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
        basis: str = "quadratic",
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
        super().__init__(
            criterion,
            restarts=restarts,
            jumps=jumps,
            order=order,
            random_steps=random_steps,
            stagnation=stagnation,
            axis=axis,
            oblique=oblique,
            axis_bias=axis_bias,
            oblique_min_samples=oblique_min_samples,
            normalize=normalize,
            basis=basis,
            search_sample=search_sample,
            selector=selector,
            record=record,
            pruning=pruning,
            prune_fraction=prune_fraction,
            prune_se=prune_se,
            confidence=confidence,
            folds=folds,
            missing=missing,
            max_depth=max_depth,
            min_samples_split=min_samples_split,
            min_samples_leaf=min_samples_leaf,
            max_leaf_nodes=max_leaf_nodes,
            merge_leaves=merge_leaves,
            class_weight=class_weight,
            random_state=random_state,
            n_jobs=n_jobs,
            verbose=verbose,
        )

    def new_features(self) -> NewFeatures:
        """List the squares and products that the tree tests, the most important first.

        Returns
        -------
        NewFeatures
            Their names and importances; as a transformer it adds them to a table.

        Examples
        --------
        >>> from sklearn.datasets import load_iris
        >>> from obliqua import NonlinearTreeClassifier
        >>> X, y = load_iris(return_X_y=True, as_frame=True)
        >>> model = NonlinearTreeClassifier(random_state=0).fit(X, y)
        >>> new = model.new_features()
        >>> new.fit_transform(X).shape[1] == 4 + len(new.names)
        True
        """
        return new_features(self._fitted())
