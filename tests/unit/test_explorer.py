"""The explorer's page: what it holds, and that nothing in it can run or reach out."""

import base64
import hashlib
import html
import json
import re
from importlib.resources import files
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from sklearn.datasets import load_iris

from obliqua import AxisTreeClassifier
from obliqua.show import Explorer, explorer_page
from obliqua.show.explorer.payload import payload
from tests.trees import Builder, axis, schema_of
from tests.unit.test_tree import SCHEMA, mixed_tree

WEB = Path(__file__).parents[2] / "src" / "obliqua" / "show" / "explorer" / "web"
ASSETS = files("obliqua.show.explorer") / "assets"
NASTY = ["<script>x()</script>", "</script>", "<!--", "]]>", "&lt;b&gt;", "\u2028\ud800", '"\\']


def script_of(page, kind):
    scripts = re.findall(r"<script (.*?)>(.*?)</script>", page, re.S)
    return next(content for attributes, content in scripts if kind in attributes)


def content_of(page):
    return json.loads(script_of(page, "application/json"))


@pytest.fixture
def mixed():
    return mixed_tree().tree(SCHEMA, ["no", "perhaps", "yes"])


def nasty_tree():
    builder = Builder(2, 2, [(0, 0, 0)])
    builder.add(-1, [2.0, 2.0], **axis(0, 0.0))
    builder.add(0, [2.0, 0.0])
    builder.add(0, [0.0, 2.0])
    schema = schema_of(NASTY[0], (NASTY[1], tuple(sorted(NASTY[2:6]))))
    return builder.tree(schema, np.array([NASTY[0], NASTY[6]], dtype=object))


def test_the_page_holds_the_tree_to_the_bit():
    X, y = load_iris(return_X_y=True, as_frame=True)
    model = AxisTreeClassifier().fit(X, y)
    content = content_of(explorer_page(model, X, y, title="Iris"))
    arrays = model.tree_.arrays
    assert content["tree"]["constants"] == arrays["constants"].tolist()
    assert content["tree"]["counts"] == arrays["counts"].tolist()
    assert content["title"] == "Iris"
    assert content["system"] == "AxisTreeClassifier"
    np.testing.assert_array_equal(np.array(content["rows"]["columns"]).T, X.to_numpy())
    assert content["rows"]["labels"] == y.tolist()


def test_missing_values_and_categories(mixed):
    X = pd.DataFrame({"a": [1.5, None], "b": [2, 3], "colour": ["green", None]})
    rows = payload(mixed, X)["rows"]
    assert rows == {
        "columns": [[1.5, None], [2, 3], [2, -1]],
        "labels": None,
        "total": 2,
    }


def test_without_rows_none_are_held(mixed):
    page = explorer_page(mixed)
    assert content_of(page)["rows"] is None


def test_of_long_tables_a_fixed_choice_is_held():
    X, y = load_iris(return_X_y=True)
    model = AxisTreeClassifier().fit(X, y)
    first, again = (payload(model, X, y, max_rows=20)["rows"] for _ in range(2))
    assert first == again
    assert first["total"] == 150
    assert len(first["labels"]) == 20
    held = np.array(first["columns"]).T
    assert all(
        (row == X[np.array(y) == label]).all(axis=1).any()
        for row, label in zip(held, first["labels"], strict=True)
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"y": [0]}, "y needs X"),
        ({"max_rows": 0}, "max_rows must be at least 1"),
        ({"X": np.empty((0, 4)), "y": []}, "no rows|minimum|0 sample|empty"),
        ({"X": [[1, 2, 3, np.inf]]}, "nfinit|infinity|inf"),
        ({"X": [[1, 2, 3, 4]], "y": [9]}, "9 is no class"),
    ],
)
def test_what_cannot_be_shown_is_refused(arguments, message):
    X, y = load_iris(return_X_y=True)
    model = AxisTreeClassifier().fit(X, y)
    with pytest.raises(ValueError, match=message):
        explorer_page(model, **arguments)


def test_names_are_data():
    page = explorer_page(nasty_tree(), title=NASTY[1] + NASTY[0])
    page.encode()  # no lone surrogates
    assert len(re.findall("<script", page)) == len(re.findall("</script", page)) == 2
    assert "x()</" not in page.replace(html.escape(NASTY[0]), "")
    content = content_of(page)
    assert content["classes"] == [NASTY[0], NASTY[6]]
    assert content["features"][1]["name"] == NASTY[1]


def test_nothing_else_may_run_or_be_fetched():
    page = explorer_page(nasty_tree())
    policy = html.unescape(re.search(r'Content-Security-Policy" content="(.*?)"', page)[1])
    assert policy.startswith("default-src 'none';")
    for kind, content in (
        ("script-src", script_of(page, "module")),
        ("style-src", re.search("<style>(.*?)</style>", page, re.S)[1]),
    ):
        digest = base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()
        assert f"{kind} 'sha256-{digest}'" in policy
    assert "unsafe" not in policy


def test_without_scripts_the_tree_is_there_as_text(mixed):
    plain = re.search("<noscript>(.*?)</noscript>", explorer_page(mixed), re.S)[1]
    assert "colour = red" in html.unescape(plain)


def test_the_bundle_is_made_of_the_sources():
    if not WEB.is_dir():
        pytest.skip("the sources of the bundle are not installed")
    digest = hashlib.sha256()
    for path in sorted(WEB.iterdir(), key=lambda path: path.name):
        if path.suffix in (".js", ".css"):
            digest.update(path.read_bytes())
    bundle = (ASSETS / "explorer.js").read_text()
    assert f"sources: {digest.hexdigest()}" in bundle, "run `make explorer`"
    assert "Mike Bostock" in bundle, "d3's licence goes with it"


def test_the_bundle_is_ascii_and_ends_no_script():
    bundle = (ASSETS / "explorer.js").read_bytes()
    assert bundle.isascii()
    assert b"</script" not in bundle.lower()
    assert b"<!--" not in bundle


def test_the_sources_make_no_markup_of_text():
    if not WEB.is_dir():
        pytest.skip("the sources of the bundle are not installed")
    for path in WEB.glob("*.js"):
        assert not re.search(
            r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\.html\(|eval\(|new Function",
            path.read_text(),
        ), path.name


def test_the_widget_syncs_the_same_payload(mixed):
    explorer = Explorer(mixed, title="Mixed")
    assert explorer.payload == payload(mixed, title="Mixed")
    explorer.node = 9
    state = explorer.get_state()
    assert state["node"] == 9
    json.dumps(state["payload"])
    with pytest.raises(ValueError, match="node must be between 0 and 9, got 10"):
        explorer.node = 10
