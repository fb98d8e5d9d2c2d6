"""Several methods on several data sets: Demšar's recommendations (2006), with Holm's correction.

The Friedman test says whether the methods differ at all. Wilcoxon's signed-rank test, corrected
by Holm, says which pairs do (Benavoli, Corani and Mangili 2016 prefer it to Nemenyi's critical
difference, as a pair's verdict then does not depend on the other methods). `cliques` are what the
critical-difference diagram joins: neighbours by rank of whom no two differ.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from obliqua.experiments.statistics.needs import needed

__all__ = ["Ranking", "over_data_sets"]


@dataclass(frozen=True, eq=False)
class Ranking:
    """How methods stand over several data sets.

    Parameters
    ----------
    methods : tuple of str
        Best first.
    ranks : ndarray of float64
        Their mean ranks; 1 is best.
    friedman : float or None
        p-value that all are alike; None for fewer than three methods or two data sets.
    pairs : dict
        For each pair of methods, better first: Wilcoxon's p-value and Holm's correction of it.
    alpha : float
        The level of significance.
    cliques : tuple of tuple of str
        Largest groups of neighbours of whom no two differ significantly.
    """

    methods: tuple[str, ...]
    ranks: NDArray[np.float64]
    friedman: float | None
    pairs: dict[tuple[str, str], tuple[float, float]]
    alpha: float
    cliques: tuple[tuple[str, ...], ...]


def over_data_sets(
    values: ArrayLike, methods: Sequence[str], *, larger_is_better: bool = True, alpha: float = 0.05
) -> Ranking:
    """Rank methods over data sets and test which differ.

    Parameters
    ----------
    values : array-like of shape (n_data_sets, n_methods)
        A measure of each method on each data set.
    methods : sequence of str
        The columns' names.
    larger_is_better : bool, default=True
        Whether more is better.
    alpha : float, default=0.05
        The level of significance.

    Returns
    -------
    Ranking
        Methods from the best mean rank on.

    Examples
    --------
    >>> from obliqua.experiments.statistics import over_data_sets
    >>> found = over_data_sets([[0.9, 0.8], [0.7, 0.6], [0.8, 0.5]], ["a", "b"])
    >>> found.methods, found.ranks.tolist()
    (('a', 'b'), [1.0, 2.0])
    """
    stats = needed("scipy.stats")
    table = np.asarray(values, dtype=float)
    if table.ndim != 2 or table.shape[1] != len(methods) or len(methods) < 2:
        raise ValueError(
            f"values of shape {table.shape} for {len(methods)} methods; expected a row per data "
            "set and a column for each of at least two methods"
        )
    if not np.isfinite(table).all():
        row, column = np.argwhere(~np.isfinite(table))[0]
        raise ValueError(f"row {row}, method {methods[column]!r}: {table[row, column]} is no value")
    # Means of quotients that are equal may differ in their last bits; that is a tie.
    signed = np.round(-table if larger_is_better else table, 12)
    ranks = stats.rankdata(signed, axis=1).mean(axis=0)
    order = np.argsort(ranks, kind="stable")
    named = tuple(methods[i] for i in order)
    friedman = None
    if len(methods) > 2 and len(table) > 1 and np.ptp(signed, axis=1).any():
        friedman = float(stats.friedmanchisquare(*table.T).pvalue)
    pairs = _pairs(signed[:, order], named, alpha)
    return Ranking(named, ranks[order], friedman, pairs, alpha, _cliques(named, pairs, alpha))


def _pairs(
    table: NDArray[np.float64], methods: tuple[str, ...], alpha: float
) -> dict[tuple[str, str], tuple[float, float]]:
    wilcoxon = needed("scipy.stats").wilcoxon
    names = list(itertools.combinations(methods, 2))
    raw: list[float] = []
    for i, j in itertools.combinations(range(len(methods)), 2):
        differences = np.round(table[:, i] - table[:, j], 12)
        raw.append(float(wilcoxon(differences).pvalue) if differences.any() else 1.0)
    multipletests: Any = needed("statsmodels.stats.multitest").multipletests
    corrected = multipletests(raw, alpha=alpha, method="holm")[1]
    return {pair: (p, float(holm)) for pair, p, holm in zip(names, raw, corrected, strict=True)}


def _cliques(
    methods: tuple[str, ...], pairs: dict[tuple[str, str], tuple[float, float]], alpha: float
) -> tuple[tuple[str, ...], ...]:
    runs: list[tuple[str, ...]] = []
    for start in range(len(methods)):
        end = start
        while end + 1 < len(methods) and all(
            pairs[(methods[i], methods[end + 1])][1] > alpha for i in range(start, end + 1)
        ):
            end += 1
        run = methods[start : end + 1]
        if len(run) > 1 and not any(set(run) <= set(other) for other in runs):
            runs.append(run)
    return tuple(runs)
