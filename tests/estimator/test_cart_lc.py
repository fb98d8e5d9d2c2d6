import numpy as np
import pandas as pd
import pytest

import obliqua
from obliqua import AxisTreeClassifier, CARTLCClassifier
from obliqua.conditions import AxisCondition, EqualityCondition, LinearCondition


def slanted(n=300, d=3, seed=0, noise=0.05):
    """Two classes on both sides of a plane whose terms have very different units."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, d)) * 10.0 ** np.arange(d)
    y = (X / 10.0 ** np.arange(d)).sum(axis=1) > d / 2
    return X, y ^ (rng.random(n) < noise)


@pytest.fixture(scope="module")
def table():
    return slanted()


def conditions_of(model):
    return [node.test for node in model.tree_.nodes() if not node.is_leaf]


def test_a_plane_is_found_where_one_separates():
    X, y = slanted(noise=0)
    model = CARTLCClassifier(pruning=None).fit(X, y)
    condition = model.tree_.node(0).test
    assert isinstance(condition, LinearCondition)
    assert len(condition.terms) == 3
    scaled = np.array(condition.weights) * 10.0 ** np.arange(3)
    np.testing.assert_allclose(scaled / scaled[0], 1, atol=0.3)
    assert model.tree_.node(0).margin > 0


def test_settings_of_the_papers(table):
    X, y = table
    params = CARTLCClassifier.murthy1994().get_params()
    assert (params["criterion"], params["beta"], params["normalize"]) == ("twoing", None, False)
    assert (params["pruning"], params["prune_fraction"], params["prune_se"]) == (
        "cost-complexity",
        0.1,
        0.0,
    )
    params = CARTLCClassifier.brodley1995(beta=0.1).get_params()
    assert (params["criterion"], params["beta"]) == ("gini", 0.1)
    assert params["prune_fraction"] == pytest.approx(1 / 3)
    for model in (CARTLCClassifier.murthy1994(), CARTLCClassifier.brodley1995()):
        assert model.set_params(random_state=0).fit(X, y).score(X, y) > 0.75


def test_a_larger_beta_drops_more_features():
    rng = np.random.default_rng(1)
    X = rng.normal(size=(400, 8))
    y = X @ [4, 3, 2, 1, 0.5, 0.2, 0.1, 0] + rng.normal(size=400) > 0
    settings = {"pruning": None, "max_depth": 1}
    sizes = [
        CARTLCClassifier(beta=beta, **settings).fit(X, y).tree_.size
        for beta in (None, 0.0, 0.2, 0.6, 1e9)
    ]
    assert sizes[0] >= sizes[1] >= sizes[2] >= sizes[3] >= sizes[4]
    assert sizes[0] > sizes[3] > sizes[4] == 1


def test_cycles_are_limited(table):
    X, y = table
    one, many = (
        CARTLCClassifier(max_cycles=most, beta=None, record=True, pruning=None).fit(X, y)
        for most in (1, 100)
    )
    assert {len(trace.merits) for trace in one.traces_} == {1}
    assert max(len(trace.merits) for trace in many.traces_) > 1
    coarse = CARTLCClassifier(epsilon=10.0, beta=None, record=True, pruning=None).fit(X, y)
    assert {len(trace.merits) for trace in coarse.traces_} == {1}


def test_combinations_are_learnt_from_complete_rows_only():
    X, y = slanted(noise=0)
    holes = X.copy()
    rng = np.random.default_rng(2)
    missing = rng.random(len(X)) < 0.3
    holes[missing, 1] = np.nan
    settings = {"pruning": None, "max_depth": 1, "beta": None}
    model = CARTLCClassifier(**settings).fit(holes, y)
    alone = CARTLCClassifier(**settings).fit(X[~missing], y[~missing])
    with_holes, complete = model.tree_.node(0).test, alone.tree_.node(0).test
    assert with_holes.weights == complete.weights
    assert with_holes.cut == complete.cut
    # Rows with holes are classified by the mean of the known values.
    filled = np.where(np.isnan(holes), np.nanmean(holes, axis=0), holes)
    np.testing.assert_array_equal(model.predict(holes), model.predict(filled))


def test_too_few_complete_rows_leave_univariate_tests():
    X, y = slanted(40)
    X[np.arange(len(X)), np.arange(len(X)) % 3] = np.nan
    model = CARTLCClassifier(pruning=None).fit(X, y)
    assert model.hyperplanes_ == 0
    assert model.tree_ == AxisTreeClassifier("gini").fit(X, y).tree_


def test_switches_and_symbolic_features():
    X, y = slanted()
    frame = pd.DataFrame(X, columns=list("abc"))
    rng = np.random.default_rng(3)
    frame["colour"] = np.array(["red", "blue", "tan"])[rng.integers(0, 3, len(X))]
    classes = np.where(frame["colour"] == "red", "stop", np.where(y, "left", "right"))
    model = CARTLCClassifier(pruning=None).fit(frame, classes)
    kinds = {type(condition) for condition in conditions_of(model)}
    assert {EqualityCondition, LinearCondition} <= kinds
    univariate = CARTLCClassifier(oblique=False, pruning=None).fit(frame, classes)
    assert univariate.tree_ == AxisTreeClassifier("gini").fit(frame, classes).tree_
    alone = CARTLCClassifier(axis=False, pruning=None).fit(X, y)
    assert alone.score(X, y) == 1
    biased = CARTLCClassifier(axis_bias=1e9, pruning=None).fit(X, y)
    assert {type(condition) for condition in conditions_of(biased)} == {AxisCondition}


def test_chance_only_holds_rows_out(table):
    X, y = table
    unpruned = {
        CARTLCClassifier(pruning=None, random_state=seed).fit(X, y).tree_.digest()
        for seed in range(3)
    }
    assert len(unpruned) == 1
    pruned = {
        CARTLCClassifier(random_state=5, n_jobs=jobs).fit(X, y).tree_.digest()
        for jobs in (1, 2, 5, 1)
    }
    assert len(pruned) == 1


def test_a_saved_model_predicts_the_same(tmp_path, table):
    X, y = table
    for beta in (None, 0.1):
        model = CARTLCClassifier(beta=beta, random_state=0).fit(X, y)
        obliqua.save(model, tmp_path / "model.json")
        again = obliqua.load(tmp_path / "model.json")
        assert again.tree_ == model.tree_
        assert again.get_params() == model.get_params()


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"beta": -0.1}, "beta must be a number of at least 0, or None; got -0.1"),
        ({"beta": "0.2"}, "beta must be a number of at least 0, or None"),
        ({"epsilon": None}, "epsilon must be a number of at least 0; got None"),
        ({"max_cycles": 0}, "max_cycles must be a whole number of at least 1; got 0"),
        ({"missing": "node-mean"}, "missing must be one of 'mean'"),
        ({"axis": False, "oblique": False}, "axis and oblique must not both be False"),
    ],
)
def test_parameters_are_named_with_what_is_valid(params, message, table):
    with pytest.raises(ValueError, match=message):
        CARTLCClassifier(**params).fit(*table)
