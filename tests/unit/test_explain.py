"""Explanations of one row."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from obliqua import AxisTreeClassifier, OC1Classifier
from obliqua.show import explain
from tests.exported import HAND_MADE, classes_of, kinds, rows_for, shares_of


@pytest.mark.parametrize("which", HAND_MADE)
def test_the_way_and_the_class_are_those_of_predict(which):
    tree = HAND_MADE[which]()
    frame = rows_for(tree, 60, seed=3, extreme=100.0)
    for i in range(len(frame)):
        row = frame[i : i + 1]
        told = explain(tree, row)
        assert told.label == tree.classes[classes_of(tree, row)[0]]
        assert list(told.probabilities.values()) == shares_of(tree, row)[0].tolist()
        for step in told.steps:
            test = tree.test(step.node)
            total = sum(one.product for one in step.contributions)
            if step.contributions and test.n_children == 2:
                assert total - test.cut == pytest.approx(step.gap, rel=1e-9, abs=1e-9)
        assert str(told).startswith("class ")


@pytest.mark.parametrize("which", ["kinds", "kinds, fractional", "small integers", "40 classes"])
def test_no_smaller_change_of_a_feature_gives_another_class(which):
    """Against the class at many values nearer than the one that is named."""
    tree = HAND_MADE[which]()
    frame = rows_for(tree, 40, seed=4, extreme=50.0)
    generator = np.random.default_rng(0)
    changed = 0
    for i in range(len(frame)):
        row = frame[i : i + 1]
        own = classes_of(tree, row)[0]
        told = {change.feature: change for change in explain(tree, row).changes}
        for name in frame.select_dtypes("number"):
            here = row[name].iloc[0]
            if np.isnan(here):
                assert name not in told
                continue
            reach = abs(told[name].after - here) / 1.011 if name in told else 1e3
            near = pd.concat([row] * 200, ignore_index=True)
            near[name] = here + reach * generator.uniform(-1, 1, size=200)
            if name in told:
                near = near[(near[name] - here).abs() * 1.011 < abs(told[name].after - here)]
            if near.empty:  # there is no double nearer
                continue
            assert (classes_of(tree, near) == own).all()
            if name in told:
                changed += 1
                moved = row.assign(**{name: told[name].after})
                found = tree.classes[classes_of(tree, moved)[0]]
                assert found == told[name].label != tree.classes[own]
    assert changed > 20


def test_a_category_that_changes_the_class():
    tree = kinds()
    frame = rows_for(tree, 300, seed=5, extreme=50.0)
    name = "colour 'x'"
    seen = 0
    for i in range(len(frame)):
        row = frame[i : i + 1]
        for change in explain(tree, row).changes:
            if change.feature == name:
                seen += 1
                moved = tree.classes[classes_of(tree, row.assign(**{name: change.after}))[0]]
                assert moved == change.label
    assert seen > 5


def test_it_reads_well():
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = AxisTreeClassifier(max_depth=2).fit(X, y)
    lines = str(explain(model, X[100:101], X)).splitlines()
    assert lines[2:4] == [
        "node 0: petal length (cm) > 2.45",
        "    petal length (cm)  6  (cut 2.45)",
    ]
    assert lines[-2:] == [
        "    petal width (cm): 2.5 → 1.75 gives 1",
        "    petal length (cm): 6 → 2.45 gives 0",
    ]
    sums = str(explain(OC1Classifier(random_state=0).fit(X, y), X[100:101]))
    assert " · " in sums
    assert "away" in sums


def test_missing_values_are_said():
    tree = kinds()
    names = list(tree.schema.names)
    row = pd.DataFrame([[np.nan, np.nan, None, np.nan]], columns=names)
    assert "(missing, filled)" in str(explain(tree, row))
    assert "goes to every child in part" in str(explain(kinds(missing=1), row))


def test_what_is_no_row_is_refused():
    X, y = load_iris(return_X_y=True)
    model = AxisTreeClassifier(max_depth=2).fit(X, y)
    assert explain(model, X[0]).label == explain(model, X[:1]).label == 0
    with pytest.raises(ValueError, match="row must be one row, got 2"):
        explain(model, X[:2])
    with pytest.raises(ValueError, match="infinite value"):
        explain(model, [np.inf, 0, 0, 0])
