"""Every command of the tutorial runs, in the order in which a reader types them."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "tutorials" / "compare.md"


def blocks(language):
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


@pytest.mark.slow
def test_the_commands_run(tmp_path):
    here = os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    commands = [line for block in blocks("sh") for line in block.splitlines() if line.strip()]
    assert len(commands) == 7
    for command in commands:
        done = subprocess.run(
            command, shell=True, cwd=tmp_path, env=here, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        if "compare" in command:
            assert "Recommended is" in done.stdout
    assert (tmp_path / "report.html").stat().st_size > 10_000
    assert (tmp_path / "ranks.html").stat().st_size > 10_000


def test_the_python_runs(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (code,) = blocks("python")
    exec(compile(code, str(PAGE), "exec"), {})
    assert "Recommended is" in capsys.readouterr().out
    assert (tmp_path / "report.html").is_file()
