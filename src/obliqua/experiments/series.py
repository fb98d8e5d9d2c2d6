"""The results of one method on one data set, pooled as the papers pool them."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from obliqua.experiments.tasks import Key, Outcome

__all__ = ["Place", "Series", "gather", "newest"]


@dataclass
class Series:
    """Outcomes of one method on one data set, fold by fold.

    A repetition's accuracy is what share of all its tested rows were right; other measures are
    means over its folds.

    Examples
    --------
    >>> from obliqua.experiments.series import Series
    >>> series = Series()
    >>> series.put(0, 0, {"right": 9, "rows": 10, "leaves": 3})
    >>> series.put(0, 1, {"right": 4, "rows": 5, "leaves": 5})
    >>> series.mean("accuracy"), series.mean("leaves")
    (0.8666666666666667, 4.0)
    """

    rounds: dict[int, dict[int, Mapping[str, float]]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def put(self, repeat: int, fold: int, measures: Mapping[str, float]) -> None:
        """Add one fit."""
        self.rounds.setdefault(repeat, {})[fold] = measures

    @property
    def fits(self) -> int:
        """How many fits there are."""
        return sum(len(folds) for folds in self.rounds.values())

    def has(self, measure: str) -> bool:
        """Tell whether every fit has this measure."""
        needed = ("right", "rows") if measure == "accuracy" else (measure,)
        folds = [one for r in self.rounds.values() for one in r.values()]
        return bool(folds) and all(name in one for one in folds for name in needed)

    def per_fold(self, measure: str) -> dict[tuple[int, int], float]:
        """Give a measure of each fit that has it, by repetition and fold."""
        return {
            (repeat, fold): one[measure]
            for repeat, folds in sorted(self.rounds.items())
            for fold, one in sorted(folds.items())
            if measure in one
        }

    def per_round(self, measure: str) -> dict[int, float]:
        """Give a measure of each repetition."""
        found = {}
        for repeat, folds in sorted(self.rounds.items()):
            if measure == "accuracy":
                right = math.fsum(one["right"] for one in folds.values())
                found[repeat] = right / math.fsum(one["rows"] for one in folds.values())
            else:
                values = [one[measure] for one in folds.values() if measure in one]
                if values:
                    found[repeat] = statistics.fmean(values)
        return found

    def mean(self, measure: str) -> float | None:
        """Mean over the repetitions; None if nothing has this measure."""
        values = list(self.per_round(measure).values())
        return statistics.fmean(values) if values else None

    def sd(self, measure: str) -> float | None:
        """Standard deviation over the repetitions; None for fewer than two."""
        values = list(self.per_round(measure).values())
        return statistics.stdev(values) if len(values) > 1 else None


Place = tuple[str, str, str, str]


def gather(outcomes: Iterable[Outcome], wanted: Iterable[Key]) -> dict[Place, Series]:
    """Sort outcomes into series, by data set, method, its settings and protocol.

    Parameters
    ----------
    outcomes : iterable of Outcome
        From `Results`; of equal keys the last counts.
    wanted : iterable of Key
        Which fits count.
    """
    keys = set(wanted)
    found: dict[Place, Series] = {}
    for one in outcomes:
        if one.key not in keys:
            continue
        key = one.key
        place = (key.data_set, key.method, key.settings, key.protocol)
        series = found.setdefault(place, Series())
        if one.error is None:
            series.put(key.repeat, key.fold, one.measures)
        else:
            series.errors.append(one.error)
    return found


def newest(outcomes: Sequence[Outcome], code: str) -> tuple[list[Outcome], dict[str, int]]:
    """Take results of any build for this one's: of each fit this build's, else the newest.

    Parameters
    ----------
    outcomes : sequence of Outcome
        Oldest first.
    code : str
        This build.

    Returns
    -------
    outcomes : list of Outcome
        With this build in their keys.
    codes : dict
        How many came from each build.
    """
    best: dict[Key, Outcome] = {}
    for one in outcomes:
        key = one.key._replace(code=code)
        there = best.get(key)
        if there is None or there.key.code != code:
            best[key] = one
    counts: dict[str, int] = {}
    for one in best.values():
        counts[one.key.code] = counts.get(one.key.code, 0) + 1
    taken = [Outcome(key, one.measures, one.error, one.seconds) for key, one in best.items()]
    return taken, counts
