"""One writer, any number of readers, several threads."""

import os
import subprocess
import sys
import threading

import numpy as np
import pytest

from obliqua.incremental import Store, StoreInUse

X = np.arange(8.0).reshape(4, 2)
Y = [0, 1, 0, 1]
OPEN = """
import sys
sys.path.insert(0, {root!r})
from tests.store.double import install
install()
from obliqua.incremental import Store
with Store({path!r}, read_only={read_only}) as store:
    print(len(store), store.tree_.digest(), flush=True)
"""


def in_another_process(path, root, read_only):
    code = OPEN.format(path=str(path), root=str(root), read_only=read_only)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)


@pytest.fixture
def store(path):
    with Store(path, learner="double") as store:
        store.learn(X, Y)
        yield store


def test_a_second_writer_is_refused(store, path, pytestconfig):
    with pytest.raises(StoreInUse, match=rf"is open for writing in process {os.getpid()}; only"):
        Store(path)
    tried = in_another_process(path, pytestconfig.rootpath, read_only=False)
    assert f"StoreInUse: {path}: is open for writing in process {os.getpid()}" in tried.stderr
    link = path.with_name("link")
    link.symlink_to(path)
    with pytest.raises(StoreInUse):
        Store(link)
    store.close()
    Store(path).close()
    assert sorted(p.name for p in path.parent.iterdir()) == ["link", path.name]


def test_readers_are_welcome(store, path, pytestconfig):
    read = in_another_process(path, pytestconfig.rootpath, read_only=True)
    assert read.stdout == f"4 {store.tree_.digest()}\n", read.stderr
    with Store(path, read_only=True) as reader:
        with pytest.raises(ValueError, match="is open for reading only"):
            reader.learn(X, Y)
        with pytest.raises(ValueError, match="is open for reading only"):
            reader.erase()


def test_a_reader_follows_the_writer(store, path):
    with Store(path, read_only=True) as reader:
        assert reader.tree_.digest() == store.tree_.digest()
        steps = [
            lambda: store.learn(X + 1, Y),
            lambda: store.forget([1, 6]),
            lambda: [store.learn(X + 2, Y), store.forget([2, 9]), store.learn(X + 3, Y)],
            lambda: store.set_options(flavour="sweet"),
            lambda: store.forget(store.ids()),
            lambda: store.learn(X, Y),
        ]
        for step in steps:
            step()
            assert len(reader) == len(store)
            if len(store):
                assert reader.tree_.digest() == store.tree_.digest()
            else:
                assert reader.learner is None
            assert reader.verify()


def test_a_writer_may_close_before_its_readers(path):
    writer = Store(path, learner="double")
    writer.learn(X, Y)
    reader = Store(path, read_only=True)
    digest = reader.tree_.digest()
    writer.close()
    assert reader.tree_.digest() == digest
    reader.close()
    assert [p.name for p in path.parent.iterdir()] == [path.name]


def test_threads_that_wait_are_committed_together(path):
    calls = 40
    with Store(path, learner="double") as store:
        outcomes = []

        def learn(k):
            ids = [2 * k, 2 * k + 1] if k % 10 else [0, 2]  # some of which are there already
            try:
                outcomes.append(store.learn(X[:2] + k, Y[:2], ids=ids))
            except ValueError as error:
                outcomes.append(error)

        store.learn(X[:1], Y[:1], ids=[0])
        threads = [threading.Thread(target=learn, args=(k,)) for k in range(calls)]
        with store._turn:  # so that all wait
            for thread in threads:
                thread.start()
        for thread in threads:
            thread.join()
        refused = [one for one in outcomes if isinstance(one, ValueError)]
        assert len(refused) == calls // 10
        assert all("the store already has id" in str(error) for error in refused)
        learned = sorted(one for r in outcomes if not isinstance(r, ValueError) for one in r.ids)
        assert sorted(store.ids()) == [0, *learned]
        assert [e.sequence for e in store.log()] == list(range(1, calls - len(refused) + 2))
        assert store.verify()


def test_a_fork_may_not_use_its_parents_store(store):
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            store.learn(X, Y)
        except ValueError as error:
            os.write(write, str(error).encode())
        finally:
            os._exit(0)
    os.close(write)
    os.waitpid(child, 0)
    with os.fdopen(read) as told:
        assert "was opened by another process; open it in this one" in told.read()
    store.learn(X, Y)
    assert store.verify()
