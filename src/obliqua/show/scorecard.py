"""A linear test as a scorecard: a few whole points for so much of each term."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua._rows_at_nodes import NodeRows, term_values
from obliqua.conditions import LinearCondition, format_number
from obliqua.show.outline import pad, percent, plural, printable, tree_of, width_of
from obliqua.tree import Tree

__all__ = ["Scorecard", "ScorecardLine", "as_scorecard"]

Float = NDArray[np.float64]

_INDICATOR = 1


@dataclass(frozen=True, slots=True)
class ScorecardLine:
    """`points` for each `unit` of a term."""

    term: str
    unit: float
    points: int


@dataclass(frozen=True)
class Scorecard:
    """A linear test in whole points; prints as a table.

    Parameters
    ----------
    node : int
        The node whose test it stands for.
    lines : tuple of ScorecardLine
        One per term that has points.
    cut : float
        Rows whose points sum to at most this go left.
    loss : float
        The part of the node's rows that the test sends the other way.
    n_rows : int
        How many rows that was measured on.
    """

    node: int
    lines: tuple[ScorecardLine, ...]
    cut: float
    loss: float
    n_rows: int

    def __str__(self) -> str:
        return "\n".join(self._written())

    def _written(self) -> Iterator[str]:
        yield f"node {self.node}: left if the points sum to at most {format_number(self.cut)}"
        names = max((width_of(printable(line.term)) for line in self.lines), default=0)
        size = max((len(str(abs(line.points))) for line in self.lines), default=0)
        for line in self.lines:
            sign = "−" if line.points < 0 else "+"
            points = f"{sign}{str(abs(line.points)).rjust(size)}"
            unit = format_number(line.unit)
            yield f"    {pad(printable(line.term), names)}  {points} per {unit}"
        yield f"as the test on {percent(1 - self.loss)} of {plural(self.n_rows, 'row')}"


def as_scorecard(
    model: Any, node: int, X: Any, *, loss: float = 0.01, most_points: int = 20
) -> Scorecard:
    """Round a linear test to whole points, the fewest that lose no more than a stated part.

    Parameters
    ----------
    model : estimator or Tree
        Whose test.
    node : int
        The node.
    X : array-like or dataframe
        Rows, as a rule those of training. They tell how much terms vary, and what rounding loses.
    loss : float, default=0.01
        The part of the rows at the node that may go the other way.
    most_points : int, default=20
        The most points that a unit of a term may have.

    Returns
    -------
    Scorecard
        Units are 1, 2 or 5 times a power of ten, near a standard deviation of the term; of an
        indicator, one.

    Raises
    ------
    ValueError
        If the node has no linear test, no row of X reaches it, or no scorecard of so few points
        is good enough; the message says what the best loses.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import OC1Classifier
    >>> from obliqua.show import as_scorecard
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = OC1Classifier(pruning=None, random_state=0).fit(X, y)
    >>> print(as_scorecard(model, 2, X, loss=0.02))
    node 2: left if the points sum to at most −11
        sepal width (cm)   +1 per 0.5
        petal length (cm)  −2 per 1
        petal width (cm)   −2 per 0.5
    as the test on 98.0 % of 100 rows
    """
    tree = tree_of(model)
    test = tree.node(node).test
    if not isinstance(test, LinearCondition):
        raise ValueError(f"node {node} has no linear test, which a scorecard stands for")
    if not 0 <= loss < 1:
        raise ValueError(f"loss must be at least 0 and less than 1, got {loss!r}")
    values, left = _rows_of(tree, node, X)
    units = _units(tree, node, values)
    best = None
    for points in _roundings(np.array(test.weights) * units, most_points):
        cut, wrong = _best_cut(values / units @ points, left)
        if best is None or wrong < best[0]:
            best = wrong, cut, points
        if wrong <= loss * len(left):
            lines = tuple(
                ScorecardLine(term, unit, point)
                for term, unit, point in zip(
                    test.terms, units.tolist(), points.astype(int).tolist(), strict=True
                )
                if point
            )
            return Scorecard(node, lines, cut, wrong / len(left), len(left))
    assert best is not None
    raise ValueError(
        f"no scorecard of at most {most_points} points a unit keeps the loss of node {node} to "
        f"{loss:.2%}: the best loses {best[0] / len(left):.2%} of its {plural(len(left), 'row')}; "
        "allow most_points or loss to be larger"
    )


def _rows_of(tree: Tree, node: int, X: Any) -> tuple[Float, NDArray[np.bool_]]:
    """The filled terms of the rows at a node, and which of them go left."""
    columns = tree.schema.columns(X, "as_scorecard")
    at = NodeRows(tree, columns)
    rows = at.at(node)
    begin, end = tree.arrays["term_begin"][node : node + 2]
    values = term_values(
        columns, tree.arrays["basis"], tree.arrays["terms"][begin:end].tolist(), rows
    )
    if tree.node(node).fractional:
        known = ~np.isnan(values).any(axis=1)
        rows, values = rows[known], values[known]
    values = np.where(np.isnan(values), tree.arrays["fills"][begin:end], values)
    if not len(rows):
        raise ValueError(f"no row of X reaches node {node}")
    return values, np.isin(rows, at.sides(node)[0])


def _units(tree: Tree, node: int, values: Float) -> Float:
    begin, end = tree.arrays["term_begin"][node : node + 2]
    kinds = tree.arrays["basis"][tree.arrays["terms"][begin:end], 0]
    spreads = values.std(axis=0)
    plain = (kinds == _INDICATOR) | (spreads == 0)
    return np.array(
        [1.0 if one else _nice(spread) for one, spread in zip(plain, spreads, strict=True)]
    )


def _nice(value: float) -> float:
    """The nearest of 1, 2 and 5 times a power of ten, by ratio."""
    power = math.floor(math.log10(value))
    candidates = [float(f"{digit}e{power}") for digit in (1, 2, 5, 10)]
    return min(candidates, key=lambda one: abs(math.log(one / value)))


def _roundings(weights: Float, most: int) -> Iterator[Float]:
    """Weights in whole points, the largest first one point, then two, and so on."""
    largest = np.abs(weights).max()
    if largest == 0:
        yield np.zeros(len(weights))
        return
    for points in range(1, most + 1):
        rounded = np.rint(weights / largest * points)
        if np.gcd.reduce(np.abs(rounded).astype(np.int64)) == 1:
            yield rounded


def _best_cut(scores: Float, left: NDArray[np.bool_]) -> tuple[float, int]:
    """The cut of fewest digits among the best, and how many rows it sends the other way."""
    order = np.argsort(scores, kind="stable")
    ordered = scores[order]
    # Rows up to each place go left: those that should not, and those beyond that should.
    stay = np.concatenate([[0], np.cumsum(~left[order])])
    go = np.concatenate([[left.sum()], left.sum() - np.cumsum(left[order])])
    wrong = stay + go
    possible = np.concatenate([[True], ordered[1:] > ordered[:-1], [True]])
    place = int(np.flatnonzero(possible)[wrong[possible].argmin()])
    low = ordered[place - 1] if place > 0 else ordered[0] - 1.0
    high = ordered[place] if place < len(ordered) else ordered[-1] + 1.0
    return _easiest(float(low), float(high)), int(wrong[place])


def _easiest(low: float, high: float) -> float:
    """The number of fewest digits that is at least `low` and below `high`, near their middle."""
    middle = low / 2 + high / 2
    for digits in range(17):
        value = round(middle, digits)
        if low <= value < high:
            return value
    return low
