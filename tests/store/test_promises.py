"""Short forms of the long checks: `python -m tests.store.crash` and `python -m tests.store.faults`.

Each with its own process, as they fork, kill, and replace SQLite's file layer.
"""

import subprocess
import sys

import pytest


def run(root, module, *options):
    command = [sys.executable, "-m", module, *options]
    finished = subprocess.run(command, cwd=root, capture_output=True, text=True)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout


@pytest.mark.parametrize("seed", [0, 500])
def test_a_killed_process_loses_nothing(pytestconfig, seed):
    said = run(pytestconfig.rootpath, "tests.store.crash", "--kills", "15", "--seed", str(seed))
    assert "nothing lost or doubled, every digest that of a fresh fit" in said


def test_calls_that_fail_and_power_cuts_corrupt_nothing(pytestconfig):
    said = run(pytestconfig.rootpath, "tests.store.faults", "--stride", "13")
    assert "every store sound, nothing acknowledged lost or doubled" in said
