"""What must hold of every pruned tree."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from obliqua import _core
from tests.oracle.brute_force import CRITERIA, Oracle, Settings, Table
from tests.oracle.tables import core_table, fit, table
from tests.property.test_grown_trees import FEW, POLICIES, SEEDS, equal, rows_of, some

METHODS = (
    "cost-complexity",
    "cost-complexity-cv",
    "reduced-error",
    "pessimistic",
    "mdl",
    "multivariate",
)
BELONGING_TO_FIT = ("cost-complexity-cv", "multivariate")


def pruning(method: str, **changes: object) -> dict[str, object]:
    return {"method": method, "fraction": 0.25, "se": 0.0, "confidence": 0.25, "folds": 4} | changes


def leaves(tree: _core.Tree) -> int:
    return int((tree.first_child < 0).sum())


def is_pruned(small: _core.Tree, large: _core.Tree) -> None:
    """Every node of the small tree is the large tree's, test and counts, or a leaf in its place."""
    assert small.n_nodes <= large.n_nodes
    pairs = [(0, 0)]
    for a, b in pairs:
        np.testing.assert_array_equal(small.counts[a], large.counts[b])
        if small.first_child[a] < 0:
            continue
        assert small.kind[a] == large.kind[b]
        at, other = small.term_begin[a], large.term_begin[b]
        assert small.terms[at] == large.terms[other]
        here, there = small.constant_begin[a], large.constant_begin[b]
        assert small.constants[here] == large.constants[there]
        children = range(small.n_children[a])
        pairs += [(small.first_child[a] + c, large.first_child[b] + c) for c in children]


@FEW
@given(
    seed=SEEDS,
    method=st.sampled_from(METHODS),
    missing=st.sampled_from(POLICIES),
    criterion=st.sampled_from(list(CRITERIA)),
)
def test_fits_with_pruning_are_deterministic_and_prunings_of_a_grown_tree(
    seed, method, missing, criterion
):
    _, data = some(seed)
    settings = Settings(criterion, missing)
    tree = fit(data, settings, seed=seed, pruning=pruning(method))
    equal(tree, fit(data, settings, seed=seed, pruning=pruning(method)))
    equal(tree, fit(data, settings, seed=seed, pruning=pruning(method), threads=2))
    if method in ("cost-complexity-cv", "pessimistic", "mdl"):
        is_pruned(tree, fit(data, settings))


@FEW
@given(seed=SEEDS, method=st.sampled_from(METHODS), missing=st.sampled_from(POLICIES))
def test_pruning_a_tree_by_other_rows_never_grows_it(seed, method, missing):
    rng, data = some(seed)
    if method in BELONGING_TO_FIT or len(data.y) < 4:
        method = "pessimistic"
    rows = rng.permutation(len(data.y))
    half = max(1, len(rows) // 2)
    grow, held = rows_of(data, rows[:half]), rows_of(data, rows[half:])
    if grow.weights is not None and (grow.weights.sum() == 0 or held.weights.sum() == 0):
        return
    tree = fit(grow, Settings("gini", missing))
    sample = grow if method == "mdl" else held
    arguments = (core_table(sample), sample.y, sample.weights, pruning(method), 1)
    pruned = _core.prune(tree, *arguments)
    is_pruned(pruned, tree)
    if method in ("cost-complexity", "reduced-error"):
        equal(pruned, _core.prune(pruned, *arguments))


@FEW
@given(seed=SEEDS, missing=st.sampled_from(POLICIES), criterion=st.sampled_from(list(CRITERIA)))
def test_merging_leaves_changes_no_prediction(seed, missing, criterion):
    _, data = some(seed)
    settings = Settings(criterion, missing, max_depth=4)
    tree = fit(data, settings)
    merged = fit(data, settings, merge_leaves=True)
    is_pruned(merged, tree)
    rows = core_table(data)
    np.testing.assert_array_equal(_core.classify(merged, rows, 1), _core.classify(tree, rows, 1))
    classes = np.argmax(merged.counts, axis=1)
    for node in np.flatnonzero(merged.first_child >= 0):
        first = merged.first_child[node]
        both = merged.first_child[first : first + 2] < 0
        if both.all() and missing != "fractional":
            assert classes[first] != classes[first + 1]


@FEW
@given(seed=SEEDS)
def test_a_larger_margin_of_error_prunes_more(seed):
    _, data = some(seed, high=200)
    for method in ("cost-complexity", "cost-complexity-cv"):
        sizes = [
            leaves(fit(data, Settings(), seed=3, pruning=pruning(method, se=se)))
            for se in (0.0, 0.5, 1.0, 3.0)
        ]
        assert sizes == sorted(sizes, reverse=True)


def test_other_seeds_hold_out_other_rows():
    rng = np.random.default_rng(1)
    data = table(rng, 300, kinds=("real",), missing=0.0, weighted="none")
    trees = [fit(data, Settings(), seed=s, pruning=pruning("reduced-error")) for s in range(6)]
    assert len({tree.counts.tobytes() for tree in trees}) > 1
    for tree in trees:
        assert tree.n_rows[0] == 225


@FEW
@given(seed=SEEDS, missing=st.sampled_from(POLICIES))
def test_possible_tests_against_counting_them(seed, missing):
    _, data = some(seed, weighted="none")
    tree = fit(data, Settings("info-gain", missing))
    found = _core.possible_tests(tree, core_table(data), data.y)
    oracle = Oracle(data, Settings("info-gain", missing))
    numeric = [f for f in range(len(data.columns)) if data.numeric(f)]
    rows = {0: oracle.every_row}
    for node in range(tree.n_nodes):
        if tree.first_child[node] < 0:
            assert found[node] == 0
            continue
        assert found[node] == max(1, count_tests(data, rows[node]))
        term = tree.terms[tree.term_begin[node]]
        constant = tree.constants[tree.constant_begin[node]]
        axis = tree.kind[node] == 1
        feature = numeric[term] if axis else term
        values = data.columns[feature][rows[node]]
        gone = data.missing(feature)[rows[node]]
        if missing != "fractional":
            values = np.where(gone, tree.fills[tree.term_begin[node]], values)
            gone = np.zeros(len(values), dtype=bool)
        left = values <= constant if axis else values == constant
        first = int(tree.first_child[node])
        rows[first], rows[first + 1] = rows[node][left & ~gone], rows[node][~left & ~gone]


def count_tests(data: Table, rows: np.ndarray) -> int:
    """Cuts with different classes on their two sides, and categories seen."""
    tests = 0
    for feature, column in enumerate(data.columns):
        known = rows[~data.missing(feature)[rows]]
        values = column[known]
        distinct = np.unique(values)
        if not data.numeric(feature):
            tests += len(distinct) if len(distinct) > 1 else 0
            continue
        classes = [set(data.y[known[values == value]]) for value in distinct]
        tests += sum(len(a | b) > 1 for a, b in pairwise(classes))
    return tests


@pytest.mark.parametrize("method", METHODS)
def test_one_row_of_each_class_can_be_pruned(method):
    data = Table([np.array([1.0, 2.0])], [0], np.array([0, 1], dtype=np.int32), 2)
    tree = fit(data, Settings(), pruning=pruning(method))
    assert tree.n_nodes in (1, 3)


@FEW
@given(seed=SEEDS, missing=st.sampled_from(POLICIES), criterion=st.sampled_from(list(CRITERIA)))
def test_multivariate_pruning_of_univariate_trees_is_reduced_error(seed, missing, criterion):
    _, data = some(seed)
    settings = Settings(criterion, missing)
    equal(
        fit(data, settings, seed=seed, pruning=pruning("multivariate")),
        fit(data, settings, seed=seed, pruning=pruning("reduced-error")),
    )
