"""The rule by which a cell is met."""

import pytest

from obliqua.experiments.verdicts import COUNTED, judge


@pytest.mark.parametrize(
    ("metric", "value", "sd", "ours", "mark"),
    [
        ("accuracy", 90.0, 1.0, 88.0, "met"),
        ("accuracy", 90.0, 1.0, 87.9, "worse"),
        ("accuracy", 90.0, 1.0, 92.1, "better"),
        ("accuracy", 80.0, None, 76.0, "met"),
        ("accuracy", 80.0, None, 75.9, "worse"),
        ("leaves", 10.0, 2.0, 14.0, "met"),
        ("leaves", 10.0, 2.0, 14.1, "worse"),
        ("leaves", 10.0, 2.0, 5.9, "better"),
        ("size", 10.0, None, 15.0, "met"),
        ("size", 10.0, None, 15.1, "worse"),
        ("size", 10.0, None, 6.0, "better"),
        ("expected_tests", 4.0, None, 4.3, "worse"),
        ("expected_tests", 4.0, None, 3.0, "better"),
        ("mv_tests", 4.0, None, 1.0, "worse"),
        ("seconds", 400.0, None, 0.1, "shown"),
        ("p_value", 0.05, None, 0.5, "shown"),
    ],
)
def test_judge(metric, value, sd, ours, mark):
    assert judge(metric, value, sd, ours) == mark


def test_what_counts():
    assert {
        "accuracy", "leaves", "tests", "size", "depth", "nodes", "expected_tests",
    } == COUNTED  # fmt: skip
