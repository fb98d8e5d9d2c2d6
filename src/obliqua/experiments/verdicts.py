"""Is our figure as good as the published one? The rule, and its words.

A figure is met within two published standard deviations, or better. Where the paper prints no
deviation, accuracies and expected tests are met within 5 % of the value, sizes up to 1.5 times
it. Better is more accuracy, and fewer leaves, tests, terms and levels.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from obliqua.experiments.measures import MEASURES
from obliqua.experiments.published import Cell

__all__ = ["COUNTED", "MARKS", "Judged", "judge"]

#: Measures whose cells count towards the share that is met.
COUNTED = frozenset({"accuracy", "leaves", "tests", "size", "depth", "nodes", "expected_tests"})
_SIZES = frozenset({"leaves", "tests", "size", "depth", "nodes", "mv_tests", "uv_tests"})
_WITHIN_SD = 2.0
_WITHIN_SHARE = 0.05
_WITHIN_FACTOR = 1.5
#: The marks, and what they mean.
MARKS: Mapping[str, str] = {
    "met": "as published",
    "better": "better than published",
    "worse": "worse than published",
    "shown": "shown, not judged",
    "not run": "not run",
}


@dataclass(frozen=True)
class Judged:
    """A published cell beside ours.

    Parameters
    ----------
    cell : Cell
        The published figure.
    ours : float or None
        Our figure, in the paper's unit.
    sd : float or None
        Its standard deviation over repetitions.
    fits, planned : int
        Fits that it rests on, and that the paper's protocol asks for.
    mark : str
        One of `MARKS`.
    why : str
        Why it is not run.
    counted : bool
        Whether the cell belongs to those whose share is asked for.
    """

    cell: Cell
    ours: float | None
    sd: float | None
    fits: int
    planned: int
    mark: str
    why: str = ""
    counted: bool = False

    @property
    def in_sds(self) -> float | None:
        """The difference in published standard deviations."""
        if self.ours is None or self.cell.value is None or not self.cell.sd:
            return None
        return (self.ours - self.cell.value) / self.cell.sd

    @property
    def met(self) -> bool:
        """Whether the figure is as good as the published one, or better."""
        return self.mark in ("met", "better")

    @property
    def complete(self) -> bool:
        """Whether all fits of the paper's protocol are in it."""
        return self.fits >= self.planned > 0


def judge(metric: str, value: float, sd: float | None, ours: float) -> str:
    """Compare a figure with the published one.

    Parameters
    ----------
    metric : str
        What is measured.
    value, sd : float, float or None
        As published.
    ours : float
        Our figure.

    Returns
    -------
    str
        "met", "better" or "worse"; "shown" where there is no better.

    Examples
    --------
    >>> from obliqua.experiments.verdicts import judge
    >>> judge("accuracy", 90.0, 1.0, 88.5), judge("leaves", 10.0, None, 16.0)
    ('met', 'worse')
    """
    direction = MEASURES[metric][1] if metric in MEASURES else 0
    if metric in ("seconds", "hyperplanes") or (direction == 0 and metric not in _SIZES):
        return "shown"
    low, high = _band(metric, value, sd)
    # What is printed is rounded; so is ours, for this.
    if low - 1e-9 <= ours <= high + 1e-9:
        return "met"
    if direction == 0:
        return "worse"
    return "better" if (ours > high) == (direction > 0) else "worse"


def _band(metric: str, value: float, sd: float | None) -> tuple[float, float]:
    if sd is not None:
        return value - _WITHIN_SD * sd, value + _WITHIN_SD * sd
    if metric in _SIZES:
        return value / _WITHIN_FACTOR, value * _WITHIN_FACTOR
    reach = _WITHIN_SHARE * abs(value)
    return value - reach, value + reach
