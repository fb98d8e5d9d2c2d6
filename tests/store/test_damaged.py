"""Files that are no store, or are damaged, or newer: a clear error, and not a byte changed."""

import random
import sqlite3
import struct

import numpy as np
import pytest

from obliqua.incremental import DamagedStore, Store, StoreError
from obliqua.incremental.store.file import APPLICATION_ID, FORMAT

ROWS = 400


@pytest.fixture(scope="module")
def sound(tmp_path_factory):
    """The bytes of a store, and what is in it."""
    path = tmp_path_factory.mktemp("sound") / "rows.store"
    generator = np.random.default_rng(1)
    X = [[round(v, 3), "ab"[i % 2]] for i, v in enumerate(generator.normal(size=ROWS))]
    with Store(path, learner="double") as store:
        for begin in range(0, ROWS, 50):
            store.learn(X[begin : begin + 50], generator.integers(0, 2, 50))
        store.forget([3, 5, 70])
        content = (store.tree_.digest(), store.ids(), store.log())
    return path.read_bytes(), content


def is_refused(path, data, error, message):
    path.write_bytes(data)
    for more in ({}, {"read_only": True}):
        with pytest.raises(error, match=message):
            Store(path, **more)
        assert path.read_bytes() == data
        assert [p.name for p in path.parent.iterdir()] == [path.name], "nothing is left beside it"


def with_header(data, offset, number):
    return data[:offset] + struct.pack(">I", number) + data[offset + 4 :]


@pytest.mark.parametrize(
    "data",
    [b"", b"x", b"age,class\n1,a\n" * 50, b'{"format": "obliqua-model"}' * 9, b"\0" * 5000],
    ids=["empty", "one byte", "CSV", "JSON", "zeros"],
)
def test_other_files_are_refused(path, data):
    is_refused(path, data, StoreError, "this is not a store of Obliqua")


def test_another_database_is_refused(path, tmp_path_factory):
    other = tmp_path_factory.mktemp("other") / "x.db"
    connection = sqlite3.connect(other)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("CREATE TABLE row (a)")
    connection.close()
    is_refused(path, other.read_bytes(), StoreError, "this is not a store of Obliqua")
    marked = with_header(other.read_bytes(), 68, APPLICATION_ID)
    is_refused(path, with_header(marked, 60, FORMAT), DamagedStore, "its tables are not those of")


def test_a_newer_store_is_refused(path, sound):
    newer = with_header(sound[0], 60, FORMAT + 1)
    is_refused(path, newer, StoreError, rf"format {FORMAT + 1} is newer than {FORMAT}.*update")


def test_a_folder_or_nothing_is_refused(tmp_path):
    with pytest.raises(StoreError, match="is not a regular file"):
        Store(tmp_path)
    with pytest.raises(FileNotFoundError, match=r"absent\.store"):
        Store(tmp_path / "absent.store", read_only=True)
    with pytest.raises(FileNotFoundError):
        Store(tmp_path / "no" / "folder.store")


@pytest.mark.parametrize("share", [0.01, 0.3, 0.7, 0.999])
def test_a_store_cut_short_is_found_out(path, sound, share):
    data = sound[0][: int(len(sound[0]) * share)]
    path.write_bytes(data)
    with pytest.raises(DamagedStore, match="the store is damaged"):
        found = None
        with Store(path, read_only=True) as store:
            found = store.verify()
        if not found:
            raise DamagedStore(f"the store is damaged: {found.problems}")
    assert path.read_bytes() == data


def state_of(path):
    """Everything a store can tell; an error of the kind that it should be, or a wrong digest."""
    try:
        with Store(path, read_only=True) as store:
            content = (store.tree_.digest(), store.ids(), store.log())
            return content if store.verify() else None
    except StoreError:
        return None


def test_whatever_byte_is_changed_the_content_is_right_or_refused(path, sound):
    data, content = sound
    generator = random.Random(2)
    refused = 0
    for _ in range(150):
        mutant = bytearray(data)
        for _ in range(generator.choice([1, 1, 1, 4])):
            mutant[generator.randrange(len(data))] = generator.randrange(256)
        path.write_bytes(mutant)
        state = state_of(path)
        assert state in (None, content)
        refused += state is None
        assert path.read_bytes() == mutant
    assert refused > 10


def test_a_page_of_an_older_state_is_found_out(path, sound, tmp_path):
    """Every page is sound by itself; only the sums tell."""
    path.write_bytes(sound[0])
    with Store(path) as store:
        before = path.read_bytes()
        store.forget([100])
    after = path.read_bytes()
    pages = range(4096, min(len(before), len(after)), 4096)
    changed = [i for i in pages if before[i : i + 4096] != after[i : i + 4096]]
    assert changed
    right = state_of(path)
    for begin in changed:
        path.write_bytes(after[:begin] + before[begin : begin + 4096] + after[begin + 4096 :])
        assert state_of(path) in (None, right)


def test_checking_on_opening(path, sound):
    path.write_bytes(sound[0])
    with Store(path, check=True) as store:
        assert len(store) == ROWS - 3
    database = sqlite3.connect(path)
    database.execute("DELETE FROM row WHERE number = 100")
    database.commit()
    database.close()
    with pytest.raises(DamagedStore, match="there are 396 rows, not the 397 that were learned"):
        Store(path, check=True)
