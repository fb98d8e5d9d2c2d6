"""A chain of 100,000 tests: nothing may recurse, and nothing may take quadratic time."""

import pickle

import numpy as np
import pandas as pd
import pytest

from tests.trees import chain

DEPTH = 100_000


@pytest.fixture(scope="module")
def deep():
    return chain(DEPTH)


def test_it_is_as_deep_as_it_should_be(deep):
    assert (deep.depth, deep.n_tests, deep.n_leaves) == (DEPTH, DEPTH, DEPTH + 1)


def test_it_can_be_walked(deep):
    last = None
    for node in deep.nodes():
        last = node
    assert last.depth == DEPTH
    assert deep.node(deep.n_nodes - 3).test.pretty(digits=None) == f"x ≤ {DEPTH - 1}"


def test_it_predicts(deep):
    X = pd.DataFrame({"x": [-1.0, 0.5, DEPTH - 1.5, DEPTH + 1.0]})
    assert deep.expected_tests(X[:1]) == 1
    assert deep.expected_tests(X[3:]) == DEPTH
    assert deep.expected_tests(X) == pytest.approx((1 + 2 + DEPTH + DEPTH) / 4)


def test_it_hashes_compares_pickles_and_turns_into_a_dictionary(deep):
    other = pickle.loads(pickle.dumps(deep))
    assert other == deep
    assert deep.diff(other) == []
    assert len(deep.to_dict()["nodes"]) == deep.n_nodes
    assert "depth 100000" in repr(deep)


def test_it_has_importances_and_differs_from_a_shorter_one(deep):
    np.testing.assert_allclose(deep.importances(), [1.0])
    diff = deep.diff(chain(DEPTH - 1))
    assert {difference.kind for difference in diff} <= {"structure", "counts", "label"}
    assert diff
