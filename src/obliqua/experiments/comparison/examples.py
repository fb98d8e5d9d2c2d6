"""A table of the user's own as a data set: checked as `fit` checks it, once for all methods."""

from __future__ import annotations

from typing import Any

import numpy as np

from obliqua.estimators._targets import encode_labels
from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.statistics.needs import needed
from obliqua.table import read

__all__ = ["as_data_set"]

_OWNER = "compare"


def as_data_set(X: Any, y: Any, name: str) -> DataSet:
    """Make a data set of a table and its classes.

    Parameters
    ----------
    X : array-like or dataframe of shape (n_rows, n_features)
        NumPy, lists, pandas, Polars or Arrow, as `fit` takes them.
    y : array-like of shape (n_rows,)
        The class labels.
    name : str
        What to call it in results.

    Returns
    -------
    DataSet
        An array where all features are numbers and have no names, else a pandas dataframe whose
        symbolic columns are categories.

    Raises
    ------
    ValueError
        If the table or the labels are not what `fit` takes, or all rows are of one class.

    Examples
    --------
    >>> from obliqua.experiments.comparison.examples import as_data_set
    >>> as_data_set([[1.0, "red"], [2.0, "blue"]], ["a", "b"], "two").feature_names
    ('x0', 'x1')
    """
    schema, columns = read(X)
    classes, codes = encode_labels(y, columns.n_rows, _OWNER)
    if len(classes) < 2:
        raise ValueError(f"all rows are of one class, {classes[0]!r}; there is nothing to learn")
    data: Any = columns.numeric
    if schema.named or "symbolic" in schema.kinds:
        data = _frame(schema, columns)
    return DataSet(name, data, np.asarray(classes)[codes], schema.names, "", _name_of(y))


def _frame(schema: Any, columns: Any) -> Any:
    pandas = needed("pandas")
    numeric, symbolic = iter(columns.numeric.T), iter(columns.symbolic.T)
    made = {
        name: next(numeric)
        if kind == "numeric"
        else pandas.Categorical.from_codes(next(symbolic), list(categories))
        for name, kind, categories in zip(
            schema.names, schema.kinds, schema.categories, strict=True
        )
    }
    return pandas.DataFrame(made)


def _name_of(y: Any) -> str:
    name = getattr(y, "name", None)
    return name if isinstance(name, str) and name else "class"
