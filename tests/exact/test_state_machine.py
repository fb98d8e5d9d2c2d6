"""Every sequence of calls that Hypothesis can think of, refused ones among them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from obliqua import ITIClassifier
from tests.oracle.iti import iti, pruned
from tests.oracle.iti_compare import assert_same
from tests.oracle.iti_tables import as_rows, as_table

VALUES = st.tuples(
    st.sampled_from([None, -0.0, 0.0, 1.0, 1.0 + 2.0**-52, 1e308, -1e308]),
    st.sampled_from([None, "b", "a", "ä"]),
    st.integers(0, 3).map(float),
)
ROWS = st.lists(st.tuples(VALUES, st.sampled_from(["yes", "no", "maybe"])), min_size=1, max_size=6)
WEIGHTS = st.sampled_from([1, 1, 2, 3])


class LearnAndForget(RuleBasedStateMachine):
    """Against a dict of rows by id: their values, label and weight, oldest first."""

    def __init__(self) -> None:
        super().__init__()
        self.model = ITIClassifier(prune=False)
        self.rows: dict[int, list[Any]] = {}
        self.declared: set[str] = set()
        self.next_id = 0

    # --- what changes something ------------------------------------------------

    @rule(rows=ROWS, data=st.data())
    def learn(self, rows: list, data: st.DataObject) -> None:
        ids = list(range(self.next_id, self.next_id + len(rows)))
        weights = [data.draw(WEIGHTS) for _ in rows]
        declared = data.draw(st.sampled_from([None, None, None, ["yes", "perhaps"]]))
        self.next_id += len(rows)
        self.model.partial_fit(
            as_table(rows), labels(rows), classes=declared, ids=ids, sample_weight=weights
        )
        self.declared |= set(declared or ())
        for one, (values, label), weight in zip(ids, rows, weights, strict=True):
            self.rows[one] = [values, label, weight]

    @precondition(lambda self: self.rows)
    @rule(data=st.data())
    def forget(self, data: st.DataObject) -> None:
        gone = data.draw(st.lists(st.sampled_from(sorted(self.rows)), min_size=1, unique=True))
        self.model.forget(gone)
        for one in gone:
            del self.rows[one]

    @precondition(lambda self: self.rows)
    @rule(data=st.data())
    def forget_by_content(self, data: st.DataObject) -> None:
        values, label, _ = self.rows[data.draw(st.sampled_from(sorted(self.rows)))]
        self.model.forget_rows(as_table([(values, label)]), [label])
        oldest = next(one for one, row in self.rows.items() if row[:2] == [values, label])
        self.rows[oldest][2] -= 1
        if self.rows[oldest][2] == 0:
            del self.rows[oldest]

    @rule(prune=st.booleans(), mode=st.sampled_from(["normal", "lazy"]))
    def set(self, prune: bool, mode: str) -> None:
        self.model.set_params(prune=prune, mode=mode)

    # --- what changes nothing ---------------------------------------------------

    @precondition(lambda self: self.rows)
    @rule(data=st.data())
    def be_refused(self, data: st.DataObject) -> None:
        known = data.draw(st.sampled_from(sorted(self.rows)))
        row = as_table([self.rows[known][:2]])
        wrong = data.draw(
            st.sampled_from(
                [
                    lambda: self.model.forget([known, self.next_id]),
                    lambda: self.model.forget([known, known]),
                    lambda: self.model.partial_fit(row, ["yes"], ids=[known]),
                    lambda: self.model.partial_fit(row[:, :2], ["yes"]),
                    lambda: self.model.partial_fit(row[:, [1, 0, 2]], ["new"]),
                    lambda: self.model.partial_fit(row, [17]),
                    lambda: self.model.forget_rows(np.repeat(row, 200, axis=0), ["yes"] * 200),
                ]
            )
        )
        if self.sure_to_fail(row):
            with pytest.raises(ValueError):
                wrong()

    def sure_to_fail(self, row: Any) -> bool:
        """Exchanged columns are wrong only where both kinds are known."""
        there = as_table([one[:2] for one in self.rows.values()])
        return row[0, 0] is not None and all(column.any() for column in (there != None).T)  # noqa: E711

    @precondition(lambda self: self.rows)
    @rule(data=st.data())
    def look(self, data: st.DataObject) -> None:
        one = data.draw(st.sampled_from(sorted(self.rows)))
        before = self.model.tree_.digest()
        found = self.model.influence([one])
        assert found.digest_before == before == self.model.tree_.digest()
        assert self.model.verify()

    # --- what always holds ------------------------------------------------------

    @invariant()
    def the_tree_is_the_one_of_the_rows(self) -> None:
        assert self.model.__sklearn_is_fitted__() == bool(self.rows)
        if not self.rows:
            return
        rows = [(values, label) for values, label, _ in self.rows.values()]
        wanted = iti(as_rows(rows, [weight for *_, weight in self.rows.values()]))
        shown = pruned(wanted) if self.model.prune else wanted
        assert_same(self.model.tree_, shown, sorted(self.declared.union(labels(rows))))
        assert self.model.ids_.tolist() == list(self.rows)


def labels(rows: list) -> list[str]:
    return [label for _, label in rows]


TestLearnAndForget = LearnAndForget.TestCase
TestLearnAndForget.settings = settings(
    max_examples=15,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
