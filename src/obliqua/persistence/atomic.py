"""Replacing a file all at once: a reader sees the old bytes or the new ones, never a mixture."""

from __future__ import annotations

import contextlib
import os
import secrets
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Write `data` beside `path`, flush it to the disk, and rename it into place.

    Parameters
    ----------
    path : Path
        Where the bytes shall be. A link keeps pointing where it points.
    data : bytes
        All of the new content.

    Raises
    ------
    OSError
        If the directory is missing, cannot be written, or the disk is full; whatever was
        at `path` is then still there, whole.
    """
    target = path.resolve()
    if target.exists() and not target.is_file():
        raise OSError(f"{path}: is not a regular file")
    if not target.parent.is_dir():
        raise FileNotFoundError(f"{path}: there is no folder {str(target.parent)!r}")
    draft = target.with_name(f".{target.name[:100]}.{secrets.token_hex(6)}.tmp")
    try:
        with open(draft, "xb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if target.exists():
            # Who may read the old file may read the new one.
            os.chmod(draft, target.stat().st_mode & 0o7777)
        os.replace(draft, target)
    except BaseException:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise
    sync_directory(target.parent)


def sync_directory(directory: Path) -> None:
    """Make the rename itself durable, where the system offers it."""
    with contextlib.suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
