"""What the statistics are computed with."""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["needed"]


def needed(module: str) -> Any:
    """Import a module of the extra, or say which extra has it.

    Parameters
    ----------
    module : str
        Such as ``scipy.stats``.

    Raises
    ------
    ValueError
        If it is not installed.
    """
    try:
        return importlib.import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise ValueError(
            f"this needs {package}, which is not installed: pip install 'obliqua[experiments]'"
        ) from error
