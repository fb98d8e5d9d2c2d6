"""What the pictures share: axes, colours, names that are never markup."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import matplotlib.pyplot as plt
import numpy as np
from matplotlib.patches import Patch

from obliqua.show.outline import plural, printable, tree_of
from obliqua.show.palette import colours
from obliqua.tree import Tree

INK, FAINT, LINE, BAND = "#1f2328", "#656d76", "#c4cad1", "#8c959f"
LONGEST = 40
MOST_IN_LEGEND = 12


def renamed(
    model: Any, feature_names: Sequence[str] | None = None, class_names: Sequence[str] | None = None
) -> Tree:
    """Return a model's tree, with other names for its features or classes where given."""
    tree = tree_of(model)
    schema, classes = tree.schema, tree.classes
    if feature_names is not None:
        names = tuple(map(str, feature_names))
        if len(names) != schema.n_features:
            raise ValueError(f"feature_names must be {schema.n_features} names, got {len(names)}")
        schema = replace(schema, names=names)
    if class_names is not None:
        classes = np.array([str(name) for name in class_names], dtype=object)
        if len(classes) != tree.n_classes:
            raise ValueError(f"class_names must be {tree.n_classes} names, got {len(classes)}")
    return Tree(tree.core, schema, classes)


def axes_or_new(ax: Any, width: float, height: float) -> Any:
    """Return the axes given, or those of a new figure of so many inches."""
    if ax is not None:
        return ax
    _, ax = plt.subplots(figsize=(width, height), layout="constrained")
    return ax


def literal(text: str, longest: int | None = None) -> str:
    """Make a name that matplotlib shows as it is: no formulas, no control characters."""
    shown = printable(str(text))
    if longest is not None and len(shown) > longest:
        shown = shown[: longest - 1] + "…"
    return shown.replace("$", r"\$")


def class_colours(tree: Tree) -> list[str]:
    """Return one colour per class."""
    return colours(tree.n_classes)


def class_legend(ax: Any, tree: Tree, present: Sequence[int], **options: Any) -> None:
    """Name the classes beside their colours; of many classes the first few."""
    palette = class_colours(tree)
    shown = list(present)[:MOST_IN_LEGEND]
    if not shown:
        return
    handles = [Patch(facecolor=palette[code]) for code in shown]
    rest = len(present) - len(shown)
    if rest:
        handles.append(Patch(facecolor="none"))
    settings = {"frameon": False, "fontsize": "small", "handlelength": 1.2, **options}
    # Texts are set afterwards: matplotlib hides labels that begin with an underscore.
    legend = ax.legend(handles, [str(i) for i in range(len(handles))], **settings)
    names = [literal(tree.classes[code], 24) for code in shown]
    for text, name in zip(legend.get_texts(), [*names, f"and {rest} more"], strict=False):
        text.set_text(name)


def outside_legend(ax: Any, tree: Tree, present: Sequence[int]) -> None:
    """Name the classes to the right of the axes."""
    class_legend(ax, tree, present, loc="upper left", bbox_to_anchor=(1.0, 1.0), borderaxespad=0.2)


def bare(ax: Any) -> None:
    """Leave only the left and the lower border."""
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)


def rows_said(n_rows: int, missing: int) -> str:
    """Say how many rows are shown and how many cannot be."""
    return plural(n_rows, "row") + (f", {missing} more with missing values" if missing else "")
