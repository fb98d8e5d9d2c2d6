"""Views of a tree: text, rules, Graphviz, pictures, the explorer page."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from obliqua.show.dot import dot
from obliqua.show.explain import Explanation, explain
from obliqua.show.explorer.page import explorer_page
from obliqua.show.rules import Rule, each_rule, rules, to_rules
from obliqua.show.scorecard import Scorecard, as_scorecard
from obliqua.show.svg import svg
from obliqua.show.text import text

if TYPE_CHECKING:
    from obliqua.show.explorer.widget import Explorer
    from obliqua.show.plots.coefficients import plot_coefficients
    from obliqua.show.plots.pages import print_tree
    from obliqua.show.plots.partition import plot_partition
    from obliqua.show.plots.projection import plot_projection
    from obliqua.show.plots.pruning_path import plot_pruning_path
    from obliqua.show.plots.search import animate_search
    from obliqua.show.plots.tree import plot_tree

__all__ = [
    "Explanation",
    "Explorer",
    "Rule",
    "Scorecard",
    "animate_search",
    "as_scorecard",
    "dot",
    "each_rule",
    "explain",
    "explorer_page",
    "plot_coefficients",
    "plot_partition",
    "plot_projection",
    "plot_pruning_path",
    "plot_tree",
    "print_tree",
    "rules",
    "svg",
    "text",
    "to_rules",
]

# Imported when first asked for: each needs what the extra installs.
_PLOTS = "obliqua.show.plots"
_HOMES = {
    "Explorer": ("obliqua.show.explorer.widget", "widget"),
    "animate_search": (f"{_PLOTS}.search", "plot"),
    "plot_coefficients": (f"{_PLOTS}.coefficients", "plot"),
    "plot_partition": (f"{_PLOTS}.partition", "plot"),
    "plot_projection": (f"{_PLOTS}.projection", "plot"),
    "plot_pruning_path": (f"{_PLOTS}.pruning_path", "plot"),
    "plot_tree": (f"{_PLOTS}.tree", "plot"),
    "print_tree": (f"{_PLOTS}.pages", "plot"),
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'obliqua.show' has no attribute {name!r}")
    home, extra = _HOMES[name]
    try:
        value = getattr(import_module(home), name)
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("obliqua"):
            raise
        raise ImportError(
            f"{name} needs {error.name}, which is not installed: pip install 'obliqua[{extra}]'"
        ) from error
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
