"""The programs of the README."""

from __future__ import annotations

import re
from pathlib import Path

import pytest


def test_the_readme_runs(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[1] / "README.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", text, flags=re.DOTALL)
    printed = []
    # Later programs go on with the names of earlier ones.
    names: dict[str, object] = {}
    for program in programs:
        exec(compile(program, "README.md", "exec"), names)
        printed.append(capsys.readouterr().out.splitlines())
    assert printed[0][0] == "6202 0.9392636924308095"
    assert float(printed[0][-1]) == pytest.approx(0.0, abs=1e-13)
    assert len(printed) == 5
    value, regret = (float(word) for word in re.findall(r"\d\.\d+", printed[4][0]))
    assert value + regret == pytest.approx(770009003 / 800000000, abs=2e-6) and len(printed[4]) == 4
