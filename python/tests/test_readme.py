"""The program of the README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


def test_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[1] / "README.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert programs
    for program in programs:
        exec(compile(program, "README.md", "exec"), {})
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "6202 0.9392636924308095"
    assert float(lines[-1]) == pytest.approx(0.0, abs=1e-13)
