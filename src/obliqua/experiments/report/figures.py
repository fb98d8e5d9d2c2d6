"""The figures of a reproduction; each is left out where its results or methods are not there."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from obliqua.experiments.report.curves import incremental_curves
from obliqua.experiments.report.drawing import BAD, GOOD, INK, PALETTE, SOFT, drawing, svg
from obliqua.experiments.report.partitions import artificial_sets, spiral_partitions
from obliqua.experiments.reproduce import Reproduction
from obliqua.experiments.verdicts import Judged

__all__ = ["Figure", "reproduction_figures"]

#: Name of the file, drawing, caption.
Figure = tuple[str, str, str]
_SIZES = ("leaves", "tests", "size", "depth", "nodes", "expected_tests")


def reproduction_figures(found: Reproduction, data_dir: str | None = None) -> list[Figure]:
    """Draw every figure that the results allow.

    Parameters
    ----------
    found : Reproduction
        The cells.
    data_dir : str or None, default=None
        The folder of real data sets.

    Returns
    -------
    list of (str, str, str)
        Name, SVG and caption of each.
    """
    papers = {one.cell.paper for one in found.judged}
    drawn: list[Figure] = []
    drawn += _against_published(found.judged)
    if "wu2000" in papers:
        drawn += _margins(found.judged)
    if "murthy1994" in papers:
        drawn += artificial_sets()
    if "ittner1996" in papers:
        drawn += spiral_partitions()
    if "utgoff1995" in papers:
        drawn += incremental_curves(data_dir)
    return drawn


def _against_published(judged: Sequence[Judged]) -> list[Figure]:
    """Our accuracies and sizes over the published ones."""
    drawn: list[Figure] = []
    kinds: tuple[tuple[str, Callable[[Judged], bool], str, bool], ...] = (
        ("accuracy", lambda one: one.cell.metric == "accuracy", "accuracy, %", False),
        ("sizes", lambda one: one.cell.metric in _SIZES, "size of the tree", True),
    )
    for name, wanted, what, logarithmic in kinds:
        shown = [one for one in judged if one.counted and wanted(one) and one.ours]
        if not shown:
            continue
        with drawing() as (figure, axes):
            _diagonal(axes, shown, logarithmic)
            for i, paper in enumerate(dict.fromkeys(one.cell.paper for one in shown)):
                of = [one for one in shown if one.cell.paper == paper]
                axes.scatter(
                    [one.cell.value for one in of],
                    [one.ours for one in of],
                    s=14,
                    color=PALETTE[i],
                    alpha=0.75,
                    linewidths=0,
                    label=paper,
                )
            axes.set_xlabel(f"published {what}")
            axes.set_ylabel(f"our {what}")
            axes.legend(fontsize=8)
            better = "Above" if name == "accuracy" else "Below"
            caption = f"{what.capitalize()}: ours over published. {better} the line is better."
            drawn.append((f"{name}-against-published", svg(figure), caption))
    return drawn


def _diagonal(axes: object, shown: Sequence[Judged], logarithmic: bool) -> None:
    values = [v for one in shown for v in (one.cell.value, one.ours) if v]
    low, high = min(values), max(values)
    pad = 0.03 * (high - low) or 1.0
    ends = (low / 1.2, high * 1.2) if logarithmic else (low - pad, high + pad)
    if logarithmic:
        axes.set_xscale("log")  # type: ignore[attr-defined]
        axes.set_yscale("log")  # type: ignore[attr-defined]
    axes.plot(ends, ends, color=SOFT, linewidth=0.8)  # type: ignore[attr-defined]
    axes.set(xlim=ends, ylim=ends, aspect="equal")  # type: ignore[attr-defined]


def _margins(judged: Sequence[Judged]) -> list[Figure]:
    """Wu and others' figures 2 to 4: each method's accuracies over OC1's."""
    cells = [one for one in judged if (one.cell.paper, one.cell.table) == ("wu2000", "T2")]
    accuracy = {
        (one.cell.dataset, one.cell.method): one for one in cells if one.cell.metric == "accuracy"
    }
    drawn: list[Figure] = []
    for number, method in enumerate(("fat", "moc1", "moc2"), 2):
        pairs = [
            (accuracy[data_set, "oc1"], one)
            for (data_set, of), one in accuracy.items()
            if of == method and (data_set, "oc1") in accuracy
        ]
        ours = [(a.ours, b.ours, b) for a, b in pairs if a.ours is not None and b.ours is not None]
        if not ours:
            continue
        with drawing(4.2, 4.0) as (figure, axes):
            _diagonal(axes, [one for pair in pairs for one in pair], False)
            axes.scatter(
                [a.cell.value for a, _ in pairs],
                [b.cell.value for _, b in pairs],
                s=18,
                facecolors="none",
                edgecolors=SOFT,
                label="published",
            )
            for x, y, one in ours:
                axes.scatter(x, y, s=22, color=GOOD if y >= x else BAD, linewidths=0)
                axes.annotate(
                    one.cell.dataset,
                    (x, y),
                    xytext=(4, -2),
                    textcoords="offset points",
                    fontsize=7,
                    color=INK,
                )
            axes.set_xlabel("accuracy of OC1, %")
            axes.set_ylabel(f"accuracy of {method.upper()}, %")
            axes.legend(fontsize=8)
            above = int(np.sum([y > x for x, y, _ in ours]))
            caption = (
                f"Figure {number} of Wu and others: {method.upper()} over OC1, ours filled. "
                f"{method.upper()} is higher on {above} of {len(ours)} data sets."
            )
            drawn.append((f"wu-figure-{number}", svg(figure), caption))
    return drawn
