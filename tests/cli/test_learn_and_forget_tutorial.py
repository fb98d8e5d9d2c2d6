"""Every command of the tutorial on learning and forgetting runs, as a reader types them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "learn-and-forget.md"


@pytest.mark.slow
def test_everything_runs(tmp_path, monkeypatch, capsys):
    pytest.importorskip("apsw")
    monkeypatch.chdir(tmp_path)
    here = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    names: dict = {}
    done = 0
    for language, code in re.findall(r"```(sh|python)\n(.*?)```", PAGE.read_text("utf-8"), re.S):
        if language == "python":
            exec(compile(code, str(PAGE), "exec"), names)
            continue
        for command in filter(None, code.splitlines()):
            finished = subprocess.run(command, shell=True, env=here, capture_output=True, text=True)
            assert finished.returncode == 0, f"{command}\n{finished.stderr}"
            done += 1
    assert done == 6
    assert names["ids"][names["found"].changed].tolist() == ["p068"]
    assert len(names["found"].diff) > 1
    files = b"".join(file.read_bytes() for file in tmp_path.glob("patients.store*"))
    assert b"p068" not in files
    assert b"p067" in files
    assert "True True" in capsys.readouterr().out
