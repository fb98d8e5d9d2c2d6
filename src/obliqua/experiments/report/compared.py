"""The report of a comparison: tables, tests, pictures and what they come to."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from obliqua.experiments.comparison.advice import Advice, advise, told_p
from obliqua.experiments.comparison.compared import Compared
from obliqua.experiments.measures import MEASURES
from obliqua.experiments.report.comparison_figures import (
    accuracy_and_size,
    accuracy_by_fold,
    critical_differences,
    differences,
)
from obliqua.experiments.report.page import Page
from obliqua.experiments.report.table import Column, Table, number
from obliqua.experiments.statistics.ranks import Ranking
from obliqua.experiments.watching import told_time

__all__ = ["FORMATS", "as_csv", "as_html", "as_markdown", "as_text", "check_ending", "write"]

_SHOWN: tuple[tuple[str, str, float, int], ...] = (
    ("balanced_accuracy", "balanced, %", 100.0, 1),
    ("log_loss", "log loss", 1.0, 3),
    ("auc", "AUC", 1.0, 3),
    ("leaves", "leaves", 1.0, 1),
    ("size", "size", 1.0, 1),
    ("depth", "depth", 1.0, 1),
    ("seconds", "fit, s", 1.0, 3),
)
HOW_TO_READ = (
    "Every method learnt from, and was asked about, the same rows. Accuracy is the mean over "
    "folds; ± is the standard deviation between them. Size is how many features a tree asks for "
    "in all its tests together; leaves are its answers.",
    "The paired t-test takes folds for independent, which they are not, and finds differences too "
    "often; the corrected resampled t-test (Nadeau and Bengio 2003) allows for it. Holm's "
    "correction allows for many methods being compared with one. Intervals are the corrected "
    "test's.",
    "Recommended is the smallest tree within one standard error of the best accuracy (the rule of "
    "Breiman and others 1984).",
)


# --- tables ------------------------------------------------------------------


def measures_table(found: Compared, data_set: str, advice: Advice) -> Table:
    """Make the table of a data set's measures, the most accurate method first.

    Parameters
    ----------
    found : Compared
        The comparison.
    data_set : str
        Which data set.
    advice : Advice
        Marks the method that is recommended.
    """
    table = Table(
        "Measures",
        [
            Column("method", "method"),
            Column("accuracy", "accuracy, %", _digits(1), right=True),
            Column("sd", "±", _digits(1), right=True),
            *(Column(key, title, _digits(d), right=True) for key, title, _, d in _SHOWN),
        ],
    )
    planned = found.planned(data_set)
    for name in _by_accuracy(found, data_set):
        row: dict[str, object] = {
            "method": name,
            "accuracy": _scaled(found.mean(data_set, name, "accuracy"), 100.0),
            "sd": _scaled(found.sd(data_set, name, "accuracy"), 100.0),
            "class": "best" if name == advice.method else "",
        }
        for key, _, factor, _ in _SHOWN:
            row[key] = _scaled(found.mean(data_set, name, key), factor)
        table.rows.append(row)
        trees = found.mean(data_set, name, "trees")
        if trees is not None:
            table.notes.append(
                f"{name} is a vote of {trees:.0f} trees; counts are of all together."
            )
        series = found.series[data_set, name]
        if series.fits < planned:
            why = f": {series.errors[0]}" if series.errors else ""
            table.notes.append(f"{name} has {series.fits} of {planned} fits{why}.")
    return table


def differences_table(found: Compared, data_set: str) -> Table | None:
    """Make the table of each method's difference from the most accurate; None if there is none."""
    against = found.against(data_set)
    if not against:
        return None
    table = Table(
        f"Accuracy, less that of {against[0].reference}",
        [
            Column("method", "method"),
            Column("difference", "points", _digits(1), right=True),
            Column("interval", "95 % interval", right=True),
            Column("plain", "p, paired t", _digits(3), right=True),
            Column("corrected", "p, corrected", _digits(3), right=True),
            Column("holm", "p, after Holm", _digits(3), right=True),
        ],
    )
    order = {name: place for place, name in enumerate(_by_accuracy(found, data_set))}
    for one in sorted(against, key=lambda versus: order[versus.method]):
        low, high = 100 * one.corrected.low, 100 * one.corrected.high
        table.rows.append(
            {
                "method": one.method,
                "difference": 100 * one.corrected.mean,
                "interval": f"{number(low, 1)} to {number(high, 1)}",
                "plain": one.plain.p_value,
                "corrected": one.corrected.p_value,
                "holm": one.holm,
            }
        )
    return table


def variance_lines(found: Compared, data_set: str) -> list[str]:
    """Say what the analysis of variance finds on a data set."""
    lines = []
    p_value = found.one_way(data_set)
    if p_value is not None:
        verdict = "differ" if p_value < 0.05 else "may all be alike"
        lines.append(f"One-way analysis of variance: the methods {verdict} ({told_p(p_value)}).")
    groups = found.multivariate_contrast(data_set)
    if groups is not None:
        apart, p_value = groups
        which = "more" if apart >= 0 else "less"
        told = "" if p_value is None else f" ({told_p(p_value)})"
        lines.append(
            "Contrast: trees that test several features at once are "
            f"{100 * abs(apart):.1f} points {which} accurate than those that test one{told}."
        )
    return lines


def ranks_table(found: Compared, ranking: Ranking) -> Table:
    """Make the table of accuracies by data set, the best mean rank first."""
    places = list(found.data_sets)
    table = Table(
        "Accuracy on each data set, %",
        [
            Column("method", "method"),
            Column("rank", "mean rank", _digits(2), right=True),
            *(Column(f"on {one}", one, _digits(1), right=True) for one in places),
        ],
    )
    for name, rank in zip(ranking.methods, ranking.ranks, strict=True):
        row: dict[str, object] = {"method": name, "rank": float(rank)}
        row |= {f"on {one}": _scaled(found.mean(one, name, "accuracy"), 100.0) for one in places}
        table.rows.append(row)
    return table


def pairs_table(ranking: Ranking) -> Table:
    """Make the table of Wilcoxon's tests."""
    table = Table(
        "Wilcoxon's signed-rank test of each pair",
        [
            Column("first", "better rank"),
            Column("second", "worse rank"),
            Column("p", "p", _digits(3), right=True),
            Column("holm", "p, after Holm", _digits(3), right=True),
        ],
    )
    for (first, second), (p_value, holm) in ranking.pairs.items():
        table.rows.append({"first": first, "second": second, "p": p_value, "holm": holm})
    return table


def over_all_lines(found: Compared, ranking: Ranking) -> list[str]:
    """Say what the tests over all data sets find."""
    lines = []
    if ranking.friedman is not None:
        lines.append(f"Friedman's test that all methods are alike: {told_p(ranking.friedman)}.")
    found_two = found.two_way()
    if found_two is not None:
        first, second, both = (told_p(found_two[k]) for k in ("first", "second", "interaction"))
        lines.append(
            f"Two-way analysis of variance of the folds' accuracies: method {first}, data set "
            f"{second}, interaction {both}."
        )
    return lines


def methods_table(found: Compared) -> Table:
    """Make the table of what each method is."""
    table = Table("The methods", [Column("name", "method"), Column("settings", "settings")])
    for name, method in found.methods.items():
        tuned = "".join(f"; {p} chosen from {list(v)}" for p, v in method.tune.items())
        summary = f" ({method.summary})" if method.summary else ""
        table.rows.append({"name": name, "settings": method.described() + summary + tuned})
    return table


# --- words -------------------------------------------------------------------


def about(found: Compared) -> list[str]:
    """Say what was computed, and how."""
    ran = found.ran
    repeated = "" if found.protocol.repeats == 1 else f", {found.protocol.repeats} times"
    lines = [
        f"{len(found.methods)} methods, {found.protocol.name}{repeated}, first seed {found.seed}; "
        f"{ran.done} fits in {told_time(ran.seconds)}"
        + (f", {ran.kept} were there already" if ran.kept else "")
        + (f", {ran.failed} failed" if ran.failed else "")
        + (f", {ran.left} were left when the time was up" if ran.left else "")
        + f". Obliqua {found.code}."
    ]
    for name, data_set in found.data_sets.items():
        lines.append(
            f"{name}: {data_set.n_rows} rows, {data_set.n_features} features, "
            f"{len(data_set.class_counts())} classes."
        )
    return lines


def _title(found: Compared) -> str:
    names = list(found.data_sets)
    what = names[0] if len(names) == 1 else f"{len(names)} data sets"
    return f"Methods compared on {what}"


def _tables(found: Compared, data_set: str) -> list[Table]:
    advice = advise(found, data_set)
    tables = [measures_table(found, data_set, advice)]
    apart = differences_table(found, data_set)
    if apart is not None:
        apart.notes += variance_lines(found, data_set)
        tables.append(apart)
    return tables


# --- as text, Markdown, CSV, HTML --------------------------------------------


def as_text(found: Compared) -> str:
    """Write the report for a terminal."""
    return _written(found, lambda table: table.text() + "\n", "")


def as_markdown(found: Compared) -> str:
    """Write the report as Markdown."""
    return f"# {_title(found)}\n\n" + _written(found, lambda table: table.markdown(3), "## ")


def _written(found: Compared, shown: Callable[[Table], str], mark: str) -> str:
    parts = [*about(found), ""]
    ranking = found.ranking()
    if ranking is not None:
        tables = [ranks_table(found, ranking), pairs_table(ranking)]
        tables[1].notes += over_all_lines(found, ranking)
        parts += [shown(table) for table in tables]
    for data_set in found.data_sets:
        if len(found.data_sets) > 1:
            parts += [f"{mark}{data_set}", ""]
        parts += [shown(table) for table in _tables(found, data_set)]
    return "\n".join([*parts, *advise(found).sentences]) + "\n"


def as_csv(found: Compared) -> str:
    """Write every measure of every method, mean and standard deviation over the folds."""
    keys = ["data_set", "method", "fits"]
    keys += [f"{measure}{kind}" for measure in MEASURES for kind in ("", "_sd")]
    table = Table("", [Column(key, key) for key in keys])
    for (data_set, name), series in found.series.items():
        row: dict[str, object] = {"data_set": data_set, "method": name, "fits": series.fits}
        for measure in MEASURES:
            row[measure] = found.mean(data_set, name, measure)
            row[f"{measure}_sd"] = found.sd(data_set, name, measure)
        table.rows.append(row)
    return table.csv()


def as_html(found: Compared) -> str:
    """Write the report as one self-contained page."""
    page = Page(_title(found))
    for i, sentence in enumerate(advise(found).sentences):
        page.text(sentence, "lead" if i == 0 else "")
    for line in about(found):
        page.text(line, "note")
    several = len(found.data_sets) > 1
    if several:
        _all_data_sets(page, found)
    for data_set in found.data_sets:
        if several:
            page.heading(data_set, f"on-{data_set}")
            for sentence in advise(found, data_set).sentences:
                page.text(sentence)
        tables = _tables(found, data_set)
        page.table(tables[0])
        drawn = (accuracy_and_size, differences, accuracy_by_fold)
        page.figures([one for make in drawn if (one := make(found, data_set)) is not None])
        for table in tables[1:]:
            page.table(table)
    page.heading("How to read this")
    for line in HOW_TO_READ:
        page.text(line)
    page.table(methods_table(found))
    return page.html()


def _all_data_sets(page: Page, found: Compared) -> None:
    ranking = found.ranking()
    if ranking is None:
        return
    page.table(ranks_table(found, ranking))
    page.figures([critical_differences(ranking)])
    for line in over_all_lines(found, ranking):
        page.text(line)
    page.folded("Every pair", f"{len(ranking.pairs)} tests", [pairs_table(ranking)])


FORMATS: dict[str, Callable[[Compared], str]] = {
    ".html": as_html,
    ".md": as_markdown,
    ".csv": as_csv,
    ".txt": as_text,
}


def check_ending(path: Path) -> None:
    """Refuse a file whose ending names no format."""
    if path.suffix not in FORMATS:
        raise ValueError(f"{path}: expected a name that ends in {', '.join(FORMATS)}")


def write(found: Compared, path: Path) -> None:
    """Write the report in the format that the file's ending names."""
    from obliqua.persistence.atomic import write_atomically

    check_ending(path)
    write_atomically(path, FORMATS[path.suffix](found).encode())


# --- helpers -----------------------------------------------------------------


def _by_accuracy(found: Compared, data_set: str) -> list[str]:
    complete = set(found.complete(data_set))

    def place(name: str) -> tuple[bool, float]:
        mean = found.mean(data_set, name, "accuracy")
        return name not in complete, -round(mean, 12) if mean is not None else 1.0

    ordered: Iterable[str] = sorted(found.methods, key=place)
    return list(ordered)


def _scaled(value: float | None, factor: float) -> float | None:
    return None if value is None else factor * value


def _digits(count: int) -> Callable[[float], str]:
    return lambda value: number(value, count)
