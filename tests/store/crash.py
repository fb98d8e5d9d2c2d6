"""Kill a process that uses a store, again and again, and see that the store keeps its word.

    python -m tests.store.crash --kills 1000

A child learns, forgets, erases and reopens, and tells what it begins and what it was acknowledged.
It is killed (SIGKILL) at a random moment. Then the store must hold exactly what was acknowledged,
with or without the operation under way, whole; its tree must be that of a fresh fit; and that
operation, sent again under its key, must be done once.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from obliqua.incremental import Store
from tests.store.double import NAME, install

FEATURES = 4
LONGEST = 0.12  # seconds until the kill


def rows_of(ids: list[int]) -> tuple[np.ndarray, list[str]]:
    """Make each row from its id, with missing values, duplicates and three classes."""
    X = [
        [float((i * k) % 7) if (i + k) % 11 else np.nan for k in range(1, FEATURES + 1)]
        for i in ids
    ]
    return np.array(X), ["abc"[i % 3] for i in ids]


def do(store: Store, operation: dict) -> None:
    if operation["do"] == "learn":
        store.learn(*rows_of(operation["ids"]), ids=operation["ids"], key=operation["key"])
    elif operation["do"] == "forget":
        store.forget(operation["ids"], key=operation["key"], erase=operation["erase"])


def applied(operation: dict, ids: set[int]) -> set[int]:
    if operation["do"] == "learn":
        return ids | set(operation["ids"])
    return ids - set(operation["ids"])


def worker(path: Path, learner: str, say: int, seed: int) -> None:
    """Work until killed."""
    generator = random.Random(seed)

    def tell(word: str, operation: dict) -> None:
        os.write(say, json.dumps([word, operation]).encode() + b"\n")

    store = Store(path, learner=learner)
    os.write(say, b"ready\n")
    ids = set(store.ids())
    for step in range(10_000):
        next_id = 1 + max(ids, default=0)
        operation = {"key": f"{seed}-{step}", "erase": generator.random() < 0.2}
        if len(ids) > 150 or (ids and generator.random() < 0.35):
            gone = generator.sample(sorted(ids), generator.randint(1, min(40, len(ids))))
            operation |= {"do": "forget", "ids": gone}
        else:
            new = list(range(next_id, next_id + generator.randint(1, 30)))
            operation |= {"do": "learn", "ids": new}
        tell("begin", operation)
        do(store, operation)
        tell("done", operation)
        ids = applied(operation, ids)
        if generator.random() < 0.15:
            store.close()
            store = Store(path)
        elif generator.random() < 0.2 and ids:
            assert store.learner is not None  # from now on it is kept up with each operation


def killed(path: Path, learner: str, seed: int) -> tuple[list[dict], dict | None]:
    """Start a worker and kill it; return what it was acknowledged and what was under way."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read)
        try:
            worker(path, learner, write, seed)
        finally:
            os._exit(1)
    os.close(write)
    with os.fdopen(read, "rb") as told:
        if seed % 4:
            told.readline()  # else it may be killed while it opens the store
        time.sleep(random.Random(-seed).random() * LONGEST)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        lines = told.read().split(b"\n")
    assert os.WIFSIGNALED(status), "the worker failed before it was killed"
    done, begun = [], None
    for line in lines[:-1]:  # what follows the last newline was cut short
        if line == b"ready":
            continue
        word, operation = json.loads(line)
        begun = operation if word == "begin" else None
        if word == "done":
            done.append(operation)
    return done, begun


def check(path: Path, learner: str, expected: set[int], begun: dict | None) -> set[int]:
    """See that the store holds what it must; return what it holds after the repeat."""
    with Store(path, learner=learner) as store:
        found = set(store.ids())
        assert len(store.ids()) == len(found) == len(store), "a row is doubled"
        possible = [expected] if begun is None else [expected, applied(begun, expected)]
        assert found in possible, f"rows {found ^ expected} are lost or appeared"
        verification = store.verify()
        assert verification, verification.problems
        if begun is not None:
            do(store, begun)
            expected = applied(begun, expected)
            assert set(store.ids()) == expected, "the repeated operation was not done once"
            assert store.verify()
    return expected


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--learner", default=NAME, help="double, iti or dmti")
    chosen = parser.parse_args(arguments)
    install()
    expected: set[int] = set()
    acknowledged = under_way = 0
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rows.store"
        for kill in range(chosen.kills):
            done, begun = killed(path, chosen.learner, chosen.seed + kill)
            for operation in done:
                expected = applied(operation, expected)
            expected = check(path, chosen.learner, expected, begun)
            acknowledged += len(done)
            under_way += begun is not None
            if kill % 100 == 99:
                print(f"{kill + 1} kills, {acknowledged} operations acknowledged", flush=True)
    print(
        f"{chosen.kills} kills, {under_way} of them during an operation; {acknowledged} operations "
        f"acknowledged; nothing lost or doubled, every digest that of a fresh fit; "
        f"{time.monotonic() - started:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
