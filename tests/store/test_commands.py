"""The commands on a store: what they write, print and return."""

import json

import pandas as pd
import pytest

from obliqua.cli.app import run
from obliqua.incremental import Store

TABLE = pd.DataFrame(
    {
        "patient": ["anna", "bert", "cleo", "dora"],
        "age": [30, 50, 70, 41],
        "city": ["Ulm", "Köln", None, "Ulm"],
        "ill": ["no", "yes", "yes", "no"],
    }
)
FIRST = ["--target", "ill", "--id", "patient", "--learner", "double"]


@pytest.fixture(autouse=True)
def short(monkeypatch):
    """The double has neither leaves nor tests."""
    from tests.store.double import Multiset

    monkeypatch.setattr(Multiset, "n_leaves", 1, raising=False)
    monkeypatch.setattr(Multiset, "n_tests", 0, raising=False)


@pytest.fixture
def files(tmp_path):
    TABLE.to_csv(tmp_path / "first.csv", index=False)
    later = TABLE.assign(patient=["emil", "fred", "gina", "hans"], city=None)
    later.to_csv(tmp_path / "later.csv", index=False)
    return tmp_path


def command(files, *words):
    return run(
        [str(files / w) if w.endswith((".csv", ".store", ".json", ".txt")) else w for w in words]
    )


def answer(capsys):
    return json.loads(capsys.readouterr().out)


@pytest.fixture
def store(files, capsys):
    assert command(files, "learn", "s.store", "first.csv", *FIRST) == 0
    capsys.readouterr()
    return files / "s.store"


def test_learn_makes_a_store_and_says_so(files, capsys):
    assert command(files, "learn", "s.store", "first.csv", *FIRST, "--batch", "3") == 0
    said = capsys.readouterr().out
    assert "Learned   4 rows of" in said
    assert "s.store: 4 rows, operation 2" in said
    with Store(files / "s.store") as store:
        assert store.ids() == ["anna", "bert", "cleo", "dora"]
        assert store.notes == {"target": "ill", "id": "patient"}


def test_roles_and_kinds_are_remembered(files, store, capsys):
    assert command(files, "learn", "s.store", "later.csv", "--json") == 0
    report = answer(capsys)
    assert (report["learned"], report["rows"]) == (4, 8)
    assert command(files, "verify", "s.store", "--json") == 0
    assert answer(capsys)["ok"]


def test_a_key_lets_learn_go_on_where_it_was(files, store, capsys):
    words = ["learn", "s.store", "later.csv", "--key", "may", "--batch", "2", "--json"]
    with Store(store) as opened:
        rows = pd.read_csv(files / "later.csv")[:2]
        opened.learn(
            rows[["age", "city"]].astype({"age": float}), rows["ill"].to_numpy(dtype=object),
            ids=rows["patient"].tolist(), key="may/0",
        )  # fmt: skip
    for learned, repeated in ((2, 2), (0, 4)):
        assert command(files, *words) == 0
        report = answer(capsys)
        assert (report["learned"], report["repeated"], report["rows"]) == (learned, repeated, 8)


def test_forget_gives_a_receipt_that_verify_knows(files, store, capsys):
    words = ["forget", "s.store", "--id", "bert", "--erase", "-o", "r.json"]
    assert command(files, *words) == 0
    said = capsys.readouterr().out
    assert "Forgot    1 row at" in said
    assert "3 rows left; no byte of what was forgotten is in the file" in said
    assert b"bert" not in store.read_bytes()
    receipt = json.loads((files / "r.json").read_text())
    assert (receipt["ids"], receipt["erased"], receipt["rows_after"]) == (["bert"], True, 3)
    assert command(files, "verify", "s.store", "--receipt", "r.json") == 0
    assert "is a receipt of this store" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"ids": ["dora"]}, "its ids are not those of its hash"),
        ({"time": "2020-01-01T00:00:00Z"}, "its time is '2020-01-01T00:00:00Z', in the log it is"),
        ({"digest_after": "00"}, "its digest_after is '00', in the log"),
        ({"store": "mine"}, "it is of another store"),
        ({"sequence": 1}, "operation 1 forgot nothing"),
        ({"sequence": 9}, "operation 9 forgot nothing"),
    ],
)
def test_a_forged_receipt_is_found_out(files, store, capsys, change, problem):
    assert command(files, "forget", "s.store", "--id", "bert", "-o", "r.json", "--json") == 0
    receipt = answer(capsys) | change
    (files / "r.json").write_text(json.dumps(receipt))
    assert command(files, "verify", "s.store", "--receipt", "r.json") == 2
    assert problem in capsys.readouterr().out


def test_rows_that_are_learned_anew_are_told(files, store, capsys):
    assert command(files, "forget", "s.store", "--id", "bert", "-o", "r.json") == 0
    TABLE[1:2].to_csv(files / "first.csv", index=False)
    assert command(files, "learn", "s.store", "first.csv") == 0
    assert command(files, "verify", "s.store", "--receipt", "r.json") == 2
    assert "the store has id 'bert' again, learned anew since" in capsys.readouterr().out


def test_ids_from_a_file_and_erasing_alone(files, store, capsys):
    (files / "gone.txt").write_text("anna\n\n dora \n")
    assert command(files, "forget", "s.store", "--ids", "gone.txt", "--json") == 0
    assert answer(capsys)["ids"] == ["anna", "dora"]
    assert command(files, "verify", "s.store") == 0
    assert "Erased    no:" in capsys.readouterr().out
    assert command(files, "forget", "s.store", "--erase", "--json") == 0
    assert answer(capsys) == {"store": str(store), "rows": 2, "erased": True}
    assert b"anna" not in store.read_bytes()


def test_whole_numbers_are_ids(files, capsys):
    TABLE.assign(patient=[4, 7, 9, 11]).to_csv(files / "first.csv", index=False)
    assert command(files, "learn", "s.store", "first.csv", *FIRST) == 0
    assert command(files, "forget", "s.store", "--id", "7", "--id", "9") == 0
    with Store(files / "s.store") as store:
        assert store.ids() == [4, 11]
    assert command(files, "forget", "s.store", "--id", "anna") == 2
    assert "the ids of this store are whole numbers; got 'anna'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["learn", "new.store", "first.csv"], "which column is to be predicted? add --target"),
        (["learn", "new.store", "first.csv", "-y", "ill", "--id", "name"], "no column 'name'"),
        (["learn", "new.store", "first.csv", "-y", "ill", "--id", "age", "--numeric", "city"],
         "'Ulm' is not a number"),
        (["learn", "s.store", "first.csv"], "already has ids 'anna', 'bert', 'cleo', 'dora'"),
        (["learn", "s.store", "later.csv", "--ignore", "age"], "yet now missing: - age"),
        (["learn", "s.store", "later.csv", "--learner", "dmti"], "learns with 'double', not"),
        (["learn", "s.store", "later.csv", "--set", "flavour=x"], "is its default in this store"),
        (["learn", "first.csv", "later.csv", "-y", "ill"], "this is not a store of Obliqua"),
        (["forget", "s.store"], "which rows? add --id ID or --ids FILE"),
        (["forget", "s.store", "--id", "zoe"], "no row with id 'zoe'; nothing is forgotten"),
        (["forget", "no.store", "--id", "zoe"], "there is no such file"),
        (["forget", "s.store", "--ids", "no.txt"], "no.txt: No such file"),
        (["verify", "no.store"], "there is no such file"),
        (["verify", "s.store", "--receipt", "first.csv"], "this is no receipt of forgetting"),
    ],
)  # fmt: skip
def test_mistakes_are_told_and_change_nothing(files, store, capsys, words, message):
    before = store.read_bytes()
    assert command(files, *words) == 2
    said = capsys.readouterr().err
    assert message in said
    assert said.count("\n") == 1
    assert store.read_bytes() == before
    assert not (files / "new.store").exists()


def test_a_damaged_store_is_told(files, store, capsys):
    data = store.read_bytes()
    store.write_bytes(data.replace(b"K\xc3\xb6ln", b"Bonn!"))
    assert command(files, "verify", "s.store") == 2
    assert "Problem   the store is damaged: row 2 does not match its checksum" in (
        capsys.readouterr().out
    )


def test_predict_takes_a_store(files, store, capsys):
    assert (
        command(
            files,
            "forget",
            "s.store",
            "--id",
            "bert",
            "--id",
            "cleo",
            "--id",
            "anna",
            "--id",
            "dora",
        )
        == 0
    )
    assert command(files, "predict", "s.store", "later.csv") == 2
    assert "the store has no rows; learn some first" in capsys.readouterr().err
