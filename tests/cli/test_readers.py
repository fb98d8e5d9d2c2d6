"""Every format gives the same table; what is wrong in a file is named."""

import gzip
import importlib.util
import io
import sys

import numpy as np
import pandas as pd
import pytest

from obliqua.cli.problems import InputProblem
from obliqua.cli.readers import ReadOptions, format_of, read_table

CSV = """\
age, colour ,dose,class
39,red,1.5,ill
?,"dark, green",,well
41.5,,-2e3,ill
"""
EXPECTED = {
    "age": [39.0, None, 41.5],
    "colour": ["red", "dark, green", None],
    "dose": [1.5, None, -2000.0],
    "class": ["ill", "well", "ill"],
}
ARFF = """\
% a comment
@RELATION 'some patients'
@attribute age numeric
@attribute 'colour' { red, 'dark, green', blue }
@Attribute dose REAL
@attribute class {ill, well}
@data
39,red,1.5,ill
% another
?,'dark, green',?,well

41.5,?,-2e3,"ill"
"""
NAMES = r"""
| the class first
ill, well.

age: continuous.
colour: red, dark\, green,
        blue
dose : continuous.  | a comment
"""
DATA = r"""39, red, 1.5, ill.
| nothing here
?, dark\, green, ?, well
41.5,?,-2e3,ill | not quite healthy
"""


@pytest.fixture
def write(tmp_path):
    def write(name, content):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return str(path)

    return write


def columns(table):
    return {
        name: [None if pd.isna(cell) else cell for cell in table[name]] for name in table.columns
    }


def test_csv(write):
    table = read_table(write("t.csv", CSV))
    assert columns(table) == EXPECTED
    assert [table[name].dtype.kind for name in table] == ["f", "O", "f", "O"]


def test_csv_with_a_byte_order_mark_and_windows_line_ends(write):
    path = write("t.csv", b"\xef\xbb\xbf" + CSV.replace("\n", "\r\n").encode())
    assert columns(read_table(path)) == EXPECTED


def test_compressed_csv(write):
    assert columns(read_table(write("t.csv.gz", gzip.compress(CSV.encode())))) == EXPECTED


def test_quotes_behind_blanks_and_inside_cells(write):
    path = write("t.csv", 'a, b\n1, "x, y"\n2,"said ""no"", twice\nover"\n3, 5" pipe\n')
    assert columns(read_table(path)) == {
        "a": [1, 2, 3],
        "b": ["x, y", 'said "no", twice\nover', '5" pipe'],
    }


def test_blank_lines_and_blanks_around_cells_do_not_count(write):
    path = write("t.csv", "\n a ,b\n\n1 , x y \n\n 2,x y\n")
    assert columns(read_table(path)) == {"a": [1, 2], "b": ["x y", "x y"]}


def test_tsv(write):
    text = (
        "age\tcolour\tdose\tclass\n39\tred\t1.5\till\n?\tdark, green\t\twell\n41.5\t\t-2e3\till\n"
    )
    assert columns(read_table(write("t.tsv", text))) == EXPECTED


def test_csv_on_standard_input(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(CSV.encode())))
    assert columns(read_table("-")) == EXPECTED


def test_parquet(tmp_path):
    path = tmp_path / "t.parquet"
    pd.DataFrame(EXPECTED).to_parquet(path)
    table = read_table(str(path))
    assert columns(table) == EXPECTED
    assert columns(read_table(str(path), ReadOptions(symbolic={"dose"})))["dose"] == [
        "1.5",
        None,
        "-2000",
    ]


@pytest.mark.parametrize("name", ["t.arff", "t.arff.gz"])
def test_arff(write, name):
    content = gzip.compress(ARFF.encode()) if name.endswith("gz") else ARFF
    assert columns(read_table(write(name, content))) == EXPECTED


def test_arff_strings_and_odd_quoting(write):
    text = "@relation r\n@attribute \"it's a\" string\n@attribute b {'?', y}\n@data\n"
    table = read_table(write("t.arff", text + "'it\\'s', '?'\nplain\ty\n\"a,b\", ?\n"))
    assert columns(table) == {"it's a": ["it's", "plain", "a,b"], "b": ["?", "y", None]}


@pytest.mark.parametrize("name", ["t.data", "t.names"])
def test_c45(write, name):
    write("t.names", NAMES)
    write("t.data", DATA)
    path = write(name, DATA if name == "t.data" else NAMES)
    assert columns(read_table(path)) == EXPECTED


def test_c45_ignored_discrete_and_named_class(write):
    write(
        "t.names",
        "label.\nid: ignore.\nv1.5: discrete 10.\nlabel: a, b.\nwith: continuous.\n",
    )
    path = write("t.data", "7, x.y, a, 1\n8, z, b, 2.5\n")
    assert columns(read_table(path)) == {
        "v1.5": ["x.y", "z"],
        "label": ["a", "b"],
        "with": [1, 2.5],
    }


# --- kinds and missing values ------------------------------------------------


def test_codes_survive_in_symbolic_columns(write):
    path = write("t.csv", "zip,n\n007,1\n010,2\n")
    assert columns(read_table(path))["zip"] == [7.0, 10.0]
    assert columns(read_table(path, ReadOptions(symbolic={"zip"})))["zip"] == ["007", "010"]


def test_missing_markers_can_be_chosen(write):
    path = write("t.csv", "a,b\n-9,NA\n1,x\n,y\n")
    found = columns(read_table(path, ReadOptions(missing=("-9",))))
    assert found == {"a": [None, 1.0, None], "b": ["NA", "x", "y"]}


def test_numbers_are_read_to_the_last_bit(write):
    values = np.random.default_rng(0).normal(size=2000) * 10.0 ** np.arange(-10, 10).repeat(100)
    path = write("t.csv", "x\n" + "\n".join(map(repr, values.tolist())) + "\n")
    assert (read_table(path)["x"].to_numpy() == values).all()


@pytest.mark.parametrize("cell", ["1_000", "0x10", "1,5", "twelve", "1 2"])
def test_what_is_not_a_number_makes_a_column_symbolic(write, cell):
    path = write("t.csv", f'x\n1\n"{cell}"\n')
    assert columns(read_table(path))["x"] == ["1", cell]
    with pytest.raises(InputProblem, match=rf"row 2, column 'x': '{cell}' is not a number"):
        read_table(path, ReadOptions(numeric={"x"}))


def test_a_table_without_a_header(write):
    table = read_table(write("t.csv", "1,a\n2,b\n"), ReadOptions(header=False))
    assert columns(table) == {"c1": [1.0, 2.0], "c2": ["a", "b"]}


def test_endings(write):
    assert [format_of(name) for name in ("-", "A.CSV", "b.tsv.gz", "c.pq", "d.arff", "e.data")] == [
        "csv",
        "csv",
        "tsv",
        "parquet",
        "arff",
        "c45",
    ]
    path = write("table.txt", "a\n1\n")
    assert columns(read_table(path, ReadOptions(format="csv"))) == {"a": [1.0]}


# --- what can be wrong -------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.csv", "", "is empty"),
        ("t.csv", "a,b\n", "has no rows"),
        ("t.csv", "a,a\n1,2\n", "the column name 'a' appears more than once"),
        ("t.csv", "a,\n1,2\n", "column 2 has no name"),
        ("t.csv", "a,b\n1,2,3\n", "row 1 has 3 cells, but there are 2 columns"),
        ("t.csv", "a,b\n1,2\n3\n", "row 2 has 1 cell, but there are 2 columns"),
        ("t.csv", 'a,b\n1,"x\n', "line 2: unexpected end of data"),
        ("t.csv", b"a,b\n1,\xff\n", "is not UTF-8"),
        ("t.csv.gz", b"not compressed", "cannot be read"),
        ("t.csv.gz", gzip.compress(CSV.encode(), mtime=0)[:40], "cannot be read"),
        ("t.csv.xz", b"not compressed", "cannot be read"),
        ("t.xyz", "a\n1\n", r"unknown kind of file; known endings are \.csv, "),
        ("t", "a\n1\n", "unknown kind of file"),
        ("t.parquet", b"nonsense", "is not a Parquet file"),
        ("t.arff", "@relation r\n@attribute a numeric\n", "has no @data"),
        ("t.arff", "@relation r\n@data\n1\n", "line 2: no @attribute before"),
        ("t.arff", "hello\n", "line 1: expected @relation, @attribute or @data, found 'hello'"),
        ("t.arff", "@attribute a date\n@data\n1\n", "line 1, column 'a': the kind 'date' is not"),
        ("t.arff", "@attribute a {x,y}\n@data\nz\n", "line 3, column 'a': 'z' is not one of x, y"),
        ("t.arff", "@attribute a real\n@data\n1,2\n", "line 3 has 2 values, .* 1 attributes"),
        ("t.arff", "@attribute a real\n@data\nx\n", "row 1, column 'a': 'x' is not a number"),
        ("t.arff", "@attribute a real\n@data\n{0 1}\n", "line 3: sparse ARFF"),
        ("t.arff", "@attribute a string\n@data\n'x\n", 'line 3: cannot read "\'x"'),
        ("t.arff", "@attribute a\n@data\n1\n", "line 1: expected @attribute NAME KIND"),
    ],
)
def test_the_message_says_what_is_wrong_and_where(write, name, content, message):
    path = write(name, content)
    with pytest.raises(InputProblem, match=message) as caught:
        read_table(path)
    assert str(caught.value).startswith(path)


@pytest.mark.parametrize(
    ("names", "data", "message"),
    [
        ("", "1\n", "expected the list of classes"),
        ("a: x, y.\n", "x\n", "expected the list of classes"),
        ("p, q.\n", "p\n", "names no attribute"),
        ("p.\na: continuous.\n", "1\n", "'p' is neither two classes nor an attribute"),
        ("p, q.\na: x, y.\na: x, y.\n", "x,x,p\n", "the name 'a' appears more than once"),
        ("p, q.\nhello.\n", "x,p\n", "line 2: expected 'name: values', found 'hello'"),
        ("p, q.\na: x,, y.\n", "x,p\n", "line 2: 'a' has an empty value"),
        ("p, q.\na: x, y.\n", "z,p\n", "line 1, column 'a': 'z' is not one of x, y"),
        ("p, q.\na: x, y.\n", "x,p\nx,r\n", "line 2, column 'class': 'r' is not one of p, q"),
        ("p, q.\na: x, y.\n", "\nx\n", "line 2 has 1 values, but the .names file describes 2"),
        ("p, q.\na: continuous.\n", "1,p\ntwo,q\n", "row 2, column 'a': 'two' is not a number"),
    ],
)
def test_c45_messages(write, names, data, message):
    write("t.names", names)
    with pytest.raises(InputProblem, match=message):
        read_table(write("t.data", data))


def test_missing_files(tmp_path, write):
    with pytest.raises(InputProblem, match="there is no such file"):
        read_table(str(tmp_path / "none.csv"))
    with pytest.raises(InputProblem, match=r"other\.names: is needed beside"):
        read_table(write("other.data", "1,a\n"))


@pytest.mark.parametrize("library", ["pandas", "pyarrow"])
def test_without_a_library_the_message_names_the_extra(write, monkeypatch, library):
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == library else find_spec(name)
    )
    with pytest.raises(InputProblem, match=rf"needs {library}: pip install 'obliqua\[tables\]'"):
        read_table(write("t.csv", CSV))
