"""What every data set is, wherever it comes from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

__all__ = ["DataSet"]


@dataclass(frozen=True, eq=False)
class DataSet:
    """A table, the class of each row, and what they mean.

    Parameters
    ----------
    name : str
        What the set is called.
    data : ndarray or pandas.DataFrame of shape (n_rows, n_features)
        The features. Sets of numbers only that are made here are arrays; sets read from files
        are dataframes, whose symbolic columns are categories.
    target : ndarray of shape (n_rows,)
        The class labels.
    feature_names : tuple of str
        The features' names.
    description : str
        What the set is and how it was prepared.
    target_name : str, default="class"
        What the labels are called.
    part : ndarray of shape (n_rows,) or None, default=None
        For sets with a fixed split: "train" or "test" for each row.

    Examples
    --------
    >>> from obliqua.experiments.datasets import pol
    >>> stripes = pol(5, random_state=0)
    >>> stripes.data.shape, stripes.feature_names
    ((5, 2), ('x', 'y'))
    """

    name: str
    data: Any
    target: NDArray[Any]
    feature_names: tuple[str, ...]
    description: str
    target_name: str = "class"
    part: NDArray[Any] | None = None

    @property
    def n_rows(self) -> int:
        """Number of rows."""
        return len(self.target)

    @property
    def n_features(self) -> int:
        """Number of features."""
        return len(self.feature_names)

    def class_counts(self) -> dict[Any, int]:
        """Count the rows of each class, in the order of the labels."""
        labels, counts = np.unique(self.target, return_counts=True)
        return dict(zip(labels.tolist(), counts.tolist(), strict=True))

    def rows(self, part: str) -> NDArray[np.intp]:
        """Find the rows of one part of a fixed split.

        Parameters
        ----------
        part : {"train", "test"}
            Which part.

        Returns
        -------
        ndarray of int
            Their indices.

        Raises
        ------
        ValueError
            If the set has no fixed split, or no such part.
        """
        parts = [] if self.part is None else sorted(set(self.part.tolist()))
        if part not in parts:
            known = f"its parts are {', '.join(parts)}" if parts else "it has no fixed split"
            raise ValueError(f"data set {self.name!r} has no part {part!r}: {known}")
        return np.flatnonzero(self.part == part)

    def columns(self) -> dict[str, NDArray[Any]]:
        """Give every feature by name, as an array."""
        if isinstance(self.data, np.ndarray):
            return {name: self.data[:, i] for i, name in enumerate(self.feature_names)}
        return {name: self.data[name].to_numpy() for name in self.feature_names}

    def frame(self) -> Any:
        """Make one pandas dataframe of the features, the split if there is one, and the classes.

        Returns
        -------
        pandas.DataFrame
            As it would stand in a file.
        """
        import pandas as pd

        table = pd.DataFrame(self.data, columns=list(self.feature_names))
        if self.part is not None:
            table["split"] = self.part
        table[self.target_name] = self.target
        return table
