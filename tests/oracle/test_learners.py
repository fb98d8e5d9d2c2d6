"""The learners: the paper's recursions against what they come to, and against the core."""

import numpy as np
import pytest

from tests.oracle import learners
from tests.oracle.examples import standardised, varying


def random_patterns(rng: np.random.Generator, n: int, d: int) -> np.ndarray:
    """Standardised columns; some are copies or sums of others, some coarse."""
    columns = rng.normal(size=(n, d)) if rng.random() < 0.5 else rng.integers(0, 4, (n, d)) * 1.0
    if d > 2 and rng.random() < 0.5:
        columns[:, -1] = columns[:, 0] + columns[:, 1]
    columns[rng.random((n, d)) < rng.choice([0.0, 0.2])] = np.nan
    kept = varying(columns)
    y = rng.integers(0, 2, n)
    return standardised(columns[:, kept], y, np.ones(n), 2).with_one


@pytest.mark.parametrize("seed", range(60))
def test_three_cycles_of_the_recursion_are_one_equation(seed):
    rng = np.random.default_rng(seed)
    patterns = random_patterns(rng, int(rng.integers(2, 60)), int(rng.integers(1, 7)))
    targets = rng.choice([-1.0, 1.0], len(patterns))
    weights = rng.choice([1.0, 2.0, 0.5], len(patterns))
    np.testing.assert_allclose(
        learners.rls(patterns, targets, weights),
        learners.least_squares(patterns, targets, weights),
        atol=1e-6,
    )


@pytest.mark.parametrize("seed", range(20))
def test_a_weight_of_two_is_the_row_twice(seed):
    rng = np.random.default_rng(seed)
    patterns = random_patterns(rng, 20, 3)
    targets, weights = rng.choice([-1.0, 1.0], 20), rng.integers(1, 4, 20)
    repeated = np.repeat(np.arange(20), weights)
    np.testing.assert_allclose(
        learners.rls(patterns, targets, weights.astype(float)),
        learners.rls(patterns[repeated], targets[repeated], np.ones(len(repeated))),
        atol=1e-6,
    )


@pytest.mark.parametrize("seed", range(20))
def test_separable_rows_are_separated(seed):
    rng = np.random.default_rng(seed)
    patterns = np.column_stack([rng.normal(size=(40, 3)), np.ones(40)])
    labels = np.argmax(patterns @ rng.normal(size=(3, 4)).T, axis=1)
    passes = [rng.permutation(40) for _ in range(3000)]
    machine = learners.pocket(patterns, labels, np.ones(40), 3, passes)
    assert learners.accuracy_of(machine, patterns, labels, np.ones(40)) == 1.0
