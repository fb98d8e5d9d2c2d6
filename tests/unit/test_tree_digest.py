import numpy as np
import pytest

from obliqua import Tree, _core
from tests.trees import Builder, axis, equality, schema_of

SCHEMA = schema_of("a", "b", ("colour", ("blue", "red")))


def builder_of(cut=2.5, counts=(4.0, 1.0), fill=1.0, missing=0, inner=None):
    builder = Builder(3, 2, [(0, 0, 0), (0, 1, 0)])
    builder.add(-1, [4.0, 6.0], **axis(0, cut, fill=fill), missing=missing)
    builder.add(0, list(counts))
    builder.add(0, [0.0, 5.0], **(equality(2, 1) if inner is None else inner))
    builder.add(2, [0.0, 2.0])
    builder.add(2, [0.0, 3.0])
    return builder


def tree_of(schema=SCHEMA, classes=("no", "yes"), **changes):
    return builder_of(**changes).tree(schema, list(classes))


OTHERS = {
    "cut": {"cut": np.nextafter(2.5, 3.0)},
    "counts": {"counts": (3.0, 2.0)},
    "fill": {"fill": 1.5},
    "missing": {"missing": 1},
    "term": {"inner": axis(1, 0.0)},
    "category": {"inner": equality(2, 0)},
    "labels": {"classes": ("no", "Yes")},
    "label types": {"classes": (0, 1)},
    "feature name": {"schema": schema_of("a", "c", ("colour", ("blue", "red")))},
    "category name": {"schema": schema_of("a", "b", ("colour", ("blue", "rose")))},
    "more categories": {"schema": schema_of("a", "b", ("colour", ("blue", "red", "white")))},
}


@pytest.mark.parametrize("change", OTHERS.values(), ids=OTHERS)
def test_whatever_is_part_of_the_tree_changes_the_digest(change):
    assert tree_of(**change).digest() != tree_of().digest()
    assert tree_of(**change) != tree_of()
    assert tree_of(**change).diff(tree_of())


def test_equal_trees_have_equal_digests():
    assert tree_of().digest() == tree_of().digest()
    assert tree_of() == tree_of()
    assert not tree_of().diff(tree_of())
    assert str(tree_of().diff(tree_of())) == "the trees are equal"
    assert tree_of() != "a tree"


def test_the_digest_never_changes():
    # A stored digest must stay valid: whoever changes the canonical form starts a new version.
    assert tree_of().digest() == _DIGEST


_DIGEST = "9dfe29ddcb611daa5166e34aac9ebafe4283d4c3c0402e09ddb84406e03741e6"


@pytest.mark.parametrize("name", ["merit", "margin"])
def test_merit_and_margin_do_not_count(name):
    arrays = builder_of().arrays()
    arrays[name] = np.arange(5.0)
    other = Tree(_core.Tree.from_arrays(arrays), SCHEMA, ["no", "yes"])
    assert other == tree_of()


def test_zero_has_no_sign():
    assert tree_of(cut=-0.0) == tree_of(cut=0.0)


def test_the_width_of_labels_does_not_count():
    narrow, wide = (np.array([0, 1], dtype=dtype) for dtype in ("int8", "int64"))
    assert tree_of(classes=narrow) == tree_of(classes=wide)
    assert tree_of(classes=[False, True]) != tree_of(classes=[0, 1])
    assert tree_of(classes=[0.0, 1.0]) != tree_of(classes=[0, 1])


def test_names_cannot_run_into_each_other():
    first = schema_of("ab", "c", ("colour", ("blue", "red")))
    second = schema_of("a", "bc", ("colour", ("blue", "red")))
    assert tree_of(first) != tree_of(second)


@pytest.mark.parametrize(
    ("change", "lines"),
    [
        ({"cut": 3.5}, ["node 0, test: a ≤ 3.5 | a ≤ 2.5"]),
        ({"cut": np.nextafter(2.5, 3)}, ["node 0, test: a ≤ 2.5000000000000004 | a ≤ 2.5"]),
        (
            {"fill": 7.0},
            ["node 0, test: a ≤ 2.5, if missing (7.0,) | a ≤ 2.5, if missing (1.0,)"],
        ),
        (
            {"missing": 1},
            ["node 0, test: a ≤ 2.5, if missing every child, (1.0,) | a ≤ 2.5, if missing (1.0,)"],
        ),
        ({"counts": (5.0, 0.0)}, ["node 1, counts: [5.0, 0.0] | [4.0, 1.0]"]),
        (
            {"counts": (1.0, 4.0)},
            ["node 1, label: yes | no", "node 1, counts: [1.0, 4.0] | [4.0, 1.0]"],
        ),
        ({"inner": axis(1, 0.0)}, ["node 2, test: b ≤ 0 | colour = red"]),
        ({"classes": (0, 1)}, ["classes: [0, 1] | ['no', 'yes']", "node 1, label: 0 | no"]),
    ],
)
def test_a_difference_names_node_and_both_sides(change, lines):
    found = str(tree_of(**change).diff(tree_of())).split("\n")
    assert found[: len(lines)] == lines


def test_a_leaf_against_a_test_is_a_difference_of_structure():
    builder = Builder(3, 2, [(0, 0, 0), (0, 1, 0)])
    builder.add(-1, [4.0, 6.0])
    (difference,) = builder.tree(SCHEMA, ["no", "yes"]).diff(tree_of())
    assert difference.kind == "structure"
    assert difference.nodes == (0, 0)
    assert (difference.first, difference.second) == ("leaf yes", "a ≤ 2.5")
