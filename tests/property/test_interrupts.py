"""A long fit can be stopped, and says how far it is."""

import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from obliqua import _core
from tests.oracle.brute_force import Settings, Table
from tests.oracle.tables import core_table, spec

LONG_FIT = """
import sys
import numpy as np
from obliqua import AxisTreeClassifier

rng = np.random.default_rng(0)
X = rng.normal(size=(150_000, 30))
X[rng.random(X.shape) < 0.05] = np.nan
y = rng.integers(0, 9, len(X))
print("ready", flush=True)
try:
    AxisTreeClassifier(missing={missing!r}, n_jobs={threads}).fit(X, y)
except KeyboardInterrupt:
    print("stopped", flush=True)
else:
    print("finished", flush=True)
"""


@pytest.mark.parametrize(("missing", "threads"), [("mean", 1), ("node-mean", 2)])
def test_ctrl_c_stops_a_fit(missing, threads):
    code = LONG_FIT.format(missing=missing, threads=threads)
    process = subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        time.sleep(0.6)
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "stopped\n"
        took = time.monotonic() - pressed
    finally:
        process.kill()
        process.communicate()
    assert took < 1.0


def test_progress_rises_and_an_exception_in_it_ends_the_fit():
    rng = np.random.default_rng(0)
    data = Table(
        [rng.normal(size=40_000) for _ in range(8)],
        [0] * 8,
        rng.integers(0, 5, 40_000).astype(np.int32),
        5,
    )
    arguments = (core_table(data), data.y, None, 5, spec(Settings(missing="node-mean")), 0)
    seen: list[float] = []
    _core.fit(*arguments, seen.append)
    assert seen
    assert seen == sorted(seen)
    assert seen[0] >= 0.0
    assert seen[-1] <= 1.0

    def refuse(share: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        _core.fit(*arguments, refuse)
