"""Data sets by name: the papers' artificial ones, made here, and real ones from a folder.

`load` gives any of them, `names` lists them, `describe` says what one is; the generators can
be called directly for other sizes, angles and noise.
"""

from obliqua.experiments.datasets.artificial.led import led
from obliqua.experiments.datasets.artificial.ls10 import ls10
from obliqua.experiments.datasets.artificial.multiplexer import multiplexer
from obliqua.experiments.datasets.artificial.pol import pol, pol_lines
from obliqua.experiments.datasets.artificial.rcb import rcb, rcb_lines
from obliqua.experiments.datasets.artificial.spirals import spirals
from obliqua.experiments.datasets.catalogue import UNAVAILABLE, Entry
from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.datasets.folder import data_folder
from obliqua.experiments.datasets.papers import PAPERS
from obliqua.experiments.datasets.registry import describe, load, names

__all__ = [
    "PAPERS",
    "UNAVAILABLE",
    "DataSet",
    "Entry",
    "data_folder",
    "describe",
    "led",
    "load",
    "ls10",
    "multiplexer",
    "names",
    "pol",
    "pol_lines",
    "rcb",
    "rcb_lines",
    "spirals",
]
