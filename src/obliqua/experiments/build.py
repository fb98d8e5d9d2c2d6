"""Which build of Obliqua computed a result."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

__all__ = ["code_version"]

# What decides a fit. Views, exporters and the command line do not.
_DECIDING = ("estimators", "incremental", "experiments/datasets", "experiments/measures.py")


@lru_cache
def code_version() -> str:
    """Name this build: the release, and a digest of the code that decides what a fit gives.

    Returns
    -------
    str
        Such as ``0.1.0+5f0e4d9a``.
    """
    home = Path(str(files("obliqua")))
    found = [*home.glob("_core.*so"), *home.glob("_core.*pyd"), *home.glob("*.py")]
    for part in _DECIDING:
        place = home / part
        found += [place] if place.is_file() else place.rglob("*.py")
    digest = hashlib.sha256()
    for path in sorted(found):
        digest.update(path.relative_to(home).as_posix().encode())
        digest.update(path.read_bytes())
    return f"{version('obliqua')}+{digest.hexdigest()[:8]}"
