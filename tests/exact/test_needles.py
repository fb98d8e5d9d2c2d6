"""What was forgotten is in no byte of the learner's state, of its pickle, or of its model file."""

import pickle

import numpy as np
import pytest

from obliqua import DMTIClassifier, ITIClassifier, save
from obliqua.incremental.state import from_bytes, to_bytes

NUMBER, WORD, LABEL, ID = 7316258.0625, "Xanthippe-von-Needle", "needle-class", "person-4711"


def needles():
    number = np.float64(NUMBER)
    return [number.tobytes(), repr(NUMBER).encode(), WORD.encode(), LABEL.encode(), ID.encode()]


def state(model, tmp_path):
    return to_bytes(model)


def pickled(model, tmp_path):
    return pickle.dumps(model)


def model_file(model, tmp_path):
    save(model, tmp_path / "model.json")
    return (tmp_path / "model.json").read_bytes()


@pytest.mark.parametrize("written", [state, pickled, model_file])
@pytest.mark.parametrize("kind", [ITIClassifier, DMTIClassifier])
def test_a_forgotten_row_leaves_nothing_behind(kind, written, tmp_path):
    rng = np.random.default_rng(0)
    X = np.empty((30, 2), dtype=object)
    X[:, 0] = rng.normal(size=30)
    X[:, 1] = rng.choice(["red", "green"], 30)
    y = rng.choice(["yes", "no"], 30)
    model = kind(prune=False).fit(X, y, ids=[f"p{i}" for i in range(30)])
    model.partial_fit([[NUMBER, WORD]], [LABEL], ids=[ID])
    found = written(model, tmp_path)
    assert any(needle in found for needle in needles())
    model.forget([ID])
    model.predict(X)
    found = written(model, tmp_path)
    assert [needle for needle in needles() if needle in found] == []


@pytest.mark.parametrize("kind", [ITIClassifier, DMTIClassifier])
def test_a_restored_learner_goes_on_as_if_nothing_had_been(kind):
    rng = np.random.default_rng(1)
    X, y = rng.integers(0, 5, (60, 3)).astype(float), rng.integers(0, 3, 60)
    model = kind(prune=False).fit(X[:40], y[:40])
    model.forget([3, 17])
    again = from_bytes(to_bytes(model))
    for one in (model, again):
        one.partial_fit(X[40:], y[40:]).forget([5, 41])
    assert again.tree_.digest() == model.tree_.digest()
    assert again.ids_.tolist() == model.ids_.tolist()


@pytest.mark.parametrize("kind", [ITIClassifier, DMTIClassifier])
def test_text_may_be_asked_about_where_no_row_is_left_that_knows_it(kind):
    model = kind(prune=False).fit([[1.0, "red"], [2.0, None], [3.0, None]], ["a", "a", "b"])
    asked = [[1.0, "blue"], [3.0, "red"]]
    assert model.influence([0], asked).changed.tolist() == []
    assert model.leave_one_out().tolist() == ["a", "a", "a"]
    assert model.forget([0]).predict(asked).tolist() == ["a", "b"]
    assert model.tree_.schema.kinds == ("numeric", "numeric")
    assert model.partial_fit([[2.0, "red"]], ["b"]).tree_.schema.kinds == ("numeric", "symbolic")
