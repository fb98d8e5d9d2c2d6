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


LEARNERS = ["double", pytest.param("iti", marks=pytest.mark.slow)]


@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("seed", [0, 500])
def test_a_killed_process_loses_nothing(pytestconfig, seed, learner):
    options = ("--kills", "15", "--seed", str(seed), "--learner", learner)
    said = run(pytestconfig.rootpath, "tests.store.crash", *options)
    assert "nothing lost or doubled, every digest that of a fresh fit" in said


@pytest.mark.parametrize("learner", LEARNERS)
def test_calls_that_fail_and_power_cuts_corrupt_nothing(pytestconfig, learner):
    options = ("--stride", "13", "--learner", learner)
    said = run(pytestconfig.rootpath, "tests.store.faults", *options)
    assert "every store sound, nothing acknowledged lost or doubled" in said
