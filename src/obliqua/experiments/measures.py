"""What is measured of one fit: how right it is on rows it has not seen, how large, how slow.

Counts are kept beside shares (`right` of `rows`), so that folds can be pooled as the papers pool
them.
"""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.encoding import adapted
from obliqua.experiments.methods import Method
from obliqua.experiments.protocols import Split

__all__ = ["MEASURES", "evaluate", "label"]

#: What there is to know of a fit: heading, and +1 where more is better, -1 where less is.
MEASURES: Mapping[str, tuple[str, int]] = {
    "accuracy": ("accuracy", 1),
    "balanced_accuracy": ("balanced accuracy", 1),
    "log_loss": ("log loss", -1),
    "auc": ("AUC", 1),
    "leaves": ("leaves", -1),
    "tests": ("tests", -1),
    "size": ("size", -1),
    "depth": ("depth", -1),
    "nodes": ("nodes", -1),
    "expected_tests": ("expected tests", -1),
    "trees": ("trees", 0),
    "mv_tests": ("multivariate tests", 0),
    "uv_tests": ("univariate tests", 0),
    "hyperplanes": ("hyperplanes", 0),
    "seconds": ("fit, s", -1),
    "predict_seconds": ("predict, s", -1),
}


def label(measure: str) -> str:
    """Give the heading of a measure."""
    return MEASURES[measure][0] if measure in MEASURES else measure.replace("_", " ")


def evaluate(data_set: DataSet, method: Method, split: Split, seed: int) -> dict[str, float]:
    """Fit once and measure.

    Parameters
    ----------
    data_set : DataSet
        The rows.
    method : Method
        What to fit.
    split : Split
        Which rows to learn from and which to ask about.
    seed : int
        The estimator's `random_state`.

    Returns
    -------
    dict
        Measures that this estimator has; counts of rows besides.
    """
    known = split.known(method.withhold)
    X, y = taken(data_set.data, known), data_set.target[known]
    asked, truth = taken(data_set.data, split.test), data_set.target[split.test]
    estimator = adapted(method.make(seed), data_set.data)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        started = time.perf_counter()
        estimator.fit(X, y)
        fitted = time.perf_counter()
        answers = np.asarray(estimator.predict(asked))
        done = time.perf_counter()
        found = _quality(estimator, asked, truth, answers, np.unique(data_set.target))
        found |= tree_measures(estimator)
    return found | {"seconds": fitted - started, "predict_seconds": done - fitted}


def taken(data: Any, rows: NDArray[np.intp]) -> Any:
    """Take rows of an array or a dataframe."""
    return data.iloc[rows] if hasattr(data, "iloc") else data[rows]


# --- how right ---------------------------------------------------------------


def _quality(
    estimator: Any, asked: Any, truth: Any, answers: Any, classes: Any
) -> dict[str, float]:
    hits = answers == truth
    recalls = [hits[truth == one].mean() for one in np.unique(truth)]
    found = {
        "right": float(hits.sum()),
        "rows": float(len(truth)),
        "accuracy": float(hits.mean()),
        "balanced_accuracy": float(np.mean(recalls)),
    }
    if hasattr(estimator, "predict_proba"):
        shares = _spread(np.asarray(estimator.predict_proba(asked)), estimator.classes_, classes)
        found["log_loss"] = _log_loss(shares, np.searchsorted(classes, truth))
        area = _area(shares, truth, classes)
        if area is not None:
            found["auc"] = area
    return found


def _spread(shares: Any, known: Any, classes: Any) -> NDArray[np.float64]:
    """Give classes that were not in the training rows the probability zero."""
    full = np.zeros((len(shares), len(classes)))
    full[:, np.searchsorted(classes, known)] = shares
    return full


def _log_loss(shares: NDArray[np.float64], codes: NDArray[np.intp]) -> float:
    """Mean negative log-probability of the right class, kept from infinity as in scikit-learn."""
    from sklearn.metrics import log_loss

    if shares.shape[1] < 2:
        return 0.0
    total = shares.sum(axis=1, keepdims=True)
    shares = np.divide(
        shares, total, out=np.full_like(shares, 1 / shares.shape[1]), where=total > 0
    )
    return float(log_loss(codes, shares, labels=np.arange(shares.shape[1])))


def _area(shares: NDArray[np.float64], truth: Any, classes: Any) -> float | None:
    """Area under the ROC curve; of several classes the mean over those that are there."""
    from sklearn.metrics import roc_auc_score

    areas = [
        roc_auc_score(truth == one, shares[:, i])
        for i, one in enumerate(classes)
        if 0 < (truth == one).sum() < len(truth)
    ]
    return float(np.mean(areas)) if areas else None


# --- how large ---------------------------------------------------------------


def tree_measures(estimator: Any) -> dict[str, float]:
    """Measure the tree of an estimator; nothing where there is none.

    Parameters
    ----------
    estimator : estimator
        Fitted. Pipelines and grid searches are looked into.
    """
    inner = estimator
    while True:
        if hasattr(inner, "best_estimator_"):
            inner = inner.best_estimator_
        elif hasattr(inner, "steps"):
            inner = inner.steps[-1][1]
        else:
            break
    tree = getattr(inner, "tree_", None)
    if tree is None:
        trees = [tree_measures(one) for one in _members(inner)]
        summed = ("leaves", "tests", "size", "nodes")
        if not trees or not all(trees):
            return {}
        found = {
            key: math.fsum(t[key] for t in trees) / (1 if key in summed else len(trees))
            for key in ("leaves", "tests", "size", "nodes", "depth")
        }
        return found | {"trees": float(len(trees))}
    if not hasattr(tree, "expected_tests"):
        return _sklearn_tree(tree)
    tests = [len(node.test.terms) for node in tree.nodes() if node.test is not None]
    found = {
        "leaves": tree.n_leaves,
        "tests": tree.n_tests,
        "size": tree.size,
        "depth": tree.depth,
        "nodes": tree.n_nodes,
        "expected_tests": tree.expected_tests(),
        "mv_tests": sum(terms > 1 for terms in tests),
        "uv_tests": sum(terms == 1 for terms in tests),
    }
    if hasattr(inner, "hyperplanes_"):
        found["hyperplanes"] = inner.hyperplanes_
    return {key: float(value) for key, value in found.items()}


def _members(ensemble: Any) -> list[Any]:
    members = getattr(ensemble, "estimators_", [])
    return list(np.ravel(np.asarray(members, dtype=object)))


def _sklearn_tree(tree: Any) -> dict[str, float]:
    tests = float(tree.node_count - tree.n_leaves)
    return {
        "leaves": float(tree.n_leaves),
        "tests": tests,
        "size": tests,
        "depth": float(tree.max_depth),
        "nodes": float(tree.node_count),
    }
