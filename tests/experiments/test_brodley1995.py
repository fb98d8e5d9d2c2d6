"""Tables 5, 9, 10 and 11 of Brodley and Utgoff 1995, thinned; skipped without the papers' data.

The whole comparison is `obliqua reproduce brodley1995 T5 T9 T10 T11 T13 T14 T16 T17 T18`.
"""

import pytest

from obliqua.experiments.reproduce import Wanted, reproduce
from obliqua.experiments.store import Results

DATA = ["bupa", "hepatitis", "glass"]
TABLES = ["T5", "T9", "T10", "T11"]
METHODS = [
    "rls-sbe",
    "rls-dsbe",
    "rls-sfs",
    "rls-hss",
    "pocket-dsbe",
    "thermal-dsbe",
    "thermal-sfs",
]


@pytest.mark.slow
def test_published_cells_are_met(data_dir, monkeypatch):
    monkeypatch.setenv("OBLIQUA_DATA", str(data_dir))
    wanted = Wanted(["brodley1995"], TABLES, DATA, METHODS, repeats=1)
    with Results(None) as results:
        found = reproduce(wanted, results, quiet=True)
    counted = [one for one in found.judged if one.counted and one.ours is not None]
    assert len(counted) > 30
    met = [one for one in counted if one.met]
    assert len(met) >= 0.85 * len(counted)
