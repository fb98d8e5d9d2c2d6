import subprocess
import sys
from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from obliqua.table import read

NAN = float("nan")

DATA = {
    "i": [1, None, 3, 4],
    "f": [1.5, 2.5, None, NAN],
    "s": ["b", None, "a", "b"],
    "b": [True, None, False, True],
}

FRAMES = {
    "pandas": pd.DataFrame(DATA),
    "pandas nullable": pd.DataFrame(DATA).convert_dtypes(),
    "pandas arrow": pd.DataFrame(DATA).convert_dtypes(dtype_backend="pyarrow"),
    "pandas category": pd.DataFrame(DATA).astype({"s": "category", "b": "category"}),
    "polars": pl.DataFrame(DATA, strict=False),
    "polars enum": pl.DataFrame(DATA, strict=False).with_columns(
        pl.col("s").cast(pl.Enum(["b", "a"]))
    ),
    "arrow": pa.table(DATA),
    "arrow dictionary": pa.table({**DATA, "s": pa.array(DATA["s"]).dictionary_encode()}),
    "arrow batch": pa.RecordBatch.from_pydict(DATA),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_every_library_gives_the_same_columns(frame):
    schema, columns = read(frame)
    assert schema.names == ("i", "f", "s", "b")
    assert schema.kinds == ("numeric", "numeric", "symbolic", "symbolic")
    assert schema.categories == ((), (), ("a", "b"), ("False", "True"))
    assert schema.named
    np.testing.assert_array_equal(columns.numeric, [[1, 1.5], [NAN, 2.5], [3, NAN], [4, NAN]])
    np.testing.assert_array_equal(columns.symbolic, [[1, 1], [-1, -1], [0, 0], [1, 1]])
    assert columns.kinds == [0, 0, 1, 1]
    assert columns.n_categories == [0, 0, 2, 2]
    assert columns.numeric.dtype == np.float64
    assert columns.symbolic.dtype == np.int32


@pytest.mark.parametrize("order", ["C", "F"])
def test_a_float64_array_is_not_copied(order):
    X = np.asarray(np.random.default_rng(0).normal(size=(20, 3)), order=order)
    for view in (X, X[::2], X[:, ::-1], X[5:, 1:]):
        _, columns = read(view)
        assert columns.numeric is view


def test_an_array_the_core_cannot_step_through_is_copied():
    records = np.zeros(5, dtype=[("a", "u1"), ("x", "f8", (2,))])
    records["x"] = np.arange(10).reshape(5, 2)
    _, columns = read(records["x"])
    assert columns.numeric.flags.aligned
    np.testing.assert_array_equal(columns.numeric, records["x"])


@pytest.mark.parametrize("dtype", ["float32", "float16", "int8", "uint64", "int64", ">f8", "bool"])
def test_every_numeric_dtype_becomes_float64(dtype):
    X = np.array([[1, 0], [0, 1]], dtype=dtype)
    schema, columns = read(X)
    assert schema.kinds == ("numeric", "numeric")
    assert not schema.named
    assert columns.numeric.dtype == np.float64
    np.testing.assert_array_equal(columns.numeric, [[1.0, 0.0], [0.0, 1.0]])


def test_lists_keep_numbers_beside_text():
    schema, columns = read([[1, "red", True], [2.5, None, False], (None, "blue", True)])
    assert schema.kinds == ("numeric", "symbolic", "symbolic")
    np.testing.assert_array_equal(columns.numeric, [[1.0], [2.5], [NAN]])
    assert schema.categories == ((), ("blue", "red"), ("False", "True"))
    np.testing.assert_array_equal(columns.symbolic, [[1, 1], [-1, 0], [0, 1]])


def test_text_arrays_are_symbolic_also_where_the_text_is_a_number():
    schema, _ = read(np.array([["1", "x"], ["10", "y"], ["2", "x"]]))
    assert schema.categories == (("1", "10", "2"), ("x", "y"))


def test_objects_that_are_numbers_are_numeric():
    X = np.array([[1, Decimal("0.5")], [np.int8(2), None], [pd.NA, 3.5]], dtype=object)
    schema, columns = read(X)
    assert schema.kinds == ("numeric", "numeric")
    np.testing.assert_array_equal(columns.numeric, [[1, 0.5], [2, NAN], [NAN, 3.5]])


def test_masked_values_are_missing():
    X = np.ma.array([[1, 2], [3, 4]], mask=[[0, 1], [0, 0]])
    _, columns = read(X)
    np.testing.assert_array_equal(columns.numeric, [[1, NAN], [3, 4]])


def test_categories_of_numbers_and_ordered_ones_are_symbolic():
    frame = pd.DataFrame(
        {
            "n": pd.Categorical([10, 9, None]),
            "o": pd.Categorical(["low", "high", "low"], ["low", "high"], ordered=True),
        }
    )
    schema, columns = read(frame)
    assert schema.categories == (("10", "9"), ("high", "low"))
    np.testing.assert_array_equal(columns.symbolic, [[0, 1], [1, 0], [-1, 1]])


def test_categories_that_no_row_has_are_left_out():
    frame = pd.DataFrame({"c": pd.Categorical(["b"] * 3, ["a", "b", "c"])})
    assert read(frame)[0].categories == (("b",),)


def test_decimal_and_sparse_columns_are_numeric():
    assert read(pl.DataFrame({"d": [Decimal("1.5"), None]}))[0].kinds == ("numeric",)
    assert read(pd.DataFrame({"s": pd.arrays.SparseArray([0.0, 1.0])}))[0].kinds == ("numeric",)


@pytest.mark.parametrize(
    "frame",
    [
        pd.DataFrame({"a": [1, 2], "e": [None, None]}),
        pl.DataFrame({"a": [1, 2], "e": [None, None]}),
        pa.table({"a": [1, 2], "e": pa.nulls(2)}),
    ],
)
def test_a_column_with_no_value_at_all_is_numeric_and_missing(frame):
    schema, columns = read(frame)
    assert schema.kinds == ("numeric", "numeric")
    assert np.isnan(columns.numeric[:, 1]).all()


def test_columns_named_by_numbers_have_no_names():
    schema, _ = read(pd.DataFrame(np.eye(2)))
    assert schema.names == ("x0", "x1")
    assert not schema.named


def test_the_order_of_the_rows_does_not_change_the_codes():
    first, _ = read([["b"], ["a"], ["c"]])
    second, _ = read([["c"], ["b"], ["a"]])
    assert first == second


def test_rows_can_be_taken():
    _, columns = read(pd.DataFrame({"x": [1.0, 2.0, 3.0], "c": ["a", "b", "a"]}))
    some = columns.take(np.array([2, 0]))
    np.testing.assert_array_equal(some.numeric, [[3.0], [1.0]])
    np.testing.assert_array_equal(some.symbolic, [[0], [0]])


def test_arrays_need_no_dataframe_library():
    code = (
        "import sys, numpy, obliqua.table; obliqua.table.read(numpy.zeros((3, 2)));"
        "obliqua.table.read([[1, 'a'], [2, 'b']]);"
        "print([m for m in ('narwhals', 'pandas', 'polars', 'pyarrow') if m in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "[]"
