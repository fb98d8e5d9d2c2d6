"""The same rows give the same tree, whatever library holds them."""

import itertools

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from obliqua import AxisTreeClassifier

RNG = np.random.default_rng(7)
N = 200
SIZE = np.where(RNG.random(N) < 0.1, np.nan, RNG.normal(size=N).round(1))
COLOUR = [None if RNG.random() < 0.1 else str(c) for c in RNG.choice(["red", "blue", "tan"], N)]
FLAG = RNG.random(N) < 0.5
Y = np.where((np.nan_to_num(SIZE) > 0) ^ np.array([c == "red" for c in COLOUR]) ^ FLAG, "p", "q")

ROWS = {"size": [None if np.isnan(s) else float(s) for s in SIZE], "colour": COLOUR, "flag": FLAG}
PANDAS = pd.DataFrame(ROWS)
FRAMES = {
    "pandas": PANDAS,
    "pandas nullable": PANDAS.convert_dtypes(),
    "pandas category": PANDAS.astype({"colour": "category"}),
    "polars": pl.DataFrame(ROWS),
    "polars float32": pl.DataFrame(ROWS).with_columns(pl.col("colour").cast(pl.Categorical)),
    "arrow": pa.table({**ROWS, "flag": pa.array(FLAG)}),
    "another order": PANDAS[["size", "colour", "flag"]],
}


@pytest.mark.parametrize("missing", ["mean", "node-mean", "fractional"])
@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_trees_are_equal(frame, missing):
    reference = AxisTreeClassifier(missing=missing).fit(PANDAS, Y)
    model = AxisTreeClassifier(missing=missing).fit(frame, Y)
    assert model.tree_.diff(reference.tree_) == []
    assert model.tree_.digest() == reference.tree_.digest()
    np.testing.assert_array_equal(model.predict(frame), reference.predict(PANDAS))
    np.testing.assert_array_equal(model.predict_proba(PANDAS), reference.predict_proba(frame))


def test_rows_as_lists_ask_the_same_questions():
    rows = PANDAS.astype(object).where(PANDAS.notna(), None).to_numpy().tolist()
    model = AxisTreeClassifier().fit(rows, Y)
    reference = AxisTreeClassifier().fit(PANDAS, Y)
    assert model.tree_.term_names == ("x0",)
    np.testing.assert_array_equal(model.predict(rows), reference.predict(PANDAS))


def test_layout_and_precision_of_arrays_do_not_matter():
    X = RNG.integers(0, 20, size=(N, 4)).astype(np.float64)
    digests = {
        AxisTreeClassifier().fit(view, Y).tree_.digest()
        for view in (X, np.asfortranarray(X), X.astype("f4"), X.astype(int), X.astype(object))
    }
    padded = np.zeros((2 * N, 9))
    padded[::2, 1::2] = X
    digests.add(AxisTreeClassifier().fit(padded[::2, 1::2], Y).tree_.digest())
    assert len(digests) == 1


@pytest.mark.parametrize("labels", [[0, 1], [0.0, 1.0], np.array([3, 5], "i4"), ["n", "y"]])
def test_rows_in_single_precision_are_predicted_as_their_doubles(labels):
    X = RNG.normal(size=(3000, 5)).astype(np.float32)
    X[RNG.random(X.shape) < 0.05] = np.nan
    y = np.array(labels)[(np.nan_to_num(X[:, 0]) > X[:, 1]).astype(int)]
    model = AxisTreeClassifier().fit(X, y)
    doubles = X.astype(np.float64)
    for view in (X, np.asfortranarray(X), np.repeat(X, 2, axis=1)[:, ::2]):
        for method in ("predict", "predict_proba", "apply"):
            found = getattr(model, method)(view)
            np.testing.assert_array_equal(found, getattr(model, method)(doubles))
    assert model.predict(X).dtype == y.dtype


def test_columns_may_come_in_another_order():
    model = AxisTreeClassifier().fit(PANDAS, Y)
    np.testing.assert_array_equal(
        model.predict(PANDAS[["flag", "size", "colour"]]), model.predict(PANDAS)
    )


def test_an_unseen_category_goes_right_at_every_test():
    model = AxisTreeClassifier().fit(pd.DataFrame({"c": ["a", "b", "c"] * 4}), [0, 1, 2] * 4)
    seen = {
        model.tree_.node(i).test.category
        for i in range(model.tree_.n_nodes)
        if model.tree_.node(i).test
    }
    path = model.decision_path(pd.DataFrame({"c": ["never"]})).indices.tolist()
    nodes = [model.tree_.node(i) for i in path]
    assert len(seen) == 2
    assert all(below.id == above.children[1] for above, below in itertools.pairwise(nodes))


def test_bool_arrays_are_numeric_and_bool_columns_symbolic():
    X = np.array([[True], [False]] * 3)
    assert AxisTreeClassifier().fit(X, [1, 0] * 3).tree_.node(0).test.pretty() == "x0 ≤ 0.5"
    frame = pd.DataFrame(X, columns=["flag"])
    test = AxisTreeClassifier().fit(frame, [1, 0] * 3).tree_.node(0).test
    assert test.pretty() == "flag = False"


@pytest.mark.parametrize(
    "labels",
    [
        [0, 1],
        [-5, 10**12],
        [2**63, 2**63 + 5],
        ["no", "yes"],
        [False, True],
        [1.0, 2.0],
    ],
)
@pytest.mark.parametrize("kind", [list, np.array, pd.Series, "object", "category"])
def test_labels_come_back_as_they_were(labels, kind):
    y = labels * 10
    X = np.arange(20).reshape(-1, 1) % 2
    if kind == "object":
        given = np.array(y, dtype=object)
    elif kind == "category":
        given = pd.Series(y).astype("category")
    else:
        given = kind(y)
    model = AxisTreeClassifier().fit(X, given)
    assert model.classes_.tolist() == labels
    assert model.predict(X).tolist() == y
    assert [type(label) for label in model.predict(X).tolist()] == [type(label) for label in y]


@pytest.mark.parametrize(
    "library", [pl.Series, pa.array, lambda y: pl.Series(y).cast(pl.Categorical)]
)
def test_labels_of_other_libraries(library):
    y = ["b", "a"] * 5
    model = AxisTreeClassifier().fit([[0], [1]] * 5, library(y))
    assert model.classes_.tolist() == ["a", "b"]
