"""Ittner and Schlosser 1996: OC1 on squares and products (NDT) against OC1 on the features.

Ten-fold cross-validation, run once there and five times here, so that the figure depends less on
how the rows fall.
"""

from __future__ import annotations

from obliqua.experiments.methods import Method
from obliqua.experiments.protocols import RepeatedKFold
from obliqua.experiments.recipes.recipe import Recipe

__all__ = ["RECIPE"]

_CRITERIA = {"two": "twoing", "gain": "info-gain", "gini": "gini"}

METHODS = (
    # Their axis-parallel trees were OC1's; the criterion is not given.
    Method("c4.5-like", "AxisTreeClassifier", factory="oc1_ap"),
    *(
        Method(f"oc1-{short}", "OC1Classifier", {"criterion": name, "search_sample": None})
        for short, name in _CRITERIA.items()
    ),
    *(
        Method(
            f"ndt-{short}", "NonlinearTreeClassifier", {"criterion": name, "search_sample": None}
        )
        for short, name in _CRITERIA.items()
    ),
)

RECIPE = Recipe(
    paper="ittner1996",
    methods={method.name: method for method in METHODS},
    protocol=RepeatedKFold(folds=10, repeats=5),
    elsewhere={
        "oc1": "a time of 1996 or a drawing of one tree, of a criterion that is not given",
        "ndt": "a time of 1996 or a drawing of one tree, of a criterion that is not given",
        "petal-area-rule": "quoted there from another study",
    },
    causes=dict.fromkeys(
        ("T1", "T2", "T3"),
        "The criterion and the pruning of the axis-parallel trees are not printed; on the "
        "spirals ten folds of one partition spread by several points.",
    ),
    about="Restarts, jumps and pruning are not given; OC1's defaults are taken. The spirals are "
    "those of Lang and Witbrock without the innermost pair: 192 points, as the paper has.",
)
