"""The explorer's page in headless Chromium: how long a frame takes while a large tree is moved.

Headless Chromium draws in software; with a graphics card frames are shorter.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from harness import Column, Settings, Table, yes_no

from obliqua import AxisTreeClassifier
from obliqua.show import explorer_page

FLUID = 1000 / 30  # milliseconds
CLASSES = 6
SIZES = {500: 620, 5_000: 6_100, 20_000: 25_000}  # nodes wanted, and rows that grow as many
BROWSERS = ("chromium", "chromium-browser", "google-chrome")

# Moves or zooms as a hand does, one event per frame; counts from the event to the painted canvas.
GESTURE = """
const [kind, frames, done] = arguments;
const { view } = obliqua;
const target = view.tree;
const box = target.getBoundingClientRect();
const at = (dx) => ({ bubbles: true, cancelable: true, view: window, button: 0, buttons: 1,
  clientX: box.left + box.width / 2 + dx, clientY: box.top + box.height / 2 });
const gaps = [], delays = [];
let sent = 0, last = 0, n = 0;
const paint = view.paint.bind(view);
view.paint = () => { paint(); if (sent) { delays.push(performance.now() - sent); sent = 0; } };
if (kind === "pan") target.dispatchEvent(new MouseEvent("mousedown", at(0)));
const step = (now) => {
  if (last) gaps.push(now - last);
  last = now;
  if (n++ === frames) {
    window.dispatchEvent(new MouseEvent("mouseup", at(0)));
    delete view.paint;
    done([gaps, delays]);
    return;
  }
  sent = performance.now();
  if (kind === "pan") window.dispatchEvent(new MouseEvent("mousemove", at(40 * Math.sin(n / 6))));
  else target.dispatchEvent(new WheelEvent("wheel", { ...at(0), deltaY: n % 40 < 20 ? -40 : 40 }));
  requestAnimationFrame(step);
};
requestAnimationFrame(step);
"""


def run(settings: Settings) -> list[Table]:
    table = Table(
        "The explorer's page",
        [
            Column("nodes", "nodes", "{:,}".format),
            Column("page", "page", "{:.1f} MB".format),
            Column("opening", "ready in", "{:.0f} ms".format),
            Column("gesture", "gesture"),
            Column("frame", "frame", "{:.1f} ms".format),
            Column("slow", "95 % within", "{:.1f} ms".format),
            Column("delay", "from event to paint", "{:.1f} ms".format),
            Column("target", "target"),
            Column("met", "met", yes_no),
        ],
        notes=[
            "All nodes open, a window of 1366 × 850, no graphics card. *Whole*: the entire tree is "
            "in view; *near*: cards can be read. The target is 95 % of the frames within 33 ms."
        ],
    )
    driver = _browser()
    try:
        for rows in list(SIZES.values())[: 2 if settings.quick else None]:
            table.rows += _measure(driver, rows, 60 if settings.quick else 180)
    finally:
        driver.quit()
    return [table]


def _browser() -> Any:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    binary = next(filter(None, map(shutil.which, BROWSERS)), None)
    service = shutil.which("chromedriver")
    if binary is None or service is None:
        raise SystemExit("this benchmark needs Chromium and its driver: `make browser`")
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for switch in ("--headless=new", "--no-sandbox", "--window-size=1366,850"):
        options.add_argument(switch)
    driver = webdriver.Chrome(options=options, service=Service(service))
    driver.set_script_timeout(120)
    return driver


def _measure(driver: Any, rows: int, frames: int) -> list[dict[str, Any]]:
    generator = np.random.default_rng(0)
    X, y = generator.random((rows, 8)), generator.integers(0, CLASSES, rows)
    tree = AxisTreeClassifier(pruning=None).fit(X, y).tree_
    content = explorer_page(tree)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.html")
        path.write_text(content, encoding="utf-8")
        driver.get(path.as_uri())
    about = {"nodes": tree.n_nodes, "page": len(content) / 1e6}
    about["opening"] = driver.execute_script(
        "return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
    )
    driver.execute_script("obliqua._openAll()")
    found = []
    for view in ("whole", "near"):
        if view == "near":
            driver.execute_script(f"obliqua.view.go({tree.n_nodes // 2})")
        driver.execute_async_script("setTimeout(arguments[0], 600)")  # cards have glided home
        for gesture in ("pan", "zoom"):
            gaps, delays = driver.execute_async_script(GESTURE, gesture, frames)
            slow = float(np.percentile(gaps, 95))
            found.append(
                about
                | {
                    "gesture": f"{gesture}, {view}",
                    "frame": float(np.median(gaps)),
                    "slow": slow,
                    "delay": float(np.median(delays)),
                    "target": "≤ 33 ms",
                    "met": slow <= FLUID,
                }
            )
    return found
