"""What scikit-learn expects of every classifier."""

import pickle

import numpy as np
import pandas as pd
import pytest
import sklearn
from sklearn.base import clone
from sklearn.compose import ColumnTransformer
from sklearn.datasets import load_breast_cancer, load_iris
from sklearn.ensemble import BaggingClassifier
from sklearn.model_selection import GridSearchCV, cross_val_score, cross_validate
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import FunctionTransformer, StandardScaler
from sklearn.utils import get_tags
from sklearn.utils.estimator_checks import parametrize_with_checks

from obliqua import (
    AxisTreeClassifier,
    CARTLCClassifier,
    DMTIClassifier,
    FATClassifier,
    ITIClassifier,
    LMDTClassifier,
    MOC1Classifier,
    MOC2Classifier,
    MultivariateTreeClassifier,
    NonlinearTreeClassifier,
    ObliqueForestClassifier,
    OC1Classifier,
    SADTClassifier,
)

SYSTEMS = [
    AxisTreeClassifier(),
    AxisTreeClassifier.oc1_ap(),
    AxisTreeClassifier.cart(),
    AxisTreeClassifier.c45(),
    AxisTreeClassifier.uni_g(),
    AxisTreeClassifier.uni_i(),
    AxisTreeClassifier(criterion="twoing", pruning="mdl", missing="node-mean"),
    CARTLCClassifier(),
    CARTLCClassifier.murthy1994(pruning=None),
    DMTIClassifier(),
    FATClassifier(),
    ITIClassifier(),
    ITIClassifier(prune=False, mode="lazy"),
    LMDTClassifier(),
    MultivariateTreeClassifier(),
    MultivariateTreeClassifier("pocket", "sfs", pruning="multivariate", passes=10),
    MultivariateTreeClassifier("rls", "hss", "gini", univariate=False, pruning=None),
    MultivariateTreeClassifier("cart", "cart", "gini", pruning=None),
    MultivariateTreeClassifier("thermal", "dsbe", univariate=False, pruning=None),
    MOC1Classifier(restarts=3),
    MOC2Classifier(restarts=3),
    NonlinearTreeClassifier(restarts=3),
    OC1Classifier(),
    OC1Classifier(pruning=None, order="random", restarts=2),
    SADTClassifier(),
    SADTClassifier(pruning=None, axis=True, unproductive=100),
    ObliqueForestClassifier(n_trees=3),
    ObliqueForestClassifier(AxisTreeClassifier(), n_trees=5, bootstrap=True, max_features=5),
]


def expected_failures(estimator):
    """Checks that a system cannot pass, each with its reason."""
    failures = {}
    if isinstance(estimator, (DMTIClassifier, ITIClassifier)):
        return {}
    if isinstance(estimator, ObliqueForestClassifier):
        return {
            "check_sample_weight_equivalence_on_dense_data": (
                "rows are drawn or held out at random: a repeated row is not a weighted one"
            )
        }
    if estimator.pruning is None and getattr(estimator, "univariate", True):
        failures["check_class_weight_classifiers"] = (
            "an unpruned tree isolates every row of a class, however little it weighs, as "
            "scikit-learn's own does unless min_weight_fraction_leaf is set"
        )
    exact = isinstance(
        estimator,
        (
            AxisTreeClassifier,
            CARTLCClassifier,
            MOC2Classifier,
            NonlinearTreeClassifier,
            SADTClassifier,
        ),
    )
    if exact and estimator.pruning == "cost-complexity":
        failures["check_class_weight_classifiers"] = (
            "of trees without an error in the classes that weigh, the 0-SE rule takes the one that "
            "is right about the light class as well, which the check counts as a fault"
        )
    if isinstance(estimator, MultivariateTreeClassifier) and estimator.pruning in HELD_OUT:
        failures["check_class_weight_classifiers"] = (
            "a subtree that is right about the light class as well makes fewer errors on the "
            "held-out rows, and stays"
        )
    if estimator.pruning in HELD_OUT:
        failures["check_sample_weight_equivalence_on_dense_data"] = (
            "rows are held out at random, and a repeated row is not a weighted one there"
        )
    if estimator.min_samples_leaf > 1:
        failures["check_sample_weight_equivalence_on_dense_data"] = (
            "min_samples_leaf counts rows, as in scikit-learn: a repeated row is two of them"
        )
    return failures


HELD_OUT = ("cost-complexity", "cost-complexity-cv", "reduced-error", "multivariate")


@parametrize_with_checks(SYSTEMS, expected_failed_checks=expected_failures)
def test_estimator_checks(estimator, check):
    check(estimator)


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True, as_frame=True)


def test_attributes_after_fit(iris):
    X, y = iris
    model = AxisTreeClassifier().fit(X, y)
    assert model.classes_.tolist() == [0, 1, 2]
    assert model.n_classes_ == 3
    assert model.n_features_in_ == 4
    assert model.feature_names_in_.tolist() == X.columns.tolist()
    assert model.feature_names_in_.dtype == object
    assert model.get_depth() == model.tree_.depth
    assert model.get_n_leaves() == model.tree_.n_leaves
    assert model.feature_importances_.sum() == pytest.approx(1)
    model.fit(X.to_numpy(), y)
    assert not hasattr(model, "feature_names_in_")


def test_clone_and_pickle(iris):
    X, y = iris
    model = AxisTreeClassifier.c45(random_state=3).fit(X, y)
    assert clone(model).get_params() == model.get_params()
    copy = pickle.loads(pickle.dumps(model))
    assert copy.tree_ == model.tree_
    np.testing.assert_array_equal(copy.predict_proba(X), model.predict_proba(X))


def test_grid_search_tries_every_kind_of_parameter(iris):
    X, y = iris
    grid = {"criterion": ["gini", "twoing"], "max_depth": [1, None], "pruning": [None, "mdl"]}
    search = GridSearchCV(AxisTreeClassifier(), grid, cv=3).fit(X, y)
    assert search.best_score_ > 0.9
    assert search.n_features_in_ == 4


def test_pipeline_with_set_output_keeps_names(iris):
    X, y = iris
    model = make_pipeline(StandardScaler(), AxisTreeClassifier(max_depth=2))
    model.set_output(transform="pandas").fit(X, y)
    assert model[-1].feature_names_in_.tolist() == X.columns.tolist()
    assert model.score(X, y) > 0.9


def test_pipeline_passes_symbolic_columns_through():
    X = pd.DataFrame({"size": [1.0, 2.0, 3.0, 4.0], "colour": ["red", "blue"] * 2})
    y = ["a", "b", "a", "b"]
    parts = ColumnTransformer(
        [("size", StandardScaler(), ["size"]), ("rest", FunctionTransformer(), ["colour"])],
        verbose_feature_names_out=False,
    ).set_output(transform="pandas")
    model = make_pipeline(parts, AxisTreeClassifier()).fit(X, y)
    assert model.predict(X).tolist() == y
    assert model[-1].tree_.node(0).test.pretty() == "colour = blue"


def test_metadata_routing_carries_weights(iris):
    X, y = iris
    weights = np.where(y == 2, 0.0, 1.0)
    with sklearn.config_context(enable_metadata_routing=True):
        model = AxisTreeClassifier().set_fit_request(sample_weight=True)
        model.set_score_request(sample_weight=True)
        result = cross_validate(
            model, X, y, params={"sample_weight": weights}, cv=3, return_estimator=True
        )
        bagged = BaggingClassifier(model, n_estimators=2, random_state=0)
        bagged.fit(X, y, sample_weight=weights)
    for fitted in [*result["estimator"], *bagged.estimators_]:
        assert not fitted.tree_.node(0).counts[-1]
    assert result["test_score"].mean() > 0.9


def test_cross_validation_in_several_processes(iris):
    X, y = iris
    scores = cross_val_score(AxisTreeClassifier(), X, y, n_jobs=2)
    assert scores.mean() > 0.9


def test_html_and_text_representations():
    model = AxisTreeClassifier.c45()
    html = model._repr_html_()
    assert "AxisTreeClassifier" in html
    assert "gain-ratio" in html
    assert repr(model).startswith("AxisTreeClassifier(criterion='gain-ratio', min_samples_leaf=2")


def test_tags():
    tags = get_tags(AxisTreeClassifier())
    assert tags.input_tags.allow_nan
    assert tags.input_tags.categorical
    assert not tags.input_tags.sparse
    assert tags.classifier_tags.multi_class


def test_paths_and_leaves_agree(iris):
    X, y = iris
    model = AxisTreeClassifier().fit(X, y)
    leaves = model.apply(X)
    paths = model.decision_path(X)
    assert paths.shape == (len(X), model.tree_.n_nodes)
    assert model.tree_.is_leaf[leaves].all()
    np.testing.assert_array_equal(
        paths.sum(axis=1).A1 if hasattr(paths.sum(axis=1), "A1") else paths.sum(axis=1),
        model.tree_.depths[leaves] + 1,
    )
    assert all(paths[row, leaf] == 1 for row, leaf in enumerate(leaves))
    assert (paths[:, [0]].toarray() == 1).all()
    # The leaf's rows are those that training counted there.
    np.testing.assert_array_equal(
        np.bincount(leaves, minlength=model.tree_.n_nodes)[model.tree_.is_leaf],
        [node.n_rows for node in model.tree_.nodes() if node.is_leaf],
    )


def test_probabilities_are_the_leafs_shares(iris):
    X, y = iris
    model = AxisTreeClassifier(max_depth=2).fit(X, y)
    shares = model.predict_proba(X)
    np.testing.assert_allclose(shares.sum(axis=1), 1)
    np.testing.assert_array_equal(shares, model.tree_.probabilities[model.apply(X)])
    np.testing.assert_array_equal(model.predict(X), model.classes_[shares.argmax(axis=1)])
    with np.errstate(divide="ignore"):
        np.testing.assert_array_equal(model.predict_log_proba(X), np.log(shares))


def test_the_pruning_path_starts_with_the_grown_tree_and_ends_with_a_leaf():
    X, y = load_breast_cancer(return_X_y=True)
    path = AxisTreeClassifier.cart().cost_complexity_pruning_path(X, y)
    assert path.ccp_alphas[0] == 0
    assert (np.diff(path.ccp_alphas) > 0).all()
    assert (np.diff(path.impurities) >= 0).all()
    assert path.impurities[0] == 0
    assert path.impurities[-1] == pytest.approx(min(np.mean(y == 0), np.mean(y == 1)))


def test_importances_agree_with_scikit_learn():
    from sklearn.tree import DecisionTreeClassifier

    rng = np.random.default_rng(0)
    X = rng.normal(size=(300, 6))
    y = (X @ [1, 2, 0, 0, 0.5, 0] + rng.normal(size=300) > 0).astype(int)
    ours = AxisTreeClassifier(max_depth=3).fit(X, y)
    theirs = DecisionTreeClassifier(max_depth=3, random_state=0).fit(X, y)
    np.testing.assert_allclose(ours.feature_importances_, theirs.feature_importances_, atol=1e-6)
