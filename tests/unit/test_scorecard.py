"""Linear tests in whole points."""

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from obliqua import AxisTreeClassifier, OC1Classifier
from obliqua.show import as_scorecard
from tests.trees import Builder, linear, schema_of


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True, as_frame=True)


def goes_left(card, frame):
    total = sum(line.points * frame[line.term] / line.unit for line in card.lines)
    return (total <= card.cut).to_numpy()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("loss", [0.0, 0.01, 0.05])
def test_it_loses_what_it_says_and_no_more_than_it_may(iris, seed, loss):
    X, y = iris
    model = OC1Classifier(axis=False, random_state=seed, pruning=None).fit(X, y)
    path = model.decision_path(X).toarray().astype(bool)
    seen = 0
    for node in model.tree_.nodes():
        if node.is_leaf or len(node.test.terms) < 2:
            continue
        card = as_scorecard(model, node.id, X, loss=loss, most_points=400)
        rows = path[:, node.id]
        left = path[rows, node.children[0]]
        lost = (goes_left(card, X[rows]) != left).mean()
        assert card.loss == pytest.approx(lost)
        assert lost <= loss
        assert card.n_rows == rows.sum()
        assert all(isinstance(line.points, int) and line.points for line in card.lines)
        seen += 1
        fewer = max(abs(line.points) for line in card.lines) - 1
        if fewer:
            with pytest.raises(ValueError, match="no scorecard of at most"):
                as_scorecard(model, node.id, X, loss=loss, most_points=fewer)
    assert seen > 0


def test_it_reads_well():
    builder = Builder(2, 2, [(0, 0, 0), (0, 1, 0)])
    builder.add(-1, [5.0, 5.0], **linear([0, 1], [0.0021, -0.2], 1.0))
    builder.add(0, [5.0, 0.0])
    builder.add(0, [0.0, 5.0])
    tree = builder.tree(schema_of("income", "age"), ["a", "b"])
    generator = np.random.default_rng(0)
    X = pd.DataFrame(
        {"income": generator.normal(3000, 1000, 400), "age": generator.normal(40, 10, 400)}
    )
    lines = str(as_scorecard(tree, 0, X, loss=0.02)).splitlines()
    assert lines[0].startswith("node 0: left if the points sum to at most ")
    assert lines[1:3] == ["    income  +1 per 1000", "    age     −1 per 10"]
    assert lines[3].startswith("as the test on 9")
    assert lines[3].endswith("% of 400 rows")


def test_what_is_no_linear_test_is_refused(iris):
    X, y = iris
    model = AxisTreeClassifier(max_depth=1).fit(X, y)
    with pytest.raises(ValueError, match="node 0 has no linear test"):
        as_scorecard(model, 0, X)
    with pytest.raises(ValueError, match="node 1 has no linear test"):
        as_scorecard(model, 1, X)
    oblique = OC1Classifier(pruning=None, random_state=0).fit(X, y)
    with pytest.raises(ValueError, match="loss must be"):
        as_scorecard(oblique, 2, X, loss=1.0)
