"""Trees for Graphviz, and as SVG."""

import re
from xml.etree import ElementTree

import pytest
from sklearn.datasets import load_digits, load_iris

from obliqua import AxisTreeClassifier
from obliqua.show import dot, svg
from obliqua.show.outline import outline
from obliqua.show.palette import colours
from obliqua.show.picture import arrange
from tests.trees import Builder, axis, chain, schema_of
from tests.unit.test_tree import SCHEMA, mixed_tree

NASTY = 'a "b" \\n <c> & \n{d}|;]]>'


@pytest.fixture
def mixed():
    return mixed_tree().tree(SCHEMA, ["no", "perhaps", "yes"])


@pytest.fixture
def nasty():
    builder = Builder(1, 2, [(0, 0, 0)])
    builder.add(-1, [2.0, 2.0], **axis(0, 0.0))
    builder.add(0, [2.0, 0.0])
    builder.add(0, [0.0, 2.0])
    return builder.tree(schema_of(NASTY), [NASTY + "1", "\ud800"])


STATEMENT = re.compile(
    r'  (?:(?:node|edge) \[.*\]|\d+ \[label="(?:[^"\\]|\\.)*"(?:, style="rounded")?\]'
    r'|\d+ -> \d+ \[label="(?:[^"\\]|\\.)*"\]);'
)


@pytest.mark.parametrize("tree", ["mixed", "nasty"])
def test_dot_is_one_statement_per_line(tree, request):
    first, *lines, last = dot(request.getfixturevalue(tree)).splitlines()
    assert (first, last) == ("digraph tree {", "}")
    for line in lines:
        assert STATEMENT.fullmatch(line), line


def test_dot_has_every_node_and_edge(mixed):
    view = dot(mixed)
    assert len(re.findall(r"^  \d+ \[", view, re.M)) == 10
    edges = re.findall(r"(\d+) -> (\d+) \[label=\"(\w+)\"\]", view)
    assert ("0", "1", "yes") in edges
    assert ("0", "2", "no") in edges
    assert ("6", "9", "yes") in edges, "a machine's answers are classes"
    assert len(edges) == 9
    assert 'label="a ≤ 2.5\\n10 rows: 4 / 3 / 3"' in view


def test_dot_escapes_names(nasty):
    assert r"a \"b\" \\n <c> &" in dot(nasty)
    dot(nasty).encode()
    assert dot(nasty, ascii=True).isascii()


def test_dot_counts_what_is_hidden(mixed):
    view = dot(mixed, max_depth=1)
    assert "… 2 nodes" in view
    assert view.count("->") == 2


def test_deep_trees_become_pictures():
    tree = chain(20_000)
    assert dot(tree).count("->") == 40_000
    assert svg(tree, max_depth=50).count("<path") == 100


def models():
    X, y = load_iris(return_X_y=True, as_frame=True)
    yield AxisTreeClassifier().fit(X, y)
    X, y = load_digits(return_X_y=True)
    for leaves in (3, 20, 60):
        yield AxisTreeClassifier(max_leaf_nodes=leaves).fit(X, y)


@pytest.mark.parametrize("model", list(models()), ids=lambda model: str(model.get_n_leaves()))
def test_nothing_overlaps(model):
    check_places(model)


def test_nothing_overlaps_with_boxes_of_many_heights(mixed):
    check_places(mixed)


def check_places(model):
    picture = arrange(outline(model), None, 4)
    boxes = list(picture.boxes.values())
    for i, a in enumerate(boxes):
        assert a.x >= 0 and a.x + a.width <= picture.width
        assert a.y >= 0 and a.y + a.height <= picture.height
        if a.parent is not None:
            assert picture.boxes[a.parent].x + picture.boxes[a.parent].width < a.x
        for b in boxes[:i]:
            apart_x = a.x + a.width <= b.x or b.x + b.width <= a.x
            apart_y = a.y + a.height <= b.y or b.y + b.height <= a.y
            assert apart_x or apart_y, (a, b)


@pytest.mark.parametrize("tree", ["mixed", "nasty"])
def test_svg_is_well_formed(tree, request):
    root = ElementTree.fromstring(svg(request.getfixturevalue(tree)).encode())
    assert root.tag == "{http://www.w3.org/2000/svg}svg"


def test_svg_says_everything(mixed):
    root = ElementTree.fromstring(svg(mixed))
    said = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for words in ("no", "perhaps", "yes", "a ≤ 2.5", "colour = red", "4 / 3 / 3", "66.7 %"):
        assert words in said
    assert len(list(root.iter("{http://www.w3.org/2000/svg}path"))) == 9
    hints = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "a ≤ 2.5\n10 rows\nno: 4\nperhaps: 3\nyes: 3" in hints


def test_svg_counts_what_is_hidden(mixed):
    view = svg(mixed, max_depth=1)
    assert "… 5 nodes" in view
    assert view.count("<path") == 2


@pytest.mark.parametrize("count", [2, 8, 9, 26, 60])
def test_colours_differ(count):
    found = colours(count)
    assert len(set(found)) == count
    assert all(re.fullmatch("#[0-9a-f]{6}", colour) for colour in found)
