"""The smallest change of one feature alone that gives a row another class.

Along one feature every test is a polynomial of at most the second degree. An answer changes only
at its roots, so the class is asked for once between every two of them; where it changes is found to
the last bit by halving.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from obliqua import _core
from obliqua._rows_at_nodes import term_values
from obliqua.conditions import format_number
from obliqua.show.outline import printable
from obliqua.table import NUMERIC, Columns
from obliqua.tree import Tree

__all__ = ["Change", "smallest_changes"]

Float = NDArray[np.float64]

_LEAF, _AXIS, _EQUALITY, _LINEAR, _MACHINE = range(5)
_FEATURE, _INDICATOR, _SQUARE, _PRODUCT = range(4)
# A value that is easy to say is preferred to one that is nearer by no more than this part.
_ROOM = 0.01
_DIGITS = 17
_HALVINGS = 2100  # from the largest double to the smallest


@dataclass(frozen=True, slots=True)
class Change:
    """Another value of one feature, and the class that the row then gets.

    Parameters
    ----------
    feature : str
        The feature.
    before, after : float or str
        Its value, and the nearest that gives another class, rounded where that costs little.
    label : object
        The class.
    size : float
        How large the change is: in standard deviations of the feature if rows were given, else
        in parts of its value; of a symbolic feature always one.
    """

    feature: str
    before: float | str
    after: float | str
    label: Any
    size: float

    def __str__(self) -> str:
        before, after = map(_written, (self.before, self.after))
        name = printable(self.feature)
        return f"{name}: {before} → {after} gives {printable(str(self.label))}"


def _written(value: float | str) -> str:
    if isinstance(value, str):
        return printable(value)
    short = format_number(value)
    # Six digits may be on the other side of the cut.
    exact = float(short.replace("−", "-")) == value
    return short if exact else format_number(value, None)


def smallest_changes(tree: Tree, row: Columns, spreads: Float | None) -> tuple[Change, ...]:
    """Find the smallest change of each feature by itself, the smallest of all first.

    Parameters
    ----------
    tree : Tree
        The tree.
    row : Columns
        One row.
    spreads : ndarray or None
        How much each numeric feature varies.

    Returns
    -------
    tuple of Change
        None for a feature that is missing, or that changes nothing by itself.
    """
    own = int(_core.classify(tree.core, row.table(), 1)[0])
    found: list[Change] = []
    place = [0, 0]
    for feature, kind in enumerate(tree.schema.kinds):
        symbolic = int(kind != NUMERIC)
        position = place[symbolic]
        place[symbolic] += 1
        if symbolic:
            found += _of_category(tree, row, feature, position, own)
        elif not math.isnan(row.numeric[0, position]):
            spread = None if spreads is None else float(spreads[position])
            found += _of_number(tree, row, feature, position, own, spread)
    return tuple(sorted(found, key=lambda change: change.size))


def _of_category(
    tree: Tree, row: Columns, feature: int, position: int, own: int
) -> Iterator[Change]:
    code = int(row.symbolic[0, position])
    categories = tree.schema.categories[feature]
    if code < 0:
        return
    codes = np.array([other for other in range(len(categories)) if other != code], dtype=np.int32)
    symbolic = np.repeat(row.symbolic, len(codes), axis=0)
    symbolic[:, position] = codes
    classes = _classes(tree, row, None, symbolic)
    name = tree.schema.names[feature]
    before = categories[code] if code < len(categories) else "a category never seen"
    for other, label in zip(codes.tolist(), classes.tolist(), strict=True):
        if label != own:
            yield Change(name, before, categories[other], tree.classes.tolist()[label], 1.0)
            return


def _of_number(
    tree: Tree, row: Columns, feature: int, position: int, own: int, spread: float | None
) -> Iterator[Change]:
    here = float(row.numeric[0, position])
    roots = np.unique(_roots(tree, row, feature))
    if not len(roots):
        return
    ends = [roots[0] - 1 - abs(roots[0])], [roots[-1] + 1 + abs(roots[-1])]
    inside = np.concatenate([ends[0], roots[:-1] / 2 + roots[1:] / 2, ends[1]])
    inside = inside[_flips(tree, row, position, inside, own)]
    if not len(inside):
        return
    # How far the near edge of each interval is.
    edges = np.searchsorted(roots, inside)
    left, right = np.append(-np.inf, roots)[edges], np.append(roots, np.inf)[edges]
    away = np.maximum(np.maximum(left - here, here - right), 0)
    # A row on a root has an interval on either side.
    firsts = [
        _first_beyond(tree, row, position, here, value, own)
        for value in inside[away == away.min()].tolist()
    ]
    nearest = min(firsts, key=lambda value: abs(value - here))
    after = _easy(tree, row, position, here, nearest, own)
    numeric = row.numeric.astype(np.float64)
    numeric[0, position] = after
    label = tree.classes.tolist()[int(_classes(tree, row, numeric, None)[0])]
    unit = spread if spread is not None else max(abs(here), abs(after))
    size = abs(after - here) / unit if unit > 0 else math.inf
    yield Change(tree.schema.names[feature], here, after, label, size)


def _first_beyond(
    tree: Tree, row: Columns, position: int, same: float, other: float, own: int
) -> float:
    """Halve until no double lies between a value of the row's class and one of another."""
    for _ in range(_HALVINGS):
        middle = same / 2 + other / 2
        if middle in (same, other):
            break
        if _flips(tree, row, position, np.array([middle]), own)[0]:
            other = middle
        else:
            same = middle
    return other


def _flips(tree: Tree, row: Columns, position: int, values: Float, own: int) -> NDArray[np.bool_]:
    """Whether each value gives another class."""
    numeric = np.repeat(row.numeric.astype(np.float64), len(values), axis=0)
    numeric[:, position] = values
    found: NDArray[np.bool_] = _classes(tree, row, numeric, None) != own
    return found


def _classes(
    tree: Tree, row: Columns, numeric: Float | None, symbolic: NDArray[np.int32] | None
) -> NDArray[np.int32]:
    n = len(numeric) if numeric is not None else len(symbolic) if symbolic is not None else 0
    if n == 0:
        return np.zeros(0, dtype=np.int32)
    if numeric is None:
        numeric = np.repeat(row.numeric.astype(np.float64), n, axis=0)
    if symbolic is None:
        symbolic = np.repeat(row.symbolic, n, axis=0)
    columns = Columns(numeric, symbolic, row.kinds, row.n_categories)
    classes: NDArray[np.int32] = _core.classify(tree.core, columns.table(), 1)
    return classes


def _easy(tree: Tree, row: Columns, position: int, here: float, nearest: float, own: int) -> float:
    """The value of fewest digits that gives another class and is hardly farther."""
    rounded = [float(f"{nearest:.{digits}g}") for digits in range(1, _DIGITS)]
    steps = [
        10.0 ** (math.floor(math.log10(abs(v))) - d) if v else 0.0 for d, v in enumerate(rounded)
    ]
    away = math.copysign(1.0, nearest - here)
    values = np.array(
        [
            v
            for r, s in zip(rounded, steps, strict=True)
            for v in (r, float(f"{r + away * s:.{_DIGITS}g}"))
        ]
    )
    most = abs(nearest - here) * (1 + _ROOM)
    near = (np.abs(values - here) <= most) & (np.sign(values - here) == away)
    good = near & _flips(tree, row, position, values, own)
    return float(values[good.argmax()]) if good.any() else nearest


# --- where tests change their answer -----------------------------------------


def _roots(tree: Tree, row: Columns, feature: int) -> Float:
    """Every value of a feature at which some test's answer can change."""
    polynomials = [
        p for node in range(tree.n_nodes) for p in _polynomials(tree, row, feature, node)
    ]
    if not polynomials:
        return np.zeros(0)
    a, b, c = np.array(polynomials).T
    with np.errstate(all="ignore"):
        straight = -c / b
        root = np.sqrt(b * b - 4 * a * c)
        # The sum of two numbers of one sign loses no digits.
        q = -(b + np.copysign(root, b)) / 2
        curved = np.concatenate([q / a, c / q])
    roots = np.concatenate([straight[a == 0], curved[np.tile(a != 0, 2)]])
    finite: Float = roots[np.isfinite(roots)]
    return finite


def _polynomials(tree: Tree, row: Columns, feature: int, node: int) -> Iterator[tuple[float, ...]]:
    """What a node compares with zero: a·x² + b·x + c, where it depends on the feature x."""
    arrays = tree.arrays
    kind = int(arrays["kind"][node])
    if kind in (_LEAF, _EQUALITY):
        return
    begin, end = arrays["term_begin"][node : node + 2]
    terms = arrays["terms"][begin:end]
    powers = _powers(tree, row, feature, terms, arrays["fills"][begin:end])
    if not powers[:, :2].any():
        return
    first, last = arrays["constant_begin"][node : node + 2]
    constants = arrays["constants"][first:last]
    if kind == _AXIS:
        a, b, c = powers[0].tolist()
        yield a, b, c - float(constants[0])
        return
    first, last = arrays["weight_begin"][node : node + 2]
    sums = arrays["weights"][first:last].reshape(len(constants), -1) @ powers
    sums[:, 2] += constants
    if kind == _LINEAR:
        yield tuple(sums[0].tolist())
    else:
        yield from (
            tuple((sums[i] - sums[j]).tolist()) for i, j in combinations(range(len(sums)), 2)
        )


def _powers(
    tree: Tree, row: Columns, feature: int, terms: NDArray[Any], fills: Float
) -> NDArray[np.float64]:
    """Each term as a·x² + b·x + c."""
    powers = np.zeros((len(terms), 3))
    basis = tree.arrays["basis"]
    values = term_values(row, basis, terms.tolist(), np.array([0]))[0]
    powers[:, 2] = np.where(np.isnan(values), fills, values)
    for position, term in enumerate(terms.tolist()):
        kind, a, b = basis[term].tolist()
        if kind == _INDICATOR or feature not in ((a, b) if kind == _PRODUCT else (a,)):
            continue
        if kind == _PRODUCT and a != b:
            other = b if a == feature else a
            factor = row.numeric[0, _place(tree, other)]
            if not math.isnan(factor):
                powers[position] = 0.0, factor, 0.0
        else:
            powers[position] = (0.0, 1.0, 0.0) if kind == _FEATURE else (1.0, 0.0, 0.0)
    return powers


def _place(tree: Tree, feature: int) -> int:
    return sum(kind == NUMERIC for kind in tree.schema.kinds[:feature])
