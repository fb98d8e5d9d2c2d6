"""The commands that write pictures and pages."""

import pandas as pd
import pytest
from sklearn.datasets import load_iris

from obliqua.cli.app import run


@pytest.fixture
def iris(tmp_path):
    data = load_iris(as_frame=True)
    table = data.data.copy()
    table["species"] = data.target_names[data.target]
    table.to_csv(tmp_path / "iris.csv", index=False)
    return str(tmp_path / "iris.csv")


@pytest.fixture
def model(iris, tmp_path, capsys):
    path = str(tmp_path / "model.json")
    assert run(["train", iris, "-y", "species", "-m", "oc1", "-o", path]) == 0
    capsys.readouterr()
    return path


PICTURES = {
    "tree": ["DATA", "--row", "60"],
    "pages": [],
    "projection": ["DATA", "-y", "species", "--node", "0"],
    "partition": [
        *("DATA", "-y", "species"),
        *("--feature", "petal width (cm)", "--feature", "petal length (cm)"),
    ],
    "coefficients": ["DATA"],
    "pruning-path": ["DATA", "-y", "species"],
}
SIGNS = {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml"}


@pytest.mark.parametrize("kind", PICTURES)
@pytest.mark.parametrize("ending", SIGNS)
def test_plot(kind, ending, model, iris, tmp_path, capsys):
    if kind == "pages" and ending != ".pdf":
        ending = ".pdf"
    path = tmp_path / f"picture{ending}"
    options = [iris if option == "DATA" else option for option in PICTURES[kind]]
    assert run(["plot", model, *options, "--kind", kind, "-o", str(path)]) == 0, capsys.readouterr()
    assert path.read_bytes().startswith(SIGNS[ending])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "tree.gif"], "the file's ending must be .png or .pdf or .svg"),
        (["-k", "pages", "-o", "tree.png"], "the file's ending must be .pdf"),
        (["-k", "projection"], "--kind projection needs a table"),
        (["-k", "projection", "DATA"], "needs the classes: --target COLUMN"),
        (["-k", "projection", "DATA", "-y", "species", "--node", "99"], "between 0 and"),
        (["-k", "coefficients", "--node", "1"], "node 1 is a leaf"),
        (["-k", "partition", "DATA", "--feature", "a"], "features must be two, got 1"),
        (["-k", "pruning-path", "DATA"], "needs --target"),
        (["DATA", "--row", "151"], "the table has only 150 rows"),
        (["--row", "1"], "--row needs a table"),
        (["DATA", "-k", "partition", "-y", "colour"], "no column 'colour'"),
    ],
)
def test_plot_refuses(options, message, model, iris, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = [iris if option == "DATA" else option for option in options]
    assert run(["plot", model, *options]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.glob("tree.*"))


def test_plot_names_the_column_that_is_missing(model, iris, tmp_path, capsys):
    pd.read_csv(iris).drop(columns="petal width (cm)").to_csv(tmp_path / "less.csv", index=False)
    options = ["-k", "partition", "-o", str(tmp_path / "x.png")]
    assert run(["plot", model, str(tmp_path / "less.csv"), *options]) == 2
    assert "needs the column 'petal width (cm)'" in capsys.readouterr().err


def test_explore(model, iris, tmp_path, capsys):
    path = tmp_path / "tree.html"
    assert run(["explore", model, iris, "-y", "species", "-o", str(path)]) == 0
    assert f"holds 150 rows of {iris}" in capsys.readouterr().err
    page = path.read_text()
    assert "<title>model</title>" in page
    assert '"labels":[' in page
    assert run(["explore", model, "--title", "A & B", "-o", str(path)]) == 0
    assert "no rows" in capsys.readouterr().err
    assert "<title>A &amp; B</title>" in path.read_text()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "tree.pdf"], "the file's ending must be .html"),
        (["-y", "species"], "--target needs a table"),
        (["DATA", "-y", "colour"], "no column 'colour'"),
    ],
)
def test_explore_refuses(options, message, model, iris, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options = [iris if option == "DATA" else option for option in options]
    assert run(["explore", model, *options]) == 2
    assert message in capsys.readouterr().err
    assert not list(tmp_path.glob("tree.*"))
