"""LS10: a linear boundary in ten dimensions (Murthy, Kasif and Salzberg 1994, 4.3.1)."""

from __future__ import annotations

from typing import Any

from obliqua.experiments.datasets.artificial._random import check_rows, random_source
from obliqua.experiments.datasets.data_set import DataSet

__all__ = ["ls10"]


def ls10(n: int = 2000, random_state: Any = None) -> DataSet:
    """Make LS10: uniform rows in ten dimensions, separable by one hyperplane.

    A row is of class 1 when x1 + … + x5 < x6 + … + x10, else of class 0. The smallest oblique
    tree has two leaves.

    Parameters
    ----------
    n : int, default=2000
        Number of rows.
    random_state : int, RandomState or None, default=None
        The same number gives the same rows.

    Returns
    -------
    DataSet
        Ten features in [0, 1).

    Examples
    --------
    >>> from obliqua.experiments.datasets import ls10
    >>> ls10(100, random_state=0).class_counts()
    {0: 41, 1: 59}
    """
    data = random_source(random_state).random_sample((check_rows(n), 10))
    target = (data[:, :5].sum(axis=1) < data[:, 5:].sum(axis=1)).astype(int)
    return DataSet(
        "ls10",
        data,
        target,
        tuple(f"x{i}" for i in range(1, 11)),
        "Ten features, uniform in [0, 1); class 1 where x1 + ... + x5 < x6 + ... + x10. "
        "Murthy, Kasif and Salzberg 1994.",
    )
