import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris

import obliqua
from obliqua import AxisTreeClassifier, OC1Classifier
from obliqua.conditions import AxisCondition, EqualityCondition, LinearCondition

PAPER = {
    "criterion": "twoing",
    "restarts": 20,
    "jumps": 5,
    "order": "sequential",
    "random_steps": 50,
    "stagnation": 1.0,
    "axis_bias": 0.0,
    "oblique_min_samples": None,
    "axis": True,
    "oblique": True,
    "normalize": True,
    "pruning": "cost-complexity",
    "prune_fraction": 0.1,
    "prune_se": 0.0,
    "missing": "mean",
}


def slanted(n=400, d=3, k=3, seed=0):
    """Classes in stripes across a slanted direction, some labels wrong."""
    rng = np.random.default_rng(seed)
    X = rng.random((n, d))
    along = X @ np.arange(1, d + 1)
    y = np.searchsorted(np.quantile(along, np.arange(1, k) / k), along)
    wrong = rng.random(n) < 0.05
    y[wrong] = rng.integers(0, k, wrong.sum())
    return X, y


@pytest.fixture(scope="module")
def table():
    return slanted()


def conditions_of(model):
    return [node.test for node in model.tree_.nodes() if not node.is_leaf]


def test_the_defaults_are_the_papers():
    assert PAPER.items() <= OC1Classifier().get_params().items()


def test_a_hyperplane_is_found_where_one_separates():
    rng = np.random.default_rng(3)
    X = pd.DataFrame(rng.random((500, 2)), columns=["x", "y"])
    model = OC1Classifier(pruning=None, random_state=0).fit(X, X["x"] + 2 * X["y"] < 1.4)
    assert model.tree_.n_leaves == 2
    condition = model.tree_.node(0).test
    assert isinstance(condition, LinearCondition)
    assert condition.terms == ("x", "y")
    assert condition.weights[1] / condition.weights[0] == pytest.approx(2, abs=0.2)
    assert condition.cut / condition.weights[0] == pytest.approx(1.4, abs=0.1)
    assert model.tree_.node(0).margin > 0


def test_the_table_may_be_in_any_units(table):
    X, y = table
    scale, shift = np.array([1e-6, 1.0, 1e9]), np.array([5.0, -3.0, 1e10])
    plain = OC1Classifier(pruning=None, max_depth=1, random_state=0).fit(X, y)
    moved = OC1Classifier(pruning=None, max_depth=1, random_state=0).fit(X * scale + shift, y)
    assert moved.tree_.node(0).merit == pytest.approx(plain.tree_.node(0).merit, rel=0.05)


@pytest.mark.parametrize("order", ["sequential", "best", "random"])
@pytest.mark.parametrize("criterion", ["twoing", "info-gain"])
def test_every_order_learns(order, criterion, table):
    X, y = table
    model = OC1Classifier(criterion, order=order, random_state=0).fit(X, y)
    assert model.score(X, y) > 0.9


def test_switches(table):
    X, y = table
    settings = {"pruning": None, "random_state": 0}
    univariate = OC1Classifier(oblique=False, **settings).fit(X, y)
    assert univariate.tree_ == AxisTreeClassifier("twoing").fit(X, y).tree_
    assert univariate.hyperplanes_ == 0
    both = OC1Classifier(**settings).fit(X, y)
    kinds = {type(condition) for condition in conditions_of(both)}
    assert kinds == {AxisCondition, LinearCondition}
    alone = OC1Classifier(axis=False, **settings).fit(X, y)
    assert alone.score(X, y) == 1
    with pytest.raises(ValueError, match="axis and oblique must not both be False"):
        OC1Classifier(axis=False, oblique=False).fit(X, y)


def test_nodes_of_few_rows_are_not_searched(table):
    X, y = table
    model = OC1Classifier(pruning=None, oblique_min_samples=100, random_state=0).fit(X, y)
    few = [node for node in model.tree_.nodes() if not node.is_leaf and node.n_rows < 100]
    assert few
    assert all(isinstance(node.test, AxisCondition) for node in few)
    alone = OC1Classifier(axis=False, pruning=None, oblique_min_samples=100, random_state=0)
    nodes = list(alone.fit(X, y).tree_.nodes())
    assert any(isinstance(node.test, LinearCondition) for node in nodes)
    assert all(node.is_leaf for node in nodes if node.n_rows < 100)


def test_a_bias_towards_univariate_tests(table):
    X, y = table
    oblique = [
        sum(
            isinstance(condition, LinearCondition)
            for condition in conditions_of(
                OC1Classifier(axis_bias=bias, pruning=None, random_state=0).fit(X, y)
            )
        )
        for bias in (0.0, 0.5, 1e9)
    ]
    assert oblique[0] > oblique[1] > oblique[2] == 0


def test_symbolic_features_compete_by_equality():
    rng = np.random.default_rng(0)
    n = 400
    X = pd.DataFrame(rng.random((n, 2)), columns=["x", "y"])
    X["colour"] = np.array(["red", "blue", "tan"])[rng.integers(0, 3, n)]
    y = np.where(X["colour"] == "red", "stop", np.where(X["x"] + X["y"] > 1, "left", "right"))
    model = OC1Classifier(pruning=None, random_state=0).fit(X, y)
    assert model.score(X, y) == 1
    kinds = {type(condition) for condition in conditions_of(model)}
    assert kinds == {EqualityCondition, LinearCondition}
    assert model.tree_.n_leaves == 3
    symbols = X[["colour"]]
    assert OC1Classifier(random_state=0).fit(symbols, y).hyperplanes_ == 0
    with pytest.raises(ValueError, match="axis=False leaves no test: no feature is numeric"):
        OC1Classifier(axis=False).fit(symbols, y)


def test_missing_values_take_means(table):
    X, y = table
    rng = np.random.default_rng(1)
    holes = np.where(rng.random(X.shape) < 0.2, np.nan, X)
    filled = np.where(np.isnan(holes), np.nanmean(holes, axis=0), holes)
    model = OC1Classifier(pruning=None, max_depth=3, random_state=0).fit(holes, y)
    other = OC1Classifier(pruning=None, max_depth=3, random_state=0).fit(filled, y)
    np.testing.assert_array_equal(model.predict(holes), other.predict(filled))
    for name in ("node-mean", "fractional"):
        with pytest.raises(ValueError, match="missing must be one of 'mean'"):
            OC1Classifier(missing=name).fit(X, y)


@pytest.mark.parametrize(
    "params",
    [
        {},
        {"order": "random", "pruning": None},
        {"order": "best", "pruning": "cost-complexity-cv", "folds": 3},
        {"search_sample": 20, "pruning": None},
        {"criterion": lambda left, right: -np.minimum(left, right).sum(axis=1), "restarts": 3},
    ],
    ids=["default", "random", "best, cv", "sampled", "callable"],
)
def test_the_seed_alone_decides(params, table):
    X, y = table
    digests = {
        OC1Classifier(**params, n_jobs=jobs, random_state=7).fit(X, y).tree_.digest()
        for jobs in (1, 2, 5, 1)
    }
    assert len(digests) == 1
    others = {OC1Classifier(**params, random_state=s).fit(X, y).tree_.digest() for s in range(4)}
    assert len(others) > 1


def test_hyperplanes_are_counted(table):
    X, y = table
    few, many = (
        OC1Classifier(pruning=None, restarts=r, jumps=j, random_state=0).fit(X, y).hyperplanes_
        for r, j in ((1, 0), (20, 20))
    )
    assert 0 < few < many / 10


def test_traces_lead_from_each_start_to_the_test_of_the_node(table):
    X, y = table
    settings = {"pruning": None, "random_state": 0, "max_depth": 3}
    model = OC1Classifier(record=True, **settings).fit(X, y)
    assert model.tree_ == OC1Classifier(**settings).fit(X, y).tree_
    nodes = {node.id: node for node in model.tree_.nodes()}
    assert [(t.node, t.restart) for t in model.traces_] == sorted(
        (t.node, t.restart) for t in model.traces_
    )
    assert {t.node for t in model.traces_} >= {
        node.id for node in nodes.values() if isinstance(node.test, LinearCondition)
    }
    for trace in model.traces_:
        assert len(trace.hyperplanes) == len(trace.merits)
        assert (np.diff(trace.merits) >= 0).all()
    root = max((t for t in model.traces_ if t.node == 0), key=lambda t: t.merits[-1])
    assert root.merits[-1] == pytest.approx(nodes[0].merit, rel=1e-6)
    plane = root.hyperplanes[-1]
    left = X @ np.array(plane.weights) <= plane.cut
    assert left.sum() in (nodes[1].n_rows, nodes[2].n_rows)
    model.set_params(record=False).fit(X, y)
    assert not hasattr(model, "traces_")


def test_traces_of_pruned_nodes_are_left_out():
    X, y = load_breast_cancer(return_X_y=True)
    model = OC1Classifier(record=True, restarts=2, random_state=0).fit(X, y)
    assert model.traces_
    assert max(trace.node for trace in model.traces_) < model.tree_.n_nodes


def test_a_saved_model_predicts_the_same(tmp_path, table):
    X, y = table
    model = OC1Classifier(random_state=0).fit(X, y)
    obliqua.save(model, tmp_path / "model.json")
    again = obliqua.load(tmp_path / "model.json")
    assert again.tree_ == model.tree_
    assert again.get_params() == model.get_params()
    np.testing.assert_array_equal(again.predict_proba(X), model.predict_proba(X))


def test_large_nodes_are_searched_on_samples_only_from_the_threshold_on(table):
    X, y = table
    settings = {"pruning": None, "max_depth": 1, "random_state": 0}
    literal = OC1Classifier(search_sample=None, **settings).fit(X, y)
    below = OC1Classifier(search_sample=41, **settings).fit(X, y)
    sampled = OC1Classifier(search_sample=40, **settings).fit(X, y)
    assert below.tree_ == literal.tree_
    assert below.hyperplanes_ == literal.hyperplanes_
    assert sampled.hyperplanes_ != literal.hyperplanes_


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"restarts": -1}, "restarts must be a whole number of at least 0; got -1"),
        ({"jumps": 2.5}, "jumps must be a whole number of at least 0; got 2.5"),
        ({"order": "best-first"}, "order must be one of 'sequential', 'best', 'random'"),
        ({"random_steps": 0}, "random_steps must be a whole number of at least 1"),
        ({"stagnation": 1.5}, "stagnation must be a number from 0 to 1; got 1.5"),
        ({"axis": None}, "axis must be True or False; got None"),
        ({"axis_bias": -0.1}, "axis_bias must be a number of at least 0"),
        ({"oblique_min_samples": 1}, "oblique_min_samples must be .* at least 2, or None"),
        ({"normalize": "yes"}, "normalize must be True or False"),
        ({"search_sample": 1}, "search_sample must be a whole number of at least 2, or None"),
        ({"record": 1}, "record must be True or False"),
    ],
)
def test_parameters_are_named_with_what_is_valid(params, message):
    X, y = load_iris(return_X_y=True)
    with pytest.raises(ValueError, match=message):
        OC1Classifier(**params).fit(X, y)
