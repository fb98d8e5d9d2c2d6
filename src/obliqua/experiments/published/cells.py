"""Reading the published figures, which lie beside this module as CSV files."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from obliqua.experiments.names import nearest

__all__ = ["PAPERS", "Cell", "cells", "tables"]

#: The papers, and how to cite them.
PAPERS = {
    "murthy1994": "Murthy, Kasif and Salzberg 1994, A System for Induction of Oblique Decision "
    "Trees",
    "utgoff1995": "Utgoff 1995, Decision Tree Induction Based on Efficient Tree Restructuring",
    "brodley1995": "Brodley and Utgoff 1995, Multivariate Decision Trees",
    "ittner1996": "Ittner and Schlosser 1996, Discovery of Relevant New Features by Generating "
    "Non-Linear Decision Trees",
    "wu2000": "Wu, Bennett, Cristianini and Shawe-Taylor 2000, Enlarging the Margins in "
    "Perceptron Decision Trees",
}


@dataclass(frozen=True)
class Cell:
    """One printed figure.

    Parameters
    ----------
    paper, table : str
        Where it stands: "T1" is a table, "S4.3" a section's text, "FN1" a footnote, "Fig7" a
        figure.
    dataset, method, metric : str
        What it is about, by the paper's names. A method "a-vs-b" is a comparison.
    value : float or None
        The figure; None where the print says that there is none.
    sd : float or None
        The standard deviation printed with it.
    uncertain : bool
        Whether the reading or the printed figure is in doubt; `note` says why.
    note : str
        A remark.
    """

    paper: str
    table: str
    dataset: str
    method: str
    metric: str
    value: float | None
    sd: float | None
    uncertain: bool
    note: str


@lru_cache
def cells(paper: str) -> tuple[Cell, ...]:
    """Read every published figure of a paper.

    Parameters
    ----------
    paper : str
        One of `PAPERS`.

    Returns
    -------
    tuple of Cell
        In the order of print.

    Raises
    ------
    ValueError
        If there is no such paper.

    Examples
    --------
    >>> from obliqua.experiments.published import cells
    >>> first = cells("utgoff1995")[0]
    >>> first.dataset, first.method, first.metric, first.value
    ('multiplexer6', 'iti', 'expected_tests', 4.04)
    """
    if paper not in PAPERS:
        raise ValueError(f"there is no paper {paper!r}; {nearest(paper, PAPERS)}")
    source = files("obliqua.experiments.published") / "figures" / f"{paper}.csv"
    lines = source.read_text(encoding="utf-8").splitlines()
    return tuple(
        Cell(
            paper,
            line["table"],
            line["dataset"],
            line["method"],
            line["metric"],
            float(line["value"]) if line["value"] else None,
            float(line["sd"]) if line["sd"] else None,
            line["uncertain"] == "1",
            line["note"],
        )
        for line in csv.DictReader(lines)
    )


def tables(paper: str) -> tuple[str, ...]:
    """List a paper's tables and other places of figures, in the order of their numbers."""
    return tuple(sorted({cell.table for cell in cells(paper)}, key=_natural))


def _natural(table: str) -> tuple[str, int, str]:
    letters = table.rstrip("0123456789.-")
    digits = table[len(letters) :].split(".")[0]
    return letters, int(digits) if digits.isdigit() else 0, table
