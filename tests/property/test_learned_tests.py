"""Every learner with every selector: train, predict, save, load, show, and what holds of them."""

from itertools import product

import numpy as np
import pandas as pd
import pytest

import obliqua
from obliqua import LMDTClassifier, MultivariateTreeClassifier, _core
from obliqua.conditions import LinearCondition, MachineCondition
from obliqua.show import dot, rules, text

LEARNERS = ("rls", "pocket", "thermal", "cart")
SELECTORS = (None, "sbe", "sfs", "dsbe", "hss", "cart")
CRITERIA = ("gini", "gain-ratio")
PRUNINGS = (None, "reduced-error", "multivariate")


def table(k, n=70, seed=0):
    """Numbers, a symbolic feature of two values and one of three, values missing everywhere."""
    rng = np.random.default_rng(seed)
    X = pd.DataFrame(rng.normal(size=(n, 3)), columns=["a", "b", "c"])
    X["on"] = rng.choice(["yes", "no"], n)
    X["hue"] = rng.choice(["red", "green", "blue"], n)
    score = X["a"] - X["b"] + (X["on"] == "yes") + 0.7 * (X["hue"] == "red")
    y = np.searchsorted(np.quantile(score, np.linspace(0, 1, k + 1)[1:-1]), score)
    noisy = rng.random(n) < 0.1
    y[noisy] = rng.integers(0, k, noisy.sum())
    return X.mask(rng.random(X.shape) < 0.08), np.array(["p", "q", "r"])[y]


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("selector", SELECTORS)
@pytest.mark.parametrize("k", [2, pytest.param(3, marks=pytest.mark.slow)])
def test_every_combination(learner, selector, k, tmp_path):
    X, y = table(k)
    for criterion, univariate, pruning in product(CRITERIA, (False, True), PRUNINGS):
        model = MultivariateTreeClassifier(
            learner,
            selector,
            criterion,
            univariate=univariate,
            pruning=pruning,
            passes=20,
            random_state=1,
        ).fit(X, y)
        assert model.score(X, y) > 1 / k - 0.05
        assert np.isfinite(model.predict_proba(X)).all()
        tests = model.n_multivariate_tests_ + model.n_univariate_tests_
        assert tests == model.tree_.n_tests
        obliqua.save(model, tmp_path / "model.json")
        again = obliqua.load(tmp_path / "model.json")
        assert again.tree_ == model.tree_
        assert again.predict(X).tolist() == model.predict(X).tolist()
        assert again.size_ == model.size_ == model.tree_.size
        for view in (text, rules, dot):
            assert view(again)


MODELS = {
    "rls": MultivariateTreeClassifier("rls", "sbe", univariate=False, pruning=None),
    "rls, two groups": MultivariateTreeClassifier("rls", "dsbe", "gini", pruning=None),
    "thermal": MultivariateTreeClassifier("thermal", "dsbe", univariate=False, pruning=None),
    "pocket": MultivariateTreeClassifier("pocket", "sfs", pruning=None, passes=20),
    "pocket, ratchet": MultivariateTreeClassifier(
        "pocket", None, form="linear", ratchet=True, pruning=None, passes=20
    ),
    "cart": MultivariateTreeClassifier("cart", "cart", "gini", pruning=None),
    "lmdt": LMDTClassifier(pruning=None),
    "machines of two": MultivariateTreeClassifier("thermal", form="machine", pruning=None),
}


@pytest.fixture(params=MODELS)
def model(request):
    from sklearn.base import clone

    return clone(MODELS[request.param]).set_params(random_state=3)


def cloud(n, d, k=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.searchsorted(np.linspace(-1, 1, k - 1), X.sum(axis=1) / d**0.5 + 0.2 * X[:, 0] ** 2)
    return X, y


@pytest.mark.parametrize("k", [2, 4])
def test_merits_are_those_of_the_counts(model, k):
    X, y = cloud(200, 3, k)
    tree = model.fit(X, y).tree_
    for node in tree.nodes():
        if node.is_leaf:
            continue
        counts = np.array([tree.node(child).counts for child in node.children])
        merit = _core.merit_of_children(model.criterion, counts)
        assert node.merit == pytest.approx(merit, rel=1e-9, abs=1e-12)
        assert (counts.sum(axis=1) > 0).sum() >= 2


def test_the_order_and_the_repetition_of_rows_do_not_matter(model):
    X, y = cloud(120, 4, 3)
    X[np.random.default_rng(0).random(X.shape) < 0.1] = np.nan
    times = np.random.default_rng(1).integers(1, 4, len(X))
    order = np.random.default_rng(2).permutation(times.sum())
    weighted = model.fit(X, y, sample_weight=times).tree_
    repeated = model.fit(np.repeat(X, times, axis=0)[order], np.repeat(y, times)[order]).tree_
    assert weighted.n_nodes == repeated.n_nodes
    for one, other in zip(weighted.nodes(), repeated.nodes(), strict=True):
        assert one.test == other.test
        assert one.counts.tolist() == other.counts.tolist()


def test_any_number_of_threads_gives_the_same_tree(model):
    X, y = cloud(400, 4, 4)
    digests = {model.set_params(n_jobs=j).fit(X, y).tree_.digest() for j in (1, 2, 5)}
    assert len(digests) == 1


def test_terms_that_repeat_others_or_never_vary(model):
    X, y = cloud(100, 3)
    X = np.column_stack([X, X[:, 0], X[:, 0] + X[:, 1], np.full(100, 3.0)])
    model.fit(X, y)
    assert model.score(X, y) > 0.85
    for node in model.tree_.nodes():
        assert node.is_leaf or "x5" not in node.test.terms
    assert model.fit(np.full((10, 2), 3.0), np.arange(10) % 2).tree_.n_leaves == 1


def test_values_of_every_magnitude(model):
    rng = np.random.default_rng(0)
    for _ in range(10):
        X = rng.choice([-1.0, 1.0], (60, 4)) * 10.0 ** rng.integers(-300, 300, (60, 4))
        tree = model.fit(X, rng.integers(0, 3, 60)).tree_
        for node in tree.nodes():
            if isinstance(node.test, (LinearCondition, MachineCondition)):
                assert np.isfinite(np.array(node.test.weights)).all()


def test_classes_that_cannot_be_told_apart(model):
    X = np.repeat([[1.0, 2.0], [3.0, 1.0]], 6, axis=0)
    y = [0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1]
    assert model.fit(X, y).tree_.n_leaves <= 2
    assert model.fit(X[:6], y[:6]).tree_.n_leaves == 1


def test_a_callable_criterion(model):
    def right(left, other):
        return left.max(axis=1) + other.max(axis=1)

    X, y = cloud(80, 2)
    assert model.set_params(criterion=right, max_depth=2).fit(X, y).score(X, y) > 0.85


def test_many_classes_and_empty_children(model):
    X, y = cloud(300, 3, 12)
    tree = model.set_params(max_depth=3).fit(X, y).tree_
    assert np.isfinite(model.predict_proba(X)).all()
    assert set(model.predict(X + 100)) <= set(y)
    assert tree.n_classes == 12


def test_small_leaves_are_not_made(model):
    X, y = cloud(150, 3)
    tree = model.set_params(min_samples_leaf=12).fit(X, y).tree_
    assert min(node.n_rows for node in tree.nodes() if node.n_rows) >= 12
