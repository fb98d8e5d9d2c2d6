"""Wu, Bennett, Cristianini and Shawe-Taylor 2000: larger margins in OC1's trees.

Ten-fold cross-validation, run once there and five times here, so that the figure depends less on
how the rows fall. The paired t-tests are over the folds of the first.
"""

from __future__ import annotations

from obliqua.experiments.methods import Method
from obliqua.experiments.protocols import RepeatedKFold
from obliqua.experiments.published import Cell
from obliqua.experiments.recipes.recipe import Comparison, Recipe
from obliqua.experiments.series import Series
from obliqua.experiments.statistics.paired import paired_t

__all__ = ["RECIPE"]

METHODS = (
    Method("oc1", "OC1Classifier", {"search_sample": None}),
    Method("fat", "FATClassifier", {"search_sample": None}),
    Method("moc1", "MOC1Classifier", {"search_sample": None}),
    Method("moc2", "MOC2Classifier", {"search_sample": None}),
)


def comparison(cell: Cell) -> Comparison | None:
    """Compare a method's folds with OC1's (table 2)."""
    method, versus, other = cell.method.partition("-vs-")
    if cell.table != "T2" or cell.metric != "p_value" or not versus:
        return None
    return Comparison((method, other), _over_folds)


def _over_folds(ours: Series, other: Series) -> float | None:
    return paired_t(_first(ours), _first(other)).p_value


def _first(series: Series) -> list[float]:
    return [value for (repeat, _), value in series.per_fold("accuracy").items() if repeat == 0]


RECIPE = Recipe(
    paper="wu2000",
    methods={method.name: method for method in METHODS},
    protocol=RepeatedKFold(folds=10, repeats=5),
    comparison=comparison,
    causes={
        "T1": "Sizes of one run of ten folds are printed without deviations. wpbc had other rows.",
        "T2": "wpbc had 147 rows, not the 198 that are to be had.",
    },
    about="Accuracies of wpbc are whole counts of 147 rows, those of breast-w of 682, so the "
    "paper's rows were others than the 198 and 683 that are to be had.",
)
