"""Whatever is registered has a test, a page and a benchmark row."""

import importlib
import re
import sys
from pathlib import Path

import pytest

import obliqua
from obliqua import _core
from obliqua.estimators._learned import LEARNERS
from obliqua.estimators._oblique import MARGIN_CRITERIA
from obliqua.estimators._selectors import SELECTORS
from obliqua.estimators.base import CRITERIA, MISSING, PRUNING
from obliqua.estimators.systems import METHODS
from tests.oracle import brute_force, moc

ROOT = Path(__file__).parents[2]
PAGES = ROOT / "docs" / "systems"
PRUNERS = tuple(name for name in PRUNING if name is not None)
SYSTEMS = tuple(name for name in obliqua.__all__ if name.endswith("Classifier"))


@pytest.fixture(scope="module")
def benchmarks():
    sys.path.insert(0, str(ROOT / "benchmarks"))
    try:
        yield importlib.import_module("variants")
    finally:
        sys.path.remove(str(ROOT / "benchmarks"))


def rows_of_tables(page: str) -> str:
    lines = (PAGES / page).read_text(encoding="utf-8").splitlines()
    return "\n".join(line.split("|")[1] for line in lines if line.startswith("|"))


def text_of(*folders: str) -> str:
    files = (file for folder in folders for file in (ROOT / folder).rglob("*.[ch]pp"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def python_tests(*folders: str) -> str:
    files = (f for folder in folders for f in (ROOT / "tests" / folder).rglob("test_*.py"))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def test_python_offers_the_criteria_that_the_core_has():
    assert sorted(CRITERIA) == sorted(_core.criterion_names())


@pytest.mark.parametrize("name", _core.criterion_names())
def test_criteria(name, benchmarks):
    assert name in brute_force.CRITERIA, "tests/oracle/brute_force.py lacks a definition of it"
    assert f'"{name}"' in rows_of_tables("criteria.md"), "docs/systems/criteria.md lacks its row"
    assert name in benchmarks.CRITERIA


@pytest.mark.parametrize("name", _core.margin_criterion_names())
def test_criteria_that_see_distances(name, benchmarks):
    assert name in MARGIN_CRITERIA
    assert name in moc.OBJECTIVES, "tests/oracle/moc.py lacks a definition of it"
    assert f'"{name}"' in rows_of_tables("criteria.md"), "docs/systems/criteria.md lacks its row"
    assert f"{name.upper()}Classifier" in benchmarks.SYSTEMS


@pytest.mark.parametrize("name", PRUNERS)
def test_pruners(name, benchmarks):
    assert f'"{name}"' in python_tests("property", "golden", "oracle"), "no test asks for it"
    assert f'"{name}"' in rows_of_tables("pruning.md"), "docs/systems/pruning.md lacks its row"
    assert name in benchmarks.PRUNERS


@pytest.mark.parametrize("name", MISSING)
def test_rules_for_missing_values(name):
    assert f'"{name}"' in python_tests("property", "oracle"), "no test asks for it"
    assert f'- `"{name}"`' in (PAGES / "axis.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", SYSTEMS)
def test_systems(name, benchmarks):
    home = obliqua._HOMES[name].rsplit(".", 1)[1]
    assert f"{name}(" in python_tests("estimator"), "tests/estimator never makes one"
    assert any(f"`{name}`" in page.read_text(encoding="utf-8") for page in PAGES.glob("*.md")), (
        f"no page of docs/systems is about {name}; write {home.replace('_', '-')}.md"
    )
    assert name in benchmarks.SYSTEMS
    assert any(method.estimator == name for method in METHODS.values()), (
        "obliqua train --method does not offer it"
    )


def test_splitters():
    """Those that an estimator uses: others are not yet anyone's to choose."""
    header = re.compile(r'string_view name = "([a-z0-9-]+)"')
    registered = set(header.findall(text_of("cpp/obliqua/splitters")))
    sources = (ROOT / "src" / "obliqua" / "estimators").glob("*.py")
    used = {
        kind
        for source in sources
        for kind in re.findall(r'"kind": "([a-z0-9-]+)"', source.read_text(encoding="utf-8"))
    }
    assert "axis" in used
    assert used <= registered
    for kind in used:
        assert (PAGES / f"{kind}.md").is_file(), f"docs/systems/{kind}.md is missing"


@pytest.mark.parametrize("name", [*LEARNERS, *filter(None, SELECTORS)])
def test_learners_and_selectors(name):
    assert f'`"{name}"`' in rows_of_tables("multivariate.md"), "multivariate.md lacks its row"
    for room in ("learners", "selectors"):
        registered = set(
            re.findall(r'string_view name = "([a-z]+)"', text_of(f"cpp/obliqua/{room}"))
        )
        offered = set(LEARNERS if room == "learners" else filter(None, SELECTORS))
        assert registered - {"none"} == offered
    assert f'"{name}"' in python_tests("property"), "no property test asks for it"


@pytest.mark.parametrize("room", ["criteria", "pruners"])
def test_the_cores_own_tests_see_every_variant(room):
    tests = text_of("cpp/tests")
    seen = set(re.findall(r'#include "(obliqua/[^"]+)"', tests))
    queue = list(seen)
    while queue:
        path = ROOT / "cpp" / queue.pop()
        for suffix in (".hpp", ".cpp"):
            file = path.with_suffix(suffix)
            if file.is_file():
                found = set(re.findall(r'#include "(obliqua/[^"]+)"', file.read_text()))
                queue += found - seen
                seen |= found
    headers = (ROOT / "cpp" / "obliqua" / room).glob("*.hpp")
    assert {f"obliqua/{room}/{header.name}" for header in headers} <= seen


def test_pages_of_benchmarks():
    folder = ROOT / "docs" / "benchmarks"
    index = (folder / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| \[([a-z0-9_]+)\]\(\1\.md\) \|", index, re.MULTILINE)
    pages = {page.stem for page in folder.glob("*.md")} - {"README"}
    assert set(listed) == pages
    registry = (ROOT / "benchmarks" / "run.py").read_text(encoding="utf-8")
    for page in pages:
        assert f'"{page}": Benchmark(' in registry, "named as in benchmarks/run.py"
