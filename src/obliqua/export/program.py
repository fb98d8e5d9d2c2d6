"""A tree as exporters read it: plain numbers and indices, every test's rule spelled out.

A target evaluates a sum as the core does, from the bias on and term by term, and each product
before its addition; then doubles give the same class, bit for bit (docs/decisions/0012).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import reduce
from itertools import accumulate
from operator import add
from typing import Any, Literal, cast

from obliqua.table import SYMBOLIC, Schema
from obliqua.tree import Tree

TermKind = Literal["feature", "indicator", "square", "product"]
TestKind = Literal["axis", "equality", "linear", "machine"]
TERM_KINDS: tuple[TermKind, ...] = ("feature", "indicator", "square", "product")
TEST_KINDS: tuple[TestKind, ...] = ("axis", "equality", "linear", "machine")


class CannotExport(ValueError):
    """What a target cannot express, by name, and what to do instead."""


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the basis: `a` and `b` are features, or `b` the category of an indicator."""

    kind: TermKind
    a: int
    b: int

    @property
    def features(self) -> tuple[int, ...]:
        """The features that must not be missing."""
        return (self.a, self.b) if self.kind == "product" else (self.a,)


@dataclass(frozen=True, slots=True)
class Test:
    """The question at a node.

    Parameters
    ----------
    kind : str
        axis: ``term ≤ constant`` goes to child 0. equality: so does the category `constant`.
        linear: so does ``constant + Σ weight·term ≤ 0``. machine: child j has the score
        ``constants[j] + Σ weights[j]·term``; the first of the largest wins.
    terms : tuple of Term
        An equality test has one term: the indicator of its category.
    fills : tuple of float
        What stands in for each term where it is missing; an equality test's fill is a category.
    weights : tuple of tuple of float
        One row, or one per child of a machine; of an axis or equality test ((1.0,),).
    constants : tuple of float
        The cut, the category, the bias, or the machine's biases.
    fractional : bool
        A row with a missing term goes to every child in part, and no fill is used.
    """

    kind: TestKind
    terms: tuple[Term, ...]
    fills: tuple[float, ...]
    weights: tuple[tuple[float, ...], ...]
    constants: tuple[float, ...]
    fractional: bool

    @property
    def missing_goes_left(self) -> bool:
        """Which child an axis or equality test sends a filled value to."""
        if self.kind == "equality":
            return self.fills[0] == self.constants[0]
        return self.fills[0] <= self.constants[0]


@dataclass(frozen=True, slots=True)
class Step:
    """A node: its test and children, or the class shares that a leaf answers with.

    `fractions` is each child's part of a row whose tested value is missing.
    """

    id: int
    test: Test | None
    children: tuple[int, ...]
    fractions: tuple[float, ...]
    shares: tuple[float, ...]
    said: str

    @property
    def answer(self) -> int:
        """Position of the leaf's class: the largest share, the first of equals."""
        return self.shares.index(max(self.shares))


@dataclass(frozen=True)
class Program:
    """A whole tree.

    Parameters
    ----------
    tree : Tree
        The tree.
    steps : list of Step
        Its nodes by number, parents before children.
    """

    tree: Tree
    steps: list[Step]

    @property
    def schema(self) -> Schema:
        """The table that the tree reads."""
        return self.tree.schema

    @property
    def classes(self) -> list[Any]:
        """The class labels as Python values."""
        labels: list[Any] = self.tree.classes.tolist()
        return labels

    @property
    def title(self) -> str:
        """What it is, for a heading."""
        n_leaves = self.tree.n_leaves
        return f"A decision tree with {'1 leaf' if n_leaves == 1 else f'{n_leaves} leaves'}"

    @property
    def fractional(self) -> bool:
        """Whether a row can be in several leaves."""
        return any(step.test is not None and step.test.fractional for step in self.steps)

    def tests(self) -> Iterator[tuple[Step, Test]]:
        """Every node that asks something."""
        for step in self.steps:
            if step.test is not None:
                yield step, step.test

    def features(self) -> list[int]:
        """The features that some test reads, in the table's order."""
        used = {f for _, test in self.tests() for term in test.terms for f in term.features}
        return sorted(used)

    def symbolic(self, feature: int) -> bool:
        """Whether a feature holds categories."""
        return self.schema.kinds[feature] == SYMBOLIC

    def leaves(self) -> list[int]:
        """The leaves from left to right, the order in which the core sums a row's shares."""
        found, stack = [], [0]
        while stack:
            step = self.steps[stack.pop()]
            if step.test is None:
                found.append(step.id)
            stack.extend(reversed(step.children))
        return found


def program(tree: Tree) -> Program:
    """Read a tree's arrays."""
    counts = tree.arrays["counts"].tolist()
    # Added one by one, as the core adds.
    totals = [list(accumulate(row))[-1] for row in counts]
    shares: list[tuple[float, ...]] = []
    for node, parent in enumerate(tree.arrays["parent"].tolist()):
        if totals[node] > 0:
            shares.append(tuple(count / totals[node] for count in counts[node]))
        else:
            shares.append(shares[parent] if node else (1 / tree.n_classes,) * tree.n_classes)
    steps = []
    for one in tree.nodes():
        fractions = _fractions([totals[child] for child in one.children])
        said = "" if one.test is None else one.test.pretty()
        test = _test(tree, one.id)
        steps.append(Step(one.id, test, one.children, fractions, shares[one.id], said))
    return Program(tree, steps)


def _fractions(weights: list[float]) -> tuple[float, ...]:
    """Each child's part of a row that goes to all of them, as cpp/obliqua/tree/share_walker.hpp."""
    total = reduce(add, weights, 0.0)
    if total > 0:
        return tuple(weight / total for weight in weights)
    return (1 / len(weights),) * len(weights) if weights else ()


def _test(tree: Tree, node: int) -> Test | None:
    arrays = tree.arrays
    kind = int(arrays["kind"][node])
    if kind == 0:
        return None

    def pool(name: str, begin: str) -> list[Any]:
        first, last = arrays[begin][node : node + 2]
        return cast(list[Any], arrays[name][first:last].tolist())

    ids, fills = pool("terms", "term_begin"), pool("fills", "term_begin")
    weights, constants = pool("weights", "weight_begin"), pool("constants", "constant_begin")
    name = TEST_KINDS[kind - 1]
    if name == "equality":
        terms: tuple[Term, ...] = (Term("indicator", ids[0], int(constants[0])),)
    else:
        basis = arrays["basis"]
        terms = tuple(_term(*basis[term].tolist()) for term in ids)
    width = len(terms)
    rows = [tuple(weights[i : i + width]) for i in range(0, len(weights), width)]
    fractional = bool(arrays["missing"][node])
    return Test(name, terms, tuple(fills), tuple(rows) or ((1.0,),), tuple(constants), fractional)


def _term(kind: int, a: int, b: int) -> Term:
    return Term(TERM_KINDS[kind], a, b)


def program_of(model: Any, target: str) -> Program:
    """Read the tree of an estimator, or a tree.

    Raises
    ------
    CannotExport
        If the model is many trees.
    TypeError
        If it is no model.
    """
    refuse_vote(model, target)
    tree = getattr(model, "tree_", model)
    if not isinstance(tree, Tree):
        raise TypeError(f"expected a fitted Obliqua classifier or a Tree, got {model!r}")
    return program(tree)


def refuse_vote(model: Any, target: str) -> None:
    """Refuse a forest for a target that holds one tree.

    Raises
    ------
    CannotExport
        If the model is many trees.
    """
    if hasattr(model, "estimators_"):
        name, last = type(model).__name__, len(model.estimators_) - 1
        trees = "1 tree" if last == 0 else f"{last + 1} trees"
        raise CannotExport(
            f"{name} is a vote of {trees}, which {target} cannot express; export its trees one by "
            f"one, model.trees[0] to model.trees[{last}]"
        )
