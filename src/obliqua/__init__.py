"""Small, accurate decision trees that a person can read, kept exactly up to date."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from obliqua.estimators.axis import AxisTreeClassifier
    from obliqua.estimators.cart_lc import CARTLCClassifier
    from obliqua.estimators.dmti import DMTIClassifier
    from obliqua.estimators.fat import FATClassifier
    from obliqua.estimators.forest import ObliqueForestClassifier
    from obliqua.estimators.iti import ITIClassifier
    from obliqua.estimators.lmdt import LMDTClassifier
    from obliqua.estimators.moc1 import MOC1Classifier
    from obliqua.estimators.moc2 import MOC2Classifier
    from obliqua.estimators.multivariate import MultivariateTreeClassifier
    from obliqua.estimators.ndt import NonlinearTreeClassifier
    from obliqua.estimators.oc1 import OC1Classifier
    from obliqua.estimators.sadt import SADTClassifier
    from obliqua.persistence import load, save
    from obliqua.tree import Tree

__all__ = [
    "AxisTreeClassifier",
    "CARTLCClassifier",
    "DMTIClassifier",
    "FATClassifier",
    "ITIClassifier",
    "LMDTClassifier",
    "MOC1Classifier",
    "MOC2Classifier",
    "MultivariateTreeClassifier",
    "NonlinearTreeClassifier",
    "OC1Classifier",
    "ObliqueForestClassifier",
    "SADTClassifier",
    "Tree",
    "__version__",
    "load",
    "save",
]

# Imported when first asked for, so that the command line and `import obliqua` stay quick.
_HOMES = {
    "AxisTreeClassifier": "obliqua.estimators.axis",
    "CARTLCClassifier": "obliqua.estimators.cart_lc",
    "DMTIClassifier": "obliqua.estimators.dmti",
    "FATClassifier": "obliqua.estimators.fat",
    "ITIClassifier": "obliqua.estimators.iti",
    "LMDTClassifier": "obliqua.estimators.lmdt",
    "MultivariateTreeClassifier": "obliqua.estimators.multivariate",
    "MOC1Classifier": "obliqua.estimators.moc1",
    "MOC2Classifier": "obliqua.estimators.moc2",
    "NonlinearTreeClassifier": "obliqua.estimators.ndt",
    "OC1Classifier": "obliqua.estimators.oc1",
    "ObliqueForestClassifier": "obliqua.estimators.forest",
    "SADTClassifier": "obliqua.estimators.sadt",
    "Tree": "obliqua.tree",
    "load": "obliqua.persistence",
    "save": "obliqua.persistence",
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("obliqua")
    if name not in _HOMES:
        raise AttributeError(f"module 'obliqua' has no attribute {name!r}")
    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
