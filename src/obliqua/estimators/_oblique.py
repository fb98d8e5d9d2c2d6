"""What the searches for hyperplanes share: parameters, what they may be, what a search tells."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any, ClassVar, Self

from obliqua.estimators._parameters import Choice, Constraint, Flag, Real, Whole, check_together
from obliqua.estimators._traces import SearchTrace, traces_of
from obliqua.estimators.base import CRITERIA, BaseTreeClassifier
from obliqua.table import SYMBOLIC

__all__ = ["CLIMBING", "OBLIQUE", "ORDERS", "BaseObliqueClassifier"]

# Criteria that see the rows' distances from the hyperplane, besides those of counts.
MARGIN_CRITERIA = ("moc1", "moc2")
MARGIN_WEIGHT = 0.05
# Decision 8.
_LEAST_GAIN = 0.01
_BAND = 0.05
ORDERS = ("sequential", "best", "random")

# For every estimator whose hyperplanes compete with univariate tests.
OBLIQUE: Mapping[str, Constraint] = {
    "criterion": Choice((*CRITERIA, *MARGIN_CRITERIA), or_callable=True),
    "missing": Choice(("mean",)),
    "axis": Flag(),
    "oblique": Flag(),
    "axis_bias": Real(0),
    "oblique_min_samples": Whole(2, or_none=True),
    "normalize": Flag(),
    "record": Flag(),
}
# For those that search as OC1 does: by climbs over coefficients, restarted and shaken.
CLIMBING: Mapping[str, Constraint] = {
    "restarts": Whole(0),
    "jumps": Whole(0),
    "order": Choice(ORDERS),
    "random_steps": Whole(1),
    "stagnation": Real(0, 1),
    "search_sample": Whole(2, or_none=True),
}


class BaseObliqueClassifier(BaseTreeClassifier):
    """A tree whose hyperplanes are searched for and compete with univariate tests.

    A subclass lists its own constraints beside `OBLIQUE` and, if it climbs, `CLIMBING`, and gives
    `_competition`, and `_climbing` if it climbs, to the core with the rest of its splitter.
    """

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        **BaseTreeClassifier._constraints,
        **OBLIQUE,
    }

    # How much MOC1 makes of the margin; a parameter of its own classifier.
    margin_weight: float = MARGIN_WEIGHT

    # Set by fit.
    hyperplanes_: int
    traces_: list[SearchTrace]

    def fit(self, X: Any, y: Any, sample_weight: Any = None) -> Self:
        """Grow the tree.

        Parameters
        ----------
        X : array-like or dataframe of shape (n_samples, n_features)
            Numbers, text, categories; missing values are allowed. Hyperplanes are made of the
            numbers.
        y : array-like of shape (n_samples,)
            Class labels: whole numbers, strings or bools, of at least two classes.
        sample_weight : array-like of shape (n_samples,), default=None
            Row weights; a weight of two is the same as the row twice.

        Returns
        -------
        self
            The fitted classifier.
        """
        super().fit(X, y, sample_weight)
        schema = self.tree_.schema
        unasked = [
            name for name, kind in zip(schema.names, schema.kinds, strict=True) if kind == SYMBOLIC
        ]
        if unasked and not self.axis:
            warnings.warn(
                f"hyperplanes are made of numbers: {', '.join(map(repr, unasked))} took no part. "
                "With axis=True symbolic features are asked for a category",
                UserWarning,
                stacklevel=2,
            )
        return self

    def _criterion(self) -> Any:
        if self.criterion == "moc1":
            weight = float(self.margin_weight)
            return {"name": "moc1", "weight": weight, "least_gain": _LEAST_GAIN}
        if self.criterion == "moc2":
            return {"name": "moc2", "band": _BAND}
        return self.criterion

    def _competition(self) -> dict[str, Any]:
        """Give the core the settings of `OBLIQUE`."""
        return {
            "axis": bool(self.axis),
            "oblique": bool(self.oblique),
            "axis_bias": float(self.axis_bias),
            "oblique_min_samples": int(self.oblique_min_samples or 0),
            "normalize": bool(self.normalize),
            "record": bool(self.record),
        }

    def _climbing(self) -> dict[str, Any]:
        """Give the core the settings of `CLIMBING`."""
        return {
            "restarts": int(self.restarts),
            "jumps": int(self.jumps),
            "order": self.order,
            "random_steps": int(self.random_steps),
            "stagnation": float(self.stagnation),
            "search_sample": int(self.search_sample or 0),
        }

    def check_params(self) -> None:
        """Refuse parameters whose values are not allowed, alone or together.

        Raises
        ------
        ValueError
            If one is not; the message says which, and what it may be.
        """
        super().check_params()
        check_together(
            self.axis or self.oblique, "axis and oblique must not both be False: no test is left"
        )

    def _set_report(self, report: Mapping[str, Any]) -> None:
        self.hyperplanes_ = int(report["hyperplanes"])
        if self.record:
            self.traces_ = traces_of(report, self.tree_.schema)
        elif hasattr(self, "traces_"):
            del self.traces_
