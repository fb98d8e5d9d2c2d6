"""Trees as SQL: one expression, or a query that adds the class and its probabilities to rows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from obliqua.export.program import CannotExport, Program, Step, Term, Test, program_of
from obliqua.export.sql_dialects import DIALECTS, Dialect
from obliqua.show.outline import printable

__all__ = ["to_sql"]

FORMS = ("expression", "query")
# Levels of the tree that one step of a query takes a row down.
STAGE = 8


def to_sql(
    model: Any,
    *,
    dialect: Literal["duckdb", "sqlite", "postgresql"] = "duckdb",
    form: Literal["expression", "query"] = "expression",
    table: str = "rows",
    keep: Sequence[str] = (),
) -> str:
    """Write a tree as SQL.

    Parameters
    ----------
    model : estimator or Tree
        What to export.
    dialect : {"duckdb", "sqlite", "postgresql"}, default="duckdb"
        The database.
    form : {"expression", "query"}, default="expression"
        expression: a value, the class of a row, to be used wherever a column may be. query: a
        SELECT over a table that gives ``prediction`` and ``probability_LABEL`` for each class.
    table : str, default="rows"
        The table that the query reads; its columns are named as the features.
    keep : sequence of str, default=()
        Columns of the table that the query gives as well.

    Returns
    -------
    str
        The SQL. NULL and NaN are missing values, and a category that was not seen in training
        equals none of those that were. Classes and probabilities are those of the estimator, bit
        for bit; PostgreSQL raises an error where a square or product leaves the range of doubles.

    Raises
    ------
    CannotExport
        As an expression: for missing values that go down every branch, and for trees deeper than
        the database takes; a query has neither limit.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.export import to_sql
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> print(to_sql(AxisTreeClassifier(max_depth=1).fit(X, y)))
    CASE
      WHEN NULLIF(CAST("petal length (cm)" AS DOUBLE), CAST('NaN' AS DOUBLE)) <= 2.45e0
      THEN 0
      ELSE 1
    END
    """
    if dialect not in DIALECTS:
        raise ValueError(f"dialect must be one of {list(DIALECTS)}, got {dialect!r}")
    if form not in FORMS:
        raise ValueError(f"form must be one of {list(FORMS)}, got {form!r}")
    program = program_of(model, "SQL")
    writer = _Query(program, DIALECTS[dialect], table, tuple(keep))
    return writer.query() if form == "query" else _expression(program, DIALECTS[dialect])


def _expression(program: Program, dialect: Dialect) -> str:
    if program.fractional:
        raise CannotExport(
            "one SQL expression cannot express missing values that go down every branch "
            '(missing="fractional"); use form="query"'
        )
    if program.tree.depth > dialect.most_levels:
        raise CannotExport(
            f"one SQL expression cannot express a tree {program.tree.depth} deep: {dialect.title} "
            f'takes {dialect.most_levels} levels for certain; use form="query"'
        )
    columns = {
        feature: _column(program, dialect, feature, dialect.identifier(name))
        for feature, name in enumerate(program.schema.names)
    }
    tests = _Tests(program, dialect, columns)
    answers = {
        step.id: dialect.label(program.classes[step.answer])
        for step in program.steps
        if step.test is None
    }
    return "\n".join(tests.cases(0, program.tree.depth, answers)) + "\n"


def _column(program: Program, dialect: Dialect, feature: int, column: str) -> str:
    return column if program.symbolic(feature) else dialect.value(column)


class _Tests:
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


class _Query:
    """A SELECT in steps: the columns it needs, rows on their way down, the answers.

    Steps are materialized, as a database that writes one into the next would repeat what they
    compute for each place that uses it.
    """

    def __init__(
        self, program: Program, dialect: Dialect, table: str, keep: tuple[str, ...]
    ) -> None:
        self._program = program
        self._dialect = dialect
        self._table = dialect.identifier(table)
        self._keep = [(f"k{i}", dialect.identifier(name)) for i, name in enumerate(keep)]
        self._features = [(f"f{feature}", feature) for feature in program.features()]
        columns = {feature: name for name, feature in self._features}
        self._tests = _Tests(program, dialect, columns)

    def query(self) -> str:
        """Write all of it."""
        program = self._program
        steps = list(self._shares() if program.fractional else self._leaves())
        last = f"step{len(steps) - 1}"
        lines = [f"-- A decision tree with {program.tree.n_leaves} leaves, written by Obliqua."]
        for number, step in enumerate(steps):
            opening = "WITH" if number == 0 else "    "
            lines.append(f"{opening} step{number} AS MATERIALIZED (")
            lines += [f"  {line}" for line in step]
            lines.append("),")
        lines[-1] = ")"
        lines += self._answers(last)
        return "\n".join(lines) + "\n"

    def _carried(self) -> list[str]:
        return [name for name, _ in self._keep] + [name for name, _ in self._features]

    def _input(self, first: str) -> list[str]:
        """The first step reads the table."""
        program, dialect = self._program, self._dialect
        selected = [f"{column} AS {name}" for name, column in self._keep]
        for name, feature in self._features:
            column = dialect.identifier(program.schema.names[feature])
            selected.append(f"{_column(program, dialect, feature, column)} AS {name}")
        return _select([*selected, first], self._table)

    def _answers(self, last: str) -> list[str]:
        program, dialect = self._program, self._dialect
        kept = [f"{name} AS {column}" for name, column in self._keep]
        names = [dialect.identifier(f"probability_{label}") for label in program.classes]
        labels = [dialect.label(label) for label in program.classes]
        if program.fractional:
            # Of one argument SQLite's MAX would be the largest of a column.
            best = f"{dialect.greatest}({', '.join(['p0', *(f'p{i}' for i in range(len(names)))])})"
            whens = [f"WHEN p{i} = {best} THEN {label}" for i, label in enumerate(labels)]
            prediction = [f"CASE {' '.join(whens)} END AS prediction"]
            shares = [f"p{i} AS {name}" for i, name in enumerate(names)]
            return _select([*kept, *prediction, *shares], last)
        leaves = program.leaves()
        prediction = [self._by_leaf(leaves, labels) + " AS prediction"]
        shares = [
            self._by_leaf(leaves, None, position) + f" AS {name}"
            for position, name in enumerate(names)
        ]
        return _select([*kept, *prediction, *shares], last)

    def _by_leaf(self, leaves: list[int], labels: list[str] | None, position: int = 0) -> str:
        steps = self._program.steps
        values = [
            labels[steps[leaf].answer]
            if labels is not None
            else self._dialect.number(steps[leaf].shares[position])
            for leaf in leaves
        ]
        whens = [f"WHEN {leaf} THEN {value}" for leaf, value in zip(leaves, values, strict=True)]
        return f"CASE node {' '.join(whens)} END"

    # --- one leaf per row -----------------------------------------------------

    def _leaves(self) -> Iterator[list[str]]:
        """Take every row some levels down in each step, until all are in leaves."""
        program = self._program
        yield self._input("0 AS node")
        numbers = {step.id: str(step.id) for step in program.steps}
        depths = program.tree.depths
        for step, top in enumerate(range(0, program.tree.depth, STAGE)):
            tops = [s for s in program.steps if s.test is not None and depths[s.id] == top]
            lines = ["CASE node"]
            for node in tops:
                lines.append(f"  WHEN {node.id} THEN -- {printable(node.said)}")
                lines += [f"    {line}" for line in self._tests.cases(node.id, STAGE, numbers)]
            lines += ["  ELSE node", "END AS node"]
            yield _select([*self._carried(), lines], f"step{step}")

    # --- shares of a row in many leaves ---------------------------------------

    def _shares(self) -> Iterator[list[str]]:
        """Give each level's nodes their shares; then sum the leaves' from left to right."""
        program, dialect = self._program, self._dialect
        if len(program.steps) > dialect.most_columns:
            raise CannotExport(
                f"{dialect.title} cannot express a tree of {len(program.steps)} nodes whose "
                "missing values go down every branch: each is a column, of which it takes "
                f"{dialect.most_columns} for certain"
            )
        yield self._input(f"{dialect.number(1.0)} AS s0")
        depths = program.tree.depths.tolist()
        leaves: list[str] = []
        for depth in range(program.tree.depth):
            level = [step for step in program.steps if depths[step.id] == depth]
            leaves += [f"s{step.id}" for step in level if step.test is None]
            below = [
                share for step in level if step.test is not None for share in self._split(step)
            ]
            yield _select([*self._carried(), *leaves, *below], f"step{depth}")
        sums = []
        for position in range(len(program.classes)):
            parts = [
                f"s{leaf} * {dialect.number(program.steps[leaf].shares[position])}"
                for leaf in program.leaves()
            ]
            sums.append(f"{dialect.number(0.0)} + {' + '.join(parts)} AS p{position}")
        yield _select([*(name for name, _ in self._keep), *sums], f"step{program.tree.depth}")

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
