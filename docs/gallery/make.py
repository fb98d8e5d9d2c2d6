"""Make every picture of the gallery again: ``.venv/bin/python docs/gallery/make.py``.

The data come with scikit-learn. Pictures of the explorer need Chromium, its driver and selenium
(``make browser``); without them they are left as they are.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot as plt
import numpy as np
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.inspection import DecisionBoundaryDisplay
from sklearn.model_selection import train_test_split

from obliqua import AxisTreeClassifier, FATClassifier, LMDTClassifier, OC1Classifier, show

HERE = Path(__file__).parent
DOTS = 100  # per inch


def table(load: Callable[..., Any]) -> tuple[Any, Any]:
    """A data set as a dataframe with the classes' names."""
    data = load(as_frame=True)
    return data.data, np.asarray(data.target_names)[data.target].astype(str)


def save(ax: Any, name: str) -> None:
    ax.figure.savefig(HERE / f"{name}.png", dpi=DOTS, pil_kwargs={"optimize": True})
    plt.close("all")


# --- pictures ----------------------------------------------------------------


def trees() -> None:
    X, y = table(load_wine)
    model = OC1Classifier(restarts=5, random_state=0).fit(X, y)
    save(show.plot_tree(model, row=X.iloc[[100]]), "tree")
    X, y = table(load_breast_cancer)
    model = AxisTreeClassifier.cart(random_state=0).fit(X, y)
    (HERE / "tree.svg").write_text(show.svg(model), encoding="utf-8")


def one_test() -> None:
    X, y = table(load_breast_cancer)
    model = OC1Classifier(axis=False, restarts=5, random_state=0).fit(X, y)
    save(show.plot_projection(model, 0, X, y), "projection")
    save(show.plot_coefficients(model, 0, X), "coefficients")


def planes() -> None:
    X, y = table(load_iris)
    X = X.iloc[:, 2:]
    model = FATClassifier(restarts=5, random_state=0).fit(X, y)
    save(show.plot_partition(model, X, y), "partition")
    codes = np.unique(y, return_inverse=True)[1]
    model = OC1Classifier(axis=False, restarts=5, random_state=0).fit(X, codes)
    display = DecisionBoundaryDisplay.from_estimator(
        model, X, response_method="predict", cmap="Greys", alpha=0.4
    )
    display.ax_.figure.set_layout_engine("constrained")
    save(show.plot_partition(model, X, codes, ax=display.ax_, margins=False), "over-sklearn")


def machines() -> None:
    X, y = table(load_wine)
    model = LMDTClassifier(random_state=0).fit(X, y)
    save(show.plot_projection(model, 0, X, y), "machine-leads")
    X, y = load_digits(return_X_y=True)
    model = LMDTClassifier(random_state=0).fit(X, y)
    save(show.plot_coefficients(model, 0, X, max_terms=16), "machine-weights")


def pruning() -> None:
    X, y = load_digits(return_X_y=True)
    X, held_X, y, held_y = train_test_split(X, y, random_state=0)
    model = AxisTreeClassifier(pruning=None).fit(X, y)
    save(show.plot_pruning_path(model, held_X, held_y), "pruning-path")


def search() -> None:
    X, y = table(load_iris)
    X, y = X.iloc[50:, 2:], y[50:]
    model = OC1Classifier(axis=False, restarts=4, record=True, random_state=3).fit(X, y)
    trace = max((t for t in model.traces_ if t.node == 0), key=lambda t: len(t.hyperplanes))
    film = show.animate_search(trace, model, X, y, interval=700, figsize=(6.4, 4.6))
    film.save(HERE / "search.gif", writer="pillow", dpi=70)
    plt.close("all")


def explorer() -> None:
    if not (shutil.which("chromium") and shutil.which("chromedriver")):
        print("the explorer's pictures are left as they are: Chromium is missing")
        return
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service

    X, y = table(load_wine)
    model = OC1Classifier(restarts=5, pruning=None, random_state=0).fit(X.iloc[::2], y[::2])
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium")
    for switch in ("--headless=new", "--no-sandbox", "--hide-scrollbars"):
        options.add_argument(switch)
    driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder, "page.html")
        page.write_text(show.explorer_page(model, X, y, title="Wines"), encoding="utf-8")
        for name, size, dark, act in (
            ("explorer", (1280, 800), False, "obliqua.view.go(0)"),
            ("explorer-row", (1280, 800), False, "obliqua.traceRow(70)"),
            ("explorer-dark", (1280, 800), True, "obliqua.markWrong(); obliqua.show('confusion')"),
            ("explorer-phone", (390, 780), True, "obliqua.traceRow(70)"),
        ):
            _emulate(driver, size, dark)
            driver.get(page.as_uri())
            driver.execute_script(act)
            driver.execute_script("document.activeElement.blur()")
            driver.execute_async_script("setTimeout(arguments[0], 900)")
            driver.save_screenshot(str(HERE / f"{name}.png"))
    driver.quit()


def _emulate(driver: Any, size: tuple[int, int], dark: bool) -> None:
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
    screen = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size[0] < 500}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", screen)


PICTURES = (trees, one_test, planes, machines, pruning, search, explorer)

if __name__ == "__main__":
    for picture in PICTURES:
        picture()
        print(picture.__name__)
