"""What estimator parameters may be, and messages that say so."""

from __future__ import annotations

import math
import numbers
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

__all__ = [
    "Choice",
    "Constraint",
    "Costs",
    "Flag",
    "Jobs",
    "Level",
    "Real",
    "Seed",
    "Whole",
    "check_parameters",
    "check_together",
    "seed_of",
    "threads_of",
]


class Constraint(Protocol):
    """The values that a parameter may take."""

    def accepts(self, value: Any) -> bool:
        """Whether the value is one of them."""

    def __str__(self) -> str:
        """Describe them, to follow "must be"."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of some names."""

    options: tuple[str | None, ...]
    or_callable: bool = False

    def accepts(self, value: Any) -> bool:
        """Whether the value is one of the names."""
        if value is None or isinstance(value, str):
            return value in self.options
        return self.or_callable and callable(value)

    def __str__(self) -> str:
        names = ", ".join(repr(option) for option in self.options)
        return f"one of {names}{', or a callable' if self.or_callable else ''}"


@dataclass(frozen=True, slots=True)
class Whole:
    """A whole number from `low` on."""

    low: int
    or_none: bool = False

    def accepts(self, value: Any) -> bool:
        """Whether the value is such a number."""
        if value is None:
            return self.or_none
        whole = isinstance(value, numbers.Integral) and not isinstance(value, (bool, np.bool_))
        return whole and self.low <= int(value) < 2**31

    def __str__(self) -> str:
        return f"a whole number of at least {self.low}{', or None' if self.or_none else ''}"


@dataclass(frozen=True, slots=True)
class Real:
    """A number from `low` to `high`; the ends belong to it only when closed."""

    low: float
    high: float = math.inf
    closed: bool = True
    or_none: bool = False

    def accepts(self, value: Any) -> bool:
        """Whether the value is such a number."""
        if value is None:
            return self.or_none
        if not isinstance(value, numbers.Real) or isinstance(value, (bool, np.bool_)):
            return False
        number = float(value)
        if not math.isfinite(number):
            return False
        if self.closed:
            return self.low <= number <= self.high
        return self.low < number < self.high

    def __str__(self) -> str:
        return self._range() + (", or None" if self.or_none else "")

    def _range(self) -> str:
        if math.isinf(self.high):
            return f"a number {'of at least' if self.closed else 'above'} {self.low:g}"
        if self.closed:
            return f"a number from {self.low:g} to {self.high:g}"
        return f"a number between {self.low:g} and {self.high:g}"


@dataclass(frozen=True, slots=True)
class Flag:
    """True or False."""

    def accepts(self, value: Any) -> bool:
        """Whether the value is a bool."""
        return isinstance(value, (bool, np.bool_))

    def __str__(self) -> str:
        return "True or False"


@dataclass(frozen=True, slots=True)
class ClassWeight:
    """None, "balanced" or a dictionary."""

    def accepts(self, value: Any) -> bool:
        """Whether the value has the right form; its keys are checked against the labels."""
        if isinstance(value, str):
            return value == "balanced"
        return value is None or isinstance(value, Mapping)

    def __str__(self) -> str:
        return "None, 'balanced', or a dictionary from class labels to weights"


@dataclass(frozen=True, slots=True)
class Costs:
    """One cost per feature, in order or by name."""

    def accepts(self, value: Any) -> bool:
        """Whether the values are such numbers; names are checked against the table."""
        if value is None:
            return True
        if isinstance(value, str) or not isinstance(value, Mapping | Sequence | np.ndarray):
            return False
        costs = list(value.values() if isinstance(value, Mapping) else value)
        return all(Real(0).accepts(cost) for cost in costs)

    def __str__(self) -> str:
        return (
            "None, or one number of at least 0 per feature, as a list or as a dictionary from the "
            "features' names"
        )


@dataclass(frozen=True, slots=True)
class Level:
    """How much to say: a flag or a number."""

    def accepts(self, value: Any) -> bool:
        """Whether the value is a bool or a number that is not negative."""
        return isinstance(value, (bool, np.bool_)) or Whole(0).accepts(value)

    def __str__(self) -> str:
        return f"True, False or {Whole(0)}"


@dataclass(frozen=True, slots=True)
class Seed:
    """What scikit-learn takes as ``random_state``, and NumPy's newer generators."""

    def accepts(self, value: Any) -> bool:
        """Whether `seed_of` can make a seed of the value."""
        if isinstance(value, numbers.Integral) and not isinstance(value, bool):
            return 0 <= int(value) < 2**64
        generators = (np.random.RandomState, np.random.Generator)
        return value is None or value is np.random or isinstance(value, generators)

    def __str__(self) -> str:
        return "None, a whole number of at least 0, or a NumPy random generator"


@dataclass(frozen=True, slots=True)
class Jobs:
    """A number of threads as joblib takes it."""

    def accepts(self, value: Any) -> bool:
        """Whether `threads_of` can make a number of threads of the value."""
        whole = isinstance(value, numbers.Integral) and not isinstance(value, bool)
        return value is None or (whole and value != 0)

    def __str__(self) -> str:
        return "None, a whole number of at least 1, or negative to count back from all processors"


def check_parameters(params: Mapping[str, Any], constraints: Mapping[str, Constraint]) -> None:
    """Refuse the first parameter whose value is not allowed.

    Raises
    ------
    ValueError
        With the parameter's name, what it must be, and what it is.
    """
    for name, constraint in constraints.items():
        _check(name, params[name], constraint)


def check_together(fits: bool, message: str) -> None:
    """Refuse parameters that are allowed one by one but not together.

    Raises
    ------
    ValueError
        With the message, unless they fit.
    """
    if not fits:
        raise ValueError(message)


def _check(name: str, value: Any, constraint: Constraint) -> None:
    if not constraint.accepts(value):
        raise ValueError(f"{name} must be {constraint}; got {value!r}")


def seed_of(random_state: Any) -> int:
    """Turn scikit-learn's ways of giving randomness into one 64-bit seed.

    A whole number is its own seed; generators are asked for one number; None draws from NumPy's
    global generator.
    """
    _check("random_state", random_state, Seed())
    if isinstance(random_state, numbers.Integral):
        return int(random_state)
    if isinstance(random_state, np.random.Generator):
        return int(random_state.integers(0, 2**63 - 1))
    source = np.random if random_state is None else random_state
    return int(source.randint(0, 2**63 - 1, dtype=np.int64))


def threads_of(n_jobs: Any) -> int:
    """Turn ``n_jobs`` into a number of threads: None is one, -1 all processors, as in joblib."""
    _check("n_jobs", n_jobs, Jobs())
    if n_jobs is None or n_jobs == 1:
        return 1
    from joblib import effective_n_jobs

    return int(effective_n_jobs(int(n_jobs)))
