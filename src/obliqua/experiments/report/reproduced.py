"""The report of a reproduction: every published cell beside ours, and how many are met."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from obliqua.experiments.measures import label
from obliqua.experiments.names import nearest
from obliqua.experiments.published import PAPERS
from obliqua.experiments.recipes import RECIPES
from obliqua.experiments.report.figures import reproduction_figures
from obliqua.experiments.report.page import Page
from obliqua.experiments.report.table import Column, Table, number
from obliqua.experiments.reproduce import Reproduction
from obliqua.experiments.verdicts import MARKS, Judged
from obliqua.experiments.watching import told_time

__all__ = ["FORMATS", "as_html", "as_markdown", "as_text", "check_formats", "summary", "write"]

FORMATS = ("md", "html", "csv", "svg")
_SIGNS = {"met": "✓", "better": "✓ better", "worse": "✗ worse", "shown": "·", "not run": "–"}
_CLASSES = {"met": "", "better": "better", "worse": "worse", "shown": "", "not run": "none"}
RULE = (
    "A cell is met within two published standard deviations, or better. Where the paper prints no "
    "deviation: within 5 % of the value, sizes up to 1.5 times it. Counted are accuracy, leaves, "
    "tests, size, depth, nodes and expected tests; other measures are shown."
)


# --- tables ------------------------------------------------------------------


def _decimals(value: float) -> int:
    text = f"{value:g}"
    return min(len(text.partition(".")[2]), 4)


def _spread(mean: float | None, sd: float | None, digits: int) -> str:
    if mean is None:
        return ""
    return number(mean, digits) + (f" ({number(sd, digits)})" if sd is not None else "")


def cells_table(title: str, judged: Iterable[Judged]) -> Table:
    """Make the table of some cells.

    Parameters
    ----------
    title : str
        Its heading.
    judged : iterable of Judged
        The cells.
    """
    table = Table(
        title,
        [
            Column("data_set", "data set"),
            Column("method", "method"),
            Column("measure", "measure"),
            Column("published", "published (sd)", right=True),
            Column("ours", "ours (sd)", right=True),
            Column("in_sds", "sds apart", lambda v: number(v, 1), right=True),
            Column("fits", "fits", right=True),
            Column("mark", ""),
            Column("why", "remark"),
        ],
    )
    for one in judged:
        digits = 2 if one.cell.value is None else max(_decimals(one.cell.value), 1)
        digits = 3 if one.cell.metric == "p_value" else digits
        table.rows.append(
            {
                "data_set": one.cell.dataset,
                "method": one.cell.method,
                "measure": label(one.cell.metric),
                "published": _spread(one.cell.value, one.cell.sd, digits) or "na",
                "ours": _spread(one.ours, one.sd, digits),
                "in_sds": one.in_sds,
                "fits": f"{one.fits} of {one.planned}" if one.planned else "",
                "mark": _SIGNS[one.mark] if one.counted or one.mark == "not run" else "·",
                "why": one.why or one.cell.note,
                "class": _CLASSES[one.mark] if one.counted or one.mark == "not run" else "",
            }
        )
    return table


def summary(found: Reproduction) -> Table:
    """Make the table of tables: how many cells of each are met."""
    table = Table(
        "Cells met, table by table",
        [
            Column("paper", "paper"),
            Column("table", "table"),
            Column("cells", "cells", right=True),
            Column("run", "run", right=True),
            Column("met", "met", right=True),
            Column("better", "better", right=True),
            Column("worse", "worse", right=True),
            Column("share", "met of run", lambda v: f"{v:.0%}", right=True),
            Column("complete", "with all fits", right=True),
        ],
    )
    for (paper, name), judged in found.tables().items():
        counts = found.count(judged)
        if counts["cells"]:
            table.rows.append({"paper": paper, "table": name, **_shared(counts)})
    for paper in dict.fromkeys(one.cell.paper for one in found.judged):
        counts = found.count(one for one in found.judged if one.cell.paper == paper)
        table.rows.append({"paper": paper, "table": "all", "class": "best", **_shared(counts)})
    total = _shared(found.count())
    table.rows.append({"paper": "all", "table": "all", "class": "best", **total})
    return table


def _shared(counts: dict[str, int]) -> dict[str, Any]:
    share = counts["met"] / counts["run"] if counts["run"] else None
    return counts | {"share": share}


def statement(found: Reproduction) -> str:
    """Say in a sentence or two how it went."""
    counts = found.count()
    if not counts["run"]:
        return f"None of {counts['cells']} cells could be run."
    text = (
        f"{counts['met']} of the {counts['run']} cells that were run are met "
        f"({counts['met'] / counts['run']:.0%}): {counts['better']} of them are better than "
        f"published; {counts['worse']} are worse."
    )
    idle = counts["cells"] - counts["run"]
    if idle:
        text += f" {idle} of all {counts['cells']} cells were not run."
    thin = counts["run"] - counts["complete"]
    if thin:
        text += f" {thin} of those run rest on fewer fits than the paper's protocol has."
    return text


def about(found: Reproduction) -> list[str]:
    """Say what was computed, by which build."""
    ran = found.ran
    lines = [
        f"{ran.done} fits in {told_time(ran.seconds)}; {ran.kept} were there already"
        + (f"; {ran.failed} failed" if ran.failed else "")
        + (f"; {ran.left} were left when the time was up" if ran.left else "")
        + "."
    ]
    builds = [f"{code} ({count} fits)" for code, count in sorted(found.codes.items())]
    if builds:
        lines.append(f"Computed by Obliqua {', '.join(builds)}; first seed {found.wanted.seed}.")
    limits = [
        f"at most {limit} {what}"
        for what, limit in (
            ("repetitions", found.wanted.repeats),
            ("folds of each", found.wanted.folds),
        )
        if limit is not None
    ]
    if limits:
        lines.append(f"Thinned: {' and '.join(limits)}.")
    return lines


def _reasons(judged: list[Judged]) -> list[str]:
    """Say once, with a count, why cells are not run."""
    counts: dict[str, int] = {}
    for one in judged:
        if one.mark == "not run":
            counts[one.why] = counts.get(one.why, 0) + 1
    return [f"Not run, {count} cells: {why}." for why, count in counts.items()]


# --- as text, Markdown, HTML -------------------------------------------------


def as_text(found: Reproduction, *, every_cell: bool = True) -> str:
    """Write the report for a terminal."""
    parts: list[str] = []
    for (paper, name), judged in found.tables().items() if every_cell else ():
        if any(one.mark != "not run" for one in judged):
            parts.append(cells_table(f"{paper} {name}", judged).text())
        else:
            parts.append("\n".join([f"{paper} {name}", *_reasons(judged)]))
    parts.append(summary(found).text())
    parts.append("\n".join([statement(found), *about(found)]))
    return "\n\n".join(parts) + "\n"


def as_markdown(found: Reproduction) -> str:
    """Write the report as Markdown."""
    lines = ["# Published tables, computed again", "", statement(found), "", RULE, ""]
    lines += [*about(found), "", summary(found).markdown(2)]
    paper = ""
    for (of, name), judged in found.tables().items():
        if of != paper:
            paper = of
            lines += [f"## {PAPERS[paper]}", "", RECIPES[paper].about, ""]
        cause = RECIPES[paper].causes.get(name)
        if any(one.mark != "not run" for one in judged):
            lines.append(cells_table(f"{paper} {name}", judged).markdown(3))
        else:
            lines += [f"### {paper} {name}", "", *_reasons(judged), ""]
        if cause:
            lines += [f"Where cells are not met: {cause}", ""]
    return "\n".join(lines)


def as_html(found: Reproduction, figures: list[tuple[str, str, str]]) -> str:
    """Write the report as one self-contained page."""
    page = Page("Published tables, computed again")
    page.text(statement(found), "lead")
    page.text(RULE)
    for line in about(found):
        page.text(line, "note")
    page.table(summary(found))
    if figures:
        page.heading("Figures")
        page.figures([(drawn, caption) for _, drawn, caption in figures])
    paper = ""
    for (of, name), judged in found.tables().items():
        if of != paper:
            paper = of
            page.heading(PAPERS[paper], paper)
            if RECIPES[paper].about:
                page.text(RECIPES[paper].about)
        counts = found.count(judged)
        aside = f"{counts['met']} of {counts['run']} met" if counts["run"] else "not run"
        if not counts["cells"]:
            aside = "shown, not counted"
        table = cells_table("", judged)
        cause = RECIPES[paper].causes.get(name)
        table.notes = [f"Where cells are not met: {cause}"] if cause else []
        page.folded(name, aside, [table])
    page.heading("What the marks mean")
    for mark, meaning in MARKS.items():
        page.text(f"{_SIGNS[mark]}: {meaning}", "note")
    return page.html()


def check_formats(formats: Iterable[str]) -> None:
    """Refuse a format that is unknown."""
    for one in formats:
        if one not in FORMATS:
            raise ValueError(f"there is no format {one!r}; {nearest(one, FORMATS)}")


def write(
    found: Reproduction,
    folder: Path,
    formats: Iterable[str] = FORMATS,
    *,
    data_dir: str | None = None,
) -> list[Path]:
    """Write a report into a folder.

    Parameters
    ----------
    found : Reproduction
        What to report.
    folder : Path
        Made if it is not there.
    formats : iterable of str
        Of `FORMATS`; "svg" writes each figure by itself.
    data_dir : str or None, default=None
        The folder of real data sets, which some figures show.

    Returns
    -------
    list of Path
        The files written.

    Raises
    ------
    ValueError
        If a format is unknown.
    """
    from obliqua.persistence.atomic import write_atomically

    wanted = list(formats)
    check_formats(wanted)
    folder.mkdir(parents=True, exist_ok=True)
    figures: list[tuple[str, str, str]] = []
    if {"html", "svg"} & set(wanted):
        figures = reproduction_figures(found, data_dir)
    texts: dict[str, str] = {}
    if "md" in wanted:
        texts["report.md"] = as_markdown(found)
    if "html" in wanted:
        texts["report.html"] = as_html(found, figures)
    if "csv" in wanted:
        texts["cells.csv"] = _cells_csv(found)
        texts["tables.csv"] = summary(found).csv()
    if "svg" in wanted:
        texts |= {f"figures/{name}.svg": drawn + "\n" for name, drawn, _ in figures}
        if figures:
            (folder / "figures").mkdir(exist_ok=True)
    for name, text in texts.items():
        write_atomically(folder / name, text.encode())
    return [folder / name for name in texts]


def _cells_csv(found: Reproduction) -> str:
    keys = (
        *("paper", "table", "data_set", "method", "measure", "published", "published_sd"),
        *("ours", "ours_sd", "in_sds", "fits", "planned", "counted", "mark", "why"),
    )
    table = Table("", [Column(key, key) for key in keys])
    for one in found.judged:
        cell = one.cell
        values = (
            cell.paper,
            cell.table,
            cell.dataset,
            cell.method,
            cell.metric,
            cell.value,
            cell.sd,
            one.ours,
            one.sd,
            one.in_sds,
            one.fits,
            one.planned,
            int(one.counted),
            one.mark,
            one.why,
        )
        table.rows.append(dict(zip(keys, values, strict=True)))
    return table.csv()
