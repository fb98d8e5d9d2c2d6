"""``obliqua export``."""

import json

import pytest
from sklearn.datasets import load_iris

from obliqua import AxisTreeClassifier, ObliqueForestClassifier, save
from obliqua.cli.app import run
from obliqua.export import to_c, to_sql


@pytest.fixture
def model(tmp_path):
    X, y = load_iris(return_X_y=True, as_frame=True)
    estimator = AxisTreeClassifier(max_depth=3).fit(X, y)
    path = str(tmp_path / "model.json")
    save(estimator, path)
    return path, estimator


def test_a_model_is_written_to_a_file(model, tmp_path):
    path, estimator = model
    assert run(["export", path, "--to", "c", "--name", "iris", "-o", str(tmp_path / "iris.h")]) == 0
    assert (tmp_path / "iris.h").read_text() == to_c(estimator, name="iris")


def test_options_reach_the_target(model, capsys):
    path, estimator = model
    options = ["--dialect", "sqlite", "--form", "query", "--table", "t", "--keep", "a"]
    assert run(["export", path, "--to", "sql", *options, "--keep", "b"]) == 0
    wanted = to_sql(estimator, dialect="sqlite", form="query", table="t", keep=["a", "b"])
    assert capsys.readouterr().out == wanted
    assert run(["export", path, "--to", "json"]) == 0
    assert len(json.loads(capsys.readouterr().out)["nodes"]) == estimator.tree_.n_nodes


def test_an_option_of_another_target_is_refused(model, capsys):
    assert run(["export", model[0], "--to", "python", "--dialect", "sqlite"]) == 2
    assert "--dialect is not an option of --to python" in capsys.readouterr().err
    assert run(["export", model[0], "--to", "c", "--name", "a b"]) == 2
    assert "name must be an identifier" in capsys.readouterr().err


def test_a_forest_is_written_or_refused_by_name(tmp_path, capsys):
    X, y = load_iris(return_X_y=True, as_frame=True)
    forest = ObliqueForestClassifier(AxisTreeClassifier(), n_trees=3, bootstrap=True).fit(X, y)
    path = str(tmp_path / "forest.json")
    save(forest, path)
    assert run(["export", path, "--to", "c"]) == 0
    assert capsys.readouterr().out == to_c(forest)
    assert run(["export", path, "--to", "dot"]) == 2
    assert "ObliqueForestClassifier is a vote of 3 trees, which dot" in capsys.readouterr().err
