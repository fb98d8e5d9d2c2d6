"""Comparing methods on data of one's own: which suits it, and whether the difference is real."""

from obliqua.experiments.comparison.advice import Advice, advise
from obliqua.experiments.comparison.compare import compare, compare_data_sets
from obliqua.experiments.comparison.compared import Compared, Versus
from obliqua.experiments.comparison.contenders import contenders

__all__ = [
    "Advice",
    "Compared",
    "Versus",
    "advise",
    "compare",
    "compare_data_sets",
    "contenders",
]
