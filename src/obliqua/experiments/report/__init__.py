"""Reports: tables and vector plots as text, Markdown, CSV and one self-contained HTML page."""

from obliqua.experiments.report.page import Page
from obliqua.experiments.report.table import Column, Table

__all__ = ["Column", "Page", "Table"]
