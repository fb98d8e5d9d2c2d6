"""``obliqua reproduce``."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from obliqua.cli.app import run

ONE = ["murthy1994", "T2", "--data-set", "pol", "--method", "oc1-r0-j0", "-j", "1"]


@pytest.fixture(autouse=True)
def no_folder(monkeypatch):
    monkeypatch.delenv("OBLIQUA_DATA", raising=False)


def test_quick(capsys, tmp_path):
    out = tmp_path / "out"
    assert run(["reproduce", *ONE, "--quick", "-o", str(out)]) == 0
    said = capsys.readouterr()
    assert "only artificial data" in said.err
    assert "2 fits to do" in said.err
    assert "98.3 (0.3)" in said.out
    assert "2 of 50" in said.out
    assert f"Report     {out}/report.html" in said.out
    assert (out / "results.sqlite").is_file()


def test_every_paper_quickly_within_a_limit_of_time(capsys, tmp_path):
    """What continuous integration runs: all that is possible without a folder of data."""
    arguments = ["--quick", "--time-limit", "3", "-o", str(tmp_path), "--format", "md", "--json"]
    assert run(["reproduce", *arguments]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["counts"]["cells"] == 923
    assert found["counts"]["run"] > 0
    assert {one["paper"] for one in found["cells"]} == {
        "murthy1994", "utgoff1995", "brodley1995", "ittner1996", "wu2000",
    }  # fmt: skip
    assert all(one["why"] for one in found["cells"] if one["mark"] == "not run")


def test_a_killed_command_goes_on(capsys, tmp_path):
    arguments = ["reproduce", *ONE, "--repeats", "6", "-o", str(tmp_path), "--format", "csv"]
    results = tmp_path / "results.sqlite"
    program = "import sys; from obliqua.cli import main; sys.argv[0] = 'obliqua'; main()"
    command = [sys.executable, "-c", program, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not results.exists():
        time.sleep(0.02)
    time.sleep(0.7)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    assert run([*arguments, "--json"]) == 0
    fits = json.loads(capsys.readouterr().out)["fits"]
    assert fits["done"] + fits["kept"] == 30


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["murthy"], "did you mean murthy1994"),
        (["murthy1994", "T7"], "no table 'T7'"),
        (["--data-set", "irises"], "did you mean iris"),
        (["--data-dir", "/no/such/folder"], "/no/such/folder"),
        (["--format", "pdf"], "no format 'pdf'"),
        (["-j", "0"], "--jobs 0"),
    ],
)
def test_problems_are_told_in_a_line(capsys, tmp_path, arguments, message):
    assert run(["reproduce", *arguments, "-o", str(tmp_path / "out")]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert message in said.err.splitlines()[-1]
    assert said.err.splitlines()[-1].startswith("obliqua: ")


def test_a_results_file_of_something_else(capsys, tmp_path):
    notes = tmp_path / "notes.sqlite"
    notes.write_text("these are notes " * 400)
    assert run(["reproduce", *ONE, "--quick", "-o", str(tmp_path), "--results", str(notes)]) == 2
    assert "no file of results" in capsys.readouterr().err


def test_an_output_that_is_a_file(capsys, tmp_path):
    (tmp_path / "out").write_text("")
    assert run(["reproduce", *ONE, "--quick", "-o", str(tmp_path / "out")]) == 2
    assert "expected a folder" in capsys.readouterr().err
