"""ITIClassifier and DMTIClassifier against the trees written out by definition, bit for bit."""

import numpy as np
import pytest

from obliqua import DMTIClassifier, ITIClassifier
from tests.oracle.dmti import METRICS, Aim, dmti
from tests.oracle.iti import iti, pruned
from tests.oracle.iti_compare import assert_same
from tests.oracle.iti_tables import Source, as_rows, as_table, draw

N = [40, pytest.param(600, marks=pytest.mark.slow)]


def random_rows(rng, largest):
    return draw(rng, Source.random(rng), int(rng.integers(2, largest)))


def labels_of(rows):
    return [label for _, label in rows]


@pytest.mark.parametrize("n_tables", N)
@pytest.mark.parametrize("prune", [False, True])
def test_fit_gives_the_defined_tree(prune, n_tables):
    rng = np.random.default_rng([n_tables, prune])
    for _ in range(n_tables):
        rows = random_rows(rng, 60)
        weights = rng.choice([1, 1, 1, 3, 0], len(rows)) if rng.random() < 0.3 else None
        if weights is not None:
            weights[0] = 1
        table = as_rows(rows, None if weights is None else weights.tolist())
        model = ITIClassifier(prune=prune).fit(as_table(rows), labels_of(rows), weights)
        wanted = pruned(iti(table)) if prune else iti(table)
        present = sorted(table.counts(table.everything()))
        assert_same(model.tree_, wanted, present)


@pytest.mark.parametrize("n_tables", N)
def test_adding_and_taking_give_the_defined_tree(n_tables):
    rng = np.random.default_rng([n_tables, 7])
    for _ in range(n_tables):
        rows = random_rows(rng, 40)
        there: dict[int, int] = {}
        model = ITIClassifier(prune=False, mode=str(rng.choice(["normal", "lazy"])))
        waiting = list(range(len(rows)))
        for _ in range(int(rng.integers(1, 12))):
            if not waiting and not there:
                break
            if waiting and (not there or rng.random() < 0.6):
                chosen = waiting[: int(rng.integers(1, 8))]
                waiting = waiting[len(chosen) :]
                part = [rows[i] for i in chosen]
                model.partial_fit(as_table(part), labels_of(part), ids=chosen)
                there |= dict.fromkeys(chosen, 1)
            else:
                gone = rng.permutation(list(there))[: int(rng.integers(1, 5))].tolist()
                model.forget(gone)
                there = {i: 1 for i in there if i not in gone}
            if not there:
                continue
            left = [rows[i] for i in there]
            table = as_rows(left)
            prune = bool(rng.random() < 0.5)
            model.set_params(prune=prune)
            wanted = pruned(iti(table)) if prune else iti(table)
            assert_same(model.tree_, wanted, sorted(set(labels_of(left))))


@pytest.mark.parametrize("metric", METRICS)
@pytest.mark.parametrize("n_tables", [8, pytest.param(100, marks=pytest.mark.slow)])
def test_a_direct_metric_gives_the_defined_tree(metric, n_tables):
    rng = np.random.default_rng([n_tables, list(METRICS).index(metric), 3])
    for _ in range(n_tables):
        rows = random_rows(rng, 30)
        table, prune = as_rows(rows), bool(rng.random() < 0.5)
        present = sorted(set(labels_of(rows)))
        costs = rng.integers(0, 9, (len(present), len(present))) / 4  # sums are exact
        expenses = (rng.integers(0, 9, len(table.columns)) / 4).tolist()
        pairs = {
            (a, b): float(costs[i, j]) for i, a in enumerate(present) for j, b in enumerate(present)
        }
        options = {
            "expected-expense": {"feature_costs": expenses},
            "misclassification-cost": {"cost_matrix": costs},
        }.get(metric, {})
        model = DMTIClassifier(metric=metric, prune=prune, **options)
        model.fit(as_table(rows), labels_of(rows))
        assert_same(model.tree_, dmti(table, Aim(metric, prune, expenses, pairs, present)), present)
