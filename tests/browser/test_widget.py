"""The same module as an anywidget: what a notebook's front end does with it, done by hand."""

from obliqua.show import Explorer
from obliqua.show.palette import FEW
from tests.browser.test_explorer_page import has_colour, picture
from tests.unit.test_tree import SCHEMA, mixed_tree

# The front end imports the module from a text and hands `render` a model of the traits.
START = """
const [code, css, state, done] = arguments;
const style = document.createElement("style");
style.textContent = css;
document.head.append(style);
const listeners = {};
window.saved = [];
window.model = {
  get: (name) => state[name],
  set: (name, value) => { state[name] = value; },
  save_changes: () => saved.push({ ...state, payload: null }),
  on: (event, call) => { (listeners[event] ??= []).push(call); },
  off: (event, call) => { listeners[event] = listeners[event].filter((one) => one !== call); },
  fire: (event) => (listeners[event] ?? []).forEach((call) => call()),
};
const el = document.createElement("div");
import(URL.createObjectURL(new Blob([code], { type: "text/javascript" }))).then((module) => {
  // JupyterLab shows the element only after it has been filled.
  window.cleanup = module.default.render({ model, el });
  document.body.append(el);
  done(null);
});
"""

# As JupyterLab styles what a cell puts out.
NOTEBOOK_STYLE = """
const style = document.createElement("style");
style.textContent = "dl dt { float: left; width: 20%; font-weight: bold } td { color: red }";
document.head.append(style);
"""


def test_the_widget_renders_and_keeps_its_node_in_step(page):
    tree = mixed_tree().tree(SCHEMA, ["no", "perhaps", "yes"])
    widget = Explorer(tree, title="Mixed")
    state = {"payload": widget.payload, "node": 2}
    page.driver.get("about:blank")
    page.ask(NOTEBOOK_STYLE)
    page.driver.execute_async_script(START, Explorer._esm, Explorer._css, state)
    assert page.find("h1").text == "Mixed"
    page.when(lambda: has_colour(picture(page), FEW[0]))
    assert picture(page)[3, 3].min() > 0.99, "its ground is white"
    terms = page.driver.find_elements("css selector", ".ox-facts dt")
    assert terms[0].size["height"] < 30, "the notebook's style does not reach in"
    assert page.find(".ox-embedded").size["height"] == 620
    page.keys("\ue014")
    assert page.ask("return saved.at(-1).node") == 5, "the user's step reaches Python"
    page.ask("model.set('node', 6); model.fire('change:node')")
    assert "Test at node 6" in page.panel, "and Python's reaches the user"
    page.ask("cleanup()")
    assert page.driver.find_elements("css selector", ".obliqua-explorer") == []
