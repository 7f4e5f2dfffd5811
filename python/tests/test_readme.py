"""The programs of the README."""

from __future__ import annotations

import json
import re

import pytest
from programs import run

#: Runs the programs of the README. Later programs go on with the names of earlier ones.
PROGRAM = """
import contextlib, io, json, pathlib, re

text = pathlib.Path("README.md").read_text()
names, printed = {}, []
for program in re.findall(r"```python\\n(.*?)```", text, flags=re.DOTALL):
    with contextlib.redirect_stdout(io.StringIO()) as lines:
        exec(compile(program, "README.md", "exec"), names)
    printed.append(lines.getvalue().splitlines())
print(json.dumps(printed))
"""


@pytest.mark.parametrize("place", ["one core", "two cores"])
def test_the_readme_runs(place: str) -> None:
    printed = json.loads(run(PROGRAM, place))
    assert printed[0][0] == "6202 0.9392636924308095"
    assert float(printed[0][-1]) == pytest.approx(0.0, abs=1e-13)
    assert float(printed[1][0]) == pytest.approx(0.915300015180, abs=6e-13)
    assert printed[1][1] == "244939 ..../..../.xxx/.xxx 2 0 0 0/0 0 0 0/2 x x x/4 x x x"
    assert len(printed) == 9
    assert printed[5] == ["(35792, 3, 3) (35792, 4)", "1000 619.0"]
    few, many = (float(line.split()[1]) for line in printed[7])
    assert 0.1 < many < 0.3 < 0.7 < few < 0.94
    value, regret = (float(word) for word in re.findall(r"\d\.\d+", printed[8][0]))
    assert value + regret == pytest.approx(770009003 / 800000000, abs=2e-6) and len(printed[8]) == 4
