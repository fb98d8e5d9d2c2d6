"""Learned tests of the core against the same in plain steps."""

import numpy as np
import pytest

from obliqua import _core
from tests.oracle import selectors
from tests.oracle.brute_force import Settings, Table
from tests.oracle.learned import MOST_PASSES, LearnedNode
from tests.oracle.tables import fit

AXIS, EQUALITY, LINEAR, MACHINE = 1, 2, 3, 4
LEARNERS = {
    "rls": {"kind": "rls", "cycles": 3, "initial_variance": 1e6},
    "pocket": {"kind": "pocket", "ratchet": False, "epsilon": 0.1, "passes": MOST_PASSES},
    "thermal": {
        "kind": "thermal",
        "beta": 2.0,
        "cooling": 0.999,
        "decrement": 0.0005,
        "epsilon": 0.1,
        "alpha": 0.01,
        "max_passes": MOST_PASSES,
    },
}
SELECTORS = ("none", "sbe", "dsbe", "sfs", "hss")


def splitter(learner: dict, selector: str, **changes: object) -> dict[str, object]:
    drop = {} if selector == "none" else {"drop": 0.1}
    return {
        "kind": "multivariate",
        "learner": learner,
        "learner_of_many": learner,
        "selector": {"kind": selector, **drop},
        "machines": True,
        "machines_of_two": False,
        "univariate": False,
        "underfit": 2.0,
        "max_terms": 0,
        "cost_weight": 0.0,
        "feature_costs": [],
    } | changes


def table(rng: np.random.Generator, symbolic: bool) -> Table:
    """Real numbers, so that no sum is near zero by design; some rows twice, some values lost."""
    n, d = int(rng.integers(8, 50)), int(rng.integers(1, 5))
    k = int(rng.choice([2, 2, 3, 4]))
    columns: list = [rng.normal(size=n) for _ in range(d)]
    columns += [rng.integers(0, 3, n).astype(np.int32)] * symbolic
    score = sum(column * rng.normal() for column in columns) + 0.5 * rng.normal(size=n)
    # Of unequal sizes: else a row whose values are all lost has a sum of zero but for rounding.
    y = ((np.searchsorted(np.sort(score), score) / n) ** 1.3 * k).astype(np.int32)
    for column in columns:
        column[rng.random(n) < rng.choice([0.0, 0.15])] = -1 if column.dtype == np.int32 else np.nan
    rows = rng.integers(0, n, n) if rng.random() < 0.3 else np.arange(n)
    weights = rng.integers(0, 4, n).astype(float) if rng.random() < 0.3 else None
    return Table(
        [column[rows] for column in columns], [0] * d + [3] * symbolic, y[rows], k, weights
    )


def root_test(tree: _core.Tree) -> tuple[int, list[tuple[int, int]]]:
    """The kind of the root's test, and its terms as (feature, category)."""
    basis = tree.to_arrays()["basis"].tolist()
    arrays = tree.to_arrays()
    kind = int(arrays["kind"][0])
    terms = arrays["terms"][arrays["term_begin"][0] : arrays["term_begin"][1]].tolist()
    if kind == EQUALITY:
        return kind, [(terms[0], int(arrays["constants"][0]))]
    return kind, [(basis[t][1], basis[t][2] if basis[t][0] == 1 else -1) for t in terms]


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("selector", SELECTORS)
@pytest.mark.parametrize("n_tables", [6, pytest.param(60, marks=pytest.mark.slow)])
def test_tests_are_those_of_the_plain_steps(learner, selector, n_tables):
    rng = np.random.default_rng([len(learner), SELECTORS.index(selector), n_tables])
    compared = 0
    for seed in range(n_tables):
        criterion = str(rng.choice(["gini", "gain-ratio", "twoing"]))
        # Two values out of three tell as much as the third: which is left out is rounding's to say.
        symbolic = learner == "rls" and selector == "none" and bool(rng.random() < 0.5)
        of = table(rng, symbolic)
        if len(set(of.y[of.exact_weights() > 0])) < 2:
            continue
        rules = dict(LEARNERS[learner])
        ratchet = learner == "pocket" and bool(rng.random() < 0.5)
        if ratchet:
            rules["ratchet"] = True
        schedule = {}
        if learner == "thermal" and rng.random() < 0.5:  # one that comes to its end
            schedule = {"beta": 1.0, "a": 0.8, "b": 0.02, "alpha": 0.2}
            rules |= {"beta": 1.0, "cooling": 0.8, "decrement": 0.02, "alpha": 0.2}
        node = LearnedNode(of, learner, criterion, seed, ratchet=ratchet, schedule=schedule)
        best = node.best(selector)
        tree = fit(
            of,
            Settings(criterion, "node-mean", max_depth=1),
            seed,
            splitter=splitter(rules, selector),
            basis={"quadratic": False, "indicators": True},
        )
        if best is None:
            assert tree.n_nodes == 1
            continue
        compared += 1
        kind, terms = root_test(tree)
        assert sorted(terms) == sorted(node.terms[t] for t in best.terms)
        assert tree.merit[0] == pytest.approx(best.merit, abs=1e-12)
        assert (kind == MACHINE) == (len(best.vectors) > 2)
        if kind == LINEAR:
            vector = best.vectors[-1]
            weights, bias = node.examples.only(list(best.terms)).in_users_units(vector)
            arrays = tree.to_arrays()
            got = [*arrays["weights"][: len(weights)], arrays["constants"][0]]
            wanted = np.array([*weights, bias])
            np.testing.assert_allclose(got, wanted, atol=1e-6 * np.abs(wanted).max())
    assert compared > n_tables / 3


@pytest.mark.parametrize("criterion", _core.criterion_names())
def test_merits_of_many_children(criterion):
    rng = np.random.default_rng(7)
    for _ in range(300):
        m, k = int(rng.integers(2, 7)), int(rng.integers(2, 6))
        children = rng.integers(0, 9, (m, k)) * (rng.random((m, 1)) < 0.8).astype(float)
        if children.sum() == 0.0:
            continue
        got = _core.merit_of_children(criterion, children)
        assert got == pytest.approx(selectors.merit_of(criterion, children), abs=1e-12)
