"""Methods: estimators named lazily, so that one that is not there is told, not stumbled over."""

from __future__ import annotations

import hashlib
import importlib
import inspect
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

__all__ = ["Method", "NotThere", "as_method", "plain"]


class NotThere(Exception):
    """A method that this installation does not have; the message says what is missing."""


@dataclass(frozen=True)
class Method:
    """An estimator by name, with its settings.

    Parameters
    ----------
    name : str
        What it is called in results.
    estimator : str
        A public class of `obliqua`, or ``package.module:Class`` of another package.
    params : mapping, default={}
        Its parameters.
    factory : str or None, default=None
        The class method that gives a published system's settings; None calls the class.
    withhold : bool, default=False
        Whether the rows that a protocol sets apart for pruning are kept from it.
    tune : mapping, default={}
        Parameters and the values to choose them from, by cross-validation inside the training
        rows; none by default.
    tune_folds : int, default=5
        The folds of that cross-validation.
    summary : str, default=""
        What it is, in a few words.
    given : estimator or None, default=None
        An estimator of the user's own, instead of a name.

    Examples
    --------
    >>> from obliqua.experiments.methods import Method
    >>> Method("oc1-ap", "AxisTreeClassifier", factory="oc1_ap").make(seed=3)
    AxisTreeClassifier(criterion='twoing', pruning='cost-complexity',
                       random_state=3)
    """

    name: str
    estimator: str = ""
    params: Mapping[str, Any] = field(default_factory=dict)
    factory: str | None = None
    withhold: bool = False
    tune: Mapping[str, Any] = field(default_factory=dict)
    tune_folds: int = 5
    summary: str = ""
    given: Any = None

    def make(self, seed: int) -> Any:
        """Make an estimator that is not yet fitted.

        Parameters
        ----------
        seed : int
            Its `random_state`, where it has one and none is set.

        Raises
        ------
        NotThere
            If the class, or a parameter, is not in this installation.
        """
        if self.given is not None:
            from sklearn.base import clone

            made = clone(self.given)
        else:
            made = self._construct()
        params = made.get_params()
        if "random_state" in params and params["random_state"] is None:
            made.set_params(random_state=seed)
        if self.tune:
            from sklearn.model_selection import GridSearchCV

            grid = {name: list(values) for name, values in self.tune.items()}
            made = GridSearchCV(made, grid, cv=self.tune_folds)
        return made

    def missing(self) -> str | None:
        """Say what keeps the method from being run here; None if nothing does."""
        try:
            made = self.make(0)
            check = getattr(made, "check_params", None)
            if check is not None:
                check()
        except NotThere as error:
            return str(error)
        except ValueError as error:
            return f"{self.estimator} refuses the settings: {error}"
        return None

    @property
    def settings(self) -> str:
        """A digest of all that decides what the method does; part of the key of results."""
        told = {
            "estimator": self.estimator,
            "factory": self.factory,
            "params": plain(self.params),
            "withhold": self.withhold,
            "tune": plain(self.tune),
            "tune_folds": self.tune_folds if self.tune else None,
            "given": None if self.given is None else _described(self.given),
        }
        text = json.dumps(told, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:12]

    def described(self) -> str:
        """Write the settings as they would stand in Python."""
        if self.given is not None:
            return " ".join(repr(self.given).split())
        call = f"{self.estimator.rpartition(':')[2]}{'.' + self.factory if self.factory else ''}"
        params = ", ".join(f"{name}={value!r}" for name, value in self.params.items())
        return f"{call}({params})"

    def _construct(self) -> Any:
        module, colon, name = self.estimator.rpartition(":")
        if not colon:
            module, name = "obliqua", self.estimator
        try:
            home = importlib.import_module(module)
        except ImportError as error:
            raise NotThere(f"the module {module!r} cannot be imported: {error}") from error
        estimator = getattr(home, name, None)
        if estimator is None:
            raise NotThere(f"this {module} has no {name}")
        if self.factory and not hasattr(estimator, self.factory):
            raise NotThere(f"{name} has no {self.factory}()")
        call = getattr(estimator, self.factory) if self.factory else estimator
        valid = _parameters(estimator)
        for param in self.params:
            if valid is not None and param not in valid:
                raise NotThere(f"{name} has no parameter {param!r}; it has {', '.join(valid)}")
        try:
            return call(**self.params)
        except TypeError as error:
            raise NotThere(f"{name} cannot be made: {error}") from error


def as_method(value: Any, name: str | None = None) -> Method:
    """Make a method of whatever the user names.

    Parameters
    ----------
    value : Method, estimator or str
        A method; an estimator; or ``package.module:Class``, optionally with parameters as JSON
        behind a ``?``, as ``sklearn.ensemble:RandomForestClassifier?{"n_estimators": 50}``.
    name : str or None, default=None
        What to call it; None takes the class's name.

    Raises
    ------
    ValueError
        If it is none of these, or cannot be imported.
    """
    if isinstance(value, Method):
        return value
    if isinstance(value, str):
        place, _, text = value.partition("?")
        if ":" not in place:
            raise ValueError(f"{value!r} is no estimator; expected package.module:Class")
        try:
            params = json.loads(text) if text else {}
        except json.JSONDecodeError as error:
            raise ValueError(f"the parameters of {place} are not JSON: {error}") from None
        if not isinstance(params, dict):
            raise ValueError(f"the parameters of {place} are not a JSON object: {text}")
        method = Method(name or place.rpartition(":")[2], place, params)
        why_not = method.missing()
        if why_not is not None:
            raise ValueError(f"{place}: {why_not}")
        return method
    if not (hasattr(value, "fit") and hasattr(value, "predict") and hasattr(value, "get_params")):
        raise ValueError(
            f"{value!r} is no estimator: it has no fit, predict and get_params; expected a "
            "scikit-learn estimator or the name of a method"
        )
    return Method(name or type(value).__name__, given=value)


def plain(value: Any) -> Any:
    """Turn settings into what JSON can hold, the same in every process."""
    if isinstance(value, Mapping):
        return {str(key): plain(one) for key, one in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        listed = [plain(one) for one in value]
        return sorted(listed, key=repr) if isinstance(value, set | frozenset) else listed
    if isinstance(value, np.ndarray):
        digest = hashlib.sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
        return f"array{value.shape} {value.dtype} {digest[:16]}"
    if isinstance(value, np.generic):
        return value.item()
    if value is None or isinstance(value, str | int | float | bool):
        return value
    if hasattr(value, "get_params"):
        return _described(value)
    name = getattr(value, "__qualname__", None)
    return f"{value.__module__}:{name}" if name else f"{type(value).__module__}:{value!r}"


def _described(estimator: Any) -> dict[str, Any]:
    kind = type(estimator)
    params = plain(estimator.get_params(deep=False))
    return {"class": f"{kind.__module__}:{kind.__qualname__}", "params": params}


def _parameters(estimator: Any) -> list[str] | None:
    """List the parameters that an estimator takes; None if it takes any."""
    parameters = inspect.signature(estimator).parameters.values()
    if any(p.kind is inspect.Parameter.VAR_KEYWORD for p in parameters):
        return None
    return [p.name for p in parameters]
