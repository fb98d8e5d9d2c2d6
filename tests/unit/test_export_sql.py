"""Exported SQL, run by DuckDB, SQLite and PostgreSQL."""

import os
import shutil
import sqlite3
import subprocess
import tempfile
from pathlib import Path

import numpy as np
import pytest

from obliqua import _core
from obliqua.export import CannotExport, to_sql
from obliqua.export.sql_dialects import DIALECTS
from tests.exported import (
    FORESTS,
    HAND_MADE,
    classes_of,
    forest_of,
    kinds,
    rows_for,
    rows_for_all,
    shares_of,
    staircase,
)
from tests.trees import Builder, chain, equality, schema_of

N_ROWS = 100_000
FEWER = {"60 deep": 10_000, "40 classes": 5_000}


def rows_of(model, database, n, seed=0):
    """PostgreSQL raises an error where a product is too large for a double, or too small."""
    rows = rows_for_all if hasattr(model, "trees") else rows_for
    if database.dialect.name != "postgresql":
        return rows(model, n, seed, extreme=1e300)
    frame = rows(model, n, seed, extreme=1e150)
    for name in frame.select_dtypes("number"):
        frame.loc[frame[name].abs() < 1e-150, name] = 0.0
    return frame


def columns_of(frame):
    """Numbers and text with None for what is missing."""
    return [
        [None if value is None or value != value else value for value in frame[name].tolist()]
        for name in frame
    ]


class Duck:
    dialect = DIALECTS["duckdb"]

    def __init__(self):
        duckdb = pytest.importorskip("duckdb")
        self.connection = duckdb.connect()

    def load(self, frame):
        pa = pytest.importorskip("pyarrow")
        arrow = pa.table([pa.array(column) for column in columns_of(frame)], names=list(frame))
        arrow = arrow.append_column("row number", pa.array(range(len(frame))))
        self.connection.register("arrow", arrow)
        self.connection.execute('CREATE OR REPLACE TABLE "my rows" AS SELECT * FROM arrow')

    def ask(self, sql):
        return self.connection.execute(sql).fetchall()


class Lite:
    dialect = DIALECTS["sqlite"]

    def __init__(self):
        self.connection = sqlite3.connect(":memory:")

    def load(self, frame):
        names = [self.dialect.identifier(name) for name in [*frame, "row number"]]
        kinds = ["REAL" if frame[n].dtype == float else "TEXT" for n in frame] + ["INTEGER"]
        declared = ", ".join(f"{n} {k}" for n, k in zip(names, kinds, strict=True))
        self.connection.execute('DROP TABLE IF EXISTS "my rows"')
        self.connection.execute(f'CREATE TABLE "my rows" ({declared})')
        rows = zip(*columns_of(frame), range(len(frame)), strict=True)
        marks = ", ".join("?" * len(names))
        self.connection.executemany(f'INSERT INTO "my rows" VALUES ({marks})', rows)

    def ask(self, sql):
        return self.connection.execute(sql).fetchall()


class Postgres:
    dialect = DIALECTS["postgresql"]

    def __init__(self, connection):
        self.connection = connection

    def load(self, frame):
        names = [self.dialect.identifier(name) for name in [*frame, "row number"]]
        kinds = ["float8" if frame[n].dtype == float else "text" for n in frame] + ["integer"]
        declared = ", ".join(f"{n} {k}" for n, k in zip(names, kinds, strict=True))
        cursor = self.connection.cursor()
        cursor.execute('DROP TABLE IF EXISTS "my rows"')
        cursor.execute(f'CREATE TABLE "my rows" ({declared})')
        with cursor.copy('COPY "my rows" FROM STDIN') as copy:
            for row in zip(*columns_of(frame), range(len(frame)), strict=True):
                copy.write_row(row)

    def ask(self, sql):
        return self.connection.execute(sql).fetchall()


@pytest.fixture(scope="module")
def postgres():
    """A server of its own on a socket in a temporary folder, which pytest's are too private for."""
    psycopg = pytest.importorskip("psycopg")
    found = shutil.which("initdb") or next(Path("/usr/lib/postgresql").glob("*/bin/initdb"), None)
    if found is None:
        pytest.skip("PostgreSQL is not installed")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        run = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder}
        if os.geteuid() == 0:  # whom the server refuses to be run by
            run["user"] = "postgres"
            shutil.chown(folder, "postgres")
        programs, data = Path(found).parent, f"{folder}/data"
        subprocess.run([programs / "initdb", "-D", data, "-A", "trust", "-U", "me"], **run)
        control = [programs / "pg_ctl", "-D", data, "-w"]
        options = f"-k {folder} -c listen_addresses='' -c fsync=off -c jit=off"
        subprocess.run([*control, "-l", f"{folder}/log", "-o", options, "start"], **run)
        try:
            url = f"host={folder} user=me dbname=postgres"
            with psycopg.connect(url, autocommit=True) as connection:
                yield Postgres(connection)
        finally:
            subprocess.run([*control, "-m", "fast", "stop"], **run)


@pytest.fixture(params=["duckdb", "sqlite", "postgresql"])
def database(request):
    if request.param == "postgresql":
        return request.getfixturevalue("postgres")
    return {"duckdb": Duck, "sqlite": Lite}[request.param]()


@pytest.mark.parametrize("which", HAND_MADE)
def test_a_query_is_bit_for_bit(database, which):
    tree = HAND_MADE[which]()
    frame = rows_of(tree, database, FEWER.get(which, N_ROWS))
    database.load(frame)
    sql = to_sql(
        tree, dialect=database.dialect.name, form="query", table="my rows", keep=["row number"]
    )
    answers = sorted(database.ask(sql))
    assert [row[0] for row in answers] == list(range(len(frame)))
    np.testing.assert_array_equal([row[2:] for row in answers], shares_of(tree, frame))
    expected = tree.classes[classes_of(tree, frame)].tolist()
    assert [row[1] for row in answers] == expected


@pytest.mark.parametrize("which", FORESTS)
def test_a_vote_is_that_of_the_forest(database, which):
    forest = FORESTS[which]()
    frame = rows_of(forest, database, 40_000)
    database.load(frame)
    sql = to_sql(
        forest, dialect=database.dialect.name, form="query", table="my rows", keep=["row number"]
    )
    answers = sorted(database.ask(sql))
    assert [row[0] for row in answers] == list(range(len(frame)))
    np.testing.assert_array_equal([row[2:] for row in answers], forest.predict_proba(frame))
    assert [row[1] for row in answers] == forest.predict(frame).tolist()


@pytest.mark.slow
def test_as_many_trees_as_promised(database):
    forest = forest_of([kinds(), kinds(missing=1)] * 49)
    frame = rows_of(forest, database, 1_000)
    database.load(frame)
    sql = to_sql(
        forest, dialect=database.dialect.name, form="query", table="my rows", keep=["row number"]
    )
    assert database.dialect.most_steps - 10 < sql.count(" MATERIALIZED ") <= 500
    answers = sorted(database.ask(sql))
    assert [row[1] for row in answers] == forest.predict(frame).tolist()


@pytest.mark.parametrize("which", ["kinds", "small integers", "40 classes", "one leaf"])
def test_an_expression_gives_the_class(database, which):
    tree = HAND_MADE[which]()
    frame = rows_of(tree, database, FEWER.get(which, N_ROWS), seed=1)
    database.load(frame)
    expression = to_sql(tree, dialect=database.dialect.name)
    answers = sorted(database.ask(f'SELECT "row number", {expression} AS found FROM "my rows"'))
    expected = tree.classes[classes_of(tree, frame)].tolist()
    assert [row[1] for row in answers] == expected


def test_what_an_expression_cannot_say_is_refused_by_name():
    with pytest.raises(CannotExport, match="down every branch"):
        to_sql(kinds(missing=1))
    with pytest.raises(CannotExport, match=r"a vote of trees; use form=\"query\", or .*trees\[1\]"):
        to_sql(forest_of([kinds(), kinds()]))
    with pytest.raises(CannotExport, match=r"SQLite cannot express a vote of 250 .* one by one"):
        to_sql(forest_of([kinds()] * 250), form="query", dialect="sqlite")
    with pytest.raises(CannotExport, match=r"13 deep: SQLite takes 12 levels .* form=\"query\""):
        to_sql(chain(13), dialect="sqlite")
    with pytest.raises(CannotExport, match="null character"):
        to_sql(chain(2), form="query", table="a\0b")
    with pytest.raises(CannotExport, match="longer than 63 bytes"):
        to_sql(chain(2), form="query", dialect="postgresql", table="x" * 64)
    with pytest.raises(ValueError, match="dialect must be one of"):
        to_sql(chain(2), dialect="oracle")
    with pytest.raises(ValueError, match="form must be one of"):
        to_sql(chain(2), form="view")


def test_many_shares_are_refused_by_name():
    tree = chain(800)
    arrays = {**tree.arrays, "missing": (tree.arrays["kind"] > 0).astype(np.uint8)}
    tree = type(tree)(_core.Tree.from_arrays(arrays), tree.schema, tree.classes)
    with pytest.raises(CannotExport, match="a tree of 1601 nodes"):
        to_sql(tree, form="query")


def test_as_deep_as_promised(database):
    """The longest expression that is not refused."""
    depth = database.dialect.most_levels
    tree = staircase(depth)
    frame = rows_of(tree, database, 500)
    database.load(frame)
    expression = to_sql(tree, dialect=database.dialect.name)
    answers = sorted(database.ask(f'SELECT "row number", {expression} AS found FROM "my rows"'))
    assert [row[1] for row in answers] == tree.classes[classes_of(tree, frame)].tolist()


def test_sqlite_gets_doubles_exactly():
    generator = np.random.default_rng(0)
    bits = generator.integers(0, 2**63, size=3000, dtype=np.uint64)
    values = bits.view(np.float64)
    values = [*values[np.isfinite(values)].tolist(), 0.1, 1e22, 5e-324, 2.0**1023, 2.2e-308, 3.0]
    connection = sqlite3.connect(":memory:")
    for value in [*values, *(-value for value in values)]:
        text = DIALECTS["sqlite"].number(value)
        assert connection.execute(f"SELECT {text}").fetchone() == (value,), text


def test_truth_is_found_in_any_form(database):
    builder = Builder(1, 2, [])
    builder.add(-1, [1.0, 1.0], **equality(0, 1))
    builder.add(0, [1.0, 0.0])
    builder.add(0, [0.0, 1.0])
    tree = builder.tree(schema_of(("flag", ("False", "True"))), ["yes", "no"])
    expression = to_sql(tree, dialect=database.dialect.name)
    for written, label in (("1 = 1", "yes"), ("'True'", "yes"), ("1 = 0", "no"), ("NULL", "no")):
        found = database.ask(f"SELECT {expression} FROM (SELECT {written} AS flag) AS one")
        assert found == [(label,)]
