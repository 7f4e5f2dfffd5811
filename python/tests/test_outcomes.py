"""Distributions, other objectives, fractions, and files for others, against the command line."""

from __future__ import annotations

import json
import math
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pandas
import pytest

import mdp2048


def answer(program: Path, *arguments: str | Path) -> Any:
    """What the command line answers as JSON."""
    command = [program, *arguments, "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True).stdout)


@pytest.mark.parametrize("of", ["score", "moves", "largest"])
def test_distributions_are_those_of_the_command_line(
    solution: mdp2048.Solution, program: Path, solved_file: Path, of: Any
) -> None:
    found = solution.distribution(of)
    expected = answer(program, "evaluate", solved_file, "--distribution", of)
    rows = [(row["outcome"], row["probability"]) for row in expected["outcomes"]]
    assert list(zip(found.outcomes, found.probabilities, strict=True)) == rows
    assert (found.mean, found.variance) == (expected["mean"], expected["variance"])
    assert found.outcomes @ found.probabilities == pytest.approx(found.mean, rel=1e-14)
    with pytest.raises(ValueError, match="'score', 'moves' or 'largest'"):
        solution.distribution("points")  # type: ignore[arg-type]


def test_values_under_other_objectives(
    solution: mdp2048.Solution, program: Path, solved_file: Path
) -> None:
    expected = answer(program, "evaluate", solved_file, "--objective", "score")["value"]
    score = solution.value_under("score")
    assert score == mdp2048.PolicyValue(expected, None)
    assert score.value == pytest.approx(solution.distribution("score").mean)
    win = solution.value_under("win")
    assert win.value == pytest.approx(solution.start_value, abs=1e-14) and win.loss is not None
    assert win.value + win.loss == pytest.approx(1.0, abs=1e-15)
    assert solution.value_under("win", target=8) == mdp2048.PolicyValue(1.0, 0.0)
    discounted = [solution.value_under("win", discount=it) for it in (0.9, 0.99)]
    assert discounted[0].value < discounted[1].value and discounted[0].loss is None
    assert solution.value_under("fewest").value == math.inf
    fewest = solution.value_under("fewest", target=8).value
    assert 3.0 < fewest < solution.value_under("moves").value
    with pytest.raises(ValueError, match="12 is not a target"):
        solution.value_under("win", target=12)


def test_fractions_are_exact(solution: mdp2048.Solution) -> None:
    exact = mdp2048.ExactSolution(mdp2048.Game("2x2", target=16))
    assert exact.start_value == Fraction(770009003, 800000000)
    assert exact.action_values("0 2/8 4") == [Fraction(1), None, Fraction(1, 10), None]
    assert exact.value(np.array([[0, 1], [3, 2]])) == 1
    exact = mdp2048.ExactSolution(solution.game)
    for board in solution.states()[::300]:
        values = [math.nan if it is None else float(it) for it in exact.action_values(board)]
        expected = solution.action_values(exponents=board)
        np.testing.assert_allclose(values, expected, rtol=1e-12, equal_nan=True)
    many = mdp2048.Game("2x3", target=64, spawn_four=0.12345678901234567)
    value = mdp2048.ExactSolution(many).start_value
    assert value.denominator > 10**700
    assert float(value) == pytest.approx(many.solve().start_value, rel=1e-12)
    with pytest.raises(ValueError, match="is no state of 2x3 to 64"):
        exact.value("2 4 64/0 0 0")
    with pytest.raises(ValueError, match="at most 6 free cells"):
        mdp2048.ExactSolution(mdp2048.Game("3x3", target=16))


def test_policies_are_packed_as_by_the_command_line(
    solution: mdp2048.Solution, program: Path, solved_file: Path, tmp_path: Path
) -> None:
    ours, theirs = tmp_path / "ours.policy", tmp_path / "theirs.policy"
    options: dict[str, Any] = {"threshold": 1e-4, "values": "action", "value_error": 1e-3}
    policy = solution.pack(ours, **options)
    arguments = ["--threshold", "1e-4", "--values", "action", "--value-error", "1e-3"]
    answer(program, "pack", solved_file, "--out", theirs, *arguments)
    assert ours.read_bytes() == theirs.read_bytes()
    assert policy.state_count < solution.state_count
    assert policy.value_error == pytest.approx(1e-3)
    assert solution.pack(ours).state_count == solution.state_count
    assert solution.evaluate(ours).regret == pytest.approx(0.0, abs=1e-14)
    before = ours.read_bytes()
    with pytest.raises(ValueError, match="lower the threshold"):
        solution.pack(ours, threshold=2.0)
    with pytest.raises(ValueError, match="precision='double'"):
        solution.game.solve(precision="single").pack(ours)
    with pytest.raises(OSError):
        solution.pack(tmp_path / "missing" / "64.policy")
    assert ours.read_bytes() == before and len(list(tmp_path.iterdir())) == 2


@pytest.mark.parametrize("format", ["parquet", "csv", "umb", "drn"])
def test_exports_are_those_of_the_command_line(
    solution: mdp2048.Solution, program: Path, solved_file: Path, tmp_path: Path, format: Any
) -> None:
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    phases = set()
    solution.export(ours, format, progress=lambda it: phases.add(it.phase))
    answer(program, "export", solved_file, "--format", format, "--out", theirs)
    assert ours.read_bytes() == theirs.read_bytes() and phases
    if format == "parquet":
        assert len(pandas.read_parquet(ours)) == solution.state_count
    with pytest.raises(ValueError, match="write one of umb, drn, parquet, csv"):
        solution.export(ours, "xls")  # type: ignore[arg-type]

    def stop(_: mdp2048.Progress) -> None:
        raise RuntimeError("stopped")

    before = ours.read_bytes()
    with pytest.raises(RuntimeError, match="stopped"):
        solution.export(ours, format, progress=stop)
    assert ours.read_bytes() == before


def test_policies_folders_and_certificates_are_verified(
    solution: mdp2048.Solution, program: Path, tmp_path: Path
) -> None:
    policy, folder, certificate = (tmp_path / it for it in ("policy", "folder", "certificate"))
    packed = solution.pack(policy, threshold=1e-3)
    found = mdp2048.verify(policy)
    assert (found.kind, found.ok, found.states) == ("policy", True, packed.state_count)
    board: list[str | Path] = ["--board", "2x3", "--target", "64"]
    answer(program, "solve", *board, "--work", folder)
    phases: set[str] = set()
    for samples in (10, None):
        found = mdp2048.verify(folder, samples=samples, progress=lambda it: phases.add(it.phase))
        option: list[str | Path] = ["--whole"] if samples is None else ["--samples", str(samples)]
        assert found.states == answer(program, "verify", folder, *option)["checked"]
        assert (found.kind, found.ok, found.finished) == ("work folder", True, True)
    assert found.states == solution.state_count and phases
    answer(program, "certify", *board, "--agent", "greedy", "--join", "1e-3", "--out", certificate)
    found, expected = mdp2048.verify(certificate), answer(program, "verify", certificate)
    assert (found.kind, found.ok, found.states) == ("certificate", True, expected["boards"])
    assert found.win_probability == expected["won"]
    with pytest.raises(ValueError, match="check 1 state or more"):
        mdp2048.verify(folder, samples=0)
    with pytest.raises(ValueError, match="a folder without a solve"):
        mdp2048.verify(tmp_path)
    for path in (policy, certificate):
        contents = bytearray(path.read_bytes())
        contents[len(contents) // 2] ^= 1
        path.write_bytes(contents)
        with pytest.raises(mdp2048.Mdp2048Error, match=path.name):
            mdp2048.verify(path)
    (states,) = folder.glob("*.states")
    contents = bytearray(states.read_bytes())
    contents[-1] ^= 1
    states.write_bytes(contents)
    with pytest.raises(mdp2048.Mdp2048Error):
        mdp2048.verify(folder)


def test_policies_are_compared_with_their_solutions(
    solution: mdp2048.Solution, program: Path, solved_file: Path, tmp_path: Path
) -> None:
    policy = tmp_path / "policy"
    for values in ("none", "state", "action"):
        packed = solution.pack(policy, threshold=1e-3, values=values)
        layers: list[str] = []
        found = mdp2048.verify(
            policy, against=solution, progress=lambda it: layers.append(it.phase)
        )
        expected = answer(program, "verify", policy, "--against", solved_file)
        assert (found.kind, found.ok, found.faults) == ("policy", True, [])
        assert found.states == expected["states"] == packed.state_count
        assert found.max_error == expected["max_error"] and (found.max_error is None) == (
            values == "none"
        )
        assert set(layers) == {"following"}
    other = mdp2048.Game("2x3", target=32).solve()
    with pytest.raises(mdp2048.Mdp2048Error, match="policy.*2x3 to 64"):
        mdp2048.verify(policy, against=other)
    rounded = solution.game.solve(precision="single")
    with pytest.raises(ValueError, match="precision='double'"):
        mdp2048.verify(policy, against=rounded)
    with pytest.raises(ValueError, match="no packed policy: leave against"):
        mdp2048.verify(solved_file, against=solution)


def test_files_are_verified(
    solution: mdp2048.Solution, program: Path, solved_file: Path, tmp_path: Path
) -> None:
    found = mdp2048.verify(solved_file, threads=1)
    expected = answer(program, "verify", solved_file)
    assert found.kind == "solution" and found.ok and found.faults == []
    assert found.states == solution.state_count
    for name in ("lost", "max_residual", "max_relative_residual", "tolerance"):
        assert getattr(found, name) == expected[name]
    damaged = tmp_path / "damaged.solution"
    contents = bytearray(solved_file.read_bytes())
    contents[len(contents) // 2] ^= 1
    damaged.write_bytes(contents)
    with pytest.raises(mdp2048.Mdp2048Error, match="damaged.solution"):
        mdp2048.verify(damaged)
    with pytest.raises(FileNotFoundError):
        mdp2048.verify(tmp_path / "missing.solution")
    with pytest.raises(ValueError, match="0 threads"):
        mdp2048.verify(solved_file, threads=0)
