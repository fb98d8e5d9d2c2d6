import pytest

pytest.importorskip("apsw", reason="the durable store needs apsw: pip install 'obliqua[store]'")

from tests.store.double import install

install()


@pytest.fixture
def path(tmp_path):
    return tmp_path / "rows.store"
