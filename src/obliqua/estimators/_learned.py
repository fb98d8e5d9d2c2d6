"""What the trees of learned tests share: learners, selectors, limits, what is counted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from obliqua.estimators._parameters import (
    Choice,
    Constraint,
    Costs,
    Flag,
    Real,
    Whole,
    check_together,
)
from obliqua.estimators._selectors import SELECTORS, selector_settings
from obliqua.estimators.base import BASES, BaseTreeClassifier
from obliqua.table import Schema

__all__ = ["LEARNERS", "BaseLearnedClassifier"]

LEARNERS = ("rls", "pocket", "thermal", "cart")


class BaseLearnedClassifier(BaseTreeClassifier):
    """A tree whose multivariate tests are learned from the rows at each node.

    A subclass gives `_learners`, the names of those for tables of two classes and for others.
    """

    _constraints: ClassVar[Mapping[str, Constraint]] = {
        **BaseTreeClassifier._constraints,
        "missing": Choice(("node-mean", "mean")),
        "basis": Choice(BASES),
        "selector": Choice(SELECTORS),
        "univariate": Flag(),
        "drop": Real(0, 1),
        "beta": Real(0),
        "underfit": Real(0),
        "max_terms": Whole(1, or_none=True),
        "feature_costs": Costs(),
        "cost_weight": Real(0),
        "temperature": Real(0, closed=False),
        "cooling": Real(0, 1, closed=False),
        "decrement": Real(0),
        "alpha": Real(0, 1),
        "epsilon": Real(0, closed=False),
        "passes": Whole(1),
    }
    _indicators: ClassVar[bool] = True

    # Set by fit.
    hyperplanes_: int

    # --- what a subclass says -------------------------------------------------

    def _learners(self) -> tuple[str, str]:
        raise NotImplementedError

    def _form(self) -> str:
        """Give the form of tests: "auto", "linear" or "machine"."""
        return "auto"

    def _learner(self, name: str) -> dict[str, Any]:
        """Give the core's settings of one learner."""
        if name == "rls":
            return {"kind": name, "cycles": 3, "initial_variance": 1e6}
        return {
            "kind": name,
            "beta": float(self.temperature),
            "cooling": float(self.cooling),
            "decrement": float(self.decrement),
            "epsilon": float(self.epsilon),
            "alpha": float(self.alpha),
            "max_passes": int(self.passes),
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
            self.selector is not None or self.max_terms is None,
            "max_terms needs a selector; selector=None tests all terms",
        )

    # --- the spec -------------------------------------------------------------

    def _splitter(self) -> dict[str, Any]:
        two, many = self._learners()
        return {
            "kind": "multivariate",
            "learner": self._learner(two),
            "learner_of_many": self._learner(many),
            "selector": selector_settings(self.selector, self.drop, self.beta),
            "machines": self._form() != "linear",
            "machines_of_two": self._form() == "machine",
            "univariate": bool(self.univariate),
            "underfit": float(self.underfit),
            "max_terms": int(self.max_terms or 0),
            "cost_weight": float(self.cost_weight),
            "feature_costs": [],
        }

    def _spec_for(self, schema: Schema) -> dict[str, Any]:
        spec = super()._spec_for(schema)
        spec["splitter"]["feature_costs"] = costs_of(self.feature_costs, schema)
        return spec

    # --- what is counted ------------------------------------------------------

    def _set_report(self, report: Mapping[str, Any]) -> None:
        self.hyperplanes_ = int(report["hyperplanes"])

    @property
    def n_multivariate_tests_(self) -> int:
        """Tests of two or more terms."""
        return sum(size > 1 for size in self._test_sizes())

    @property
    def n_univariate_tests_(self) -> int:
        """Tests of a single term."""
        return sum(size == 1 for size in self._test_sizes())

    @property
    def size_(self) -> int:
        """The sum over tests of the terms that each tests: Brodley and Utgoff's measure."""
        return self._fitted().size

    def _test_sizes(self) -> list[int]:
        tests = (node.test for node in self._fitted().nodes())
        return [len(test.terms) for test in tests if test is not None]


def costs_of(costs: Any, schema: Schema) -> list[float]:
    """Bring costs into the order of the features; an empty list where all cost the same.

    Raises
    ------
    ValueError
        If a feature has no cost, or a cost belongs to no feature.
    """
    if costs is None:
        return []
    if isinstance(costs, Mapping):
        unknown = [name for name in costs if name not in schema.names]
        missing = [name for name in schema.names if name not in costs]
        if unknown or missing:
            which = f"names {unknown[0]!r}" if unknown else f"has no cost for {missing[0]!r}"
            raise ValueError(
                f"feature_costs {which}; the features are {', '.join(map(repr, schema.names))}"
            )
        return [float(costs[name]) for name in schema.names]
    if len(costs) != schema.n_features:
        raise ValueError(f"feature_costs has {len(costs)} numbers for {schema.n_features} features")
    return [float(cost) for cost in costs]
