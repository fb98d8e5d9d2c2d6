"""One writer per store: a lock that ends with the process, however it ends."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from obliqua.incremental.store.errors import StoreInUse

__all__ = ["WriterLock"]


class WriterLock:
    """An exclusive lock on a small file beside the store, which names the writer.

    Parameters
    ----------
    path : Path
        The store's file.

    Raises
    ------
    StoreInUse
        If another process, or another `Store` of this one, holds it.
    """

    def __init__(self, path: Path) -> None:
        self._path = path.with_name(f"{path.name}-lock")
        while True:
            handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
            try:
                if not _lock(handle):
                    raise StoreInUse(
                        f"{path}: is open for writing in {_holder(handle)}; only one may write at "
                        "a time, but others may read (read_only=True)"
                    )
                if _same_file(handle, self._path):
                    break
            except BaseException:
                os.close(handle)
                raise
            os.close(handle)  # its holder has just removed it; try on a new one
        self._handle = handle
        os.truncate(handle, 0)
        os.write(handle, f"process {os.getpid()}".encode())

    def release(self) -> None:
        """Let others write."""
        with contextlib.suppress(OSError):
            os.unlink(self._path)
        os.close(self._handle)


def _lock(handle: int) -> bool:
    import fcntl

    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def _same_file(handle: int, path: Path) -> bool:
    mine = os.fstat(handle)
    try:
        there = os.stat(path)
    except FileNotFoundError:
        return False
    return (mine.st_dev, mine.st_ino) == (there.st_dev, there.st_ino)


def _holder(handle: int) -> str:
    name = os.pread(handle, 100, 0).decode("ascii", "replace")
    return name if name else "another process"
