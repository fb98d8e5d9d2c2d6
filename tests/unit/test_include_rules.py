"""tools/check_includes.py finds every kind of breach, and the repository has none."""

from pathlib import Path

import pytest

from tools import check_includes

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def house(tmp_path):
    """A function that writes files under an empty cpp/ and checks them."""

    def build(files: dict[str, str]) -> list[str]:
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return check_includes.check(tmp_path)

    return build


def including(path: str) -> str:
    return f'#pragma once\n\n#include "{path}"\n'


def test_the_repository_keeps_the_rules():
    assert check_includes.check(ROOT / "cpp") == []


def test_downward_includes_are_allowed(house):
    assert (
        house(
            {
                "obliqua/support/parallel.hpp": "#include <thread>\n",
                "obliqua/data/columns.hpp": including("obliqua/support/parallel.hpp"),
                "obliqua/tree/tree.hpp": including("obliqua/data/columns.hpp"),
                "obliqua/criteria/gini.hpp": "",
                "obliqua/cuts/best_cut.hpp": including("obliqua/criteria/gini.hpp"),
                "obliqua/grow/grower.hpp": including("obliqua/cuts/best_cut.hpp"),
                "bindings/module.cpp": "#include <nanobind/nanobind.h>\n"
                + including("obliqua/grow/grower.hpp"),
            }
        )
        == []
    )


def test_an_upward_include_names_the_line_and_the_allowed_rooms(house):
    (breach,) = house(
        {
            "obliqua/grow/grower.hpp": "",
            "obliqua/tree/tree.hpp": including("obliqua/grow/grower.hpp"),
        }
    )
    assert breach.startswith("obliqua/tree/tree.hpp:3: includes obliqua/grow/grower.hpp")
    assert breach.endswith("tree may include only support, random, data, tree")


def test_rooms_of_one_floor_may_not_include_each_other_both_ways(house):
    breaches = house(
        {
            "obliqua/criteria/a.hpp": "",
            "obliqua/criteria/b.hpp": including("obliqua/cuts/c.hpp"),
            "obliqua/cuts/c.hpp": "",
            "obliqua/cuts/d.hpp": including("obliqua/criteria/a.hpp"),
        }
    )
    assert len(breaches) == 2
    assert all("criteria" in b and "include each other" in b for b in breaches)


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"obliqua/lost.hpp": ""}, "in no room"),
        ({"obliqua/attic/lost.hpp": ""}, "in no room"),
        ({"obliqua/data/a.hpp": "#include <nanobind/nanobind.h>\n"}, "without Python"),
        ({"obliqua/data/a.hpp": "", "obliqua/data/b.hpp": including("a.hpp")}, "from cpp/"),
        ({"obliqua/data/a.hpp": including("../tree/b.hpp")}, "from cpp/"),
        ({"obliqua/data/a.hpp": including("obliqua/data/b.hpp")}, "no such file"),
    ],
)
def test_other_breaches(house, files, message):
    (breach,) = house(files)
    assert message in breach
