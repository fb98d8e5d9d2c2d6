"""A recommendation in words, which names the trade: accuracy against size.

The rule is Breiman's: the smallest tree whose accuracy is within one standard error of the best.
Whether the difference is more than chance, and what it buys, is said besides, so that the reader
can choose otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from obliqua.experiments.comparison.compared import Compared, Versus
from obliqua.experiments.statistics.paired import Difference

__all__ = ["Advice", "advise", "told_p"]

_ALPHA = 0.05
_FEW = 6  # data sets below which no p-value of Wilcoxon's test is below 0.05


@dataclass(frozen=True)
class Advice:
    """What is recommended, and why.

    Parameters
    ----------
    method : str or None
        The method; None where nothing can be said.
    most_accurate : str or None
        The one with the best accuracy.
    sentences : tuple of str
        The reasons, for people.
    """

    method: str | None
    most_accurate: str | None
    sentences: tuple[str, ...]


def advise(found: Compared, data_set: str | None = None) -> Advice:
    """Recommend a method.

    Parameters
    ----------
    found : Compared
        The comparison.
    data_set : str or None, default=None
        For which data set; None for all of them together.

    Returns
    -------
    Advice
        The method and the reasons.

    Examples
    --------
    >>> from obliqua.experiments import compare_data_sets
    >>> from obliqua.experiments.comparison import advise
    >>> from obliqua.experiments.datasets import load
    >>> advise(compare_data_sets([load("pol", n=200)], ["oc1", "oc1-ap"])).method
    'oc1'
    """
    if data_set is None and len(found.data_sets) > 1:
        return _over_all(found)
    return _on_one(found, data_set or next(iter(found.data_sets)))


# --- one data set ------------------------------------------------------------


def _on_one(found: Compared, data_set: str) -> Advice:
    best = found.best(data_set)
    if best is None:
        return Advice(None, None, ("No method has all its fits, so none can be recommended.",))
    top, error = _accuracy(found, data_set, best), _error(found, data_set, best)
    answer, share = _commonest(found, data_set)
    sentences = [
        f"Most accurate is {best}: {_percent(top)} of the rows it had not seen. Always answering "
        f"{answer!r} would be right on {_percent(share)}."
    ]
    if top < share + error:
        sentences.append(
            "That is no more than a standard error better, so these features may say nothing "
            "about the target; no method is recommended."
        )
        return Advice(None, best, tuple(sentences))
    near = [
        name
        for name in found.complete(data_set)
        if _accuracy(found, data_set, name) >= top - error - 1e-12
        and _is_one_tree(found, data_set, name)
    ]
    if not near:
        sentences.append(
            f"Recommended is {best}. It is no one tree that can be read, and no such tree is "
            f"within one standard error ({_points(error)}) of it."
        )
        return Advice(best, best, tuple(sentences))
    chosen = min(near, key=lambda name: _extent(found, data_set, name, best))
    sentences.append(
        _only_it(found, data_set, best, error)
        if chosen == best
        else _smaller(found, data_set, chosen, best, error)
    )
    return Advice(chosen, best, tuple(sentences))


def _only_it(found: Compared, data_set: str, best: str, error: float) -> str:
    return (
        f"Recommended is {best}, {_described(found, data_set, best)}: no tree within one standard "
        f"error ({_points(error)}) of its accuracy is smaller."
    )


def _smaller(found: Compared, data_set: str, chosen: str, best: str, error: float) -> str:
    loss = _accuracy(found, data_set, best) - _accuracy(found, data_set, chosen)
    (versus,) = [one for one in found.against(data_set) if one.method == chosen]
    text = (
        f"Recommended is {chosen}, {_described(found, data_set, chosen)}. It is "
        f"{_points(loss)} less accurate, within one standard error ({_points(error)}); "
        f"{_told(versus)}."
    )
    if loss < 5e-4:
        text = (
            f"Recommended is {chosen}, {_described(found, data_set, chosen)}: as accurate, and "
            "smaller."
        )
    if not _is_one_tree(found, data_set, best):
        return f"{text} {best} is no one tree that can be read."
    return f"{text} {best} has {_described(found, data_set, best)}: take it {_if(loss)}."


def _if(loss: float) -> str:
    if loss < 5e-4:
        return "if its shape says more to you"
    return f"if {_points(loss)} are worth reading that much more"


def _told(versus: Versus) -> str:
    """Say whether a difference is more than chance."""
    found: Difference = versus.corrected
    if found.p_value is None:
        return "one split cannot tell whether by chance"
    interval = f"95 % interval {_signed(found.low)} to {_signed(found.high)}"
    verdict = "is more than chance" if found.p_value < _ALPHA else "may be chance"
    return f"the difference {verdict} (corrected t, {told_p(found.p_value)}; {interval})"


# --- several data sets -------------------------------------------------------


def _over_all(found: Compared) -> Advice:
    ranking = found.ranking()
    if ranking is None:
        return Advice(None, None, ("Fewer than two methods have all their fits everywhere.",))
    best = ranking.methods[0]
    top, error = _mean_accuracy(found, best), _error_over_all(found, best)
    near = {
        name: size
        for name in ranking.methods
        if (size := _mean_size(found, name)) is not None
        and (name == best or ranking.pairs[best, name][1] > ranking.alpha)
        and _mean_accuracy(found, name) >= top - error
    }
    sentences = [
        f"Best on average is {best}, with a mean rank of {ranking.ranks[0]:.2f} among "
        f"{len(ranking.methods)} methods on {len(found.data_sets)} data sets and a mean accuracy "
        f"of {_percent(top)}."
    ]
    if ranking.friedman is not None and ranking.friedman > ranking.alpha:
        sentences.append(
            f"But all the methods may be alike (Friedman, {told_p(ranking.friedman)})."
        )
    chosen = min(near, key=lambda name: near[name]) if near else best
    within = f"whose mean accuracy is within one standard error ({_points(error)}) of its"
    if chosen == best:
        sentences.append(f"Recommended is {best}: no method {within} has smaller trees.")
    else:
        sentences.append(
            f"Recommended is {chosen}: of the methods {within}, and that Wilcoxon's test does not "
            f"tell from it (after Holm, {told_p(ranking.pairs[best, chosen][1])}), it has the "
            f"smallest trees, {near[chosen]:.1f} features asked in the geometric mean."
        )
        if best in near:
            sentences.append(
                f"Those of {best} ask {near[best]:.1f}, for "
                f"{_points(top - _mean_accuracy(found, chosen))} of mean accuracy."
            )
    if len(found.data_sets) < _FEW:
        sentences.append(
            f"With {len(found.data_sets)} data sets Wilcoxon's test can hardly tell any two "
            "methods apart; the tables of each data set say more."
        )
    return Advice(chosen, best, tuple(sentences))


def _mean_accuracy(found: Compared, method: str) -> float:
    return math.fsum(_accuracy(found, one, method) for one in found.data_sets) / len(
        found.data_sets
    )


def _error_over_all(found: Compared, method: str) -> float:
    """Give the standard error of a mean accuracy."""
    variances = (_error(found, one, method) ** 2 for one in found.data_sets)
    return math.sqrt(math.fsum(variances)) / len(found.data_sets)


def _mean_size(found: Compared, method: str) -> float | None:
    if not all(_is_one_tree(found, one, method) for one in found.data_sets):
        return None
    sizes = [found.mean(one, method, "size") for one in found.data_sets]
    known = [size for size in sizes if size is not None]
    # A tree that is one leaf asks nothing; it must not make the mean zero.
    return math.exp(sum(math.log(max(size, 0.5)) for size in known) / len(known))


# --- words -------------------------------------------------------------------


def _accuracy(found: Compared, data_set: str, method: str) -> float:
    mean = found.mean(data_set, method, "accuracy")
    assert mean is not None  # every fit has it
    return mean


def _error(found: Compared, data_set: str, method: str) -> float:
    """Give the standard error of an accuracy, as of a share of the rows."""
    share = _accuracy(found, data_set, method)
    return math.sqrt(share * (1 - share) / found.data_sets[data_set].n_rows)


def _is_one_tree(found: Compared, data_set: str, method: str) -> bool:
    """Tell whether a method's answer is a tree, not a vote of several or something else."""
    return (
        found.mean(data_set, method, "size") is not None
        and found.mean(data_set, method, "trees") is None
    )


def _extent(
    found: Compared, data_set: str, method: str, best: str
) -> tuple[float, float, float, bool]:
    """By size, then leaves, then accuracy; of equals the best."""
    size, leaves = (found.mean(data_set, method, one) or 0.0 for one in ("size", "leaves"))
    accuracy = _accuracy(found, data_set, method)
    return round(size, 9), round(leaves, 9), -round(accuracy, 12), method != best


def _commonest(found: Compared, data_set: str) -> tuple[object, float]:
    counts = found.data_sets[data_set].class_counts()
    answer = max(counts, key=lambda label: counts[label])
    return answer, counts[answer] / sum(counts.values())


def _described(found: Compared, data_set: str, method: str) -> str:
    sizes: Sequence[float | None] = [
        found.mean(data_set, method, one) for one in ("leaves", "size")
    ]
    leaves, size = (0.0 if one is None else one for one in sizes)
    return f"{leaves:.1f} leaves and {size:.1f} features asked"


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _points(share: float) -> str:
    return f"{100 * share:.1f} points"


def _signed(share: float) -> str:
    return f"{100 * share:+.1f}".replace("-", "−")


def told_p(p_value: float) -> str:
    """Write a p-value.

    Examples
    --------
    >>> from obliqua.experiments.comparison.advice import told_p
    >>> told_p(0.0312), told_p(0.00001)
    ('p = 0.031', 'p < 0.001')
    """
    return "p < 0.001" if p_value < 0.001 else f"p = {p_value:.3f}"
