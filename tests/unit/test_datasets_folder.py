"""Data sets from a folder: read as declared, refused when they are not."""

import numpy as np
import pandas as pd
import pytest

from obliqua.experiments.datasets import (
    PAPERS,
    UNAVAILABLE,
    data_folder,
    describe,
    load,
    names,
)
from obliqua.experiments.datasets.folder import read_manifest, read_set

MANIFEST = """name,file,rows,features,numeric,symbolic,classes,missing_values,source,notes
small,small.csv,4,3,2,1,2,2,somewhere,a note
codes,codes.csv,3,2,0,2,3,0,,
"""
SMALL = """a,b,c,split,class
1,x,0.5,train,yes
2,y,,train,no
3,,2.5,test,yes
-4,x,1e3,test,no
"""
CODES = "a,b,class\n1,01,3\n2,2,2\n1,2,1\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.delenv("OBLIQUA_DATA", raising=False)
    (tmp_path / "MANIFEST.csv").write_text(MANIFEST)
    (tmp_path / "small.csv").write_text(SMALL)
    (tmp_path / "codes.csv").write_text(CODES)
    return tmp_path


def test_columns_are_numbers_or_categories(folder):
    small = read_set("small", folder)
    assert small.feature_names == ("a", "b", "c")
    assert small.data["a"].tolist() == [1.0, 2.0, 3.0, -4.0]
    assert small.data["b"].dtype == "category"
    assert small.data["b"].isna().tolist() == [False, False, True, False]
    assert np.isnan(small.data["c"][1])
    assert small.target.tolist() == ["yes", "no", "yes", "no"]
    assert "a note" in small.description


def test_the_fixed_split_is_not_a_feature(folder):
    small = read_set("small", folder)
    assert small.rows("train").tolist() == [0, 1]
    assert small.rows("test").tolist() == [2, 3]
    with pytest.raises(ValueError, match="parts are test, train"):
        small.rows("validation")
    with pytest.raises(ValueError, match="no fixed split"):
        read_set("codes", folder).rows("train")


def test_codes_declared_symbolic_stay_text(folder):
    codes = read_set("codes", folder)
    assert codes.data["b"].tolist() == ["01", "2", "2"]
    assert codes.target.tolist() == [3, 2, 1]


def test_the_folder_may_come_from_the_environment(folder, monkeypatch):
    monkeypatch.setenv("OBLIQUA_DATA", str(folder))
    assert data_folder() == folder
    assert read_set("small").n_rows == 4


def test_an_unnamed_folder_says_how_to_name_one(folder):
    with pytest.raises(FileNotFoundError, match="OBLIQUA_DATA"):
        load("iris")


def test_a_folder_that_is_not_there_is_named(folder):
    with pytest.raises(FileNotFoundError, match=r"absent \(data_dir\) is not a folder"):
        load("iris", data_dir=folder / "absent")
    (folder / "empty").mkdir()
    with pytest.raises(FileNotFoundError, match=r"has no MANIFEST\.csv"):
        load("iris", data_dir=folder / "empty")


def test_a_set_that_the_folder_lacks(folder):
    with pytest.raises(ValueError, match=r"no data set 'iris'; it has small, codes"):
        load("iris", data_dir=folder)
    (folder / "small.csv").unlink()
    with pytest.raises(FileNotFoundError, match=r"small\.csv"):
        read_set("small", folder)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("-4,x,1e3,test,no\n", "", "3 rows, but MANIFEST.csv declares 4"),
        ("-4,x,1e3", "-4,x,many", "1 numeric, but MANIFEST.csv declares 2"),
        ("-4,x,1e3", "-4,,1e3", "3 missing values, but MANIFEST.csv declares 2"),
        ("1e3,test,no", "1e3,test,maybe", "3 classes, but MANIFEST.csv declares 2"),
        ("1e3,test,no", "1e3,test,", "row 4, column 'class': the class is missing"),
        ("b,c,split", "b,split,c", "1 numeric, but MANIFEST.csv declares 2"),
    ],
)
def test_another_edition_is_refused(folder, old, new, message):
    text = SMALL.replace(old, new)
    assert text != SMALL
    (folder / "small.csv").write_text(text)
    with pytest.raises(ValueError, match=message):
        read_set("small", folder)


def test_a_number_that_is_none_names_the_file(folder):
    (folder / "MANIFEST.csv").write_text(MANIFEST + "wrong,small.csv,4,3,3,0,2,2,,\n")
    with pytest.raises(ValueError, match=r"small\.csv"):
        read_set("wrong", folder)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("name,file\nsmall,small.csv\n", "there is no column classes, features"),
        (MANIFEST + "small,small.csv,4,3,2,1,2,2,,\n", "line 4: 'small' again"),
        (MANIFEST + "odd,odd.csv,four,3,2,1,2,2,,\n", r"line 4 \(odd\)"),
        (MANIFEST + "odd,odd.csv,4\n", r"line 4 \(odd\)"),
    ],
)
def test_a_bad_manifest_names_the_line(folder, text, message):
    (folder / "MANIFEST.csv").write_text(text)
    with pytest.raises(ValueError, match=message):
        read_manifest(folder)


# --- by name -----------------------------------------------------------------


def test_unknown_names_and_options_are_refused():
    with pytest.raises(ValueError, match="did you mean vowel"):
        describe("vowl")
    with pytest.raises(ValueError, match="not to be had"):
        load("bright")
    with pytest.raises(ValueError, match="options are n, angle"):
        load("pol", noise=1)
    with pytest.raises(ValueError, match=r"options are n$"):
        load("multiplexer6", bits=11)
    with pytest.raises(ValueError, match="it has no options"):
        load("iris", n=10)


def test_every_set_of_every_paper_is_known():
    for sets in PAPERS.values():
        for ours in sets.values():
            assert ours in names() or ours in UNAVAILABLE


@pytest.mark.parametrize("name", [name for name in names() if describe(name).artificial])
def test_made_sets_have_the_size_that_is_told(name):
    made = load(name)
    entry = describe(name)
    assert (made.n_rows, made.n_features) == (entry.rows, entry.features)
    assert len(made.class_counts()) == entry.classes
    assert made.name == name


LARGE = ("adult", "covertype", "letter", "electricity")


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow if name in LARGE else ())
        for name in names()
        if not describe(name).artificial
    ],
)
def test_real_sets_are_the_editions_that_are_expected(data_dir, name):
    read = load(name, data_dir=data_dir)  # checks rows, features and classes itself
    assert read.name == name
    assert len(read.data) == read.n_rows
    assert tuple(read.data.columns) == read.feature_names
    assert set(map(str, read.data.dtypes)) <= {"float64", "category"}


def test_preparation_follows_the_papers(data_dir):
    housing = load("housing", data_dir=data_dir)
    raw = pd.read_csv(data_dir / "housing.csv")
    assert housing.target.tolist() == [1 if value < 21 else 2 for value in raw["medv"]]
    assert "medv" not in housing.feature_names

    assert not load("breast-w-683", data_dir=data_dir).data.isna().any(axis=None)
    assert load("breast-w", data_dir=data_dir).data.isna().to_numpy().sum() == 16
    assert not load("glass-213", data_dir=data_dir).frame().duplicated().any()
    assert "time" not in load("wpbc", data_dir=data_dir).feature_names

    heart = load("heart-cleveland-symbolic", data_dir=data_dir).data
    assert (heart.dtypes == "category").sum() == 7
    assert sorted(heart["thal"].cat.categories) == ["3", "6", "7"]
    assert heart["thal"].isna().sum() == 2
    assert heart["age"].dtype == np.float64

    vowel = load("vowel", data_dir=data_dir)
    assert (len(vowel.rows("train")), len(vowel.rows("test"))) == (528, 462)
