"""The features that a tree constructed, by how much they matter, and put into a table."""

from __future__ import annotations

from typing import Any, Self

import narwhals.stable.v1 as nw
import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, TransformerMixin

from obliqua._importance import term_importances
from obliqua.tree import Tree

__all__ = ["NewFeatures", "new_features"]

_SQUARE, _PRODUCT = 2, 3


class NewFeatures(TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Squares and products of features, which can be added to a table.

    Parameters
    ----------
    factors : tuple of tuple of str
        The two features that each is the product of.
    importances : tuple of float
        The share of each in the tree's decrease of gini impurity.
    names : tuple of str
        What each is called in the tree: ``a²``, ``a·b``.
    features : tuple of str
        The features of the table that the tree was grown from.

    Examples
    --------
    >>> import numpy as np
    >>> from obliqua.estimators._new_features import NewFeatures
    >>> print(NewFeatures((("x0", "x1"),), (0.75,), ("x0·x1",), ("x0", "x1")))
    x0·x1  75 %
    """

    def __init__(
        self,
        factors: tuple[tuple[str, str], ...],
        importances: tuple[float, ...],
        names: tuple[str, ...],
        features: tuple[str, ...],
    ) -> None:
        self.factors = factors
        self.importances = importances
        self.names = names
        self.features = features

    def __len__(self) -> int:
        return len(self.names)

    def __str__(self) -> str:
        if not self.names:
            return "no feature was constructed"
        width = max(map(len, self.names))
        pairs = zip(self.names, self.importances, strict=True)
        return "\n".join(f"{name:<{width}}  {100 * share:.2g} %" for name, share in pairs)

    def fit(self, X: Any, y: Any = None) -> Self:
        """Do nothing: what is added is known."""
        return self

    def transform(self, X: Any) -> Any:
        """Add the new features to a table, behind its own.

        Parameters
        ----------
        X : array-like or dataframe
            A table like the one the tree was grown from.

        Returns
        -------
        ndarray or dataframe
            A dataframe of the same library, the new columns named; otherwise an array.
        """
        frame = nw.from_native(X, eager_only=True, pass_through=True)
        if isinstance(frame, nw.DataFrame):
            return self._framed(frame)
        array = np.asarray(X, dtype=np.float64)
        if array.ndim != 2 or array.shape[1] != len(self.features):
            raise ValueError(
                f"X has shape {array.shape}, but the tree was grown from a table of "
                f"{len(self.features)} features"
            )
        at = {name: position for position, name in enumerate(self.features)}
        new = [array[:, at[a]] * array[:, at[b]] for a, b in self.factors]
        return np.column_stack([array, *new])

    def _framed(self, frame: nw.DataFrame[Any]) -> Any:
        needed = sorted({name for pair in self.factors for name in pair})
        absent = [name for name in needed if name not in frame.columns]
        if absent:
            raise ValueError(f"X lacks the columns {', '.join(map(repr, absent))}")
        terms = zip(self.names, self.factors, strict=True)
        added = [(nw.col(a) * nw.col(b)).alias(name) for name, (a, b) in terms]
        return frame.with_columns(*added).to_native()

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[Any]:
        """Name the columns of what `transform` returns."""
        return np.array([*self.features, *self.names], dtype=object)


def new_features(tree: Tree) -> NewFeatures:
    """List the squares and products that a tree tests, the most important first."""
    shares = term_importances(tree.arrays, None)
    found = []
    for term, (kind, a, b) in enumerate(tree.arrays["basis"].tolist()):
        if kind in (_SQUARE, _PRODUCT) and shares[term] > 0.0:
            first = tree.schema.names[a]
            second = first if kind == _SQUARE else tree.schema.names[b]
            found.append((float(shares[term]), tree.term_names[term], (first, second)))
    found.sort(key=lambda one: -one[0])
    return NewFeatures(
        tuple(factors for _, _, factors in found),
        tuple(share for share, _, _ in found),
        tuple(name for _, name, _ in found),
        tree.schema.names,
    )
