"""The published figures as package data, and what the recipes make of them."""

import math

import pytest

from obliqua.experiments.datasets import PAPERS as ROWS
from obliqua.experiments.measures import MEASURES
from obliqua.experiments.published import PAPERS, cells, tables
from obliqua.experiments.recipes import RECIPES

SHOWN = {*MEASURES, "p_value", "winner"}


def test_every_paper_has_figures_and_a_recipe():
    assert set(PAPERS) == set(RECIPES) == set(ROWS)
    assert sum(len(cells(paper)) for paper in PAPERS) == 1657


@pytest.mark.parametrize("paper", PAPERS)
def test_cells_are_named_once(paper):
    named = [(c.table, c.dataset, c.method, c.metric) for c in cells(paper)]
    assert len(set(named)) == len(named)
    assert all(c.value is None or math.isfinite(c.value) for c in cells(paper))
    assert all(c.sd is None or c.sd > 0 for c in cells(paper))


@pytest.mark.parametrize(
    ("paper", "table", "data_set", "method", "metric", "value", "sd"),
    [
        ("murthy1994", "T1", "pima", "oc1", "accuracy", 74.4, 1.0),
        ("murthy1994", "T2", "rcb", "oc1-r20-j20", "leaves", 8.7, 0.4),
        ("utgoff1995", "S4.3", "monks-2", "dmti", "expected_tests", 5.15, None),
        ("brodley1995", "T5", "bupa", "rls-dsbe", "accuracy", None, None),
        ("brodley1995", "T16", "hepatitis", "c4.5", "size", 2.5, None),
        ("ittner1996", "T1", "spiral", "ndt-gain", "accuracy", 81.25, None),
        ("wu2000", "T1", "sonar", "moc1", "depth", 3.3, None),
    ],
)
def test_some_cells(paper, table, data_set, method, metric, value, sd):
    (cell,) = [
        c
        for c in cells(paper)
        if (c.table, c.dataset, c.method, c.metric) == (table, data_set, method, metric)
    ]
    if value is not None:
        assert (cell.value, cell.sd) == (value, sd)


@pytest.mark.parametrize("paper", PAPERS)
def test_every_figure_of_a_table_can_be_computed_or_is_explained(paper):
    recipe = RECIPES[paper]
    for cell in cells(paper):
        if not cell.table.startswith("T") or cell.method == "dataset":
            continue
        known = cell.method in recipe.methods or cell.method in recipe.elsewhere
        assert known or recipe.comparison(cell), cell
        assert cell.dataset in ROWS[paper]


@pytest.mark.parametrize("paper", PAPERS)
def test_comparisons_need_methods_that_there_are(paper):
    recipe = RECIPES[paper]
    found = [comparison for cell in cells(paper) if (comparison := recipe.comparison(cell))]
    assert all(set(one.needs) <= set(recipe.methods) for one in found)
    assert bool(found) == (paper in ("brodley1995", "wu2000"))


def test_tables_are_in_the_order_of_their_numbers():
    assert tables("brodley1995")[:3] == ("S6.1", "S6.2", "S6.3.1")
    numbered = [t for t in tables("brodley1995") if t.startswith("T")]
    assert numbered == [f"T{i}" for i in range(4, 25)]


def test_unknown_papers_are_refused():
    with pytest.raises(ValueError, match="did you mean murthy1994"):
        cells("murthy94")
