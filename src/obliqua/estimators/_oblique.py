"""What the searches for hyperplanes share: parameters, what they may be, what a search tells."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from obliqua.estimators._parameters import Choice, Constraint, Flag, Real, Whole, check_together
from obliqua.estimators._traces import SearchTrace, traces_of
from obliqua.estimators.base import BaseTreeClassifier

__all__ = ["CLIMBING", "OBLIQUE", "ORDERS", "BaseObliqueClassifier"]

ORDERS = ("sequential", "best", "random")

# For every estimator whose hyperplanes compete with univariate tests.
OBLIQUE: Mapping[str, Constraint] = {
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

    # Set by fit.
    hyperplanes_: int
    traces_: list[SearchTrace]

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
