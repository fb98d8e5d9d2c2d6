"""A browser for the tests of the explorer: Debian's chromium and chromium-driver, headless.

Without them, or without selenium, these tests are skipped; `make browser` installs them.
"""

import json
import shutil
import subprocess
import time
from importlib.resources import files

import pytest

ASSETS = files("obliqua.show.explorer") / "assets"
HINT = "`make browser` installs Chromium, its driver and selenium"
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Chromium runs as root, as in containers, only without its sandbox.
SWITCHES = ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--hide-scrollbars")

ANSWERS = """
const { Model, walk, answerOf, largest } = explorer;
const model = new Model(payload);
const answers = Array.from({ length: model.rows.n }, (_, i) => {
  const passed = walk(model.tree, model.rows.row(i));
  const shares = answerOf(model.tree, passed);
  const nodes = passed.map(({ node }) => node).sort((a, b) => a - b);
  return { nodes, shares, answer: largest(shares) };
});
"""


def new_browser(width=1366, height=850):
    webdriver = pytest.importorskip("selenium.webdriver", reason=f"selenium is missing: {HINT}")
    service = pytest.importorskip("selenium.webdriver.chrome.service")
    binary = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.skip(f"{'Chromium' if binary is None else 'chromedriver'} is missing: {HINT}")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for switch in (*SWITCHES, f"--window-size={width},{height}"):
        options.add_argument(switch)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=service.Service(driver))


@pytest.fixture(scope="session")
def browser():
    driver = new_browser()
    yield driver
    driver.quit()


class Page:
    """An explorer in the browser, and what a user does with it."""

    def __init__(self, driver, folder):
        self.driver = driver
        self._folder = folder
        self.devices()

    def devices(self, width=1366, height=850, dark=False, touch=False, still=True):
        """Choose the screen, and what the user prefers; stillness makes tests quick."""
        motion = "reduce" if still else "no-preference"
        features = {"prefers-color-scheme": "dark" if dark else "light"}
        features["prefers-reduced-motion"] = motion
        media = [{"name": name, "value": value} for name, value in features.items()]
        self._do("Emulation.setEmulatedMedia", features=media)
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": touch}
        self._do("Emulation.setDeviceMetricsOverride", **screen)

    def _do(self, command, **arguments):
        self.driver.execute_cdp_cmd(command, arguments)

    def open(self, content):
        path = self._folder / "page.html"
        path.write_text(content, encoding="utf-8")
        self.driver.get(path.as_uri())
        return self.when(lambda: self.ask("return Boolean(obliqua.view.shown)"))

    def when(self, holds, seconds=10):
        """Wait until something holds."""
        until = time.monotonic() + seconds
        while not holds():
            assert time.monotonic() < until, "it did not come true"
            time.sleep(0.02)
        return self

    def ask(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def find(self, selector, text=None):
        """Return the first element, or the first that holds a text."""
        found = self.driver.find_elements("css selector", selector)
        return next(one for one in found if text is None or text in one.text)

    def press(self, text):
        """Press a button by its words or its name."""
        buttons = self.driver.find_elements("css selector", "button")
        named = (b for b in buttons if text in (b.text, b.get_attribute("aria-label")))
        next(named).click()

    def keys(self, *keys):
        self.find("[role=tree]").send_keys(*keys)

    def click_node(self, node, knob=False):
        from selenium.webdriver import ActionChains

        place = self.ask(f"return obliqua.view.place({node})")
        x = place["left"] + place["width"] * (1.0 if knob else 0.4)
        y = place["top"] + place["height"] / 2
        stage = self.find("[role=tree]")
        size = stage.size
        aim = round(x - size["width"] / 2), round(y - size["height"] / 2)
        ActionChains(self.driver).move_to_element_with_offset(stage, *aim).click().perform()

    @property
    def selected(self):
        return self.ask("return obliqua.state.selected")

    @property
    def shown(self):
        """The nodes whose cards are laid out."""
        return sorted(self.ask("return [...obliqua.view.ends.keys()]"))

    @property
    def panel(self):
        return self.find("[role=tabpanel]").text

    def complaints(self):
        """What the browser had to say: errors, refusals of its policy."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture
def page(browser, tmp_path):
    return Page(browser, tmp_path)


@pytest.fixture(scope="session")
def routed(request, tmp_path_factory):
    """Send a payload's rows down its tree in JavaScript, by Node.js or else the browser."""
    folder = tmp_path_factory.mktemp("routed")
    module = folder / "explorer.mjs"
    module.write_bytes((ASSETS / "explorer.js").read_bytes())
    if shutil.which("node"):
        return lambda content: _by_node(folder, content)
    driver = request.getfixturevalue("browser")
    return lambda content: _by_browser(driver, content)


def _by_node(folder, content):
    (folder / "payload.json").write_text(json.dumps(content))
    (folder / "route.mjs").write_text(
        'import * as explorer from "./explorer.mjs";\n'
        'import { readFileSync, writeFileSync } from "node:fs";\n'
        'const here = new URL("./", import.meta.url);\n'
        'const payload = JSON.parse(readFileSync(new URL("payload.json", here)));\n'
        f"{ANSWERS}"
        'writeFileSync(new URL("answers.json", here), JSON.stringify(answers));\n'
    )
    subprocess.run(["node", folder / "route.mjs"], check=True, timeout=120)
    return json.loads((folder / "answers.json").read_text())


def _by_browser(driver, content):
    driver.get("about:blank")
    driver.set_script_timeout(120)
    code = (ASSETS / "explorer.js").read_text()
    return driver.execute_async_script(
        "const [code, payload, done] = arguments;"
        "import(URL.createObjectURL(new Blob([code], { type: 'text/javascript' })))"
        f".then((explorer) => {{ {ANSWERS} done(answers); }});",
        code,
        content,
    )
