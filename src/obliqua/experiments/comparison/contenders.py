"""Which methods are compared: the library's systems by name, and whatever else the user names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from obliqua.estimators.systems import METHODS
from obliqua.experiments.methods import Method, as_method
from obliqua.experiments.names import nearest

__all__ = ["SKLEARN", "contenders", "systems"]

#: The yardstick that every user knows.
SKLEARN = Method(
    "sklearn-tree",
    "sklearn.tree:DecisionTreeClassifier",
    summary="scikit-learn's tree: gini, not pruned",
)


def systems() -> dict[str, Method]:
    """List every system of the library, and scikit-learn's tree.

    Returns
    -------
    dict
        Methods by name, as `obliqua train --method` has them.

    Examples
    --------
    >>> from obliqua.experiments.comparison.contenders import systems
    >>> systems()["c45"].described()
    'AxisTreeClassifier.c45()'
    """
    ours = {
        name: Method(name, one.estimator, factory=one.factory, summary=one.summary)
        for name, one in METHODS.items()
    }
    return ours | {SKLEARN.name: SKLEARN}


def contenders(
    wanted: Iterable[Any] | Mapping[str, Any] | None = None,
    tune: Mapping[str, Mapping[str, Any]] | None = None,
) -> dict[str, Method]:
    """Make the methods that are to be compared.

    Parameters
    ----------
    wanted : iterable, mapping or None, default=None
        Names of systems, estimators, ``package.module:Class`` or `Method`; a mapping gives them
        names of the user's own. None is every system and scikit-learn's tree.
    tune : mapping or None, default=None
        For a method's name, parameters and the values to choose them from, inside each fold's
        training rows.

    Returns
    -------
    dict
        Methods by name, in the order given.

    Raises
    ------
    ValueError
        If one is unknown, cannot be made here, or is named twice.

    Examples
    --------
    >>> from sklearn.linear_model import LogisticRegression
    >>> from obliqua.experiments.comparison import contenders
    >>> list(contenders(["cart", LogisticRegression()]))
    ['cart', 'LogisticRegression']
    """
    known = systems()
    if wanted is None:
        pairs: list[tuple[str | None, Any]] = [(None, one) for one in known.values()]
    elif isinstance(wanted, Mapping):
        pairs = list(wanted.items())
    elif isinstance(wanted, str):
        pairs = [(None, wanted)]
    else:
        pairs = [(None, one) for one in wanted]
    found: dict[str, Method] = {}
    for name, value in pairs:
        method = _made(name, value, known)
        if method.name in found:
            raise ValueError(
                f"two methods are called {method.name!r}; give them names of their own"
            )
        found[method.name] = method
    if len(found) < 2:
        raise ValueError(f"{len(found)} methods are named; a comparison needs two or more")
    return _tuned(found, tune or {})


def _made(name: str | None, value: Any, known: Mapping[str, Method]) -> Method:
    if isinstance(value, str) and ":" not in value:
        if value not in known:
            raise ValueError(
                f"there is no method {value!r}; {nearest(value, known)} (an estimator of another "
                "package is written package.module:Class)"
            )
        value = known[value]
    method = as_method(value, name)
    if name is not None:
        method = replace(method, name=name)
    why_not = method.missing()
    if why_not is not None:
        raise ValueError(f"method {method.name!r}: {why_not}")
    return method


def _tuned(methods: dict[str, Method], tune: Mapping[str, Mapping[str, Any]]) -> dict[str, Method]:
    for name, grid in tune.items():
        if name not in methods:
            raise ValueError(f"tune: there is no method {name!r}; {nearest(name, methods)}")
        params = methods[name].make(0).get_params()
        for param, values in grid.items():
            if param not in params:
                raise ValueError(
                    f"tune: {name} has no parameter {param!r}; {nearest(param, params)}"
                )
            if isinstance(values, str) or not hasattr(values, "__iter__") or not len(values):
                raise ValueError(
                    f"tune: {name}'s {param} needs a list of values to choose from, not {values!r}"
                )
        methods[name] = replace(methods[name], tune=grid)
    return methods
