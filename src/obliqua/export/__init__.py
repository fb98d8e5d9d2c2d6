"""Trees as programs, queries and documents that need no Obliqua.

Each function takes a fitted estimator or a `Tree`; those of C, SQL, ONNX, Python and JSON also
take a forest. What a target cannot express is refused by name with `CannotExport`. Adding a
target is one file, one line in `TARGETS` below, and one in `obliqua.cli.export`.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from obliqua.export.program import CannotExport

if TYPE_CHECKING:
    from obliqua.export.c import to_c
    from obliqua.export.dot import to_dot
    from obliqua.export.json import to_json
    from obliqua.export.mermaid import to_mermaid
    from obliqua.export.onnx import to_onnx
    from obliqua.export.pmml import to_pmml
    from obliqua.export.python import to_python
    from obliqua.export.sql import to_sql

__all__ = [
    "TARGETS",
    "CannotExport",
    "Target",
    "to_c",
    "to_dot",
    "to_json",
    "to_mermaid",
    "to_onnx",
    "to_pmml",
    "to_python",
    "to_sql",
    "write",
]


@dataclass(frozen=True)
class Target:
    """Where a target's function is, and which options it takes."""

    module: str
    function: str
    options: tuple[str, ...] = ()


TARGETS = {
    "c": Target("obliqua.export.c", "to_c", ("name", "precision", "fraction_bits")),
    "sql": Target("obliqua.export.sql", "to_sql", ("dialect", "form", "table", "keep")),
    "onnx": Target("obliqua.export.onnx", "to_onnx", ("sums", "numbers", "missing")),
    "pmml": Target("obliqua.export.pmml", "to_pmml", ("target",)),
    "python": Target("obliqua.export.python", "to_python"),
    "json": Target("obliqua.export.json", "to_json"),
    "dot": Target("obliqua.export.dot", "to_dot"),
    "mermaid": Target("obliqua.export.mermaid", "to_mermaid"),
}


def write(model: Any, target: str, **options: Any) -> str | bytes:
    """Export to a target by its name.

    Parameters
    ----------
    model : estimator or Tree
        What to export.
    target : str
        One of `TARGETS`.
    **options
        What the target's own function takes.

    Returns
    -------
    str or bytes
        The content of a file.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.export import write
    >>> X, y = load_iris(return_X_y=True)
    >>> print(write(AxisTreeClassifier(max_depth=1).fit(X, y), "mermaid"))
    flowchart TD
      n0["x2 ≤ 2.45"]
      ...
    """
    if target not in TARGETS:
        raise ValueError(f"target must be one of {list(TARGETS)}, got {target!r}")
    written: str | bytes = _function(TARGETS[target])(model, **options)
    return written


def _function(target: Target) -> Any:
    return getattr(import_module(target.module), target.function)


def __getattr__(name: str) -> Any:
    target = TARGETS.get(name.removeprefix("to_"))
    if target is None or not name.startswith("to_"):
        raise AttributeError(f"module 'obliqua.export' has no attribute {name!r}")
    value = _function(target)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
