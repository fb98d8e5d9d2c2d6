"""The explorer in a browser: what is clicked and typed does what it should."""

import io

import numpy as np
import pandas as pd
import pytest
from matplotlib.colors import to_rgb
from matplotlib.image import imread
from sklearn.datasets import load_iris, load_wine
from sklearn.metrics import confusion_matrix

from obliqua import AxisTreeClassifier, OC1Classifier
from obliqua.show import explorer_page
from obliqua.show.palette import FEW
from tests.browser.test_routing import mixed_table
from tests.trees import Builder, axis, schema_of
from tests.unit.test_tree import SCHEMA, mixed_tree

UP, DOWN, LEFT, RIGHT, ENTER, HOME, END = (
    "\ue013\ue015\ue012\ue014\ue007\ue011\ue010"  # as WebDriver writes these keys
)
NASTY = '</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1">'


@pytest.fixture(scope="module")
def wine():
    data = load_wine(as_frame=True)
    X, y = data.data.iloc[::2], data.target_names[data.target][::2]
    model = OC1Classifier(restarts=3, pruning=None, random_state=0).fit(X, y)
    return model, data.data, data.target_names[data.target]


@pytest.fixture(scope="module")
def iris():
    X, y = load_iris(return_X_y=True, as_frame=True)
    y = load_iris().target_names[y]
    return AxisTreeClassifier(max_depth=3).fit(X, y), X, y


def picture(page):
    """The stage as the user sees it."""
    return imread(io.BytesIO(page.find(".ox-stage").screenshot_as_png))[..., :3]


def has_colour(pixels, colour):
    return (np.abs(pixels - np.array(to_rgb(colour))).max(axis=2) < 0.02).sum() > 50


def test_it_opens_without_a_word_and_fetches_nothing(page, iris):
    page.open(explorer_page(*iris, title="Iris"))
    assert page.find("h1").text == "Iris"
    assert "AxisTreeClassifier: 5 leaves, 4 tests, depth 3" in page.find(".ox-title").text
    assert page.complaints() == []
    assert page.ask("return performance.getEntriesByType('resource').length") == 0
    assert all(has_colour(picture(page), colour) for colour in FEW[:3])


def test_a_click_shows_a_node_and_its_rows(page, iris):
    model, X, y = iris
    page.open(explorer_page(model, X, y))
    page.click_node(2)
    assert page.selected == 2
    assert model.tree_.test(2).pretty(4) in page.panel
    here = X[X.iloc[:, 3] > 0.8] if "width" in model.tree_.test(0).term else X[y != "setosa"]
    test = model.tree_.test(2)
    left = int((here[test.term] <= test.cut).sum())
    assert f"{left} at or left of the cut" in page.panel
    assert f"{len(here) - left} right of it" in page.panel


@pytest.mark.parametrize("scale", [1.0, 1e200])
def test_bars_left_of_the_cut_are_the_left_childs_rows(page, scale):
    X, y = load_iris(return_X_y=True)
    X = np.round(X * 2) / 2 * scale  # many rows at the cuts
    tree = OC1Classifier(restarts=2, pruning=None, max_depth=4, random_state=0).fit(X, y).tree_
    page.open(explorer_page(tree, X, y))
    for node in tree.nodes():
        if node.is_leaf:
            continue
        page.ask(f"obliqua.view.go({node.id})")
        left, right = (tree.node(child).n_rows for child in node.children)
        assert f"{left} at or left of the cut" in page.panel
        assert f"{right} right of it" in page.panel
        bars = page.driver.find_elements("css selector", ".ox-chart")[1]
        assert all(
            float(bar.get_attribute("height")) >= 0
            for bar in bars.find_elements("css selector", "rect")
        )
    assert page.complaints() == []


def test_a_node_closes_and_opens(page, iris):
    page.open(explorer_page(*iris))
    whole = page.shown
    page.click_node(2, knob=True)
    page.when(lambda: page.shown == [0, 1, 2])
    page.click_node(2, knob=True)
    page.when(lambda: page.shown == whole)
    assert page.selected == 0, "a knob does not select"


def test_zoom_and_pan(page, iris):
    from selenium.webdriver import ActionChains

    page.open(explorer_page(*iris))
    scale = "return obliqua.view.transform.k"
    before = page.ask(scale)
    page.press("Larger")
    assert page.ask(scale) == pytest.approx(1.4 * before)
    stage = page.find("[role=tree]")
    start = page.ask("return obliqua.view.transform.x")
    drag = ActionChains(page.driver).move_to_element_with_offset(stage, 0, 150)
    drag.click_and_hold().move_by_offset(60, 20).release().perform()
    assert page.ask("return obliqua.view.transform.x") == pytest.approx(start + 60, abs=2)
    assert page.selected == 0, "dragging selects nothing"
    page.press("Fit the whole tree")
    assert page.ask(scale) == pytest.approx(before)


def test_the_keyboard_walks_the_tree(page, iris):
    page.open(explorer_page(*iris))
    page.keys(RIGHT)
    assert page.selected == 1
    page.keys(DOWN)
    assert page.selected == 2
    page.keys(LEFT)
    assert page.shown == [0, 1, 2]
    page.keys(ENTER, RIGHT)
    assert page.selected == 3
    page.keys(UP, UP, UP)
    assert page.selected == 0
    page.keys(END)
    assert page.selected == page.shown[-1]
    page.keys(HOME)
    item = page.find("[role=treeitem]")
    assert item.get_attribute("aria-expanded") == "true"
    assert item.get_attribute("aria-level") == "1"
    assert "150 rows" in item.get_attribute("textContent")
    page.keys(LEFT)
    assert page.shown == [0]
    page.keys("*")
    assert len(page.shown) == 9


def test_features_and_classes_are_found(page, iris):
    model, X, y = iris
    page.open(explorer_page(model, X, y))
    field = page.find("input[type=search]")
    field.send_keys("petal WIDTH")
    tests = [n.id for n in model.tree_.nodes() if n.test and "petal width (cm)" in n.test.terms]
    assert page.find(".ox-hits").text == f"{len(tests)} node{'s' if len(tests) > 1 else ''}"
    field.send_keys(ENTER)
    assert page.selected in tests
    field.clear()
    field.send_keys("virgin")
    leaves = [n.id for n in model.tree_.nodes() if n.is_leaf and n.label == "virginica"]
    assert sorted(page.ask("return [...obliqua.state.found]")) == leaves


def test_a_row_is_traced_from_the_form(page, iris):
    model, X, y = iris
    page.open(explorer_page(model, X, y))
    page.press("Row")
    page.find("summary", "that no test asks for").click()
    row = dict(X.iloc[120])
    for label in page.driver.find_elements("css selector", ".ox-field label"):
        field = page.find(f"#{label.get_attribute('for')}")
        field.clear()
        field.send_keys(str(row[label.get_attribute("textContent")]))
    assert page.find(".ox-result").text == f"Answer: {model.predict(X.iloc[[120]])[0]}"
    path = model.decision_path(X.iloc[[120]]).indices.tolist()
    assert sorted(page.ask("return [...obliqua.state.trace.nodes]")) == path
    field.send_keys("x")
    assert "not a number" in page.panel
    assert field.get_attribute("aria-invalid") == "true"
    page.press("End tracing")
    assert page.ask("return obliqua.state.trace") is None


def test_a_row_is_traced_from_the_table(page, wine):
    model, X, y = wine
    page.open(explorer_page(model, X, y))
    page.press("Table")
    page.press("Trace row 7")
    assert f"Row 7 of the table; its class is {y[6]}" in page.panel
    assert f"Answer: {model.predict(X.iloc[[6]])[0]}" in page.panel
    path = model.decision_path(X.iloc[[6]]).indices.tolist()
    assert sorted(page.ask("return [...obliqua.state.trace.nodes]")) == path


def test_missing_values_and_categories_are_traced(page):
    tree = mixed_tree(missing=1).tree(SCHEMA, ["no", "perhaps", "yes"])
    page.open(explorer_page(tree, mixed_table(np.random.default_rng(0))))
    page.press("Row")
    page.press("All missing")
    assert "A value is missing: every branch in part" in page.panel
    assert "50.0 % of the row" in page.panel
    assert page.find("select").text.split("\n") == [
        "(missing)",
        "blue",
        "red",
        "(another, never seen)",
    ]


def test_the_confusion_matrix_is_linked(page, wine):
    model, X, y = wine
    page.open(explorer_page(model, X, y))
    page.press("Confusion")
    expected = confusion_matrix(y, model.predict(X), labels=model.classes_)
    lines = page.driver.find_elements("css selector", ".ox-confusion tbody tr")
    texts = [[cell.text for cell in line.find_elements("css selector", "td")] for line in lines]
    cells = [[0 if text == "·" else int(text) for text in line] for line in texts]
    assert cells == expected.tolist()
    truth, answer = next((i, j) for i in range(3) for j in range(3) if i != j and expected[i, j])
    names = model.classes_[truth], model.classes_[answer]
    button = page.find(f"button[aria-label$='of class {names[0]} answered {names[1]}']")
    button.click()
    marked = page.ask("return [...obliqua.state.marked.rows]")
    assert marked == np.flatnonzero((y == names[0]) & (model.predict(X) == names[1])).tolist()
    passing = model.decision_path(X).toarray()[marked].sum(axis=0).tolist()
    assert page.ask("return [...obliqua.state.marked.counts]") == passing
    page.press("Table")
    assert f"Class {names[0]} answered {names[1]}: {len(marked)} row" in page.panel
    page.press("All")
    assert "All rows: 178 rows" in page.panel


def test_names_are_never_markup(page):
    builder = Builder(2, 2, [(0, 0, 0)])
    builder.add(-1, [2.0, 2.0], **axis(0, 0.0))
    builder.add(0, [2.0, 0.0])
    builder.add(0, [0.0, 2.0])
    schema = schema_of(NASTY, ("x", (NASTY + "1", NASTY + "2")))
    tree = builder.tree(schema, [NASTY, "plain"])
    tree.notes[0] = NASTY
    rows = pd.DataFrame({NASTY: [0.5, -1.0], "x": [NASTY + "1", NASTY + "2"]})
    page.open(explorer_page(tree, rows, [NASTY, "plain"], title=NASTY))
    assert page.find("h1").text == NASTY
    assert page.driver.title == NASTY
    assert NASTY in page.panel
    for tab in ("Row", "Table", "Confusion", "Node"):
        page.press(tab)
    page.find("input[type=search]").send_keys("script")
    assert page.find(".ox-hits").text == "2 nodes"
    assert page.ask("return window.hacked") is None
    assert page.ask("return document.querySelectorAll('img').length") == 0
    assert page.complaints() == []


def test_a_phone_stacks_the_parts(page, wine):
    page.devices(390, 780, dark=True, touch=True)
    page.open(explorer_page(*wine))
    stage, panel = page.find(".ox-stage").rect, page.find(".ox-panel").rect
    assert panel["y"] >= stage["y"] + stage["height"] - 1
    assert stage["height"] > 250
    assert page.ask("return document.documentElement.scrollWidth") <= 390
    assert picture(page)[5, 5].max() < 0.2, "dark where the system is"
    page.press("Light or dark")
    page.when(lambda: picture(page)[5, 5].min() > 0.9)


def test_a_large_tree_opens_small_and_draws_whole(page):
    rng = np.random.default_rng(0)
    X = rng.random((6000, 4))
    tree = AxisTreeClassifier(pruning=None).fit(X, rng.integers(0, 6, 6000)).tree_
    assert tree.n_nodes > 5000
    page.open(explorer_page(tree))
    assert len(page.shown) <= 40
    page.press("Open all nodes")
    page.when(lambda: len(page.shown) == tree.n_nodes)
    assert picture(page).std() > 0.01, "something is drawn"
    deepest = int(tree.depths.argmax())
    page.ask(f"obliqua.view.go({deepest})")
    assert f"Leaf {deepest}" in page.panel
    place = page.ask(f"return obliqua.view.place({deepest})")
    stage = page.find(".ox-stage").size
    assert 0 <= place["left"] < stage["width"]
    assert 0 <= place["top"] < stage["height"]
