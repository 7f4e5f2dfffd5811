"""The examples that learn, on small games."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import mdp2048

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

import curves
import q_learning
import td_afterstates


def test_q_learning_becomes_optimal() -> None:
    curve = q_learning.train(mdp2048.Game("2x2", target=16).solve(), 200_000)
    assert curve.steps[-1] >= 200_000
    assert curve.regrets[0] > 0.5 and 0.0 <= curve.regrets[-1] < 0.005


def test_afterstate_values_become_optimal() -> None:
    curve = td_afterstates.train(mdp2048.Game("2x2", target=16).solve(), 10_000)
    assert curve.regrets[0] > 0.1 and 0.0 <= curve.regrets[-1] < 1e-12
    curve = td_afterstates.train(mdp2048.Game("3x3", target=32).solve(), 40_000)
    assert 0.0 <= curve.regrets[-1] < 0.02 < curve.regrets[0]
    curve = td_afterstates.train(mdp2048.Game("x../...", target=16).solve(), 20_000)
    assert 0.0 <= curve.regrets[-1] < 0.03 < curve.regrets[0]


def test_curves_are_drawn(tmp_path: Path) -> None:
    solution = mdp2048.Game("2x2", target=8).solve()
    curve = td_afterstates.train(solution, 2_000)
    path = tmp_path / "curve.svg"
    curves.draw([curve, q_learning.train(solution, 2_000)], str(path))
    text = path.read_text()
    assert text.startswith("<?xml") and text.count("<path") > 10


def test_games_that_an_example_cannot_learn_are_refused() -> None:
    with pytest.raises(ValueError, match="too many boards for a table"):
        q_learning.QTable(mdp2048.Game("3x3", target=512))
    with pytest.raises(ValueError, match="the rewards of this example"):
        td_afterstates.Agent(mdp2048.Game("2x2", objective="score"))
