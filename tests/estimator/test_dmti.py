"""DMTIClassifier as its user sees it: metrics, costs, rows coming and going, what it refuses."""

import itertools

import numpy as np
import pytest
from sklearn.datasets import load_iris

from obliqua import DMTIClassifier, ITIClassifier, load, save
from obliqua.estimators.dmti import METRICS
from obliqua.incremental.state import from_bytes, to_bytes


@pytest.fixture(scope="module")
def multiplexer():
    X = np.array(list(itertools.product([0.0, 1.0], repeat=6)))
    y = X[np.arange(64), 2 + (2 * X[:, 0] + X[:, 1]).astype(int)].astype(int)
    return X, y


@pytest.fixture(scope="module")
def noisy():
    rng = np.random.default_rng(0)
    X = rng.integers(0, 5, (80, 4)).astype(float)
    X[rng.random(X.shape) < 0.1] = np.nan
    return X, rng.integers(0, 3, 80)


def test_the_multiplexer_takes_three_tests(multiplexer):
    # Of all 64 rows no address bit tells anything by itself, and is the right test all the same.
    X, y = multiplexer
    direct = DMTIClassifier(prune=False).fit(X, y).tree_
    assert (direct.n_leaves, direct.expected_tests(X)) == (8, 3.0)
    indirect = ITIClassifier(prune=False).fit(X, y).tree_
    assert indirect.expected_tests(X) > 3.0


def measured(metric, model, X, y):
    tree = model.tree_
    ends = np.array([tree.depths[path.indices].max() for path in model.decision_path(X)])
    if metric == "expected-tests":
        return ends.mean()
    if metric == "leaves":
        return tree.n_leaves
    return np.mean(model.predict(X) != y)


@pytest.mark.parametrize("prune", [False, True])
@pytest.mark.parametrize("metric", ["expected-tests", "leaves", "misclassification-cost"])
def test_no_tree_is_worse_by_its_own_metric_than_the_indirect_one(metric, prune):
    X, y = load_iris(return_X_y=True)
    direct = DMTIClassifier(metric=metric, prune=prune).fit(X, y)
    indirect = ITIClassifier(prune=prune).fit(X, y)
    assert measured(metric, direct, X, y) <= measured(metric, indirect, X, y)


@pytest.mark.parametrize("prune", [False, True])
@pytest.mark.parametrize("metric", METRICS)
def test_rows_come_and_go(metric, prune, noisy):
    X, y = noisy
    model = DMTIClassifier(metric=metric, prune=prune).fit(X[:60], y[:60])
    model.partial_fit(X[60:], y[60:]).forget([3, 61])
    left = np.delete(np.arange(80), [3, 61])[::-1]
    fresh = DMTIClassifier(metric=metric, prune=prune).fit(X[left], y[left])
    assert model.tree_.digest() == fresh.tree_.digest()
    assert model.verify()


def test_dear_features_are_looked_at_less():
    y = np.array([0, 1] * 20)
    X = np.column_stack([y, y]).astype(float)
    dear = DMTIClassifier("expected-expense", feature_costs=[50.0, 1.0]).fit(X, y)
    assert dear.tree_.node(0).test.terms == ("x1",)
    equal = DMTIClassifier("expected-expense").fit(X, y)
    assert equal.tree_.node(0).test.terms == ("x0",)


def test_costs_by_name():
    X, y = load_iris(return_X_y=True, as_frame=True)
    costs = {"petal width (cm)": 9.0, "petal length (cm)": 9.0}
    named = DMTIClassifier("expected-expense", feature_costs=costs).fit(X, y)
    listed = DMTIClassifier("expected-expense", feature_costs=[1, 1, 9, 9]).fit(X, y)
    assert named.tree_ == listed.tree_


def test_leave_one_out_and_influence(noisy):
    X, y = noisy[0][:25], noisy[1][:25]
    model = DMTIClassifier("leaves").fit(X, y)
    before = model.tree_.digest()
    for row, label in enumerate(model.leave_one_out()):
        rest = np.delete(np.arange(25), row)
        fresh = DMTIClassifier("leaves").fit(X[rest], y[rest])
        assert label == fresh.predict(X[[row]])[0]
    assert model.influence([24]).digest_after == fresh.tree_.digest()
    assert model.tree_.digest() == before


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"metric": "size"}, "metric must be one of 'expected-tests'"),
        ({"feature_costs": [1, 2]}, "feature_costs are for metric='expected-expense'"),
        ({"cost_matrix": [[0, 1], [1, 0]]}, "cost_matrix is for metric='misclassification-cost'"),
        ({"metric": "expected-expense", "feature_costs": [1.0]}, "each of the 4 features"),
        ({"metric": "expected-expense", "feature_costs": [1, 1, 1, -1]}, "at least zero"),
        ({"metric": "expected-expense", "feature_costs": "many"}, "feature_costs must be None"),
        ({"metric": "expected-expense", "feature_costs": {"x9": 1}}, "'x9', which is no feature"),
        ({"metric": "misclassification-cost", "cost_matrix": [[0, 1]]}, "must be square"),
        ({"metric": "misclassification-cost", "cost_matrix": [[0, 1], [1, 0]]}, r"shape \(3, 3\)"),
        ({"metric": "misclassification-cost", "cost_matrix": [["a"]]}, "must be numbers"),
    ],
)
def test_costs_that_do_not_fit_are_refused(params, message, noisy):
    X, y = noisy
    with pytest.raises(ValueError, match=message):
        DMTIClassifier(**params).fit(X, y)


def test_a_class_that_has_no_costs_is_not_learned(noisy):
    X, y = noisy
    model = DMTIClassifier("misclassification-cost", cost_matrix=[[0, 1], [5, 0]])
    model.fit(X[y < 2], y[y < 2])
    before = model.tree_.digest()
    with pytest.raises(ValueError, match="Declare classes"):
        model.partial_fit(X, y)
    assert model.tree_.digest() == before


def test_model_files_and_states_keep_costs(noisy, tmp_path):
    X, y = noisy
    matrix = [[0.0, 1.0, 2.0], [4.0, 0.0, 1.0], [1.0, 1.0, 0.0]]
    model = DMTIClassifier("misclassification-cost", cost_matrix=np.array(matrix)).fit(X, y)
    save(model, tmp_path / "model.json")
    for again in (load(tmp_path / "model.json"), from_bytes(to_bytes(model))):
        assert again.tree_ == model.tree_
        assert again.cost_matrix == matrix
