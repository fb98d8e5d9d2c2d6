"""What a store keeps, gives back, and says, whatever it learns with."""

import json

import numpy as np
import pandas as pd
import pytest

from obliqua._columns import read_table
from obliqua.incremental import Store
from tests.store.double import Double, values_of

X = np.array([[1.0, 2.0], [3.0, np.nan], [-0.0, 1e-300], [1.0, 2.0]])
Y = np.array([0, 1, 1, 0])
FRAME = pd.DataFrame(
    {"age": [30.0, None, 55.5], "city": ["Ulm", None, "Köln"], "smokes": [True, False, True]}
)


def open_double(path, **more):
    return Store(path, learner="double", **more)


def fresh_digest(X, y):
    double = Double()
    double.partial_fit(read_table(X), np.asarray(y), ids=np.arange(len(y)))
    return double.tree_.digest()


# --- what is kept -------------------------------------------------------------


def test_rows_come_back_as_they_were(path):
    with open_double(path) as store:
        receipt = store.learn(X, Y)
        assert receipt.ids == [1, 2, 3, 4]
        assert (receipt.sequence, receipt.rows_after, receipt.repeated) == (1, 4, False)
    with Store(path) as store:
        assert store.tree_.digest() == fresh_digest(X, Y)
        assert len(store) == 4
        assert store.ids() == [1, 2, 3, 4]
        assert store.verify()


@pytest.mark.parametrize("snapshot", [True, False])
def test_rows_of_every_kind_come_back(path, snapshot):
    store = open_double(path)
    store.learn(FRAME, ["no", "yes", "no"], ids=["a", "b", "c"])
    if snapshot:
        store.close()
    else:
        del store  # as if the process had died: no snapshot is written
    with Store(path) as again:
        rows = again.learner.rows
        assert [row for row, _ in rows.values()] == values_of(read_table(FRAME))
        assert [label for _, label in rows.values()] == ["no", "yes", "no"]
        assert again.verify()


@pytest.mark.parametrize(
    ("labels", "kind"),
    [([0, 1, 1, 0], int), (["a", "ü", "a", "b"], str), ([True, False, True, True], bool),
     (np.array([0.0, 1.0, 2.0, 1.0]), float), (np.array([1, 2, 3, 4], dtype=np.uint8), int)],
)  # fmt: skip
def test_labels_keep_their_type(path, labels, kind):
    open_double(path).learn(X, labels)
    with Store(path) as store:
        kept = [label for _, label in store.learner.rows.values()]
        assert kept == list(labels)
        assert {type(label) for label in kept} == {kind}


def test_columns_are_found_by_name(path):
    with open_double(path) as store:
        store.learn(FRAME, [1, 2, 3])
        store.learn(FRAME[["smokes", "age", "city"]], [1, 2, 3])
        rows = list(store.learner.rows.values())
        assert rows[:3] == rows[3:]


def test_a_column_without_values_finds_its_kind_later(path):
    empty = pd.DataFrame({"a": [1.0, 2.0], "b": [None, None]})
    filled = pd.DataFrame({"a": [1.0, 2.0], "b": ["x", None]})
    with open_double(path) as store:
        store.learn(empty, [0, 1])
        store.tree_.digest()
        store.learn(filled, [0, 1])
        assert [row for row, _ in store.learner.rows.values()] == [
            [1.0, None], [2.0, None], [1.0, "x"], [2.0, None],
        ]  # fmt: skip
        store.forget([3])
        assert store.verify()
        with pytest.raises(ValueError, match=r"column 'b' is symbolic \(.*\) in this store"):
            store.learn(pd.DataFrame({"a": [1.0], "b": [2.0]}), [0])
    with Store(path, check=True) as store:
        assert len(store) == 3


def test_learning_and_forgetting_in_turn(path):
    generator = np.random.default_rng(5)
    kept = {}
    store = open_double(path)
    for step in range(60):
        if kept and generator.random() < 0.4:
            gone = generator.choice(list(kept), size=generator.integers(1, 4))
            gone = list(dict.fromkeys(gone.tolist()))
            receipt = store.forget(gone)
            for one in gone:
                del kept[one]
            assert receipt.rows_after == len(kept)
            assert receipt.digest_after == (_digest_of(kept) if kept else None)
        else:
            rows = np.round(generator.normal(size=(generator.integers(1, 6), 3)), 1)
            receipt = store.learn(rows, generator.integers(0, 3, len(rows)))
            labels = [label for _, label in list(store.learner.rows.values())[-len(rows) :]]
            kept |= dict(zip(receipt.ids, zip(rows.tolist(), labels, strict=True), strict=True))
        if step % 7 == 0:
            store.close()
            store = Store(path)
        assert store.ids() == list(kept)
    assert store.verify()


def _digest_of(kept):
    rows, labels = zip(*kept.values(), strict=True)
    return fresh_digest(np.array(rows), labels)


# --- receipts, keys, log ------------------------------------------------------


def test_a_receipt_says_what_was_done(path):
    with open_double(path) as store:
        store.learn(X, Y)
        before = store.tree_.digest()
        receipt = store.forget([2, 4])
        told = json.loads(receipt.to_json())
        assert told["ids"] == [2, 4]
        assert told["digest_before"] == before
        assert told["digest_after"] == store.tree_.digest() == fresh_digest(X[[0, 2]], Y[[0, 2]])
        assert (told["sequence"], told["rows_after"], told["erased"]) == (2, 2, False)
        entry = store.log()[-1]
        assert entry.entry.ids_sha256 == told["ids_sha256"]
        assert entry.chain == told["chain"]
        assert entry.entry.time == told["time"]


def test_a_key_makes_a_call_repeatable(path):
    with open_double(path) as store:
        first = store.learn(X, Y, key="batch 1")
        again = store.learn(X, Y, key="batch 1")
        assert (again.sequence, again.ids, again.repeated) == (first.sequence, first.ids, True)
        assert len(store) == 4
        with pytest.raises(ValueError, match=r"the key 'batch 1' was used before.*with other rows"):
            store.learn(X + 1, Y, key="batch 1")
        gone = store.forget([1], key="f")
        assert store.forget([1], key="f").digest_after == gone.digest_after
        with pytest.raises(ValueError, match=r"'f' was used before.* with other ids"):
            store.forget([2], key="f")
        with pytest.raises(ValueError, match="which was to forget, not to learn"):
            store.learn(X, Y, key="f")
        assert len(store) == 3


def test_a_batch_sent_again_does_not_bring_back_what_was_forgotten(path):
    with open_double(path) as store:
        store.learn(X, Y, key="k")
        store.forget([2])
        again = store.learn(X, Y, key="k")
        assert (again.repeated, again.ids) == (True, [1, 3, 4])
        assert len(store) == 3


def test_numbers_are_never_given_twice(path):
    with open_double(path) as store:
        store.learn(X, Y)
        store.forget([4])
        assert store.learn(X[:1], Y[:1]).ids == [5]
        assert store.learn(X[:1], Y[:1], ids=[40]).ids == [40]
        assert store.learn(X[:1], Y[:1]).ids == [41]


def test_rows_can_be_forgotten_by_their_content(path):
    with open_double(path) as store:
        store.learn(X, Y)
        receipt = store.forget_rows(X[[3, 1]], Y[[3, 1]])
        assert receipt.ids == [1, 2]
        with pytest.raises(ValueError, match=r"row 1 .*: the store has no such row left; nothing"):
            store.forget_rows(X[[0, 0]], Y[[0, 0]])
        assert store.ids() == [3, 4]


def test_everything_can_be_forgotten_and_begun_again(path):
    with open_double(path) as store:
        store.learn(X, Y)
        receipt = store.forget([1, 2, 3, 4])
        assert (receipt.rows_after, receipt.digest_after) == (0, None)
        assert store.learner is None
        with pytest.raises(ValueError, match="the store has no rows; learn some first"):
            store.predict(X)
        assert store.verify()
    with Store(path) as store:
        assert len(store) == 0
        store.learn(X, Y)
        assert store.tree_.digest() == fresh_digest(X, Y)
        assert store.verify()


def test_options_are_kept_and_changed_on_purpose(path):
    with open_double(path, flavour="sweet") as store:
        store.learn(X, Y)
    with pytest.raises(ValueError, match=r"flavour is 'sweet' in this store, not 'sour'.*set_opt"):
        Store(path, flavour="sour")
    with Store(path, flavour="sweet") as store:
        assert store.learner.flavour == "sweet"
        store.set_options(flavour="sour")
        assert store.learner.flavour == "sour"
        assert len(store.learner.rows) == 4
    with Store(path) as store:
        assert store.learner.flavour == "sour"
        assert store.verify()


# --- what is refused ----------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda s: s.forget([9]), "the store has no row with id 9; nothing is forgotten"),
        (lambda s: s.forget([1, 9, 8]), "no row with ids 9, 8; nothing"),
        (lambda s: s.forget([1, 1]), "the id 1 is given twice"),
        (lambda s: s.forget([]), "no ids are given"),
        (lambda s: s.forget(1), "ids must be a list"),
        (lambda s: s.forget("12"), "ids must be a list"),
        (lambda s: s.forget(["1"]), "no row with id '1'"),
        (lambda s: s.forget([1.5]), r"id 0 \(the first is 0\) must be a whole number or text"),
        (lambda s: s.forget([True]), "must be a whole number or text; got True"),
        (lambda s: s.learn(X, Y, ids=[1, 7, 8, 4]), "the store already has ids 1, 4; an id is"),
        (lambda s: s.learn(X, Y, ids=[7, 8, 7, 9]), "the id 7 is given twice"),
        (lambda s: s.learn(X, Y, ids=[7, 8]), "there are 4 rows and 2 ids"),
        (lambda s: s.learn(X, Y, ids=["a", "b", "c", "d"]), "ids are of kind int, .* are text"),
        (lambda s: s.learn(X, Y, ids=[7, "b", 8, 9]), "ids mix whole numbers and text"),
        (lambda s: s.learn(X, Y, ids=[7, 8, 9, 2**63]), "id 3 .* is out of range"),
        (lambda s: s.learn(X[:, :1], Y), "X has 1 features, but the store is expecting 2"),
        (lambda s: s.learn([["a", 1.0]], [0]), "column 'x0' is numeric .* is symbolic"),
        (lambda s: s.learn(X, Y[:2]), "X has 4 rows and y has 2 labels"),
        (lambda s: s.learn(X, ["a", "b", "c", "d"]), "labels are of kind int, and these are text"),
        (lambda s: s.learn(X, [0, 1, None, 1]), "missing label in row 2"),
        (lambda s: s.learn(np.where(X == 1, np.inf, X), Y), "infinite value"),
        (lambda s: s.learn(np.empty((0, 2)), []), "0 sample"),
        (lambda s: s.learn(X, Y, key=""), "key must be text"),
    ],
)  # fmt: skip
def test_bad_input_changes_nothing(path, call, message):
    with open_double(path) as store:
        store.learn(X, Y)
        digest, log = store.tree_.digest(), store.log()
        with pytest.raises(ValueError, match=message):
            call(store)
        assert (store.tree_.digest(), store.log(), store.ids()) == (digest, log, [1, 2, 3, 4])
        assert store.verify()
        store.learn(X, Y)


def test_other_columns_are_named(path):
    with open_double(path) as store:
        store.learn(FRAME, [1, 2, 3])
        with pytest.raises(ValueError, match=r"(?s)unseen at fit time:\n- town\n.*- city"):
            store.learn(FRAME.rename(columns={"city": "town"}), [1, 2, 3])
        assert len(store) == 3


def test_text_that_no_file_can_hold_is_refused(path):
    with open_double(path) as store:
        with pytest.raises(ValueError, match=r"column 'x0': the value '\\ud800' is no valid text"):
            store.learn([["\ud800"], ["a"]], [1, 2])
        with pytest.raises(ValueError, match=r"the label '\\ud800' is no valid text"):
            store.learn([["b"], ["a"]], ["\ud800", "a"])
        with pytest.raises(ValueError, match=r"the id '\\ud800' is no valid text"):
            store.learn([["b"], ["a"]], [1, 2], ids=["\ud800", "a"])
        assert len(store) == 0


def test_text_ids_are_not_made_up(path):
    with open_double(path) as store:
        store.learn(X, Y, ids=["a", "b", "c", "d"])
        with pytest.raises(ValueError, match="the ids of this store are text; give one for each"):
            store.learn(X, Y)


def test_a_closed_store_says_so(path):
    store = open_double(path)
    store.close()
    store.close()
    with pytest.raises(ValueError, match="the store is closed"):
        store.learn(X, Y)
    with pytest.raises(ValueError, match="the store is closed"):
        len(store)


def test_unknown_learners_are_refused(path):
    with pytest.raises(ValueError, match="learner must be one of iti, dmti"):
        Store(path, learner="oak")
    assert list(path.parent.iterdir()) == []
    open_double(path).close()
    with pytest.raises(ValueError, match="the store learns with 'double', not 'iti'"):
        Store(path, learner="iti")
