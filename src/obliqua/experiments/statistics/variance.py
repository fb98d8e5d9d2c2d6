"""Analysis of variance, as Brodley and Utgoff 1995 used it: tables 6, 7 and 15."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from obliqua.experiments.statistics.needs import needed

__all__ = ["contrast", "one_way", "two_way"]


def one_way(groups: Mapping[str, Sequence[float]]) -> float | None:
    """One-way analysis of variance: whether the groups' means differ.

    Parameters
    ----------
    groups : mapping of str to sequence of float
        The values of each group.

    Returns
    -------
    float or None
        The p-value; None where it is not defined: fewer than two groups, or no spread inside
        any group.

    Examples
    --------
    >>> from obliqua.experiments.statistics import one_way
    >>> round(one_way({"a": [1, 2, 3], "b": [4, 5, 7]}), 4)
    0.0341
    """
    _check(groups)
    if len(groups) < 2 or not _spread(groups):
        return None
    return float(needed("scipy.stats").f_oneway(*groups.values()).pvalue)


def two_way(values: Mapping[tuple[str, str], Sequence[float]]) -> dict[str, float] | None:
    """Two-way analysis of variance with interaction.

    Parameters
    ----------
    values : mapping of (str, str) to sequence of float
        The values of each pair of levels of the first and the second factor.

    Returns
    -------
    dict or None
        The p-values "first", "second" and "interaction"; None where they are not defined.

    Examples
    --------
    >>> from obliqua.experiments.statistics import two_way
    >>> found = two_way(
    ...     {
    ...         ("a", "x"): [1.0, 1.1],
    ...         ("a", "y"): [1.0, 1.2],
    ...         ("b", "x"): [3.0, 3.1],
    ...         ("b", "y"): [3.1, 3.0],
    ...     }
    ... )
    >>> found["first"] < 0.001 < 0.05 < found["second"]
    True
    """
    named = {f"{first} {second}": group for (first, second), group in values.items()}
    _check(named)
    firsts, seconds = ({pair[i] for pair in values} for i in (0, 1))
    full = len(firsts) > 1 and len(seconds) > 1 and len(values) == len(firsts) * len(seconds)
    if not full or not _spread(named):
        return None
    model = _model("value ~ C(first, Sum) * C(second, Sum)", values)
    table = needed("statsmodels.stats.anova").anova_lm(model, typ=2)
    rows = {
        "first": "C(first, Sum)",
        "second": "C(second, Sum)",
        "interaction": "C(first, Sum):C(second, Sum)",
    }
    return {name: float(table.loc[row, "PR(>F)"]) for name, row in rows.items()}


def contrast(groups: Mapping[str, Sequence[float]], weights: Mapping[str, float]) -> float | None:
    """A contrast within a one-way analysis of variance.

    Parameters
    ----------
    groups : mapping of str to sequence of float
        The values of each group; all of them give the error's variance.
    weights : mapping of str to float
        What the groups' means are multiplied by; they sum to zero. Others count nothing.

    Returns
    -------
    float or None
        The two-sided p-value that the weighted sum of means is zero; None where it is not
        defined.

    Examples
    --------
    >>> from obliqua.experiments.statistics import contrast
    >>> groups = {"a": [1.0, 2.0, 3.0], "b": [2.0, 3.0, 4.0], "c": [8.0, 9.0, 10.0]}
    >>> contrast(groups, {"a": -0.5, "b": -0.5, "c": 1.0}) < 0.001
    True
    """
    _check(groups)
    unknown = sorted(set(weights) - set(groups))
    if unknown:
        raise ValueError(
            f"weights: there is no group {unknown[0]!r}; there are {', '.join(groups)}"
        )
    if abs(sum(weights.values())) > 1e-9:
        raise ValueError(f"weights sum to {sum(weights.values()):g}; a contrast's sum to 0")
    if len(groups) < 2 or not _spread(groups):
        return None
    paired = {(name, ""): values for name, values in groups.items()}
    model = _model("value ~ C(first) - 1", paired)
    order = [name.partition("[")[2].removesuffix("]") for name in model.params.index]
    told = [weights.get(name, 0.0) for name in order]
    return float(np.ravel(model.t_test(told).pvalue)[0])


def _model(formula: str, values: Mapping[tuple[str, str], Sequence[float]]) -> Any:
    frame = needed("pandas").DataFrame(
        [
            {"first": first, "second": second, "value": float(value)}
            for (first, second), group in values.items()
            for value in group
        ]
    )
    return needed("statsmodels.formula.api").ols(formula, data=frame).fit()


def _spread(groups: Mapping[str, Sequence[float]]) -> bool:
    """Tell whether some group's values differ, so that there is an error to compare with."""
    return any(len(group) > 1 and np.ptp(group) > 1e-12 for group in groups.values())


def _check(groups: Mapping[str, Sequence[float]]) -> None:
    empty = [name for name, group in groups.items() if len(group) == 0]
    if empty:
        raise ValueError(f"the group {empty[0]!r} has no values")
