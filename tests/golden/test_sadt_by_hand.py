"""SADT's start worked by hand (docs/systems/sadt.md), where it is already the best there can be.

Rows (x, y): (0, 0) a, (5, 1) a, (0, 3) a, (10, 1) b, (5, 4) b, (10, 4) b; information gain.

The box is 10 wide and 4 high. Scaled to it, the canonical hyperplane is x' + y' - 1 = 0, which is
x/10 + y/4 = 1. The rows lie at 0, 0.75, 0.75 and 1.25, 1.5, 2 along it: both sides are pure, and
the merit is one bit. No perturbation can do better, so that as many are considered as may be
unproductive, and the start is kept. Halfway between 0.75 and 1.25 its constant is 1 again.

Neither term can be left out: x alone has rows of both classes at 5, y alone at 1.
"""

import numpy as np
import pytest

from obliqua import SADTClassifier
from obliqua.conditions import LinearCondition

X = np.array([[0, 0], [5, 1], [0, 3], [10, 1], [5, 4], [10, 4]], dtype=float)
Y = list("aaabbb")


def test_a_start_by_hand():
    model = SADTClassifier(pruning=None, record=True, unproductive=37, random_state=0).fit(X, Y)
    assert model.hyperplanes_ == 37
    (trace,) = model.traces_
    start = trace.hyperplanes[0]
    assert start.terms == ("x0", "x1")
    assert (*start.weights, start.cut) == pytest.approx((0.1, 0.25, 1.0), rel=1e-15)
    assert trace.merits[0] == pytest.approx(1.0, rel=1e-15)
    root = model.tree_.node(0)
    assert isinstance(root.test, LinearCondition)
    assert (*root.test.weights, root.test.cut) == pytest.approx((0.1, 0.25, 1.0), rel=1e-15)
    assert root.margin == pytest.approx(0.5 / np.hypot(0.1, 0.25), rel=1e-15)
    assert model.tree_.n_leaves == 2


def test_without_heat_only_what_is_no_worse_is_taken():
    # Two a rows lie beyond the start: it has merit, but is not the best.
    y = list("abaabb")
    model = SADTClassifier(
        pruning=None, record=True, temperature=1e-12, max_depth=1, unproductive=300, random_state=0
    ).fit(X, y)
    (trace,) = model.traces_
    assert (np.diff(trace.merits) >= 0).all()
    hot = model.set_params(temperature=1e6, cooling=0.999999).fit(X, y)
    (trace,) = hot.traces_
    assert (np.diff(trace.merits) < 0).any()
