"""A checksum of what a data set says, whoever wrote the file.

Editions of a data set name its columns and classes differently and list its rows in another
order; none of that changes the checksum. A value, a row or a class more or less does.
"""

from __future__ import annotations

import hashlib

import numpy as np

from obliqua.experiments.datasets.data_set import DataSet

__all__ = ["content_checksum"]


def content_checksum(data_set: DataSet) -> str:
    """Digest the values of a data set, but not its names nor the order of its rows.

    Of each class, and part of a fixed split, count the rows of equal numbers and, column by
    column, the rows of each symbolic value.

    Parameters
    ----------
    data_set : DataSet
        The rows.

    Returns
    -------
    str
        Sixteen hexadecimal digits.

    Examples
    --------
    >>> from dataclasses import replace
    >>> from obliqua.experiments.datasets import pol
    >>> from obliqua.experiments.datasets.content import content_checksum
    >>> one = pol(10)
    >>> turned = replace(one, data=one.data[::-1], target=one.target[::-1])
    >>> content_checksum(one) == content_checksum(turned)
    True
    """
    columns = list(data_set.columns().values())
    numbers = [column for column in columns if column.dtype.kind == "f"]
    names = [column for column in columns if column.dtype.kind != "f"]
    part = np.full(data_set.n_rows, "") if data_set.part is None else data_set.part
    written = [[f"{value:.9g}" for value in column.tolist()] for column in numbers]
    lines = np.array([",".join(row) for row in zip(*written, strict=True)] or [""] * len(part))
    groups = []
    for label in np.unique(data_set.target):
        for one in np.unique(part):
            of = (data_set.target == label) & (part == one)
            counts = [_counts(column[of]) for column in names]
            text = "\n".join([str(one), *sorted(lines[of].tolist()), *counts])
            groups.append(hashlib.sha256(text.encode()).hexdigest())
    return hashlib.sha256("\n".join(sorted(groups)).encode()).hexdigest()[:16]


def _counts(column: np.ndarray) -> str:
    values = ["" if value is None or value != value else str(value) for value in column.tolist()]
    missing = values.count("")
    _, counts = np.unique([value for value in values if value], return_counts=True)
    return f"{missing}:{sorted(counts.tolist())}"
