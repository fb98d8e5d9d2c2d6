"""Small examples whose every number was worked by hand from the papers' formulas."""

from math import log2

import numpy as np
import pytest

from obliqua import _core
from tests.oracle.brute_force import Settings, Table
from tests.oracle.tables import core_table, fit
from tests.trees import Builder, axis

# Ten rows, x = 1 ... 10, of classes a, b, c. Left of 5.5 lie (4, 1, 0), right (0, 3, 2).
TEN = Table(
    [np.arange(1.0, 11.0)], [0], np.array(["abc".index(c) for c in "aaababbcbc"], dtype=np.int32), 3
)
LEFT, RIGHT = np.array([[4.0, 1.0, 0.0]]), np.array([[0.0, 3.0, 2.0]])

# Entropies in bits: of (4, 4, 2), (4, 1) and (3, 2).
H_NODE = 0.8 * log2(2.5) + 0.2 * log2(5.0)
H_LEFT = 0.8 * log2(1.25) + 0.2 * log2(5.0)
H_RIGHT = 0.6 * log2(5 / 3) + 0.4 * log2(2.5)
GAIN = H_NODE - 0.5 * H_LEFT - 0.5 * H_RIGHT


@pytest.mark.parametrize(
    ("criterion", "merit", "impurity"),
    [
        # (5/10)(5/10)(|4/5 - 0| + |1/5 - 3/5| + |0 - 2/5|)^2 = 0.25 * 1.6^2
        ("twoing", 0.64, 1 / 0.64),
        # Left 1 - (16 + 1)/25 = 0.32, right 1 - (9 + 4)/25 = 0.48, together 0.4; the node has
        # 1 - (16 + 16 + 4)/100 = 0.64.
        ("gini", 0.24, 0.4),
        # 1.5219 - 0.5 * 0.7219 - 0.5 * 0.9710
        ("info-gain", 0.6754887502163469, 1 / 0.6754887502163469),
        # A split into halves has one bit of its own.
        ("gain-ratio", 0.6754887502163469, 1 / 0.6754887502163469),
        # Minorities: 1 left, 2 right, 6 at the node.
        ("max-minority", (6 - 2) / 10, 2.0),
        ("sum-minority", (6 - 3) / 10, 3.0),
        # Numbers by frequency: a 1, b 2, c 3. Left 1, 1, 1, 1, 2 about 1.2: 4 * 0.04 + 0.64 = 0.8.
        # Right 2, 2, 2, 3, 3 about 2.4: 3 * 0.16 + 2 * 0.36 = 1.2. The node about 1.8:
        # 4 * 0.64 + 4 * 0.04 + 2 * 1.44 = 5.6.
        ("variance", (5.6 - 2.0) / 10, 2.0),
    ],
)
def test_each_criterion_by_hand(criterion, merit, impurity):
    assert np.isclose(GAIN, 0.6754887502163469, rtol=1e-14)
    assert _core.merit(criterion, LEFT, RIGHT)[0] == pytest.approx(merit, rel=1e-14)
    assert _core.impurity(criterion, LEFT, RIGHT)[0] == pytest.approx(impurity, rel=1e-14)


@pytest.mark.parametrize(
    ("criterion", "cut"),
    [
        ("twoing", 5.5),  # 0.64; next 3.5 with 0.21 (12/7)^2 = 0.617
        ("info-gain", 5.5),  # 0.675; next 3.5 and 7.5 with 0.557
        ("gain-ratio", 5.5),  # 0.675; next 3.5 with 0.557/0.881 = 0.632
        ("max-minority", 5.5),  # 2 left over, as with 6.5: the smaller cut
        ("sum-minority", 3.5),  # 3 left over, as with 5.5: the smaller cut
        ("variance", 5.5),  # 0.36; at 3.5 (5.6 - 140/49)/10 = 0.274
    ],
)
def test_the_root_of_the_ten_rows(criterion, cut):
    tree = fit(TEN, Settings(criterion, max_depth=1))
    assert tree.constants[0] == cut
    assert tree.margin[0] == 1.0


def test_the_papers_flaw_of_sum_minority():
    # Appendix B: 50 of one class, 24 of another, 26 of the first: every cut leaves 24, so all
    # merits are zero and the smallest cut is taken.
    y = np.repeat([0, 1, 0], [50, 24, 26]).astype(np.int32)
    tree = fit(Table([np.arange(100.0)], [0], y, 2), Settings("sum-minority", max_depth=1))
    assert (tree.merit[0], tree.constants[0]) == (0.0, 0.5)


# Quinlan 1986, table 1: outlook, temperature, humidity, wind; does one play?
WEATHER = """
sunny hot high weak no
sunny hot high strong no
overcast hot high weak yes
rain mild high weak yes
rain cool normal weak yes
rain cool normal strong no
overcast cool normal strong yes
sunny mild high weak no
sunny cool normal weak yes
rain mild normal weak yes
sunny mild normal strong yes
overcast mild high strong yes
overcast hot normal weak yes
rain mild high strong no
"""


def test_weather_is_split_by_overcast():
    # 9 yes, 5 no: 0.9403 bits. Overcast has four, all yes; the others are 5 and 5, one bit each:
    # gain 0.9403 - 10/14 = 0.2260, the split's own bits H(4/14) = 0.8631, ratio 0.2618. Next is
    # humidity: 0.1518 over one bit.
    rows = [line.split() for line in WEATHER.split("\n") if line]
    names = [sorted({row[f] for row in rows}) for f in range(5)]
    codes = [np.array([names[f].index(r[f]) for r in rows], dtype=np.int32) for f in range(5)]
    data = Table(codes[:4], [len(n) for n in names[:4]], codes[4], 2)
    tree = fit(data, Settings("gain-ratio"))
    assert (tree.kind[0], tree.terms[0]) == (2, 0)
    assert names[0][int(tree.constants[0])] == "overcast"
    node = 5 / 14 * log2(14 / 5) + 9 / 14 * log2(14 / 9)
    split = 4 / 14 * log2(14 / 4) + 10 / 14 * log2(14 / 10)
    assert tree.merit[0] == pytest.approx((node - 10 / 14) / split, rel=1e-14)
    assert tree.merit[0] == pytest.approx(0.2618, abs=1e-4)
    np.testing.assert_array_equal(tree.counts[1], [0.0, 4.0])


def test_a_cost_complexity_path_by_hand():
    # Errors as leaves: root 8, left 3, right 1; of the four leaves 1, 1, 0, 0. Both inner nodes
    # have g = 1 and fall together; then the root has g = (8 - 4) / (2 - 1) = 4. In shares of 16.
    builder = Builder(1, 2, [(0, 0, 0)])
    builder.add(-1, [8.0, 8.0], **axis(0, 0.0))
    builder.add(0, [7.0, 3.0], **axis(0, -1.0))
    builder.add(0, [1.0, 5.0], **axis(0, 1.0))
    for counts in ([6.0, 1.0], [1.0, 2.0]):
        builder.add(1, counts)
    for counts in ([1.0, 0.0], [0.0, 5.0]):
        builder.add(2, counts)
    tree = _core.Tree.from_arrays(builder.arrays())
    alphas, errors, step = _core.cost_complexity_path(tree)
    np.testing.assert_array_equal(alphas * 16, [0.0, 1.0, 4.0])
    np.testing.assert_array_equal(errors * 16, [2.0, 4.0, 8.0])
    np.testing.assert_array_equal(step, [3, 2, 2, 0, 0, 0, 0])


def test_a_description_length_by_hand():
    # A test of four: 1 + log2 4 = 3 bits. A leaf of (3, 0): 1 + log2 1 = 1. A leaf of (1, 4):
    # 1 + log2 2 + 1 (log2 5 + log2 1) = 2 + log2 5. As a leaf the root (4, 4) would take
    # 1 + log2 2 + 4 (log2 8 + log2 1) = 14.
    builder = Builder(1, 2, [(0, 0, 0)])
    builder.add(-1, [4.0, 4.0], **axis(0, 0.0))
    builder.add(0, [3.0, 0.0])
    builder.add(0, [1.0, 4.0])
    tree = _core.Tree.from_arrays(builder.arrays())
    tests = np.array([4.0, 0.0, 0.0])
    assert _core.description_length(tree, tests) == pytest.approx(6 + log2(5), rel=1e-14)
    leaf = _core.collapsed(tree, np.array([True, False, False]))
    assert _core.description_length(leaf, np.zeros(1)) == pytest.approx(14.0, rel=1e-14)


def test_a_fractional_row_by_hand():
    # Quinlan 1993, chapter 3: x = 1, 2 of class a, 3, 4, 5 of class b, and one a without x. The
    # cut 2.5 gains H(2/5) = 0.9710 bits over the known rows, five sixths of all: 0.8091. The row
    # goes left by 2/5 and right by 3/5. Asked again, it is a by 0.4 + 0.6 * 0.6/3.6 = 0.5.
    x = np.array([1.0, 2.0, 3.0, 4.0, 5.0, np.nan])
    data = Table([x], [0], np.array([0, 0, 1, 1, 1, 0], dtype=np.int32), 2)
    tree = fit(data, Settings("info-gain", "fractional", max_depth=1))
    gain = 0.4 * log2(2.5) + 0.6 * log2(5 / 3)
    assert tree.merit[0] == pytest.approx(5 / 6 * gain, rel=1e-14)
    assert tree.constants[0] == 2.5
    np.testing.assert_allclose(tree.counts, [[3.0, 3.0], [2.4, 0.0], [0.6, 3.0]], rtol=1e-14)
    np.testing.assert_array_equal(tree.n_rows, [6, 3, 4])
    shares = _core.distributions(tree, core_table(data), 1)
    np.testing.assert_allclose(shares[5], [0.5, 0.5], rtol=1e-14)
    np.testing.assert_allclose(shares[3], [0.6 / 3.6, 3.0 / 3.6], rtol=1e-14)


def test_means_by_hand():
    # The mean of 1, 2, 3 and 10 is 4: the row without x goes left of 6.5 with them. At the left
    # node the mean of 1, 2, 3 is 2, at the root's policy it stays 4.
    x = np.array([1.0, 2.0, 3.0, 10.0, np.nan])
    data = Table([x], [0], np.array([0, 1, 0, 2, 0], dtype=np.int32), 3)
    for missing, fill in (("mean", 4.0), ("node-mean", 2.0)):
        tree = fit(data, Settings("gini", missing))
        inner = int(tree.term_begin[1])
        assert tree.fills[0] == 4.0
        assert tree.fills[inner] == fill
