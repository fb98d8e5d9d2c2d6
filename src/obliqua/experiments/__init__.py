"""Data sets of the published papers, and what is done with them.

`compare` says which method suits a table; `reproduce` computes the papers' tables again.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from obliqua.experiments.comparison import Compared, compare, compare_data_sets

__all__ = ["Compared", "compare", "compare_data_sets"]


def __getattr__(name: str) -> Any:
    # Imported when first asked for: `obliqua data` needs none of it.
    if name not in __all__:
        raise AttributeError(f"module 'obliqua.experiments' has no attribute {name!r}")
    return getattr(import_module("obliqua.experiments.comparison"), name)
