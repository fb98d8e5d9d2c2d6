"""The tests of a tree as conditions of SQL."""

from __future__ import annotations

from obliqua.export.program import Program, Term, Test
from obliqua.export.sql_dialects import Dialect
from obliqua.table import SYMBOLIC, Schema

__all__ = ["Tests", "column_of"]


def column_of(schema: Schema, dialect: Dialect, feature: int, column: str) -> str:
    """Write what gives a feature's value, NULL where it is missing."""
    return column if schema.kinds[feature] == SYMBOLIC else dialect.value(column)


class Tests:
    """Conditions over columns that hold doubles and categories, or NULL.

    Parameters
    ----------
    program : Program
        The tree.
    dialect : Dialect
        The database.
    columns : dict from int to str
        What gives each feature's value.
    """

    def __init__(self, program: Program, dialect: Dialect, columns: dict[int, str]) -> None:
        self._program = program
        self._dialect = dialect
        self._columns = columns

    def cases(self, node: int, levels: int, answers: dict[int, str]) -> list[str]:
        """CASE within CASE from a node on; below so many levels, and in leaves, the answer."""
        step = self._program.steps[node]
        if step.test is None or levels == 0:
            return [answers[node]]
        below = [self.cases(child, levels - 1, answers) for child in step.children]
        lines = ["CASE"]
        whens = self.branches(step.test)
        for when, inside in zip(whens, below, strict=False):
            lines += [f"  WHEN {when}", *_under("THEN", inside)]
        return [*lines, *_under("ELSE", below[-1]), "END"]

    def branches(self, test: Test) -> list[str]:
        """What sends a row to each child but the last; none of them is NULL's business."""
        if test.kind == "machine":
            scores = [self._sum(test, child) for child in range(len(test.constants))]
            best = f"{self._dialect.greatest}({', '.join(scores)})"
            return [f"{score} = {best}" for score in scores[:-1]]
        if test.kind == "linear":
            return [f"{self._sum(test, 0)} <= {self._dialect.number(0.0)}"]
        if test.kind == "equality":
            condition = self._category(test.terms[0])
        else:
            cut = self._dialect.number(test.constants[0])
            condition = f"{self._value(test.terms[0])} <= {cut}"
        # Without a fill to the left a missing value makes the condition NULL, which is no.
        if test.missing_goes_left and not test.fractional:
            return [f"({condition} OR {self.missing(test)})"]
        return [condition]

    def missing(self, test: Test) -> str:
        """Whether a value that the test needs is missing."""
        features = dict.fromkeys(feature for term in test.terms for feature in term.features)
        return " OR ".join(f"{self._columns[feature]} IS NULL" for feature in features)

    def _category(self, term: Term) -> str:
        categories = self._program.schema.categories[term.a]
        column = self._columns[term.a]
        return self._dialect.category(column, categories[term.b], categories)

    def _value(self, term: Term) -> str:
        column = self._columns[term.a]
        if term.kind == "indicator":
            one, other = self._dialect.number(1.0), self._dialect.number(-1.0)
            equal = self._category(term)
            known = f"CASE WHEN {equal} THEN {one} ELSE {other} END"
            return f"CASE WHEN {column} IS NOT NULL THEN {known} END"
        if term.kind == "square":
            return f"({column} * {column})"
        return f"({column} * {self._columns[term.b]})" if term.kind == "product" else column

    def _sum(self, test: Test, child: int) -> str:
        text = self._dialect.number(test.constants[child])
        for term, weight, fill in zip(test.terms, test.weights[child], test.fills, strict=True):
            value = self._value(term)
            if not test.fractional:
                value = f"COALESCE({value}, {self._dialect.number(fill)})"
            elif term.kind == "indicator":
                value = f"({value})"
            text += f" + {self._dialect.number(weight)} * {value}"
        return f"({text})"


def _under(word: str, lines: list[str]) -> list[str]:
    if len(lines) == 1:
        return [f"  {word} {lines[0]}"]
    return [f"  {word}", *(f"    {line}" for line in lines)]
