"""What must hold of every grown tree, whatever the table."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from obliqua import _core
from tests.oracle.brute_force import CRITERIA, Settings, Table
from tests.oracle.tables import core_table, fit, spec, table

POLICIES = ("mean", "node-mean", "fractional")
SEEDS = st.integers(0, 2**32 - 1)
CHOICES = {
    "seed": SEEDS,
    "criterion": st.sampled_from(list(CRITERIA)),
    "missing": st.sampled_from(POLICIES),
}
# The same examples every time: a build never fails for another's change.
# OBLIQUA_EXAMPLES=5000 looks further.
_MORE = int(os.environ.get("OBLIQUA_EXAMPLES", "0"))
FEW = settings(
    max_examples=_MORE or 30, deadline=None, derandomize=not _MORE, database=None, print_blob=True
)


def some(seed: int, high: int = 80, **kinds: object) -> tuple[np.random.Generator, Table]:
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, high)) if rng.random() < 0.9 else 600
    return rng, table(rng, n, **kinds)


def equal(a: _core.Tree, b: _core.Tree, but: tuple[str, ...] = ()) -> None:
    first, second = a.to_arrays(), b.to_arrays()
    for name, array in first.items():
        if name not in but:
            np.testing.assert_array_equal(second[name], array, err_msg=name)


def rows_of(of: Table, rows: np.ndarray) -> Table:
    weights = None if of.weights is None else of.weights[rows]
    return Table([c[rows] for c in of.columns], of.n_categories, of.y[rows], of.n_classes, weights)


def how(criterion: str, missing: str, rng: np.random.Generator) -> Settings:
    return Settings(
        criterion,
        missing,
        max_depth=int(rng.choice([0, 3])),
        max_leaf_nodes=int(rng.choice([0, 0, 6])),
    )


@FEW
@given(**CHOICES)
def test_a_weight_of_two_is_the_row_twice(seed, criterion, missing):
    rng, data = some(seed, weighted="integer")
    assert data.weights is not None
    times = data.weights.astype(int)
    settings = how(criterion, missing if missing != "fractional" else "mean", rng)
    twice = rows_of(data, np.repeat(np.arange(len(times)), times))
    twice.weights = None
    equal(fit(data, settings), fit(twice, settings), but=("n_rows",))


@FEW
@given(**CHOICES)
def test_weights_of_nothing_are_no_rows(seed, criterion, missing):
    rng, data = some(seed, weighted="integer")
    assert data.weights is not None
    settings = how(criterion, missing, rng)
    equal(fit(data, settings), fit(rows_of(data, np.flatnonzero(data.weights)), settings))


@FEW
@given(**CHOICES)
def test_the_order_of_rows_leaves_no_trace(seed, criterion, missing):
    rng, data = some(seed)
    if missing == "fractional":  # sums of shares round
        missing = "node-mean"
    settings = how(criterion, missing, rng)
    shuffled = rows_of(data, rng.permutation(len(data.y)))
    equal(fit(data, settings), fit(shuffled, settings))


@FEW
@given(**CHOICES)
def test_threads_leave_no_trace(seed, criterion, missing):
    rng, data = some(seed)
    settings = how(criterion, missing, rng)
    equal(fit(data, settings), fit(data, settings, threads=2))


@pytest.mark.parametrize("missing", POLICIES)
@pytest.mark.parametrize("pruning", ["none", "cost-complexity", "cost-complexity-cv"])
def test_threads_leave_no_trace_in_large_tables(missing, pruning):
    rng = np.random.default_rng(8)
    data = table(rng, 9000, n_columns=9, weighted="real", kinds=("real", "ties", "symbolic"))
    settings = Settings("gini", missing, min_samples_leaf=5, max_depth=8)
    method = {"method": pruning, "fraction": 0.2, "se": 0.0, "confidence": 0.25, "folds": 3}
    trees = [fit(data, settings, threads=t, pruning=method, seed=4) for t in (1, 2, 3)]
    equal(trees[0], trees[1])
    equal(trees[0], trees[2])


@FEW
@given(**CHOICES)
def test_the_scale_of_weights_changes_nothing(seed, criterion, missing):
    rng, data = some(seed, weighted="real")
    assert data.weights is not None
    settings = how(criterion, missing, rng)
    grown = fit(data, settings)
    for factor in (0.5, 2.0**-40, 2.0**90):
        data.weights *= factor
        scaled = fit(data, settings)
        data.weights /= factor
        if criterion in ("info-gain", "gain-ratio"):
            assert scaled.n_nodes == grown.n_nodes or data.n_classes > 2
            continue  # the logarithms of other numbers round otherwise
        equal(grown, scaled, but=("counts",))
        np.testing.assert_array_equal(scaled.counts, grown.counts * factor)


@FEW
@given(**CHOICES)
def test_monotone_transforms_keep_the_partition(seed, criterion, missing):
    rng, data = some(seed, missing=0.0, kinds=("ties", "real", "zeros", "constant"))
    settings = how(criterion, missing, rng)
    moved = rows_of(data, np.arange(len(data.y)))
    for f, values in enumerate(moved.columns):
        moved.columns[f] = np.exp(values / 2) if f % 2 else 8.0 * values - 3.0
    # Rounding may join neighbours; then there is another partition.
    for before, after in zip(data.columns, moved.columns, strict=True):
        if len(np.unique(before)) != len(np.unique(after)):
            return
    equal(fit(data, settings), fit(moved, settings), but=("constants", "fills", "margin"))


@FEW
@given(**CHOICES)
def test_the_names_of_classes_leave_no_trace(seed, criterion, missing):
    rng, data = some(seed)
    if criterion == "variance":  # numbers equally frequent classes by their order
        criterion = "sum-minority"
    settings = how(criterion, missing, rng)
    order = rng.permutation(data.n_classes)
    renamed = rows_of(data, np.arange(len(data.y)))
    renamed.y = order[data.y].astype(np.int32)
    a, b = fit(data, settings), fit(renamed, settings)
    # Sums over classes in another order round otherwise, and then ties fall otherwise.
    if criterion in ("max-minority", "sum-minority") and missing != "fractional":
        equal(a, b, but=("counts", "merit"))
        np.testing.assert_array_equal(a.counts, b.counts[:, order])
    else:
        assert b.merit[0] == pytest.approx(a.merit[0], rel=1e-12, abs=1e-12, nan_ok=True)
        np.testing.assert_array_equal(a.counts[0], b.counts[0, order])


@FEW
@given(**CHOICES)
def test_counts_add_up_and_rows_find_their_leaves(seed, criterion, missing):
    rng, data = some(seed)
    settings = how(criterion, missing, rng)
    tree = fit(data, settings)
    weights = np.ones(len(data.y)) if data.weights is None else data.weights
    for node in np.flatnonzero(tree.first_child >= 0):
        children = slice(tree.first_child[node], tree.first_child[node] + tree.n_children[node])
        np.testing.assert_allclose(tree.counts[children].sum(axis=0), tree.counts[node], rtol=1e-9)
        if missing != "fractional":
            assert tree.n_rows[children].sum() == tree.n_rows[node]
    whole = np.bincount(data.y, weights, minlength=data.n_classes)
    np.testing.assert_allclose(tree.counts[0], whole, rtol=1e-9)
    if missing == "fractional":
        return
    leaves = _core.apply(tree, core_table(data), 1)
    for leaf in np.flatnonzero(tree.first_child < 0):
        here = leaves == leaf
        found = np.bincount(data.y[here], weights[here], minlength=data.n_classes)
        np.testing.assert_allclose(tree.counts[leaf], found, rtol=1e-9)
    answers = _core.classify(tree, core_table(data), 1)
    np.testing.assert_array_equal(answers, np.argmax(tree.counts[leaves], axis=1))


@FEW
@given(**CHOICES)
def test_a_tree_that_may_grow_separates_what_differs(seed, criterion, missing):
    _, data = some(seed, missing=0.0)
    tree = fit(data, Settings(criterion, missing))
    leaves = _core.apply(tree, core_table(data), 1)
    weights = np.ones(len(data.y)) if data.weights is None else data.weights
    rows = np.flatnonzero(weights > 0)
    for a in rows[:20]:
        for b in rows[:20]:
            if leaves[a] == leaves[b] and data.y[a] != data.y[b]:
                assert all(column[a] == column[b] for column in data.columns)


@FEW
@given(seed=SEEDS, criterion=CHOICES["criterion"], missing=CHOICES["missing"])
def test_stopping_rules_stop(seed, criterion, missing):
    rng, data = some(seed)
    settings = Settings(
        criterion,
        missing,
        max_depth=int(rng.integers(1, 5)),
        min_samples_split=int(rng.integers(2, 10)),
        min_samples_leaf=int(rng.integers(1, 6)),
        max_leaf_nodes=int(rng.integers(2, 9)),
    )
    tree = fit(data, settings)
    depth = np.zeros(tree.n_nodes, dtype=int)
    for node in range(1, tree.n_nodes):
        depth[node] = depth[tree.parent[node]] + 1
    tests = tree.first_child >= 0
    assert depth.max() <= settings.max_depth
    assert (~tests).sum() <= settings.max_leaf_nodes
    assert (tree.n_rows[tests] >= settings.min_samples_split).all()
    assert (tree.n_rows[1:] >= settings.min_samples_leaf).all()


@FEW
@given(**CHOICES)
def test_what_was_grown_passes_for_sound(seed, criterion, missing):
    rng, data = some(seed)
    tree = fit(data, how(criterion, missing, rng))
    equal(tree, _core.Tree.from_arrays(tree.to_arrays()))
    assert np.isfinite(tree.constants).all()
    assert np.isfinite(tree.fills).all()


def test_a_split_the_grower_may_not_take_leaves_one_leaf():
    data = Table([np.full(5, 2.0)], [0], np.array([0, 1, 0, 1, 1], dtype=np.int32), 2)
    for criterion in CRITERIA:
        for missing in POLICIES:
            assert fit(data, Settings(criterion, missing)).n_nodes == 1


def test_the_spec_has_no_defaults_and_no_strangers():
    data = Table([np.arange(4.0)], [0], np.array([0, 1, 0, 1], dtype=np.int32), 2)
    full = spec(Settings())
    for key in full:
        short = {name: value for name, value in full.items() if name != key}
        with pytest.raises(ValueError, match=f"'{key}' is missing"):
            _core.fit(core_table(data), data.y, None, 2, short, 0, None)
    with pytest.raises(ValueError, match="'colour' is unknown"):
        _core.fit(core_table(data), data.y, None, 2, full | {"colour": 1}, 0, None)
