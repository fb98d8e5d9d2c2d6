"""The published systems by name, as the command line and comparisons offer them.

A new one is one line.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass
from typing import Any

__all__ = ["DEFAULT_METHOD", "METHODS", "Method", "make"]


@dataclass(frozen=True)
class Method:
    """A class of `obliqua` and how to make one.

    Parameters
    ----------
    estimator : str
        The public class.
    summary : str
        What the help says of it.
    factory : str or None
        The class method with the published system's settings; None calls the class itself.
    """

    estimator: str
    summary: str
    factory: str | None = None


METHODS = {
    "cart": Method("AxisTreeClassifier", "gini, pruned by 10-fold cross-validation", "cart"),
    "c45": Method("AxisTreeClassifier", "gain ratio, pessimistic pruning", "c45"),
    "oc1-ap": Method("AxisTreeClassifier", "twoing, pruned on a tenth of the rows", "oc1_ap"),
    "uni-g": Method("AxisTreeClassifier", "gini, reduced-error pruning", "uni_g"),
    "uni-i": Method("AxisTreeClassifier", "gain ratio, reduced-error pruning", "uni_i"),
    "axis": Method("AxisTreeClassifier", "gini, not pruned"),
    "cart-lc": Method("CARTLCClassifier", "linear combinations, pruned on a tenth of the rows"),
    "oc1": Method("OC1Classifier", "hyperplanes by climbing, pruned on a tenth of the rows"),
    "sadt": Method("SADTClassifier", "hyperplanes by annealing, pruned on a tenth of the rows"),
    "iti": Method("ITIClassifier", "gain ratio, pruned by description length; can learn on"),
    "dmti": Method("DMTIClassifier", "the fewest expected tests, pruned by description length"),
    "multivariate": Method(
        "MultivariateTreeClassifier",
        "learned linear tests and univariate ones, pruned on a quarter",
    ),
    "lmdt": Method("LMDTClassifier", "thermal linear machines, pruned on a quarter of the rows"),
    "k-dt": Method("ObliqueForestClassifier", "the majority vote of 11 trees, OC1's if not set"),
    "fat": Method("FATClassifier", "OC1's tree with the widest margins that divide its rows alike"),
    "moc1": Method("MOC1Classifier", "OC1 with the width of the margin in its objective"),
    "moc2": Method("MOC2Classifier", "OC1 with a twoing rule that looks beyond a band"),
    "ndt": Method("NonlinearTreeClassifier", "OC1 on features, their squares and products"),
}
DEFAULT_METHOD = "cart"


def make(method: str, params: dict[str, Any], seed: int) -> Any:
    """Make an estimator that is not yet fitted; `seed` is for those that draw by lot.

    Raises
    ------
    ValueError
        If there is no such method, or it has no such parameter.
    """
    import obliqua

    if method not in METHODS:
        raise ValueError(f"there is no method {method!r}; known are {', '.join(METHODS)}")
    recipe = METHODS[method]
    estimator = getattr(obliqua, recipe.estimator)
    valid = list(inspect.signature(estimator).parameters)
    if "estimator" in valid:
        params = _with_trees(params, valid, seed)
    for name in params:
        if name not in valid:
            raise ValueError(
                f"the method {method!r} has no parameter {name!r}; it has {', '.join(valid)}"
            )
    if "random_state" in valid:
        params = {"random_state": seed} | params
    return (getattr(estimator, recipe.factory) if recipe.factory else estimator)(**params)


def _with_trees(params: dict[str, Any], valid: list[str], seed: int) -> dict[str, Any]:
    """Let a forest's ``estimator`` be a method's name, and give it what the forest has not."""
    own = {name: value for name, value in params.items() if name in valid}
    of_trees = {name: value for name, value in params.items() if name not in valid}
    named = own.pop("estimator", None)
    if named is not None or of_trees:
        own["estimator"] = make(str(named or "oc1"), of_trees, seed)
    return own
