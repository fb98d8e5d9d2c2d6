"""Which rows each paper used."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["PAPERS"]

#: For each paper, its name of each data set and ours of the rows it used.
PAPERS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "murthy1994": {
            "bright": "bright",
            "dim": "dim",
            "breast-w": "breast-w-683",
            "iris": "iris",
            "housing": "housing",
            "pima": "pima",
            "ls10": "ls10",
            "pol": "pol",
            "rcb": "rcb",
        },
        "utgoff1995": {
            "multiplexer6": "multiplexer6",
            "hepatitis": "hepatitis",
            "monks-2": "monks-2",
        },
        # Wu and others print 682 rows of breast-w; which of the 683 they left out is not known.
        "wu2000": {
            "bright": "bright",
            "dim": "dim",
            "breast-w": "breast-w-683",
            "bupa": "bupa",
            "heart-cleveland": "heart-cleveland-297",
            "housing": "housing",
            "iris": "iris",
            "pima": "pima",
            "sonar": "sonar",
            "wpbc": "wpbc",
        },
        "brodley1995": {
            "breast-w": "breast-w",
            "bupa": "bupa",
            "glass": "glass-213",
            "heart-cleveland": "heart-cleveland-symbolic",
            "hepatitis": "hepatitis",
            "led": "led",
            "segment": "segment",
            "vowel": "vowel",
        },
        "ittner1996": {
            "heart-statlog": "heart-statlog",
            "iris": "iris",
            "pima": "pima",
            "spiral": "spirals",
            "vehicle": "vehicle",
        },
    }
)
