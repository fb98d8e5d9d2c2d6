"""The core's merits and impurities against the papers' formulas in exact arithmetic."""

from fractions import Fraction
from math import inf, log2

import numpy as np
import pytest

from obliqua import _core
from tests.oracle.brute_force import CRITERIA

Counts = list[Fraction]


def gini(left: Counts, right: Counts) -> Fraction:
    def index(counts: Counts) -> Fraction:
        return 1 - sum((c / sum(counts)) ** 2 for c in counts)

    return (sum(left) * index(left) + sum(right) * index(right)) / (sum(left) + sum(right))


def twoing(left: Counts, right: Counts) -> Fraction:
    n = sum(left) + sum(right)
    spread = sum(abs(a / sum(left) - b / sum(right)) for a, b in zip(left, right, strict=True))
    return sum(left) / n * (sum(right) / n) * spread**2


def minority(counts: Counts) -> Fraction:
    return sum(counts) - max(counts)


def variances(left: Counts, right: Counts) -> Fraction:
    total = [a + b for a, b in zip(left, right, strict=True)]
    order = sorted(range(len(total)), key=lambda c: (-total[c], c))
    category = {c: number + 1 for number, c in enumerate(order)}

    def spread(counts: Counts) -> Fraction:
        mean = sum(category[c] * w for c, w in enumerate(counts)) / sum(counts)
        return sum(w * (category[c] - mean) ** 2 for c, w in enumerate(counts))

    return spread(left) + spread(right)


def bits(counts: Counts) -> float:
    n = sum(counts)
    return -sum(float(c / n) * log2(c / n) for c in counts if c > 0)


def gain(left: Counts, right: Counts) -> float:
    n = sum(left) + sum(right)
    total = [a + b for a, b in zip(left, right, strict=True)]
    rest = float(sum(left) / n) * bits(left) + float(sum(right) / n) * bits(right)
    return bits(total) - rest


def papers_impurity(name: str, left: Counts, right: Counts) -> float:
    """Appendix B, with the reciprocals that OC1 minimises."""
    if minority(left) == 0 and minority(right) == 0:
        return 0.0
    good = {
        "twoing": lambda: twoing(left, right),
        "info-gain": lambda: gain(left, right),
        "gain-ratio": lambda: gain(left, right) / bits([sum(left), sum(right)]),
    }
    if name in good:
        value = float(good[name]())
        return 1 / value if value > 1e-14 else inf
    return float(
        {
            "gini": gini,
            "max-minority": lambda a, b: max(minority(a), minority(b)),
            "sum-minority": lambda a, b: minority(a) + minority(b),
            "variance": variances,
        }[name](left, right)
    )


def exact_merit(name: str, left: Counts, right: Counts) -> float:
    """What the core maximises: goodness, or the decrease of the node's impurity per row."""
    total = [a + b for a, b in zip(left, right, strict=True)]
    n = sum(total)
    if name == "twoing":
        return float(twoing(left, right))
    if name == "info-gain":
        return gain(left, right)
    if name == "gain-ratio":
        return gain(left, right) / bits([sum(left), sum(right)])
    if name == "gini":
        return float(1 - sum((c / n) ** 2 for c in total) - gini(left, right))
    if name == "max-minority":
        return float((minority(total) - max(minority(left), minority(right))) / n)
    if name == "sum-minority":
        return float((minority(total) - minority(left) - minority(right)) / n)
    order = sorted(range(len(total)), key=lambda c: (-total[c], c))
    category = {c: number + 1 for number, c in enumerate(order)}
    mean = sum(category[c] * w for c, w in enumerate(total)) / n
    whole = sum(w * (category[c] - mean) ** 2 for c, w in enumerate(total))
    return float((whole - variances(left, right)) / n)


def random_sides(rng: np.random.Generator, k: int, real: bool) -> tuple[np.ndarray, np.ndarray]:
    sides = rng.integers(0, rng.choice([2, 5, 1000]), (2, k)).astype(float)
    sides[:, rng.random(k) < 0.3] = 0.0
    sides[0, rng.integers(k)] += 1.0
    sides[1, rng.integers(k)] += 1.0
    # Eighths add up exactly, as the core's weights do.
    return tuple(sides * (1 + rng.integers(0, 8, (2, k)) / 8)) if real else tuple(sides)


def exactly(counts: np.ndarray) -> Counts:
    return [Fraction(c) for c in counts]


@pytest.mark.parametrize("real", [False, True])
@pytest.mark.parametrize("k", [2, 3, 7, 50])
@pytest.mark.parametrize("name", CRITERIA)
def test_merit_and_impurity_are_the_papers(name, k, real):
    rng = np.random.default_rng([k, real])
    # The logarithms of a gain are of the order of one whatever the gain.
    error = 1e-13 if name in ("info-gain", "gain-ratio") else 1e-300
    for _ in range(30 if k < 50 else 8):
        left, right = random_sides(rng, k, real)
        exact = exact_merit(name, exactly(left), exactly(right))
        found = _core.merit(name, left[None], right[None])[0]
        assert found == pytest.approx(exact, rel=1e-12, abs=error)
        impurity = _core.impurity(name, left[None], right[None])[0]
        papers = papers_impurity(name, exactly(left), exactly(right))
        if papers < 1e12:
            assert impurity == pytest.approx(papers, rel=1e-9 if error == 1e-13 else 1e-12)


def test_impurities_are_reciprocals_where_oc1_takes_them():
    left, right = np.array([[3.0, 1.0]]), np.array([[1.0, 3.0]])
    for name in ("twoing", "info-gain", "gain-ratio"):
        product = _core.impurity(name, left, right) * _core.merit(name, left, right)
        assert product[0] == pytest.approx(1.0)


@pytest.mark.parametrize("name", CRITERIA)
def test_two_homogeneous_sides_have_no_impurity(name):
    for left, right in ([3.0, 0.0, 0.0], [0.0, 0.0, 5.0]), ([2.0, 0.0, 0.0], [4.0, 0.0, 0.0]):
        assert _core.impurity(name, np.array([left]), np.array([right]))[0] == 0.0


@pytest.mark.parametrize("name", CRITERIA)
def test_what_the_oracle_calls_merit_is_what_the_core_does(name):
    rng = np.random.default_rng(3)
    for k in (2, 5, 20):
        sides = [random_sides(rng, k, False) for _ in range(50)]
        left, right = (np.array(side) for side in zip(*sides, strict=True))
        np.testing.assert_allclose(
            CRITERIA[name](left, right), _core.merit(name, left, right), rtol=1e-11, atol=1e-13
        )


@pytest.mark.parametrize("name", CRITERIA)
def test_sides_and_classes_may_change_places(name):
    rng = np.random.default_rng(4)
    for _ in range(100):
        left, right = random_sides(rng, 6, True)
        merit = _core.merit(name, left[None], right[None])[0]
        assert _core.merit(name, right[None], left[None])[0] == pytest.approx(merit, rel=1e-12)
        if name == "variance" and len(np.unique(left + right)) < 6:
            continue  # equally frequent classes are numbered by their order
        order = rng.permutation(6)
        renamed = _core.merit(name, left[None, order], right[None, order])[0]
        assert renamed == pytest.approx(merit, rel=1e-12, abs=1e-13)
