"""MOC1 and MOC2 as estimators: settings, files, refusals."""

import numpy as np
import pytest

import obliqua
from obliqua import CARTLCClassifier, FATClassifier, MOC1Classifier, MOC2Classifier, OC1Classifier


@pytest.fixture(scope="module")
def table():
    rng = np.random.default_rng(0)
    X = rng.normal(size=(120, 3))
    return X, (X @ [1, 2, -1] + rng.normal(size=120) > 0).astype(int)


@pytest.mark.parametrize("model", [MOC1Classifier(), MOC2Classifier()], ids=lambda m: m.criterion)
def test_each_is_oc1_by_its_criterion(model, table, tmp_path):
    model = model.set_params(random_state=3).fit(*table)
    plain = OC1Classifier(model.criterion, random_state=3).fit(*table)
    assert model.tree_ == plain.tree_
    obliqua.save(model, tmp_path / "model.json")
    loaded = obliqua.load(tmp_path / "model.json")
    assert loaded.tree_ == model.tree_
    assert loaded.criterion == model.criterion
    assert "criterion" not in model.get_params()


def test_threads_change_nothing(table):
    for criterion in ("moc1", "moc2"):
        one, two = (OC1Classifier(criterion, random_state=1, n_jobs=n).fit(*table) for n in (1, 2))
        assert one.tree_ == two.tree_


def test_a_wide_gap_is_preferred_to_a_narrow_one():
    """Both features separate the classes; the second leaves far more room."""
    X = np.array([[0.0, 0], [1, 1], [2, 2], [2.1, 9], [3, 10], [4, 11]])
    y = [0, 0, 0, 1, 1, 1]
    options = {"oblique": False, "pruning": None}
    assert OC1Classifier(**options).fit(X, y).tree_.node(0).test.term == "x0"
    assert MOC1Classifier(**options).fit(X, y).tree_.node(0).test.term == "x1"
    assert MOC2Classifier(**options).fit(X, y).tree_.node(0).test.term == "x1"


def test_fat_takes_margin_criteria_as_well(table):
    assert FATClassifier("moc1", random_state=0).fit(*table).tree_.n_leaves >= 1


@pytest.mark.parametrize("weight", [-0.1, 1.5, None, "a"])
def test_margin_weight_is_a_share(weight, table):
    with pytest.raises(ValueError, match="margin_weight must be a number from 0 to 1"):
        MOC1Classifier(margin_weight=weight).fit(*table)


def test_searches_that_see_no_distances_refuse(table):
    with pytest.raises(ValueError, match="criterion must be one of"):
        CARTLCClassifier("moc1").fit(*table)


def test_margins_are_wider_than_oc1s_where_classes_are_apart():
    X = np.random.default_rng(5).random((300, 2))
    X = X[abs(X[:, 0] - X[:, 1]) > 0.1]
    y = X[:, 0] > X[:, 1]
    options = {"pruning": None, "random_state": 0}
    margin = MOC1Classifier(**options).fit(X, y).tree_.node(0).margin
    assert margin > OC1Classifier(**options).fit(X, y).tree_.node(0).margin
