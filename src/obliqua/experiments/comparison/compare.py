"""The comparison itself: tables × methods × protocol → results."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from obliqua.experiments.build import code_version
from obliqua.experiments.comparison.compared import Compared
from obliqua.experiments.comparison.contenders import contenders
from obliqua.experiments.comparison.examples import as_data_set
from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.methods import Method
from obliqua.experiments.protocols import Plan, RepeatedKFold
from obliqua.experiments.runner import Experiment, plan_tasks, run
from obliqua.experiments.series import Series, gather
from obliqua.experiments.store import Results
from obliqua.experiments.tasks import Source, Task

__all__ = ["compare", "compare_data_sets"]

_FOLDS = 10


def compare(
    X: Any,
    y: Any,
    methods: Iterable[Any] | Mapping[str, Any] | None = None,
    *,
    protocol: Plan | None = None,
    name: str = "data",
    **options: Any,
) -> Compared:
    """Compare methods on one table, on the same folds.

    Parameters
    ----------
    X : array-like or dataframe of shape (n_rows, n_features)
        The features, as `fit` takes them: numbers, names and missing values.
    y : array-like of shape (n_rows,)
        The class labels.
    methods : iterable, mapping or None, default=None
        Names of systems (as of `obliqua train --method`), any scikit-learn classifiers, or a
        mapping that gives them names. None is every system and scikit-learn's tree.
    protocol : Plan or None, default=None
        Of `obliqua.experiments.protocols`; None is stratified 10-fold cross-validation.
    name : str, default="data"
        What the table is called in the report.
    **options
        As of `compare_data_sets`.

    Returns
    -------
    Compared
        Measures, tests of the differences, a recommendation; print it, or write it as a page.

    Raises
    ------
    ValueError
        If the table, a method or an option is not what it must be.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua.experiments import compare
    >>> X, y = load_iris(return_X_y=True)
    >>> found = compare(X, y, ["cart", "c45"])
    >>> found.mean("data", "cart", "accuracy") > 0.9
    True
    """
    return compare_data_sets([as_data_set(X, y, name)], methods, protocol=protocol, **options)


def compare_data_sets(
    data_sets: Sequence[DataSet],
    methods: Iterable[Any] | Mapping[str, Any] | None = None,
    *,
    protocol: Plan | None = None,
    tune: Mapping[str, Mapping[str, Any]] | None = None,
    random_state: int = 0,
    n_jobs: int | None = None,
    client: Any = None,
    results: str | os.PathLike[str] | None = None,
    time_limit: float | None = None,
    verbose: int = 0,
) -> Compared:
    """Compare methods on several data sets.

    Parameters
    ----------
    data_sets : sequence of DataSet
        From `obliqua.experiments.datasets.load`, or of tables of one's own.
    methods : iterable, mapping or None, default=None
        As of `compare`.
    protocol : Plan or None, default=None
        As of `compare`.
    tune : mapping or None, default=None
        For a method's name, parameters and the values to choose them from by cross-validation
        inside each fold's training rows.
    random_state : int, default=0
        The seed of the first repetition's folds and of methods with chance in them.
    n_jobs : int or None, default=None
        Processes; None is one, -1 all processors.
    client : dask.distributed.Client or None, default=None
        Runs the fits on a Dask cluster instead.
    results : path or None, default=None
        A file that keeps every fit, so that a stopped comparison goes on where it was.
    time_limit : float or None, default=None
        Begin no fit after so many seconds.
    verbose : int, default=0
        Above zero, show how far it is once that takes two seconds.

    Returns
    -------
    Compared
        As of `compare`.

    Raises
    ------
    ValueError
        If there is no data set, two have one name, a method is unknown or a table too small.

    Examples
    --------
    >>> from obliqua.experiments import compare_data_sets
    >>> from obliqua.experiments.datasets import load
    >>> found = compare_data_sets([load("pol", n=90), load("rcb", n=90)], ["cart", "oc1-ap"])
    >>> len(found.ranking("accuracy").methods)
    2
    """
    chosen = contenders(methods, tune)
    plan = RepeatedKFold(_FOLDS, stratified=True) if protocol is None else protocol
    named = {one.name: one for one in data_sets}
    if not data_sets:
        raise ValueError("data_sets is empty; a comparison needs at least one")
    if len(named) < len(data_sets):
        raise ValueError("two data sets have the same name; give them names of their own")
    experiments = [
        Experiment(Source(name, rows=one), list(chosen.values()), plan)
        for name, one in named.items()
    ]
    tasks = plan_tasks(experiments, seed=random_state)
    with Results(results) as kept:
        ran = run(
            tasks,
            kept,
            n_jobs=n_jobs,
            client=client,
            time_limit=time_limit,
            title="Comparing",
            quiet=not verbose,
        )
        series = _by_method(kept, tasks, named, chosen, plan)
    return Compared(named, chosen, plan, random_state, series, ran, code_version())


def _by_method(
    kept: Results,
    tasks: Sequence[Task],
    data_sets: Mapping[str, DataSet],
    methods: Mapping[str, Method],
    plan: Plan,
) -> dict[tuple[str, str], Series]:
    gathered = gather(kept, [task.key for task in tasks])
    return {
        (data_set, name): gathered.get((data_set, name, method.settings, plan.name), Series())
        for data_set in data_sets
        for name, method in methods.items()
    }
