"""NDT: curved tests, short ones, and the features they are made of."""

import numpy as np
import pandas as pd
import polars as pl
import pytest

import obliqua
from obliqua import MOC1Classifier, NonlinearTreeClassifier, OC1Classifier
from obliqua.show import text


@pytest.fixture(scope="module")
def ring():
    X = np.random.default_rng(0).uniform(-1, 1, (300, 2))
    return X, np.where((X**2).sum(axis=1) < 0.5, "inside", "outside")


@pytest.fixture(scope="module")
def areas():
    rng = np.random.default_rng(1)
    X = pd.DataFrame(rng.uniform(0.1, 4, (300, 3)), columns=["length", "width", "other"])
    return X, np.where(X["length"] * X["width"] > 4, "large", "small")


def test_it_is_oc1_on_the_quadratic_basis(ring):
    model = NonlinearTreeClassifier(random_state=2).fit(*ring)
    plain = OC1Classifier(basis="quadratic", random_state=2).fit(*ring)
    assert model.tree_ == plain.tree_
    assert model.tree_.node(0).test.terms != ("x0",)


def test_tests_read_in_the_users_terms(areas):
    model = NonlinearTreeClassifier(pruning=None, random_state=0).fit(*areas)
    assert model.tree_.node(0).test.branch(1, 2) == "length·width > 4"
    assert model.tree_.curve(0) == "hyperbola"
    assert "length·width" in text(model)


def test_curves_are_named_in_the_text(ring):
    model = NonlinearTreeClassifier(pruning=None, random_state=0).fit(*ring)
    assert model.tree_.curve(0) in ("circle", "ellipse")
    assert "border: " in text(model)


def test_tests_are_short(ring):
    """Of 65 terms, those that a test can do without are dropped."""
    rng = np.random.default_rng(3)
    X = np.hstack([ring[0], rng.normal(size=(300, 8))])
    tree = NonlinearTreeClassifier(pruning=None, random_state=0).fit(X, ring[1]).tree_
    terms = [len(node.test.terms) for node in tree.nodes() if node.test]
    assert np.mean(terms) < 20


def test_the_basis_of_other_systems(ring):
    tree = MOC1Classifier(basis="quadratic", restarts=3, random_state=0).fit(*ring).tree_
    assert len(tree.arrays["basis"]) == 5
    with pytest.raises(ValueError, match="basis must be one of 'linear', 'quadratic'"):
        OC1Classifier(basis="cubic").fit(*ring)


def test_new_features_are_listed_by_importance_and_added(areas):
    X, y = areas
    new = NonlinearTreeClassifier(pruning=None, random_state=0).fit(X, y).new_features()
    assert new.names[0] == "length·width"
    assert list(new.importances) == sorted(new.importances, reverse=True)
    assert 0 < sum(new.importances) <= 1
    wider = new.fit_transform(X)
    assert list(wider.columns) == list(new.get_feature_names_out())
    np.testing.assert_allclose(wider["length·width"], X["length"] * X["width"])
    np.testing.assert_allclose(
        new.transform(pl.from_pandas(X))["length·width"], wider["length·width"]
    )
    np.testing.assert_allclose(new.transform(X.to_numpy()), wider.to_numpy())
    assert "length·width" in str(new)


def test_new_features_refuse_other_tables(areas):
    X, y = areas
    new = NonlinearTreeClassifier(pruning=None, random_state=0).fit(X, y).new_features()
    with pytest.raises(ValueError, match="lacks the columns 'width'"):
        new.transform(X[["length", "other"]])
    with pytest.raises(ValueError, match="3 features"):
        new.transform(X.to_numpy()[:, :2])


def test_a_tree_without_new_features_says_so():
    model = NonlinearTreeClassifier(pruning=None).fit([[0.0], [1.0]], [0, 1])
    assert len(model.new_features()) == 0
    assert str(model.new_features()) == "no feature was constructed"


def test_models_are_saved_and_loaded(ring, tmp_path):
    model = NonlinearTreeClassifier(random_state=0).fit(*ring)
    obliqua.save(model, tmp_path / "ndt.json")
    assert obliqua.load(tmp_path / "ndt.json").tree_ == model.tree_


def test_rows_that_miss_a_factor_take_the_terms_mean(ring):
    X, y = ring[0].copy(), ring[1]
    X[::7, 0] = np.nan
    model = NonlinearTreeClassifier(restarts=3, random_state=0).fit(X, y)
    assert set(model.predict(X)) <= {"inside", "outside"}
