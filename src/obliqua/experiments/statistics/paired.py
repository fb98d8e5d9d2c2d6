"""Whether the difference of two methods on the same splits is more than chance."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from obliqua.experiments.statistics.needs import needed

__all__ = ["Difference", "corrected_t", "paired_t"]


@dataclass(frozen=True)
class Difference:
    """A difference of means and what is known of it.

    Parameters
    ----------
    mean : float
        The first less the second.
    low, high : float
        Its 95 % confidence interval; NaN where there is none.
    statistic : float
        The test's statistic.
    p_value : float or None
        The probability of a statistic as large by chance; None where none can be had, as for
        fewer than two pairs.
    n : int
        Pairs.
    """

    mean: float
    low: float
    high: float
    statistic: float
    p_value: float | None
    n: int


def paired_t(first: Sequence[float], second: Sequence[float]) -> Difference:
    """Student's paired t-test, two-sided.

    Parameters
    ----------
    first, second : sequence of float
        The same measure on the same splits.

    Returns
    -------
    Difference
        Equal sequences differ by nothing: p is 1.

    Examples
    --------
    >>> from obliqua.experiments.statistics import paired_t
    >>> round(paired_t([0.9, 0.8, 0.95], [0.8, 0.75, 0.9]).p_value, 4)
    0.0572
    """
    return _t(first, second, 0.0)


def corrected_t(first: Sequence[float], second: Sequence[float], share: float) -> Difference:
    """Nadeau and Bengio's corrected resampled t-test (2003), two-sided.

    Folds and repetitions share training rows, so their differences are not independent and the
    plain test finds differences too often. The variance of the mean is multiplied by
    1 + n·tested/trained.

    Parameters
    ----------
    first, second : sequence of float
        The same measure on the same splits.
    share : float
        Tested rows over training rows: 1/9 for ten folds.

    Returns
    -------
    Difference
        As of `paired_t`.

    Examples
    --------
    >>> from obliqua.experiments.statistics import corrected_t, paired_t
    >>> first, second = [0.9, 0.8, 0.95], [0.8, 0.75, 0.9]
    >>> corrected_t(first, second, 1 / 2).p_value > paired_t(first, second).p_value
    True
    """
    if not share > 0:
        raise ValueError(f"share={share!r}: expected tested rows over training rows, above 0")
    return _t(first, second, share)


def _t(first: Sequence[float], second: Sequence[float], share: float) -> Difference:
    stats = needed("scipy.stats")
    differences = np.subtract(_checked(first, len(second)), np.asarray(second, dtype=float))
    n = len(differences)
    if n == 0:
        return Difference(math.nan, math.nan, math.nan, math.nan, None, 0)
    mean = float(differences.mean())
    # Accuracies are quotients: differences that are equal may differ in their last bits.
    if np.ptp(differences) <= 1e-12:
        same = abs(mean) <= 1e-12
        p_value = None if n < 2 else 1.0 if same else 0.0
        return Difference(mean, mean, mean, 0.0 if same else math.inf, p_value, n)
    error = float(differences.std(ddof=1)) * math.sqrt(1 / n + share)
    law = stats.t(df=n - 1)
    statistic = mean / error
    reach = float(law.ppf(0.975)) * error
    p_value = float(2 * law.sf(abs(statistic)))
    return Difference(mean, mean - reach, mean + reach, statistic, p_value, n)


def _checked(first: Sequence[float], n: int) -> np.ndarray:
    values = np.asarray(first, dtype=float)
    if len(values) != n:
        raise ValueError(f"pairs are needed, but there are {len(values)} and {n} values")
    return values
