"""The figures that the five papers print, cell by cell.

`cells` gives those of one paper. A cell is named by its table, data set, method and metric; its
standard deviation is None where none is printed, its value where the print says "na".
"""

from obliqua.experiments.published.cells import PAPERS, Cell, cells, tables

__all__ = ["PAPERS", "Cell", "cells", "tables"]
