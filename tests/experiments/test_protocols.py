"""How protocols deal the rows."""

import numpy as np
import pytest

from obliqua.experiments.datasets import DataSet, pol
from obliqua.experiments.protocols import (
    FixedSplit,
    HoldOut,
    LeaveOneOut,
    Prequential,
    RepeatedKFold,
)


def table(n=40, classes=2, part=None):
    labels = np.arange(n) % classes
    return DataSet("table", np.arange(2.0 * n).reshape(n, 2), labels, ("a", "b"), "", part=part)


HALVES = np.array(["train"] * 20 + ["test"] * 20)
PROTOCOLS = [
    RepeatedKFold(4, prune=1 / 3),
    RepeatedKFold(7, stratified=True),
    HoldOut(0.25, prune=0.25),
    LeaveOneOut(),
    Prequential(5, shuffle=True),
    FixedSplit(prune=0.2),
]


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.name)
def test_no_row_is_on_two_sides(protocol):
    data_set = table(part=HALVES)
    splits = protocol.splits(data_set, seed=3)
    assert len(splits) == protocol.count(data_set)
    for split in splits:
        parts = [set(split.train), set(split.test), set(split.prune)]
        assert sum(map(len, parts)) == len(set().union(*parts))
        assert parts[0]
        assert parts[1]
        assert set(split.known(withhold=False)) == parts[0] | parts[2]
        assert set(split.known(withhold=True)) == parts[0]


@pytest.mark.parametrize("protocol", PROTOCOLS, ids=lambda protocol: protocol.name)
def test_a_seed_deals_the_same_rows_again(protocol):
    once, again = (protocol.splits(table(part=HALVES), seed=3) for _ in range(2))
    for first, second in zip(once, again, strict=True):
        assert np.array_equal(first.train, second.train)
        assert np.array_equal(first.test, second.test)
        assert np.array_equal(first.prune, second.prune)


def test_folds_ask_about_every_row_once():
    for protocol in (RepeatedKFold(7), RepeatedKFold(7, stratified=True), LeaveOneOut()):
        asked = np.concatenate([split.test for split in protocol.splits(table(), seed=0)])
        assert sorted(asked) == list(range(40))


def test_brodleys_shares():
    splits = RepeatedKFold(4, prune=1 / 3).splits(table(400), seed=0)
    assert [(len(s.train), len(s.prune), len(s.test)) for s in splits] == [(200, 100, 100)] * 4


def test_hold_out_shares_are_of_all_rows():
    (split,) = HoldOut(0.25, prune=0.25).splits(table(400), seed=0)
    assert (len(split.train), len(split.prune), len(split.test)) == (200, 100, 100)


def test_stratified_folds_have_their_share_of_each_class():
    data_set = table(40, classes=4)
    for split in RepeatedKFold(5, stratified=True).splits(data_set, seed=1):
        assert np.bincount(data_set.target[split.test]).tolist() == [2, 2, 2, 2]


def test_classes_may_have_fewer_rows_than_folds():
    data_set = table(12, classes=6)
    assert len(RepeatedKFold(10, stratified=True).splits(data_set, seed=0)) == 10


def test_prequential_asks_about_what_comes_next():
    splits = Prequential(4).splits(table(), seed=0)
    assert [len(split.train) for split in splits] == [10, 20, 30]
    assert [split.test[0] for split in splits] == [10, 20, 30]


def test_protocols_that_deal_differently_have_different_names():
    names = {protocol.name for protocol in [*PROTOCOLS, RepeatedKFold(4), Prequential(5)]}
    assert len(names) == len(PROTOCOLS) + 2


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: RepeatedKFold(1), "folds=1"),
        (lambda: RepeatedKFold(True), "folds=True"),
        (lambda: RepeatedKFold(5, repeats=0), "repeats=0"),
        (lambda: RepeatedKFold(5, prune=1.0), "prune=1.0"),
        (lambda: HoldOut(0.6, prune=0.4), "together below 1"),
        (lambda: Prequential(1), "chunks=1"),
        (lambda: RepeatedKFold(50).splits(table(), 0), "too few for 50 folds"),
        (lambda: FixedSplit().splits(pol(20), 0), "no fixed split"),
    ],
)
def test_what_cannot_be_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
