import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest

from obliqua.table import read

NAN = float("nan")
FRAME = pd.DataFrame({"age": [30.0, 40.0, 50.0], "colour": ["red", "blue", "red"]})


@pytest.fixture
def schema():
    return read(FRAME)[0]


def test_columns_are_put_in_order_by_name(schema):
    columns = schema.columns(FRAME[["colour", "age"]])
    np.testing.assert_array_equal(columns.numeric, [[30], [40], [50]])
    np.testing.assert_array_equal(columns.symbolic, [[1], [0], [1]])


def test_numeric_columns_are_put_in_order_by_name():
    schema, _ = read(pd.DataFrame({"a": [1.0], "b": [2.0], "c": [3.0]}))
    columns = schema.columns(pl.DataFrame({"c": [30], "a": [10], "b": [20]}))
    np.testing.assert_array_equal(columns.numeric, [[10, 20, 30]])


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (FRAME.rename(columns={"age": "years"}), "unseen at fit time:\n- years\n.*missing:\n- age"),
        (FRAME[["age"]], "yet now missing:\n- colour"),
        (FRAME.assign(extra=1), "unseen at fit time:\n- extra"),
    ],
    ids=["renamed", "missing", "extra"],
)
def test_other_columns_are_refused_by_name(schema, frame, message):
    with pytest.raises(ValueError, match=f"(?s)feature names should match.*{message}"):
        schema.columns(frame)


def test_another_number_of_columns_is_refused(schema):
    with pytest.raises(ValueError, match="X has 3 features, but Model is expecting 2 features"):
        schema.columns([[1, "red", 2]], "Model")


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (
            FRAME.assign(age=["old", "old", "young"]),
            "column 'age' was numeric .* is symbolic",
        ),
        (FRAME.assign(colour=[1, 2, 3]), "column 'colour' was symbolic .* is numeric"),
        (FRAME.assign(age=[True, False, True]), r"column 'age' was numeric .* is symbolic \(bool"),
    ],
)
def test_another_kind_is_refused(schema, frame, message):
    with pytest.raises(ValueError, match=message):
        schema.columns(frame)


def test_an_array_of_another_kind_is_refused(schema):
    with (
        pytest.warns(UserWarning, match="X does not have valid feature names"),
        pytest.raises(ValueError, match="column 'colour' was symbolic"),
    ):
        schema.columns(np.ones((2, 2)))


def test_an_unseen_category_is_one_past_the_last(schema):
    columns = schema.columns(pd.DataFrame({"age": [1, 2, 3], "colour": ["green", None, "blue"]}))
    np.testing.assert_array_equal(columns.symbolic, [[2], [-1], [0]])


@pytest.mark.parametrize("missing", [[None, None], [NAN, NAN], pd.array([None, None], "Int64")])
def test_a_column_with_no_value_fits_any_kind(schema, missing):
    columns = schema.columns(pd.DataFrame({"age": missing, "colour": missing}))
    assert np.isnan(columns.numeric).all()
    assert (columns.symbolic == -1).all()


def test_names_on_one_side_only_are_worth_a_warning(schema):
    with pytest.warns(UserWarning, match="does not have valid feature names, but Model was"):
        schema.columns([[1.0, "red"]], "Model")
    unnamed, _ = read([[1.0, "red"]])
    with pytest.warns(UserWarning, match="X has feature names, but Model was"):
        unnamed.columns(FRAME, "Model")


def test_a_fitting_table_gives_no_warning(schema):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        schema.columns(FRAME)
        schema.columns(pl.from_pandas(FRAME))


def test_features_are_found_by_name(schema):
    assert schema.index("colour") == 1
    with pytest.raises(KeyError, match="no feature is named 'size'"):
        schema.index("size")


def test_library_types_do_not_tell_schemas_apart(schema):
    assert read(pl.from_pandas(FRAME))[0] == schema
