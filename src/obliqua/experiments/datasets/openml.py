"""Real data sets from OpenML, by pinned number and checksum, for those who have no folder.

What is fetched becomes a folder of CSV files with a manifest, as any other that `load` reads.
"""

from __future__ import annotations

import csv
import hashlib
import io
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np

from obliqua.experiments.datasets.content import content_checksum
from obliqua.experiments.datasets.data_set import DataSet
from obliqua.experiments.datasets.folder import COLUMNS, MANIFEST, SPLIT, TARGET, cache_folder

__all__ = ["PINNED", "Pinned", "fetch"]


@dataclass(frozen=True)
class Pinned:
    """A data set of OpenML.

    Parameters
    ----------
    number : int
        Its id there; a number always means the same version.
    checksum : str
        Of `content_checksum`.
    numeric : bool, default=True
        Whether all its features are numbers, though some may be written as names there.
    target : str or None, default=None
        The class column, if not the one that OpenML has as default.
    drop : tuple of str, default=()
        Columns that are no features.
    train : int or None, default=None
        So many rows at the start are the training part of a fixed split.
    measured : bool, default=False
        Whether the target is a number, of which classes are made when the set is loaded.
    """

    number: int
    checksum: str
    numeric: bool = True
    target: str | None = None
    drop: tuple[str, ...] = ()
    train: int | None = None
    measured: bool = False


#: By the name that the file has in a folder's manifest.
PINNED: Mapping[str, Pinned] = MappingProxyType(
    {
        "iris": Pinned(61, "761775477e494ea8"),
        "breast-w": Pinned(15, "38bff2021263537c"),
        "bupa": Pinned(8, "b00a16b2dbd8eef0", target="selector"),
        "glass": Pinned(41, "d88475d09d9174ae"),
        "heart-statlog": Pinned(53, "3faf632361c02412"),
        "hepatitis": Pinned(55, "e2984c1609c86a05", numeric=False),
        "housing": Pinned(531, "da1906574f1e6728", measured=True),
        "pima": Pinned(37, "fa2488c0249ef9f4"),
        "segment": Pinned(36, "ff4d51cb88c709e3"),
        "sonar": Pinned(40, "8a5a030e6c5a6055"),
        "vehicle": Pinned(54, "170729890d3c96c8"),
        "vowel": Pinned(
            307, "7ce04178a597e8ea", drop=("Train_or_Test", "Speaker_Number", "Sex"), train=528
        ),
        "monks-1": Pinned(333, "a42eefa98768b52a", numeric=False, train=124),
        "monks-2": Pinned(334, "23ff8dfba4bad04c", numeric=False, train=169),
        "monks-3": Pinned(335, "161aa37622ff1030", numeric=False, train=122),
        "audiology": Pinned(7, "07d181f07545b410", numeric=False),
        "credit-a": Pinned(29, "0b80e6fcbea63079", numeric=False),
        "mushroom": Pinned(24, "17f391575021ea1d", numeric=False),
        "soybean-large": Pinned(42, "d7f876e135c4dcfb", numeric=False),
        "letter": Pinned(6, "cb360cc47dea42dd", train=16000),
        "adult": Pinned(1590, "9a628c0839ef317c", numeric=False, train=32561),
        "electricity": Pinned(151, "642a438321766d7b"),
        "covertype": Pinned(1596, "02fa2ab995818a01"),
    }
)


def fetch(name: str, folder: str | os.PathLike[str] | None = None) -> Path:
    """Download a data set into a folder that `load` reads.

    Parameters
    ----------
    name : str
        A name in `PINNED`.
    folder : path or None, default=None
        Where to; None is the user's cache, which `load` reads where no folder is named.

    Returns
    -------
    pathlib.Path
        The CSV file.

    Raises
    ------
    ValueError
        If OpenML does not have the set, or has another edition of it.
    OSError
        If OpenML cannot be reached or the file cannot be written.
    """
    if name not in PINNED:
        raise ValueError(
            f"{name!r} cannot be fetched: OpenML has no edition of it that the papers used; there "
            f"are {', '.join(PINNED)}"
        )
    pinned = PINNED[name]
    data_set = _read(name, pinned)
    found = content_checksum(data_set)
    if found != pinned.checksum:
        raise ValueError(
            f"data set {name!r}: number {pinned.number} of OpenML has the checksum {found}, not "
            f"{pinned.checksum}; this is another edition, so it is not kept"
        )
    return _keep(data_set, pinned, cache_folder() if folder is None else Path(folder))


def _read(name: str, pinned: Pinned) -> DataSet:
    from sklearn.datasets import fetch_openml

    try:
        fetched = fetch_openml(
            data_id=pinned.number,
            target_column=pinned.target or "default-target",
            as_frame=True,
            parser="auto",
            cache=False,
        )
    except OSError as error:
        raise OSError(
            f"OpenML cannot be reached for data set {name!r} ({error}); try again, or name a "
            "folder of data sets with --data-dir"
        ) from error
    frame = fetched.data.drop(columns=[one for one in pinned.drop if one in fetched.data])
    if pinned.numeric:
        frame = frame.astype(np.float64)
    for column in frame:
        if frame[column].dtype.kind in "iuf":
            frame[column] = frame[column].astype(np.float64)
    target = fetched.target.to_numpy(dtype=np.float64 if pinned.measured else object)
    part = None
    if pinned.train is not None:
        part = np.where(np.arange(len(frame)) < pinned.train, "train", "test").astype(object)
    return DataSet(name, frame, target, tuple(map(str, frame.columns)), "", TARGET, part)


def _keep(data_set: DataSet, pinned: Pinned, folder: Path) -> Path:
    """Write the file, then its line of the manifest: what has no line is never read."""
    from obliqua.persistence.atomic import write_atomically

    folder.mkdir(parents=True, exist_ok=True)
    frame = data_set.data.copy()
    if data_set.part is not None:
        frame[SPLIT] = data_set.part
    frame[TARGET] = data_set.target
    path = folder / f"{data_set.name}.csv"
    content = frame.to_csv(index=False, lineterminator="\n").encode()
    write_atomically(path, content)
    kinds = [dtype == np.float64 for dtype in data_set.data.dtypes]
    line: dict[str, Any] = {
        "name": data_set.name,
        "file": path.name,
        "rows": data_set.n_rows,
        "features": data_set.n_features,
        "numeric": sum(kinds),
        "symbolic": len(kinds) - sum(kinds),
        "classes": "" if pinned.measured else len(data_set.class_counts()),
        "missing_values": int(data_set.data.isna().to_numpy().sum()),
        "source": f"OpenML, number {pinned.number}",
        "notes": "",
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    _add_line(folder / MANIFEST, line)
    return path


def _add_line(manifest: Path, line: Mapping[str, Any]) -> None:
    from obliqua.persistence.atomic import write_atomically

    kept: list[Mapping[str, Any]] = []
    if manifest.is_file():
        with manifest.open(newline="", encoding="utf-8-sig") as lines:
            kept = [one for one in csv.DictReader(lines) if one["name"] != line["name"]]
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    writer.writerows([*kept, line])
    write_atomically(manifest, text.getvalue().encode())
