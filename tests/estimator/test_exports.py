"""What every estimator grows can be taken away and answers as before."""

import sqlite3
import warnings

import numpy as np
import pytest

import obliqua
from obliqua.export import to_onnx, to_pmml, to_python, to_sql
from tests.exported import iris_with_gaps
from tests.unit.test_export_c import Compiled
from tests.unit.test_export_onnx import run as run_onnx

SYSTEMS = [name for name in obliqua.__all__ if name.endswith("Classifier")]


def rules_of(name):
    """The rules for missing values that it takes and whose exports differ."""
    constraint = getattr(obliqua, name)._constraints.get("missing")
    rules = ("mean", "fractional")
    return [rule for rule in rules if constraint is None or constraint.accepts(rule)]


CASES = [(name, rule) for name in SYSTEMS for rule in rules_of(name)]


def fitted(name, missing):
    estimator = getattr(obliqua, name)()
    params = estimator.get_params()
    if "random_state" in params:
        estimator.set_params(random_state=0)
    if "missing" in params:
        estimator.set_params(missing=missing)
    X, y = iris_with_gaps()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        return estimator.fit(X, y), X


@pytest.mark.parametrize(("name", "missing"), CASES)
def test_every_estimator(name, missing, tmp_path):
    model, X = fitted(name, missing)
    trees = model.trees if hasattr(model, "trees") else [model.tree_]
    expected, shares = model.predict(X), model.predict_proba(X)
    whole = model if hasattr(model, "trees") else model.tree_
    classes, _, found = Compiled(tmp_path, whole).run(X)
    np.testing.assert_array_equal(model.classes_[classes], expected)
    np.testing.assert_array_equal(found, shares)

    labels, found = run_onnx(to_onnx(model), trees[0], X)
    np.testing.assert_array_equal(labels, expected)
    np.testing.assert_array_equal(found, shares)

    module = {}
    exec(to_python(model), module)
    assert [module["predict"](row) for row in X.to_dict("records")] == expected.tolist()

    connection = sqlite3.connect(":memory:")
    plain = X.astype(object).where(X.notna(), None)
    plain.assign(id=range(len(X))).to_sql("iris", connection, index=False)
    query = to_sql(model, dialect="sqlite", form="query", table="iris", keep=["id"])
    answers = sorted(connection.execute(query))
    np.testing.assert_array_equal([row[1] for row in answers], expected)
    np.testing.assert_array_equal([row[2:] for row in answers], shares)

    for tree in trees:
        if not tree.arrays["missing"].any():
            assert "<TreeModel" in to_pmml(tree)
