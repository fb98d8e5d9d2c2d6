"""Trees as text and as rules."""

import numpy as np
import pytest
from sklearn.datasets import load_iris

from obliqua import AxisTreeClassifier
from obliqua.show import each_rule, rules, text, to_rules
from tests.trees import Builder, axis, chain, equality, linear, schema_of
from tests.unit.test_tree import SCHEMA, mixed_tree


@pytest.fixture
def mixed():
    return mixed_tree().tree(SCHEMA, ["no", "perhaps", "yes"])


def test_all_of_a_small_tree(mixed):
    assert text(mixed).splitlines() == [
        "6 leaves, 4 tests, depth 3; grown from 10 rows, 3 features, 3 classes",
        "",
        "                                        rows  class     share  no  perhaps  yes",
        "all rows                                  10                    4        3    3",
        "├─ a ≤ 2.5                                 5                    4        1    ·",
        "│  ├─ colour = red                         4  no        100 %   4        ·    ·",
        "│  └─ colour ≠ red                         1  perhaps   100 %   ·        1    ·",
        "└─ a > 2.5                                 5                    ·        2    3",
        "   │  border: hyperbola",
        "   ├─ 0.5·b − 2·a² + a·b ≤ 1.5             2  perhaps  50.0 %   ·        1    1",
        "   └─ 0.5·b − 2·a² + a·b > 1.5             3                    ·        1    2",
        *(f"      │  score of {score}" for score in mixed_scores(mixed)),
        "      ├─ no has the largest score          0  yes      66.7 %   ·        ·    ·",
        "      ├─ perhaps has the largest score     1  perhaps   100 %   ·        1    ·",
        "      └─ yes has the largest score         2  yes       100 %   ·        ·    2",
    ]


def mixed_scores(tree):
    test = tree.test(6)
    return [f"{label} = {score}" for label, score in zip(test.classes, test.scores(), strict=True)]


def test_an_estimator_and_its_tree_look_the_same():
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = AxisTreeClassifier(max_depth=3).fit(X, y)
    assert text(model) == text(model.tree_)
    assert rules(model) == rules(model.tree_)
    with pytest.raises(TypeError, match="expected a fitted Obliqua classifier or a Tree"):
        text("model")


def test_what_is_hidden_is_counted(mixed):
    view = text(mixed, max_depth=1)
    assert "a ≤ 2.5" in view
    assert "colour" not in view
    assert "… 2 nodes" in view
    assert "… 5 nodes" in view
    assert view.endswith("7 nodes below depth 1 not shown\n")
    assert "not shown" not in text(mixed, max_depth=3)
    assert text(mixed, max_depth=0).count("\n") == 7


def test_ascii_is_ascii():
    builder = Builder(1, 2, [(0, 0, 0), (2, 0, 0)])
    builder.add(-1, [2.0, 2.0], **linear([0, 1], [-1.0, 0.5], 0.0))
    builder.add(0, [2.0, 0.0])
    builder.add(0, [0.0, 2.0])
    view = text(builder.tree(schema_of("größe"), ["α", "b"]), ascii=True)
    assert view.isascii()
    assert r"|- -gr\xf6\xdfe + 0.5*gr\xf6\xdfe^2 <= 0" in view
    assert "`- " in view
    assert rules(chain(3), ascii=True).isascii()


def test_many_classes_are_the_largest_few_and_the_rest():
    counts = np.arange(26, dtype=float)
    builder = Builder(1, 26, [(0, 0, 0)])
    builder.add(-1, counts.tolist(), **axis(0, 0.0))
    builder.add(0, [*[0.0] * 22, 0.5, 1.0, 2.0, 3.0])
    builder.add(0, [*counts[:22].tolist(), 0, 0, 0, 0])
    view = text(builder.tree(schema_of("x"), [chr(65 + i) for i in range(26)]))
    assert "Z 25, Y 24, X 23, +22 more 253" in view
    assert "Z 3, Y 2, X 1, W 0.5" in view, "one more is shown rather than called a rest"


def test_long_tests_are_continued_within_the_width():
    names = [f"a_rather_long_name_{i}" for i in range(8)]
    builder = Builder(8, 2, [(0, i, 0) for i in range(8)])
    builder.add(-1, [2.0, 2.0], **linear(list(range(8)), [1.5] * 8, -1.0))
    builder.add(0, [2.0, 0.0])
    builder.add(0, [0.0, 2.0])
    view = text(builder.tree(schema_of(*names), [0, 1]), width=70)
    assert max(map(len, view.splitlines())) <= 70
    assert all(name in view for name in names)
    assert view.count(names[0]) == 1, "the sum is written once"
    assert "└─ otherwise (> 1)" in view


def test_long_class_names_are_shortened_only_where_room_is_short():
    builder = Builder(1, 2, [(0, 0, 0)])
    builder.add(-1, [2.0, 2.0], **axis(0, 0.0))
    builder.add(0, [2.0, 0.0])
    builder.add(0, [0.0, 2.0])
    tree = builder.tree(schema_of("measurement"), ["Iris-setosa", "Iris-versicolor"])
    assert "Iris-setosa  Iris-versicolor" in text(tree)
    narrow = text(tree, width=66)
    assert "Iris-s…  Iris-v…" in narrow or "Iris-set" in narrow
    assert "  Iris-versicolor  100 %" in narrow, "a leaf's class stays whole"
    assert max(map(len, narrow.splitlines()[2:])) <= 66


def test_names_cannot_break_the_lines():
    schema = schema_of("a\nb\x1b[31m", ("c", ("x\ty", "z")))
    builder = Builder(2, 2, [(0, 0, 0)])
    builder.add(-1, [2.0, 2.0], **axis(0, 0.0))
    builder.add(0, [2.0, 1.0], **equality(1, 0))
    builder.add(0, [0.0, 1.0])
    builder.add(1, [2.0, 0.0])
    builder.add(1, [0.0, 1.0])
    tree = builder.tree(schema, ["new\nline", "\ud800"])
    for view in (text(tree), rules(tree)):
        assert r"a\nb\x1b[31m ≤ 0" in view
        assert r"c = x\ty" in view
        assert r"new\nline" in view
        view.encode()


def test_wide_letters_keep_the_columns():
    builder = Builder(1, 2, [(0, 0, 0)])
    builder.add(-1, [2.0, 2.0], **axis(0, 0.0))
    builder.add(0, [2.0, 0.0])
    builder.add(0, [0.0, 2.0])
    lines = text(builder.tree(schema_of("身長"), ["yes", "no"])).splitlines()
    assert lines[3].index("4") == lines[4].index("2") + 2, "two letters of two columns each"


@pytest.mark.parametrize("depth", [12, 13, 14, 100_000])
def test_any_depth_prints(depth):
    lines = text(chain(depth)).splitlines()
    assert len(lines) == 3 + 2 * depth + 1
    assert max(map(len, lines)) < 120
    if depth > 12:
        assert f"[{depth}] x > {depth - 1}" in lines[-1]
        assert "[12]" not in "".join(lines)


def test_a_single_leaf():
    builder = Builder(1, 2, [])
    builder.add(-1, [3.0, 1.0])
    tree = builder.tree(schema_of("x"), ["a", "b"])
    assert text(tree).splitlines()[0].startswith("1 leaf, 0 tests, depth 0; grown from 4 rows, 1 f")
    assert rules(tree) == "Rule 1: a  (4 rows, 75.0 %)\n    always\n"


# --- rules -------------------------------------------------------------------


def test_conditions_on_one_feature_are_drawn_together():
    found = list(each_rule(chain(4)))
    assert [rule.conditions for rule in found] == [
        ("x ≤ 0",),
        ("0 < x ≤ 1",),
        ("1 < x ≤ 2",),
        ("2 < x ≤ 3",),
        ("x > 3",),
    ]
    assert [rule.label for rule in found] == ["odd", "even", "odd", "even", "even"]


def test_support_and_confidence_are_those_of_the_rows(mixed):
    found = to_rules(mixed)
    assert sum(rule.support for rule in found) == pytest.approx(1.0)
    for rule in found:
        counts = mixed.node(rule.leaf).counts
        assert rule.support == counts.sum() / 10
        assert rule.confidence == mixed.probabilities[rule.leaf].max()


def test_categories_are_drawn_together():
    builder = Builder(1, 2, [])
    schema = schema_of(("colour", ("blue", "green", "red")))
    builder.add(-1, [4.0, 4.0], **equality(0, 2))
    builder.add(0, [2.0, 0.0])
    builder.add(0, [2.0, 4.0], **equality(0, 0))
    builder.add(2, [2.0, 0.0])
    builder.add(2, [0.0, 4.0])
    found = list(each_rule(builder.tree(schema, [0, 1])))
    said = [rule.conditions for rule in found]
    assert said == [("colour = red",), ("colour = blue",), ("colour is none of red, blue",)]
    assert [(rule.n_rows, rule.share) for rule in found] == [(2, 1.0), (2, 1.0), (4, 1.0)]


def test_rules_say_what_routing_does():
    """Oracle: the rows that satisfy a leaf's rule are those that `apply` sends there."""
    X, y = load_iris(return_X_y=True, as_frame=True)
    X.columns = ["a", "b", "c", "d"]
    model = AxisTreeClassifier().fit(X, y)
    leaves = model.apply(X)
    for rule in each_rule(model, digits=17):
        holds = np.ones(len(X), dtype=bool)
        for condition in rule.conditions:
            parts = condition.replace("≤", "<=").split()
            chained = f"({' '.join(parts[:3])}) & ({' '.join(parts[2:])})"
            holds &= X.eval(chained if len(parts) == 5 else " ".join(parts)).to_numpy()
        assert (holds == (leaves == rule.leaf)).all()
        assert holds.sum() == rule.n_rows


def test_every_kind_of_rule(mixed):
    found = {rule.leaf: rule.conditions for rule in each_rule(mixed)}
    assert found[4] == ("a ≤ 2.5", "colour ≠ red")
    assert found[9][:2] == ("a > 2.5", "0.5·b − 2·a² + a·b > 1.5")
    assert found[9][2].startswith("yes has the largest score of no: ")
