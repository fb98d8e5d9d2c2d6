"""The explorer's own routing gives every row the path and the answer that `predict` does."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_breast_cancer, load_iris

import obliqua
from obliqua import AxisTreeClassifier, CARTLCClassifier, OC1Classifier, _core
from obliqua.show.explorer.payload import payload
from tests.unit.test_tree import SCHEMA, mixed_tree

N = 3000


def check(tree, X, routed):
    columns = tree.schema.columns(X)
    table = columns.table()
    begin, nodes = _core.paths(tree.core, table)
    shares = _core.distributions(tree.core, table, 1)
    answers = _core.classify(tree.core, table, 1)
    found = routed(payload(tree, X, max_rows=len(X)))
    assert len(found) == len(answers) == len(X)
    for row, one in enumerate(found):
        assert one["nodes"] == nodes[begin[row] : begin[row + 1]].tolist(), row
        assert one["shares"] == shares[row].tolist(), row
        assert one["answer"] == answers[row], row


def mixed_table(rng):
    a, b = rng.normal(2, [[2], [4]], (2, N))
    a[::7] = 2.5  # at the root's cut
    b[::11] = rng.choice([0.0, -0.0, 1e300, -1e300, 5e-324], len(b[::11]))
    for column in (a, b):
        column[rng.random(N) < 0.15] = np.nan
    colour = rng.choice(np.array(["blue", "red", "green", None], dtype=object), N)
    return pd.DataFrame({"a": a, "b": b, "colour": colour})


@pytest.mark.parametrize("missing", [0, 1], ids=["fill", "fractional"])
def test_every_kind_of_test(missing, routed):
    builder = mixed_tree(missing=missing)
    for node in builder._nodes:
        node["missing"] = missing if "kind" in node else 0
    tree = builder.tree(SCHEMA, ["no", "perhaps", "yes"])
    check(tree, mixed_table(np.random.default_rng(0)), routed)


def breast_cancer(gaps=0.0):
    rng = np.random.default_rng(1)
    X, y = load_breast_cancer(return_X_y=True, as_frame=True)
    X = X.sample(N, replace=True, random_state=0)
    y = y[X.index]
    X = X + rng.normal(0, 1e-3, X.shape) * X.std().to_numpy()
    return X.mask(rng.random(X.shape) < gaps).reset_index(drop=True), y.to_numpy()


@pytest.mark.parametrize(
    ("model", "gaps"),
    [
        (AxisTreeClassifier(pruning=None), 0.0),
        (AxisTreeClassifier.c45(), 0.2),
        (OC1Classifier(axis=False, restarts=2, pruning=None, random_state=0), 0.1),
        (CARTLCClassifier(pruning=None, random_state=0), 0.05),
    ],
    ids=["axis", "fractional", "oblique", "linear combinations"],
)
def test_grown_trees(model, gaps, routed):
    X, y = breast_cancer(gaps)
    model.fit(X.iloc[:600], y[:600])
    check(model.tree_, X, routed)


@pytest.mark.parametrize("system", [n for n in obliqua.__all__ if n.endswith("Classifier")])
def test_every_system(system, routed):
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = getattr(obliqua, system)()
    if "random_state" in model.get_params():
        model.set_params(random_state=0)
    model.fit(X, y)
    if not hasattr(model, "tree_"):
        pytest.skip(f"{system} grows no single tree")
    check(model.tree_, X.sample(N, replace=True, random_state=0), routed)
