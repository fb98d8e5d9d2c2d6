"""The explorer is open to those who use it by keyboard, screen reader, or in the dark: axe-core."""

from pathlib import Path

import numpy as np
import pytest

from obliqua.show import explorer_page
from tests.browser.test_routing import mixed_table
from tests.unit.test_tree import SCHEMA, mixed_tree

AXE = (Path(__file__).parent / "third_party" / "axe.min.js").read_text(encoding="utf-8")
RUN = """
const done = arguments[0];
axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) =>
  done(violations.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.html).join(" | ")}`)));
"""


@pytest.fixture
def content():
    tree = mixed_tree().tree(SCHEMA, ["no", "perhaps", "yes"])
    X = mixed_table(np.random.default_rng(0))
    y = np.random.default_rng(1).choice(["no", "perhaps", "yes"], len(X))
    return explorer_page(tree, X, y, title="Mixed")


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("size", [(1366, 850), (390, 780)], ids=["laptop", "phone"])
def test_axe_finds_nothing(page, content, size, dark):
    page.devices(*size, dark=dark, touch=size[0] < 500)
    page.open(content)
    page.ask(AXE)
    for tab in ("Node", "Row", "Table", "Confusion"):
        page.press(tab)
        assert page.driver.execute_async_script(RUN) == [], tab
    for node in (2, 6, 3):
        page.ask(f"obliqua.view.go({node})")
        assert page.driver.execute_async_script(RUN) == [], node


def test_tab_reaches_every_part(page, content):
    page.open(content)
    page.ask("document.body.focus()")
    reached = []
    for _ in range(25):
        page.driver.switch_to.active_element.send_keys("\ue004")
        reached.append(
            page.ask(
                "const a = document.activeElement;"
                "return a.getAttribute('role') ?? a.getAttribute('aria-label') ?? a.textContent"
            )
        )
    for part in ("tree", "tab", "tabpanel", "Fit"):
        assert any(part in name for name in reached), (part, reached)
    page.find("[role=tab][aria-selected=true]").send_keys("\ue014")
    assert "Trace a row" in page.panel
    outline = page.ask(
        "document.querySelector('[role=tree]').focus({ focusVisible: true });"
        "return getComputedStyle(document.activeElement).outlineStyle"
    )
    assert outline != "none"
