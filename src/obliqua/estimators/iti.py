"""ITI: one tree, kept up to date exactly while rows come and go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from obliqua.estimators._exact import BaseExactClassifier
from obliqua.estimators._parameters import Choice, Constraint, Flag, Jobs, Level
from obliqua.estimators._progress import ProgressBar
from obliqua.incremental.knowledge import Batch, Correct, Places

__all__ = ["ITIClassifier"]

MODES = ("normal", "error-correction", "lazy")


class ITIClassifier(BaseExactClassifier):
    """A decision tree that learns and forgets rows exactly: incremental tree induction, ITI.

    After any sequence of `partial_fit` and `forget` the tree is, bit for bit, that of a fresh
    `fit` on the rows that are left, in whatever order they came. Tests are cuts of numeric
    features and equality with a category; the best by gain ratio is at each node, and when
    another becomes the best the tree is restructured (Utgoff 1995, TR 95-18). Rows with a
    missing value are welcome: they stay at the test that needs it.

    Parameters
    ----------
    prune : bool, default=True
        Show the tree pruned by the minimum description length. Pruning is virtual: nothing is
        discarded, and setting the parameter changes `tree_` at once.
    mode : {"normal", "error-correction", "lazy"}, default="normal"
        "normal" learns every row and brings the tree up to date before a call returns. "lazy"
        does so when the tree is asked for. "error-correction" learns only rows that the tree gets
        wrong: `partial_fit` goes through its rows once, `fit` until none of those left is wrong.
    n_jobs : int, default=None
        Threads for prediction; None is one, -1 all.
    verbose : bool or int, default=False
        Show progress of what takes longer than two seconds.

    Attributes
    ----------
    tree_ : Tree
        The tree.
    classes_ : ndarray
        Class labels that rows have, or that were declared, sorted.
    ids_ : ndarray
        Ids of the rows that are known, oldest first.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import ITIClassifier
    >>> X, y = load_iris(return_X_y=True)
    >>> model = ITIClassifier().fit(X[:100], y[:100])
    >>> model = model.partial_fit(X[100:], y[100:]).forget([7])
    >>> model.verify(), len(model.ids_)
    (True, 149)
    """

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        "prune": Flag(),
        "mode": Choice(MODES),
        "n_jobs": Jobs(),
        "verbose": Level(),
    }

    def __init__(
        self,
        prune: bool = True,
        *,
        mode: str = "normal",
        n_jobs: int | None = None,
        verbose: bool | int = False,
    ) -> None:
        self.prune = prune
        self.mode = mode
        self.n_jobs = n_jobs
        self.verbose = verbose

    def leave_one_out(self) -> NDArray[Any]:
        """Predict every row as if it alone had not been learned.

        Returns
        -------
        ndarray of shape (n_rows,)
            Labels in the order of `ids_`.

        Raises
        ------
        ValueError
            If there are fewer than two rows.
        """
        if not self.verbose:
            return self._known().leave_one_out(bool(self.prune), None)
        with ProgressBar(type(self).__name__) as progress:
            return self._known().leave_one_out(bool(self.prune), progress)

    def _make(self, core: _core.ExactState, places: Places, progress: Any) -> _core.Tree:
        return core.freeze(
            places.classes, places.n_classes, places.categories, bool(self.prune), progress
        )

    def _tree_key(self) -> Any:
        return bool(self.prune)

    def _settle(self) -> None:
        if self.mode != "lazy" and self._knowledge.n_rows:
            self._knowledge.core.revise(None)

    def _correction(self, *, pool: bool) -> Correct | None:
        if self.mode != "error-correction":
            return None

        def correct(
            core: _core.ExactState, batch: Batch, places: NDArray[np.int32]
        ) -> NDArray[Any]:
            return core.correct(
                batch.columns.table(),
                batch.labels,
                batch.weights,
                batch.numbers,
                places,
                len(places),
                bool(self.prune),
                pool,
                None,
            )

        return correct
