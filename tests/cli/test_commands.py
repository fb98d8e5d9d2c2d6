"""The commands: what they write, print and return."""

import json
import os
import signal
import subprocess
import sys
import time

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

import obliqua
from obliqua.cli.app import run
from obliqua.estimators.systems import METHODS

COMMAND = [sys.executable, "-c", "from obliqua.cli import main; main()"]


@pytest.fixture
def iris(tmp_path):
    data = load_iris(as_frame=True)
    table = data.data.copy()
    table.columns = ["sepal_length", "sepal_width", "petal_length", "petal_width"]
    table["species"] = data.target_names[data.target]
    path = tmp_path / "iris.csv"
    table.to_csv(path, index=False)
    return str(path)


@pytest.fixture
def model(iris, tmp_path, capsys):
    path = str(tmp_path / "model.json")
    assert run(["train", iris, "-y", "species", "-o", path, "--max-depth", "3"]) == 0
    capsys.readouterr()
    return path


def json_of(capsys):
    return json.loads(capsys.readouterr().out)


# --- train -------------------------------------------------------------------


def test_train_writes_a_model_and_says_so(iris, tmp_path, capsys):
    path = tmp_path / "model.json"
    assert run(["train", iris, "--target", "species", "--cv", "5", "-o", str(path)]) == 0
    said = capsys.readouterr()
    assert "150 rows, 4 numeric and 0 symbolic features" in said.out
    assert "3 classes (setosa, versicolor, virginica)" in said.out
    assert "by 5-fold cross-validation" in said.out
    assert said.err == ""
    assert obliqua.load(path).classes_.tolist() == ["setosa", "versicolor", "virginica"]
    assert obliqua.load(path).verbose == 0


def test_train_gives_the_tree_that_python_gives(iris, tmp_path):
    path = tmp_path / "model.json"
    options = ["-m", "c45", "--seed", "3", "--set", "confidence=0.1", "-o", str(path)]
    assert run(["train", iris, "-y", "species", *options]) == 0
    table = pd.read_csv(iris)
    peer = obliqua.AxisTreeClassifier.c45(random_state=3, confidence=0.1)
    peer.fit(table.drop(columns="species"), table["species"].to_numpy(dtype=object))
    assert obliqua.load(path).tree_ == peer.tree_


def test_train_json(iris, capsys):
    assert run(["train", iris, "-y", "species", "--json", "--cv", "3"]) == 0
    report = json_of(capsys)
    assert set(report) == {
        "data", "model", "method", "estimator", "params", "target", "rows", "features", "classes",
        "leaves", "tests", "depth", "size", "digest", "seconds", "training_accuracy", "estimate",
    }  # fmt: skip
    assert report["rows"] == 150
    assert report["model"] is None
    assert report["features"] == dict.fromkeys(pd.read_csv(iris).columns[:4], "numeric")
    assert report["leaves"] == report["tests"] + 1
    assert set(report["estimate"]) == {"kind", "accuracy", "standard_error", "per_fold"}
    assert len(report["estimate"]["per_fold"]) == 3
    assert 0.85 < report["estimate"]["accuracy"] <= report["training_accuracy"] <= 1


def test_train_holds_rows_out(iris, capsys):
    options = ["--json", "--test-fraction", "0.2"]
    assert run(["train", iris, "-y", "species", *options]) == 0
    estimate = json_of(capsys)["estimate"]
    assert (estimate["kind"], estimate["n_rows"]) == ("held-out", 30)


def test_train_is_repeatable(iris, tmp_path):
    for name in ("a.json", "b.json"):
        assert run(["train", iris, "-y", "species", "-o", str(tmp_path / name)]) == 0
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


@pytest.mark.parametrize("method", METHODS)
def test_every_method_trains(iris, method, capsys):
    assert run(["train", iris, "-y", "species", "-m", method, "--json"]) == 0
    assert json_of(capsys)["training_accuracy"] > 0.9


def test_train_options_reach_the_estimator(iris, capsys):
    options = {
        "--criterion": ("criterion", "twoing"),
        "--pruning": ("pruning", "none"),
        "--missing": ("missing", "node-mean"),
        "--max-depth": ("max_depth", 4),
        "--max-leaf-nodes": ("max_leaf_nodes", 6),
        "--min-samples-leaf": ("min_samples_leaf", 3),
        "--seed": ("random_state", 11),
        "--threads": ("n_jobs", 2),
    }
    arguments = [str(word) for option, (_, value) in options.items() for word in (option, value)]
    settings = ["--set", "class_weight=balanced", "--set", "merge_leaves=true"]
    code = run(["train", iris, "-y", "species", "--json", *arguments, *settings])
    assert code == 0
    params = json_of(capsys)["params"]
    wanted = dict(options.values()) | {"pruning": None, "class_weight": "balanced"}
    assert params | wanted | {"merge_leaves": True} == params


def test_train_with_roles_of_columns(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text("id,zip,x,w,y\n1,10,1,1,a\n2,10,2,1,b\n3,20,3,2,a\n4,20,4,0,b\n")
    options = ["--ignore", "id", "--symbolic", "zip", "--weights", "w", "--numeric", "x"]
    assert run(["train", str(path), "-y", "y", "-m", "axis", "--json", *options]) == 0
    report = json_of(capsys)
    assert report["features"] == {"zip": "symbolic", "x": "numeric"}


def test_numbers_are_class_labels_when_whole(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text("x,y\n1,0\n2,1\n3,0\n4,1\n")
    assert run(["train", str(path), "-y", "y", "-m", "axis", "--json"]) == 0
    assert json_of(capsys)["classes"] == [0, 1]


def test_small_classes_can_be_cross_validated(tmp_path, capsys):
    path = tmp_path / "t.csv"
    rows = "\n".join(f"{i},{'rare' if i == 3 else 'ab'[i % 2]}" for i in range(20))
    path.write_text(f"x,y\n{rows}\n")
    assert run(["train", str(path), "-y", "y", "-m", "axis", "--cv", "5", "--json"]) == 0
    assert len(json_of(capsys)["estimate"]["per_fold"]) == 5


# --- predict and show --------------------------------------------------------


def test_predict_writes_csv(model, iris, tmp_path, capsys):
    assert run(["predict", model, iris, "--proba", "-y", "species"]) == 0
    said = capsys.readouterr()
    lines = said.out.splitlines()
    assert lines[0] == "prediction,p_setosa,p_versicolor,p_virginica"
    assert lines[1] == "setosa,1.0,0.0,0.0"
    assert len(lines) == 151
    assert said.err.startswith("accuracy 9")
    out = tmp_path / "out.csv"
    assert run(["predict", model, iris, "-o", str(out)]) == 0
    table = pd.read_csv(iris)
    expected = obliqua.load(model).predict(table.drop(columns="species"))
    assert pd.read_csv(out)["prediction"].tolist() == expected.tolist()


def test_predict_json(model, iris, capsys):
    assert run(["predict", model, iris, "--proba", "--json", "-y", "species"]) == 0
    report = json_of(capsys)
    assert set(report) == {"model", "data", "classes", "predictions", "probabilities", "accuracy"}
    assert np.array(report["probabilities"]).shape == (150, 3)
    assert 0.9 < report["accuracy"] <= 1


def test_predict_reads_columns_as_the_model_knows_them(tmp_path, capsys):
    train, new, model = (str(tmp_path / name) for name in ("t.csv", "n.csv", "m.json"))
    (tmp_path / "t.csv").write_text("code,x,y\n1,1,a\nb,2,b\n1,3,a\nb,4,b\n")
    (tmp_path / "n.csv").write_text("other,x,code\nq,9,1\nq,?,\n")
    assert run(["train", train, "-y", "y", "-m", "axis", "-o", model]) == 0
    capsys.readouterr()
    assert run(["predict", model, new]) == 0, "a column of ones is not numeric here"
    assert capsys.readouterr().out.splitlines()[:2] == ["prediction", "a"]


def test_predict_with_a_model_grown_from_an_array(tmp_path, iris, capsys):
    table = pd.read_csv(iris)
    peer = obliqua.AxisTreeClassifier().fit(table.iloc[:, :4].to_numpy(), table["species"])
    obliqua.save(peer, tmp_path / "m.json")
    assert run(["predict", str(tmp_path / "m.json"), iris, "-y", "species", "--json"]) == 0
    assert json_of(capsys)["accuracy"] == 1.0
    assert run(["predict", str(tmp_path / "m.json"), iris]) == 2
    assert "has 5 columns, but the model was grown from 4" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("view", "begin"),
    [
        ("text", " leaves, "),
        ("rules", "Rule 1: setosa"),
        ("dot", "digraph tree {"),
        ("svg", "<svg "),
        ("json", '{\n  "estimator": "AxisTreeClassifier"'),
    ],
)
def test_show(model, view, begin, tmp_path, capsys):
    assert run(["show", model, "--format", view]) == 0
    shown = capsys.readouterr().out
    assert begin in shown[:60]
    out = tmp_path / "out"
    assert run(["show", model, "-f", view, "-o", str(out)]) == 0
    assert out.read_text(encoding="utf-8") == shown


def test_show_options(model, capsys):
    assert run(["show", model, "--max-depth", "1", "--digits", "2", "--ascii"]) == 0
    shown = capsys.readouterr().out
    assert shown.isascii()
    assert "petal_length <= 2.5" in shown or "petal_width <= 0.8" in shown
    assert "not shown" in shown


def test_show_json_is_the_tree(model, capsys):
    assert run(["show", model, "-f", "json"]) == 0
    report = json_of(capsys)
    tree = obliqua.load(model).tree_
    assert report["digest"] == tree.digest()
    assert report["nodes"] == json.loads(json.dumps(tree.to_dict()["nodes"]))


# --- forests -----------------------------------------------------------------


KDT = ["-m", "k-dt"]


@pytest.fixture
def forest(iris, tmp_path, capsys):
    path = str(tmp_path / "forest.json")
    options = [*KDT, "--set", "n_trees=3", "--set", "estimator=c45", "--max-depth", "2"]
    assert run(["train", iris, "-y", "species", "-o", path, *options]) == 0
    said = capsys.readouterr().out
    assert "Forest    k-dt, 3 trees:" in said
    assert f"obliqua show {path} --tree 0" in said
    return path


def test_a_forest_gives_its_trees_what_it_has_not(forest, iris, capsys):
    model = obliqua.load(forest)
    assert (model.n_trees, model.random_state) == (3, 0)
    assert (model.estimator.criterion, model.estimator.max_depth) == ("gain-ratio", 2)
    options = [*KDT, "--json", "--set", "restarts=2", "--set", "n_trees=2"]
    assert run(["train", iris, "-y", "species", *options]) == 0
    report = json_of(capsys)
    assert report["trees"] == 2
    assert report["leaves"] == report["tests"] + 2
    assert report["params"]["estimator"]["name"] == "OC1Classifier"
    assert report["params"]["estimator"]["params"]["restarts"] == 2


def test_a_forest_predicts_and_shows_one_of_its_trees(forest, iris, tmp_path, capsys):
    assert run(["predict", forest, iris, "-y", "species", "--json"]) == 0
    assert json_of(capsys)["accuracy"] > 0.9
    assert run(["show", forest, "--tree", "2"]) == 0
    assert "leaves" in capsys.readouterr().out
    assert run(["show", forest, "--tree", "2", "--format", "json"]) == 0
    assert json_of(capsys)["estimator"] == "AxisTreeClassifier"
    assert run(["plot", forest, "--tree", "1", "-o", str(tmp_path / "tree.png")]) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "FOREST"], "a forest of 3 trees; choose one with --tree 0 to --tree 2"),
        (["plot", "FOREST"], "a forest of 3 trees; choose one with --tree 0 to --tree 2"),
        (["show", "FOREST", "--tree", "3"], "--tree 3: FOREST has trees 0 to 2"),
        (["show", "MODEL", "--tree", "0"], "--tree 0: MODEL is not a forest, but one tree"),
        (
            ["train", "IRIS", "-y", "species", *KDT, "--set", "estimator=oak"],
            "there is no method 'oak'",
        ),
        (
            ["train", "IRIS", "-y", "species", *KDT, "--set", "jump=1"],
            "the method 'oc1' has no parameter 'jump'",
        ),
    ],
)
def test_mistakes_about_forests(arguments, message, forest, model, iris, capsys):
    files = {"FOREST": forest, "MODEL": model, "IRIS": iris}
    code = run([files.get(word, word) for word in arguments])
    assert code == 2
    for name, path in files.items():
        message = message.replace(name, path)
    assert message in capsys.readouterr().err


# --- demo and help -----------------------------------------------------------


def test_demo(tmp_path, capsys):
    folder = tmp_path / "out"
    assert run(["demo", "--out", str(folder)]) == 0
    said = capsys.readouterr().out
    assert "scikit-learn, pruned" in said
    assert "read back, it is the same" in said
    assert sorted(path.name for path in folder.iterdir()) == [
        "model.json",
        "tree.html",
        "tree.svg",
        "tree.txt",
    ]
    names = obliqua.load(folder / "model.json").feature_names_in_
    assert "worst radius" in names
    tree = (folder / "tree.txt").read_text(encoding="utf-8")
    assert all(line.strip() in said for line in tree.splitlines())


@pytest.mark.parametrize("command", [[], ["train"], ["predict"], ["show"], ["demo"]])
def test_help_has_examples(command, capsys):
    assert run([*command, "--help"]) == 0
    assert " ".join(["obliqua", *(command or ["train"])]) in capsys.readouterr().out


def test_help_is_quick():
    """Only what the help needs is imported: not scikit-learn, pandas or the core."""
    script = (
        "import sys; from obliqua.cli.app import run; run(['--help'])\n"
        "heavy = {'sklearn', 'pandas', 'numpy', 'obliqua._core'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_version(capsys):
    assert run(["--version"]) == 0
    assert capsys.readouterr().out == f"obliqua {obliqua.__version__}\n"


# --- what goes wrong ---------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["train", "none.csv", "-y", "a"], "none.csv: there is no such file"),
        (["train", "IRIS"], "which column is to be predicted? add --target NAME, one of 'sepal"),
        (["train", "IRIS", "-y", "kind"], "there is no column 'kind'; there are 'sepal_length'"),
        (["train", "IRIS", "-y", "petal_width"], "row 1, column 'petal_width': 0.2 is a measure"),
        (["train", "IRIS", "-y", "species", "--ignore", "id"], "there is no column 'id'"),
        (
            ["train", "IRIS", "-y", "species", "-m", "magic"],
            "there is no method 'magic'; known are",
        ),
        (["train", "IRIS", "-y", "species", "--criterion", "luck"], "criterion must be one of 'g"),
        (["train", "IRIS", "-y", "species", "--set", "depth=3"], "'cart' has no parameter 'depth'"),
        (["train", "IRIS", "-y", "species", "--set", "depth"], "--set depth: expected name=value"),
        (["train", "IRIS", "-y", "species", "--cv", "500"], "--cv 500: there are only 150 rows"),
        (["train", "IRIS", "-y", "species", "--cv", "1"], "Invalid value for '--cv'"),
        (["train", "IRIS", "-y", "species", "--cv", "3", "--test-fraction", "0.3"], "exclude each"),
        (["train", "IRIS", "-y", "species", "--test-fraction", "0"], "--test-fraction 0.0: "),
        (["train", "IRIS", "-y", "species", "--numeric", "species"], "'setosa' is not a number"),
        (["train", "IRIS", "-y", "species", "--weights", "species"], "cannot be target and weight"),
        (["train", "IRIS", "-y", "species", "--input-format", "xls"], "--input-format xls: known"),
        (["train", "IRIS", "-y", "species", "-o", "no/folder/m.json"], "no/folder"),
        (["predict", "IRIS", "IRIS"], "iris.csv: this is not an Obliqua model file"),
        (["predict", "none.json", "IRIS"], "none.json: No such file"),
        (["show", "none.json"], "none.json: No such file"),
        (["show", "MODEL", "--format", "poem"], "Invalid value for '--format'"),
        (["frobnicate"], "No such command 'frobnicate'"),
    ],
)
def test_mistakes_end_with_2_and_one_clear_line(arguments, message, iris, model, capsys):
    words = [{"IRIS": iris, "MODEL": model}.get(word, word) for word in arguments]
    assert run(words) == 2
    said = capsys.readouterr()
    assert message in said.err
    assert "Traceback" not in said.err
    assert said.out == ""
    if said.err.startswith("obliqua: "):
        assert said.err.count("\n") == 1


def test_a_missing_class_is_named(tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text("x,y\n1,a\n2,\n3,b\n")
    assert run(["train", str(path), "-y", "y"]) == 2
    assert "row 2, column 'y': the class is missing" in capsys.readouterr().err


def test_a_missing_column_is_named(model, tmp_path, capsys):
    path = tmp_path / "t.csv"
    path.write_text("sepal_length,sepal_width\n1,2\n")
    assert run(["predict", model, str(path)]) == 2
    assert "the model needs the column 'petal_length', 'petal_width'" in capsys.readouterr().err


def test_errors_of_our_own_end_with_1(model, capsys, monkeypatch):
    def fail(*_args, **_kwargs):
        raise RuntimeError("a bug")

    monkeypatch.setattr("obliqua.show.text", fail)
    assert run(["show", model]) == 1
    said = capsys.readouterr().err
    assert "unexpected RuntimeError: a bug" in said
    assert "Traceback" not in said
    assert run(["show", model, "--debug"]) == 1
    assert "Traceback" in capsys.readouterr().err


def test_exit_codes_of_the_process(model, iris):
    def code(*arguments):
        return subprocess.run([*COMMAND, *arguments], capture_output=True).returncode

    assert code("show", model) == 0
    assert code("show", "none.json") == 2
    assert code("show") == 2
    assert code() == 2


def test_standard_input_and_output(model, iris):
    with open(iris, "rb") as rows:
        done = subprocess.run([*COMMAND, "predict", model, "-"], stdin=rows, capture_output=True)
    assert done.returncode == 0
    assert done.stdout.splitlines()[1] == b"setosa"


def test_a_terminal_without_unicode_gets_ascii(model):
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = subprocess.run([*COMMAND, "show", model], capture_output=True, env=environment)
    assert done.returncode == 0
    assert b" <= " in done.stdout
    assert done.stdout.isascii()


def test_a_reader_that_leaves_early_is_no_error(model):
    with subprocess.Popen(
        [*COMMAND, "show", model, "-f", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        process.stdout.close()
        assert process.wait(60) == 0
        assert process.stderr.read() == b""


def test_an_interrupt_ends_with_130():
    with subprocess.Popen(
        [*COMMAND, "train", "-", "-y", "a"], stdin=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        time.sleep(3)  # it waits for standard input
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said.strip() == b"obliqua: interrupted"
