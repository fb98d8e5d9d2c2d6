"""A tree in an ONNX graph: what its tests compare, then its answer.

Each distinct sum is one column, whatever node asks for it. A machine's answer is the position of
its largest score; from then on it is a chain of comparisons with 0, 1, ... Where missing values
go down every branch, standard operators give each node its share of a row instead.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua.export.onnx_ensemble import Ensemble
from obliqua.export.onnx_graph import Graph
from obliqua.export.program import Program, Step, Term, Test

__all__ = ["TreeGraph"]


class TreeGraph:
    """A tree as it is added to a graph.

    Parameters
    ----------
    program : Program
        The tree.
    graph : Graph
        What it is added to.
    numbers : str
        The numeric input as doubles.
    missing : str
        The text that stands for a missing value.
    matmul : bool
        Compute all sums by one product.
    """

    def __init__(
        self, program: Program, graph: Graph, numbers: str, missing: str, matmul: bool
    ) -> None:
        self._program = program
        self._graph = graph
        self._matmul = matmul
        self._missing = missing
        kinds = program.schema.kinds
        self._place = {f: kinds[:f].count(kind) for f, kind in enumerate(kinds)}
        self._x = numbers
        self._terms: dict[Term, int] = {}
        self._columns: list[str] = []
        self._projections: list[tuple[Test, int]] = []
        self._where: dict[tuple[Any, ...], int] = {}

    def answers(self) -> tuple[str, str]:
        """Add everything; return the position of each row's class, and the classes' shares."""
        self._gather()
        return self._of_shares() if self._program.fractional else self._of_leaves()

    # --- what tests compare ---------------------------------------------------

    def _gather(self) -> None:
        """Find the distinct terms and sums."""
        for _, test in self._program.tests():
            for term in test.terms:
                self._terms.setdefault(term, len(self._terms))
            if test.kind in ("linear", "machine"):
                for child in range(len(test.constants)):
                    key = self._key(test, child)
                    if key not in self._where:
                        self._where[key] = len(self._projections)
                        self._projections.append((test, child))
        self._t = self._all_terms() if self._terms else ""
        self._s = self._all_sums() if self._projections else ""

    def _key(self, test: Test, child: int) -> tuple[Any, ...]:
        fills = () if test.fractional else test.fills
        return (test.terms, test.weights[child], test.constants[child], fills)

    def _sums_of(self, test: Test) -> list[int]:
        return [self._where[self._key(test, child)] for child in range(len(test.constants))]

    def _take(self, matrix: str, columns: Sequence[int]) -> str:
        return self._graph.add("Gather", matrix, self._graph.constant(np.array(columns)), axis=1)

    def _all_terms(self) -> str:
        """A column per term, NaN where it is missing."""
        numeric = [t for t in self._terms if t.kind != "indicator"]
        symbolic = [t for t in self._terms if t.kind == "indicator"]
        parts = []
        if numeric:
            first = self._take(self._x, [self._place[t.a] for t in numeric])
            one = np.array([np.nan if t.kind != "feature" else 1.0 for t in numeric])
            others = [t.b if t.kind == "product" else t.a for t in numeric]
            second = self._take(self._x, [self._place[f] for f in others])
            plain = self._graph.constant(~np.isnan(one))
            # A product with one instead of the feature leaves the term as it is.
            factor = self._graph.add("Where", plain, self._graph.constant(1.0), second)
            parts.append(self._graph.add("Mul", first, factor))
        if symbolic:
            parts.append(self._indicators(symbolic))
        for position, term in enumerate([*numeric, *symbolic]):
            self._terms[term] = position
        return parts[0] if len(parts) == 1 else self._concat(parts)

    def _indicators(self, terms: list[Term]) -> str:
        graph, categories = self._graph, self._program.schema.categories
        text = self._take("text", [self._place[t.a] for t in terms])
        wanted = graph.constant(np.array([categories[t.a][t.b] for t in terms], dtype=object))
        equal = graph.add("Equal", text, wanted)
        sign = graph.add("Where", equal, graph.constant(1.0), graph.constant(-1.0))
        gap = graph.add("Equal", text, graph.constant(np.array([self._missing], dtype=object)))
        return graph.add("Where", gap, graph.constant(np.nan), sign)

    def _concat(self, parts: list[str]) -> str:
        return parts[0] if len(parts) == 1 else self._graph.add("Concat", *parts, axis=1)

    def _all_sums(self) -> str:
        """A column per sum; terms that a test lets go down every branch stay NaN."""
        if self._matmul and not self._program.fractional:
            return self._by_matmul()
        graph = self._graph
        longest = max(len(test.terms) for test, _ in self._projections)
        total = graph.constant(np.array([[t.constants[c] for t, c in self._projections]]))
        zero = len(self._terms)
        terms = self._concat([self._t, self._zeros()])
        for slot in range(longest):
            columns, weights, fills = [], [], []
            for test, child in self._projections:
                there = slot < len(test.terms)
                columns.append(self._terms[test.terms[slot]] if there else zero)
                weights.append(test.weights[child][slot] if there else 0.0)
                fills.append(test.fills[slot] if there and not test.fractional else np.nan)
            value = self._filled(self._take(terms, columns), np.array(fills))
            product = graph.add("Mul", value, graph.constant(np.array(weights)))
            total = graph.add("Add", total, product)
        return total

    def _zeros(self) -> str:
        """A column of zeros, one per row."""
        graph = self._graph
        first = self._take(self._t, [0])
        return graph.add("Where", graph.constant(np.array([[True]])), graph.constant(0.0), first)

    def _filled(self, values: str, fills: NDArray[np.float64]) -> str:
        graph = self._graph
        return graph.add("Where", graph.add("IsNaN", values), graph.constant(fills), values)

    def _by_matmul(self) -> str:
        """One product with the distinct terms, each with each of its fills a column."""
        graph = self._graph
        filled: dict[tuple[Term, float], int] = {}
        for test, _ in self._projections:
            for pair in zip(test.terms, test.fills, strict=True):
                filled.setdefault(pair, len(filled))
        weights = np.zeros((len(filled), len(self._projections)))
        for column, (test, child) in enumerate(self._projections):
            pairs = zip(test.terms, test.fills, strict=True)
            for pair, weight in zip(pairs, test.weights[child], strict=True):
                weights[filled[pair], column] += weight
        values = self._take(self._t, [self._terms[term] for term, _ in filled])
        values = self._filled(values, np.array([fill for _, fill in filled]))
        product = graph.add("MatMul", values, graph.constant(weights))
        biases = np.array([test.constants[child] for test, child in self._projections])
        return graph.add("Add", product, graph.constant(biases))

    def _winner(self, test: Test) -> str:
        """The position of a machine's largest score, the first of equals, as a column."""
        scores = self._take(self._s, self._sums_of(test))
        return self._graph.add("ArgMax", scores, axis=1, keepdims=1, select_last_index=0)

    # --- one leaf per row -----------------------------------------------------

    def _of_leaves(self) -> tuple[str, str]:
        program, graph = self._program, self._graph
        if not program.steps[0].children:
            leaf = self._constant_leaf()
        else:
            values, place = self._values()
            trees = Ensemble(program, place)
            found = graph.add("TreeEnsemble", values, domain="ai.onnx.ml", **trees.attributes())
            leaf = graph.add("Cast", graph.add("Squeeze", found, graph.constant([1])), to=7)
        shares = np.array([step.shares for step in program.steps])
        answers = np.array([step.answer for step in program.steps])
        return (
            graph.add("Gather", graph.constant(answers), leaf),
            graph.add("Gather", graph.constant(shares), leaf),
        )

    def _constant_leaf(self) -> str:
        graph = self._graph
        source = "numbers" if "numeric" in self._program.schema.kinds else "text"
        n_rows = graph.add("Slice", graph.add("Shape", source), *map(graph.constant, ([0], [1])))
        return graph.add("Expand", graph.constant(np.array(0)), n_rows)

    def _values(self) -> tuple[str, dict[int, int]]:
        """A matrix with what each test compares, and each test's column."""
        graph, place, parts = self._graph, {}, []
        width = 0
        if self._terms:
            parts.append(self._t)
            width = len(self._terms)
        sums = width
        if self._projections:
            parts.append(self._s)
            width += len(self._projections)
        for step, test in self._program.tests():
            if test.kind in ("axis", "equality"):
                place[step.id] = self._terms[test.terms[0]]
            elif test.kind == "linear":
                place[step.id] = sums + self._sums_of(test)[0]
            else:
                parts.append(graph.add("Cast", self._winner(test), to=11))
                place[step.id] = width
                width += 1
        return self._concat(parts), place

    # --- shares of a row in many leaves ---------------------------------------

    def _of_shares(self) -> tuple[str, str]:
        program, graph = self._program, self._graph
        share = {0: self._ones()}
        for step, test in program.tests():
            for child, part in self._parts(step, test):
                share[child] = graph.add("Mul", share[step.id], part)
        leaves = program.leaves()
        together = self._concat([share[leaf] for leaf in leaves])
        of_leaves = graph.constant(np.array([program.steps[leaf].shares for leaf in leaves])[None])
        products = graph.add(
            "Mul", graph.add("Unsqueeze", together, graph.constant([2])), of_leaves
        )
        # Summed from left to right, as the core sums.
        running = graph.add("CumSum", products, graph.constant(np.array(1)))
        last = graph.add("Gather", running, graph.constant(np.array(len(leaves) - 1)), axis=1)
        return graph.add("ArgMax", last, axis=1, keepdims=0, select_last_index=0), last

    def _ones(self) -> str:
        return self._graph.add("Add", self._zeros(), self._graph.constant(1.0))

    def _parts(self, step: Step, test: Test) -> list[tuple[int, str]]:
        """The part of the node's share that each child gets, as a column."""
        graph = self._graph
        if test.kind == "machine":
            winner = self._winner(test)
            gets = [
                graph.add("Equal", winner, graph.constant(np.array(child)))
                for child in range(len(step.children))
            ]
        else:
            left = self._goes_left(test)
            gets = [left, graph.add("Not", left)]
        parts = [graph.add("Cast", one, to=11) for one in gets]
        if test.fractional:
            columns = [self._terms[term] for term in test.terms]
            gaps = graph.add("Cast", graph.add("IsNaN", self._take(self._t, columns)), to=6)
            gap = graph.add("Cast", graph.add("ReduceMax", gaps, graph.constant([1])), to=9)
            pairs = zip(step.fractions, parts, strict=True)
            parts = [graph.add("Where", gap, graph.constant(f), part) for f, part in pairs]
        return list(zip(step.children, parts, strict=True))

    def _goes_left(self, test: Test) -> str:
        graph = self._graph
        if test.kind == "linear":
            value = self._take(self._s, self._sums_of(test))
            return graph.add("LessOrEqual", value, graph.constant(0.0))
        value = self._take(self._t, [self._terms[test.terms[0]]])
        if test.kind == "equality":
            known = graph.add("Greater", value, graph.constant(0.0))
        else:
            known = graph.add("LessOrEqual", value, graph.constant(test.constants[0]))
        if test.missing_goes_left and not test.fractional:
            return graph.add("Or", known, graph.add("IsNaN", value))
        return known
