"""Bad input is refused with a message that names the culprit."""

import datetime

import numpy as np
import pandas as pd
import pytest
from sklearn.exceptions import DataConversionWarning, NotFittedError

from obliqua import AxisTreeClassifier

X = np.arange(12.0).reshape(6, 2)
Y = np.array([0, 0, 0, 1, 1, 1])
NAN, INF = float("nan"), float("inf")


def fit(X=X, y=Y, sample_weight=None, **params):
    return AxisTreeClassifier(**params).fit(X, y, sample_weight)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"criterion": "entropy"}, "criterion must be one of 'gini', .*callable; got 'entropy'"),
        ({"criterion": 3}, "criterion must be one of"),
        ({"pruning": "none"}, "pruning must be one of None, 'cost-complexity', .*; got 'none'"),
        ({"pruning": len}, "pruning must be one of"),
        ({"missing": "median"}, "missing must be one of 'mean', 'node-mean', 'fractional'"),
        ({"prune_fraction": 1.0}, "prune_fraction must be a number between 0 and 1; got 1.0"),
        ({"prune_fraction": "all"}, "prune_fraction must be a number"),
        ({"prune_se": -1}, "prune_se must be a number of at least 0; got -1"),
        ({"prune_se": NAN}, "prune_se must be a number"),
        ({"confidence": 0}, "confidence must be a number between 0 and 1; got 0"),
        ({"folds": 1}, "folds must be a whole number of at least 2; got 1"),
        ({"max_depth": 0}, "max_depth must be a whole number of at least 1, or None; got 0"),
        ({"max_depth": 2.0}, "max_depth must be a whole number"),
        ({"max_depth": True}, "max_depth must be a whole number"),
        ({"max_depth": 2**40}, "max_depth must be a whole number"),
        ({"min_samples_split": 1}, "min_samples_split must be a whole number of at least 2"),
        ({"min_samples_leaf": None}, "min_samples_leaf must be a whole number of at least 1;"),
        ({"max_leaf_nodes": 1}, "max_leaf_nodes must be a whole number of at least 2, or None"),
        ({"merge_leaves": 1}, "merge_leaves must be True or False; got 1"),
        ({"class_weight": "equal"}, "class_weight must be None, 'balanced', or a dictionary"),
        ({"class_weight": {0: -1}}, "class_weight of 0 must be .* at least zero; got -1"),
        ({"class_weight": {0: 2, 7: 1}}, r"class_weight names \[7\], not in y; .* are \[0, 1\]"),
        ({"class_weight": {0: 0, 1: 0}}, "leave every row with weight zero"),
        ({"random_state": -1}, "random_state must be None, a whole number of at least 0"),
        ({"random_state": "seed"}, "random_state must be"),
        ({"n_jobs": 0}, "n_jobs must be None, a whole number of at least 1, or negative"),
        ({"n_jobs": 1.5}, "n_jobs must be"),
        ({"verbose": -1}, "verbose must be True, False or a whole number of at least 0"),
    ],
)
def test_parameters_are_named_with_what_is_valid(params, message):
    with pytest.raises(ValueError, match=message):
        fit(**params)


def test_an_unknown_parameter_is_refused():
    with pytest.raises(TypeError, match="max_deep"):
        AxisTreeClassifier(max_deep=3)
    with pytest.raises(ValueError, match="max_deep"):
        AxisTreeClassifier().set_params(max_deep=3)


@pytest.mark.parametrize(
    ("y", "message"),
    [
        (None, "requires y to be passed, but the target y is None"),
        (Y[:-1], "X has 6 rows and y has 5 labels"),
        ([0] * 6, "only 1 class, 0, .* at least 2 classes"),
        (["a"] * 6, "only 1 class, 'a'"),
        ([0.5, 1, 1, 2, 2, 2], "Unknown label type: continuous. y holds 0.5 in row 0"),
        ([0, 1, NAN, 1, 0, 1], "y has a missing label in row 2 .*: nan"),
        ([0, 1, INF, 1, 0, 1], "y has an infinite label in row 2"),
        (["a", "b", None, "a", "b", "b"], "y has a missing label in row 2 .*: None"),
        (pd.Series([1, 2, None] * 2, dtype="Int64"), "y has a missing label in row 2 .*: nan"),
        (pd.Series(["a", None] * 3, dtype="category"), "y has a missing label in row 1"),
        ([0, "a", 1, "b", 0, 1], "y mixes labels of type int and str"),
        (np.array([0, True] * 3, dtype=object), "y mixes labels of type bool and int"),
        ([datetime.date(2020, 1, 1)] * 6, "Unknown label type: 'date'"),
        (np.array(["2020"] * 6, dtype="M8[Y]"), "Unknown label type: .*datetime64"),
        (np.array([1j] * 6), "Unknown label type"),
        ([b"a", b"b"] * 3, "Unknown label type"),
        (np.zeros((6, 2)), r"y should be a 1d array, got an array of shape \(6, 2\)"),
        (1, r"y should be a 1d array, got an array of shape \(\)"),
    ],
)
def test_labels(y, message):
    with pytest.raises(ValueError, match=message):
        fit(y=y)


def test_too_many_classes():
    n = 70_000
    with pytest.raises(ValueError, match="y has 70000 classes; at most 65535"):
        fit(np.zeros((n, 1)), np.arange(n) * 7)


def test_a_column_of_labels_is_worth_a_warning():
    with pytest.warns(DataConversionWarning, match="A column-vector y was passed"):
        fit(y=Y.reshape(-1, 1))


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ([1, 1, 1, -2, 1, 1], "sample_weight of row 3 .* is negative: -2.0"),
        ([1, NAN, 1, 1, 1, 1], "sample_weight of row 1 .* is not a finite number: nan"),
        ([1, 1, 1, 1, 1, INF], "sample_weight of row 5 .* is not a finite number: inf"),
        ([1, 1, 1], r"one number for each of the 6 rows; its shape is \(3,\)"),
        (np.ones((6, 2)), r"one number for each of the 6 rows; its shape is \(6, 2\)"),
        ([0] * 6, "sample_weight is zero for every row"),
        (["heavy"] * 6, "sample_weight must be numbers"),
        ([1, 1, 1, 0, 0, 0], "only 1 class, 0, among rows of positive weight"),
    ],
)
def test_weights(weights, message):
    with pytest.raises(ValueError, match=message):
        fit(sample_weight=weights)


def test_infinite_values_in_fit_and_predict():
    bad = X.copy()
    bad[4, 1] = -INF
    with pytest.raises(ValueError, match=r"column 'x1', row 4 .* infinite value -inf"):
        fit(bad)


METHODS = ["predict", "predict_proba", "predict_log_proba", "apply", "decision_path"]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    "given",
    [
        np.asarray,
        np.asfortranarray,
        lambda x: x.astype(np.float32),
        lambda x: x[::-1][::-1],
        lambda x: pd.DataFrame(x, columns=["x0", "x1"]),
    ],
)
def test_infinite_values_in_rows_to_predict(method, given):
    bad = X.copy()
    bad[4, 1] = -INF
    rows = given(bad)
    model = fit(given(X))
    with pytest.raises(ValueError, match=r"column 'x1', row 4 .* infinite value -inf"):
        getattr(model, method)(rows)


@pytest.mark.parametrize("method", METHODS)
def test_predicting_before_fitting(method):
    with pytest.raises(NotFittedError, match="AxisTreeClassifier instance is not fitted yet"):
        getattr(AxisTreeClassifier(), method)(X)


@pytest.mark.parametrize("name", ["get_depth", "get_n_leaves"])
def test_measuring_before_fitting(name):
    with pytest.raises(NotFittedError):
        getattr(AxisTreeClassifier(), name)()


@pytest.mark.parametrize("method", METHODS)
def test_predicting_another_table(method):
    predict = getattr(fit(), method)
    with pytest.raises(ValueError, match="X has 3 features, but AxisTreeClassifier is expecting 2"):
        predict(np.zeros((2, 3)))
    with pytest.raises(ValueError, match=r"column 'x0' was numeric .* is symbolic"):
        predict([["red", 1], ["blue", 2]])
    with pytest.raises(ValueError, match="Expected 2D array, got 1D array"):
        predict(X[0])
    with pytest.raises(ValueError, match=r"0 sample\(s\)"):
        predict(X[:0])


def test_a_failed_fit_leaves_the_last_tree():
    model = fit()
    before = model.tree_
    with pytest.raises(ValueError, match="missing label"):
        model.fit(X, [0, 1, NAN, 1, 0, 1])
    assert model.tree_ is before


def test_a_bad_criterion_of_ones_own_is_refused():
    with pytest.raises(ZeroDivisionError):
        fit(criterion=lambda left, right: 1 / 0)
    with pytest.raises((ValueError, TypeError), match="criterion"):
        fit(criterion=lambda left, right: np.zeros(1 + len(left)))
    for answer in ("high", None, ["a"] * 5, [[1], [2, 3]]):
        with pytest.raises(ValueError, match="criterion: the callable must return one number"):
            fit(criterion=lambda left, right, answer=answer: answer)
    with pytest.raises(TypeError, match="takes 1 positional argument"):
        fit(criterion=lambda left: left)


def test_numbers_that_no_double_holds():
    column = [[1], [2], [10**400]] * 2
    with pytest.raises(ValueError, match=r"column 'x0', row 2 .* too large"):
        fit(np.array(column, dtype=object))
