"""Exported C, compiled and run."""

import ctypes
import platform
import shutil
import subprocess

import numpy as np
import pandas as pd
import pytest

from obliqua import _core
from obliqua.export import CannotExport, to_c
from obliqua.export.names import identifiers, remark
from tests.exported import (
    BASIS,
    CLASSES,
    FORESTS,
    HAND_MADE,
    SCHEMA,
    classes_of,
    forest_of,
    kinds,
    rows_for,
    rows_for_all,
    shares_of,
    small_integers,
    table_of,
    unsure_rows,
)
from tests.trees import Builder, axis, equality, linear, machine, schema_of

pytestmark = pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
N_ROWS = 100_000
STRICT = ["-std=c99", "-pedantic-errors", "-Wall", "-Wextra", "-Wno-float-equal", "-Werror"]


class Compiled:
    """A shared library of an exported tree, or a forest, and a loop over rows."""

    def __init__(self, folder, model, flags=(), **options):
        self.trees = model.trees if hasattr(model, "trees") else [model]
        self.tree = self.trees[0]
        self.vote = hasattr(model, "trees")
        source = to_c(model, name="tree", **options)
        self.fields = self._fields(source)
        self.scales = {}
        node = None
        for line in source.splitlines():
            if line.startswith("    case ") and "return" not in line:
                node = int(line.split()[1].rstrip(":"))
            elif "sums are in units" in line:
                self.scales[node] = -int(line.split("2^")[1].split()[0])
        self.fixed = options.get("precision") == "fixed"
        self.share = "int32_t" if self.fixed else "double"
        number = {"single": "float", "fixed": "int32_t"}.get(options.get("precision"), "double")
        (folder / "tree.h").write_text(source)
        (folder / "main.c").write_text(self._loop(number))
        library = folder / f"tree{len(list(folder.iterdir()))}.so"
        command = ["gcc", *STRICT, "-O2", *flags, "-shared", "-fPIC", "main.c", "-o", str(library)]
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
        self.library = ctypes.CDLL(str(library))
        self.number = {"float": np.float32, "int32_t": np.int32, "double": np.float64}[number]

    def _fields(self, source):
        """Each feature's field, by the remark beside it."""
        lines = source[source.index("typedef struct {") : source.index("} tree_row;")]
        fields = []
        for line in lines.splitlines()[1:]:
            name, said = line.split()[1].rstrip(";"), line.split("/* ", 1)[1]
            found = [f for f, n in enumerate(self.tree.schema.names) if said.startswith(remark(n))]
            fields += [(f, name) for f in found[:1]]
        return fields

    def _loop(self, number):
        kinds = self.tree.schema.kinds
        n_numeric, n_symbolic = kinds.count("numeric"), kinds.count("symbolic")
        place = {f: sum(k == kinds[f] for k in kinds[:f]) for f, _ in self.fields}
        sets = "\n".join(
            f"        row.{name} = codes[i * {n_symbolic} + {place[f]}];"
            if kinds[f] == "symbolic"
            else f"        row.{name} = numbers[i * {n_numeric} + {place[f]}];"
            for f, name in self.fields
        )
        k = self.tree.n_classes
        where = f"tree_leaves(&row, leaves + {len(self.trees)} * (long)i)"
        where = where if self.vote else "leaves[i] = tree_leaf(&row)"
        return f"""
#include <stdint.h>
#include "tree.h"
#include "tree.h"
void run(const {number} *numbers, const int *codes, int n, int *classes, int *leaves,
         {self.share} *shares)
{{
    int i;
    (void)numbers, (void)codes;
    for (i = 0; i < n; ++i) {{
        tree_row row = {{0}};
{sets}
        classes[i] = tree_predict(&row);
        {where};
        tree_probabilities(&row, shares + {k} * (long)i);
    }}
}}
const char *name_of(int position) {{ return tree_class_name(position); }}
"""

    def run(self, frame, numbers=None):
        columns = table_of(self.tree, frame)
        numbers = columns.numeric if numbers is None else numbers
        numbers = np.ascontiguousarray(numbers, dtype=self.number)
        codes = np.ascontiguousarray(columns.symbolic)
        n, k = len(frame), self.tree.n_classes
        classes = np.empty(n, dtype=np.int32)
        leaves = np.empty((n, len(self.trees)) if self.vote else n, dtype=np.int32)
        shares = np.empty((n, k), dtype=np.int32 if self.fixed else np.float64)
        arrays = numbers, codes, n, classes, leaves, shares
        self.library.run(
            *(a if isinstance(a, int) else a.ctypes.data_as(ctypes.c_void_p) for a in arrays)
        )
        return classes, leaves, shares


CONTRACTING = ["-O3", "-std=gnu17", *(["-mfma"] if platform.machine() == "x86_64" else [])]


@pytest.mark.parametrize(
    ("which", "flags"), [*((which, []) for which in HAND_MADE), ("kinds", CONTRACTING)], ids=str
)
def test_double_precision_is_bit_for_bit(tmp_path, which, flags):
    tree = HAND_MADE[which]()
    frame = rows_for(tree, N_ROWS)
    classes, leaves, shares = Compiled(tmp_path, tree, flags).run(frame)
    np.testing.assert_array_equal(shares, shares_of(tree, frame))
    np.testing.assert_array_equal(classes, classes_of(tree, frame))
    table = table_of(tree, frame).table()
    np.testing.assert_array_equal(leaves, _core.apply(tree.core, table, 1))
    assert len(np.unique(leaves)) > 0.4 * tree.n_leaves


@pytest.mark.parametrize("which", FORESTS)
def test_a_vote_is_that_of_the_forest(tmp_path, which):
    forest = FORESTS[which]()
    frame = rows_for_all(forest, 40_000)
    classes, leaves, shares = Compiled(tmp_path, forest).run(frame)
    np.testing.assert_array_equal(forest.classes_[classes], forest.predict(frame))
    np.testing.assert_array_equal(shares, forest.predict_proba(frame))
    np.testing.assert_array_equal(leaves, forest.apply(frame))
    top = np.sort(shares, axis=1)[:, -2:]
    assert (top[:, 0] == top[:, 1]).any() == (which != "one tree"), "there must be ties"


@pytest.mark.parametrize("precision", ["single", "fixed"])
def test_a_rounded_vote_is_that_of_the_rounded_trees(tmp_path, precision):
    integers = small_integers()
    trees = [linear_kinds(), type(integers)(integers.core, integers.schema, CLASSES)] * 2
    trees = [*trees, linear_kinds()]
    forest = forest_of(trees)
    frame = rows_for_all(forest, 40_000, extreme=3e4)
    numbers = table_of(trees[0], frame).numeric
    if precision == "fixed":
        frame = frame[(~(np.abs(numbers) >= 2**15)).all(axis=1)]
        numbers = table_of(trees[0], frame).numeric
        numbers = np.where(np.isnan(numbers), -(2**31), np.rint(np.nan_to_num(numbers) * 2**16))
    classes, leaves, shares = Compiled(tmp_path, forest, precision=precision).run(frame, numbers)
    votes = np.zeros((len(frame), len(CLASSES)))
    for position, tree in enumerate(trees):
        folder = tmp_path / str(position)
        folder.mkdir()
        answers = Compiled(folder, tree, precision=precision).run(frame, numbers)
        np.testing.assert_array_equal(leaves[:, position], answers[1])
        votes[np.arange(len(votes)), answers[0]] += 1
    np.testing.assert_array_equal(classes, votes.argmax(axis=1))
    expected = votes / len(trees)
    if precision == "fixed":
        expected = np.rint(expected * 2**30)
    np.testing.assert_array_equal(shares, expected)


def test_single_precision_is_exact_for_its_own_values_at_axis_tests(tmp_path):
    builder = Builder(1, 2, [(0, 0, 0)])
    node = builder.add(-1, [1.0, 1.0], **axis(0, 0.1))
    for step in range(1, 9):
        builder.add(node, [0.0, 1.0] if step % 2 else [1.0, 0.0])
        test = axis(0, 0.1 + step / 7) if step < 8 else {}
        node = builder.add(node, [1.0, 1.0] if test else [1.0, 0.0], **test)
    tree = builder.tree(schema_of("x"), [0, 1])
    near = np.array([np.float32(0.1 + step / 7) for step in range(8)])
    values = [near, np.nextafter(near, np.float32(9)), np.nextafter(near, np.float32(-9))]
    X = np.concatenate(values).astype(np.float64).reshape(-1, 1)
    frame = pd.DataFrame(X, columns=["x"])
    classes, _, _ = Compiled(tmp_path, tree, precision="single").run(frame)
    np.testing.assert_array_equal(classes, classes_of(tree, frame))


@pytest.mark.parametrize("precision", ["single", "fixed"])
@pytest.mark.parametrize("which", ["kinds", "small integers", "40 classes", "60 deep"])
def test_rounded_arithmetic_differs_only_within_its_error(tmp_path, which, precision):
    """The bounds of docs/how-to/export.md, along each row's path in double precision."""
    tree = linear_kinds() if (which, precision) == ("kinds", "fixed") else HAND_MADE[which]()
    frame = rows_for(tree, N_ROWS, extreme=3e4)
    exported = Compiled(tmp_path, tree, precision=precision)
    numbers = table_of(tree, frame).numeric
    if precision == "fixed":
        frame = frame[(~(np.abs(numbers) >= 2**15)).all(axis=1)]
        numbers = table_of(tree, frame).numeric
        numbers = np.where(np.isnan(numbers), -(2**31), np.rint(np.nan_to_num(numbers) * 2**16))
    classes, leaves, shares = exported.run(frame, numbers)
    scales = exported.scales if precision == "fixed" else None
    sure = ~unsure_rows(tree, frame, 2.0**-23, scales)
    assert sure.mean() > 0.5, "the bounds must leave something to compare"
    expected = _core.apply(tree.core, table_of(tree, frame).table(), 1)
    np.testing.assert_array_equal(leaves[sure], expected[sure])
    np.testing.assert_array_equal(classes[sure], classes_of(tree, frame)[sure])
    if precision == "fixed":
        error = shares[sure] / 2**30 - shares_of(tree, frame)[sure]
        assert np.abs(error).max() <= 2.0**-30
    if which == "small integers":
        plain = table_of(tree, frame).numeric
        whole = ((plain == np.rint(plain)) & (np.abs(plain) < 100)).all(axis=1)
        assert whole.sum() > 1000
        np.testing.assert_array_equal(leaves[whole], expected[whole])


def linear_kinds():
    """What fixed-point numbers can express: no sums of squares and products."""
    builder = Builder(4, 3, BASIS)
    filled = {"fills": [0.3, -0.7, 0.1]}
    builder.add(-1, [3.0, 3.0, 3.0], **linear([0, 1, 2], [0.7, -1.1, 0.4], 0.3) | filled)
    builder.add(0, [2.0, 2.0, 2.0], **axis(3, 0.49, fill=0.1))
    builder.add(0, [1.0, 1.0, 1.0], **axis(2, 0.0, fill=1.0))
    builder.add(1, [1.0, 1.0, 1.0], **equality(2, 2, fill=2))
    builder.add(1, [1.0, 1.0, 1.0], **axis(4, -0.3, fill=-1.0))
    rows = [[1.0, -1.25], [0.1, 0.5], [2.0, 0.3]]
    test = machine([0, 5], rows, [0.1, 0.2, -0.3], [0, 1, 2]) | {"fills": [0.3, -0.7]}
    builder.add(2, [1.0, 1.0, 1.0], **test)
    builder.add(2, [0.0, 0.0, 1.0], **axis(1, -0.25))
    for parent in (3, 3, 4, 4, 5, 5, 5, 6, 6):
        builder.add(parent, np.eye(3)[parent % 3].tolist())
    return builder.tree(SCHEMA, CLASSES)


def test_what_fixed_point_cannot_express_is_refused_by_name():
    with pytest.raises(CannotExport, match="sum with the square of 'a b'"):
        to_c(kinds(), precision="fixed")
    with pytest.raises(CannotExport, match="every branch"):
        to_c(kinds(missing=1), precision="fixed")
    with pytest.raises(CannotExport, match="fewer fraction_bits"):
        to_c(linear_kinds(), precision="fixed", fraction_bits={"a b": 40})
    with pytest.raises(ValueError, match="fraction_bits of 'c' must be"):
        to_c(linear_kinds(), precision="fixed", fraction_bits={"c": 99})


def test_what_single_precision_cannot_hold_is_refused_by_name():
    builder = Builder(1, 2, [(0, 0, 0)])
    builder.add(-1, [1.0, 1.0], **axis(0, 1e300))
    builder.add(0, [1.0, 0.0])
    builder.add(0, [0.0, 1.0])
    with pytest.raises(CannotExport, match=r"single precision cannot hold 1e\+300"):
        to_c(builder.tree(schema_of("x"), [0, 1]), precision="single")


def test_names_are_only_names(tmp_path):
    schema = schema_of("a*/ int x; /*", 'b\\\n"??/', ("for", ("*/", "\\", "'")))
    builder = Builder(3, 2, [(0, 0, 0), (0, 1, 0)])
    builder.add(-1, [1.0, 1.0], **linear([0, 1], [1.0, 2.0], 0.0))
    builder.add(0, [1.0, 1.0], **equality(2, 0))
    for parent in (0, 1, 1):
        builder.add(parent, [1.0, 0.0])
    label = 'say "no"\\\n??/é'
    exported = Compiled(tmp_path, builder.tree(schema, [label, "b"]))
    exported.library.name_of.restype = ctypes.c_char_p
    assert exported.library.name_of(0).decode() == label
    assert identifiers(["int", "x y", "x-y", "2"]) == ["int_2", "x_y", "x_y_2", "x2"]
    with pytest.raises(ValueError, match="name must be an identifier"):
        to_c(kinds(), name="a-b")
    with pytest.raises(ValueError, match="precision must be one of"):
        to_c(kinds(), precision="half")
