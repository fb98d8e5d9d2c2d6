"""What data sets there are. To add one, add an entry; a paper's own name goes to `papers`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType

from obliqua.experiments.datasets.artificial.led import led
from obliqua.experiments.datasets.artificial.ls10 import ls10
from obliqua.experiments.datasets.artificial.multiplexer import multiplexer
from obliqua.experiments.datasets.artificial.pol import pol
from obliqua.experiments.datasets.artificial.rcb import rcb
from obliqua.experiments.datasets.artificial.spirals import spirals
from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.datasets.prepared import (
    Step,
    classes_at,
    complete_rows,
    distinct_rows,
    symbolic,
    without,
)

__all__ = ["ENTRIES", "UNAVAILABLE", "Entry"]


@dataclass(frozen=True)
class Entry:
    """A data set that can be loaded by name.

    Parameters
    ----------
    name : str
        Its name.
    summary : str
        What it is, in a line.
    rows, features, classes : int
        Its size; an artificial set may be made larger.
    make : callable or None, default=None
        The generator of an artificial set.
    file : str, default=""
        The name of a real set in the folder's manifest.
    steps : tuple of callables, default=()
        How the file's rows are prepared.
    """

    name: str
    summary: str
    rows: int
    features: int
    classes: int
    make: Callable[..., DataSet] | None = None
    file: str = ""
    steps: tuple[Step, ...] = ()

    @property
    def artificial(self) -> bool:
        """Whether the set is made rather than read."""
        return self.make is not None


_HEART_CODES = symbolic("sex", "cp", "fbs", "restecg", "exang", "slope", "thal")

ENTRIES = (
    Entry("ls10", "a linear boundary in ten dimensions", 2000, 10, 2, make=ls10),
    Entry("pol", "parallel oblique lines, five stripes of two classes", 2000, 2, 2, make=pol),
    Entry("rcb", "rotated checkerboard of eight cells", 2000, 2, 8, make=rcb),
    Entry("led", "seven-segment digits, 10 % of the segments inverted", 1000, 7, 10, make=led),
    Entry("spirals", "two interleaved spirals", 192, 2, 2, make=spirals),
    Entry("multiplexer6", "2 address and 4 data bits", 64, 6, 2, make=partial(multiplexer, bits=6)),
    Entry(
        "multiplexer11",
        "3 address and 8 data bits",
        2048,
        11,
        2,
        make=partial(multiplexer, bits=11),
    ),
    Entry("iris", "iris flowers", 150, 4, 3, file="iris"),
    Entry("breast-w", "breast cancer, Wisconsin, every row", 699, 9, 2, file="breast-w"),
    Entry(
        "breast-w-683",
        "breast cancer, Wisconsin, complete rows",
        683,
        9,
        2,
        file="breast-w",
        steps=(complete_rows,),
    ),
    Entry("bupa", "liver disorders, class as the selector column", 345, 6, 2, file="bupa"),
    Entry("glass", "kinds of glass, as the file has them", 214, 9, 6, file="glass"),
    Entry(
        "glass-213",
        "kinds of glass, without the one repeated row",
        213,
        9,
        6,
        file="glass",
        steps=(distinct_rows,),
    ),
    Entry("heart-cleveland", "heart disease, numbers", 303, 13, 2, file="heart-cleveland"),
    Entry(
        "heart-cleveland-297",
        "heart disease, numbers, complete rows",
        297,
        13,
        2,
        file="heart-cleveland",
        steps=(complete_rows,),
    ),
    Entry(
        "heart-cleveland-symbolic",
        "heart disease, with names where codes are names",
        303,
        13,
        2,
        file="heart-cleveland",
        steps=(_HEART_CODES,),
    ),
    Entry("heart-statlog", "heart disease, Statlog's rows", 270, 13, 2, file="heart-statlog"),
    Entry("hepatitis", "live or die from hepatitis", 155, 19, 2, file="hepatitis"),
    Entry(
        "housing",
        "Boston housing: class 1 below a median value of 21,000 dollars, else 2",
        506,
        13,
        2,
        file="housing",
        steps=(classes_at(21.0),),
    ),
    Entry("pima", "diabetes among Pima women", 768, 8, 2, file="pima"),
    Entry("segment", "seven kinds of image patches", 2310, 19, 7, file="segment"),
    Entry("sonar", "sonar echoes of rocks and mines", 208, 60, 2, file="sonar"),
    Entry("vehicle", "silhouettes of four vehicles", 846, 18, 4, file="vehicle"),
    Entry("vowel", "eleven vowels; split by speakers", 990, 10, 11, file="vowel"),
    Entry(
        "wpbc",
        "prognosis of breast cancer, without the time of the outcome",
        198,
        32,
        2,
        file="wpbc",
        steps=(without("time"),),
    ),
    Entry("monks-1", "the monks' first problem; split", 556, 6, 2, file="monks-1"),
    Entry("monks-2", "the monks' second problem; split", 601, 6, 2, file="monks-2"),
    Entry("monks-3", "the monks' third problem; split", 554, 6, 2, file="monks-3"),
    Entry("audiology", "disorders of hearing", 226, 69, 24, file="audiology"),
    Entry("credit-a", "approval of credit cards", 690, 15, 2, file="credit-a"),
    Entry("mushroom", "edible and poisonous mushrooms", 8124, 22, 2, file="mushroom"),
    Entry("soybean-large", "diseases of soybeans", 683, 35, 19, file="soybean-large"),
    Entry("weather-numeric", "whether to play, two numbers", 14, 4, 2, file="weather-numeric"),
    Entry("weather-nominal", "whether to play, all names", 14, 4, 2, file="weather-nominal"),
    Entry("letter", "letters of twenty typefaces; split", 20000, 16, 26, file="letter"),
    Entry("adult", "income above 50,000 dollars; split", 48842, 14, 2, file="adult"),
    Entry("electricity", "rise and fall of a price, in time", 45312, 8, 2, file="electricity"),
    Entry("covertype", "kinds of forest cover", 581012, 54, 7, file="covertype"),
)
#: Sets that papers use and that are not to be had, and why.
UNAVAILABLE: Mapping[str, str] = MappingProxyType(
    {
        "bright": "the star and galaxy measurements of Odewahn and others 1992 are not public",
        "dim": "the star and galaxy measurements of Odewahn and others 1992 are not public",
    }
)
