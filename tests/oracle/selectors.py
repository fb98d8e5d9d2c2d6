"""Selectors of Brodley and Utgoff (1995, section 4): tables 2 and 3 line by line.

A selector asks for tests on sets of terms; `Trial` is what a test on one set came to. Only tests
that discriminate and do not underfit may be chosen (section 2.5).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tests.oracle.brute_force import CRITERIA, Floats, entropy, minority, sizes

FURTHEST_DROP = 0.1  # "not more than 10% less accurate"


@dataclass(eq=False)
class Trial:
    """A test on some terms, and the class counts it deals to its children."""

    terms: tuple[int, ...]
    vectors: Floats  # one per function, on (terms, 1)
    children: Floats  # (children, classes)
    merit: float

    @property
    def accuracy(self) -> float:
        return float(self.children.max(axis=1).sum() / self.children.sum())

    @property
    def discriminates(self) -> bool:
        return int((self.children.sum(axis=1) > 0.0).sum()) > 1


Evaluate = Callable[[tuple[int, ...]], Trial]
Allowed = Callable[[int], bool]  # whether a test on so many terms would not underfit


# --- merit of a partition into any number of children -------------------------


def gini_of(children: Floats) -> float:
    def index(counts: Floats) -> float:
        return float(1.0 - ((counts / counts.sum()) ** 2).sum())

    parts = children[children.sum(axis=1) > 0.0]
    n = children.sum()
    return index(children.sum(axis=0)) - sum(part.sum() / n * index(part) for part in parts)


def info_gain_of(children: Floats) -> float:
    parts = children[children.sum(axis=1) > 0.0]
    remaining = (sizes(parts) / children.sum() * entropy(parts)).sum()
    return max(0.0, float(entropy(children.sum(axis=0, keepdims=True))[0, 0] - remaining))


def gain_ratio_of(children: Floats) -> float:
    parts = sizes(children[children.sum(axis=1) > 0.0]).T
    of_split = float(entropy(parts)[0, 0])
    return info_gain_of(children) / of_split if of_split > 0.0 else 0.0


def sum_minority_of(children: Floats) -> float:
    whole = minority(children.sum(axis=0, keepdims=True))[0]
    return float((whole - minority(children).sum()) / children.sum())


def max_minority_of(children: Floats) -> float:
    whole = minority(children.sum(axis=0, keepdims=True))[0]
    return float((whole - minority(children).max()) / children.sum())


def one_against_the_rest(criterion: str, children: Floats) -> float:
    """For criteria of two sides only: the mean, by weight, over children."""
    whole = children.sum(axis=0)
    merits = [CRITERIA[criterion](part[None, :], (whole - part)[None, :])[0] for part in children]
    return float(np.average(merits, weights=children.sum(axis=1)))


MERITS: dict[str, Callable[[Floats], float]] = {
    "gini": gini_of,
    "info-gain": info_gain_of,
    "gain-ratio": gain_ratio_of,
    "sum-minority": sum_minority_of,
    "max-minority": max_minority_of,
}


def merit_of(criterion: str, children: Floats) -> float:
    """Of two children by the papers' own formula, of more by its extension; 0 of fewer."""
    present = children[children.sum(axis=1) > 0.0]
    if len(present) < 2:
        return 0.0
    if len(present) == 2:
        return float(CRITERIA[criterion](present[:1], present[1:])[0])
    if criterion not in MERITS:
        return one_against_the_rest(criterion, present)
    return MERITS[criterion](present)


# --- the searches --------------------------------------------------------------


@dataclass(eq=False)
class Best:
    """T_best, and the rule that says when to stop."""

    allowed: Allowed
    found: Trial | None = None

    def offer(self, trial: Trial, or_equal: bool) -> None:
        if not (trial.discriminates and self.allowed(len(trial.terms))):
            return
        better = self.found is None or trial.merit > self.found.merit
        if better or (or_equal and self.found is not None and trial.merit == self.found.merit):
            self.found = trial

    def goes_on(self, trial: Trial) -> bool:
        if self.found is None:
            return True
        return trial.accuracy >= (1.0 - FURTHEST_DROP) * self.found.accuracy


def rated(trial: Trial) -> float:
    return trial.merit if trial.discriminates else -np.inf


def first_best(trials: Iterable[Trial]) -> Trial:
    """Of equal ones the first."""
    return max(trials, key=rated)


def every_removal(trial: Trial, evaluate: Evaluate) -> list[Trial]:
    return [evaluate(tuple(u for u in trial.terms if u != t)) for t in trial.terms]


def sbe(n_terms: int, evaluate: Evaluate, allowed: Allowed) -> Trial | None:
    """Sequential backward elimination, table 2."""
    return _backward(evaluate(tuple(range(n_terms))), evaluate, allowed, _removal_of_least_loss)


def dsbe(n_terms: int, evaluate: Evaluate, allowed: Allowed) -> Trial | None:
    """Backward elimination of the term of least weight or dispersion (section 4.3)."""
    return _backward(evaluate(tuple(range(n_terms))), evaluate, allowed, _removal_of_least_weight)


def _backward(
    trial: Trial, evaluate: Evaluate, allowed: Allowed, removal: Callable[[Trial, Evaluate], Trial]
) -> Trial | None:
    best = Best(allowed)
    best.offer(trial, or_equal=True)
    while len(trial.terms) >= 2:
        trial = removal(trial, evaluate)
        best.offer(trial, or_equal=True)
        if not best.goes_on(trial):
            break
    return best.found


def _removal_of_least_loss(trial: Trial, evaluate: Evaluate) -> Trial:
    return first_best(every_removal(trial, evaluate))


def _removal_of_least_weight(trial: Trial, evaluate: Evaluate) -> Trial:
    least = int(np.argmin(importance(trial.vectors)))
    return evaluate(tuple(t for i, t in enumerate(trial.terms) if i != least))


def importance(vectors: Floats) -> Floats:
    """A threshold unit's weights by magnitude, a machine's by their dispersion."""
    weights = vectors[:, :-1]
    return np.abs(weights[0]) if len(weights) == 1 else dispersion(weights)


def dispersion(weights: Floats) -> Floats:
    """Per term, the mean over all pairs of classes of the squared distance of their weights."""
    pairs = combinations(range(len(weights)), 2)
    return np.mean([(weights[i] - weights[j]) ** 2 for i, j in pairs], axis=0)


def sfs(n_terms: int, evaluate: Evaluate, allowed: Allowed) -> Trial | None:
    """Sequential forward selection, table 3; terms are added while the test may not underfit."""
    trial = first_best([evaluate((t,)) for t in range(n_terms)])
    best = Best(allowed)
    best.offer(trial, or_equal=False)
    while len(trial.terms) < n_terms and allowed(len(trial.terms) + 1):
        outside = [t for t in range(n_terms) if t not in trial.terms]
        grown = [evaluate(tuple(sorted((*trial.terms, t)))) for t in outside]
        trial = first_best(grown)
        best.offer(trial, or_equal=False)
        if not best.goes_on(trial):
            break
    return best.found


def hss(n_terms: int, evaluate: Evaluate, allowed: Allowed) -> Trial | None:
    """Forward where one term alone is better than all, else backward (section 4.4)."""
    single = first_best([evaluate((t,)) for t in range(n_terms)])
    every = evaluate(tuple(range(n_terms)))
    search = sfs if rated(single) > rated(every) else sbe
    return search(n_terms, evaluate, allowed)


SEARCHES = {"sbe": sbe, "dsbe": dsbe, "sfs": sfs, "hss": hss}
