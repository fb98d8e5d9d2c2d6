"""ITIClassifier as its user sees it: learning, forgetting, modes, proofs, and what it refuses."""

import pickle

import numpy as np
import pandas as pd
import pytest
from sklearn.base import clone
from sklearn.datasets import load_iris
from sklearn.exceptions import NotFittedError

from obliqua import ITIClassifier, load, save
from obliqua.incremental.state import from_bytes, to_bytes

COLOURS = ("red", "green", "blue", None)


def mixed_table(n: int, seed: int = 0) -> tuple[pd.DataFrame, np.ndarray]:
    """Numbers with ties, categories, missing values, and labels that contradict each other."""
    rng = np.random.default_rng(seed)
    size = rng.integers(0, 6, n) / 2
    X = pd.DataFrame(
        {
            "size": np.where(rng.random(n) < 0.2, np.nan, size),
            "colour": [COLOURS[i] for i in rng.integers(0, 4, n)],
            "weight": rng.normal(size=n).round(1),
        }
    )
    y = np.where(rng.random(n) < 0.3, rng.integers(0, 3, n), (size > 1) + (X["weight"] > 0))
    return X, y.astype(int)


@pytest.fixture(scope="module")
def iris():
    return load_iris(return_X_y=True)


@pytest.mark.parametrize("prune", [False, True])
def test_the_tree_is_that_of_a_fresh_fit_after_every_step(prune):
    X, y = mixed_table(60)
    rng = np.random.default_rng(1)
    model = ITIClassifier(prune=prune).fit(X[:5], y[:5], ids=np.arange(5))
    known, unknown = set(range(5)), set(range(5, 60))
    for _ in range(150):
        learn = bool(unknown) and (len(known) < 3 or rng.random() < 0.55)
        source, target = (unknown, known) if learn else (known, unknown)
        rows = rng.choice(sorted(source), size=min(len(source) - (not learn), 2), replace=False)
        if learn:
            model.partial_fit(X.iloc[rows], y[rows], ids=rows)
        else:
            model.forget(rows)
        source.difference_update(rows.tolist())
        target.update(rows.tolist())
        left = sorted(known)
        fresh = ITIClassifier(prune=prune).fit(X.iloc[left], y[left])
        assert model.tree_.digest() == fresh.tree_.digest()
    assert sorted(model.ids_.tolist()) == sorted(known)
    assert model.verify()


def test_order_is_immaterial(iris):
    X, y = iris
    digest = ITIClassifier().fit(X, y).tree_.digest()
    rng = np.random.default_rng(0)
    for _ in range(10):
        order = rng.permutation(len(X))
        model = ITIClassifier()
        for rows in np.array_split(order, 7):
            model.partial_fit(X[rows], y[rows])
        assert model.tree_.digest() == digest


def test_pruning_is_virtual(iris):
    X, y = iris
    model = ITIClassifier(prune=False).fit(X, y)
    whole = model.tree_.digest()
    model.set_params(prune=True)
    assert model.get_n_leaves() < ITIClassifier(prune=False).fit(X, y).get_n_leaves()
    model.set_params(prune=False)
    assert model.tree_.digest() == whole


@pytest.mark.parametrize("mode", ["normal", "lazy"])
def test_modes_that_learn_everything_agree(mode, iris):
    X, y = iris
    model = ITIClassifier(mode=mode)
    for row in range(0, 150, 10):
        model.partial_fit(X[row : row + 10], y[row : row + 10])
    assert model.tree_.digest() == ITIClassifier().fit(X, y).tree_.digest()


def test_error_correction_learns_until_the_pool_is_right(iris):
    X, y = iris
    model = ITIClassifier(prune=False, mode="error-correction").fit(X, y)
    assert len(model.ids_) < 60
    left = np.setdiff1d(np.arange(150), model.ids_)
    np.testing.assert_array_equal(model.predict(X[left]), y[left])
    assert model.verify()


def test_error_correction_takes_a_stream_as_it_comes(iris):
    X, y = iris
    order = np.random.default_rng(0).permutation(150)
    model = ITIClassifier(prune=False, mode="error-correction")
    learned = []
    for row in order:
        right = bool(learned) and model.predict(X[[row]])[0] == y[row]
        model.partial_fit(X[[row]], y[[row]], ids=[row])
        learned += [] if right else [row]
    assert model.ids_.tolist() == learned
    whole = ITIClassifier(prune=False, mode="error-correction")
    whole.partial_fit(X[order], y[order], ids=order)
    assert whole.ids_.tolist() == learned


def test_new_classes_categories_and_missing_values_may_come_at_any_call():
    model = ITIClassifier(prune=False).fit(pd.DataFrame({"a": ["x", "y"]}), ["no", "yes"])
    model.partial_fit(pd.DataFrame({"a": [None, "b", "b"]}), ["maybe", "no", "yes"])
    assert model.classes_.tolist() == ["maybe", "no", "yes"]
    assert model.tree_.schema.categories == (("b", "x", "y"),)
    model.forget([2, 3, 4])
    assert model.classes_.tolist() == ["no", "yes"]
    assert model.tree_.schema.categories == (("x", "y"),)


def test_declared_classes_stay():
    model = ITIClassifier().partial_fit([[1.0], [2.0]], ["a", "b"], classes=["a", "b", "c"])
    assert model.classes_.tolist() == ["a", "b", "c"]
    assert model.predict_proba([[1.0]]).shape == (1, 3)
    assert model.verify()


def test_a_column_that_no_row_knows_finds_its_kind_later():
    model = ITIClassifier(prune=False).fit([[1.0, None], [2.0, None]], [0, 1])
    model.partial_fit(np.array([[3.0, "red"]], dtype=object), [2])
    assert model.tree_.schema.kinds == ("numeric", "symbolic")
    assert model.verify()
    model.forget([2])
    assert model.tree_.schema.kinds == ("numeric", "numeric")


def test_weights_are_repetitions():
    X, y = mixed_table(40, seed=3)
    weights = np.random.default_rng(0).integers(0, 4, 40)
    weighted = ITIClassifier().fit(X, y, sample_weight=weights)
    rows = np.repeat(np.arange(40), weights)
    repeated = ITIClassifier().fit(X.iloc[rows], y[rows])
    assert weighted.tree_.digest() == repeated.tree_.digest()
    weighted.forget_rows(X.iloc[rows[:3]], y[rows[:3]])
    repeated.forget_rows(X.iloc[rows[:3]], y[rows[:3]])
    assert weighted.tree_.digest() == repeated.tree_.digest()
    assert weighted.verify()


@pytest.mark.parametrize("prune", [False, True])
def test_leave_one_out_is_what_refitting_without_the_row_says(prune):
    X, y = mixed_table(30, seed=5)
    model = ITIClassifier(prune=prune).fit(X, y)
    before = model.tree_.digest()
    said = model.leave_one_out()
    for row in range(30):
        rest = np.delete(np.arange(30), row)
        without = ITIClassifier(prune=prune).fit(X.iloc[rest], y[rest])
        assert said[row] == without.predict(X.iloc[[row]])[0], row
    assert model.tree_.digest() == before
    assert model.verify()


def test_influence_tells_what_would_change_and_changes_nothing(iris):
    X, y = iris
    model = ITIClassifier(prune=False).fit(X, y)
    before, ids = model.tree_.digest(), model.ids_.tolist()
    rest = np.delete(np.arange(150), [70, 106, 119])
    without = ITIClassifier(prune=False).fit(X[rest], y[rest])
    found = model.influence([70, 106, 119], X)
    assert (found.digest_before, found.digest_after) == (before, without.tree_.digest())
    changed = np.flatnonzero(model.predict(X) != without.predict(X))
    np.testing.assert_array_equal(found.changed, changed)
    assert found.diff
    assert model.tree_.digest() == before
    assert model.ids_.tolist() == ids
    assert model.influence(model.ids_).digest_after is None


def test_text_ids():
    model = ITIClassifier().fit([[1.0], [2.0], [3.0]], [0, 1, 1], ids=["ann", "bob", "cy"])
    assert model.forget(["bob"]).ids_.tolist() == ["ann", "cy"]
    with pytest.raises(ValueError, match="no row with id 'bob'"):
        model.forget(["bob"])
    with pytest.raises(ValueError, match="'cy' is used already"):
        model.partial_fit([[1.0]], [0], ids=["cy"])
    model.partial_fit([[1.0]], [0], ids=["bob"])
    assert pickle.loads(pickle.dumps(model)).ids_.tolist() == ["ann", "cy", "bob"]


def test_forgetting_everything_and_starting_again(iris):
    X, y = iris
    model = ITIClassifier().fit(X, y).forget(np.arange(150))
    assert len(model.ids_) == 0
    assert not hasattr(model, "tree_")
    with pytest.raises(NotFittedError):
        model.predict(X)
    with pytest.raises(NotFittedError):
        model.forget([0])
    model.partial_fit(X, y)
    assert model.tree_.digest() == ITIClassifier().fit(X, y).tree_.digest()


def refusals():
    other = [[1.0, 2.0], [3.0, 4.0]]
    yield "an unknown id", lambda m: m.forget([999]), "no row with id 999"
    yield "one unknown of many", lambda m: m.forget([0, 999]), "no row with id 999"
    yield "an id twice", lambda m: m.forget([3, 3]), "given twice"
    yield "an id that is used", lambda m: m.partial_fit(other, [0, 1], ids=[3, 900]), "used already"
    yield "one id for two", lambda m: m.partial_fit(other, [0, 1], ids=[900, 900]), "used already"
    yield "too few ids", lambda m: m.partial_fit(other, [0, 1], ids=[900]), "2 rows and 1 ids"
    yield "text ids", lambda m: m.partial_fit(other, [0, 1], ids=["a", "b"]), "numbers, not text"
    yield "a fraction as id", lambda m: m.forget([0.5]), "whole numbers, or text"
    yield "too many equal rows", lambda m: m.forget_rows([[0.0, 0.0]] * 9, [0] * 9), "fewer"
    yield "no equal row", lambda m: m.forget_rows([[0.0, 7.0]], [0]), "row 0 "
    yield "an unknown class", lambda m: m.forget_rows([[0.0, 0.0]], [77]), "row 0 "
    yield "other columns", lambda m: m.partial_fit([[1.0]], [0]), "1 features"
    yield "another kind", lambda m: m.partial_fit([["a", 1.0]], [0]), "was numeric"
    yield "other labels", lambda m: m.partial_fit(other, ["a", "b"]), "text labels"
    yield "infinity", lambda m: m.partial_fit([[np.inf, 1.0]], [0]), "infinite"
    yield "half a row", lambda m: m.partial_fit(other, [0, 1], sample_weight=[1, 0.5]), "whole"
    yield "a negative row", lambda m: m.partial_fit(other, [0, 1], sample_weight=[1, -1]), "negat"


@pytest.mark.parametrize(("act", "message"), [pytest.param(*r[1:], id=r[0]) for r in refusals()])
def test_what_is_refused_changes_nothing(act, message):
    rng = np.random.default_rng(0)
    X, y = rng.integers(0, 3, (40, 2)).astype(float), rng.integers(0, 2, 40)
    model = ITIClassifier(prune=False).fit(X, y)
    before, ids = model.tree_.digest(), model.ids_.tolist()
    with pytest.raises(ValueError, match=message):
        act(model)
    assert model.tree_.digest() == before
    assert model.ids_.tolist() == ids
    assert model.verify()
    model.partial_fit(X[:1], y[:1])
    assert model.verify()


def test_unknown_modes_are_refused():
    with pytest.raises(ValueError, match="mode must be one of 'normal'"):
        ITIClassifier(mode="eager").fit([[1.0], [2.0]], [0, 1])


def test_a_model_file_predicts_but_does_not_learn(iris, tmp_path):
    X, y = iris
    model = ITIClassifier().fit(X, y)
    save(model, tmp_path / "model.json")
    again = load(tmp_path / "model.json")
    assert again.tree_ == model.tree_
    np.testing.assert_array_equal(again.predict(X), model.predict(X))
    with pytest.raises(ValueError, match="holds no rows"):
        again.partial_fit(X, y)
    assert again.fit(X, y).verify()


def test_the_state_as_bytes_knows_the_same_rows():
    X, y = mixed_table(50, seed=2)
    model = ITIClassifier(prune=False, mode="lazy").fit(X, y).forget([4, 9])
    data = to_bytes(model)
    again = from_bytes(data)
    assert to_bytes(again) == data
    assert again.get_params() == model.get_params()
    assert again.tree_ == model.tree_
    assert again.ids_.tolist() == model.ids_.tolist()
    assert again.partial_fit(X[:1], y[:1]).ids_[-1] == 50
    assert again.verify()


def test_the_state_keeps_nothing_of_what_is_forgotten():
    X = pd.DataFrame({"a": ["needle", "x", "y"]})
    model = ITIClassifier().fit(X, ["thread", "u", "v"]).forget([0])
    for data in (to_bytes(model), pickle.dumps(model)):
        assert b"needle" not in data
        assert b"thread" not in data


def test_damaged_bytes_are_refused():
    data = to_bytes(ITIClassifier().fit([[1.0], [2.0]], ["a", "b"]))
    for position in range(len(data)):
        broken = data[:position] + bytes([data[position] ^ 1]) + data[position + 1 :]
        with pytest.raises(ValueError, match=r"^state: "):
            from_bytes(broken)
        with pytest.raises(ValueError, match=r"^state: "):
            from_bytes(data[:position])
    with pytest.raises(ValueError, match="newer release"):
        from_bytes(data.replace(b"state 1", b"state 2", 1))


def test_copies_go_their_own_ways(iris):
    X, y = iris
    model = ITIClassifier().fit(X, y)
    copy = pickle.loads(pickle.dumps(model))
    copy.forget(np.arange(50))
    assert len(model.ids_) == 150
    assert not hasattr(clone(model), "tree_")
