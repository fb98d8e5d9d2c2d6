"""How well a method does on rows that it did not learn from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.cli.data import Examples
from obliqua.cli.problems import InputProblem

Split = tuple[NDArray[np.intp], NDArray[np.intp]]


def cross_validated(
    examples: Examples, make: Callable[[], Any], folds: int, seed: int
) -> dict[str, Any]:
    """Estimate accuracy by stratified cross-validation."""
    n_rows = len(examples.labels)
    if folds > n_rows:
        raise InputProblem(f"--cv {folds}: there are only {n_rows} rows")
    splits = list(_folds(examples.labels, folds, seed))
    scores = [_score(examples, make(), split) for split in watched(splits, "Cross-validation")]
    spread = float(np.std(scores, ddof=1) / np.sqrt(folds))
    mean = float(np.mean(scores))
    return {"kind": "cv", "accuracy": mean, "standard_error": spread, "per_fold": scores}


def held_out(
    examples: Examples, make: Callable[[], Any], fraction: float, seed: int
) -> dict[str, Any]:
    """Estimate accuracy on a random part of the rows, of each class alike."""
    from sklearn.model_selection import train_test_split

    rows = np.arange(len(examples.labels))
    try:
        train, test = train_test_split(
            rows, test_size=fraction, stratify=examples.labels, random_state=seed
        )
    except ValueError as error:
        raise InputProblem(f"--test-fraction {fraction}: {error}") from error
    accuracy = _score(examples, make(), (train, test))
    spread = float(np.sqrt(accuracy * (1 - accuracy) / len(test)))
    return {
        "kind": "held-out",
        "accuracy": accuracy,
        "standard_error": spread,
        "n_rows": len(test),
    }


def watched(items: list[Any], title: str) -> Iterator[Any]:
    """Yield items; shows on standard error how far it is once that takes two seconds."""
    from obliqua.estimators._progress import ProgressBar

    with ProgressBar(title) as progress:
        for position, item in enumerate(items):
            progress(position / len(items))
            yield item


def _folds(labels: NDArray[Any], folds: int, seed: int) -> Iterator[Split]:
    """Deal the rows of each class, shuffled, to the folds in turn.

    Unlike scikit-learn's, this takes classes that have fewer rows than there are folds.
    """
    generator = np.random.default_rng(seed)
    _, codes = np.unique(labels, return_inverse=True)
    shuffled = generator.permutation(len(labels))
    fold = np.empty(len(labels), dtype=np.intp)
    fold[shuffled[np.argsort(codes[shuffled], kind="stable")]] = np.arange(len(labels)) % folds
    for held in range(folds):
        yield np.flatnonzero(fold != held), np.flatnonzero(fold == held)


def _score(examples: Examples, estimator: Any, split: Split) -> float:
    train, test = split
    weights = examples.weights
    estimator.fit(
        examples.features.iloc[train],
        examples.labels[train],
        sample_weight=None if weights is None else weights[train],
    )
    right = estimator.predict(examples.features.iloc[test]) == examples.labels[test]
    return float(np.average(right, weights=None if weights is None else weights[test]))
