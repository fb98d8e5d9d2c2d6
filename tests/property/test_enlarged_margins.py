"""FAT keeps every training row's leaf and never shrinks a margin, whatever the tree."""

import numpy as np
import pandas as pd
import pytest

import obliqua
from obliqua import (
    AxisTreeClassifier,
    CARTLCClassifier,
    FATClassifier,
    MOC1Classifier,
    NonlinearTreeClassifier,
    OC1Classifier,
    SADTClassifier,
    margins,
)

SYSTEMS = [
    AxisTreeClassifier(),
    AxisTreeClassifier.c45(),
    AxisTreeClassifier(missing="node-mean"),
    CARTLCClassifier(pruning=None, random_state=0),
    OC1Classifier(pruning=None, restarts=3, random_state=0),
    OC1Classifier(random_state=0),
    MOC1Classifier(pruning=None, restarts=3, random_state=0),
    NonlinearTreeClassifier(pruning=None, restarts=2, random_state=0),
    SADTClassifier(pruning=None, unproductive=100, random_state=0),
]


def table(seed, missing=0.0):
    rng = np.random.default_rng(seed)
    n, d, k = int(rng.integers(6, 150)), int(rng.integers(1, 6)), int(rng.integers(2, 5))
    X = rng.normal(size=(n, d)) * 10.0 ** rng.integers(-2, 3, d)
    if seed % 3 == 0:
        X = np.round(X, 1)
    y = rng.integers(0, k, n)
    y[:2] = 0, 1
    X[rng.random(X.shape) < missing] = np.nan
    return X, y


@pytest.mark.parametrize("model", SYSTEMS, ids=lambda m: type(m).__name__)
@pytest.mark.parametrize("terms", margins.TERMS)
@pytest.mark.parametrize("seed", range(8))
def test_leaves_stay_and_margins_grow(model, terms, seed):
    X, y = table(seed, missing=0.1 if seed % 4 == 3 else 0.0)
    tree = model.fit(X, y).tree_
    wide = margins.enlarge(tree, X, terms=terms)
    assert (wide.arrays["counts"] == tree.arrays["counts"]).all()
    before = model.apply(X)
    model._set_tree(wide)
    assert (model.apply(X) == before).all()
    old, new = margins.measure(tree, X), margins.measure(wide, X)
    known = ~np.isnan(old)
    assert (new[known] >= old[known] * (1 - 1e-9)).all()
    for node in wide.nodes():
        if not np.isnan(node.margin) and node.test.n_children == 2 and known[node.id]:
            assert node.margin == pytest.approx(new[node.id], rel=1e-6, abs=1e-12)


def test_the_classifier_is_oc1_enlarged():
    X, y = table(4)
    options = {"random_state": 3, "pruning": None}
    tree = OC1Classifier(**options).fit(X, y).tree_
    assert FATClassifier(**options).fit(X, y).tree_ == margins.enlarge(tree, X)


def test_symbolic_features_and_their_tests_stay():
    rng = np.random.default_rng(0)
    X = pd.DataFrame({"colour": rng.choice(["red", "blue"], 80), "a": rng.normal(size=80)})
    X["b"] = rng.normal(size=80)
    y = (X["colour"] == "red") ^ (X["a"] + X["b"] > 0)
    tree = FATClassifier(pruning=None, random_state=0).fit(X, y).tree_
    kinds = {node.test.pretty() for node in tree.nodes() if node.test}
    assert any("colour =" in kind for kind in kinds)
    assert any("a" in kind and "b" in kind for kind in kinds)


def test_rows_of_weight_zero_take_no_part():
    X, y = table(5)
    weights = np.r_[np.ones(len(X)), np.zeros(3)]
    noise = np.vstack([X, X[:3] + 0.01])
    options = {"random_state": 0, "pruning": None}
    one = FATClassifier(**options).fit(X, y).tree_
    assert FATClassifier(**options).fit(noise, np.r_[y, y[:3]], weights).tree_ == one


def test_models_are_saved_and_loaded(tmp_path):
    X, y = table(7)
    model = FATClassifier(random_state=0).fit(X, y)
    obliqua.save(model, tmp_path / "fat.json")
    assert obliqua.load(tmp_path / "fat.json").tree_ == model.tree_
