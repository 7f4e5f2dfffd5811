"""The benchmark protocol, on its smallest task."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python" / "benchmarks"))

import protocol

PUBLISHED = json.loads((ROOT / "docs/protocol.json").read_text())


def test_the_baselines_of_the_smallest_task_are_measured_again() -> None:
    agents = {name: protocol.BASELINES[name] for name in ("random", "greedy", "Q-learning")}
    found = protocol.measure(agents, ["2x2-32"], range(1))
    assert found["protocol"] == PUBLISHED["protocol"]
    for fact, expected in PUBLISHED["tasks"]["2x2-32"].items():
        exact = expected if isinstance(expected, str) else pytest.approx(expected, rel=1e-12)
        assert found["tasks"]["2x2-32"][fact] == exact
    for name, results in found["agents"].items():
        (regret,) = results["tasks"]["2x2-32"]["regrets"]
        expected = PUBLISHED["agents"][name]["tasks"]["2x2-32"]["regrets"][0]
        # Powers of other processors may differ in their last digit, and then the games that follow.
        assert regret == pytest.approx(expected, abs=0.02 if name == "Q-learning" else 1e-13)


def test_the_document_has_the_published_tables() -> None:
    document = (ROOT / "docs/protocol.md").read_text()
    assert protocol.with_table(document, protocol.table(PUBLISHED)) == document
    for name, task in protocol.TASKS.items():
        states = PUBLISHED["tasks"][name]["states"]
        assert f"| `{name}` | {task.game} | {states:,} | {task.steps:,} |" in document
    for results in PUBLISHED["agents"].values():
        for row in results["tasks"].values():
            assert row["iqm"] == pytest.approx(protocol.iqm(np.array(row["regrets"])))


def test_interquartile_means_and_intervals() -> None:
    assert protocol.iqm(np.array([9.0, 1, 2, 3, 4, 5, 6, 7, 8, 100])) == 5.5
    assert protocol.iqm(np.array([[7.0]])) == 7.0
    scores = np.random.default_rng(1).normal([[0.0], [5.0]], 1.0, (2, 10))
    low, high = protocol.summary(scores)["interval"]
    assert low < protocol.iqm(scores) < high
    # The runs of a task are never drawn in the place of another task's.
    assert protocol.summary(np.array([[0.0] * 10, [1.0] * 10]))["interval"] == [0.5, 0.5]
