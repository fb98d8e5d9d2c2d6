"""Comparing methods: the same folds for all, statistics of scipy's, words that name the trade."""

import json
import re

import numpy as np
import pandas as pd
import pytest
from scipy import stats
from sklearn.base import BaseEstimator, ClassifierMixin
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.svm import SVC
from sklearn.tree import DecisionTreeClassifier

from obliqua.estimators.systems import METHODS
from obliqua.experiments import compare, compare_data_sets
from obliqua.experiments.comparison import advise, contenders
from obliqua.experiments.datasets import load
from obliqua.experiments.protocols import HoldOut, LeaveOneOut, RepeatedKFold
from obliqua.experiments.report.compared import as_csv, as_markdown, as_text

QUICK = ["cart", "c45", "sklearn-tree"]


class Broken(ClassifierMixin, BaseEstimator):
    """Fails on every fit."""

    def fit(self, X, y):
        raise RuntimeError("no power")

    def predict(self, X):
        raise AssertionError("it is never fitted")


@pytest.fixture(scope="module")
def iris():
    X, y = load_iris(return_X_y=True, as_frame=True)
    return X, np.array(["setosa", "versicolor", "virginica"])[y]


@pytest.fixture(scope="module")
def found(iris):
    return compare(*iris, [*QUICK, "oc1", LogisticRegression(max_iter=500)], name="iris")


@pytest.fixture(scope="module")
def several():
    sets = [load(name, n=120, random_state=i) for i, name in enumerate(("pol", "rcb", "ls10"))]
    return compare_data_sets(sets, [*QUICK, "oc1"], protocol=RepeatedKFold(4, stratified=True))


# --- what is measured --------------------------------------------------------


def test_every_system_is_there_by_default():
    assert set(contenders()) == {*METHODS, "sklearn-tree"}


def test_methods_have_every_measure(found):
    for name in ("cart", "oc1", "sklearn-tree"):
        for measure in ("accuracy", "balanced_accuracy", "log_loss", "auc", "leaves", "size",
                        "depth", "seconds"):  # fmt: skip
            assert found.mean("iris", name, measure) is not None, (name, measure)
    assert found.mean("iris", "LogisticRegression", "leaves") is None
    assert len(found.values("iris", "cart", "accuracy")) == 10


def test_scikit_learns_tree_is_fitted_to_the_same_rows(iris):
    """Its figures are those of a loop over the protocol's folds, written out."""
    protocol = RepeatedKFold(5, stratified=True)
    found = compare(*iris, {"one": DecisionTreeClassifier(random_state=0), "two": "cart"},
                    protocol=protocol)  # fmt: skip
    X, y = iris
    expected = [
        DecisionTreeClassifier(random_state=0)
        .fit(X.iloc[split.train], y[split.train])
        .score(X.iloc[split.test], y[split.test])
        for split in protocol.splits(found.data_sets["data"], 0)
    ]
    assert found.values("data", "one", "accuracy") == pytest.approx(expected)


def test_the_same_seed_gives_the_same_figures(iris):
    one, again = (compare(*iris, ["oc1", "cart"], random_state=4) for _ in range(2))
    assert one.values("data", "oc1", "accuracy") == again.values("data", "oc1", "accuracy")


def test_tables_with_names_and_gaps():
    rng = np.random.default_rng(1)
    X = pd.DataFrame({"x": rng.random(80), "colour": rng.choice(["red", "blue"], 80)})
    y = np.where((X["colour"] == "red") ^ (X["x"] > 0.5), "yes", "no")
    X.loc[::7, "x"] = np.nan
    found = compare(X, y, ["cart", "sklearn-tree", SVC()], protocol=RepeatedKFold(4))
    assert not found.problems()
    assert found.mean("data", "SVC", "accuracy") > 0.5


@pytest.mark.parametrize("protocol", [HoldOut(0.3, repeats=3), LeaveOneOut()])
def test_other_protocols(iris, protocol):
    X, y = (one[::5] for one in iris)
    found = compare(X, y, ["cart", "c45"], protocol=protocol)
    assert len(found.complete("data")) == 2
    assert str(found)


def test_tuning_inside_the_training_rows(iris):
    found = compare(
        *iris, ["axis", "cart"], tune={"axis": {"max_depth": [1, 2]}}, protocol=RepeatedKFold(3)
    )
    assert max(found.values("data", "axis", "depth")) <= 2
    assert "max_depth chosen from [1, 2]" in found.html()


def test_a_stopped_comparison_goes_on(iris, tmp_path):
    path = tmp_path / "fits.sqlite"
    first = compare(*iris, QUICK, results=path, time_limit=0)
    assert (first.ran.done, first.ran.left) == (0, 30)
    assert "none can be recommended" in str(first)
    second = compare(*iris, QUICK, results=path)
    third = compare(*iris, QUICK, results=path)
    assert (second.ran.done, third.ran.done, third.ran.kept) == (30, 0, 30)
    assert third.values("data", "cart", "accuracy") == second.values("data", "cart", "accuracy")


def test_a_failure_is_told_and_the_others_are_compared(iris):
    found = compare(*iris, {"broken": Broken(), "cart": "cart", "c45": "c45"})
    assert found.problems() == {("data", "broken"): "RuntimeError: no power"}
    assert found.complete("data") == ["cart", "c45"]
    assert "broken has 0 of 10 fits: RuntimeError: no power." in as_text(found)
    assert advise(found).method in ("cart", "c45")


# --- whether differences are real --------------------------------------------


def test_differences_are_scipys(found):
    best = found.best("iris")
    theirs = found.values("iris", best, "accuracy")
    for one in found.against("iris"):
        ours = found.values("iris", one.method, "accuracy")
        if np.ptp(np.subtract(ours, theirs)) > 1e-12:
            assert one.plain.p_value == pytest.approx(stats.ttest_rel(ours, theirs).pvalue)
        assert one.corrected.p_value >= one.plain.p_value - 1e-12
        assert one.holm >= one.corrected.p_value
        assert one.corrected.low <= one.corrected.mean <= one.corrected.high


def test_the_best_is_the_best(found):
    best = found.best("iris")
    means = [found.mean("iris", name, "accuracy") for name in found.methods]
    assert found.mean("iris", best, "accuracy") == max(means)
    assert found.best("iris", "size") == min(
        ("cart", "c45", "sklearn-tree", "oc1"), key=lambda name: found.mean("iris", name, "size")
    )


def test_one_way_is_scipys(found):
    groups = [found.values("iris", name, "accuracy") for name in found.methods]
    assert found.one_way("iris") == pytest.approx(stats.f_oneway(*groups).pvalue)


def test_a_contrast_of_the_users_own(found):
    p_value = found.contrast("iris", {"cart": 1.0, "c45": -0.5, "oc1": -0.5})
    assert 0 <= p_value <= 1


def test_multivariate_against_univariate(several):
    """OC1 is the only one with tests of several features."""
    apart, p_value = several.multivariate_contrast("ls10")
    others = np.mean([several.mean("ls10", name, "accuracy") for name in ("cart", "c45")])
    assert apart == pytest.approx(several.mean("ls10", "oc1", "accuracy") - others)
    assert 0 <= p_value <= 1


def test_two_factors_of_the_users_own(found):
    """As table 6 of Brodley and Utgoff has a learner and a selector."""
    factors = {
        "cart": ("axis", "pruned"),
        "sklearn-tree": ("axis", "grown"),
        "oc1": ("oblique", "pruned"),
        "LogisticRegression": ("oblique", "grown"),
    }
    assert set(found.two_way(factors)) == {"first", "second", "interaction"}


def test_ranks_over_several_data_sets(several):
    ranking = several.ranking()
    assert ranking.methods[0] == "oc1"
    assert ranking.ranks.sum() == pytest.approx(10)
    assert len(ranking.pairs) == 6
    assert set(several.two_way()) == {"first", "second", "interaction"}
    assert several.ranking("size").methods != ()


# --- words -------------------------------------------------------------------


def test_the_trade_is_named(found):
    advice = advise(found)
    size = {name: found.mean("iris", name, "size") for name in ("cart", "c45", "oc1")}
    assert advice.method in size
    text = " ".join(advice.sentences)
    assert f"{size[advice.method]:.1f} features asked" in text
    assert f"Most accurate is {advice.most_accurate}" in text
    assert "Always answering 'setosa' would be right on 33.3 %" in text


def test_an_oblique_boundary_is_worth_an_oblique_tree(several):
    assert advise(several, "pol").method == "oc1"


def test_noise_gets_no_recommendation():
    rng = np.random.default_rng(3)
    found = compare(rng.random((150, 3)), rng.integers(0, 2, 150), ["cart", "c45"])
    assert advise(found).method is None
    assert "may say nothing about the target" in str(found)


def test_what_is_no_tree_is_recommended_only_if_no_tree_is_near(several):
    X, y = several.data_sets["ls10"].data, several.data_sets["ls10"].target
    found = compare(X, y, ["cart", SVC()])
    assert advise(found).method == "SVC"
    assert "no one tree that can be read" in str(found)


def test_a_vote_of_trees_is_no_tree(iris):
    from sklearn.ensemble import RandomForestClassifier

    forest = RandomForestClassifier(5, random_state=0)
    found = compare(*iris, {"forest": forest, "cart": "cart"}, protocol=RepeatedKFold(3))
    assert found.mean("data", "forest", "trees") == 5
    assert advise(found).method == "cart"
    assert "forest is a vote of 5 trees" in str(found)


def test_advice_over_several_data_sets(several):
    advice = advise(several)
    text = " ".join(advice.sentences)
    assert advice.method == advice.most_accurate == "oc1"
    assert "Best on average is oc1, with a mean rank of" in text
    assert "With 3 data sets Wilcoxon's test can hardly tell" in text


# --- reports -----------------------------------------------------------------


@pytest.mark.parametrize("which", ["found", "several"])
def test_the_page_stands_alone(which, request):
    shown = request.getfixturevalue(which)
    text = shown.html()
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)""", text)
    assert "@import" not in text
    assert text.count("<svg") == {"found": 3, "several": 10}[which]
    assert text == shown.html(), "the same bytes each time"
    for sentence in advise(shown).sentences[:1]:
        assert sentence.split("%")[0][:40] in text.replace("&#x27;", "'")


def test_names_are_escaped(iris):
    found = compare(*iris, {"<b>": "cart", "&": "c45"}, name="<script>alert(1)</script>")
    assert "<script>alert" not in found.html()
    assert "<b>" not in found.html()


def test_texts(found, tmp_path):
    assert "Accuracy, less that of" in as_text(found)
    assert as_markdown(found).startswith("# Methods compared on iris")
    lines = as_csv(found).splitlines()
    assert len(lines) == 1 + len(found.methods)
    for ending in (".html", ".md", ".csv", ".txt"):
        found.save(tmp_path / f"report{ending}")
        assert (tmp_path / f"report{ending}").stat().st_size > 500
    with pytest.raises(ValueError, match=r"ends in \.html"):
        found.save(tmp_path / "report.pdf")


# --- what cannot be ----------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"methods": ["cart", "sklearn-tre"]},
            "no method 'sklearn-tre'; did you mean sklearn-tree",
        ),
        ({"methods": ["cart"]}, "needs two or more"),
        ({"methods": ["cart", "cart"]}, "two methods are called 'cart'"),
        ({"methods": ["cart", 3]}, "is no estimator"),
        ({"methods": {"a": "cart", "b": "no.such:Tree"}}, "cannot be imported"),
        ({"methods": ["cart", "c45"], "tune": {"oc1": {"restarts": [1]}}}, "no method 'oc1'"),
        ({"methods": ["cart", "c45"], "tune": {"cart": {"depth": [1]}}}, "no parameter 'depth'"),
        ({"methods": ["cart", "c45"], "tune": {"cart": {"max_depth": 3}}}, "a list of values"),
        ({"protocol": RepeatedKFold(200)}, "too few for 200 folds"),
    ],
)
def test_what_cannot_be_is_refused(iris, arguments, message):
    with pytest.raises(ValueError, match=message):
        compare(*iris, **arguments)


@pytest.mark.parametrize(
    ("X", "y", "message"),
    [
        ([[1.0], [2.0]], ["a", "a"], "all rows are of one class"),
        ([[1.0], [2.0]], ["a"], "inconsistent"),
        ([[1.0], [np.inf]], ["a", "b"], "infinit"),
        ([[1.0], [2.0]], ["a", None], "missing label in row 1"),
        ([[1.0], [2.0]], [0.5, 1.5], "Unknown label type"),
    ],
)
def test_bad_tables_are_refused(X, y, message):
    with pytest.raises(ValueError, match=message):
        compare(X, y, QUICK)


def test_data_sets_of_one_name_are_refused():
    with pytest.raises(ValueError, match="the same name"):
        compare_data_sets([load("pol", n=40)] * 2, QUICK)
    with pytest.raises(ValueError, match="empty"):
        compare_data_sets([], QUICK)


def test_unknown_names_are_told(found):
    with pytest.raises(ValueError, match="no 'cort' here; did you mean cart"):
        found.mean("iris", "cort", "accuracy")


def test_json_is_plain(found):
    from obliqua.cli.compare import plain

    told = json.loads(json.dumps(plain(found)))
    assert told["recommended"] == advise(found).method
    assert told["data_sets"][0]["measures"]["cart"]["accuracy"] > 0.9
