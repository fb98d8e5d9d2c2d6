"""Tests of differences, by scipy and statsmodels; nothing is computed by hand but their input.

`paired_t` and `corrected_t` compare two methods on one data set; `one_way`, `two_way` and
`contrast` several; `over_data_sets` several methods on several data sets.
"""

from obliqua.experiments.statistics.paired import Difference, corrected_t, paired_t
from obliqua.experiments.statistics.ranks import Ranking, over_data_sets
from obliqua.experiments.statistics.variance import contrast, one_way, two_way

__all__ = [
    "Difference",
    "Ranking",
    "contrast",
    "corrected_t",
    "one_way",
    "over_data_sets",
    "paired_t",
    "two_way",
]
