"""Trees as rules: for each leaf, what must hold of a row to end there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from obliqua.conditions import (
    AxisCondition,
    Condition,
    EqualityCondition,
    MachineCondition,
    format_number,
)
from obliqua.show.outline import Outline, outline, percent, plural, printable, to_ascii


@dataclass(frozen=True)
class Rule:
    """The way to one leaf.

    Parameters
    ----------
    leaf : int
        The leaf's number in the tree.
    conditions : tuple of str
        What must hold, in the order in which the tree asks; several tests of one feature are
        drawn together.
    label : str
        The class.
    n_rows : int
        Training rows that ended there.
    share : float
        The part of them, by weight, that has the class: the rule's confidence.
    support : float
        The part of all training rows, by weight, that ended there.
    """

    leaf: int
    conditions: tuple[str, ...]
    label: str
    n_rows: int
    share: float
    support: float = 0.0

    @property
    def confidence(self) -> float:
        """The part of the rule's rows that has its class."""
        return self.share


def rules(model: Any, *, digits: int = 6, ascii: bool = False) -> str:
    """Write a tree as one rule per leaf.

    Parameters
    ----------
    model : estimator or Tree
        What to show.
    digits : int, default=6
        Significant digits of numbers.
    ascii : bool, default=False
        Use ASCII only.

    Returns
    -------
    str
        The rules, each with its class, rows and conditions; it ends in a new line.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import rules
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> print(rules(AxisTreeClassifier(max_depth=1).fit(X, y)))
    Rule 1: 0  (50 rows, 100 %)
        petal length (cm) ≤ 2.45
    ...
    """
    lines = []
    for count, rule in enumerate(each_rule(model, digits=digits), 1):
        lines.append(
            f"Rule {count}: {rule.label}  ({plural(rule.n_rows, 'row')}, {percent(rule.share)})"
        )
        lines += [f"    {condition}" for condition in rule.conditions or ("always",)]
        lines.append("")
    whole = "\n".join(lines[:-1]) + "\n"
    return to_ascii(whole) if ascii else whole


def each_rule(model: Any, *, digits: int = 6) -> Iterator[Rule]:
    """Yield a tree's rules from its leftmost leaf to its rightmost."""
    view = outline(model)
    whole = sum(view.counts[0])
    held = _Held(digits)
    for node in view.walk():
        held.back_to(view.depths[node] - 1)
        if node:
            held.add(*_branch_of(view, node))
        if not view.children[node]:
            label = view.labels[view.best[node]]
            share = view.share[node]
            support = sum(view.counts[node]) / whole if whole > 0 else 0.0
            yield Rule(node, held.written(), label, view.n_rows[node], share, support)


def to_rules(model: Any, *, digits: int = 6) -> list[Rule]:
    """List a tree's rules with their support and confidence.

    Parameters
    ----------
    model : estimator or Tree
        What to show.
    digits : int, default=6
        Significant digits of numbers.

    Returns
    -------
    list of Rule
        From the leftmost leaf to the rightmost.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import to_rules
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> rule = to_rules(AxisTreeClassifier(max_depth=1).fit(X, y))[1]
    >>> rule.conditions, rule.label, round(rule.support, 3), rule.confidence
    (('petal length (cm) > 2.45',), '1', 0.667, 0.5)
    """
    return list(each_rule(model, digits=digits))


def _branch_of(view: Outline, node: int) -> tuple[Condition, int]:
    parent = int(view.tree.arrays["parent"][node])
    test = view.tree.test(parent)
    assert test is not None
    return test, node - view.children[parent].start


class _Held:
    """What holds on the way to a node. Going back undoes steps, so nothing is recomputed."""

    def __init__(self, digits: int) -> None:
        self._digits = digits
        self._facts: dict[Any, Any] = {}
        self._undo: list[tuple[Any, Any]] = []

    def back_to(self, depth: int) -> None:
        while len(self._undo) > max(depth, 0):
            key, fact = self._undo.pop()
            if fact is None:
                del self._facts[key]
            else:
                self._facts[key] = fact

    def add(self, test: Condition, child: int) -> None:
        key: Any
        if isinstance(test, AxisCondition):
            key = ("range", test.term)
            low, high = self._facts.get(key, (None, None))
            if child:
                fact: Any = (test.cut if low is None else max(low, test.cut), high)
            else:
                fact = (low, test.cut if high is None else min(high, test.cut))
        elif isinstance(test, EqualityCondition):
            key = ("category", test.feature)
            is_one, others = self._facts.get(key, (None, ()))
            fact = (is_one, (*others, test.category)) if child else (test.category, others)
        else:
            key = ("other", len(self._undo))
            fact = test.branch(child, self._digits)
            if isinstance(test, MachineCondition):
                fact += test.pretty(self._digits).removeprefix("largest")
        self._undo.append((key, self._facts.get(key)))
        self._facts[key] = fact

    def written(self) -> tuple[str, ...]:
        return tuple(printable(self._write(key, fact)) for key, fact in self._facts.items())

    def _write(self, key: Any, fact: Any) -> str:
        kind, name = key
        if kind == "range":
            low, high = (None if v is None else format_number(v, self._digits) for v in fact)
            if low is None:
                return f"{name} ≤ {high}"
            return f"{name} > {low}" if high is None else f"{low} < {name} ≤ {high}"
        if kind == "category":
            is_one, others = fact
            if is_one is not None:
                return f"{name} = {is_one}"
            if len(others) == 1:
                return f"{name} ≠ {others[0]}"
            return f"{name} is none of {', '.join(others)}"
        return str(fact)
