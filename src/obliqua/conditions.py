"""The tests of a tree as a person reads them: one dataclass per kind.

Every condition is a question whose answer is a child: for all but machines, child 0 (left)
when the condition holds and child 1 (right) when it does not. ``pretty()`` writes the
condition, ``branch(child)`` what holds in one child.
"""

from __future__ import annotations

from dataclasses import dataclass

__all__ = [
    "AxisCondition",
    "Condition",
    "EqualityCondition",
    "LinearCondition",
    "MachineCondition",
    "format_number",
]

_DIGITS = 6


def format_number(value: float, digits: int | None = _DIGITS) -> str:
    """Write a number with so many significant digits.

    Parameters
    ----------
    value : float
        The number.
    digits : int or None, default=6
        Significant digits; None writes as many as it takes to read the same number back.

    Returns
    -------
    str
        The number, with a true minus sign.

    Examples
    --------
    >>> from obliqua.conditions import format_number
    >>> format_number(2.4500000001)
    '2.45'
    >>> format_number(-1.5)
    '−1.5'
    """
    number = float(value) + 0.0  # no negative zero
    text = repr(number).removesuffix(".0") if digits is None else f"{number:.{digits}g}"
    return text.replace("-", "−")


def _weighted_sum(terms: tuple[str, ...], weights: tuple[float, ...], digits: int | None) -> str:
    """``0.5·a − 1.2·b``: signs between the terms, weights of one left out."""
    parts: list[str] = []
    for term, weight in zip(terms, weights, strict=True):
        size = format_number(abs(weight), digits)
        factor = term if size == "1" else f"{size}·{term}"
        if parts:
            parts.append(f"{'−' if weight < 0 else '+'} {factor}")
        else:
            parts.append(f"−{factor}" if weight < 0 else factor)
    return " ".join(parts) if parts else "0"


def _check_child(child: int, n_children: int) -> None:
    if not 0 <= child < n_children:
        raise IndexError(f"child must be between 0 and {n_children - 1}, got {child}")


@dataclass(frozen=True, slots=True)
class AxisCondition:
    """``term ≤ cut``.

    Parameters
    ----------
    term : str
        What is compared: a feature, or a square, product or indicator of features.
    cut : float
        Rows whose value is at most the cut go left.
    fill : float
        The value that stands in for a missing one.

    Examples
    --------
    >>> from obliqua.conditions import AxisCondition
    >>> condition = AxisCondition("petal_length", cut=2.45, fill=3.76)
    >>> condition.pretty()
    'petal_length ≤ 2.45'
    >>> condition.branch(1)
    'petal_length > 2.45'
    """

    term: str
    cut: float
    fill: float

    @property
    def terms(self) -> tuple[str, ...]:
        """The one term."""
        return (self.term,)

    @property
    def weights(self) -> tuple[float, ...]:
        """The weight of the term: always one."""
        return (1.0,)

    @property
    def fills(self) -> tuple[float, ...]:
        """The one fill."""
        return (self.fill,)

    @property
    def n_children(self) -> int:
        """Two."""
        return 2

    def pretty(self, digits: int | None = _DIGITS) -> str:
        """Write the condition, numbers with so many significant digits."""
        return self.branch(0, digits)

    def branch(self, child: int, digits: int | None = _DIGITS) -> str:
        """Write what holds in a child."""
        _check_child(child, 2)
        return f"{self.term} {'>' if child else '≤'} {format_number(self.cut, digits)}"


@dataclass(frozen=True, slots=True)
class EqualityCondition:
    """``feature = category``.

    Parameters
    ----------
    feature : str
        A symbolic feature.
    category : str
        Rows with this category go left; rows with any other go right, also one that was never
        seen in training.
    fill : str
        The category that stands in for a missing one.

    Examples
    --------
    >>> from obliqua.conditions import EqualityCondition
    >>> condition = EqualityCondition("colour", category="red", fill="blue")
    >>> condition.pretty()
    'colour = red'
    >>> condition.branch(1)
    'colour ≠ red'
    """

    feature: str
    category: str
    fill: str

    @property
    def terms(self) -> tuple[str, ...]:
        """The question itself, as in ``colour = red``."""
        return (self.pretty(),)

    @property
    def weights(self) -> tuple[float, ...]:
        """The weight of the question: always one."""
        return (1.0,)

    @property
    def cut(self) -> str:
        """The category asked for."""
        return self.category

    @property
    def fills(self) -> tuple[str, ...]:
        """The one fill."""
        return (self.fill,)

    @property
    def n_children(self) -> int:
        """Two."""
        return 2

    def pretty(self, digits: int | None = _DIGITS) -> str:
        """Write the condition."""
        return self.branch(0, digits)

    def branch(self, child: int, digits: int | None = _DIGITS) -> str:
        """Write what holds in a child."""
        _check_child(child, 2)
        return f"{self.feature} {'≠' if child else '='} {self.category}"


@dataclass(frozen=True, slots=True)
class LinearCondition:
    """``Σ weight·term ≤ cut``.

    Parameters
    ----------
    terms : tuple of str
        The terms of the sum.
    weights : tuple of float
        One per term, in the user's own units.
    cut : float
        Rows whose sum is at most the cut go left.
    fills : tuple of float
        One per term: the value that stands in for a missing one.

    Examples
    --------
    >>> from obliqua.conditions import LinearCondition
    >>> condition = LinearCondition(
    ...     terms=("sepal_width", "petal_length"), weights=(0.5, -1.2), cut=3.1, fills=(3.0, 3.76)
    ... )
    >>> condition.pretty()
    '0.5·sepal_width − 1.2·petal_length ≤ 3.1'
    """

    terms: tuple[str, ...]
    weights: tuple[float, ...]
    cut: float
    fills: tuple[float, ...]

    @property
    def bias(self) -> float:
        """The constant of ``bias + Σ weight·term ≤ 0``."""
        return 0.0 - self.cut

    @property
    def n_children(self) -> int:
        """Two."""
        return 2

    def pretty(self, digits: int | None = _DIGITS) -> str:
        """Write the condition, numbers with so many significant digits."""
        return self.branch(0, digits)

    def branch(self, child: int, digits: int | None = _DIGITS) -> str:
        """Write what holds in a child."""
        _check_child(child, 2)
        total = _weighted_sum(self.terms, self.weights, digits)
        return f"{total} {'>' if child else '≤'} {format_number(self.cut, digits)}"


@dataclass(frozen=True, slots=True)
class MachineCondition:
    """A linear machine: each child has a score, and the largest wins (the first of equals).

    Parameters
    ----------
    terms : tuple of str
        The terms of every score.
    weights : tuple of tuple of float
        One row per child, one weight per term.
    biases : tuple of float
        The constant of each child's score.
    classes : tuple
        The class label that each child's score speaks for.
    fills : tuple of float
        One per term: the value that stands in for a missing one.

    Examples
    --------
    >>> from obliqua.conditions import MachineCondition
    >>> condition = MachineCondition(
    ...     terms=("a", "b"),
    ...     weights=((1.0, 0.0), (0.0, 2.0)),
    ...     biases=(0.5, 0.0),
    ...     classes=("no", "yes"),
    ...     fills=(0.0, 0.0),
    ... )
    >>> condition.pretty()
    'largest of no: a + 0·b + 0.5; yes: 0·a + 2·b'
    >>> condition.branch(1)
    'yes has the largest score'
    """

    terms: tuple[str, ...]
    weights: tuple[tuple[float, ...], ...]
    biases: tuple[float, ...]
    classes: tuple[object, ...]
    fills: tuple[float, ...]

    @property
    def cut(self) -> None:
        """A machine has no single cut."""
        return None

    @property
    def n_children(self) -> int:
        """One child per class."""
        return len(self.classes)

    def scores(self, digits: int | None = _DIGITS) -> tuple[str, ...]:
        """Write the score of each child as a weighted sum."""
        return tuple(
            self._score(row, bias, digits)
            for row, bias in zip(self.weights, self.biases, strict=True)
        )

    def _score(self, row: tuple[float, ...], bias: float, digits: int | None) -> str:
        total = _weighted_sum(self.terms, row, digits)
        if bias == 0:
            return total
        return f"{total} {'−' if bias < 0 else '+'} {format_number(abs(bias), digits)}"

    def pretty(self, digits: int | None = _DIGITS) -> str:
        """Write every child's score, numbers with so many significant digits."""
        pairs = zip(self.classes, self.scores(digits), strict=True)
        return "largest of " + "; ".join(f"{label}: {score}" for label, score in pairs)

    def branch(self, child: int, digits: int | None = _DIGITS) -> str:
        """Write what holds in a child."""
        _check_child(child, self.n_children)
        return f"{self.classes[child]} has the largest score"


Condition = AxisCondition | EqualityCondition | LinearCondition | MachineCondition
