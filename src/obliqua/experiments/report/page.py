"""One self-contained HTML page: no file beside it, nothing fetched, tables that sort."""

from __future__ import annotations

from dataclasses import dataclass, field
from html import escape

from obliqua.experiments.report.table import Table

__all__ = ["Page"]

_STYLE = """
:root { color-scheme: light; --ink: #1d2733; --soft: #5c6b7a; --line: #d9e0e6; --fill: #f4f7f9;
  --good: #1b7f4b; --bad: #b3392c; --link: #1f5fa8; }
* { box-sizing: border-box; }
body { margin: 0; font: 16px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif;
  color: var(--ink); background: #fff; }
main { max-width: 66rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 1.8rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; }
p { margin: .5rem 0; max-width: 46rem; }
.lead { font-size: 1.1rem; }
.note { color: var(--soft); font-size: .9rem; }
.wide { overflow-x: auto; margin: .75rem 0; }
table { border-collapse: collapse; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .25rem 0; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid var(--line); text-align: left;
  vertical-align: top; }
td.n, th.n { text-align: right; white-space: nowrap; }
thead th { background: var(--fill); position: sticky; top: 0; padding: 0; }
th button { font: inherit; font-weight: 600; color: inherit; background: none; border: 0;
  padding: .35rem .7rem; width: 100%; text-align: inherit; cursor: pointer; }
th button:hover, th button:focus-visible { color: var(--link); }
th[aria-sort=ascending] button::after { content: " ▲"; font-size: .7em; }
th[aria-sort=descending] button::after { content: " ▼"; font-size: .7em; }
tr.worse td { color: var(--bad); } tr.better td { color: var(--good); }
tr.none td { color: var(--soft); } tr.best td { background: #eef7f1; }
details { border: 1px solid var(--line); border-radius: 6px; margin: .6rem 0; padding: 0 .9rem; }
summary { cursor: pointer; padding: .5rem 0; font-weight: 600; }
summary span { font-weight: 400; color: var(--soft); }
figure { margin: 1rem 0; } figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--soft); font-size: .9rem; max-width: 46rem; }
nav ul { columns: 2; padding-left: 1.1rem; }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(24rem, 1fr)); gap: 1rem; }
@media print { details { border: 0; } thead th { position: static; } }
"""
_SCRIPT = """
for (const table of document.querySelectorAll("table.sorts")) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, i) => head.firstChild.addEventListener("click", () => {
    const up = head.getAttribute("aria-sort") !== "ascending";
    heads.forEach(h => h.removeAttribute("aria-sort"));
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = row => {
      const cell = row.cells[i];
      return cell.dataset.v !== undefined ? Number(cell.dataset.v) : cell.textContent;
    };
    const rows = [...table.tBodies[0].rows].map(row => [key(row), row]);
    const order = (a, b) => {
      if ((a === "") !== (b === "")) return a === "" ? 1 : -1;
      const by = typeof a === "number" && typeof b === "number"
        ? a - b : String(a).localeCompare(String(b), undefined, { numeric: true });
      return up ? by : -by;
    };
    rows.sort((a, b) => order(a[0], b[0]));
    table.tBodies[0].append(...rows.map(pair => pair[1]));
  }));
}
"""


@dataclass
class Page:
    """A page under construction: blocks are added in the order of reading.

    Parameters
    ----------
    title : str
        Its title.

    Examples
    --------
    >>> from obliqua.experiments.report import Page
    >>> page = Page("Trees")
    >>> page.text("Small & readable.")
    >>> "Small &amp; readable." in page.html()
    True
    """

    title: str
    blocks: list[str] = field(default_factory=list)

    def heading(self, text: str, anchor: str = "") -> None:
        """Add a heading."""
        named = f' id="{escape(anchor)}"' if anchor else ""
        self.blocks.append(f"<h2{named}>{escape(text)}</h2>")

    def text(self, text: str, kind: str = "") -> None:
        """Add a paragraph; `kind` is "lead" or "note"."""
        named = f' class="{escape(kind)}"' if kind else ""
        self.blocks.append(f"<p{named}>{escape(text)}</p>")

    def table(self, table: Table) -> None:
        """Add a table."""
        self.blocks.append(table.html())

    def folded(self, title: str, aside: str, tables: list[Table], *, is_open: bool = False) -> None:
        """Add tables that a click unfolds."""
        body = "".join(table.html() for table in tables)
        state = " open" if is_open else ""
        self.blocks.append(
            f"<details{state}><summary>{escape(title)} <span>{escape(aside)}</span></summary>"
            f"{body}</details>"
        )

    def figures(self, drawn: list[tuple[str, str]]) -> None:
        """Add drawings, SVG and caption each."""
        inner = "".join(
            f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"
            for svg, caption in drawn
        )
        self.blocks.append(f'<div class="figures">{inner}</div>')

    def html(self) -> str:
        """Write the page."""
        body = "\n".join(self.blocks)
        return (
            '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
            '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
            f"<title>{escape(self.title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
            f"<main>\n<h1>{escape(self.title)}</h1>\n{body}\n</main>\n"
            f"<script>{_SCRIPT}</script>\n</body>\n</html>\n"
        )
