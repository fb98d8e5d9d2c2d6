"""ITI and DMTI worked by hand on Quinlan's fourteen days (docs/systems/iti.md).

All fourteen, 9 yes and 5 no; 0.9403 bits. Gain over the split's own information:

  outlook = overcast    4 yes | 5 yes 5 no         0.9403 - 10/14·1      = 0.2260 / 0.8631 = 0.2618
  temperature ≤ 84      9 yes 4 no | 1 no          0.9403 - 13/14·0.8905 = 0.1134 / 0.3712 = 0.3055
  humidity ≤ 82.5       6 yes 1 no | 3 yes 4 no    0.9403 - 0.7885       = 0.1518 / 1      = 0.1518
  wind = calm           6 yes 2 no | 3 yes 3 no    0.9403 - 0.8922       = 0.0481 / 0.9852 = 0.0488

Temperature wins: between 83 (yes) and 85 (no). Below it, of 9 yes and 4 no, outlook = overcast
tells most, for 4 of its days are all yes. Of the other 9 days (5 yes, 4 no) 65 degrees alone is no,
and the cut lies between 65 and 68; of the 8 left, the four of a humidity up to 80 are yes and those
from 90 are no, no, no and one yes, at 70 degrees: 70 and 71 part them.

There are 20 candidates at the root. Outlook has 3 and wind 2. Of the temperatures 64 y, 65 n, 68 y,
69 y, 70 y, 71 n, 72 yn, 75 yy, 80 n, 81 y, 83 y, 85 n the neighbours that are not all of one class
are 64|65, 65|68, 70|71, 71|72, 72|75, 75|80, 80|81, 83|85: 8. Of the humidities 65 y, 70 nyy, 75 y,
80 yy, 85 n, 86 y, 90 ny, 91 n, 95 n, 96 y: 65|70, 70|75, 80|85, 85|86, 86|90, 90|91, 95|96: 7.

Bits, from the lowest test up; a leaf of one class takes 1. 3 no and 1 yes as one leaf take 1 +
log2 2 + 1·(log2 4 + log2 1) = 4, as a test 1 + log2 6 + 1 + 1 = 5.58, so that it becomes a leaf;
above it, 5 yes and 3 no take 1 + 1 + 3·3 = 11 as a leaf and 1 + log2 9 + 1 + 4 = 9.17 as a test.
One up, 5 yes and 4 no: 2 + 4·log2 9 = 14.68 for 1 + log2 11 + 1 + 9.17 = 14.63. Then 9 yes and 4
no: 2 + 4·log2 13 = 16.80 for 1 + log2 17 + 1 + 14.63 = 20.72; and the root, 2 + 5·log2 14 = 21.04
for 1 + log2 20 + 16.80 + 1 = 23.12: all is one leaf.

Expected tests, 48/14 for this tree (1·1 + 4·2 + 1·3 + 4·4 + 4·5), are 42/14 under outlook, 35/14
under humidity and 43/14 under wind. DMTI asks for humidity first. Of its 7 days up to 82.5, the two
up to 66.5 degrees are yes and no: outlook, temperature, humidity and wind all part them fully,
outlook comes first, and of "overcast" and "rainy" the former.
"""

import pytest

from tests.golden.weather import HUMIDITY, OUTLOOK, ROWS, TEMPERATURE, WIND
from tests.oracle.dmti import Aim, dmti, installed
from tests.oracle.iti import best, candidates, iti, leaf_bits, pruned, tree_bits
from tests.oracle.iti_tables import as_rows

TABLE = as_rows(ROWS)
ITI = [
    (TEMPERATURE, 84.0, 0.3055), (OUTLOOK, "overcast", 0.2295), None, None,
    (TEMPERATURE, 66.5, 0.2835), None, (HUMIDITY, 85.0, 0.5488), None,
    (TEMPERATURE, 70.5, 1.0), None, None,
]  # fmt: skip
COUNTS = [(5, 9), (4, 9), (1, 0), (0, 4), (4, 5), (1, 0), (3, 5), (0, 4), (3, 1), (0, 1), (3, 0)]
DMTI = [
    (HUMIDITY, 82.5, 0.1518), (TEMPERATURE, 66.5, 0.3545), (OUTLOOK, "overcast", 0.5440),
    (OUTLOOK, "overcast", 1.0), None, None, (TEMPERATURE, 70.5, 1.0), None, None, None, None,
]  # fmt: skip


def told(tree):
    return [
        None if node.question is None else (node.question.feature, node.question.at)
        for node in tree.walk()
    ]


def test_the_best_test_of_each_feature_by_hand():
    found = candidates(TABLE, TABLE.everything())
    assert len(found) == 20
    of = {f: best([one for one in found if one.feature == f]) for f in range(4)}
    assert {f: one.at for f, one in of.items()} == {
        OUTLOOK: "overcast",
        TEMPERATURE: 84.0,
        HUMIDITY: 82.5,
        WIND: "calm",
    }
    merits = [of[f].merit for f in range(4)]
    assert merits == pytest.approx([0.2618, 0.3055, 0.1518, 0.0488], abs=5e-5)


def test_the_tree_of_iti_by_hand():
    tree = iti(TABLE)
    assert told(tree) == [one and one[:2] for one in ITI]
    assert [(node.counts["no"], node.counts["yes"]) for node in tree.walk()] == COUNTS
    for node, wanted in zip(tree.walk(), ITI, strict=True):
        assert wanted is None or node.question.merit == pytest.approx(wanted[2], abs=5e-5)


def test_bits_by_hand():
    tree = iti(TABLE)
    nodes = list(tree.walk())
    as_leaves = [leaf_bits(nodes[i].counts) for i in (8, 6, 4, 1, 0)]
    assert as_leaves == pytest.approx([4, 11, 14.68, 16.80, 21.04], abs=5e-3)
    as_tests = [tree_bits(pruned(nodes[i])) for i in (8, 6, 4, 1, 0)]
    assert as_tests == pytest.approx([4, 9.17, 14.63, 16.80, 21.04], abs=5e-3)
    assert told(pruned(tree)) == [None]
    assert told(pruned(nodes[4])) == [(TEMPERATURE, 66.5), None, (HUMIDITY, 85.0), None, None]


def test_a_direct_metric_by_hand():
    aim = Aim("expected-tests")
    tree = iti(TABLE)
    found = candidates(TABLE, TABLE.everything())
    of = [best([one for one in found if one.feature == f]) for f in range(4)]
    measured = [14 * aim.measure(installed(TABLE, tree, one)) for one in of]
    assert measured == pytest.approx([42, 48, 35, 43])
    assert told(dmti(TABLE, aim)) == [one and one[:2] for one in DMTI]
