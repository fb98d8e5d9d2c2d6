"""``obliqua compare``."""

import json

import pytest
from sklearn.datasets import load_iris

from obliqua.cli.app import run
from obliqua.cli.compare import parse_methods, parse_tuning

QUICK = ["-m", "cart,c45", "--folds", "3", "-j", "1"]


@pytest.fixture
def csv(tmp_path):
    table = load_iris(as_frame=True).frame
    path = tmp_path / "iris.csv"
    table.to_csv(path, index=False)
    return str(path)


def test_a_table_of_ones_own(capsys, csv, tmp_path):
    page = tmp_path / "report.html"
    assert run(["compare", csv, "-y", "target", *QUICK, "-o", str(page)]) == 0
    said = capsys.readouterr().out
    assert "iris: 150 rows, 4 features, 3 classes" in said
    assert "Recommended is c" in said
    assert f"Report     {page}" in said
    assert page.read_text().startswith("<!doctype html>")


def test_for_programs(capsys, csv):
    arguments = ["-m", 'tree=sklearn.tree:DecisionTreeClassifier?{"max_depth": 2}', "--json"]
    assert run(["compare", csv, "-y", "target", *QUICK, *arguments]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["methods"]) == {"cart", "c45", "tree"}
    assert told["data_sets"][0]["measures"]["tree"]["depth"] == 2
    assert told["ranking"] is None
    assert told["data_sets"][0]["p_one_way"] is not None


def test_several_tables_are_ranked(capsys):
    assert run(["compare", "multiplexer6", "spirals", *QUICK, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert set(told["ranking"]["ranks"]) == {"cart", "c45"}


def test_an_estimator_in_a_file_here(capsys, csv, tmp_path, monkeypatch):
    (tmp_path / "mine_of_compare.py").write_text(
        "from sklearn.dummy import DummyClassifier\nclass Mine(DummyClassifier):\n    pass\n"
    )
    monkeypatch.chdir(tmp_path)
    arguments = ["-m", "mine_of_compare:Mine", "--json"]
    assert run(["compare", csv, "-y", "target", *QUICK, *arguments]) == 0
    assert "Mine" in json.loads(capsys.readouterr().out)["methods"]


def test_fits_are_kept(capsys, csv, tmp_path):
    arguments = ["compare", csv, "-y", "target", *QUICK, "--results", str(tmp_path / "r.sqlite")]
    assert run(arguments) == 0
    assert "6 fits in" in capsys.readouterr().out
    assert run(arguments) == 0
    assert "0 fits in" in capsys.readouterr().out


def test_tuning(capsys, csv):
    arguments = ["--tune", "cart.max_depth=[1,2]", "--json"]
    assert run(["compare", csv, "-y", "target", *QUICK, *arguments]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["data_sets"][0]["measures"]["cart"]["depth"] <= 2


def test_methods_are_taken_apart():
    texts = ["cart,oc1", 'f=sklearn.tree:DecisionTreeClassifier?{"a":1,"b":2}', "s=sklearn.svm:SVC"]
    assert parse_methods(texts) == {
        "cart": "cart",
        "oc1": "oc1",
        "f": 'sklearn.tree:DecisionTreeClassifier?{"a":1,"b":2}',
        "s": "sklearn.svm:SVC",
    }
    assert parse_methods(['sklearn.svm:SVC?{"C":2}']) == {"SVC": 'sklearn.svm:SVC?{"C":2}'}
    assert parse_tuning(["a.x=[1]", "a.y=[2,3]"]) == {"a": {"x": [1], "y": [2, 3]}}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["CSV"], "add --target NAME"),
        (["CSV", "-y", "species"], "there is no column 'species'"),
        (["CSV", "-y", "target", "-m", "cart,sklearn-tre"], "did you mean sklearn-tree"),
        (["CSV", "-y", "target", "-m", "cart,,c45"], "a name is missing"),
        (["CSV", "-y", "target", "-m", "cart,cart"], "two are called 'cart'"),
        (["CSV", "-y", "target", "-m", "cart,sklearn.tree:No"], "has no No"),
        (["CSV", "-y", "target", "-o", "x.pdf"], "ends in .html"),
        (["CSV", "-y", "target", "--tune", "cart=[1]"], "METHOD.PARAM"),
        (["CSV", "-y", "target", "--tune", "cart.max_depth"], "--tune cart.max_depth: expected"),
        (["CSV", "-y", "target", "-j", "0"], "--jobs 0"),
        (["CSV", "CSV", "-y", "target"], "the same name"),
        (["none.csv", "-y", "target"], "none.csv"),
        (["iris"], "OBLIQUA_DATA"),
    ],
)
def test_problems_are_told_in_a_line(capsys, csv, monkeypatch, tmp_path, arguments, message):
    monkeypatch.delenv("OBLIQUA_DATA", raising=False)
    monkeypatch.chdir(tmp_path)
    given = [csv if one == "CSV" else one for one in arguments]
    assert run(["compare", *given, "--folds", "3"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("obliqua: ")
    assert message in said.err
    assert said.err.count("\n") == 1


def test_results_of_another_version_are_refused(capsys, csv, tmp_path):
    import sqlite3

    from obliqua.experiments.store import Results

    path = tmp_path / "old.sqlite"
    Results(path).close()
    with sqlite3.connect(path) as file:
        file.execute("PRAGMA user_version = 7")
    arguments = ["compare", csv, "-y", "target", *QUICK, "--results", str(path)]
    assert run(arguments) == 2
    assert "results of format 7" in capsys.readouterr().err
