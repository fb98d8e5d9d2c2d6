"""What can be wrong with a store, and SQLite's errors in Python's words."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

__all__ = ["DamagedStore", "StoreError", "StoreInUse", "plain_errors", "require_apsw"]

# Below this SQLite a checkpoint that resets the write-ahead log can corrupt the database.
OLDEST_SQLITE = (3, 51, 3)


class StoreError(ValueError):
    """A file that is no store, or something asked of a store that it does not offer."""


class StoreInUse(StoreError):
    """Another process writes to the store."""


class DamagedStore(StoreError):
    """A store whose content is not what was written."""


def require_apsw() -> Any:
    """Import apsw; it is an extra, and must bring a SQLite that is new enough.

    Raises
    ------
    ImportError
        If it is missing or too old; the message says what to install.
    """
    try:
        import apsw
    except ImportError:
        raise ImportError("the durable store needs apsw: pip install 'obliqua[store]'") from None
    found = apsw.sqlite_lib_version()
    if tuple(int(part) for part in found.split(".")) < OLDEST_SQLITE:
        wanted = ".".join(map(str, OLDEST_SQLITE))
        raise ImportError(
            f"the durable store needs SQLite {wanted} or newer, as older ones can corrupt a "
            f"write-ahead log; apsw brought {found}: pip install --upgrade 'obliqua[store]'"
        )
    return apsw


@contextmanager
def plain_errors(path: Path) -> Iterator[None]:
    """Turn SQLite's errors into those that Python programs expect, naming the file."""
    apsw = require_apsw()
    try:
        yield
    except apsw.NoMemError:
        raise MemoryError(f"{path}: there is not enough memory") from None
    except apsw.FullError:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path)) from None
    except (apsw.CorruptError, apsw.NotADBError, UnicodeDecodeError) as error:
        raise DamagedStore(f"{path}: the store is damaged: {_reason(error)}") from None
    except (apsw.ReadOnlyError, apsw.PermissionsError, apsw.AuthError) as error:
        raise PermissionError(
            errno.EACCES, f"cannot be written: {_reason(error)}", str(path)
        ) from None
    except (apsw.BusyError, apsw.LockedError) as error:
        raise StoreInUse(f"{path}: the store is busy: {_reason(error)}") from None
    except (apsw.IOError, apsw.CantOpenError) as error:
        if getattr(error, "extendedresult", None) == apsw.SQLITE_IOERR_SHORT_READ:
            raise DamagedStore(f"{path}: the store is damaged: it was cut short") from None
        raise OSError(errno.EIO, _reason(error), str(path)) from None
    except apsw.Error as error:
        raise StoreError(f"{path}: {_reason(error)}") from error


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text or type(error).__name__
