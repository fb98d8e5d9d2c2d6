"""MultivariateTreeClassifier and LMDTClassifier as users see them."""

import numpy as np
import pandas as pd
import pytest

from obliqua import LMDTClassifier, MultivariateTreeClassifier
from obliqua.conditions import EqualityCondition, LinearCondition, MachineCondition


def cloud(n=200, d=4, k=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    return X, np.searchsorted(np.linspace(-0.8, 0.8, k - 1), X[:, 0] + X[:, 1])


def test_learners_for_two_classes_and_for_more():
    X, y = cloud(k=2)
    model = MultivariateTreeClassifier(univariate=False, random_state=0)
    rls = MultivariateTreeClassifier("rls", univariate=False, random_state=0)
    assert model.fit(X, y).tree_ == rls.fit(X, y).tree_
    X, y = cloud(k=3)
    thermal = MultivariateTreeClassifier("thermal", univariate=False, random_state=0)
    assert model.fit(X, y).tree_ == thermal.fit(X, y).tree_
    assert isinstance(model.tree_.node(0).test, MachineCondition)
    two_groups = MultivariateTreeClassifier("rls", univariate=False, random_state=0).fit(X, y)
    assert isinstance(two_groups.tree_.node(0).test, LinearCondition)


def test_lmdt_is_a_member_of_the_family():
    X, y = cloud(k=3)
    same = MultivariateTreeClassifier("thermal", "dsbe", univariate=False, random_state=5)
    assert LMDTClassifier(random_state=5).fit(X, y).tree_ == same.fit(X, y).tree_


def test_a_machine_of_two_classes_is_the_same_test():
    X, y = cloud()
    unit = MultivariateTreeClassifier("thermal", univariate=False, pruning=None, random_state=0)
    machine = MultivariateTreeClassifier(
        "thermal", form="machine", univariate=False, pruning=None, random_state=0
    )
    assert unit.fit(X, y).predict(X).tolist() == machine.fit(X, y).predict(X).tolist()
    assert isinstance(machine.tree_.node(0).test, MachineCondition)
    assert unit.size_ == machine.size_


def test_a_single_indicator_is_a_question_about_the_category():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"hue": rng.choice(["red", "green", "blue"], 90), "n": rng.normal(size=90)})
    y = (X["hue"] == "green").to_numpy()
    model = MultivariateTreeClassifier(univariate=False, pruning=None, random_state=0).fit(X, y)
    assert model.tree_.node(0).test == EqualityCondition("hue", "green", fill="blue")
    assert model.predict(pd.DataFrame({"hue": ["purple", "green"], "n": [0.0, 0.0]})).tolist() == [
        False,
        True,
    ]


def test_counts_of_tests():
    X, y = cloud(d=2)
    model = MultivariateTreeClassifier(pruning=None, random_state=0).fit(X, y)
    sizes = [len(node.test.terms) for node in model.tree_.nodes() if not node.is_leaf]
    assert model.n_multivariate_tests_ == sum(size > 1 for size in sizes) > 0
    assert model.n_univariate_tests_ == sizes.count(1)
    assert model.size_ == sum(sizes)
    assert model.hyperplanes_ > 0


@pytest.mark.parametrize("selector", ["sbe", "sfs", "dsbe", "hss", "cart"])
def test_no_test_has_more_terms_than_are_wanted(selector):
    X, y = cloud(d=6)
    model = MultivariateTreeClassifier(
        selector=selector, max_terms=2, univariate=False, pruning=None, random_state=0
    ).fit(X, y)
    assert max(len(node.test.terms) for node in model.tree_.nodes() if not node.is_leaf) <= 2


def test_a_test_needs_rows_for_each_of_its_terms():
    X, y = cloud(n=30, d=6)
    model = MultivariateTreeClassifier(underfit=15, univariate=False, pruning=None).fit(X, y)
    assert max(len(node.test.terms) for node in model.tree_.nodes() if not node.is_leaf) <= 2


def test_cheap_features_are_preferred():
    rng = np.random.default_rng(0)
    X = pd.DataFrame(rng.normal(size=(300, 3)), columns=["good", "copy", "noise"])
    X["copy"] = X["good"] + 0.3 * rng.normal(size=300)
    y = X["good"] > 0.1 * rng.normal(size=300)
    costs = {"good": 20, "copy": 1, "noise": 1}
    free = MultivariateTreeClassifier(pruning=None, max_depth=1).fit(X, y)
    frugal = MultivariateTreeClassifier(
        pruning=None, max_depth=1, feature_costs=costs, cost_weight=1.0
    ).fit(X, y)
    assert "good" in free.tree_.node(0).test.terms
    assert frugal.tree_.node(0).test.terms == ("copy",)
    in_order = MultivariateTreeClassifier(
        pruning=None, max_depth=1, feature_costs=[20, 1, 1], cost_weight=1.0
    ).fit(X, y)
    assert in_order.tree_ == frugal.tree_


def test_missing_values_take_the_nodes_mean():
    X, y = cloud()
    X[::7, 0] = np.nan
    model = MultivariateTreeClassifier(univariate=False, pruning=None, selector=None).fit(X, y)
    test = model.tree_.node(0).test
    np.testing.assert_allclose(test.fills, np.nanmean(X, axis=0), rtol=1e-12)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"learner": "mlp"}, "learner must be one of 'auto', 'rls', 'pocket', 'thermal', 'cart'"),
        ({"selector": "all"}, "selector must be one of None, 'sbe'"),
        ({"selector": None, "max_terms": 2}, "max_terms needs a selector"),
        ({"learner": "rls", "form": "machine"}, "form='machine' needs the learner"),
        ({"missing": "fractional"}, "missing must be one of 'node-mean', 'mean'"),
        ({"feature_costs": [1, -1]}, "feature_costs must be None, or one number of at least 0"),
        ({"feature_costs": [1, 1]}, "feature_costs has 2 numbers for 4 features"),
        ({"feature_costs": {"x0": 1}}, "feature_costs has no cost for 'x1'"),
        (
            {"feature_costs": {"x0": 1, "x1": 1, "x2": 1, "x3": 1, "y": 2}},
            "feature_costs names 'y'; the features are 'x0', 'x1', 'x2', 'x3'",
        ),
        ({"passes": 0}, "passes must be a whole number of at least 1"),
    ],
)
def test_parameters_that_are_refused(params, message):
    X, y = cloud()
    with pytest.raises(ValueError, match=message):
        MultivariateTreeClassifier(**params).fit(X, y)


def test_symbolic_features_alone():
    X = pd.DataFrame({"on": ["yes", "no"] * 20, "hue": ["red", "green", "blue", "red"] * 10})
    y = (X["on"] == "yes") & (X["hue"] != "blue")
    model = MultivariateTreeClassifier(univariate=False, pruning=None).fit(X, y)
    assert model.score(X, y) == 1.0
    # Five different rows carry two terms, so not every path to them is open.
    assert LMDTClassifier(pruning=None).fit(X, y).score(X, y) >= 0.75
