"""What a comparison found: measures, and which differences are more than chance."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.measures import MEASURES
from obliqua.experiments.methods import Method
from obliqua.experiments.names import nearest
from obliqua.experiments.protocols import Plan
from obliqua.experiments.runner import Ran
from obliqua.experiments.series import Series
from obliqua.experiments.statistics import (
    Difference,
    Ranking,
    contrast,
    corrected_t,
    one_way,
    over_data_sets,
    paired_t,
    two_way,
)
from obliqua.experiments.statistics.needs import needed

__all__ = ["Compared", "Versus"]

_LARGER = {measure for measure, (_, direction) in MEASURES.items() if direction > 0}


@dataclass(frozen=True)
class Versus:
    """One method against the one it is compared with, on the same folds.

    Parameters
    ----------
    method, reference : str
        The two.
    plain : Difference
        Student's paired t-test.
    corrected : Difference
        The corrected resampled t-test.
    holm : float or None
        The corrected test's p-value after Holm's correction for all methods compared with this
        one.
    """

    method: str
    reference: str
    plain: Difference
    corrected: Difference
    holm: float | None


@dataclass(frozen=True, eq=False)
class Compared:
    """Methods on the same folds of the same data sets.

    Parameters
    ----------
    data_sets : mapping of str to DataSet
        The tables.
    methods : mapping of str to Method
        The methods.
    protocol : Plan
        How the rows were dealt.
    seed : int
        The first repetition's seed.
    series : mapping
        The fits of each data set and method, by fold.
    ran : Ran
        What was computed just now.
    code : str
        The build of Obliqua.
    """

    data_sets: Mapping[str, DataSet]
    methods: Mapping[str, Method]
    protocol: Plan
    seed: int
    series: Mapping[tuple[str, str], Series]
    ran: Ran
    code: str

    # --- measures ------------------------------------------------------------

    def planned(self, data_set: str) -> int:
        """Count the fits that each method is to have on a data set."""
        return self.protocol.count(self.data_sets[data_set]) * self.protocol.repeats

    def complete(self, data_set: str) -> list[str]:
        """List the methods that have all their fits on a data set."""
        planned = self.planned(data_set)
        return [name for name in self.methods if self.series[data_set, name].fits == planned]

    def mean(self, data_set: str, method: str, measure: str) -> float | None:
        """Give a measure's mean over the folds; None if no fit of the method has it."""
        values = self.values(data_set, method, measure)
        return float(np.mean(values)) if values else None

    def sd(self, data_set: str, method: str, measure: str) -> float | None:
        """Give a measure's standard deviation over the folds."""
        values = self.values(data_set, method, measure)
        return float(np.std(values, ddof=1)) if len(values) > 1 else None

    def values(self, data_set: str, method: str, measure: str) -> list[float]:
        """Give a measure of every fold, in the order of repetitions and folds."""
        return list(self._series(data_set, method).per_fold(measure).values())

    def problems(self) -> dict[tuple[str, str], str]:
        """Say what went wrong first, for each data set and method of which a fit failed."""
        return {place: one.errors[0] for place, one in self.series.items() if one.errors}

    def best(self, data_set: str, measure: str = "accuracy") -> str | None:
        """Name the method with the best mean; of equal ones the first that was named."""
        means = {
            name: mean
            for name in self.complete(data_set)
            if (mean := self.mean(data_set, name, measure)) is not None
        }
        if not means:
            return None
        return (max if measure in _LARGER else min)(means, key=lambda name: round(means[name], 12))

    # --- differences on one data set -----------------------------------------

    def against(
        self, data_set: str, measure: str = "accuracy", reference: str | None = None
    ) -> list[Versus]:
        """Compare every method with one, fold by fold.

        Parameters
        ----------
        data_set : str
            On which.
        measure : str, default="accuracy"
            Of what.
        reference : str or None, default=None
            The one; None takes the best.

        Returns
        -------
        list of Versus
            In the order of the methods; those that lack fits, or the measure, are left out.
        """
        other = reference or self.best(data_set, measure)
        if other is None:
            return []
        theirs = self.values(data_set, other, measure)
        share = self._share(data_set)
        pairs = {
            name: (paired_t(ours, theirs), corrected_t(ours, theirs, share))
            for name in self.complete(data_set)
            if name != other and len(ours := self.values(data_set, name, measure)) == len(theirs)
        }
        holm = _holm({name: corrected.p_value for name, (_, corrected) in pairs.items()})
        return [
            Versus(name, other, plain, corrected, holm.get(name))
            for name, (plain, corrected) in pairs.items()
        ]

    def one_way(self, data_set: str, measure: str = "accuracy") -> float | None:
        """Give the p-value of one-way analysis of variance: that all methods are alike."""
        groups = self._groups(data_set, measure)
        return one_way(groups) if len(groups) > 1 else None

    def contrast(
        self, data_set: str, weights: Mapping[str, float], measure: str = "accuracy"
    ) -> float | None:
        """Test a contrast of methods within a one-way analysis of variance.

        Parameters
        ----------
        data_set : str
            On which.
        weights : mapping of str to float
            What the methods' means are multiplied by; they sum to zero.
        measure : str, default="accuracy"
            Of what.
        """
        return contrast(self._groups(data_set, measure), weights)

    def multivariate_contrast(self, data_set: str) -> tuple[float, float | None] | None:
        """Contrast trees that test several features at once with those that test one.

        Returns
        -------
        (float, float or None) or None
            By how much the former are more accurate on average, and the p-value; None unless
            there are both.
        """
        groups = self._groups(data_set, "accuracy")
        several = [name for name in groups if self.mean(data_set, name, "mv_tests")]
        one = [name for name in groups if self.mean(data_set, name, "mv_tests") == 0.0]
        if not several or not one:
            return None
        weights = dict.fromkeys(several, 1 / len(several)) | dict.fromkeys(one, -1 / len(one))
        apart = sum(weight * float(np.mean(groups[name])) for name, weight in weights.items())
        return apart, contrast(groups, weights)

    # --- several data sets, several factors ----------------------------------

    def two_way(
        self,
        factors: Mapping[str, tuple[str, str]] | None = None,
        *,
        data_set: str | None = None,
        measure: str = "accuracy",
    ) -> dict[str, float] | None:
        """Analyse the variance by two factors and their interaction.

        Parameters
        ----------
        factors : mapping of str to (str, str) or None, default=None
            For each method its levels of two factors, such as its learner and its selector, on
            one data set. None takes the method and the data set as the factors.
        data_set : str or None, default=None
            On which; may be left out if there is one only.
        measure : str, default="accuracy"
            Of what.

        Returns
        -------
        dict or None
            The p-values "first", "second" and "interaction"; None where they are not defined.
        """
        if factors is None:
            names = self._everywhere()
            values = {
                (name, one): self.values(one, name, measure)
                for one in self.data_sets
                for name in names
            }
        else:
            on = next(iter(self.data_sets)) if data_set is None else data_set
            values = {}
            for name, levels in factors.items():
                values.setdefault(levels, []).extend(self.values(on, name, measure))
        return two_way(values) if values else None

    def ranking(self, measure: str = "accuracy", *, alpha: float = 0.05) -> Ranking | None:
        """Rank the methods over the data sets; None with fewer than two of either.

        Parameters
        ----------
        measure : str, default="accuracy"
            Of what.
        alpha : float, default=0.05
            The level of significance.
        """
        means = {
            name: [self.mean(one, name, measure) for one in self.data_sets]
            for name in self._everywhere()
        }
        named = [name for name, values in means.items() if None not in values]
        if len(named) < 2 or len(self.data_sets) < 2:
            return None
        table = np.array([means[name] for name in named], dtype=float).T
        return over_data_sets(table, named, larger_is_better=measure in _LARGER, alpha=alpha)

    # --- showing -------------------------------------------------------------

    def __str__(self) -> str:
        """Write the report for a terminal."""
        from obliqua.experiments.report.compared import as_text

        return as_text(self)

    def html(self) -> str:
        """Write the report as one self-contained page."""
        from obliqua.experiments.report.compared import as_html

        return as_html(self)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the report to a file, by its ending: .html, .md, .csv or .txt.

        Parameters
        ----------
        path : path
            The file.

        Raises
        ------
        ValueError
            If the ending is another.
        """
        from obliqua.experiments.report.compared import write

        write(self, Path(path))

    # --- helpers -------------------------------------------------------------

    def _series(self, data_set: str, method: str) -> Series:
        for name, known in ((data_set, self.data_sets), (method, self.methods)):
            if name not in known:
                raise ValueError(f"there is no {name!r} here; {nearest(name, known)}")
        return self.series[data_set, method]

    def _groups(self, data_set: str, measure: str) -> dict[str, list[float]]:
        found = {name: self.values(data_set, name, measure) for name in self.complete(data_set)}
        return {name: values for name, values in found.items() if values}

    def _everywhere(self) -> list[str]:
        """List the methods that have all their fits on every data set."""
        there = [set(self.complete(one)) for one in self.data_sets]
        return [name for name in self.methods if all(name in names for names in there)]

    def _share(self, data_set: str) -> float:
        """Tested rows over training rows, of the first split."""
        return self._shares[data_set]

    @cached_property
    def _shares(self) -> dict[str, float]:
        found = {}
        for name, data_set in self.data_sets.items():
            split = self.protocol.splits(data_set, self.seed)[0]
            found[name] = len(split.test) / len(split.known(withhold=False))
        return found


def _holm(p_values: Mapping[str, float | None]) -> dict[str, float]:
    known = {name: p for name, p in p_values.items() if p is not None}
    if not known:
        return {}
    multipletests: Any = needed("statsmodels.stats.multitest").multipletests
    corrected = multipletests(list(known.values()), method="holm")[1]
    return dict(zip(known, map(float, corrected), strict=True))
