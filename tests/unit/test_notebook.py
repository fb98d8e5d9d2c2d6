"""What notebooks show of trees and estimators."""

from html.parser import HTMLParser

import pytest
from sklearn.datasets import load_iris

from obliqua import AxisTreeClassifier
from tests.exported import HAND_MADE, kinds
from tests.trees import Builder, axis, chain, equality, schema_of


class Outline(HTMLParser):
    """Tags that must be closed, those that were seen, and the text."""

    def __init__(self):
        super().__init__()
        self.open, self.tags, self.text = [], set(), ""

    def handle_starttag(self, tag, attrs):
        self.open.append(tag)
        self.tags.add(tag)
        assert all(not name.startswith("on") for name, _ in attrs)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def read(html):
    outline = Outline()
    outline.feed(html)
    outline.close()
    assert outline.open == []
    return outline


@pytest.mark.parametrize("which", HAND_MADE)
def test_every_kind_of_test_is_shown(which):
    tree = HAND_MADE[which]()
    outline = read(tree._repr_html_())
    assert outline.tags <= {"div", "details", "summary", "span", "b"}
    if which.startswith("kinds"):
        assert outline.text.count(" of ") >= tree.n_leaves
        assert "score of no: " in outline.text
        assert "colour 'x' ≠ red" in outline.text


def test_names_are_data_never_markup():
    evil = "<script>alert('x')</script>"
    builder = Builder(2, 2, [(0, 0, 0)])
    builder.add(-1, [1.0, 1.0], **axis(0, 0.0))
    builder.add(0, [1.0, 1.0], **equality(1, 0))
    for parent in (0, 1, 1):
        builder.add(parent, [1.0, 0.0])
    tree = builder.tree(schema_of(evil, ('a"><img src=x onerror=y>', (evil, "z"))), [evil, "&amp;"])
    outline = read(tree._repr_html_())
    assert outline.tags <= {"div", "details", "summary", "span", "b"}
    assert outline.text.count(evil) >= 3
    assert "<script" not in tree._repr_html_()


def test_large_trees_are_cut_short():
    html = chain(5_000)._repr_html_()
    assert "… not shown" in read(html).text
    assert len(html) < 20_000


def test_an_estimator_shows_its_tree():
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = AxisTreeClassifier(max_depth=2)
    assert "petal" not in model._repr_mimebundle_()["text/html"]
    model.fit(X, y)
    for html in (model._repr_mimebundle_()["text/html"], model._repr_html_()):
        assert html.endswith(model.tree_._repr_html_())
        assert "max_depth" in html
    assert kinds()._repr_html_() == kinds()._repr_html_()
