"""File layers for SQLite that fail on purpose, or remember what a power cut would leave."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import apsw

SECTOR = 512
REAL = apsw.vfs_names()[0]  # the system's own


# --- calls that fail ----------------------------------------------------------


@dataclass
class Plan:
    """Which call fails, and how: the k-th only, or it and all after it."""

    at: int = 0
    error: type[Exception] = apsw.IOError
    lasting: bool = False
    calls: int = 0
    failed: int = 0

    def step(self) -> bool:
        self.calls += 1
        fails = self.calls == self.at or (self.lasting and 0 < self.at < self.calls)
        self.failed += fails
        return fails

    def call(self) -> None:
        if self.step():
            raise self.error("made to fail")


class FaultyFile(apsw.VFSFile):
    def __init__(self, plan: Plan, name, flags) -> None:
        super().__init__(REAL, name, flags)
        self._plan = plan

    def xRead(self, amount, offset):
        self._plan.call()
        return super().xRead(amount, offset)

    def xWrite(self, data, offset):
        if self._plan.step():
            super().xWrite(data[: len(data) // 2], offset)  # the disk took but half of it
            raise self._plan.error("made to fail")
        return super().xWrite(data, offset)

    def xSync(self, flags):
        self._plan.call()
        return super().xSync(flags)

    def xTruncate(self, size):
        self._plan.call()
        return super().xTruncate(size)

    def xFileSize(self):
        self._plan.call()
        return super().xFileSize()


class FaultyVFS(apsw.VFS):
    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        super().__init__("faulty", base=REAL, makedefault=True)

    def xOpen(self, name, flags):
        self._plan.call()
        return FaultyFile(self._plan, name, flags)

    def xDelete(self, name, sync_directory):
        self._plan.call()
        return super().xDelete(name, sync_directory)

    def xAccess(self, name, flags):
        self._plan.call()
        return super().xAccess(name, flags)


@contextlib.contextmanager
def faults(plan: Plan) -> Iterator[Plan]:
    """Let SQLite's files fail by plan."""
    vfs = FaultyVFS(plan)
    try:
        yield plan
    finally:
        vfs.unregister()


# --- what a power cut leaves --------------------------------------------------


@dataclass
class Disk:
    """What is flushed of each file, and what was written since and may be lost."""

    flushed: dict[str, bytes] = field(default_factory=dict)
    pending: dict[str, list[tuple[int, bytes | None]]] = field(default_factory=dict)
    on_change: Callable[[], None] = lambda: None

    def write(self, name: str, offset: int, data: bytes | None) -> None:
        """Note a write; data of None cuts the file there."""
        self.pending.setdefault(name, []).append((offset, data))
        self.on_change()

    def sync(self, name: str) -> None:
        self.flushed[name] = self._applied(name, lambda change: [change])
        self.pending[name] = []
        self.on_change()

    def delete(self, name: str) -> None:
        self.flushed.pop(name, None)
        self.pending.pop(name, None)
        self.on_change()

    def rename(self, old: str, new: str) -> None:
        self.flushed[new], self.pending[new] = self.flushed.pop(old), self.pending.pop(old, [])
        self.on_change()

    def after_power_cut(self, generator: random.Random) -> dict[str, bytes]:
        """Give the files as they may be: any sectors written since the last flush are lost."""
        share = generator.choice([0.0, 0.2, 0.5, 0.8, 1.0])

        def survivors(change: tuple[int, bytes | None]) -> list[tuple[int, bytes | None]]:
            offset, data = change
            if data is None:
                return [change] if generator.random() < share else []
            pieces = [(offset + i, data[i : i + SECTOR]) for i in range(0, len(data), SECTOR)]
            return [piece for piece in pieces if generator.random() < share]

        return {name: self._applied(name, survivors) for name in {*self.flushed, *self.pending}}

    def _applied(self, name, survivors) -> bytes:
        content = bytearray(self.flushed.get(name, b""))
        for change in self.pending.get(name, []):
            for offset, data in survivors(change):
                if data is None:
                    del content[offset:]
                    continue
                content.extend(bytes(max(0, offset + len(data) - len(content))))
                content[offset : offset + len(data)] = data
        return bytes(content)


class RecordedFile(apsw.VFSFile):
    def __init__(self, disk: Disk, name, flags) -> None:
        super().__init__(REAL, name, flags)
        self._disk = disk
        self._name = Path(name if isinstance(name, str) else name.filename()).name

    def xWrite(self, data, offset):
        super().xWrite(data, offset)
        self._disk.write(self._name, offset, bytes(data))

    def xTruncate(self, size):
        super().xTruncate(size)
        self._disk.write(self._name, size, None)

    def xSync(self, flags):
        super().xSync(flags)
        self._disk.sync(self._name)


class RecordedVFS(apsw.VFS):
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        super().__init__("recorded", base=REAL, makedefault=True)

    def xOpen(self, name, flags):
        return RecordedFile(self._disk, name, flags)

    def xDelete(self, name, sync_directory):
        super().xDelete(name, sync_directory)
        self._disk.delete(Path(name).name)


@contextlib.contextmanager
def recorded(disk: Disk) -> Iterator[Disk]:
    """Let a disk remember what SQLite does to its files."""
    vfs = RecordedVFS(disk)
    try:
        yield disk
    finally:
        vfs.unregister()
