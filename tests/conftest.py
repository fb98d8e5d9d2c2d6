"""What all tests share."""

import os
from pathlib import Path

import pytest

_BESIDE = Path(__file__).resolve().parents[2] / "shared" / "data"


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The folder of the papers' data sets, which is not part of this repository."""
    folder = Path(os.environ.get("OBLIQUA_DATA", _BESIDE))
    if not (folder / "iris.csv").is_file():
        pytest.skip(f"the papers' data sets are not in {folder}; set OBLIQUA_DATA to their folder")
    return folder
