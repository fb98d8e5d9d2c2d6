"""Statistics against scipy and statsmodels called directly, and examples worked by hand."""

import math

import numpy as np
import pandas as pd
import pytest
import statsmodels.api as sm
from scipy import stats
from statsmodels.formula.api import ols
from statsmodels.stats.multitest import multipletests

from obliqua.experiments.statistics import (
    contrast,
    corrected_t,
    one_way,
    over_data_sets,
    paired_t,
    two_way,
)


@pytest.fixture
def draw():
    return np.random.default_rng(5).normal


# --- pairs -------------------------------------------------------------------


def test_paired_t_is_scipys(draw):
    first, second = draw(0.8, 0.05, 10), draw(0.75, 0.05, 10)
    expected = stats.ttest_rel(first, second)
    found = paired_t(first, second)
    assert found.p_value == pytest.approx(expected.pvalue, rel=1e-12)
    assert found.statistic == pytest.approx(expected.statistic, rel=1e-12)
    interval = expected.confidence_interval()
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high))


def test_paired_t_by_hand():
    """Differences 1, 2, 3: mean 2, sd 1, t = 2·√3."""
    found = paired_t([2, 4, 6], [1, 2, 3])
    assert found.statistic == pytest.approx(2 * math.sqrt(3))
    assert found.p_value == pytest.approx(2 * stats.t.sf(2 * math.sqrt(3), 2))


def test_corrected_t_by_hand():
    """Ten-fold: the variance of the mean is s²·(1/n + 1/9) rather than s²/n."""
    found = corrected_t([2, 4, 6], [1, 2, 3], 1 / 9)
    t = 2 / math.sqrt(1 / 3 + 1 / 9)
    assert found.statistic == pytest.approx(t)
    assert found.p_value == pytest.approx(2 * stats.t.sf(t, 2))


def test_corrected_t_finds_fewer_differences(draw):
    first, second = draw(0.8, 0.05, 100), draw(0.78, 0.05, 100)
    assert corrected_t(first, second, 1 / 9).p_value > paired_t(first, second).p_value


def test_equal_and_shifted_sequences():
    assert paired_t([0.5, 0.6], [0.5, 0.6]).p_value == 1.0
    assert paired_t([0.5, 0.6], [0.4, 0.5]).p_value == 0.0
    assert paired_t([0.5], [0.6]).p_value is None
    assert paired_t([], []).p_value is None


# --- analysis of variance ----------------------------------------------------


def test_one_way_is_scipys(draw):
    groups = {"a": draw(0, 1, 10), "b": draw(1, 1, 12), "c": draw(0, 1, 9)}
    assert one_way(groups) == pytest.approx(stats.f_oneway(*groups.values()).pvalue)


def test_two_way_is_statsmodels(draw):
    values = {(a, b): draw(i + j, 1, 10) for i, a in enumerate("xyz") for j, b in enumerate("uvw")}
    frame = pd.DataFrame(
        [{"a": a, "b": b, "v": v} for (a, b), group in values.items() for v in group]
    )
    table = sm.stats.anova_lm(ols("v ~ C(a) * C(b)", data=frame).fit(), typ=2)
    found = two_way(values)
    assert found["first"] == pytest.approx(table.loc["C(a)", "PR(>F)"])
    assert found["second"] == pytest.approx(table.loc["C(b)", "PR(>F)"])
    assert found["interaction"] == pytest.approx(table.loc["C(a):C(b)", "PR(>F)"])


def test_two_way_by_hand():
    """Balanced 2 × 2, two values a cell: sums of squares 8, 2, 0 and 2 over 1, 1, 1 and 4."""
    found = two_way({
        ("p", "x"): [1, 2], ("p", "y"): [2, 3], ("q", "x"): [3, 4], ("q", "y"): [4, 5],
    })  # fmt: skip
    assert found["first"] == pytest.approx(stats.f.sf(8 / (2 / 4), 1, 4))
    assert found["second"] == pytest.approx(stats.f.sf(2 / (2 / 4), 1, 4))
    assert found["interaction"] == pytest.approx(1.0)


def test_contrast_by_hand():
    """Means 2, 3, 9; pooled variance 1; c = 9 - 2.5 over √(1/3 + 2·0.25/3), 6 degrees."""
    groups = {"a": [1, 2, 3], "b": [2, 3, 4], "c": [8, 9, 10]}
    t = 6.5 / math.sqrt(1 / 3 + 0.5 / 3)
    found = contrast(groups, {"c": 1.0, "a": -0.5, "b": -0.5})
    assert found == pytest.approx(2 * stats.t.sf(t, 6))


def test_a_contrast_of_two_groups_is_students_t(draw):
    groups = {"a b": draw(0, 1, 8), "c[d]": draw(1, 1, 11)}
    expected = stats.ttest_ind(*groups.values()).pvalue
    assert contrast(groups, {"a b": 1.0, "c[d]": -1.0}) == pytest.approx(expected)


def test_without_spread_there_is_no_analysis():
    flat = {"a": [1.0, 1.0], "b": [2.0, 2.0]}
    assert one_way(flat) is None
    assert contrast(flat, {"a": 1.0, "b": -1.0}) is None
    assert two_way({("a", "x"): [1.0, 2.0]}) is None


# --- ranks -------------------------------------------------------------------


def test_ranks_are_scipys_and_statsmodels(draw):
    values = draw(0, 1, (12, 4)) + np.array([0.0, 0.5, 1.0, 2.0])
    methods = ["a", "b", "c", "d"]
    found = over_data_sets(values, methods)
    assert found.friedman == pytest.approx(stats.friedmanchisquare(*values.T).pvalue)
    raw = [
        stats.wilcoxon(values[:, methods.index(a)], values[:, methods.index(b)]).pvalue
        for a, b in found.pairs
    ]
    holm = multipletests(raw, method="holm")[1]
    assert [p for p, _ in found.pairs.values()] == pytest.approx(raw)
    assert [p for _, p in found.pairs.values()] == pytest.approx(holm)
    assert found.ranks.sum() == pytest.approx(10)
    assert list(found.ranks) == sorted(found.ranks)


def test_cliques_are_neighbours_that_do_not_differ():
    base = np.arange(20.0)
    values = np.column_stack([base + 10, base + 10 + 0.1 * (-1) ** np.arange(20), base])
    found = over_data_sets(values, ["a", "b", "worst"])
    assert found.methods[-1] == "worst"
    assert found.cliques == (found.methods[:2],)


def test_smaller_may_be_better():
    found = over_data_sets([[1, 2], [3, 4]], ["small", "large"], larger_is_better=False)
    assert found.methods == ("small", "large")


def test_bits_do_not_break_ties():
    found = over_data_sets([[0.1 + 0.2, 0.3]], ["a", "b"])
    assert found.ranks.tolist() == [1.5, 1.5]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: paired_t([1, 2], [1]), "2 and 1 values"),
        (lambda: corrected_t([1, 2], [1, 3], 0), "share=0"),
        (lambda: one_way({"a": [], "b": [1]}), "'a' has no values"),
        (lambda: contrast({"a": [1, 2], "b": [1, 3]}, {"a": 1.0}), "sum to 1"),
        (lambda: contrast({"a": [1, 2], "b": [1, 3]}, {"c": 1.0}), "no group 'c'"),
        (lambda: over_data_sets([[1, 2]], ["a"]), "1 methods"),
        (lambda: over_data_sets([[1, math.nan]], ["a", "b"]), "method 'b'"),
    ],
)
def test_what_cannot_be_is_refused(call, message):
    with pytest.raises(ValueError, match=message):
        call()
