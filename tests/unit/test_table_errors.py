import datetime

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from obliqua.table import read

INF = float("inf")


@pytest.mark.parametrize("value", [INF, -INF])
@pytest.mark.parametrize("dtype", ["float64", "float32", object])
def test_infinities_are_named_by_column_and_row(value, dtype):
    X = np.arange(12.0).reshape(4, 3).astype(dtype)
    X[2, 1] = value
    with pytest.raises(ValueError, match=f"column 'x1', row 2 .*infinite value {value}"):
        read(X)


def test_infinities_are_found_beside_missing_values_and_in_frames():
    X = np.array([[np.nan, 1.0], [INF, -INF]])
    with pytest.raises(ValueError, match="column 'x0', row 1"):
        read(X)
    with pytest.raises(ValueError, match="column 'size', row 1"):
        read(pl.DataFrame({"age": [1.0, 2.0], "size": [1.0, -INF]}))


def test_a_sum_that_overflows_is_not_an_infinity():
    _, columns = read(np.full((4, 2), np.finfo(float).max))
    assert np.isfinite(columns.numeric).all()


@pytest.mark.parametrize(
    ("X", "error", "message"),
    [
        (np.zeros((0, 3)), ValueError, r"0 sample\(s\) \(shape=\(0, 3\)\)"),
        (np.zeros((3, 0)), ValueError, r"0 feature\(s\) \(shape=\(3, 0\)\)"),
        (pd.DataFrame({"a": []}), ValueError, r"0 sample\(s\)"),
        (pd.DataFrame(index=[0, 1]), ValueError, r"0 feature\(s\)"),
        ([], ValueError, "Expected 2D array, got 1D array"),
        ([1, 2, 3], ValueError, "Expected 2D array, got 1D array"),
        (pd.Series([1, 2], name="a"), ValueError, "Expected 2D array, got 1D array"),
        (pl.Series([1, 2]), ValueError, "Expected 2D array, got 1D array"),
        (3.0, ValueError, "Expected 2D array, got scalar"),
        (None, ValueError, "Expected 2D array, got scalar"),
        (np.zeros((2, 2, 2)), ValueError, "array with dim 3"),
        ([[1, 2], [3]], ValueError, "rows of X have different lengths"),
        ([["a", 2], ["b"]], ValueError, "rows of X have different lengths"),
        (np.ones((2, 2), dtype=complex), ValueError, "Complex data not supported"),
        (sparse.csr_matrix(np.eye(2)), TypeError, "[Ss]parse"),
        (sparse.coo_array(np.eye(2)), TypeError, "[Ss]parse"),
        (pl.LazyFrame({"a": [1]}), TypeError, r"collect\(\)"),
        (np.array([[b"a"], [b"b"]]), ValueError, "decode bytes"),
        (np.zeros((2, 1), dtype="M8[D]"), ValueError, "dates and times are not supported"),
        (pl.DataFrame({"l": [[1], [2]]}), ValueError, "column 'l' has dtype List"),
        (pd.DataFrame([[1, 2]], columns=["a", "a"]), ValueError, "names of X must be unique.*'a'"),
        (pd.DataFrame([[1, 2]], columns=["a", 1]), TypeError, "all strings or none: 1 is int"),
    ],
)
def test_what_is_no_table_is_refused(X, error, message):
    with pytest.raises(error, match=message):
        read(X)


@pytest.mark.parametrize("library", [pd.DataFrame, pl.DataFrame])
def test_dates_come_with_advice(library):
    day = datetime.date(2020, 1, 1)
    with pytest.raises(ValueError, match=r"column 'born'.*dates and times.*days"):
        read(library({"age": [1], "born": [day]}))
    with pytest.raises(ValueError, match=r"column 'born'.*dates and times"):
        read(library({"age": [1], "born": [datetime.datetime(2020, 1, 1)]}))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([1, 2, "x"], "column 'a' mixes number and text: row 2 .* holds 'x'"),
        (["x", None, 3.5], "column 'a' mixes text and number: row 2 .* holds 3.5"),
        ([True, "yes", False], "column 'a' mixes bool and text: row 1 .* holds 'yes'"),
        ([True, 2, 3], "column 'a' mixes bool and number: row 1 .* holds 2"),
    ],
)
def test_mixed_columns_are_refused(values, message):
    with pytest.raises(ValueError, match=message):
        read(pd.DataFrame({"a": pd.Series(values, dtype=object)}))


def test_other_objects_are_refused():
    X = np.array([[1.0], [{"foo": "bar"}]], dtype=object)
    with pytest.raises(
        TypeError, match=r"'x0', row 1 .* must be a string or a real number, not 'd"
    ):
        read(X)
