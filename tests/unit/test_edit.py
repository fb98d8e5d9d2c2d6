"""Editing trees by hand."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from obliqua import (
    AxisTreeClassifier,
    DMTIClassifier,
    ITIClassifier,
    OC1Classifier,
    load,
    save,
)
from tests.exported import kinds
from tests.trees import chain


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True, as_frame=True)


@pytest.fixture(scope="module")
def model(iris):
    return AxisTreeClassifier(max_depth=4).fit(*iris)


def test_pruning_makes_a_leaf_of_the_same_rows(model, iris):
    tree = model.tree_
    node = next(n for n in tree.nodes() if n.depth == 1 and not n.is_leaf)
    edit = tree.edit(*iris)
    new = edit.prune(node.id).tree
    assert new.node(node.id).is_leaf
    assert new.node(node.id).counts.tolist() == node.counts.tolist()
    assert new.node(node.id).note == "pruned by hand"
    assert tree == model.tree_ == edit.original != new
    effect = edit.effect()
    changed = np.flatnonzero(edit.applied_to(model).predict(iris[0]) != model.predict(iris[0]))
    np.testing.assert_array_equal(effect.changed, changed)
    y = iris[1].to_numpy()
    errors = [int((m.predict(iris[0]) != y).sum()) for m in (model, edit.applied_to(model))]
    assert effect.errors == tuple(errors)
    assert effect.leaves == (tree.n_leaves, new.n_leaves)
    assert str(effect).splitlines()[-1] == f"errors {errors[0]} → {errors[1]}"


def test_merging_is_pruning_their_parent(model):
    tree = model.tree_
    parent = next(
        n for n in tree.nodes() if n.children and all(tree.node(c).is_leaf for c in n.children)
    )
    merged = tree.edit().merge(*parent.children).tree
    assert merged == tree.edit().prune(parent.id).tree
    inner = next(n for n in tree.nodes() if n.depth == 1 and not n.is_leaf)
    other = tree.node(0).children[1 - tree.node(0).children.index(inner.id)]
    with pytest.raises(ValueError, match=f"node {inner.id} is not a leaf"):
        tree.edit().merge(inner.id, other)
    with pytest.raises(ValueError, match="are not all the children of one node"):
        tree.edit().merge(parent.children[0], 1)
    with pytest.raises(ValueError, match="are not all the children of one node"):
        tree.edit().merge(0)


@pytest.mark.parametrize("estimator", [AxisTreeClassifier(), OC1Classifier(random_state=0)])
def test_moving_a_cut_counts_the_rows_anew(estimator, iris):
    X, y = iris
    model = estimator.fit(X, y)
    cut = model.tree_.test(0).cut
    edit = model.tree_.edit(X, y).recut(0, cut + 1.0)
    tree = edit.tree
    assert tree.test(0).cut == pytest.approx(cut + 1.0)
    edited = edit.applied_to(model)
    leaves = edited.apply(X)
    for node in tree.nodes():
        if node.is_leaf:
            counts = np.bincount(y[leaves == node.id], minlength=3)
            assert node.counts.tolist() == counts.tolist()
            assert node.n_rows == (leaves == node.id).sum()
    assert tree.node(0).counts.tolist() == np.bincount(y).tolist()
    assert np.isnan(tree.node(0).merit)
    assert tree.node(0).note.startswith("cut moved by hand from")
    assert edit.undo().tree == model.tree_
    with pytest.raises(ValueError, match="no edit to take back"):
        edit.undo()


def test_an_edited_model_is_saved(model, iris, tmp_path):
    edited = model.tree_.edit(*iris).recut(0, 3.0).applied_to(model)
    save(edited, tmp_path / "model.json")
    again = load(tmp_path / "model.json")
    assert again.tree_ == edited.tree_ != model.tree_
    np.testing.assert_array_equal(again.predict(iris[0]), edited.predict(iris[0]))
    assert again.get_params() == model.get_params()


def test_notes_keep_to_their_nodes(model, iris):
    X, y = iris
    tree = model.tree_
    deepest = max((n for n in tree.nodes() if not n.is_leaf), key=lambda n: n.id)
    edit = tree.edit(X, y).recut(deepest.id, deepest.test.cut)
    side = [n.id for n in tree.nodes() if n.children and n.depth == deepest.depth]
    side.remove(deepest.id)
    assert side[0] < deepest.id, "a node whose going moves the other's number"
    edit.prune(side[0])
    noted = [n for n in edit.tree.nodes() if n.note and n.note.startswith("cut moved")]
    assert [n.test for n in noted] == [deepest.test]


def test_what_cannot_be_done_is_said(model, iris):
    X, y = iris
    tree = kinds()
    with pytest.raises(ValueError, match=r"node 1 is the test .* no cut to move"):
        tree.edit().recut(1, 0.0)
    leaf = int(np.flatnonzero(tree.is_leaf)[0])
    with pytest.raises(ValueError, match=f"node {leaf} is a leaf, which has no cut"):
        tree.edit().recut(leaf, 0.0)
    with pytest.raises(ValueError, match=f"node {leaf} is a leaf already"):
        tree.edit().prune(leaf)
    with pytest.raises(ValueError, match="needs the training rows"):
        tree.edit().recut(0, 0.0)
    with pytest.raises(ValueError, match="cut must be a finite number"):
        model.tree_.edit(X, y).recut(0, np.nan)
    with pytest.raises(ValueError, match="X and y, or neither"):
        tree.edit(X)
    with pytest.raises(ValueError, match="effect needs rows"):
        tree.edit().effect()
    with pytest.raises(ValueError, match="is not the tree that was edited"):
        chain(3).edit().prune(1 if not chain(3).node(1).is_leaf else 2).applied_to(model)
    with pytest.raises(ValueError, match="y has 149 labels for 150 rows"):
        model.tree_.edit(X, y[1:])
    with pytest.raises(IndexError, match="node must be between"):
        tree.edit().prune(99)


@pytest.mark.parametrize("system", [ITIClassifier, DMTIClassifier])
def test_an_edited_incremental_tree_says_that_its_promise_no_longer_holds(system, iris):
    X, y = iris
    model = system().fit(X, y)
    edited = model.tree_.edit().prune(2).applied_to(model)
    assert edited.tree_.n_leaves < model.tree_.n_leaves
    assert len(edited.predict(X)) == len(X)
    for act in (
        edited.verify,
        lambda: edited.partial_fit(X[:1], y[:1]),
        lambda: edited.forget([0]),
        edited.leave_one_out,
    ):
        with pytest.raises(ValueError, match="edited by hand: the promise"):
            act()
    assert model.verify()
    assert edited.fit(X, y).verify()
