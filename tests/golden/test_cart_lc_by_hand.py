"""One cycle of CART-LC worked by hand from figure 4 of Murthy, Kasif and Salzberg 1994.

Rows (x, y): (1, 0) a, (2, 0) a, (3, 0) b, (4, 3) a, (5, 3) b; gini, no normalisation.

The node's gini is 1 - (9 + 4)/25 = 0.48. Of the single features x <= 2.5 is best: 0.48 - 3/5 * 4/9
= 16/75. The search starts from v = x - 2.5, with v(1..5) = -1.5, -0.5, 0.5, 1.5, 2.5.

1. The coefficient of x, gamma = -0.25: a row's slope is x - 0.25, and it changes sides at -v/slope.
   No interval beats the one the hyperplane is in, from -2/11 (row 3) to 2/7 (row 2); gamma = 0 and
   0.25 are no better. delta is its middle, 4/77: the coefficient becomes 81/77, the constant
   -2.5 - 1/77.
2. The coefficient of y, gamma = -0.25: slopes are -0.25 where y = 0 and 2.75 where y = 3. Times 77,
   v = -112.5, -31.5, 49.5, 130.5, 211.5, and rows change sides at -450, -126, 198, -522/11,
   -846/11. Between the last two, rows 3 and 5 alone are above: both sides are pure, merit 0.48.
   delta is -684/11; gamma = 0 finds the same merit later. Times 847, the hyperplane is
   891 x - 684 y - 1957.5.
3. The constant: with v = -1066.5, -175.5, 715.5, -445.5, 445.5 both sides stay pure between -175.5
   and 445.5. Its middle is 135: the cycle ends with 891 x - 684 y <= 2092.5.
"""

import numpy as np
import pytest

from obliqua import CARTLCClassifier
from obliqua.conditions import AxisCondition, LinearCondition

X = np.array([[1, 0], [2, 0], [3, 0], [4, 3], [5, 3]], dtype=float)
Y = list("aabab")


def fitted(**settings):
    plain = {"normalize": False, "pruning": None, "record": True}
    return CARTLCClassifier("gini", **(plain | settings)).fit(X, Y)


def test_a_cycle_by_hand():
    model = fitted(beta=None)
    (trace,) = model.traces_
    first = trace.hyperplanes[0]
    assert np.array(first.weights) / first.weights[0] == pytest.approx([1, -684 / 891], rel=1e-14)
    assert first.cut / first.weights[0] == pytest.approx(2092.5 / 891, rel=1e-14)
    # The second cycle finds nothing better, and is the last.
    assert trace.merits == pytest.approx((0.48, 0.48), rel=1e-14)
    # One look at each feature alone; per cycle three at each coefficient and one at the constant.
    assert model.hyperplanes_ == 2 + 2 * (2 * 3 + 1)
    assert isinstance(model.tree_.node(0).test, LinearCondition)
    assert model.tree_.n_leaves == 2


def test_elimination_by_hand():
    # Without y, x <= 2.5 is left: the merit falls by 0.48 - 16/75 = 4/15. Without x, y alone leaves
    # (2a, 1b) and (1a, 1b): 0.48 - 3/5 * 4/9 - 2/5 * 1/2 = 1/75, a fall by 7/15. So y is dropped
    # from beta = 4/7 on.
    assert isinstance(fitted(beta=0.571).tree_.node(0).test, LinearCondition)
    dropped = fitted(beta=0.572).tree_.node(0).test
    assert isinstance(dropped, AxisCondition)
    assert dropped.pretty() == "x0 ≤ 2.5"
