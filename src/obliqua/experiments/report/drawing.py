"""Vector drawings: matplotlib figures as SVG that can stand in a page."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from obliqua.experiments.statistics.needs import needed

__all__ = ["BAD", "GOOD", "INK", "PALETTE", "SOFT", "drawing", "svg"]

INK, SOFT, GOOD, BAD = "#1d2733", "#8896a3", "#1b7f4b", "#b3392c"
#: Colours that the colour-blind can tell apart (Okabe and Ito).
PALETTE = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#f0e442")
_LOOK = {
    "svg.fonttype": "none",
    "svg.hashsalt": "obliqua",
    "font.family": "sans-serif",
    "font.size": 9.0,
    "axes.edgecolor": SOFT,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "xtick.color": INK,
    "ytick.color": INK,
    "text.color": INK,
    "legend.frameon": False,
}


@contextmanager
def drawing(width: float = 4.6, height: float = 4.0, **subplots: Any) -> Iterator[tuple[Any, Any]]:
    """Open a figure in the reports' look; nothing of matplotlib's state is touched.

    Parameters
    ----------
    width, height : float
        In inches.
    **subplots
        For `matplotlib.figure.Figure.subplots`.

    Yields
    ------
    figure, axes
        To draw on.
    """
    matplotlib = needed("matplotlib")
    figure_class = needed("matplotlib.figure").Figure
    with matplotlib.rc_context(_LOOK):
        figure = figure_class(figsize=(width, height), layout="constrained")
        yield figure, figure.subplots(**subplots)


def svg(figure: Any) -> str:
    """Write a figure as an SVG element, the same bytes each time."""
    matplotlib = needed("matplotlib")
    text = io.StringIO()
    with matplotlib.rc_context(_LOOK):
        figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    found = text.getvalue()
    inner = found[found.index("<svg") :]
    # Sizes in points would keep the drawing from fitting the page.
    return re.sub(r'(<svg[^>]*?) height="[^"]*"', r"\1", inner, count=1).strip()
