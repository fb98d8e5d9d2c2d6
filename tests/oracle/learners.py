"""Learners of Brodley and Utgoff (1995, section 3), step by step and one row at a time.

A pattern vector is (terms, 1). Linear threshold units answer the second class where their value
is above zero. Learners that depend on the order of presentation are given it: one array of rows
per pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from tests.oracle.brute_force import Floats, Ints

Passes = Iterable[NDArray[np.integer]]

EPSILON = 0.1
INITIAL_VARIANCE = 1e6
CYCLES = 3


# --- recursive least squares (section 3.1) -----------------------------------


@dataclass(eq=False)
class RecursiveLeastSquares:
    """W and P of the recursion; a row of weight v is an observation of variance 1/v."""

    w: Floats
    p: Floats

    @classmethod
    def fresh(cls, n: int) -> RecursiveLeastSquares:
        return cls(np.zeros(n), INITIAL_VARIANCE * np.eye(n))

    def observe(self, x: Floats, target: float, weight: float = 1.0) -> None:
        px = self.p @ x
        self.p = self.p - np.outer(px, px) / (1.0 / weight + x @ px)
        self.w = self.w - weight * (self.p @ x) * (x @ self.w - target)


def rls(patterns: Floats, targets: Floats, weights: Floats, cycles: int = CYCLES) -> Floats:
    """Three cycles through the rows."""
    state = RecursiveLeastSquares.fresh(patterns.shape[1])
    for _ in range(cycles):
        for x, target, weight in zip(patterns, targets, weights, strict=True):
            state.observe(x, float(target), float(weight))
    return state.w


def least_squares(patterns: Floats, targets: Floats, weights: Floats) -> Floats:
    """What the recursion comes to, solved at once."""
    gram = (patterns * weights[:, None]).T @ patterns
    ridge = CYCLES * gram + np.eye(len(gram)) / INITIAL_VARIANCE
    return np.linalg.solve(ridge, CYCLES * patterns.T @ (weights * targets))


# --- superclasses for two-group learners ---------------------------------------


def superclasses(
    patterns: Floats, labels: Ints, weights: Floats, merit: Callable[[NDArray[np.bool_]], float]
) -> dict[int, float]:
    """Two-means on the class means, then exchanges that raise the merit of the solved partition."""
    classes = sorted({int(label) for label in labels})
    shares = {c: float(weights[labels == c].sum()) for c in classes}
    means = {
        c: np.average(patterns[labels == c], axis=0, weights=weights[labels == c]) for c in classes
    }
    signs = _two_means(classes, means, shares)

    def judged() -> float:
        if len(set(signs.values())) == 1:
            return -1.0
        targets = np.array([signs[int(label)] for label in labels])
        above = patterns @ least_squares(patterns, targets, weights) > 0.0
        return merit(above) if 0 < above.sum() < len(above) else 0.0

    best, changed = judged(), True
    while changed:
        changed = False
        for c in classes:
            signs[c] = -signs[c]
            now = judged()
            if now > best:
                best, changed = now, True
            else:
                signs[c] = -signs[c]
    return signs


def _two_means(
    classes: list[int], means: dict[int, Floats], shares: dict[int, float]
) -> dict[int, float]:
    def apart(a: Floats, b: Floats) -> float:
        return float(((a - b) ** 2).sum())

    first, second = max(combinations(classes, 2), key=lambda ab: apart(means[ab[0]], means[ab[1]]))
    centres = {-1.0: means[first], 1.0: means[second]}
    signs: dict[int, float] = {}
    for _ in range(50):
        found = {
            c: -1.0 if apart(means[c], centres[-1.0]) <= apart(means[c], centres[1.0]) else 1.0
            for c in classes
        }
        if len(set(found.values())) == 1:
            found[second] = 1.0
        if found == signs:
            break
        signs = found
        for sign in centres:
            own = [c for c in classes if signs[c] == sign]
            centres[sign] = np.average(
                [means[c] for c in own], axis=0, weights=[shares[c] for c in own]
            )
    return signs


# --- linear machines and the absolute error correction rule (section 3.3) -----


def answer(machine: Floats, y: Floats) -> int:
    """The class of the largest value, of equals the smallest."""
    return int(np.argmax(machine @ y))


def error_of(machine: Floats, y: Floats, right: int, wrong: int) -> float:
    """k, by which a correction makes the machine just right."""
    return float((machine[wrong] - machine[right]) @ y / (2.0 * (y @ y)) + EPSILON)


def correct(machine: Floats, y: Floats, right: int, wrong: int, c: float) -> None:
    machine[right] += c * y
    machine[wrong] -= c * y


def magnitude(machine: Floats) -> float:
    """The sum of the magnitudes of its vectors."""
    return float(sum(np.sqrt(w @ w) for w in machine))


# --- Pocket (section 3.2) -----------------------------------------------------


def accuracy_of(machine: Floats, patterns: Floats, labels: Ints, weights: Floats) -> float:
    right = [answer(machine, y) == label for y, label in zip(patterns, labels, strict=True)]
    return float(weights @ np.array(right) / weights.sum())


def pocket(
    patterns: Floats,
    labels: Ints,
    weights: Floats,
    n_classes: int,
    passes: Passes,
    ratchet: bool = False,
) -> Floats:
    """The machine with the longest run of right answers in a row; with ratchet, of ever better."""
    machine = np.zeros((n_classes, patterns.shape[1]))
    best, best_run, run = machine.copy(), 0, 0
    best_accuracy = accuracy_of(machine, patterns, labels, weights) if ratchet else 0.0
    for order in passes:
        wrong_rows = 0
        for row in order:
            y, label = patterns[row], int(labels[row])
            said = answer(machine, y)
            if said != label:
                wrong_rows += 1
                correct(machine, y, label, said, error_of(machine, y, label, said))
                run = 0
                continue
            run += 1
            if run <= best_run:
                continue
            if ratchet:
                accuracy = accuracy_of(machine, patterns, labels, weights)
                if accuracy <= best_accuracy:
                    continue
                best_accuracy = accuracy
            best, best_run = machine.copy(), run
        if wrong_rows == 0 and accuracy_of(machine, patterns, labels, weights) == 1.0:
            return machine
    return best


# --- thermal training (section 3.3, table 1) ----------------------------------


@dataclass(eq=False)
class Thermal:
    """A machine in training."""

    machine: Floats
    beta: float = 2.0
    a: float = 0.999
    b: float = 0.0005
    alpha: float = 0.01
    largest: float = 0.0  # lmag
    before: float = 0.0  # magnitude after the adjustment before
    grew: bool = False
    small_run: int = 0  # corrections in a row with emag / lmag < alpha
    corrections: list[tuple[int, float, float]] = field(default_factory=list)

    def present(self, row: int, y: Floats, label: int) -> tuple[bool, bool]:
        """Step 3 for one instance: whether it was wrong and whether it was corrected."""
        said = answer(self.machine, y)
        if said == label:
            return False, False
        k = error_of(self.machine, y, label, said)
        if not k < self.beta:
            return True, False
        c = self.beta**2 / (self.beta + k)
        correct(self.machine, y, label, said, c)
        self.corrections.append((row, k, c))
        self._cool(2.0 * c * float(np.sqrt(y @ y)))
        return True, True

    def would_correct(self, y: Floats, label: int) -> bool:
        """Whether an instance, presented now, would change the machine."""
        said = answer(self.machine, y)
        return said != label and error_of(self.machine, y, int(label), said) < self.beta

    def _cool(self, emag: float) -> None:
        now = magnitude(self.machine)
        self.largest = max(self.largest, now)
        self.small_run = self.small_run + 1 if emag / self.largest < self.alpha else 0
        if now < self.before and self.grew:
            self.beta = self.a * self.beta - self.b
        self.grew = now > self.before
        self.before = now


def thermal(
    patterns: Floats, labels: Ints, n_classes: int, passes: Passes, **schedule: float
) -> Thermal:
    """Table 1; it also ends where no row is left to correct, or when the passes do."""
    state = Thermal(np.zeros((n_classes, patterns.shape[1])), **schedule)
    n_terms = patterns.shape[1] - 1
    for order in passes:
        outcomes = [state.present(int(r), patterns[r], int(labels[r])) for r in order]
        corrected = any(corrected for _, corrected in outcomes)
        if not corrected and not any(map(state.would_correct, patterns, labels)):
            break
        if state.small_run >= 2 * n_terms:
            break
    return state
