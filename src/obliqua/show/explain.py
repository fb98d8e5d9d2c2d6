"""Why a row gets its class: the tests on its way, and the smallest change that gives another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from obliqua._rows_at_nodes import term_values
from obliqua.conditions import EqualityCondition, MachineCondition, format_number
from obliqua.show.changes import Change, smallest_changes
from obliqua.show.outline import pad, percent, printable, tree_of, width_of
from obliqua.table import Columns
from obliqua.tree import Tree

__all__ = ["Contribution", "Explanation", "Passed", "explain"]


@dataclass(frozen=True, slots=True)
class Contribution:
    """What one term adds to a sum.

    Parameters
    ----------
    term : str
        The term.
    value : float
        Its value.
    filled : bool
        Whether the value stands in for a missing one.
    weight : float
        Its weight; of a machine, that of the winning score.
    """

    term: str
    value: float
    filled: bool
    weight: float

    @property
    def product(self) -> float:
        """What it adds."""
        return self.weight * self.value


@dataclass(frozen=True, slots=True)
class Passed:
    """One test on the row's way.

    Parameters
    ----------
    node : int
        The node's number.
    share : float
        The part of the row that passes: less than one only below a missing value that goes down
        every branch.
    question : str
        The test.
    answer : str
        What holds of the row; for a row that goes to every child, that it does.
    contributions : tuple of Contribution
        The terms; none for a test of a category, or where a value is missing for good.
    gap : float
        How far the sum is from its cut: negative or zero to the left. Of a machine, how far its
        largest score is above the next. NaN where there is none.
    """

    node: int
    share: float
    question: str
    answer: str
    contributions: tuple[Contribution, ...]
    gap: float


@dataclass(frozen=True)
class Explanation:
    """Why a row gets its class; prints as text.

    Parameters
    ----------
    label : object
        The class.
    leaf : int
        The leaf, or that of the largest share.
    probabilities : dict from label to float
        The share of each class.
    steps : tuple of Passed
        The tests on the row's way, from the root.
    changes : tuple of Change
        For each feature that can change the class by itself, the smallest change that does, the
        smallest first: in units of the feature's spread if rows were given, else of its value.
    """

    label: Any
    leaf: int
    probabilities: dict[Any, float]
    steps: tuple[Passed, ...]
    changes: tuple[Change, ...]

    def __str__(self) -> str:
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        share = percent(self.probabilities[self.label])
        yield f"class {printable(str(self.label))}, {share}, in leaf {self.leaf}"
        for step in self.steps:
            part = "" if step.share == 1.0 else f", with {percent(step.share)} of the row"
            yield ""
            yield f"node {step.node}{part}: {step.answer}"
            yield from _sum_lines(step)
        yield ""
        if not self.changes:
            yield "No change of one feature alone gives another class."
            return
        yield "One of these changes alone gives another class:"
        yield from (f"    {change}" for change in self.changes)


def explain(model: Any, row: Any, X: Any = None) -> Explanation:
    """Explain the class of one row.

    Parameters
    ----------
    model : estimator or Tree
        What classifies.
    row : array-like or dataframe of one row
        The row; a plain sequence of values will do.
    X : array-like or dataframe, default=None
        Rows such as those of training. They tell how much features vary, and so which change of
        one is smaller than which of another.

    Returns
    -------
    Explanation
        The tests on the row's way with what each term contributes, and for each feature the
        smallest change of it alone that gives another class.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import explain
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> model = AxisTreeClassifier(max_depth=2).fit(X, y)
    >>> print(explain(model, X[100:101]))
    class 2, 97.8 %, in leaf 4
    <BLANKLINE>
    node 0: petal length (cm) > 2.45
        petal length (cm)  6  (cut 2.45)
    <BLANKLINE>
    node 2: petal width (cm) > 1.75
        petal width (cm)  2.5  (cut 1.75)
    <BLANKLINE>
    One of these changes alone gives another class:
        petal width (cm): 2.5 → 1.75 gives 1
        petal length (cm): 6 → 2.45 gives 0
    """
    tree = tree_of(model)
    columns = _one_row(tree, row)
    table = columns.table()
    shares = _core.distributions(tree.core, table, 1)[0]
    label = tree.classes.tolist()[int(shares.argmax())]
    spreads = None if X is None else _spreads(tree.schema.columns(X, "explain"))
    return Explanation(
        label=label,
        leaf=int(_core.apply(tree.core, table, 1)[0]),
        probabilities=dict(zip(tree.classes.tolist(), shares.tolist(), strict=True)),
        steps=tuple(_passed(tree, columns)),
        changes=smallest_changes(tree, columns, spreads),
    )


def _one_row(tree: Tree, row: Any) -> Columns:
    if isinstance(row, (list, tuple)) or (isinstance(row, np.ndarray) and row.ndim == 1):
        row = [list(row)]
    columns = tree.schema.columns(row, "explain")
    if columns.n_rows != 1:
        raise ValueError(f"row must be one row, got {columns.n_rows}; pick it by X[i : i + 1]")
    tree.schema.check_finite(columns)
    return columns


def _spreads(columns: Columns) -> NDArray[np.float64]:
    """Standard deviation of each numeric feature."""
    with np.errstate(invalid="ignore"):
        spreads: NDArray[np.float64] = np.nanstd(columns.numeric.astype(np.float64), axis=0)
    return spreads


# --- the way down ------------------------------------------------------------


def _passed(tree: Tree, columns: Columns) -> Iterator[Passed]:
    _, nodes = _core.paths(tree.core, columns.table())
    on_way = nodes.tolist()
    share = {0: 1.0}
    for number in on_way:
        node = tree.node(number)
        if node.test is None:
            continue
        reached = [child for child in node.children if child in on_way]
        if len(reached) == 1:
            share[reached[0]] = share[number]
        else:
            weights = tree.arrays["counts"][list(node.children)].sum(axis=1)
            total = weights.sum()
            for child, weight in zip(node.children, weights.tolist(), strict=True):
                part = weight / total if total > 0 else 1 / len(node.children)
                share[child] = share[number] * part
        yield _step(tree, columns, number, reached, share[number])


def _step(tree: Tree, columns: Columns, number: int, reached: list[int], share: float) -> Passed:
    node = tree.node(number)
    test = node.test
    assert test is not None
    question = printable(test.pretty())
    if len(reached) != 1:
        said = f"{question}: a value is missing, so the row goes to every child in part"
        return Passed(number, share, question, said, (), float("nan"))
    child = reached[0] - node.children[0]
    answer = printable(test.branch(child))
    if isinstance(test, EqualityCondition):
        return Passed(number, share, question, answer, (), float("nan"))
    begin, end = tree.arrays["term_begin"][number : number + 2]
    terms = tree.arrays["terms"][begin:end].tolist()
    values = term_values(columns, tree.arrays["basis"], terms, np.array([0]))[0]
    filled = np.isnan(values)
    values = np.where(filled, tree.arrays["fills"][begin:end], values)
    weights = np.atleast_2d(np.array(test.weights, dtype=float))
    biases = test.biases if isinstance(test, MachineCondition) else (-float(test.cut),)
    scores = np.array(biases) + weights @ values
    own = weights[child if isinstance(test, MachineCondition) else 0]
    contributions = tuple(
        Contribution(term, value, bool(gap), weight)
        for term, value, gap, weight in zip(
            map(printable, test.terms), values.tolist(), filled, own.tolist(), strict=True
        )
    )
    if isinstance(test, MachineCondition):
        gap = float(scores[child] - np.delete(scores, child).max())
    else:
        gap = float(scores[0])
    return Passed(number, share, question, answer, contributions, gap)


def _sum_lines(step: Passed) -> Iterator[str]:
    """One line per term, and the sum beside its cut."""
    terms = step.contributions
    if not terms:
        return
    names = max(width_of(one.term) for one in terms)
    missing = {True: "  (missing, filled)", False: ""}
    if len(terms) == 1 and terms[0].weight == 1.0:
        one = terms[0]
        cut = f"(cut {format_number(one.value - step.gap)})"
        value = format_number(one.value)
        yield f"    {pad(one.term, names)}  {value}  {cut}{missing[one.filled]}"
        return
    shown = [
        (format_number(one.weight), format_number(one.value), format_number(one.product))
        for one in terms
    ]
    widths = [max(width_of(row[i]) for row in shown) for i in range(3)]
    for one, row in zip(terms, shown, strict=True):
        weight, value, product = (
            pad(text, width, right=True) for text, width in zip(row, widths, strict=True)
        )
        yield f"    {pad(one.term, names)}  {weight} · {value} = {product}{missing[one.filled]}"
    total = sum(one.product for one in terms)
    if step.answer.endswith("has the largest score"):
        yield f"    the score is {format_number(step.gap)} above the next"
    else:
        cut = format_number(total - step.gap)
        yield f"    sum {format_number(total)}, cut {cut}, {format_number(abs(step.gap))} away"
