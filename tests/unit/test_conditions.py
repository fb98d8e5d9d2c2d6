import pytest

from obliqua.conditions import (
    AxisCondition,
    EqualityCondition,
    LinearCondition,
    MachineCondition,
    format_number,
)


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (2.45, 6, "2.45"),
        (0.0, 6, "0"),
        (-0.0, 6, "0"),
        (-3.25, 6, "−3.25"),
        (1234567.0, 6, "1.23457e+06"),
        (1e-9, 3, "1e−09"),
        (0.1 + 0.2, None, "0.30000000000000004"),
        (5.0, None, "5"),
    ],
)
def test_numbers_are_written_with_a_true_minus_and_no_negative_zero(value, digits, text):
    assert format_number(value, digits) == text


def test_an_axis_condition_reads_left_to_right():
    condition = AxisCondition("petal_length", 2.45, 3.0)
    assert condition.pretty() == "petal_length ≤ 2.45"
    assert [condition.branch(child) for child in (0, 1)] == [
        "petal_length ≤ 2.45",
        "petal_length > 2.45",
    ]
    assert (condition.terms, condition.weights, condition.fills) == (
        ("petal_length",),
        (1.0,),
        (3.0,),
    )


def test_an_equality_names_the_category():
    condition = EqualityCondition("colour", "red", "blue")
    assert condition.pretty() == "colour = red"
    assert condition.branch(1) == "colour ≠ red"
    assert condition.terms == ("colour = red",)
    assert condition.cut == "red"


@pytest.mark.parametrize(
    ("weights", "cut", "text"),
    [
        ((0.5, -1.2), 3.1, "0.5·a − 1.2·b ≤ 3.1"),
        ((-1.0, 1.0), 0.0, "−a + b ≤ 0"),
        ((-2.0, 0.25), -1.5, "−2·a + 0.25·b ≤ −1.5"),
    ],
)
def test_a_linear_condition_is_a_sum_against_a_cut(weights, cut, text):
    condition = LinearCondition(("a", "b"), weights, cut, (0.0, 0.0))
    assert condition.pretty() == text
    assert condition.branch(1) == text.replace("≤", ">")
    assert condition.bias == -cut


def test_a_machine_writes_one_score_for_each_class():
    condition = MachineCondition(
        ("a", "b"), ((1.0, -2.0), (0.5, 0.5)), (0.0, -1.0), ("no", "yes"), (0.0, 0.0)
    )
    assert condition.scores() == ("a − 2·b", "0.5·a + 0.5·b − 1")
    assert condition.branch(1) == "yes has the largest score"
    assert condition.n_children == 2


@pytest.mark.parametrize("child", [-1, 2])
def test_there_is_no_third_branch(child):
    with pytest.raises(IndexError, match="child must be between 0 and 1"):
        AxisCondition("a", 0.0, 0.0).branch(child)
