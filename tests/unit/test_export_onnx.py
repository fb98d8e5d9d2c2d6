"""Exported ONNX, run by onnxruntime."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from obliqua import AxisTreeClassifier, OC1Classifier
from obliqua.export import CannotExport, to_onnx
from tests.exported import (
    FORESTS,
    HAND_MADE,
    classes_of,
    kinds,
    many_classes,
    rows_for,
    rows_for_all,
    shares_of,
    unsure_rows,
)
from tests.trees import Builder, chain, schema_of

onnxruntime = pytest.importorskip("onnxruntime")
pytest.importorskip("onnx")
N_ROWS = 100_000


def run(content, tree, frame, missing="", dtype=np.float64):
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    session = onnxruntime.InferenceSession(content, options, ["CPUExecutionProvider"])
    names = np.array(tree.schema.names)
    numeric = np.array(tree.schema.kinds) == "numeric"
    feeds = {"numbers": frame[names[numeric]].to_numpy(dtype=dtype)}
    text = frame[names[~numeric]].astype(object)
    feeds["text"] = text.where(text.notna(), missing).to_numpy()
    asked = [entry.name for entry in session.get_inputs()]
    return session.run(["label", "probabilities"], {name: feeds[name] for name in asked})


def hand_made(which):
    tree = HAND_MADE[which]()
    # Labels of several types have no tensor.
    return type(tree)(tree.core, tree.schema, [0, 1, 2]) if which == "one leaf" else tree


@pytest.mark.parametrize("which", HAND_MADE)
def test_exact_sums_are_bit_for_bit(which):
    tree = hand_made(which)
    frame = rows_for(tree, N_ROWS)
    labels, shares = run(to_onnx(tree), tree, frame)
    np.testing.assert_array_equal(shares, shares_of(tree, frame))
    assert labels.tolist() == tree.classes[classes_of(tree, frame)].tolist()


@pytest.mark.parametrize("which", FORESTS)
def test_a_vote_is_that_of_the_forest(which):
    forest = FORESTS[which]()
    frame = rows_for_all(forest, 40_000)
    labels, shares = run(to_onnx(forest), forest.trees[0], frame)
    np.testing.assert_array_equal(shares, forest.predict_proba(frame))
    np.testing.assert_array_equal(labels, forest.predict(frame))


@pytest.mark.parametrize("which", ["40 classes", "60 deep", "small integers"])
def test_a_matrix_product_differs_only_within_rounding_error(which):
    tree = hand_made(which)
    frame = rows_for(tree, 20_000, extreme=1e6)
    expected = tree.classes[classes_of(tree, frame)]
    labels, _ = run(to_onnx(tree, sums="matmul"), tree, frame)
    other = np.flatnonzero(labels != expected)
    assert len(other) < 0.05 * len(frame), "a third of the rows lie on a cut or beside it"
    assert unsure_rows(tree, frame, 2.0**-52)[other].all()


def test_single_precision_in(which="kinds"):
    tree = hand_made(which)
    frame = rows_for(tree, 10_000, extreme=1e30)
    for name in frame.select_dtypes("number"):
        frame[name] = frame[name].astype(np.float32).astype(float)
    labels, shares = run(to_onnx(tree, numbers="float"), tree, frame, dtype=np.float32)
    np.testing.assert_array_equal(shares, shares_of(tree, frame))
    assert labels.tolist() == tree.classes[classes_of(tree, frame)].tolist()


@pytest.mark.parametrize("labels", [[True, False], ["a", "b"], [-1, 7], [0.5, 1.5]], ids=str)
def test_labels_of_each_type(labels):
    X, y = load_iris(return_X_y=True, as_frame=True)
    tree = AxisTreeClassifier(max_depth=2).fit(X, y != 1).tree_
    tree = type(tree)(tree.core, tree.schema, labels)
    found, _ = run(to_onnx(tree), tree, X)
    assert found.tolist() == tree.classes[classes_of(tree, X)].tolist()


def test_a_deep_tree():
    tree = chain(3000)
    frame = rows_for(tree, 2_000)
    frame["x"] = np.linspace(-1, 3001, len(frame))
    labels, _ = run(to_onnx(tree), tree, frame)
    assert labels.tolist() == tree.classes[classes_of(tree, frame)].tolist()


def test_equal_sums_are_computed_once():
    onnx = pytest.importorskip("onnx")
    X, y = load_iris(return_X_y=True)
    model = OC1Classifier(random_state=0).fit(X, y)
    graph = onnx.load_from_string(to_onnx(model, sums="matmul")).graph
    assert [node.op_type for node in graph.node].count("MatMul") == 1
    assert [node.op_type for node in graph.node].count("TreeEnsemble") == 1
    assert len(to_onnx(many_classes())) < 30_000


def test_what_onnx_cannot_express_is_refused_by_name():
    with pytest.raises(CannotExport, match="missing value of \"colour 'x'\" by 'red'"):
        to_onnx(kinds(), missing="red")
    builder = Builder(1, 2, [])
    builder.add(-1, [1.0, 1.0])
    mixed = builder.tree(schema_of("x"), np.array(["a", 1], dtype=object))
    with pytest.raises(CannotExport, match="labels of several types: int, str"):
        to_onnx(mixed)
    with pytest.raises(ValueError, match="sums must be one of"):
        to_onnx(kinds(), sums="kahan")
    with pytest.raises(ValueError, match="numbers must be one of"):
        to_onnx(kinds(), numbers="half")
