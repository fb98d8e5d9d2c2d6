"""Giving estimators of other libraries the tables that Obliqua's take as they are."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["adapted"]


def adapted(estimator: Any, X: Any) -> Any:
    """Put before an estimator what it needs for a table with names and missing values.

    Parameters
    ----------
    estimator : estimator
        Not yet fitted. One of this library is returned as it is.
    X : ndarray or pandas.DataFrame
        All rows, those that it will be asked about as well: any of them may lack a value.

    Returns
    -------
    estimator
        The same, or a pipeline: symbolic columns as one indicator per category, the median for a
        missing number where the estimator takes none.

    Examples
    --------
    >>> import numpy as np
    >>> from sklearn.linear_model import LogisticRegression
    >>> from obliqua.experiments.encoding import adapted
    >>> adapted(LogisticRegression(), np.array([[1.0], [np.nan]])).steps[0][0]
    'columntransformer'
    """
    if _is_ours(estimator):
        return estimator
    frame = hasattr(X, "iloc")
    symbolic = [c for c in X.columns if not _is_number(X[c])] if frame else []
    numeric = [c for c in X.columns if c not in symbolic] if frame else slice(None)
    values = np.asarray(X[numeric] if frame else X)
    gaps = values.dtype.kind == "f" and bool(np.isnan(values).any())
    fills = gaps and not _takes_missing(estimator)
    if not symbolic and not fills:
        return estimator
    from sklearn.compose import make_column_transformer
    from sklearn.impute import SimpleImputer
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import OneHotEncoder

    filled = SimpleImputer(strategy="median", keep_empty_features=True)
    steps = [(filled if fills else "passthrough", numeric)]
    if symbolic:
        coded = OneHotEncoder(handle_unknown="ignore", sparse_output=False)
        steps.append((coded, symbolic))
    return make_pipeline(make_column_transformer(*steps), estimator)


def _is_ours(estimator: Any) -> bool:
    inner = getattr(estimator, "estimator", estimator)
    return any(type(one).__module__.partition(".")[0] == "obliqua" for one in (estimator, inner))


def _is_number(column: Any) -> bool:
    return getattr(column.dtype, "kind", "O") in "iufb"


def _takes_missing(estimator: Any) -> bool:
    from sklearn.utils import get_tags

    return bool(get_tags(estimator).input_tags.allow_nan)
