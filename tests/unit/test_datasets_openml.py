"""Fetching from OpenML, which answers from the folder here: no test reaches the network."""

import csv
from urllib.error import URLError

import numpy as np
import pandas as pd
import pytest
from sklearn.utils import Bunch

from obliqua.cli.app import run
from obliqua.experiments.datasets import load, names, openml
from obliqua.experiments.datasets.content import content_checksum
from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.datasets.folder import cache_folder, read_set
from obliqua.experiments.datasets.openml import PINNED, Pinned, fetch


@pytest.fixture(autouse=True)
def no_folder(monkeypatch, tmp_path):
    monkeypatch.delenv("OBLIQUA_DATA", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


@pytest.fixture
def server(monkeypatch):
    """Answers as OpenML does: other names of columns and classes, integers and categories."""
    held: dict[int, tuple[pd.DataFrame, pd.Series]] = {}

    def answer(data_id, target_column, as_frame, parser, cache):
        assert as_frame and target_column
        if data_id not in held:
            raise URLError("no route to host")
        data, target = held[data_id]
        return Bunch(data=data, target=target)

    monkeypatch.setattr("sklearn.datasets.fetch_openml", answer)
    return held


def small():
    rng = np.random.default_rng(0)
    data = pd.DataFrame({
        "x": rng.normal(size=12), "n": rng.integers(0, 9, 12),
        "c": pd.Categorical(rng.choice(["u", "v"], 12)),
    })  # fmt: skip
    data.loc[3, "x"] = np.nan
    return data, pd.Series(pd.Categorical(["p", "q"] * 6))


def checksum_of(data, target, train=None):
    part = None if train is None else np.where(np.arange(len(data)) < train, "train", "test")
    data = data.astype({"n": float})
    return content_checksum(DataSet("s", data, np.asarray(target), tuple(data), "", part=part))


@pytest.fixture
def pinned(server, monkeypatch):
    server[7] = small()
    pin = Pinned(7, checksum_of(*small(), train=8), numeric=False, train=8)
    monkeypatch.setattr(openml, "PINNED", {"weather-numeric": pin})


def test_what_is_fetched_is_read_from_the_cache(pinned):
    path = fetch("weather-numeric")
    assert path == cache_folder() / "weather-numeric.csv"
    again = read_set("weather-numeric")
    data, target = small()
    assert np.array_equal(again.data["x"], data["x"], equal_nan=True)
    assert again.data["c"].tolist() == data["c"].tolist()
    assert again.target.tolist() == target.tolist()
    assert again.part.tolist() == ["train"] * 8 + ["test"] * 4


def test_fetching_again_replaces_the_line_and_keeps_the_others(pinned, tmp_path):
    for _ in range(2):
        fetch("weather-numeric", tmp_path)
    with (tmp_path / "MANIFEST.csv").open() as lines:
        assert [line["name"] for line in csv.DictReader(lines)] == ["weather-numeric"]


def test_another_edition_is_refused_and_nothing_is_kept(pinned, server):
    data, target = small()
    data.loc[0, "x"] += 1e-3
    server[7] = (data, target)
    with pytest.raises(ValueError, match="another edition, so it is not kept"):
        fetch("weather-numeric")
    assert not cache_folder().exists()


def test_a_damaged_file_is_noticed(pinned):
    path = fetch("weather-numeric")
    path.write_text(path.read_text().replace("p", "q", 1))
    with pytest.raises(ValueError, match=r"wrong checksum.*obliqua data fetch weather-numeric"):
        read_set("weather-numeric")


def test_without_network(server):
    with pytest.raises(OSError, match=r"cannot be reached.*--data-dir"):
        fetch("iris")


def test_what_is_not_there():
    with pytest.raises(ValueError, match="has no edition of it that the papers used"):
        fetch("heart-cleveland")


def test_checksums_do_not_see_names_or_order_but_values():
    data, target = small()
    renamed = data.rename(columns={"x": "y"}).assign(c=data["c"].cat.rename_categories(["k", "l"]))
    order = np.random.default_rng(1).permutation(12)
    assert checksum_of(renamed, target.map({"p": "1", "q": "2"})) == checksum_of(data, target)
    shuffled = data.iloc[order].reset_index(drop=True)
    assert checksum_of(shuffled, target.iloc[order]) == checksum_of(data, target)
    assert checksum_of(data, target.iloc[order]) != checksum_of(data, target)
    assert checksum_of(data[1:], target[1:]) != checksum_of(data, target)
    assert checksum_of(data, target, train=4) != checksum_of(data, target)


LARGE = {"adult", "covertype", "electricity", "letter", "mushroom"}


@pytest.mark.parametrize("name", sorted(set(PINNED) - LARGE))
def test_pinned_contents_are_those_of_the_papers_folder(name, data_dir, server):
    """Fetched in other words from a server that has the folder's rows: the checksum is the pin's,
    and what is read afterwards passes every check of `load`."""
    pin = PINNED[name]
    held = read_set(name, data_dir)
    data = held.data.rename(columns={c: f"col_{i}" for i, c in enumerate(held.data.columns)})
    server[pin.number] = (data, pd.Series(held.target))
    folder = cache_folder()
    fetch(name)
    assert (folder / f"{name}.csv").is_file()
    if name in names():
        again = load(name)
        assert again.n_rows == load(name, data_dir=data_dir).n_rows


# --- the command -------------------------------------------------------------


def test_the_command(capsys, pinned, tmp_path):
    assert run(["data", "fetch", "weather-numeric", "--data-dir", str(tmp_path / "d")]) == 0
    assert capsys.readouterr().out == f"{tmp_path}/d/weather-numeric.csv\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["iris"], "OpenML cannot be reached"),
        (["wpbc"], "has no edition of it"),
        (["pol"], "obliqua data make pol"),
        (["irises"], "did you mean iris"),
        (["bright"], "not to be had"),
    ],
)
def test_problems_are_told_in_a_line(capsys, server, arguments, message):
    assert run(["data", "fetch", *arguments]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert message in said.err
    assert said.err.count("\n") == 1
