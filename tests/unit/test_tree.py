import copy
import json
import pickle

import numpy as np
import pandas as pd
import pytest

from obliqua import Tree
from obliqua.conditions import AxisCondition, EqualityCondition, LinearCondition, MachineCondition
from tests.trees import Builder, axis, equality, linear, machine, schema_of

BASIS = [(0, 0, 0), (0, 1, 0), (1, 2, 1), (2, 0, 0), (3, 0, 1)]
SCHEMA = schema_of("a", "b", ("colour", ("blue", "red")))


def mixed_tree(**changes):
    """One test of each kind; `changes` go to the root."""
    builder = Builder(3, 3, BASIS)
    builder.add(-1, [4.0, 3.0, 3.0], **(axis(0, 2.5, fill=1.0) | changes))
    builder.add(0, [4.0, 1.0, 0.0], **equality(2, 1))
    builder.add(0, [0.0, 2.0, 3.0], **linear([1, 3, 4], [0.5, -2.0, 1.0], -1.5))
    builder.add(1, [4.0, 0.0, 0.0])
    builder.add(1, [0.0, 1.0, 0.0])
    builder.add(2, [0.0, 1.0, 1.0])
    rows = [[1.0, -1.0], [0.0, 0.5], [2.0, 0.0]]
    builder.add(2, [0.0, 1.0, 2.0], **machine([0, 2], rows, [0.0, 1.0, -1.0], [0, 1, 2]))
    builder.add(6, [0.0, 0.0, 0.0])
    builder.add(6, [0.0, 1.0, 0.0])
    builder.add(6, [0.0, 0.0, 2.0])
    return builder


@pytest.fixture
def tree():
    return mixed_tree().tree(SCHEMA, ["no", "perhaps", "yes"])


def test_sizes(tree):
    assert (tree.n_nodes, tree.n_leaves, tree.n_tests, tree.depth) == (10, 6, 4, 3)
    assert tree.size == 1 + 1 + 3 + 2
    assert (tree.n_features, tree.n_classes) == (3, 3)
    assert tree.depths.tolist() == [0, 1, 1, 2, 2, 2, 2, 3, 3, 3]
    assert repr(tree) == "<Tree: 6 leaves, depth 3, 3 features, 3 classes>"


def test_nodes_are_linked_from_the_root(tree):
    nodes = list(tree.nodes())
    assert [node.id for node in nodes] == list(range(10))
    assert nodes[0].parent is None
    assert nodes[0].children == (1, 2)
    assert nodes[6].children == (7, 8, 9)
    assert nodes[3].children == ()
    for node in nodes:
        assert all(nodes[child].parent == node.id for child in node.children)
        assert node.is_leaf == (node.test is None) == (not node.children)


def test_nodes_know_counts_and_label(tree):
    root = tree.node(0)
    assert root.counts.tolist() == [4, 3, 3]
    assert root.n_rows == 10
    assert root.label == "no"
    np.testing.assert_allclose(root.probabilities, [0.4, 0.3, 0.3])
    assert tree.node(5).label == "perhaps", "the first of equals"
    assert np.isnan(root.merit)
    with pytest.raises(ValueError, match="read-only"):
        root.counts[0] = 1


def test_a_leaf_no_row_came_to_answers_as_its_parent(tree):
    assert tree.node(7).label == "yes"
    np.testing.assert_allclose(tree.node(7).probabilities, [0, 1 / 3, 2 / 3])


def test_conditions_are_in_the_users_words(tree):
    assert tree.node(0).test == AxisCondition("a", 2.5, 1.0)
    assert tree.node(1).test == EqualityCondition("colour", "red", "blue")
    assert tree.node(2).test == LinearCondition(
        ("b", "a²", "a·b"), (0.5, -2.0, 1.0), 1.5, (0.0, 0.0, 0.0)
    )
    assert tree.node(2).test.pretty() == "0.5·b − 2·a² + a·b ≤ 1.5"
    assert tree.node(6).test == MachineCondition(
        ("a", "colour = red"),
        ((1.0, -1.0), (0.0, 0.5), (2.0, 0.0)),
        (0.0, 1.0, -1.0),
        ("no", "perhaps", "yes"),
        (0.0, 0.0),
    )


@pytest.mark.parametrize("i", [-1, 10])
def test_there_are_no_other_nodes(tree, i):
    with pytest.raises(IndexError, match="node must be between 0 and 9"):
        tree.node(i)


def test_expected_tests_is_the_mean_length_of_the_paths(tree):
    # Left by the fill, left, then -2a² and b/2 against 1.5.
    rows = [([None, 0.0, "blue"], 2), ([1.0, 0.0, "red"], 2), ([3.0, 0.0, "red"], 2)]
    rows.append(([3.0, 100.0, "red"], 3))
    frame = pd.DataFrame([row for row, _ in rows], columns=["a", "b", "colour"])
    assert tree.expected_tests(frame) == pytest.approx(9 / 4)
    for i, (_, length) in enumerate(rows):
        assert tree.expected_tests(frame[i : i + 1]) == length


def test_fractional_rows_count_the_tests_of_every_path():
    builder = Builder(1, 2, [(0, 0, 0)])
    builder.add(-1, [3.0, 3.0], **axis(0, 0.0), missing=1)
    builder.add(0, [3.0, 0.0])
    builder.add(0, [0.0, 3.0], **axis(0, 1.0), missing=1)
    builder.add(2, [0.0, 1.0])
    builder.add(2, [0.0, 2.0])
    tree = builder.tree(schema_of("x"), [0, 1])
    assert tree.node(0).fractional
    assert not tree.node(1).fractional
    assert tree.expected_tests(pd.DataFrame({"x": [np.nan, -1.0]})) == pytest.approx((2 + 1) / 2)


def test_a_copy_and_a_pickle_are_equal(tree):
    for other in (pickle.loads(pickle.dumps(tree)), copy.deepcopy(tree)):
        assert other == tree
        assert hash(other) == hash(tree)
        assert [n.test for n in other.nodes()] == [n.test for n in tree.nodes()]


def test_to_dict_is_plain(tree):
    plain = tree.to_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["classes"] == ["no", "perhaps", "yes"]
    assert plain["features"][2] == {
        "name": "colour",
        "kind": "symbolic",
        "categories": ["blue", "red"],
    }
    assert plain["nodes"][1]["test"]["text"] == "colour = red"
    assert plain["nodes"][6]["test"]["classes"] == ["no", "perhaps", "yes"]
    assert plain["nodes"][3] == {
        "id": 3,
        "parent": 1,
        "children": [],
        "counts": [4.0, 0.0, 0.0],
        "n_rows": 4,
        "label": "no",
    }


@pytest.mark.parametrize(
    ("schema", "message"),
    [
        (schema_of("a", "b", "colour"), r"basis\[2\] needs a symbolic feature, but 'colour'"),
        (schema_of("a", ("b", ("x",)), ("colour", ("blue", "red"))), r"basis\[1\] needs a numeric"),
        (schema_of("a", "b", ("colour", ("blue",))), r"basis\[2\] uses category 1 of 'colour'"),
        (schema_of("a", "b"), "schema must have 3 features, got 2"),
    ],
)
def test_a_schema_that_does_not_fit_is_refused(tree, schema, message):
    with pytest.raises(ValueError, match=message):
        Tree(tree.core, schema, tree.classes)


@pytest.mark.parametrize(("feature", "category"), [(0, 0), (2, 2)])
def test_an_equality_that_does_not_fit_is_refused(feature, category):
    builder = Builder(3, 2, [])
    builder.add(-1, [1.0, 1.0], **equality(feature, category))
    builder.add(0, [1.0, 0.0])
    builder.add(0, [0.0, 1.0])
    with pytest.raises(ValueError, match="the test of node 0"):
        builder.tree(SCHEMA, [0, 1])


def test_labels_that_do_not_fit_are_refused(tree):
    with pytest.raises(ValueError, match="classes must be 3 labels"):
        Tree(tree.core, SCHEMA, ["no", "yes"])


def test_importances_are_shared_among_a_tests_features(tree):
    shares = tree.importances()
    assert shares.sum() == pytest.approx(1)
    # By hand: weight times gini of each test node less its children's.
    root = (10 - 34 / 10) - (5 - 17 / 5) - (5 - 13 / 5)
    left = 5 - 17 / 5
    right = (5 - 13 / 5) - (2 - 1) - (3 - 5 / 3)
    last = 3 - 5 / 3
    weights = np.array([0.5, 2.0, 1.0]) / 3.5
    a = root + right * (weights[1] + weights[2] / 2) + last * (1.0 / 1.5)
    b = right * (weights[0] + weights[2] / 2)
    colour = left + last * (0.5 / 1.5)
    np.testing.assert_allclose(shares, np.array([a, b, colour]) / (a + b + colour))


def test_spreads_weigh_the_terms(tree):
    narrow = tree.importances(spreads=[1, 0, 1, 1, 1])
    assert narrow[1] < tree.importances()[1]


def test_a_single_leaf_has_no_importances():
    builder = Builder(3, 2, [])
    builder.add(-1, [1.0, 1.0])
    tree = builder.tree(SCHEMA, [0, 1])
    assert tree.importances().tolist() == [0, 0, 0]
    assert (tree.n_leaves, tree.n_tests, tree.size, tree.depth) == (1, 0, 0, 0)


@pytest.mark.parametrize(("features", "possible"), [(("a",), 3), (("a", "b"), 6)])
def test_description_length_by_hand(features, possible):
    builder = Builder(len(features) + 2, 2, [(0, 0, 0)])
    builder.add(-1, [2.0, 2.0], **axis(0, 1.5))
    builder.add(0, [2.0, 0.0])
    builder.add(0, [0.0, 2.0])
    schema = schema_of(*features, ("colour", ("blue", "green", "red")), ("same", ("one",)))
    tree = builder.tree(schema, ["no", "yes"])
    # A test takes 1 + log2(t) bits: t counts a cut between any two of the four rows, and the
    # three colours; a column of one category asks nothing. A pure leaf takes 1 bit.
    assert tree.description_length() == pytest.approx(1 + np.log2(possible + 3) + 1 + 1)
    with pytest.raises(ValueError, match="X and y, or neither"):
        tree.description_length([[1.0, "red", "one"]])
