"""``obliqua data``."""

import io
import json

import numpy as np
import pandas as pd
import pytest

from obliqua.cli.app import run
from obliqua.experiments.datasets import load, names


@pytest.fixture(autouse=True)
def no_folder(monkeypatch):
    monkeypatch.delenv("OBLIQUA_DATA", raising=False)


def test_list_names_every_set(capsys):
    assert run(["data", "list"]) == 0
    said = capsys.readouterr().out
    assert all(name in said for name in names())
    assert "OBLIQUA_DATA" in said  # what to do about those that cannot be read


def test_list_for_programs(capsys):
    assert run(["data", "list", "--json"]) == 0
    sets = {one["name"]: one for one in json.loads(capsys.readouterr().out)["data_sets"]}
    assert sets["pol"] == {
        "name": "pol",
        "rows": 2000,
        "features": 2,
        "classes": 2,
        "artificial": True,
        "available": True,
        "summary": sets["pol"]["summary"],
    }
    assert not sets["iris"]["available"]


def test_list_with_a_folder(capsys, data_dir):
    assert run(["data", "list", "--data-dir", str(data_dir), "--json"]) == 0
    assert all(one["available"] for one in json.loads(capsys.readouterr().out)["data_sets"])


def test_show_an_artificial_set(capsys):
    assert run(["data", "show", "rcb", "--angle", "45"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("rcb: 2000 rows, 2 features")
    assert "45 degrees" in said


def test_show_for_programs(capsys):
    assert run(["data", "show", "led", "--rows", "50", "--json"]) == 0
    about = json.loads(capsys.readouterr().out)
    assert about["rows"] == 50 == sum(one["rows"] for one in about["classes"])
    assert about["features"][0]["kind"] == "symbolic"
    assert about["features"][0]["categories"] == ["False", "True"]


def test_show_a_real_set(capsys, data_dir):
    assert run(["data", "show", "hepatitis", "--data-dir", str(data_dir)]) == 0
    said = capsys.readouterr().out
    assert "155 rows, 19 features" in said
    assert "67 missing" in said


def test_make_writes_what_load_gives(capsys, tmp_path):
    out = tmp_path / "pol.csv"
    assert run(["data", "make", "pol", "-n", "20", "--seed", "7", "-o", str(out)]) == 0
    written, made = pd.read_csv(out), load("pol", n=20, random_state=7)
    assert written.columns.tolist() == ["x", "y", "class"]
    assert np.array_equal(written[["x", "y"]], made.data)
    assert np.array_equal(written["class"], made.target)
    assert capsys.readouterr().out == ""


def test_make_writes_real_sets_as_prepared(capsys, data_dir):
    assert run(["data", "make", "vowel", "--data-dir", str(data_dir)]) == 0
    written = pd.read_csv(io.StringIO(capsys.readouterr().out))
    assert written.shape == (990, 12)
    assert written["split"].value_counts().to_dict() == {"train": 528, "test": 462}
    assert run(["data", "make", "breast-w", "--data-dir", str(data_dir)]) == 0
    written = pd.read_csv(io.StringIO(capsys.readouterr().out))
    assert written.isna().to_numpy().sum() == 16


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "iris"], "OBLIQUA_DATA"),
        (["show", "vowl"], "did you mean vowel"),
        (["make", "bright"], "not to be had"),
        (["make", "led", "--angle", "3"], "no option 'angle'"),
        (["make", "pol", "--angle", "100"], "angle=100"),
        (["make", "spirals", "-n", "3"], "n=3"),
        (["list", "--data-dir", "/no/such/folder"], "/no/such/folder"),
        (["make", "iris", "--data-dir", "/no/such/folder"], "/no/such/folder"),
    ],
)
def test_problems_are_told_in_a_line(capsys, arguments, message):
    assert run(["data", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("obliqua: ")
    assert message in said.err
    assert said.err.count("\n") == 1
