from itertools import pairwise

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

import obliqua
from obliqua import AxisTreeClassifier, SADTClassifier
from obliqua.conditions import AxisCondition, EqualityCondition, LinearCondition
from obliqua.experiments.datasets import ls10, pol, rcb

QUICK = {"unproductive": 500, "cooling": 0.98, "pruning": None, "random_state": 0}


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    X = rng.random((300, 3)) * [1.0, 1e3, 1e-3]
    y = np.searchsorted([1.3, 1.7], (X / [1.0, 1e3, 1e-3]).sum(axis=1))
    y[:15] = rng.integers(0, 3, 15)
    return X, y


def conditions_of(model):
    return [node.test for node in model.tree_.nodes() if not node.is_leaf]


def test_the_defaults_are_the_papers():
    params = SADTClassifier().get_params()
    assert params["criterion"] == "info-gain"
    assert params["unproductive"] == 10_000
    assert params["axis"] is False


@pytest.mark.parametrize(
    ("data", "accuracy", "leaves"),
    # The figures of Murthy, Kasif and Salzberg 1994, table 2, which SADT should not fall short of.
    [(ls10, 0.952, 15.5), (pol, 0.993, 8.4), (rcb, 0.979, 32.5)],
    ids=["ls10", "pol", "rcb"],
)
def test_the_papers_artificial_data_are_learnt(data, accuracy, leaves):
    made = data(2000, random_state=0)
    train, test = np.split(np.random.default_rng(0).permutation(2000), [1600])
    model = SADTClassifier(pruning=None, random_state=0).fit(made.data[train], made.target[train])
    assert model.score(made.data[test], made.target[test]) >= accuracy - 0.005
    assert model.tree_.n_leaves <= leaves
    # Tens of thousands of hyperplanes a node, as section 2 says.
    assert model.hyperplanes_ > 10_000 * model.tree_.n_tests


def test_a_longer_search_goes_on_where_a_shorter_one_ends(table):
    X, y = table
    moves = [
        SADTClassifier(record=True, **QUICK | {"unproductive": n, "max_depth": 1})
        .fit(X, y)
        .traces_[0]
        .merits
        for n in (1, 10, 100, 1000, 10_000)
    ]
    for shorter, longer in pairwise(moves):
        assert longer[: len(shorter)] == shorter
    assert max(moves[-1]) > max(moves[0])


def test_every_perturbation_is_counted(table):
    X, y = table
    model = SADTClassifier(**QUICK | {"max_depth": 1}).fit(X, y)
    best = SADTClassifier(**QUICK | {"max_depth": 1, "unproductive": 501}).fit(X, y)
    assert best.hyperplanes_ >= model.hyperplanes_ + 1
    assert model.hyperplanes_ >= 500


def test_switches_and_symbolic_features(table):
    X, y = table
    frame = pd.DataFrame(X, columns=list("abc"))
    colours = np.array(["red", "blue", "tan"])
    frame["colour"] = colours[np.random.default_rng(3).integers(0, 3, len(X))]
    classes = np.where(frame["colour"] == "red", "stop", np.where(y > 0, "left", "right"))
    with pytest.warns(UserWarning, match="made of numbers: 'colour' took no part"):
        alone = SADTClassifier(**QUICK).fit(frame, classes)
    assert {type(c) for c in conditions_of(alone)} <= {LinearCondition, AxisCondition}
    both = SADTClassifier(axis=True, **QUICK).fit(frame, classes)
    assert EqualityCondition in {type(c) for c in conditions_of(both)}
    assert both.score(frame, classes) == 1
    univariate = SADTClassifier(axis=True, oblique=False, **QUICK).fit(frame, classes)
    assert univariate.tree_ == AxisTreeClassifier("info-gain").fit(frame, classes).tree_
    assert univariate.hyperplanes_ == 0
    biased = SADTClassifier(axis=True, axis_bias=1e9, **QUICK).fit(X, y)
    assert {type(c) for c in conditions_of(biased)} == {AxisCondition}
    with pytest.raises(ValueError, match="axis=False leaves no test: no feature is numeric"):
        SADTClassifier(**QUICK).fit(frame[["colour"]], classes)


def test_the_seed_alone_decides(table):
    X, y = table
    for params in (QUICK, QUICK | {"pruning": "cost-complexity"}, QUICK | {"axis": True}):
        digests = {
            SADTClassifier(**params | {"n_jobs": jobs, "random_state": 7}).fit(X, y).tree_.digest()
            for jobs in (1, 2, 5, 1)
        }
        assert len(digests) == 1
    others = {
        SADTClassifier(**QUICK | {"random_state": seed}).fit(X, y).tree_.digest()
        for seed in range(3)
    }
    assert len(others) == 3


def test_traces_hold_every_move(table):
    X, y = table
    model = SADTClassifier(record=True, **QUICK | {"max_depth": 2}).fit(X, y)
    assert {trace.node for trace in model.traces_} == {
        node.id for node in model.tree_.nodes() if not node.is_leaf
    }
    root = model.traces_[0]
    assert len(root.hyperplanes) == len(root.merits) <= model.hyperplanes_
    assert (np.diff(root.merits) < 0).any()
    # The constant is set exactly afterwards, and terms that do not matter are dropped.
    assert model.tree_.node(0).merit >= max(root.merits) - 1e-12
    model.set_params(record=False).fit(X, y)
    assert not hasattr(model, "traces_")


def test_a_saved_model_predicts_the_same(tmp_path, table):
    X, y = table
    model = SADTClassifier(**QUICK).fit(X, y)
    obliqua.save(model, tmp_path / "model.json")
    again = obliqua.load(tmp_path / "model.json")
    assert again.tree_ == model.tree_
    assert again.get_params() == model.get_params()
    np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"temperature": 0}, "temperature must be a number above 0; got 0"),
        ({"temperature": float("inf")}, "temperature must be a number above 0; got inf"),
        ({"cooling": 1.0}, "cooling must be a number between 0 and 1; got 1.0"),
        ({"step": -0.1}, "step must be a number above 0; got -0.1"),
        ({"unproductive": 0}, "unproductive must be a whole number of at least 1; got 0"),
        ({"missing": "fractional"}, "missing must be one of 'mean'"),
        ({"oblique": False}, "axis and oblique must not both be False"),
        ({"restarts": 3}, "restarts"),
    ],
)
def test_parameters_are_named_with_what_is_valid(params, message):
    X, y = load_iris(return_X_y=True)
    with pytest.raises((ValueError, TypeError), match=message):
        SADTClassifier(**params).fit(X, y)
