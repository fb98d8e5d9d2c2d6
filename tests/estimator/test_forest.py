"""The majority vote of k trees of any system."""

import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError

import obliqua
from obliqua import (
    AxisTreeClassifier,
    CARTLCClassifier,
    ITIClassifier,
    ObliqueForestClassifier,
    OC1Classifier,
    SADTClassifier,
)
from obliqua.estimators import _in_turn, _progress
from obliqua.estimators.base import BaseTreeClassifier
from obliqua.show import text

QUICK = {"SADTClassifier": SADTClassifier(unproductive=100)}
TREES = [
    name
    for name in obliqua.__all__
    if name.endswith("Classifier")
    and issubclass(getattr(obliqua, name), BaseTreeClassifier)
    and "random_state" in getattr(obliqua, name)().get_params()
]
WAYS = {
    "plain": {},
    "bootstrap": {"bootstrap": True, "oob_score": True},
    "features": {"max_features": 2},
    "both": {"bootstrap": True, "max_features": 0.5},
}


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


@pytest.fixture(scope="module")
def table():
    """Numbers and names, some missing."""
    rng = np.random.default_rng(0)
    n = 200
    X = pd.DataFrame(rng.random((n, 3)), columns=["x", "y", "z"])
    X["colour"] = np.array(["red", "blue", "tan"])[rng.integers(0, 3, n)]
    X["shape"] = np.array(["round", "square"])[rng.integers(0, 2, n)]
    y = np.where(X["colour"] == "red", "stop", np.where(X["x"] + X["y"] > 1, "left", "right"))
    X.loc[rng.random(n) < 0.1, "x"] = np.nan
    X.loc[rng.random(n) < 0.1, "colour"] = None
    return X, y


def noisy(n=300, d=5, seed=0):
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, d))
    y = (X.sum(axis=1) + rng.normal(size=n) > 0).astype(int)
    return X, y


def votes_of(forest, X):
    """The definition: each tree says a class, and the classes are counted."""
    said = np.array([estimator.predict(X) for estimator in forest.estimators_])
    return np.stack([(said == label).sum(axis=0) for label in forest.classes_], axis=1)


@pytest.mark.parametrize("name", TREES)
@pytest.mark.parametrize("way", WAYS)
def test_any_system_grows_the_trees(name, way, iris, tmp_path):
    X, y = iris
    grower = QUICK.get(name, getattr(obliqua, name)())
    forest = ObliqueForestClassifier(grower, n_trees=3, random_state=5, **WAYS[way]).fit(X, y)
    assert forest.score(X, y) > 0.8
    assert [type(one).__name__ for one in forest.estimators_] == [name] * 3
    other = clone(forest).set_params(n_jobs=2).fit(X, y)
    assert other.digest() == forest.digest()
    obliqua.save(forest, tmp_path / "forest.json")
    again = obliqua.load(tmp_path / "forest.json")
    assert again.digest() == forest.digest()
    np.testing.assert_array_equal(again.predict_proba(X), forest.predict_proba(X))


def test_the_majority_decides():
    X, y = noisy()
    forest = ObliqueForestClassifier(n_trees=7, random_state=0).fit(X[:200], y[:200])
    votes = votes_of(forest, X)
    assert (votes.min(axis=1) > 0).any(), "the trees are of one mind: nothing is tested"
    np.testing.assert_array_equal(forest.predict_proba(X), votes / 7)
    np.testing.assert_array_equal(forest.predict(X), forest.classes_[votes.argmax(axis=1)])
    with np.errstate(divide="ignore"):
        np.testing.assert_array_equal(forest.predict_log_proba(X), np.log(votes / 7))


def test_of_equal_votes_the_first_class_wins():
    X, y = noisy()
    forest = ObliqueForestClassifier(n_trees=2, random_state=0).fit(X[:200], y[:200])
    tied = np.ptp(votes_of(forest, X), axis=1) == 0
    assert tied.any()
    assert (forest.predict(X[tied]) == forest.classes_[0]).all()


def test_many_trees_err_less_than_one():
    X, y = noisy(n=1200, d=8)
    one = OC1Classifier(random_state=0).fit(X[:400], y[:400])
    many = ObliqueForestClassifier(n_trees=15, random_state=0).fit(X[:400], y[:400])
    assert many.score(X[400:], y[400:]) > one.score(X[400:], y[400:]) + 0.01


def test_each_tree_is_what_its_estimator_grows_alone(iris):
    X, y = iris
    forest = ObliqueForestClassifier(
        OC1Classifier(restarts=3, order="random"), n_trees=4, random_state=1
    ).fit(X, y)
    for estimator in forest.estimators_:
        assert estimator.restarts == 3
        alone = OC1Classifier(restarts=3, order="random", random_state=estimator.random_state)
        assert alone.fit(X, y).tree_ == estimator.tree_
    assert len({estimator.random_state for estimator in forest.estimators_}) == 4


@pytest.mark.parametrize("params", WAYS.values(), ids=WAYS)
def test_the_seed_alone_decides(params, iris):
    X, y = iris
    forest = ObliqueForestClassifier(
        OC1Classifier(restarts=2, pruning=None), n_trees=5, random_state=7, **params
    )
    digests = {clone(forest).set_params(n_jobs=j).fit(X, y).digest() for j in (1, 2, 5, 1)}
    assert len(digests) == 1
    others = {clone(forest).set_params(random_state=s).fit(X, y).digest() for s in range(4)}
    assert len(others) == 4
    # The trees differ too, and the first ones do not depend on how many follow.
    trees = forest.fit(X, y).trees
    assert len(set(trees)) == 5
    assert clone(forest).set_params(n_trees=2).fit(X, y).trees == trees[:2]


# --- rows and features -------------------------------------------------------


def test_bootstrap_rows_and_their_out_of_bag_votes():
    # Every row has a class of its own, so that the root's counts tell how often it was drawn.
    rng = np.random.default_rng(0)
    X, y = rng.random((60, 3)), np.arange(60)
    forest = ObliqueForestClassifier(
        AxisTreeClassifier(), n_trees=4, bootstrap=True, oob_score=True, random_state=0
    ).fit(X, y)
    times = np.array([tree.node(0).counts for tree in forest.trees])
    assert (times.sum(axis=1) == 60).all()
    assert (times == np.floor(times)).all()
    assert len({tuple(row) for row in times.tolist()}) == 4
    votes = np.zeros((60, 60))
    for estimator, drawn in zip(forest.estimators_, times, strict=True):
        for row in np.flatnonzero(drawn == 0):
            votes[row, estimator.predict(X[row : row + 1])[0]] += 1
    seen_by_all = votes.sum(axis=1) == 0
    assert seen_by_all.any()
    np.testing.assert_array_equal(np.isnan(forest.oob_decision_function_[:, 0]), seen_by_all)
    shares = votes[~seen_by_all] / votes[~seen_by_all].sum(axis=1, keepdims=True)
    np.testing.assert_array_equal(forest.oob_decision_function_[~seen_by_all], shares)
    assert forest.oob_score_ == 0, "a class that a tree never saw cannot be right"


def test_out_of_bag_accuracy_is_near_that_on_new_rows():
    X, y = noisy(n=1500)
    forest = ObliqueForestClassifier(
        OC1Classifier(restarts=3), n_trees=25, bootstrap=True, oob_score=True, random_state=0
    ).fit(X[:500], y[:500])
    assert forest.oob_score_ == pytest.approx(forest.score(X[500:], y[500:]), abs=0.05)
    assert forest.oob_score_ < forest.score(X[:500], y[:500])
    forest.set_params(oob_score=False).fit(X[:500], y[:500])
    assert not hasattr(forest, "oob_score_")


def test_weights(iris):
    X, y = iris
    forest = ObliqueForestClassifier(AxisTreeClassifier(), n_trees=3, random_state=0)
    weights = np.where(y == 2, 0.0, 3.0)
    for params in WAYS.values():
        model = clone(forest).set_params(**params).fit(X, y, sample_weight=weights)
        assert model.classes_.tolist() == [0, 1, 2]
        assert all(tree.node(0).counts[2] == 0 for tree in model.trees)
        assert all(tree.node(0).counts.sum() == 300 for tree in model.trees)
        assert model.score(X[y < 2], y[y < 2]) > 0.9
    kept = clone(forest).set_params(bootstrap=True).fit(X, y, sample_weight=(y < 2) * 1.0)
    alone = clone(forest).set_params(bootstrap=True).fit(X[y < 2], y[y < 2])
    for one, other in zip(kept.trees, alone.trees, strict=True):
        assert one.node(0).counts.tolist() == [*other.node(0).counts.tolist(), 0]


def test_a_bootstrap_sample_holds_two_classes():
    X, y = np.arange(8.0).reshape(-1, 1), [0, 1, 1, 1, 1, 1, 1, 1]
    forest = ObliqueForestClassifier(AxisTreeClassifier(), n_trees=50, bootstrap=True).fit(X, y)
    assert all((tree.node(0).counts > 0).all() for tree in forest.trees)


@pytest.mark.parametrize(
    ("given", "used"), [(None, 7), ("sqrt", 2), (3, 3), (99, 7), (0.5, 4), (0.01, 1), (1.0, 7)]
)
def test_how_many_features_a_tree_may_use(given, used):
    rng = np.random.default_rng(0)
    X, y = rng.random((150, 7)), rng.integers(0, 3, 150)
    forest = ObliqueForestClassifier(
        AxisTreeClassifier(), n_trees=40, max_features=given, random_state=0
    ).fit(X, y)
    asked = [set(np.flatnonzero(one.feature_importances_)) for one in forest.estimators_]
    assert max(map(len, asked)) == used
    if used < 7:
        assert len(set(map(frozenset, asked))) > 1
        assert set.union(*asked) == set(range(7))


def test_trees_of_some_features_take_the_whole_table(table):
    X, y = table
    forest = ObliqueForestClassifier(
        AxisTreeClassifier(), n_trees=8, max_features=2, random_state=0
    ).fit(X, y)
    for estimator in forest.estimators_:
        asked = [
            name for name, share in zip(X, estimator.feature_importances_, strict=True) if share
        ]
        alone = AxisTreeClassifier(random_state=estimator.random_state)
        assert estimator.tree_.schema.names == tuple(X)
        # Features that are never asked do not matter, so the tree of those asked is the same.
        alone.fit(X[asked], y)
        np.testing.assert_array_equal(estimator.predict_proba(X), alone.predict_proba(X[asked]))
        assert text(estimator) == text(alone).replace(
            f"{len(asked)} features", "5 features"
        ).replace("1 feature,", "5 features,")
    np.testing.assert_array_equal(forest.predict_proba(X), votes_of(forest, X) / 8)


def test_symbolic_columns_missing_values_and_names(table):
    X, y = table
    forest = ObliqueForestClassifier(n_trees=5, random_state=0).fit(X, y)
    assert forest.score(X, y) > 0.9
    assert forest.feature_names_in_.tolist() == list(X)
    shuffled = X[["shape", "z", "colour", "x", "y"]]
    np.testing.assert_array_equal(forest.predict(shuffled), forest.predict(X))
    assert set(forest.predict(X)) == {"stop", "left", "right"}


def test_inspection(iris):
    X, y = iris
    forest = ObliqueForestClassifier(AxisTreeClassifier(), n_trees=3, bootstrap=True).fit(X, y)
    trees = forest.trees
    assert forest.get_n_leaves() == sum(tree.n_leaves for tree in trees)
    assert forest.get_depth() == max(tree.depth for tree in trees)
    shares = np.mean([tree.importances() for tree in trees], axis=0)
    np.testing.assert_array_equal(forest.feature_importances_, shares)
    leaves = forest.apply(X)
    paths, begin = forest.decision_path(X)
    assert leaves.shape == (150, 3)
    assert paths.shape == (150, begin[-1])
    for i, estimator in enumerate(forest.estimators_):
        np.testing.assert_array_equal(leaves[:, i], estimator.apply(X))
        part = paths[:, begin[i] : begin[i + 1]].toarray()
        np.testing.assert_array_equal(part, estimator.decision_path(X).toarray())


def test_a_forest_is_no_tree(iris):
    X, y = iris
    forest = ObliqueForestClassifier(n_trees=3).fit(X, y)
    assert not hasattr(forest, "tree_")
    with pytest.raises(AttributeError, match=r"a forest is many trees .* estimators_\[0\]"):
        _ = forest.tree_
    with pytest.raises(TypeError, match=r"a forest is 3 trees; choose one.*estimators_\[0\]"):
        text(forest)
    assert "leaves" in text(forest.estimators_[1])


# --- what goes wrong ---------------------------------------------------------


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"estimator": "oc1"}, r"estimator must be one of .* such as OC1Classifier\(\), or None"),
        ({"estimator": OC1Classifier}, "estimator must be one of"),
        ({"estimator": ObliqueForestClassifier()}, "estimator must be one of"),
        ({"estimator": ITIClassifier()}, "classifiers that grow one tree and have a random_state"),
        ({"estimator": OC1Classifier(jumps=-1)}, "estimator: jumps must be a whole number"),
        ({"n_trees": 0}, "n_trees must be a whole number of at least 1; got 0"),
        ({"n_trees": 2.0}, "n_trees must be a whole number"),
        ({"bootstrap": 1}, "bootstrap must be True or False"),
        ({"oob_score": True}, "oob_score=True needs bootstrap=True"),
        ({"max_features": 0}, "max_features must be None, 'sqrt', a whole number .* got 0"),
        ({"max_features": 1.5}, "max_features must be"),
        ({"max_features": "log"}, "max_features must be"),
        ({"max_features": True}, "max_features must be"),
        ({"random_state": -1}, "random_state must be"),
        ({"n_jobs": 0}, "n_jobs must be"),
        ({"verbose": -1}, "verbose must be"),
    ],
)
def test_parameters_are_named_with_what_is_valid(params, message, iris):
    with pytest.raises(ValueError, match=message):
        ObliqueForestClassifier(**params).fit(*iris)


def test_bad_tables_and_labels(iris):
    X, y = iris
    with pytest.raises(NotFittedError, match="ObliqueForestClassifier instance is not fitted"):
        ObliqueForestClassifier().predict(X)
    with pytest.raises(ValueError, match="y holds only 1 class"):
        ObliqueForestClassifier().fit(X, y * 0)
    with pytest.raises(ValueError, match="only 1 class, 0, among rows of positive weight"):
        ObliqueForestClassifier(bootstrap=True).fit(X, y, sample_weight=y == 0)
    forest = ObliqueForestClassifier(AxisTreeClassifier(), n_trees=2).fit(X, y)
    before = forest.trees
    with pytest.raises(ValueError, match="X has 3 features, but ObliqueForestClassifier is expect"):
        forest.predict(X[:, :3])
    bad = X.copy()
    bad[4, 1] = np.inf
    with pytest.raises(ValueError, match=r"column 'x1', row 4 .* infinite value inf"):
        forest.predict(bad)
    with pytest.raises(ValueError, match=r"column 'x1', row 4 .* infinite value inf"):
        forest.fit(bad, y)
    assert forest.trees == before


def test_too_few_trees_for_an_out_of_bag_score():
    X, y = [[0.0], [1.0]], [0, 1]
    forest = ObliqueForestClassifier(
        AxisTreeClassifier(), n_trees=1, bootstrap=True, oob_score=True
    )
    with pytest.raises(ValueError, match="oob_score: each of the 2 rows was drawn for all 1 trees"):
        forest.fit(X, y)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_fails_in_one_tree_ends_the_fit(threads, iris):
    X, y = iris
    calls = []

    def broken(left, right):
        calls.append(1)
        raise ZeroDivisionError("in a criterion")

    forest = ObliqueForestClassifier(
        AxisTreeClassifier(broken), n_trees=200, n_jobs=threads, random_state=0
    )
    with pytest.raises(ZeroDivisionError, match="in a criterion"):
        forest.fit(X, y)
    assert len(calls) < 20


def test_progress_is_that_of_all_trees(monkeypatch):
    class Bar(list):
        def __init__(self, title):
            assert title == "ObliqueForestClassifier"
            bars.append(self)

        def __enter__(self):
            return self.append

        def __exit__(self, *error):
            pass

    bars = []
    monkeypatch.setattr(_progress, "ProgressBar", Bar)
    X, y = noisy()
    forest = ObliqueForestClassifier(OC1Classifier(verbose=1), n_trees=4, n_jobs=2)
    forest.fit(X, y)
    assert not bars, "the trees' own are not shown"
    forest.set_params(verbose=1).fit(X, y)
    assert len(bars) == 1
    assert bars[0] == sorted(bars[0])
    assert bars[0][-1] == 1
    assert len(bars[0]) >= 4


def test_results_come_in_the_order_of_the_tasks():
    def slow_first(task):
        time.sleep(0.02 if task == 0 else 0.0)
        return task * 2

    for threads in (1, 3):
        made = _in_turn.in_turn(slow_first, range(6), threads, title="", verbose=0)
        assert made == [0, 2, 4, 6, 8, 10]


LONG_FIT = """
import numpy as np
from obliqua import OC1Classifier, ObliqueForestClassifier

rng = np.random.default_rng(0)
X, y = rng.normal(size=(20_000, 20)), rng.integers(0, 9, 20_000)
print("ready", flush=True)
try:
    ObliqueForestClassifier(OC1Classifier(search_sample=None), n_jobs={threads}).fit(X, y)
except KeyboardInterrupt:
    print("stopped", flush=True)
else:
    print("finished", flush=True)
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_all_trees(threads):
    process = subprocess.Popen(
        [sys.executable, "-c", LONG_FIT.format(threads=threads)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    at_the_latest = threading.Timer(60.0, process.kill)
    at_the_latest.start()
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.6)
        process.send_signal(signal.SIGINT)
        pressed = time.monotonic()
        # Said once every thread has ended.
        assert process.stdout.readline() == "stopped\n"
        took = time.monotonic() - pressed
    finally:
        at_the_latest.cancel()
        process.kill()
        process.communicate()
    assert took < 2.0


def test_trees_without_chance_are_alike_unless_rows_or_features_differ(iris):
    X, y = iris
    forest = ObliqueForestClassifier(CARTLCClassifier(pruning=None), n_trees=3, random_state=0)
    assert len(set(forest.fit(X, y).trees)) == 1
    for params in ({"bootstrap": True}, {"max_features": 2}):
        assert len(set(clone(forest).set_params(**params).fit(X, y).trees)) > 1
