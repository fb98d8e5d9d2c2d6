"""Every test of every grown tree against all tests that were possible there."""

from collections.abc import Callable

import numpy as np
import pytest

from obliqua import _core
from tests.oracle.brute_force import CRITERIA, ROUNDING, Node, Oracle, Settings, Table
from tests.oracle.tables import fit, settings, table

AXIS, EQUALITY = 1, 2
POLICIES = ("mean", "node-mean", "fractional")


def rounding(oracle: Oracle, left: np.ndarray, right: np.ndarray) -> float:
    """What a criterion's own formula may be off by; a ratio divides by a split's information."""
    if oracle.settings.criterion != "gain-ratio":
        return 2e-12
    lighter = min(left.sum(), right.sum()) / (left.sum() + right.sum())
    return 2e-12 + 1e-14 / lighter


class Check:
    """Walks a grown tree with the rows that belong to each node by the oracle's own reckoning."""

    def __init__(self, tree: _core.Tree, oracle: Oracle) -> None:
        self.tree = tree
        self.oracle = oracle
        table = oracle.table
        self.features = [f for f in range(len(table.columns)) if table.numeric(f)]

    def run(self) -> int:
        open_nodes = [(0, self.oracle.root())]
        for i, node in open_nodes:
            self.counts(i, node)
            if self.tree.first_child[i] < 0:
                assert self.oracle.best(node) is None
                continue
            first = int(self.tree.first_child[i])
            open_nodes += zip((first, first + 1), self.test(i, node), strict=True)
        return len(open_nodes)

    def counts(self, i: int, node: Node) -> None:
        np.testing.assert_allclose(self.tree.counts[i], self.oracle.counts(node), rtol=1e-12)
        assert self.tree.n_rows[i] == len(node.rows)

    def test(self, i: int, node: Node) -> list[Node]:
        tree, oracle = self.tree, self.oracle
        best = oracle.best(node)
        assert best is not None, f"node {i} should be a leaf"
        at = int(tree.term_begin[i])
        constant = float(tree.constants[int(tree.constant_begin[i])])
        fill = float(tree.fills[at])
        axis = tree.kind[i] == AXIS
        feature = self.features[tree.terms[at]] if axis else int(tree.terms[at])
        assert fill == oracle.fill_at(node, feature)

        def goes_left(values: np.ndarray) -> np.ndarray:
            return values <= constant if axis else values == constant

        if oracle.settings.missing == "fractional":
            children = oracle.deal(node, feature, goes_left)
        else:
            side = goes_left(oracle.filled(node, feature))
            children = [Node(node.rows[s], node.shares[s], node.depth + 1) for s in (side, ~side)]
        mine, error = self.partition(node, feature, goes_left)
        assert tree.merit[i] == pytest.approx(mine, rel=1e-12, abs=error)
        error += rounding(oracle, best.left, best.right)
        assert tree.merit[i] == pytest.approx(best.merit, rel=1e-12, abs=error)
        if axis:
            self.cut(i, node, feature, constant)
        return children

    def partition(
        self, node: Node, feature: int, goes_left: Callable[[np.ndarray], np.ndarray]
    ) -> tuple[float, float]:
        """The merit of the tree's own test, from the rows, and how far off it may be."""
        oracle = self.oracle
        weight, labels = oracle.weight(node), oracle.table.y[node.rows]
        values = oracle.filled(node, feature)
        known = np.ones(len(values), dtype=bool)
        if oracle.settings.missing == "fractional":
            known = ~oracle.table.missing(feature)[node.rows]
        left = goes_left(values)
        k = oracle.table.n_classes
        sides = [
            np.bincount(labels[s & known], weight[s & known], minlength=k) for s in (left, ~left)
        ]
        least = max(1, oracle.settings.min_samples_leaf) - ROUNDING
        assert min(node.shares[s & known].sum() for s in (left, ~left)) >= least
        merit = float(oracle.score(*(side[None, :] for side in sides))[0])
        return weight[known].sum() / weight.sum() * merit, rounding(oracle, *sides)

    def cut(self, i: int, node: Node, feature: int, constant: float) -> None:
        """Halfway between neighbouring values, with the margin they leave."""
        values = self.oracle.filled(node, feature)
        if self.oracle.settings.missing == "fractional":
            values = values[~self.oracle.table.missing(feature)[node.rows]]
        below = values[values <= constant].max()
        above = values[values > constant].min()
        middle = below / 2 + above / 2
        assert abs(constant - middle) <= 2 * np.spacing(max(abs(below), abs(above)))
        with np.errstate(over="ignore"):
            assert self.tree.margin[i] == above - below


@pytest.mark.parametrize("missing", POLICIES)
@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize(
    ("n_tables", "low", "high"),
    [
        (25, 2, 40),
        (1, 500, 700),
        pytest.param(300, 2, 60, marks=pytest.mark.slow),
        pytest.param(4, 400, 3000, marks=pytest.mark.slow),
    ],
)
def test_every_node_has_the_best_test(criterion, missing, n_tables, low, high):
    rng = np.random.default_rng([n_tables, list(CRITERIA).index(criterion), len(missing)])
    tests = 0
    for _ in range(n_tables):
        # Classes are numbered by frequency, which rounded sums of shares must not tie.
        weighted = "real" if (criterion, missing) == ("variance", "fractional") else None
        data = table(rng, int(rng.integers(low, high)), weighted=weighted)
        how = settings(rng, criterion, missing)
        tests += Check(fit(data, how), Oracle(data, how)).run()
    assert tests > n_tables


def grown(oracle: Oracle) -> list[Node]:
    """Nodes breadth-first with their tests, grown best-first where leaves are limited."""
    root = oracle.root()
    open_nodes = [(root, oracle.best(root))]
    leaves = 1
    most = oracle.settings.max_leaf_nodes or len(oracle.table.y)
    while leaves < most:
        offers = [(node, best) for node, best in open_nodes if best is not None]
        if not offers:
            break
        # Of equals the one offered first, as max does.
        node, best = max(offers, key=lambda offer: offer[1].merit * oracle.counts(offer[0]).sum())
        open_nodes.remove((node, best))
        values = oracle.filled(node, best.feature)
        left = values == best.category if best.category >= 0 else values <= best.below
        node.test = best
        node.children = [Node(node.rows[s], node.shares[s], node.depth + 1) for s in (left, ~left)]
        open_nodes += [(child, oracle.best(child)) for child in node.children]
        leaves += 1
    nodes = [root]
    for node in nodes:
        nodes += node.children
    return nodes


def same(tree: _core.Tree, nodes: list[Node], oracle: Oracle) -> None:
    assert tree.n_nodes == len(nodes)
    features = [f for f in range(len(oracle.table.columns)) if oracle.table.numeric(f)]
    for i, node in enumerate(nodes):
        assert (tree.first_child[i] >= 0) == (node.test is not None)
        np.testing.assert_array_equal(tree.counts[i], oracle.counts(node))
        if node.test is None:
            continue
        term = tree.terms[int(tree.term_begin[i])]
        constant = tree.constants[int(tree.constant_begin[i])]
        assert tree.merit[i] == node.test.merit
        if node.test.category >= 0:
            assert (tree.kind[i], term, constant) == (2, node.test.feature, node.test.category)
        else:
            assert (tree.kind[i], features[term]) == (1, node.test.feature)
            assert node.test.below <= constant < node.test.above


@pytest.mark.parametrize("policy", ["mean", "node-mean"])
@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize(
    ("n_tables", "low", "high"),
    [
        (20, 2, 40),
        (1, 513, 800),
        pytest.param(200, 2, 60, marks=pytest.mark.slow),
        pytest.param(4, 513, 3000, marks=pytest.mark.slow),
    ],
)
def test_ties_go_to_the_smallest_feature_and_then_the_smallest_cut(
    criterion, policy, n_tables, low, high
):
    # The core's own merits, which are tested apart, so that ties are ties to the last bit.
    rng = np.random.default_rng([n_tables, list(CRITERIA).index(criterion), 9])
    for _ in range(n_tables):
        weighted = str(rng.choice(["none", "integer"]))
        data = table(rng, int(rng.integers(low, high)), weighted=weighted)
        how = settings(rng, criterion, policy)
        how.max_leaf_nodes = int(rng.choice([0, 2, 5, 9]))
        oracle = Oracle(data, how, lambda left, right: _core.merit(criterion, left, right))
        same(fit(data, how), grown(oracle), oracle)


@pytest.mark.parametrize("missing", POLICIES)
def test_a_callable_grows_the_tree_of_the_criterion_it_equals(missing):
    rng = np.random.default_rng(5)
    for n in [2, 5, 20, 40, 40, 40, 300, 700]:
        data = table(rng, n, weighted="integer" if n % 20 else "none")
        how = settings(rng, "gini", missing)
        how.max_leaf_nodes = 0 if n < 300 else 12
        named = fit(data, how).to_arrays()
        called = fit(data, how, criterion=lambda a, b: _core.merit("gini", a, b)).to_arrays()
        for name, array in named.items():
            np.testing.assert_allclose(called[name], array, rtol=1e-12, err_msg=name)


def test_a_callable_may_call_a_perfect_test_infinitely_good():
    def reciprocal(left: np.ndarray, right: np.ndarray) -> np.ndarray:
        with np.errstate(divide="ignore"):
            return 1.0 / _core.impurity("sum-minority", left, right)

    data = Table([np.array([1.0, 2.0, 3.0, 4.0])], [0], np.array([0, 0, 1, 1], dtype=np.int32), 2)
    tree = fit(data, Settings(), criterion=reciprocal)
    assert (tree.n_nodes, tree.constants[0]) == (3, 2.5)


def test_missing_values_do_not_multiply_rows():
    # Every row with a missing value goes down both branches: only shares may count as rows.
    rng = np.random.default_rng(6)
    columns = [rng.normal(size=400) for _ in range(8)]
    y = (columns[0] > rng.normal(size=400)).astype(np.int32)
    for values in columns:
        values[rng.random(400) < 0.3] = np.nan
    tree = fit(Table(columns, [0] * 8, y, 2), Settings("gain-ratio", "fractional"))
    assert tree.n_nodes < 2 * 400
    leaves = tree.first_child < 0
    np.testing.assert_allclose(tree.counts[leaves].sum(), 400.0)
    assert tree.counts[leaves].sum(axis=1).min() > 1 - 1e-9
