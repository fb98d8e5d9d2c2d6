"""The pictures of a comparison: accuracy against size, differences, folds, ranks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from obliqua.experiments.comparison.compared import Compared
from obliqua.experiments.report.drawing import BAD, GOOD, INK, PALETTE, SOFT, drawing, svg
from obliqua.experiments.statistics.needs import needed
from obliqua.experiments.statistics.ranks import Ranking

__all__ = ["accuracy_and_size", "accuracy_by_fold", "critical_differences", "differences"]

#: A drawing and its caption.
Drawn = tuple[str, str]
_LINE = 0.24  # inches per method in a list


def accuracy_and_size(found: Compared, data_set: str) -> Drawn | None:
    """Draw each tree's accuracy over its size; None if fewer than two methods grow trees.

    Parameters
    ----------
    found : Compared
        The comparison.
    data_set : str
        Which data set.
    """
    places = []
    for name in found.complete(data_set):
        size, accuracy = (found.mean(data_set, name, one) for one in ("size", "accuracy"))
        if size is not None and accuracy is not None:
            places.append((name, max(size, 0.5), 100 * accuracy))
    if len(places) < 2:
        return None
    front = _front(places)
    with drawing(5.6, 4.2) as (figure, axes):
        axes.set_xscale("log")
        axes.step(*zip(*front, strict=True), where="post", color=SOFT, linewidth=0.9, zorder=1)
        for _, size, accuracy in places:
            best = (size, accuracy) in front
            axes.scatter(size, accuracy, s=26, color=GOOD if best else PALETTE[0], zorder=2)
        axes.margins(0.12, 0.1)
        ticker = needed("matplotlib.ticker")
        axes.xaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
        axes.xaxis.set_minor_locator(ticker.NullLocator())
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        axes.set_xlabel("size: features asked in all tests")
        axes.set_ylabel("accuracy, %")
        figure.draw_without_rendering()
        _name_points(axes, places)
        caption = (
            "Accuracy over size. Green: no other tree is both smaller and more accurate; the line "
            "joins them."
        )
        return svg(figure), caption


def differences(found: Compared, data_set: str) -> Drawn | None:
    """Draw every method's difference from the most accurate, with its 95 % interval."""
    against = [one for one in found.against(data_set) if one.corrected.p_value is not None]
    if not against:
        return None
    against.sort(key=lambda one: one.corrected.mean)
    with drawing(5.6, 0.8 + _LINE * len(against)) as (figure, axes):
        axes.axvline(0.0, color=SOFT, linewidth=0.9)
        for place, one in enumerate(against):
            apart = one.corrected
            colour = BAD if apart.high < 0 else INK
            axes.plot([100 * apart.low, 100 * apart.high], [place] * 2, color=colour, linewidth=1.2)
            axes.scatter(100 * apart.mean, place, s=20, color=colour, zorder=2)
        axes.set_yticks(range(len(against)), [one.method for one in against])
        axes.set_xlabel(f"accuracy less that of {against[0].reference}, points")
        caption = (
            f"Difference from {against[0].reference}, with 95 % intervals of the corrected "
            "resampled t-test. Red: the interval is below zero."
        )
        return svg(figure), caption


def accuracy_by_fold(found: Compared, data_set: str) -> Drawn | None:
    """Draw every fold's accuracy, and the mean, of each method."""
    values = {
        name: 100 * np.array(found.values(data_set, name, "accuracy"))
        for name in found.complete(data_set)
    }
    named = sorted(values, key=lambda name: float(values[name].mean()))
    if not named or len(values[named[0]]) < 2:
        return None
    with drawing(5.6, 0.8 + _LINE * len(named)) as (figure, axes):
        for place, name in enumerate(named):
            axes.scatter(
                values[name], [place] * len(values[name]), s=9, color=PALETTE[5], alpha=0.7
            )
            axes.scatter(values[name].mean(), place, s=46, marker="|", color=INK, zorder=2)
        axes.set_yticks(range(len(named)), named)
        axes.set_xlabel("accuracy, %")
        return svg(figure), "Accuracy of every fold (dots) and its mean (bars)."


def critical_differences(ranking: Ranking) -> Drawn:
    """Draw Demšar's diagram: mean ranks on a line, bars over those that do not differ.

    Parameters
    ----------
    ranking : Ranking
        Methods by mean rank, and the groups of whom no two differ.
    """
    count = len(ranking.methods)
    half = (count + 1) // 2
    bars = _levels(ranking)
    top = 0.45 + 0.22 * (max(bars, default=-1) + 1)
    with drawing(6.4, 0.7 + 0.26 * half + 0.2 * top) as (figure, axes):
        axes.axis("off")
        axes.set(xlim=(0.5, count + 0.5), ylim=(-top - 0.55 * half - 0.3, 0.75))
        axes.plot([1, count], [0, 0], color=INK, linewidth=1.0)
        for rank in range(1, count + 1):
            axes.plot([rank, rank], [0, 0.12], color=INK, linewidth=1.0)
            axes.text(rank, 0.2, str(rank), ha="center", va="bottom", fontsize=8)
        for level, clique in zip(bars, ranking.cliques, strict=True):
            ends = [ranking.ranks[ranking.methods.index(name)] for name in (clique[0], clique[-1])]
            height = -0.22 * (level + 1)
            axes.plot(
                [ends[0] - 0.04, ends[1] + 0.04],
                [height] * 2,
                color=PALETTE[0],
                linewidth=3.0,
                solid_capstyle="round",
            )
        for place, (name, rank) in enumerate(zip(ranking.methods, ranking.ranks, strict=True)):
            left = place < half
            line = place if left else count - 1 - place
            height = -top - 0.55 * line
            side = 0.62 if left else count + 0.38
            axes.plot([rank, rank, side], [0, height, height], color=SOFT, linewidth=0.8)
            axes.text(
                side - 0.05 if left else side + 0.05,
                height,
                f"{name} {rank:.2f}",
                ha="right" if left else "left",
                va="center",
                fontsize=8.5,
            )
        caption = (
            "Mean ranks over the data sets, the best at the left. Bars join methods of whom no two "
            f"differ (Wilcoxon's signed-rank test, Holm's correction, level {ranking.alpha:g})."
        )
        return svg(figure), caption


# --- helpers -----------------------------------------------------------------


def _front(places: Sequence[tuple[str, float, float]]) -> list[tuple[float, float]]:
    """Find the places that no other beats in size and accuracy both, smallest first."""
    front: list[tuple[float, float]] = []
    for _, size, accuracy in sorted(places, key=lambda one: (one[1], -one[2])):
        if not front or accuracy > front[-1][1]:
            front.append((size, accuracy))
    return front


def _levels(ranking: Ranking) -> list[int]:
    """Give each group's bar a height at which it meets no other bar."""
    levels: list[int] = []
    spans = [(ranking.methods.index(c[0]), ranking.methods.index(c[-1])) for c in ranking.cliques]
    for i, (start, end) in enumerate(spans):
        taken = {
            levels[j] for j, (low, high) in enumerate(spans[:i]) if start <= high and low <= end
        }
        levels.append(next(level for level in range(len(spans)) if level not in taken))
    return levels


def _name_points(axes: Any, places: Sequence[tuple[str, float, float]]) -> None:
    """Write each name beside its point, where it covers no other name or point."""
    points = axes.transData.transform([(size, accuracy) for _, size, accuracy in places])
    scale = axes.figure.dpi / 72
    taken = [(x - 4, y - 4, x + 4, y + 4) for x, y in points * 1.0]
    for (name, size, accuracy), (x, y) in zip(places, points, strict=True):
        width, height = 4.3 * scale * len(name), 8.0 * scale
        offsets = [(6, -3), (6, 6), (6, -12), (6, 14), (6, -20), (6, 22), (6, -28)]
        choices = [(dx, dy) for dx, dy in offsets] + [(-6 - width / scale, dy) for _, dy in offsets]
        boxes = [
            (x + dx * scale, y + dy * scale, x + dx * scale + width, y + dy * scale + height)
            for dx, dy in choices
        ]
        free = next((i for i, box in enumerate(boxes) if not _meets(box, taken)), 0)
        taken.append(boxes[free])
        axes.annotate(
            name,
            (size, accuracy),
            xytext=choices[free],
            textcoords="offset points",
            fontsize=7.5,
            color=INK,
        )


def _meets(box: tuple[float, ...], others: Sequence[tuple[float, ...]]) -> bool:
    return any(
        box[0] < one[2] and one[0] < box[2] and box[1] < one[3] and one[1] < box[3]
        for one in others
    )
