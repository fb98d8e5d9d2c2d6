"""Trees as SQL: one expression, or a query that adds the class and its probabilities to rows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from obliqua.export.program import CannotExport, Program, program_of
from obliqua.export.sql_dialects import DIALECTS, Dialect
from obliqua.export.sql_query import Descent, Steps, input_columns, largest
from obliqua.export.sql_tests import Tests, column_of
from obliqua.export.sql_vote import add_votes, shares_of_votes
from obliqua.export.vote import Vote, vote_of

__all__ = ["to_sql"]

FORMS = ("expression", "query")


def to_sql(
    model: Any,
    *,
    dialect: Literal["duckdb", "sqlite", "postgresql"] = "duckdb",
    form: Literal["expression", "query"] = "expression",
    table: str = "rows",
    keep: Sequence[str] = (),
) -> str:
    """Write a tree, or a forest, as SQL.

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
        As an expression: for missing values that go down every branch, for trees deeper than the
        database takes, and for forests; a query has none of these limits. As a query: for forests
        of more steps than the database takes.

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
    database, vote = DIALECTS[dialect], vote_of(model)
    if form == "query":
        whole = program_of(model, "SQL") if vote is None else vote
        return _query(whole, database, table, keep)
    if vote is not None:
        raise CannotExport(
            f"one SQL expression cannot express {type(model).__name__}, a vote of trees; use "
            'form="query", or export its trees one by one, model.trees[0] to '
            f"model.trees[{len(vote.programs) - 1}]"
        )
    return _expression(program_of(model, "SQL"), database)


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
        feature: column_of(program.schema, dialect, feature, dialect.identifier(name))
        for feature, name in enumerate(program.schema.names)
    }
    tests = Tests(program, dialect, columns)
    answers = {
        step.id: dialect.label(program.classes[step.answer])
        for step in program.steps
        if step.test is None
    }
    return "\n".join(tests.cases(0, program.tree.depth, answers)) + "\n"


def _query(whole: Program | Vote, dialect: Dialect, table: str, keep: Sequence[str]) -> str:
    steps = Steps(dialect.identifier(table))
    kept = {f"k{position}": dialect.identifier(name) for position, name in enumerate(keep)}
    read = [f"{column} AS {name}" for name, column in kept.items()]
    read += input_columns(whole, dialect)
    labels = [dialect.label(label) for label in whole.classes]
    if isinstance(whole, Program):
        descent = Descent(whole, dialect, list(kept))
        steps.add([*read, descent.start])
        descent.add_to(steps)
        prediction, shares = descent.prediction(labels), descent.probabilities()
    else:
        votes = add_votes(whole, dialect, steps, read, list(kept))
        prediction, shares = largest(dialect, votes, labels), shares_of_votes(whole, dialect, votes)
    names = [dialect.identifier(f"probability_{label}") for label in whole.classes]
    pairs = zip(shares, names, strict=True)
    columns = [f"{name} AS {column}" for name, column in kept.items()]
    columns += [f"{prediction} AS prediction", *(f"{share} AS {name}" for share, name in pairs)]
    return steps.query(whole.title, columns)
