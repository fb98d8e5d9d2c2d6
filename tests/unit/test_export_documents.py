"""Trees as JSON, Mermaid and dot; the registry of targets."""

import json
import re

import numpy as np
import pytest
from sklearn.datasets import load_iris

from obliqua import AxisTreeClassifier, export
from obliqua.cli.export import Target
from obliqua.export import CannotExport, to_json, to_mermaid, write
from obliqua.show import dot
from tests.exported import FORESTS, HAND_MADE, classes_of, kinds, rows_for, rows_for_all
from tests.trees import chain


def term_of(term, row):
    value = row[term["feature"]]
    if value is None or value != value:
        return None
    if "category" in term:
        return 1.0 if value == term["category"] else -1.0
    if "times" in term:
        other = row[term["times"]]
        return None if other is None or other != other else value * other
    return value


def child_of(test, row):
    """As docs/how-to/export.md describes; None for every child."""
    if test["kind"] == "equality":
        value = row[test["feature"]]
        if value is None or value != value:
            if test["missing"] == "every child":
                return None
            value = test["fill"]
        return 0 if value == test["category"] else 1
    values = [term_of(term, row) for term in test["terms"]]
    if None in values and test["missing"] == "every child":
        return None
    values = [f if v is None else v for v, f in zip(values, test["fills"], strict=True)]
    if test["kind"] == "axis":
        return 0 if values[0] <= test["cut"] else 1
    if test["kind"] == "linear":
        return 0 if summed(test["bias"], test["weights"], values) <= 0 else 1
    scores = [summed(b, w, values) for b, w in zip(test["biases"], test["weights"], strict=True)]
    best = 0
    for child, score in enumerate(scores):
        if score > scores[best]:
            best = child
    return best


def summed(total, weights, values):
    for weight, value in zip(weights, values, strict=True):
        total += weight * value
    return total


def classify(nodes, n_classes, row):
    totals, stack = [0.0] * n_classes, [(0, 1.0)]
    while stack:
        at, share = stack.pop()
        node = nodes[at]
        if "test" not in node:
            totals = [t + share * p for t, p in zip(totals, node["probabilities"], strict=True)]
            continue
        child = child_of(node["test"], row)
        if child is not None:
            stack.append((node["children"][child], share))
            continue
        parts = zip(node["children"], node["test"]["parts"], strict=True)
        stack += reversed([(one, share * part) for one, part in parts])
    return totals.index(max(totals))


@pytest.mark.parametrize("which", HAND_MADE)
def test_another_program_can_follow_the_json(which):
    tree = HAND_MADE[which]()
    document = json.loads(to_json(tree))
    frame = rows_for(tree, 5_000)
    found = [classify(document["nodes"], tree.n_classes, row) for row in frame.to_dict("records")]
    np.testing.assert_array_equal(found, classes_of(tree, frame))
    assert document["classes"] == tree.classes.tolist()


@pytest.mark.parametrize("which", FORESTS)
def test_another_program_can_count_votes(which):
    forest = FORESTS[which]()
    document = json.loads(to_json(forest))
    frame = rows_for_all(forest, 4_000)
    votes = np.zeros((len(frame), forest.n_classes_))
    for tree in document["trees"]:
        for position, row in enumerate(frame.to_dict("records")):
            votes[position, classify(tree["nodes"], forest.n_classes_, row)] += 1
    found = np.array(document["classes"])[votes.argmax(axis=1)]
    np.testing.assert_array_equal(found, forest.predict(frame))


@pytest.mark.parametrize("target", ["pmml", "dot", "mermaid"])
def test_targets_of_one_tree_refuse_a_forest_by_name(target):
    forest = FORESTS["by hand"]()
    said = r"ObliqueForestClassifier is a vote of 4 trees, which .* one by one, model\.trees\[0\]"
    with pytest.raises(CannotExport, match=said):
        write(forest, target)
    assert write(forest.trees[0], target)


def test_mermaid_has_every_node_and_edge():
    tree = kinds()
    lines = to_mermaid(tree).splitlines()
    assert lines[0] == "flowchart TD"
    assert sum("-->" in line for line in lines) == tree.n_nodes - 1
    assert len(lines) == 2 * tree.n_nodes
    pattern = r'  n\d+(\["[^"\[\]]*"\]|\(\["[^"\[\]]*"\]\)| -->\|"[^"|]*"\| n\d+)'
    assert all(re.fullmatch(pattern, line) for line in lines[1:])
    assert "per#34;haps" in "".join(lines)
    with pytest.raises(CannotExport, match="no more than 500 edges"):
        to_mermaid(chain(300))


def test_targets_by_name():
    X, y = load_iris(return_X_y=True)
    model = AxisTreeClassifier(max_depth=2).fit(X, y)
    assert [target.value for target in Target] == list(export.TARGETS)
    assert {f"to_{name}" for name in export.TARGETS} <= set(export.__all__)
    assert write(model, "dot") == dot(model)
    assert write(model.tree_, "sql", dialect="sqlite") == export.to_sql(model, dialect="sqlite")
    with pytest.raises(ValueError, match="target must be one of"):
        write(model, "cobol")
    with pytest.raises(TypeError, match="expected a fitted Obliqua classifier"):
        write("model", "c")
    with pytest.raises(AttributeError, match="no attribute 'to_cobol'"):
        export.to_cobol  # noqa: B018
