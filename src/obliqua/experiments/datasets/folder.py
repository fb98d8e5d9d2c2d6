"""A folder of CSV files described by a ``MANIFEST.csv``.

The manifest has a line per data set: ``name, file, rows, features, numeric, symbolic, classes,
missing_values`` and, for people, ``source, notes``; where it has ``sha256`` as well, the file's
bytes are checked. A file's class column is ``class``, or its
last column; a column ``split`` says "train" or "test". What is read is checked against what the
manifest declares, so that another edition of a data set is noticed before it is used.
"""

from __future__ import annotations

import csv
import hashlib
import importlib.util
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from obliqua.experiments.datasets.data_set import DataSet

if TYPE_CHECKING:
    import pandas as pd

__all__ = [
    "COLUMNS",
    "MANIFEST",
    "SPLIT",
    "TARGET",
    "VARIABLE",
    "Declared",
    "cache_folder",
    "data_folder",
    "read_manifest",
    "read_set",
]

VARIABLE = "OBLIQUA_DATA"
MANIFEST = "MANIFEST.csv"
MISSING = ("", "?")
TARGET = "class"
SPLIT = "split"
_COUNTS = ("rows", "features", "numeric", "symbolic", "missing_values")
#: The manifest's columns, as `obliqua data fetch` writes them.
COLUMNS = (
    *("name", "file", "rows", "features", "numeric", "symbolic", "classes", "missing_values"),
    *("source", "notes", "sha256"),
)


@dataclass(frozen=True)
class Declared:
    """One line of the manifest; `classes` is None where the target is a number."""

    name: str
    file: str
    rows: int
    features: int
    numeric: int
    symbolic: int
    missing_values: int
    classes: int | None
    source: str
    notes: str
    sha256: str


def cache_folder() -> Path:
    """Name the folder that fetched data sets are kept in."""
    caches = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(caches) / "obliqua" / "data"


def data_folder(data_dir: str | os.PathLike[str] | None = None) -> Path:
    """Find the folder that holds the papers' real data sets.

    Parameters
    ----------
    data_dir : path or None, default=None
        The folder; None takes the environment variable OBLIQUA_DATA, and without that what
        `obliqua data fetch` has fetched.

    Returns
    -------
    pathlib.Path
        The folder, which has a MANIFEST.csv.

    Raises
    ------
    FileNotFoundError
        If no folder is named, or it has no MANIFEST.csv.
    """
    named = data_dir or os.environ.get(VARIABLE)
    if not named and (cache_folder() / MANIFEST).is_file():
        return cache_folder()
    if not named:
        raise FileNotFoundError(
            f"no folder of data sets is named: set the environment variable {VARIABLE}, or pass "
            f"data_dir (--data-dir), to a folder of CSV files with a {MANIFEST}; or fetch them: "
            "obliqua data fetch"
        )
    folder = Path(named).expanduser()
    if not (folder / MANIFEST).is_file():
        whose = "data_dir" if data_dir else VARIABLE
        what = f"has no {MANIFEST}" if folder.is_dir() else "is not a folder"
        raise FileNotFoundError(
            f"{folder} ({whose}) {what}; expected a folder of CSV files with a {MANIFEST}"
        )
    return folder


def read_manifest(folder: Path) -> dict[str, Declared]:
    """Read the manifest: what it declares of each set, by name."""
    declared: dict[str, Declared] = {}
    with (folder / MANIFEST).open(newline="", encoding="utf-8-sig") as lines:
        reader = csv.DictReader(lines)
        needed = {"name", "file", "classes", *_COUNTS}
        absent = sorted(needed - set(reader.fieldnames or ()))
        if absent:
            raise ValueError(f"{folder / MANIFEST}: there is no column {', '.join(absent)}")
        for number, line in enumerate(reader, 2):
            name = line["name"]
            if name in declared:
                raise ValueError(f"{folder / MANIFEST}, line {number}: {name!r} again")
            try:
                counts = {key: int(line[key]) for key in _COUNTS}
                classes = int(line["classes"]) if line["classes"] else None
            except (TypeError, ValueError):
                raise ValueError(
                    f"{folder / MANIFEST}, line {number} ({name}): {', '.join(_COUNTS)} and "
                    "classes are whole numbers"
                ) from None
            declared[name] = Declared(
                name=name,
                file=line["file"],
                classes=classes,
                source=line.get("source") or "",
                notes=line.get("notes") or "",
                sha256=line.get("sha256") or "",
                **counts,
            )
    return declared


def read_set(name: str, data_dir: str | os.PathLike[str] | None = None) -> DataSet:
    """Read one set as its file has it, and check it against the manifest.

    Parameters
    ----------
    name : str
        Its name in the manifest.
    data_dir : path or None, default=None
        The folder; None takes OBLIQUA_DATA.

    Returns
    -------
    DataSet
        A dataframe of float64 and categories, and the labels.

    Raises
    ------
    FileNotFoundError
        If the folder or the file is not there.
    ValueError
        If the folder has no such set, or the file is not what the manifest declares.
    """
    folder = data_folder(data_dir)
    manifest = read_manifest(folder)
    if name not in manifest:
        raise ValueError(f"{folder} has no data set {name!r}; it has {', '.join(manifest)}")
    declared = manifest[name]
    path = folder / declared.file
    if not path.is_file():
        raise FileNotFoundError(f"{path}: the file of data set {name!r} is not there")
    _check_bytes(path, declared)
    _require_pandas(path)
    table = _read_table(path, declared)
    target = TARGET if TARGET in table else table.columns[-1]
    part = table.pop(SPLIT).to_numpy(dtype=object) if SPLIT in table else None
    labels = _labels(path, table.pop(target), declared)
    _check(path, table, labels, declared)
    about = ". ".join(text for text in (declared.source, declared.notes) if text)
    return DataSet(name, table, labels, tuple(table.columns), about, str(target), part)


def _read_table(path: Path, declared: Declared) -> pd.DataFrame:
    """Read the features as declared: all numbers, all names, or each as its cells are."""
    import pandas as pd

    header = pd.read_csv(path, nrows=0, encoding="utf-8-sig").columns
    not_features = {TARGET, SPLIT} if TARGET in header else {SPLIT, header[-1]}
    features = [name for name in header if name not in not_features]
    types: dict[str, Any] = dict.fromkeys(header, object)
    if not declared.symbolic:
        types |= dict.fromkeys(features, np.float64)
    try:
        table = pd.read_csv(
            path, dtype=types, keep_default_na=False, na_values=list(MISSING), encoding="utf-8-sig"
        )
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from error
    for name in features if declared.symbolic else ():
        column = pd.to_numeric(table[name], errors="coerce") if declared.numeric else None
        if column is not None and column.notna().equals(table[name].notna()):
            table[name] = column.astype(np.float64)
        else:
            table[name] = table[name].astype("category")
    return table


def _labels(path: Path, column: pd.Series, declared: Declared) -> Any:
    """Give the labels as whole numbers or text; as float64 where the target is a number."""
    import pandas as pd

    if column.isna().any():
        row = int(np.flatnonzero(column.isna().to_numpy())[0]) + 1
        raise ValueError(f"{path}: row {row}, column {column.name!r}: the class is missing")
    if declared.classes is None:
        return pd.to_numeric(column).to_numpy(dtype=np.float64)
    try:
        return column.astype(np.int64).to_numpy()
    except ValueError:
        return column.to_numpy(dtype=object)


def _check(path: Path, table: pd.DataFrame, labels: Any, declared: Declared) -> None:
    """Compare what was read with what the manifest declares."""
    numeric = sum(dtype == np.float64 for dtype in table.dtypes)
    found = {
        "rows": len(table),
        "features": table.shape[1],
        "numeric": numeric,
        "symbolic": table.shape[1] - numeric,
        "missing_values": int(table.isna().to_numpy().sum()),
        "classes": None if declared.classes is None else len(np.unique(labels)),
    }
    for what, count in found.items():
        expected = getattr(declared, what)
        if count != expected:
            raise ValueError(
                f"{path}: {count} {what.replace('_', ' ')}, but {MANIFEST} declares {expected}; "
                "this is another edition of the data set"
            )


def _check_bytes(path: Path, declared: Declared) -> None:
    if not declared.sha256:
        return
    found = hashlib.sha256(path.read_bytes()).hexdigest()
    if found != declared.sha256:
        raise ValueError(
            f"{path}: wrong checksum {found[:16]}…, {MANIFEST} declares {declared.sha256[:16]}…; "
            f"the file has been changed or damaged: fetch it again (obliqua data fetch "
            f"{declared.name}), or mend the manifest"
        )


def _require_pandas(path: Path) -> None:
    if importlib.util.find_spec("pandas") is None:
        raise ValueError(f"{path}: reading data sets needs pandas: pip install 'obliqua[tables]'")
