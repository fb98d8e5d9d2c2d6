"""Opening stores and models for the commands."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from obliqua.cli.problems import InputProblem

if TYPE_CHECKING:
    from obliqua.incremental import Store

_MAGIC = b"SQLite format 3\0"


def open_store(path: str, **options: Any) -> Store:
    """Open a store; what is missing for that is the user's to install."""
    from obliqua.incremental import Store

    try:
        return Store(path, **options)
    except ImportError as error:
        raise InputProblem(f"{path}: {error}") from None


def load_model(path: str) -> Any:
    """Load what can predict: a model file's estimator, or what a store has learned."""
    if not _is_store(path):
        from obliqua.persistence import load

        return load(path)
    with open_store(path, read_only=True) as store:
        learner = store.learner
    if learner is None:
        raise InputProblem(f"{path}: the store has no rows; learn some first")
    return learner


def _is_store(path: str) -> bool:
    if not Path(path).is_file():
        return False
    with open(path, "rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC
