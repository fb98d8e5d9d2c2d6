import time

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris

from obliqua import AxisTreeClassifier
from obliqua.estimators.base import CRITERIA, MISSING, PRUNING

RNG = np.random.default_rng(11)


def noisy(n=300, d=5, k=3, missing=0.1, seed=0):
    """Numbers with ties, a symbolic column, missing values, and noisy classes."""
    rng = np.random.default_rng(seed)
    X = rng.integers(0, 12, size=(n, d)).astype(float)
    y = ((X[:, 0] + X[:, 1] > 11).astype(int) + (X[:, 2] > 8) + rng.integers(0, k, n) // 2) % k
    frame = pd.DataFrame(X, columns=[f"f{i}" for i in range(d)])
    frame = frame.mask(rng.random(frame.shape) < missing)
    frame["colour"] = np.where(rng.random(n) < 0.7, np.array(["red", "blue", "tan"])[y % 3], "grey")
    return frame, y


SYSTEMS = {
    "default": AxisTreeClassifier,
    "oc1_ap": AxisTreeClassifier.oc1_ap,
    "cart": AxisTreeClassifier.cart,
    "c45": AxisTreeClassifier.c45,
    "uni_g": AxisTreeClassifier.uni_g,
    "uni_i": AxisTreeClassifier.uni_i,
}


@pytest.mark.parametrize(
    ("system", "params"),
    [
        (
            "oc1_ap",
            {
                "criterion": "twoing",
                "pruning": "cost-complexity",
                "prune_fraction": 0.1,
                "prune_se": 0.0,
                "missing": "mean",
            },
        ),
        (
            "cart",
            {"criterion": "gini", "pruning": "cost-complexity-cv", "folds": 10, "prune_se": 0.0},
        ),
        (
            "c45",
            {
                "criterion": "gain-ratio",
                "pruning": "pessimistic",
                "confidence": 0.25,
                "missing": "fractional",
                "min_samples_leaf": 2,
            },
        ),
        ("uni_g", {"criterion": "gini", "pruning": "reduced-error", "missing": "node-mean"}),
        ("uni_i", {"criterion": "gain-ratio", "pruning": "reduced-error", "prune_fraction": 1 / 3}),
    ],
)
def test_named_systems_have_their_papers_settings(system, params):
    model = SYSTEMS[system]()
    assert params.items() <= model.get_params().items()


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_recipes_can_be_overridden(system):
    model = system(criterion="sum-minority", pruning="mdl", random_state=5)
    assert (model.criterion, model.pruning, model.random_state) == ("sum-minority", "mdl", 5)
    with pytest.raises(TypeError, match="depth"):
        system(depth=3)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_named_systems_learn(system):
    X, y = load_breast_cancer(return_X_y=True)
    model = system(random_state=0).fit(X[::2], y[::2])
    assert model.score(X[1::2], y[1::2]) > 0.88


@pytest.mark.parametrize("missing", MISSING)
@pytest.mark.parametrize("pruning", PRUNING)
@pytest.mark.parametrize("criterion", CRITERIA)
def test_every_setting_gives_a_sound_tree(criterion, pruning, missing):
    X, y = noisy()
    model = AxisTreeClassifier(criterion, pruning=pruning, missing=missing, random_state=0)
    tree = model.fit(X, y).tree_
    grown = model.set_params(pruning=None).fit(X, y).tree_
    assert tree.n_leaves <= grown.n_leaves
    for node in tree.nodes():
        if node.children:
            below = sum(tree.node(child).counts for child in node.children)
            np.testing.assert_allclose(below, node.counts, atol=1e-6)


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_threads_do_not_change_the_tree(system):
    X, y = noisy(n=3000)
    one = system(random_state=1, n_jobs=1).fit(X, y)
    two = system(random_state=1, n_jobs=2).fit(X, y)
    assert one.tree_.digest() == two.tree_.digest()
    np.testing.assert_array_equal(one.predict_proba(X), two.predict_proba(X))
    np.testing.assert_array_equal(one.apply(X), two.apply(X))


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_the_same_seed_gives_the_same_tree(system):
    X, y = noisy()
    digests = {system(random_state=3).fit(X, y).tree_.digest() for _ in range(3)}
    assert len(digests) == 1


def test_seeds_decide_what_is_held_out():
    X, y = noisy()
    digests = {AxisTreeClassifier.oc1_ap(random_state=s).fit(X, y).tree_.digest() for s in range(8)}
    assert len(digests) > 1
    generators = (np.random.RandomState(0), np.random.default_rng(0), None)
    for generator in generators:
        AxisTreeClassifier.oc1_ap(random_state=generator).fit(X, y)


@pytest.mark.parametrize(
    ("missing", "share"),
    # Rows that are shared out count towards min_samples_leaf by their shares, and a row of
    # weight two is one row: there the two differ.
    [("mean", 0.1), ("node-mean", 0.1), ("fractional", 0.0)],
)
@pytest.mark.parametrize("pruning", [None, "pessimistic", "mdl"])
def test_a_weight_of_two_is_the_row_twice(missing, pruning, share):
    X, y = noisy(n=150, missing=share)
    weights = RNG.integers(0, 4, size=len(X))
    rows = np.repeat(np.arange(len(X)), weights)
    model = AxisTreeClassifier(pruning=pruning, missing=missing)
    weighted = model.fit(X, y, weights).tree_
    repeated = model.fit(X.iloc[rows], y[rows]).tree_
    assert weighted.diff(repeated) == []


def test_class_weights_are_row_weights():
    X, y = noisy()
    by_class = AxisTreeClassifier(class_weight={0: 1, 1: 3, 2: 0.5}, max_depth=4).fit(X, y)
    by_row = AxisTreeClassifier(max_depth=4).fit(X, y, np.array([1, 3, 0.5])[y])
    assert by_class.tree_ == by_row.tree_


def test_balanced_classes_weigh_the_same():
    X, y = noisy()
    model = AxisTreeClassifier(class_weight="balanced").fit(X, y)
    counts = model.tree_.node(0).counts
    np.testing.assert_allclose(counts, counts.sum() / 3, rtol=1e-6)
    labels = AxisTreeClassifier(class_weight={"a": 2.0}).fit([[0], [1]] * 2, ["a", "b"] * 2)
    assert labels.tree_.node(0).counts.tolist() == [4, 2]


@pytest.mark.parametrize(
    ("params", "holds"),
    [
        ({"max_depth": 3}, lambda tree: tree.depth == 3),
        ({"max_leaf_nodes": 5}, lambda tree: tree.n_leaves == 5),
        (
            {"min_samples_leaf": 20},
            lambda tree: min(n.n_rows for n in tree.nodes() if n.is_leaf) >= 20,
        ),
        (
            {"min_samples_split": 50},
            lambda tree: min(n.n_rows for n in tree.nodes() if not n.is_leaf) >= 50,
        ),
    ],
)
def test_stopping_rules(params, holds):
    X, y = noisy(missing=0)
    tree = AxisTreeClassifier(**params).fit(X, y).tree_
    assert holds(tree)
    assert tree.n_leaves < AxisTreeClassifier().fit(X, y).tree_.n_leaves


def test_merged_leaves_change_no_prediction():
    X, y = noisy()
    plain = AxisTreeClassifier(max_depth=4).fit(X, y)
    merged = AxisTreeClassifier(max_depth=4, merge_leaves=True).fit(X, y)
    np.testing.assert_array_equal(plain.predict(X), merged.predict(X))
    assert merged.tree_.n_leaves <= plain.tree_.n_leaves


def test_a_criterion_of_ones_own():
    def gini(left, right):
        assert left.shape == right.shape
        return sum((c**2).sum(axis=1) / c.sum(axis=1) for c in (left, right))

    X, y = load_iris(return_X_y=True, as_frame=True)
    own = AxisTreeClassifier(gini).fit(X, y).tree_
    assert own.node(0).test.pretty() == "petal length (cm) ≤ 2.45"
    assert own.n_leaves == AxisTreeClassifier().fit(X, y).tree_.n_leaves


def test_description_length_falls_with_mdl_pruning():
    X, y = noisy()
    grown = AxisTreeClassifier().fit(X, y).tree_
    pruned = AxisTreeClassifier(pruning="mdl").fit(X, y).tree_
    leaf = AxisTreeClassifier(max_depth=1).fit(X, y).tree_
    lengths = [tree.description_length(X, y) for tree in (pruned, grown, leaf)]
    assert grown.description_length() > lengths[1]
    assert lengths[0] == min(lengths)
    assert lengths[0] < lengths[1]
    with pytest.raises(ValueError, match=r"y holds 7; the tree's classes are \[0, 1, 2\]"):
        grown.description_length(X, y + 5)


def test_missing_values_are_filled_with_the_mean():
    X = pd.DataFrame({"x": [0.0, 1.0, 2.0, 9.0, None]})
    model = AxisTreeClassifier().fit(X, [0, 0, 0, 1, 0])
    test = model.tree_.node(0).test
    assert test.fills == (3.0,)
    assert model.predict(pd.DataFrame({"x": [None]})).tolist() == [0]


def test_progress_is_shown_only_for_long_fits(capfd, monkeypatch):
    from obliqua.estimators import _progress

    X, y = noisy()
    AxisTreeClassifier(verbose=1).fit(X, y)
    assert capfd.readouterr() == ("", "")
    monkeypatch.setattr(_progress, "_DELAY", 0.0)
    AxisTreeClassifier(verbose=1).fit(X, y)
    assert capfd.readouterr() == ("", ""), "not on a terminal"
    monkeypatch.setenv("FORCE_COLOR", "1")
    with _progress.ProgressBar("AxisTreeClassifier") as bar:
        bar(0.5)
        time.sleep(0.15)
        bar(1.0)
    out, err = capfd.readouterr()
    assert out == ""
    assert "AxisTreeClassifier" in err
