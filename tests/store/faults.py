"""Let every single call to the disk fail once, in every way, and cut the power at every moment.

    python -m tests.store.faults

A script of learning, forgetting, erasing and reopening is run again and again: each time another
call of SQLite's file layer fails (disk full, input/output error, no memory), alone or with all
calls after it. Whatever fails, the store must afterwards be sound and hold exactly what it
acknowledged. Then the script is run once more, remembering after each write and flush what a power
cut would leave: all that was flushed and a random part of the rest.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import apsw

from obliqua.incremental import Store
from tests.store.crash import applied, do
from tests.store.double import NAME, install
from tests.store.faulty_vfs import Disk, Plan, faults, recorded

ERRORS = {"disk full": apsw.FullError, "I/O error": apsw.IOError, "no memory": apsw.NoMemError}
EXPECTED = (OSError, MemoryError, ValueError)


def learn(first: int, n: int) -> dict:
    return {"do": "learn", "ids": list(range(first, first + n)), "key": f"l{first}"}


def forget(*ids: int, erase: bool = False) -> dict:
    return {"do": "forget", "ids": list(ids), "key": f"f{ids}", "erase": erase}


REOPEN = {"do": "reopen"}
LOOK = {"do": "look"}
SCRIPT = [
    learn(1, 40), LOOK, learn(41, 3), forget(2, 41), REOPEN, learn(50, 30), LOOK, forget(50, 3),
    forget(7, 8, 9, erase=True), learn(90, 5), REOPEN, forget(90, erase=True), learn(100, 2),
]  # fmt: skip


def quick_folder() -> tempfile.TemporaryDirectory:
    """A folder where flushing costs nothing, if there is one; the faults are the same."""
    memory = Path("/dev/shm")
    return tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None)


class Run:
    """One run of the script, and what the store may hold after it."""

    def __init__(self, path: Path, learner: str) -> None:
        self.path = path
        self.learner = learner
        self.possible: list[set[int]] = [set()]
        self.store: Store | None = None

    def go(self) -> None:
        """Do all of the script; after a failure go on, as a user would."""
        for operation in SCRIPT:
            with contextlib.suppress(*EXPECTED):
                self._do(operation)
        self._close()

    def _do(self, operation: dict) -> None:
        if operation is REOPEN:
            self._close()
        if self.store is None:
            self.store = Store(self.path, learner=self.learner)
        if operation is LOOK:
            len(getattr(self.store.learner, "ids_", []))
        elif operation is not REOPEN:
            self._change(self.store, operation)

    def _change(self, store: Store, operation: dict) -> None:
        if operation["do"] == "forget":
            surely = set.intersection(*self.possible)
            operation = operation | {"ids": [one for one in operation["ids"] if one in surely]}
            if not operation["ids"]:
                return
        before = self.possible
        self.possible = before + [applied(operation, ids) for ids in before]
        try:
            do(store, operation)
        except EXPECTED:
            # Whoever can still read the store knows what became of it.
            with contextlib.suppress(*EXPECTED):
                self.possible = [ids for ids in self.possible if ids == set(store.ids())][:1]
            assert self.possible, "half an operation"
            raise
        self.possible = [applied(operation, ids) for ids in before]

    def _close(self) -> None:
        store, self.store = self.store, None
        if store is not None:
            with contextlib.suppress(*EXPECTED):
                store.close()


def sound(path: Path, possible: list[set[int]]) -> None:
    """See that a store holds one of some sets of rows and nothing is wrong with it."""
    if not path.exists():
        assert set() in possible, "the store is gone"
        return
    with Store(path) as store:
        ids = store.ids()
        assert len(ids) == len(set(ids)) == len(store), "a row is doubled"
        assert set(ids) in possible, "rows are lost or appeared"
        verification = store.verify()
        assert verification, verification.problems
        more = learn(1000, 3)
        do(store, more)
        assert store.verify()


def run_with(plan: Plan, learner: str) -> None:
    with quick_folder() as folder:
        run = Run(Path(folder) / "rows.store", learner)
        with faults(plan):
            run.go()
        sound(run.path, run.possible)
        left = {file.name for file in run.path.parent.iterdir()} - {run.path.name}
        assert not left, f"left behind: {left}"


def failing_calls(learner: str, stride: int, tell: Callable[[str], None]) -> int:
    """Fail each call in turn; return how many runs that took."""
    count = Plan()
    run_with(count, learner)
    runs = 0
    for name, error in ERRORS.items():
        for lasting in (False, True):
            for at in range(1 + runs % stride, count.calls + 1, stride):
                plan = Plan(at, error, lasting)
                try:
                    run_with(plan, learner)
                except BaseException:
                    tell(f"{name}, {'from' if lasting else 'at'} call {at}")
                    raise
                assert plan.failed or not lasting
                runs += 1
            tell(f"{name}{' and all after it' if lasting else ''}: {count.calls} calls")
    return runs


def power_cuts(learner: str, stride: int) -> int:
    """Cut the power after each change of the disk; return how many stores were opened after one."""
    images: list[tuple[dict[str, bytes], list[set[int]]]] = []
    generator = random.Random(1)
    with quick_folder() as folder:
        run = Run(Path(folder) / "rows.store", learner)
        disk = Disk()

        def change() -> None:
            images.append((disk.after_power_cut(generator), run.possible))

        disk.on_change = change
        replace = os.replace

        def followed(old, new) -> None:
            replace(old, new)
            disk.rename(Path(old).name, Path(new).name)

        os.replace = followed  # type: ignore[assignment]
        try:
            with recorded(disk):
                run.go()
        finally:
            os.replace = replace
    images = images[::stride]
    for files, possible in images:
        with quick_folder() as folder:
            path = Path(folder) / "rows.store"
            for name, content in files.items():
                (path.parent / name).write_bytes(content)
            sound(path, possible)
    return len(images)


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--stride", type=int, default=1, help="take every so many-th call only")
    parser.add_argument("--learner", default=NAME, help="double, iti or dmti")
    chosen = parser.parse_args(arguments)
    install()
    started = time.monotonic()
    runs = failing_calls(chosen.learner, chosen.stride, lambda text: print(text, flush=True))
    cuts = power_cuts(chosen.learner, chosen.stride)
    print(
        f"{runs} runs with a failing call, {cuts} power cuts: every store sound, nothing "
        f"acknowledged lost or doubled; {time.monotonic() - started:.0f} s"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
