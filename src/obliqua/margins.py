"""Margins of a tree's tests: how wide they are, how to widen them, and what they promise.

The margin of an axis or linear test is the gap between the rows on its two sides, measured across
it in the table's own units. Among all hyperplanes that send the same rows the same way there is
one whose gap is the widest; `enlarge` puts it at every node (FAT: Wu, Bennett, Cristianini and
Shawe-Taylor 2000, section 4.2), and `bound` tells what such margins say about rows not seen yet
(their theorem 3.10).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from obliqua._retested import NewTest, rebuilt, retested
from obliqua._rows_at_nodes import NodeRows, term_values
from obliqua._widest_gap import gap_along, widest_gap
from obliqua.table import SYMBOLIC, Columns
from obliqua.tree import Tree

__all__ = ["TERMS", "MarginBound", "bound", "enlarge", "measure"]

Float = NDArray[np.float64]
Progress = Callable[[float], None]

TERMS = ("all", "tested")

_LEAF, _AXIS, _EQUALITY, _LINEAR, _MACHINE = range(5)
_FRACTIONAL = 1
_INDICATOR = 1


# --- measuring ---------------------------------------------------------------


def measure(tree: Tree, X: Any) -> Float:
    """Measure the margin of every axis and linear test on some rows.

    Parameters
    ----------
    tree : Tree
        Any tree.
    X : array-like or dataframe
        The rows, as a rule those that the tree was grown from.

    Returns
    -------
    ndarray of float64, shape (n_nodes,)
        Per node the gap between the rows on its two sides, in the table's units; NaN at leaves,
        at other tests, and where a side has no row.

    Examples
    --------
    >>> from obliqua import AxisTreeClassifier, margins
    >>> X, y = [[1.0], [2.0], [5.0], [6.0]], ["a", "a", "b", "b"]
    >>> margins.measure(AxisTreeClassifier().fit(X, y).tree_, X)
    array([ 3., nan, nan])
    """
    columns = tree.schema.columns(X, "The tree")
    return _Margins(tree, columns).all()


class _Margins:
    """Rows and terms of one tree and table, and the gaps between sides."""

    def __init__(self, tree: Tree, columns: Columns) -> None:
        self.tree = tree
        self.columns = columns
        self.arrays = tree.arrays
        self.rows = NodeRows(tree, columns)

    def measurable(self, node: int) -> bool:
        """Whether the node compares a sum of terms with a cut."""
        return int(self.arrays["kind"][node]) in (_AXIS, _LINEAR)

    def all(self) -> Float:
        margins = np.full(self.tree.n_nodes, np.nan)
        for node in np.flatnonzero(~self.tree.is_leaf).tolist():
            if not self.measurable(node):
                continue
            terms, weights, fills, _ = self.test(node)
            left, right = (self.values(side, terms, fills) for side in self.rows.sides(node))
            if len(left) and len(right):
                margins[node] = max(0.0, gap_along(left, right, weights))
        return margins

    def test(self, node: int) -> tuple[NDArray[np.int32], Float, Float, float]:
        """Terms, weights, fills and bias of an axis or linear test."""
        arrays = self.arrays
        terms = arrays["terms"][slice(*arrays["term_begin"][node : node + 2])]
        fills = arrays["fills"][slice(*arrays["term_begin"][node : node + 2])]
        constant = float(arrays["constants"][arrays["constant_begin"][node]])
        if int(arrays["kind"][node]) == _AXIS:
            return terms, np.ones(1), fills, 0.0 - constant
        weights = arrays["weights"][slice(*arrays["weight_begin"][node : node + 2])]
        return terms, weights, fills, constant

    def values(self, rows: NDArray[np.int64], terms: NDArray[np.int32], fills: Float) -> Float:
        values = term_values(self.columns, self.arrays["basis"], terms.tolist(), rows)
        # Rows shared out among the children for want of a value have no side of a plane.
        return np.where(np.isnan(values), fills, values)


# --- enlarging ---------------------------------------------------------------


def enlarge(tree: Tree, X: Any, *, terms: str = "all", progress: Progress | None = None) -> Tree:
    """Give every axis and linear test the widest margin that keeps each row where it goes: FAT.

    Parameters
    ----------
    tree : Tree
        A tree of any system. Tests of a category and linear machines stay as they are.
    X : array-like or dataframe
        The rows that the tree was grown from.
    terms : {"all", "tested"}, default="all"
        Which terms a test may use: all numeric features (and squares and products, if the tree
        has them), as in the paper, or only those that it uses already.
    progress : callable, default=None
        Called with the finished share after every node.

    Returns
    -------
    Tree
        The same tree with other hyperplanes, of length one, so that ``Σ weight·term − cut`` is a
        row's distance to them. Every row of X ends in the leaf it ended in before. Where a test
        had to stay as it was, ``tree.node(i).note`` says why.

    Examples
    --------
    >>> import numpy as np
    >>> from obliqua import OC1Classifier, margins
    >>> X = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [2.0, 2.0]])
    >>> tree = OC1Classifier(pruning=None, random_state=0).fit(X, [0, 0, 0, 1]).tree_
    >>> wide = margins.enlarge(tree, X)
    >>> wide.node(0).test.pretty(3), round(wide.node(0).margin, 3)
    ('0.707·x0 + 0.707·x1 ≤ 1.77', 2.121)
    """
    if terms not in TERMS:
        raise ValueError(f"terms must be one of 'all', 'tested'; got {terms!r}")
    columns = tree.schema.columns(X, "The tree")
    return enlarge_columns(tree, columns, terms == "all", progress)


def enlarge_columns(
    tree: Tree, columns: Columns, all_terms: bool = True, progress: Progress | None = None
) -> Tree:
    """Do what `enlarge` does for rows that have been read already."""
    return _Enlarger(tree, columns, all_terms).run(progress)


class _Enlarger(_Margins):
    """The widest test for each node, put in place and checked on all rows."""

    def __init__(self, tree: Tree, columns: Columns, all_terms: bool) -> None:
        super().__init__(tree, columns)
        self._all_terms = all_terms
        self._fills: dict[int, float] = {}
        self._tests: dict[int, NewTest] = {}
        self._notes: dict[int, str] = {}

    def run(self, progress: Progress | None) -> Tree:
        margins = self.all()
        nodes = np.flatnonzero(~self.tree.is_leaf).tolist()
        widths = margins.copy()
        for done, node in enumerate(nodes):
            if self.measurable(node):
                self._widen(node, widths)
            if progress is not None:
                progress((done + 1) / len(nodes))
        while True:
            tree = rebuilt(self.tree, retested(self.tree, self._tests, widths), self._notes)
            wrong = self._first_strays(tree)
            if not wrong:
                return tree
            for node in wrong:
                del self._tests[node]
                widths[node] = margins[node]
                self._notes[node] = "kept: the wider test would round a row to the other side"

    def _widen(self, node: int, widths: Float) -> None:
        """Find the node's new test, or say why there is none."""
        if self.arrays["missing"][node] == _FRACTIONAL:
            self._notes[node] = "kept: rows without a value are shared among its children"
            return
        left_rows, right_rows = self.rows.sides(node)
        if not len(left_rows) or not len(right_rows):
            self._notes[node] = "kept: all rows go to one side"
            return
        terms, start, fills = self._allowed(node)
        left, right = (self.values(rows, terms, fills) for rows in (left_rows, right_rows))
        plane = widest_gap(left, right, start)
        if plane is None or plane.gap < widths[node]:
            self._notes[node] = "kept: no hyperplane with a wider margin was found"
            return
        if not plane.widest:
            self._notes[node] = "wider, but not proved to be the widest"
        used = plane.weights != 0.0
        weights = plane.weights[used]
        below, above = (left @ plane.weights).max(), (right @ plane.weights).min()
        middle = below + 0.5 * (above - below)
        self._tests[node] = NewTest(terms[used], weights, fills[used], 0.0 - middle)
        widths[node] = plane.gap

    def _allowed(self, node: int) -> tuple[NDArray[np.int32], Float, Float]:
        """Terms of the new test, the old weights on them, and their fills."""
        tested, old, known = self.test(node)[:3]
        if not self._all_terms:
            return tested, old, known
        terms = np.arange(len(self.arrays["basis"]), dtype=np.int32)
        start, fills = np.zeros(len(terms)), self._all_fills().copy()
        start[tested], fills[tested] = old, known
        return terms, start, fills

    def _all_fills(self) -> Float:
        """Per term, what its tests fill a missing value with; its mean where none tests it."""
        if not self._fills:
            for node in np.flatnonzero(~self.tree.is_leaf).tolist():
                if self.measurable(node):
                    tested, _, fills, _ = self.test(node)
                    self._fills |= dict(zip(tested.tolist(), fills.tolist(), strict=True))
            n_terms = len(self.arrays["basis"])
            everywhere = np.arange(self.columns.n_rows)
            for term in sorted(set(range(n_terms)) - set(self._fills)):
                values = term_values(self.columns, self.arrays["basis"], [term], everywhere)
                values = values[~np.isnan(values)]
                self._fills[term] = float(values.mean()) if len(values) else 0.0
        return np.array([self._fills[term] for term in range(len(self.arrays["basis"]))])

    def _first_strays(self, tree: Tree) -> set[int]:
        """Nodes whose new test sends a row elsewhere, of those that all rows still agree on."""
        table = self.columns.table()
        if np.array_equal(_core.apply(tree.core, table, 1), _core.apply(self.tree.core, table, 1)):
            return set()
        new, strays = NodeRows(tree, self.columns), set()
        for node in self._tests:
            if not np.array_equal(new.at(node), self.rows.at(node)):
                continue
            for one, other in zip(new.sides(node), self.rows.sides(node), strict=True):
                if not np.array_equal(one, other):
                    strays.add(node)
        return strays


# --- the bound ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MarginBound:
    """What margins promise about rows that are not seen yet: theorem 3.10 of Wu and others 2000.

    Parameters
    ----------
    value : float
        With probability above 1 − `delta` the tree's error is below this.
    radius : float
        R: of a ball that holds all rows.
    sum_inverse_squares : float
        D′: the sum over the tests of 1 / margin², where a margin is the distance of the nearest
        row.
    n_tests : int
        K: the number of tests.
    n_rows : int
        m: the number of rows.
    delta : float
        The probability that the bound does not hold.
    errors : float
        Weight of the training rows that the tree does not classify as their class; the theorem is
        about trees that have none.
    """

    value: float
    radius: float
    sum_inverse_squares: float
    n_tests: int
    n_rows: int
    delta: float
    errors: float

    @property
    def applies(self) -> bool:
        """Whether the tree is right about all its training rows, as the theorem asks."""
        return self.errors == 0.0

    @property
    def vacuous(self) -> bool:
        """Whether it says nothing: it does not apply, or promises an error below one or more."""
        return not self.applies or not self.value < 1.0

    def __str__(self) -> str:
        parts = (
            f"R = {self.radius:.6g}, D′ = {self.sum_inverse_squares:.6g}, K = {self.n_tests}, "
            f"m = {self.n_rows}, δ = {self.delta:g}"
        )
        if not self.applies:
            return (
                f"no bound: the tree misclassifies {self.errors:g} of its training rows, and the "
                f"theorem is about trees that misclassify none ({parts})"
            )
        if self.vacuous:
            return f"error < {self.value:.6g}, which is vacuous: no error exceeds 1 ({parts})"
        return f"error < {self.value:.6g} with probability {1 - self.delta:g} ({parts})"


def bound(tree: Tree, X: Any, delta: float = 0.05) -> MarginBound:
    """Bound the tree's error on new rows by its margins.

    The bound is (2/m) · (65 R² D′ log(4em) log(4m) + log((4m)^(K+1) C(2K, K) / ((K+1) δ))), all
    logarithms to base two, as the proof counts permutations in powers of two. It is far from
    tight: on small tables it is vacuous, and its use is to compare trees.

    Parameters
    ----------
    tree : Tree
        A tree of binary tests.
    X : array-like or dataframe
        The rows that it was grown from.
    delta : float, default=0.05
        The probability with which the bound may fail.

    Returns
    -------
    MarginBound
        The bound with its parts; printed, it says whether it is vacuous.

    Notes
    -----
    A test of a category is the hyperplane between its ±1 indicator's two values, whose distance
    is one. R is the radius of a ball around the rows given, in all terms that the tree's tests
    might use and the indicators of its symbolic features; the theorem's ball holds every row
    there can be, which rows cannot tell.

    Examples
    --------
    >>> from obliqua import AxisTreeClassifier, margins
    >>> X, y = [[1.0], [2.0], [5.0], [6.0]], ["a", "a", "b", "b"]
    >>> bound = margins.bound(AxisTreeClassifier().fit(X, y).tree_, X)
    >>> bound.radius, round(bound.sum_inverse_squares, 4), bound.n_tests, bound.vacuous
    (2.5, 0.4444, 1, True)
    """
    if not (isinstance(delta, (int, float)) and 0.0 < delta < 1.0):
        raise ValueError(f"delta must be a number between 0 and 1; got {delta!r}")
    kinds = tree.arrays["kind"]
    if (kinds == _MACHINE).any():
        raise ValueError("the bound is for binary tests; this tree has linear machines")
    if (tree.arrays["missing"][~tree.is_leaf] == _FRACTIONAL).any():
        raise ValueError(
            "the bound is for trees that send a row one way; this tree shares rows without a "
            "value among children"
        )
    columns = tree.schema.columns(X, "The tree")
    distances = _Distances(tree, columns).all()
    radius = _radius(_cloud(tree, columns))
    with np.errstate(divide="ignore", over="ignore"):
        inverse = float((1.0 / np.square(distances)).sum())
    counts = tree.arrays["counts"][tree.is_leaf]
    errors = float((counts.sum(axis=1) - counts.max(axis=1)).sum())
    value = _theorem(columns.n_rows, tree.n_tests, radius, inverse, delta)
    return MarginBound(value, radius, inverse, tree.n_tests, columns.n_rows, float(delta), errors)


class _Distances(_Margins):
    """Distance of the nearest row to each test's hyperplane."""

    def all(self) -> Float:
        distances = []
        for node in np.flatnonzero(~self.tree.is_leaf).tolist():
            if not self.measurable(node):
                distances.append(1.0)
                continue
            terms, weights, fills, bias = self.test(node)
            values = self.values(self.rows.at(node), terms, fills) @ weights + bias
            length = float(np.linalg.norm(weights))
            distances.append(float(np.abs(values).min()) / length if len(values) else np.inf)
        return np.array(distances)


def _theorem(m: int, k: int, radius: float, inverse: float, delta: float) -> float:
    spread = 65.0 * radius**2 * inverse if inverse > 0.0 else 0.0
    log_skeletons = (
        math.lgamma(2 * k + 1) - 2.0 * math.lgamma(k + 1) - math.log((k + 1) * delta)
    ) / math.log(2.0)
    shapes = (k + 1) * math.log2(4 * m) + log_skeletons
    return 2.0 / m * (spread * math.log2(4.0 * math.e * m) * math.log2(4 * m) + shapes)


def _cloud(tree: Tree, columns: Columns) -> Float:
    """The rows in the space of all terms, categories as ±1; what is missing is the mean."""
    rows = np.arange(columns.n_rows)
    basis = tree.arrays["basis"]
    parts = [term_values(columns, basis, range(len(basis)), rows)]
    indicated = {int(a) for kind, a, _ in basis.tolist() if kind == _INDICATOR}
    for feature, kind in enumerate(tree.schema.kinds):
        if kind == SYMBOLIC and feature not in indicated:
            categories = len(tree.schema.categories[feature])
            indicators = np.array([[_INDICATOR, feature, c] for c in range(categories)])
            parts.append(term_values(columns, indicators, range(categories), rows))
    cloud = np.hstack(parts)
    known = ~np.isnan(cloud)
    sums = np.where(known, cloud, 0.0).sum(axis=0)
    means = np.divide(sums, known.sum(axis=0), out=np.zeros(len(sums)), where=known.any(axis=0))
    return np.where(known, cloud, means)


def _radius(cloud: Float, steps: int = 64) -> float:
    """Radius of a small ball around the rows: the centre walks towards the farthest row.

    Badoiu and Clarkson 2003: after i steps of 1/(i + 1) the ball is at most 1 + 1/√i times the
    smallest. Whatever the centre, the ball holds all rows.
    """
    if cloud.shape[1] == 0:
        return 0.0
    centre = 0.5 * (cloud.min(axis=0) + cloud.max(axis=0))
    best = np.inf
    for step in range(1, steps + 1):
        squares = np.square(cloud - centre).sum(axis=1)
        farthest = int(squares.argmax())
        best = min(best, float(np.sqrt(squares[farthest])))
        centre = centre + (cloud[farthest] - centre) / (step + 1.0)
    return best
