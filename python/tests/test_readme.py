"""The programs of both READMEs."""

from __future__ import annotations

import json
import re

import pytest
from programs import run

#: Runs the programs of the READMEs. Later programs go on with the names of earlier ones.
PROGRAM = """
import contextlib, io, json, pathlib, re

text = "".join(pathlib.Path(name).read_text() for name in ("README.md", "../README.md"))
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
    board, many, regrets, own, greedy, *table = printed[0]
    value, loss = (float(word) for word in board.split())
    assert value + loss == pytest.approx(1.0, abs=1e-15) and f"{value:.8f}" in many
    assert regrets.count("nan") == 2
    assert float(regrets.split()[-1]) == pytest.approx(0.16711402, abs=1e-8)
    for policy in (own, greedy):
        value, regret = (float(word) for word in policy.split())
        assert value + regret == pytest.approx(0.9392636924308095, abs=1e-12)
    assert table[0].split() == ["tile_sum", "key", "value", "loss", "action", "board"]
    assert table[-1] == "[6202 rows x 6 columns]"
    assert printed[1][1] == "6202 0.9392636924308095 0.06073630756919046"
    names = [line.split()[0] for line in printed[1][-4:-1]]
    assert names == ["random", "greedy", "expectimax:depth=2"]
    assert printed[1][-3].split()[1] == greedy.split()[1]
    assert float(printed[1][-1]) == pytest.approx(0.0, abs=1e-13)
    assert float(printed[2][0]) == pytest.approx(0.915300015180, abs=6e-13)
    assert printed[2][1] == "244939 ..../..../.xxx/.xxx 2 0 0 0/0 0 0 0/2 x x x/4 x x x"
    assert len(printed) == 11
    assert printed[6] == ["(35792, 3, 3) (35792, 4)", "1000 619.0"]
    few, many = (float(line.split()[1]) for line in printed[8])
    assert 0.1 < many < 0.3 < 0.7 < few < 0.94
    value, regret = (float(word) for word in re.findall(r"\d\.\d+", printed[9][0]))
    assert value + regret == pytest.approx(770009003 / 800000000, abs=2e-6) and len(printed[9]) == 4
    value, regret, greedy = (float(line) for line in printed[10])
    assert value > 0.999999 and 0.0 < regret < 1e-6 and 0.1 < greedy < 1.0
