"""Queries in steps, and a tree's way down them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from obliqua.export.program import CannotExport, Program, Step
from obliqua.export.sql_dialects import Dialect
from obliqua.export.sql_tests import Tests, column_of
from obliqua.export.vote import Vote
from obliqua.show.outline import printable

__all__ = ["Descent", "Steps", "input_columns", "largest"]

# Levels of the tree that one step of a query takes a row down.
STAGE = 8


class Steps:
    """Steps of a query, of which each reads the one before it, and the first a table.

    They are materialized, as a database that writes one into the next would repeat what they
    compute for each place that uses it.
    """

    def __init__(self, table: str) -> None:
        self._source = table
        self._written: list[list[str]] = []

    def __len__(self) -> int:
        return len(self._written)

    def add(self, columns: Sequence[str | list[str]]) -> None:
        """Add a step with these columns."""
        self._written.append(_select(columns, self._source))
        self._source = f"step{len(self._written) - 1}"

    def query(self, title: str, columns: Sequence[str]) -> str:
        """Write all of them, and what is selected from the last."""
        lines = [f"-- {title}, written by Obliqua."]
        for number, step in enumerate(self._written):
            opening = "WITH" if number == 0 else "    "
            lines.append(f"{opening} step{number} AS MATERIALIZED (")
            lines += [f"  {line}" for line in step]
            lines.append("),")
        lines[-1] = ")"
        lines += _select(columns, self._source)
        return "\n".join(lines) + "\n"


def input_columns(model: Program | Vote, dialect: Dialect) -> list[str]:
    """Read the features from the table, feature i as column fi."""
    selected = []
    for feature in model.features():
        column = dialect.identifier(model.schema.names[feature])
        selected.append(f"{column_of(model.schema, dialect, feature, column)} AS f{feature}")
    return selected


def largest(dialect: Dialect, columns: Sequence[str], answers: Sequence[str]) -> str:
    """Write the answer of the column with the largest value, the first of equals."""
    # Of one argument SQLite's MAX would be the largest of a column.
    best = f"{dialect.greatest}({', '.join([columns[0], *columns])})"
    pairs = zip(columns, answers, strict=True)
    whens = [f"WHEN {column} = {best} THEN {answer}" for column, answer in pairs]
    return f"CASE {' '.join(whens)} END"


class Descent:
    """Rows on their way down a tree, and what they find there.

    Parameters
    ----------
    program : Program
        The tree.
    dialect : Dialect
        The database.
    kept : sequence of str
        Columns that are still there after the last step.
    """

    def __init__(self, program: Program, dialect: Dialect, kept: Sequence[str]) -> None:
        self._program = program
        self._dialect = dialect
        self._kept = list(kept)
        columns = {feature: f"f{feature}" for feature in program.features()}
        self._carried = list(dict.fromkeys([*kept, *columns.values()]))
        self._tests = Tests(program, dialect, columns)

    @property
    def start(self) -> str:
        """A column that the step before the first must have."""
        return f"{self._dialect.number(1.0)} AS s0" if self._program.fractional else "0 AS node"

    def add_to(self, steps: Steps) -> None:
        """Add the steps that take every row down."""
        if self._program.fractional:
            self._add_shares(steps)
        else:
            self._add_leaves(steps)

    def prediction(self, answers: Sequence[str]) -> str:
        """Write the answer of a row's class, after the last step."""
        program = self._program
        if program.fractional:
            return largest(self._dialect, self._sums(), answers)
        return self._by_leaf([answers[program.steps[leaf].answer] for leaf in program.leaves()])

    def probabilities(self) -> list[str]:
        """Write the share of each class, after the last step."""
        program, number = self._program, self._dialect.number
        if program.fractional:
            return self._sums()
        shares = [program.steps[leaf].shares for leaf in program.leaves()]
        return [
            self._by_leaf(list(map(number, of_class))) for of_class in zip(*shares, strict=True)
        ]

    def _sums(self) -> list[str]:
        return [f"p{position}" for position in range(len(self._program.classes))]

    def _by_leaf(self, values: Sequence[str]) -> str:
        pairs = zip(self._program.leaves(), values, strict=True)
        return f"CASE node {' '.join(f'WHEN {leaf} THEN {value}' for leaf, value in pairs)} END"

    # --- one leaf per row -----------------------------------------------------

    def _add_leaves(self, steps: Steps) -> None:
        """Take every row some levels down in each step, until all are in leaves."""
        program = self._program
        numbers = {step.id: str(step.id) for step in program.steps}
        depths = program.tree.depths
        for top in range(0, program.tree.depth, STAGE):
            tops = [s for s in program.steps if s.test is not None and depths[s.id] == top]
            lines = ["CASE node"]
            for node in tops:
                lines.append(f"  WHEN {node.id} THEN -- {printable(node.said)}")
                lines += [f"    {line}" for line in self._tests.cases(node.id, STAGE, numbers)]
            lines += ["  ELSE node", "END AS node"]
            steps.add([*self._carried, lines])

    # --- shares of a row in many leaves ---------------------------------------

    def _add_shares(self, steps: Steps) -> None:
        """Give each level's nodes their shares; then sum the leaves' from left to right."""
        program, dialect = self._program, self._dialect
        if len(program.steps) > dialect.most_columns:
            raise CannotExport(
                f"{dialect.title} cannot express a tree of {len(program.steps)} nodes whose "
                "missing values go down every branch: each is a column, of which it takes "
                f"{dialect.most_columns} for certain"
            )
        depths = program.tree.depths.tolist()
        leaves: list[str] = []
        for depth in range(program.tree.depth):
            level = [step for step in program.steps if depths[step.id] == depth]
            leaves += [f"s{step.id}" for step in level if step.test is None]
            below = [
                share for step in level if step.test is not None for share in self._split(step)
            ]
            steps.add([*self._carried, *leaves, *below])
        sums = []
        for position in range(len(program.classes)):
            parts = [
                f"s{leaf} * {dialect.number(program.steps[leaf].shares[position])}"
                for leaf in program.leaves()
            ]
            sums.append(f"{dialect.number(0.0)} + {' + '.join(parts)} AS p{position}")
        steps.add([*self._kept, *sums])

    def _split(self, step: Step) -> Iterator[str]:
        """What of a node's share each child gets."""
        test, number = step.test, self._dialect.number
        assert test is not None
        whens = self._tests.branches(test)
        for position, (child, part) in enumerate(zip(step.children, step.fractions, strict=True)):
            cases = [f"WHEN {self._tests.missing(test)} THEN {number(part)}"] * test.fractional
            for other, when in enumerate(whens[: position + 1]):
                cases.append(f"WHEN {when} THEN {number(float(other == position))}")
            rest = number(float(position == len(whens)))
            yield f"s{step.id} * CASE {' '.join(cases)} ELSE {rest} END AS s{child}"


def _select(columns: Sequence[str | list[str]], source: str) -> list[str]:
    lines = ["SELECT"]
    for column in columns:
        inside = [column] if isinstance(column, str) else column
        lines += [f"  {line}" for line in inside]
        lines[-1] += ","
    lines[-1] = lines[-1].removesuffix(",")
    return [*lines, f"FROM {source}"]
