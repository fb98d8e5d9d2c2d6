"""Every data set by name, made or read, and prepared."""

from __future__ import annotations

import inspect
import os
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from obliqua.experiments.datasets.catalogue import ENTRIES, UNAVAILABLE, Entry
from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.datasets.folder import read_set
from obliqua.experiments.names import nearest

__all__ = ["describe", "load", "names"]

_BY_NAME = {entry.name: entry for entry in ENTRIES}


def names() -> tuple[str, ...]:
    """List the data sets that `load` knows, artificial ones first.

    Returns
    -------
    tuple of str
        Their names.

    Examples
    --------
    >>> from obliqua.experiments.datasets import names
    >>> names()[:3]
    ('ls10', 'pol', 'rcb')
    """
    return tuple(_BY_NAME)


def describe(name: str) -> Entry:
    """Say what a data set is, without making or reading it.

    Parameters
    ----------
    name : str
        One of `names`.

    Returns
    -------
    Entry
        Its summary and size.

    Raises
    ------
    ValueError
        If there is no such set, or it is not to be had.

    Examples
    --------
    >>> from obliqua.experiments.datasets import describe
    >>> describe("vowel").classes
    11
    """
    if name in _BY_NAME:
        return _BY_NAME[name]
    if name in UNAVAILABLE:
        raise ValueError(f"the data set {name!r} is not to be had: {UNAVAILABLE[name]}")
    raise ValueError(f"there is no data set {name!r}; {nearest(name, _BY_NAME)}")


def load(
    name: str,
    *,
    data_dir: str | os.PathLike[str] | None = None,
    random_state: Any = 0,
    **options: Any,
) -> DataSet:
    """Make or read a data set, prepared as the papers say.

    Parameters
    ----------
    name : str
        One of `names`.
    data_dir : path or None, default=None
        The folder of real data sets; None takes the environment variable OBLIQUA_DATA.
    random_state : int, RandomState or None, default=0
        For artificial sets; the same number gives the same rows.
    **options
        Other parameters of an artificial set's generator, such as `n` and `angle`.

    Returns
    -------
    DataSet
        The rows.

    Raises
    ------
    FileNotFoundError
        If a real set is wanted and its folder is not known, not there, or lacks the file.
    ValueError
        If there is no such set or option, or the file is not the edition that is expected.

    Examples
    --------
    >>> from obliqua.experiments.datasets import load
    >>> load("rcb", n=50).data.shape
    (50, 2)
    """
    entry = describe(name)
    if entry.make is not None:
        valid = [p for p in inspect.signature(entry.make).parameters if p != "random_state"]
        if isinstance(entry.make, partial):
            valid = [p for p in valid if p not in entry.make.keywords]
        _check_options(name, options, valid)
        made = entry.make(random_state=random_state, **options)
        return replace(made, name=name)
    _check_options(name, options, [])
    data_set = read_set(entry.file, data_dir)
    for step in entry.steps:
        data_set = step(data_set)
    found = (data_set.n_rows, data_set.n_features, len(data_set.class_counts()))
    expected = (entry.rows, entry.features, entry.classes)
    if found != expected:
        raise ValueError(
            f"data set {name!r}: {found} rows, features and classes after preparation, expected "
            f"{expected}; the folder has another edition of it"
        )
    return replace(
        data_set, name=name, description=f"{_sentence(entry.summary)} {data_set.description}"
    )


def _check_options(name: str, options: Mapping[str, Any], valid: list[str]) -> None:
    for option in options:
        if option not in valid:
            known = f"its options are {', '.join(valid)}" if valid else "it has no options"
            raise ValueError(f"the data set {name!r} has no option {option!r}: {known}")


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
