"""Model files of every release keep loading, and keep meaning what they meant.

A release adds its files and what they predict; none is ever changed.
"""

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from obliqua import load
from obliqua.persistence import to_bytes

FILES = Path(__file__).parent / "files"
DIGESTS = {
    "0.1.0-c45.json": "d3077d223d597736b491895162e66479decfc6a8ea308c40182509ebe0568142",
    "0.1.0-every-kind.json": "531d86be796d5ef69b6596b9d323a5e5d2bb67ed7b5298d88014c4dd46a0638e",
}
FORESTS = {
    "0.1.0-forest.json": "cfcfff001ffae5688b5c6dc60e7999a584064f90b389a0af06b7e84d08b2a024",
}


def test_every_file_is_listed():
    assert sorted(path.name for path in FILES.glob("*.json")) == sorted(DIGESTS | FORESTS)


@pytest.mark.parametrize(("name", "digest"), DIGESTS.items())
def test_the_tree_is_what_it_was(name, digest):
    assert load(FILES / name).tree_.digest() == digest


@pytest.mark.parametrize(("name", "digest"), FORESTS.items())
def test_the_forest_is_what_it_was(name, digest, tmp_path):
    model = load(FILES / name)
    assert model.digest() == digest
    (tmp_path / "again.json").write_bytes(to_bytes(model))
    assert load(tmp_path / "again.json").digest() == digest


@pytest.mark.parametrize("name", DIGESTS)
def test_it_can_be_saved_again(name, tmp_path):
    model = load(FILES / name)
    (tmp_path / "again.json").write_bytes(to_bytes(model))
    assert load(tmp_path / "again.json").tree_ == model.tree_


def test_c45_predicts_what_it_did():
    model = load(FILES / "0.1.0-c45.json")
    assert model.criterion == "gain-ratio"
    assert model.class_weight == {"ill": 2.0, "unsure": 1.0, "well": 1.0}
    assert model.classes_.dtype == np.dtype("U6")
    X = pd.DataFrame(
        {
            "age": [30.0, 50.0, 50.0, np.nan],
            "colour": ["red", "green", "red", None],
            "dose": [0.0, 0.0, 2.0, 2.0],
        }
    )
    assert model.predict(X).tolist() == ["well", "ill", "well", "ill"]
    np.testing.assert_allclose(
        model.predict_proba(X[3:]),
        [[0.6813186813186813, 0.21098901098901096, 0.10769230769230768]],
        rtol=1e-12,
    )


def test_every_kind_of_test_predicts_what_it_did():
    model = load(FILES / "0.1.0-every-kind.json")
    X = pd.DataFrame(
        {"a": [1.0, 9.0, 3.0, np.nan], "b": [5.0, 1.0, 4.0, 1.0], "colour": ["red", "blue"] * 2}
    )
    assert model.predict(X).tolist() == ["no", "perhaps", "perhaps", "perhaps"]


def test_a_forest_votes_as_it_did():
    model = load(FILES / "0.1.0-forest.json")
    assert model.estimator.class_weight == {"ill": 2.0, "well": 1.0}
    assert [one.random_state for one in model.estimators_] == [1033693557, 2913878870, 1449007284]
    X = pd.DataFrame(
        {
            "age": [25.0, 55.0, np.nan, 35.0],
            "dose": [0.0, 2.0, 1.0, np.nan],
            "colour": ["red", "blue", "tan", None],
        }
    )
    assert model.predict(X).tolist() == ["well", "ill", "well", "ill"]
    assert model.predict_proba(X)[:, 0].tolist() == [0, 1, 0, 2 / 3]
