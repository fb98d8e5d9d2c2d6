"""What is forgotten is gone: from the tables at once, and after erasing from every byte."""

import struct
import time

import numpy as np
import pytest

from obliqua.incremental import Store, StoreInUse

NUMBER = 7316258.0625
WORD = "Xanthippe-von-Needle"
LABEL = "needle-class"
ID = "person-needle-4711"
NEEDLES = [
    repr(NUMBER).encode(),
    struct.pack("<d", NUMBER),
    struct.pack(">d", NUMBER),
    WORD.encode(),
    LABEL.encode(),
    ID.encode(),
]


def found_in(path):
    """The needles in any file of the store's folder."""
    content = {file.name: file.read_bytes() for file in path.parent.iterdir()}
    return {(name, n) for name, data in content.items() for n in NEEDLES if n in data}


def filled(path, learner, n=3000):
    """A store with one needle row among many, learned in batches so that pages split."""
    generator = np.random.default_rng(3)
    store = Store(path, learner=learner)
    names = np.array(["red", "green", "blue"])
    ids = [f"p{i}" for i in generator.permutation(n)]
    for begin in range(0, n, 300):
        rows = slice(begin, begin + 300)
        X = np.empty((300, 3), dtype=object)
        X[:, 0] = np.round(generator.normal(size=300), 4)
        X[:, 1] = names[generator.integers(0, 3, 300)]
        X[:, 2] = generator.integers(0, 9, 300).astype(float)
        store.learn(X, np.where(X[:, 2] > 4, "yes", "no").astype(object), ids=ids[rows])
        if begin == 900:
            store.learn([[NUMBER, WORD, 1.0]], [LABEL], ids=[ID], key="a batch with a needle")
    return store, ids


def tables_of(store):
    dump = []
    for table in ("row", "log", "meta", "snapshot"):
        for row in store._connection.execute(f"SELECT * FROM {table}"):
            dump += [cell if isinstance(cell, bytes) else str(cell).encode() for cell in row]
    return b"\n".join(dump)


@pytest.fixture(params=["double", "iti"])
def learner(request):
    return request.param


def test_the_needle_can_be_found_at_first(path, learner):
    store, _ = filled(path, learner)
    store.close()
    assert {needle for _, needle in found_in(path)} >= {NEEDLES[0], *NEEDLES[3:]}


@pytest.mark.parametrize("reopened", [True, False])
def test_a_forgotten_row_is_in_no_table(path, learner, reopened):
    store, _ = filled(path, learner)
    if reopened:
        store.close()  # writes a snapshot that has the row
        store = Store(path)
    assert any(needle in tables_of(store) for needle in NEEDLES)
    store.forget([ID])
    assert [needle for needle in NEEDLES if needle in tables_of(store)] == []
    assert not store.verify().erased
    store.close()
    with Store(path) as again:
        assert [needle for needle in NEEDLES if needle in tables_of(again)] == []


@pytest.mark.parametrize("reopened", [True, False])
def test_an_erased_row_is_in_no_byte(path, learner, reopened):
    store, ids = filled(path, learner)
    if reopened:
        store.close()
        store = Store(path)
    receipt = store.forget([ID, *ids[10:40]], erase=True)
    assert receipt.erased
    assert found_in(path) == set()
    assert store.verify().erased
    store.learn([[1.0, "red", 2.0]], ["no"], ids=["later"])
    assert found_in(path) == set()
    store.close()
    assert found_in(path) == set()
    with Store(path) as again:
        assert again.verify()
        assert found_in(path) == set()


def test_what_was_forgotten_earlier_can_be_erased_later(path, learner):
    store, _ = filled(path, learner)
    store.forget([ID])
    store.close()
    with Store(path) as store:
        assert not store.verify().erased
        store.erase()
        assert store.verify().erased
        assert found_in(path) == set()


def test_a_reader_that_holds_on_is_named(path, learner, monkeypatch):
    monkeypatch.setattr("obliqua.incremental.store.file.PATIENCE", 200)
    store, _ = filled(path, learner)
    reader = Store(path, read_only=True)
    with reader._looking():
        len(reader._operations.rows.ids())
        started = time.monotonic()
        with pytest.raises(StoreInUse, match=r"a reader holds on .* call erase\(\) again"):
            store.forget([ID], erase=True)
        assert time.monotonic() - started < 10
    assert ID not in store.ids()
    assert not store.verify().erased
    store.erase()
    assert found_in(path) == set()
    reader.close()
    store.close()
