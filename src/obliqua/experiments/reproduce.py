"""Computing the published tables again: which fits they need, and each cell beside ours."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from obliqua.experiments.build import code_version
from obliqua.experiments.datasets import PAPERS as ROWS_OF
from obliqua.experiments.datasets import UNAVAILABLE
from obliqua.experiments.methods import Method
from obliqua.experiments.names import nearest
from obliqua.experiments.published import PAPERS, Cell, cells, tables
from obliqua.experiments.recipes import RECIPES, Recipe
from obliqua.experiments.runner import Experiment, Ran, estimate, plan_tasks, run
from obliqua.experiments.series import Place, Series, gather, newest
from obliqua.experiments.store import Results
from obliqua.experiments.tasks import Source, Task
from obliqua.experiments.verdicts import COUNTED, Judged, judge

__all__ = ["Reproduction", "Wanted", "reproduce"]

_SHOWN = COUNTED | {"mv_tests", "uv_tests", "hyperplanes", "seconds"}
_IN_PERCENT = frozenset({"accuracy"})


@dataclass(frozen=True)
class Wanted:
    """What is to be computed again.

    Parameters
    ----------
    papers : sequence of str, default=()
        Their names; all by default.
    tables : sequence of str, default=()
        Tables of theirs, as "T1"; all by default.
    data_sets : sequence of str, default=()
        By the papers' names; all by default.
    methods : sequence of str, default=()
        By the papers' names; all by default.
    repeats, folds : int or None, default=None
        At most so many repetitions, and so many folds of each.
    seed : int, default=0
        The first repetition's seed.
    """

    papers: Sequence[str] = ()
    tables: Sequence[str] = ()
    data_sets: Sequence[str] = ()
    methods: Sequence[str] = ()
    repeats: int | None = None
    folds: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        for paper in self.papers:
            if paper not in PAPERS:
                raise ValueError(f"there is no paper {paper!r}; {nearest(paper, PAPERS)}")
        papers = self.papers or tuple(PAPERS)
        told = [cell for paper in papers for cell in cells(paper)]
        for kind, given, known in (
            ("table", self.tables, [t for paper in papers for t in tables(paper)]),
            ("data set", self.data_sets, [cell.dataset for cell in told]),
            ("method", self.methods, [cell.method for cell in told]),
        ):
            listed = list(dict.fromkeys(known))
            for name in given:
                if name not in listed:
                    raise ValueError(
                        f"{', '.join(papers)}: there is no {kind} {name!r}; {nearest(name, listed)}"
                    )

    def cells(self, paper: str) -> list[Cell]:
        """List the cells of a paper that are wanted."""
        return [
            cell
            for cell in cells(paper)
            if (not self.tables or cell.table in self.tables)
            and (not self.data_sets or cell.dataset in self.data_sets)
            and (not self.methods or cell.method in self.methods)
        ]


@dataclass
class Reproduction:
    """Published cells beside ours.

    Parameters
    ----------
    judged : list of Judged
        Every cell, in the order of print; data set facts are left out.
    ran : Ran
        What was computed just now.
    codes : dict
        How many of the fits come from each build.
    wanted : Wanted
        What was asked for.
    """

    judged: list[Judged]
    ran: Ran
    codes: dict[str, int]
    wanted: Wanted = field(default_factory=Wanted)

    def tables(self) -> dict[tuple[str, str], list[Judged]]:
        """Group the cells by paper and table."""
        found: dict[tuple[str, str], list[Judged]] = {}
        for one in self.judged:
            found.setdefault((one.cell.paper, one.cell.table), []).append(one)
        return found

    def count(self, judged: Iterable[Judged] | None = None) -> dict[str, int]:
        """Count the cells that count: all, run, met, and those with all their fits."""
        counted = [one for one in (self.judged if judged is None else judged) if one.counted]
        ran = [one for one in counted if one.mark != "not run"]
        return {
            "cells": len(counted),
            "run": len(ran),
            "met": sum(one.met for one in ran),
            "better": sum(one.mark == "better" for one in ran),
            "worse": sum(one.mark == "worse" for one in ran),
            "complete": sum(one.complete for one in ran),
        }


def reproduce(
    wanted: Wanted,
    results: Results,
    *,
    data_dir: str | os.PathLike[str] | None = None,
    n_jobs: int | None = None,
    client: Any = None,
    time_limit: float | None = None,
    any_build: bool = False,
    quiet: bool = False,
    on_plan: Callable[[list[Task], int], None] | None = None,
    on_estimate: Callable[[int, float], None] | None = None,
) -> Reproduction:
    """Compute published tables again.

    Parameters
    ----------
    wanted : Wanted
        Which ones.
    results : Results
        Where fits are kept; those that it holds are not done again.
    data_dir : path or None, default=None
        The folder of real data sets; None takes OBLIQUA_DATA.
    n_jobs : int or None, default=None
        Processes.
    client : dask.distributed.Client or None, default=None
        Runs the fits on a Dask cluster instead.
    time_limit : float or None, default=None
        Begin no fit after so many seconds; 0 reports what the results hold.
    any_build : bool, default=False
        Whether fits of other builds of Obliqua count where this one has none.
    quiet : bool, default=False
        Show no progress.
    on_plan : callable or None, default=None
        Called before the first fit with those that are to be done and how many are there.
    on_estimate : callable or None, default=None
        Called once a fit of each kind is done, with the number of fits left and how many seconds
        they will take.

    Returns
    -------
    Reproduction
        Each cell beside ours.

    Examples
    --------
    >>> from obliqua.experiments.reproduce import Wanted, reproduce
    >>> from obliqua.experiments.store import Results
    >>> wanted = Wanted(["murthy1994"], ["T2"], ["pol"], ["oc1-r0-j0"], repeats=1, folds=1)
    >>> found = reproduce(wanted, Results(None))
    >>> [one.cell.metric for one in found.judged]
    ['accuracy', 'leaves', 'hyperplanes']
    """
    plans = [_Plan(RECIPES[p], wanted, data_dir) for p in wanted.papers or RECIPES]
    tasks = [task for plan in plans for task in plan.tasks]
    if any_build:
        held, _ = newest(list(results), code_version())
        done = {one.key for one in held if one.error is None}
    else:
        done = results.done()
    todo = [task for task in tasks if task.key not in done]
    if on_plan is not None:
        on_plan(todo, len(tasks) - len(todo))
    ran = _run_all(
        todo, results, on_estimate, time_limit, n_jobs=n_jobs, client=client, quiet=quiet
    )
    ran.kept = len(tasks) - len(todo)
    outcomes = list(results)
    codes: dict[str, int] = {}
    if any_build:
        outcomes, codes = newest(outcomes, code_version())
    series = gather(outcomes, [task.key for task in tasks])
    judged = [one for plan in plans for one in plan.judged(series)]
    if not any_build:
        codes = {code_version(): sum(one.fits for one in series.values())}
    return Reproduction(judged, ran, codes, wanted)


def _run_all(
    todo: list[Task],
    results: Results,
    on_estimate: Callable[[int, float], None] | None,
    time_limit: float | None,
    **how: Any,
) -> Ran:
    """Do the first fit of each kind, which shows how long the others take, then the others."""
    pilots = [task for task in todo if task.key.repeat == 0 and task.key.fold == 0]
    others = [task for task in todo if not (task.key.repeat == 0 and task.key.fold == 0)]
    others.sort(key=lambda task: task.key.repeat)
    ran = run(pilots, results, title="First fits", time_limit=time_limit, **how)
    if others and on_estimate is not None:
        on_estimate(len(others), estimate(others, results, how.get("n_jobs")))
    left = None if time_limit is None else max(0.0, time_limit - ran.seconds)
    rest = run(others, results, title="Fitting", time_limit=left, **how)
    return Ran(
        done=ran.done + rest.done,
        failed=ran.failed + rest.failed,
        left=ran.left + rest.left,
        seconds=ran.seconds + rest.seconds,
        problems=ran.problems + rest.problems,
    )


class _Plan:
    """What one paper's cells need."""

    def __init__(
        self, recipe: Recipe, wanted: Wanted, data_dir: str | os.PathLike[str] | None
    ) -> None:
        self._recipe = recipe
        self._wanted = wanted
        self._cells = [
            cell for cell in wanted.cells(recipe.paper) if not cell.method.startswith("dataset")
        ]
        self._missing = {name: method.missing() for name, method in recipe.methods.items()}
        self._loaded: dict[str, Source] = {}
        self._sources: dict[tuple[str, str], Source] = {}
        self._unreadable: dict[str, str] = {}
        self._planned: dict[tuple[str, str], int] = {}
        self._data_dir = None if data_dir is None else str(data_dir)
        self.tasks = self._tasks()

    def _needs(self, cell: Cell) -> tuple[str, ...]:
        """List the methods that a cell is made of."""
        if cell.metric in _SHOWN and cell.method in self._recipe.methods:
            return (cell.method,)
        comparison = self._recipe.comparison(cell)
        return () if comparison is None else comparison.needs

    def _tasks(self) -> list[Task]:
        needed: dict[tuple[str, str], Method] = {}
        for cell in self._cells:
            for name in self._needs(cell):
                needed[cell.dataset, name] = self._recipe.methods[name]
        tasks: list[Task] = []
        for (data_set, name), method in needed.items():
            source = self._source(data_set, name)
            if source is None:
                continue
            plan = self._recipe.plan(data_set)
            self._planned[data_set, name] = plan.count(source.get()) * plan.repeats
            tasks += plan_tasks(
                [Experiment(source, [method], plan)],
                seed=self._wanted.seed,
                repeats=self._wanted.repeats,
                folds=self._wanted.folds,
            )
        return tasks

    def _source(self, data_set: str, method: str) -> Source | None:
        rows = self._recipe.rows.get((data_set, method), ROWS_OF[self._recipe.paper].get(data_set))
        if rows is None:
            self._unreadable[data_set] = "no rows of its own"
            return None
        if rows in UNAVAILABLE:
            self._unreadable[data_set] = UNAVAILABLE[rows]
            return None
        if rows not in self._loaded:
            options = self._recipe.options.get(data_set, {})
            redrawn = data_set in self._recipe.redrawn
            source = Source(rows, options, self._data_dir, redrawn=redrawn)
            try:
                source.get()
            except (OSError, ValueError) as error:
                self._unreadable[data_set] = str(error)
                return None
            self._loaded[rows] = source
        self._sources[data_set, method] = self._loaded[rows]
        return self._loaded[rows]

    # --- judging -------------------------------------------------------------

    def judged(self, series: dict[Place, Series]) -> list[Judged]:
        """Put ours beside every cell."""
        return [self._judged(cell, series) for cell in self._cells]

    def _judged(self, cell: Cell, series: dict[Place, Series]) -> Judged:
        needs = self._needs(cell)
        counted = (
            cell.metric in COUNTED
            and cell.value is not None
            and cell.method in self._recipe.methods
        )
        why = self._why_not(cell, needs)
        if why:
            return Judged(cell, None, None, 0, 0, "not run", why, counted)
        own = [self._series(series, cell.dataset, name) for name in needs]
        fits = sum(one.fits for one in own)
        planned = sum(self._planned[cell.dataset, name] for name in needs)
        if not all(one.fits for one in own):
            errors = list(itertools.chain.from_iterable(one.errors for one in own))
            told = f"failed: {errors[0]}" if errors else "not yet: no fit has been done"
            return Judged(cell, None, None, fits, planned, "not run", told, counted)
        ours, sd = self._ours(cell, own)
        if ours is None:
            return Judged(cell, None, None, fits, planned, "not run", "too few fits", counted)
        mark = "shown" if cell.value is None else judge(cell.metric, cell.value, cell.sd, ours)
        return Judged(cell, ours, sd, fits, planned, mark, "", counted)

    def _series(self, series: dict[Place, Series], data_set: str, name: str) -> Series:
        method = self._recipe.methods[name]
        source = self._sources[data_set, name]
        key = (source.name, name, method.settings, self._recipe.plan(data_set).name)
        return series.get(key, Series())

    def _ours(self, cell: Cell, own: list[Series]) -> tuple[float | None, float | None]:
        if cell.method in self._recipe.methods:
            scale = 100.0 if cell.metric in _IN_PERCENT else 1.0
            mean, sd = own[0].mean(cell.metric), own[0].sd(cell.metric)
            return (
                None if mean is None else scale * mean,
                None if sd is None else scale * sd,
            )
        comparison = self._recipe.comparison(cell)
        assert comparison is not None
        return comparison.compute(*own), None

    def _why_not(self, cell: Cell, needs: tuple[str, ...]) -> str:
        if not needs:
            return self._recipe.elsewhere.get(cell.method, "a count of the text, not computed")
        if cell.dataset in self._unreadable:
            return self._unreadable[cell.dataset]
        missing = [self._missing[name] for name in needs if self._missing[name]]
        return str(missing[0]) if missing else ""
