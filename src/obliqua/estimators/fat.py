"""FAT: OC1's tree with the widest margins."""

from __future__ import annotations

from collections.abc import Callable

from obliqua.estimators.oc1 import OC1Classifier
from obliqua.margins import enlarge_columns
from obliqua.table import Columns
from obliqua.tree import Tree

__all__ = ["FATClassifier"]


class FATClassifier(OC1Classifier):
    """OC1's tree, every hyperplane as far from the training rows as can be: FAT.

    The tree is grown and pruned as `OC1Classifier` does it. Then each axis and linear test is
    replaced by the one hyperplane that sends the same training rows the same way and has the
    widest margin between them, in the table's own units and over all numeric features (Wu,
    Bennett, Cristianini and Shawe-Taylor 2000, section 4.2). Structure, counts and what the tree
    says of the training rows stay as they were. `obliqua.margins.enlarge` does the same to a tree
    of any system.

    Margins are distances: a feature in small units counts for little. Bring features to a common
    scale first if their units are arbitrary.

    Parameters
    ----------
    criterion : str or callable, default="twoing"
        How good a test is, as for `OC1Classifier`, whose parameters and attributes these are.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import FATClassifier, OC1Classifier
    >>> X, y = load_iris(return_X_y=True)
    >>> oc1 = OC1Classifier(random_state=0).fit(X, y).tree_
    >>> fat = FATClassifier(random_state=0).fit(X, y).tree_
    >>> fat.n_leaves == oc1.n_leaves
    True
    >>> fat.node(0).margin >= oc1.node(0).margin
    True
    """

    def _finished(
        self, tree: Tree, columns: Columns, progress: Callable[[float], None] | None
    ) -> Tree:
        return enlarge_columns(tree, columns, progress=progress)
