"""Published cells beside ours."""

import csv
import re

import pytest

from obliqua.experiments.report import reproduced
from obliqua.experiments.reproduce import Wanted, reproduce
from obliqua.experiments.store import Results


@pytest.fixture(autouse=True)
def no_folder(monkeypatch):
    monkeypatch.delenv("OBLIQUA_DATA", raising=False)


@pytest.fixture(scope="module")
def found():
    wanted = Wanted(
        ["murthy1994"], ["T1", "T2"], [], ["oc1", "oc1-r0-j0", "oc1-r0-j20"], repeats=1, folds=2
    )
    with pytest.MonkeyPatch.context() as patch, Results(None) as results:
        patch.delenv("OBLIQUA_DATA", raising=False)
        yield reproduce(wanted, results, quiet=True)


def cell(found, table, data_set, method, metric):
    (one,) = [
        j
        for j in found.judged
        if (j.cell.table, j.cell.dataset, j.cell.method, j.cell.metric)
        == (table, data_set, method, metric)
    ]
    return one


def test_cells_have_ours_beside_them(found):
    one = cell(found, "T2", "pol", "oc1-r0-j20", "accuracy")
    assert one.cell.value == 99.3
    assert 95 < one.ours <= 100
    assert one.in_sds == pytest.approx((one.ours - 99.3) / 0.2)
    assert (one.fits, one.planned, one.complete) == (2, 50, False)
    assert one.counted


def test_what_cannot_be_run_says_why(found):
    assert "not public" in cell(found, "T1", "bright", "oc1", "leaves").why
    assert "OBLIQUA_DATA" in cell(found, "T1", "iris", "oc1", "accuracy").why
    assert cell(found, "T1", "dim", "oc1", "accuracy").mark == "not run"


def test_hyperplanes_are_shown_and_not_counted(found):
    one = cell(found, "T2", "rcb", "oc1-r0-j0", "hyperplanes")
    assert one.mark == "shown"
    assert not one.counted


def test_counts(found):
    counts = found.count()
    assert counts["cells"] == 24
    assert counts["run"] == 12
    assert counts["met"] + counts["worse"] == counts["run"]
    assert counts["complete"] == 0


def test_results_are_taken_up_again():
    wanted = Wanted(["murthy1994"], ["T2"], ["pol"], ["oc1-r0-j0"], repeats=1)
    with Results(None) as results:
        first = reproduce(wanted, results, quiet=True, time_limit=0)
        assert (first.ran.done, first.ran.left) == (0, 5)
        assert all("not yet" in one.why for one in first.judged)
        second = reproduce(wanted, results, quiet=True)
        assert (second.ran.done, second.ran.kept) == (5, 0)
        third = reproduce(wanted, results, quiet=True, any_build=True)
        assert (third.ran.done, third.ran.kept) == (0, 5)
        assert [one.ours for one in third.judged] == [one.ours for one in second.judged]


def test_the_estimate_comes_before_the_rest():
    told = []
    wanted = Wanted(["murthy1994"], ["T2"], ["pol"], ["oc1-r0-j0"], repeats=1)
    with Results(None) as results:
        reproduce(
            wanted,
            results,
            quiet=True,
            on_plan=lambda todo, there: told.append(("plan", len(todo), there)),
            on_estimate=lambda fits, seconds: told.append(("estimate", fits, seconds)),
        )
    assert told[0] == ("plan", 5, 0)
    assert told[1][:2] == ("estimate", 4)
    assert 0 < told[1][2] < 60


def test_comparisons_are_computed_from_the_fits(data_dir):
    wanted = Wanted(["brodley1995"], ["T15"], ["bupa"], ["cart-lc-vs-cart-uni"], repeats=2)
    with Results(None) as results:
        found = reproduce(wanted, results, data_dir=data_dir, quiet=True)
    (one,) = found.judged
    assert 0 <= one.ours <= 1
    assert one.mark == "shown"
    assert one.fits == 4 * 4 * 2


def test_withheld_rows_make_smaller_training_sets(data_dir):
    wanted = Wanted(["brodley1995"], ["T13"], ["bupa"], ["c4.5", "rp-c4.5"], repeats=1, folds=1)
    with Results(None) as results:
        found = reproduce(wanted, results, data_dir=data_dir, quiet=True)
        rows = {one.key.method: one.measures["rows"] for one in results}
    assert rows["c4.5"] == rows["rp-c4.5"]
    assert all(one.ours for one in found.judged)


@pytest.mark.parametrize(
    ("what", "message"),
    [
        ({"papers": ["murthy"]}, "did you mean murthy1994"),
        ({"papers": ["wu2000"], "tables": ["T9"]}, "no table 'T9'"),
        ({"data_sets": ["irises"]}, "did you mean iris"),
        ({"papers": ["wu2000"], "methods": ["sadt"]}, "no method 'sadt'"),
    ],
)
def test_unknown_names_are_refused(what, message):
    with pytest.raises(ValueError, match=message):
        Wanted(**what)


# --- reports -----------------------------------------------------------------


def test_reports_are_written(found, tmp_path):
    written = reproduced.write(found, tmp_path / "out")
    names = {path.relative_to(tmp_path / "out").as_posix() for path in written}
    assert {"report.md", "report.html", "cells.csv", "tables.csv"} < names
    assert "figures/accuracy-against-published.svg" in names
    with (tmp_path / "out" / "cells.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == len(found.judged)
    assert {row["mark"] for row in rows} >= {"not run", "shown"}
    text = (tmp_path / "out" / "report.html").read_text()
    assert not re.search(r"""(?:src|href)\s*=\s*["'](?!#)""", text), "the page stands alone"
    assert "@import" not in text
    assert "<svg" in text
    again = reproduced.write(found, tmp_path / "again", ["html"])
    assert again[0].read_text() == text


def test_texts_say_how_many_are_met(found):
    counts = found.count()
    for text in (reproduced.as_text(found), reproduced.as_markdown(found)):
        assert f"{counts['met']} of the {counts['run']} cells that were run are met" in text
        assert "at most 2 folds of each" in text


def test_unknown_formats_are_refused(found, tmp_path):
    with pytest.raises(ValueError, match="no format 'pdf'"):
        reproduced.write(found, tmp_path, ["pdf"])
