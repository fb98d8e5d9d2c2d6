"""What holds for every system that searches for hyperplanes, on tables that are hard for one."""

import numpy as np
import pytest

from obliqua import (
    CARTLCClassifier,
    MOC1Classifier,
    MOC2Classifier,
    NonlinearTreeClassifier,
    OC1Classifier,
    SADTClassifier,
)
from obliqua.conditions import LinearCondition

SYSTEMS = {
    "oc1": OC1Classifier(restarts=3, jumps=2, pruning=None),
    "oc1, hyperplanes only": OC1Classifier(restarts=2, order="best", axis=False, pruning=None),
    "oc1 of few features": OC1Classifier(restarts=1, jumps=1, selector="dsbe", pruning=None),
    "oc1 by discard": OC1Classifier(restarts=1, jumps=1, selector="cart", pruning=None),
    "sadt": SADTClassifier(unproductive=200, cooling=0.98, pruning=None),
    "sadt and univariate": SADTClassifier(unproductive=200, axis=True, pruning=None),
    "moc1": MOC1Classifier(restarts=3, jumps=2, pruning=None),
    "moc2": MOC2Classifier(restarts=3, jumps=2, pruning=None),
    "ndt": NonlinearTreeClassifier(restarts=2, oblique_min_samples=2, pruning=None),
    "sadt by moc1": SADTClassifier("moc1", unproductive=100, pruning=None),
    "cart-lc": CARTLCClassifier(pruning=None),
    "cart-lc of 1994": CARTLCClassifier.murthy1994(pruning=None),
}


@pytest.fixture(params=SYSTEMS)
def model(request):
    from sklearn.base import clone

    return clone(SYSTEMS[request.param]).set_params(random_state=3)


def grown(model, X, y, **fit):
    """Fit, and look at every number of every test."""
    model.fit(X, y, **fit)
    for node in model.tree_.nodes():
        if isinstance(node.test, LinearCondition):
            numbers = [*node.test.weights, node.test.cut, *node.test.fills]
            assert np.isfinite(numbers).all()
            assert all(node.test.weights)
            assert len(set(node.test.terms)) == len(node.test.terms)
        if not node.is_leaf:
            assert np.isfinite(node.merit)
            assert node.margin >= 0
    assert np.isfinite(model.predict_proba(X)).all()
    return model


def cloud(n, d, k=2, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = np.searchsorted(np.linspace(-1, 1, k - 1), X.sum(axis=1) / d**0.5 + 0.2 * X[:, 0] ** 2)
    return X, y


def test_unpruned_trees_are_right_about_distinct_rows(model):
    for seed in range(10):
        X, y = cloud(80, 4, k=3, seed=seed)
        assert grown(model, X, y).score(X, y) == 1


def test_merits_are_those_of_the_counts(model):
    from obliqua import _core

    if model.criterion in _core.margin_criterion_names():
        pytest.skip("its merits are made of distances as well: tests/oracle/test_moc.py")
    X, y = cloud(200, 3, k=3)
    tree = grown(model, X, y).tree_
    for node in tree.nodes():
        if not node.is_leaf:
            left, right = (tree.node(child).counts for child in node.children)
            merit = _core.merit(model.criterion, np.array([left]), np.array([right]))[0]
            assert node.merit == pytest.approx(merit, rel=1e-12)


def test_any_number_of_threads_gives_the_same_tree(model):
    X, y = cloud(900, 5, k=4)
    digests = {grown(model.set_params(n_jobs=j), X, y).tree_.digest() for j in (1, 2, 5, 1)}
    assert len(digests) == 1


def test_the_order_of_columns_in_memory_does_not_matter(model):
    X, y = cloud(200, 3)
    one = grown(model, X, y).tree_
    assert grown(model, np.asfortranarray(X), y).tree_ == one


def test_whole_weights_are_repeated_rows(model):
    X, y = cloud(60, 3)
    times = np.random.default_rng(1).integers(0, 4, len(X))
    # Rows are counted, not weighed, where it is asked whether a node is searched.
    model.set_params(oblique_min_samples=2)
    if "restarts" in model.get_params():
        # Random starts go through a row, and there are fewer of them.
        model.set_params(restarts=1, jumps=0, stagnation=0)
    weighted = grown(model, X, y, sample_weight=times).tree_
    repeated = grown(model, np.repeat(X, times, axis=0), np.repeat(y, times)).tree_
    assert weighted.n_nodes == repeated.n_nodes
    for one, other in zip(weighted.nodes(), repeated.nodes(), strict=True):
        assert one.counts.tolist() == other.counts.tolist()


def test_missing_values(model):
    X, y = cloud(200, 4)
    X[np.random.default_rng(0).random(X.shape) < 0.15] = np.nan
    assert grown(model, X, y).score(X, y) > 0.9


def test_more_classes_than_a_byte_holds(model):
    X, _ = cloud(600, 3)
    y = np.arange(600) % 300
    assert grown(model.set_params(max_depth=4), X, y).n_classes_ == 300


def test_constant_columns_take_no_part(model):
    X, y = cloud(100, 3)
    X[:, 1] = 4.5
    for node in grown(model, X, y).tree_.nodes():
        if isinstance(node.test, LinearCondition):
            assert "x1" not in node.test.terms
    X[:] = 4.5
    assert grown(model, X, y).tree_.n_leaves == 1


def test_more_columns_than_rows(model):
    X, y = cloud(12, 40)
    assert grown(model.set_params(oblique_min_samples=2), X, y).score(X, y) == 1


def test_equal_rows_of_several_classes_share_a_leaf(model):
    X = np.repeat([[1.0, 2.0], [3.0, 1.0]], 6, axis=0)
    y = [0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 1]
    tree = grown(model, X, y).tree_
    assert tree.n_leaves == 2
    assert grown(model, X[:6], y[:6]).tree_.n_leaves == 1


@pytest.mark.parametrize("scale", [1e300, 1e-300, 1e150])
def test_enormous_and_tiny_values(model, scale):
    X, y = cloud(80, 3)
    X[:, 0] *= scale
    assert grown(model, X, y).score(X, y) > 0.8
    X = cloud(80, 3)[0] * scale
    assert grown(model, X, y).score(X, y) > 0.6


def test_values_of_every_magnitude(model):
    rng = np.random.default_rng(0)
    for _ in range(10):
        X = rng.choice([-1.0, 1.0], (60, 4)) * 10.0 ** rng.integers(-300, 300, (60, 4))
        y = rng.integers(0, 3, 60)
        grown(model, X, y)


def test_a_single_distinct_row_of_each_class(model):
    tree = grown(model, [[0.0, 5.0], [1.0, 4.0]], ["a", "b"]).tree_
    assert tree.n_leaves == 2


def test_a_callable_criterion(model):
    if "criterion" not in model.get_params():
        pytest.skip("its criterion is its name")

    def right(left, other):
        return left.max(axis=1) + other.max(axis=1)

    X, y = cloud(60, 2)
    assert grown(model.set_params(criterion=right, max_depth=3), X, y).score(X, y) > 0.9


def test_small_leaves_are_not_made(model):
    X, y = cloud(150, 3)
    tree = grown(model.set_params(min_samples_leaf=12), X, y).tree_
    assert min(node.n_rows for node in tree.nodes()) >= 12
