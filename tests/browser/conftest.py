"""A browser for the tests of the explorer: Debian's chromium and chromium-driver, headless.

Without them, or without selenium, these tests are skipped; `make browser` installs them.
"""

import json
import shutil
import subprocess
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
