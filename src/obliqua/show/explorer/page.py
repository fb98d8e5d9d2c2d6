"""The explorer as one HTML file that needs nothing else, neither network nor libraries."""

from __future__ import annotations

import base64
import hashlib
from html import escape
from importlib.resources import files
from typing import Any

import msgspec

from obliqua.show.explorer.payload import MOST_ROWS, payload
from obliqua.show.outline import outline
from obliqua.show.text import text

# A longer tree is not written out for those who have no scripts.
MOST_NODES_AS_TEXT = 400


def asset(name: str) -> str:
    """Return a file of the built explorer."""
    return (files("obliqua.show.explorer") / "assets" / name).read_text(encoding="utf-8")


def explorer_page(
    model: Any,
    X: Any = None,
    y: Any = None,
    *,
    title: str | None = None,
    max_rows: int = MOST_ROWS,
) -> str:
    """Write the explorer as one self-contained HTML page.

    The page shows the tree to pan, zoom and fold, each node's test with its rows, traces a row
    through the tree, finds features, and links a confusion matrix with the tree. It works from a
    file, without a network, and holds no code but its own.

    Parameters
    ----------
    model : estimator or Tree
        What to explore.
    X : array-like or dataframe, default=None
        Rows to show. **The page holds their values**, for whoever opens it. Without them it
        holds the tree alone, with its class counts.
    y : array-like, default=None
        The rows' classes.
    title : str, default=None
        What the page is called.
    max_rows : int, default=10000
        Of a longer table so many rows are drawn at random, the same ones every time.

    Returns
    -------
    str
        The page.

    Examples
    --------
    >>> from sklearn.datasets import load_iris
    >>> from obliqua import AxisTreeClassifier
    >>> from obliqua.show import explorer_page
    >>> X, y = load_iris(return_X_y=True, as_frame=True)
    >>> page = explorer_page(AxisTreeClassifier().fit(X, y), X, y, title="Iris")
    >>> page[:15]
    '<!doctype html>'
    """
    content = payload(model, X, y, title=title, max_rows=max_rows)
    style, script = asset("explorer.css"), asset("explorer.js")
    # Only this script and this style may do anything, and nothing may be fetched: a name in the
    # tree could not run even if it were taken for markup.
    policy = (
        "default-src 'none'; img-src data:; "
        f"script-src {_hash(script)}; style-src {_hash(_style(style))}"
    )
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">',
            f"<title>{escape(content['title'])}</title>",
            f"<style>{_style(style)}</style>",
            "</head>",
            "<body>",
            f'<main id="obliqua-explorer"><noscript>{_plain(model)}</noscript></main>',
            f'<script type="application/json" id="obliqua-payload">{_embedded(content)}</script>',
            f'<script type="module">{script}</script>',
            "</body>",
            "</html>",
            "",
        ]
    )


def _style(style: str) -> str:
    return f"html, body {{ margin: 0; height: 100%; }}\n{style}"


def _hash(content: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()}'"


def _embedded(content: dict[str, Any]) -> str:
    """Write JSON that cannot end the element it stands in."""
    said = msgspec.json.encode(content).decode()
    return said.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")


def _plain(model: Any) -> str:
    view = outline(model)
    if view.tree.n_nodes > MOST_NODES_AS_TEXT:
        return "<p>This page needs JavaScript.</p>"
    return f"<pre>{escape(text(model))}</pre>"
