"""Games sampled as columns."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import numpy as np
import pyarrow
import pytest

import mdp2048
from mdp2048.envs import VectorGames


def test_games_are_those_of_the_command_line(
    solution: mdp2048.Solution, program: Path, solved_file: Path
) -> None:
    moves = solution.sample_games(3, seed=41)
    command: list[str | Path] = [program, "play", solved_file, "--json", "--seed", "42"]
    played = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    rows = moves["game"] == 1
    boards = [int(step["board"], 16) for step in played["steps"]]
    expected = mdp2048.exponents_of(solution.game, boards)
    np.testing.assert_array_equal(moves["board"][rows], expected)
    names = [mdp2048.Action(action).name.lower() for action in moves["action"][rows]]
    assert names == [step["action"] for step in played["steps"]]


@pytest.mark.parametrize("exploration", [0.0, 0.3, 1.0])
def test_moves_are_those_of_the_environment(
    solution: mdp2048.Solution, exploration: float
) -> None:
    moves = solution.sample_games(40, seed=7, exploration=exploration)
    again = solution.sample_games(40, seed=7, exploration=exploration)
    for name, column in moves.items():
        np.testing.assert_array_equal(column, again[name])  # type: ignore[literal-required]
    begins = np.flatnonzero(np.diff(moves["game"], prepend=-1))
    np.testing.assert_array_equal(moves["game"][begins], np.arange(40))
    np.testing.assert_array_equal(moves["terminated"], np.diff(moves["game"], append=40) == 1)
    assert not moves["truncated"].any()
    values = solution.action_values(exponents=moves["board"])
    np.testing.assert_array_equal(moves["action_values"], values)
    losses = solution.action_losses(exponents=moves["board"])
    np.testing.assert_array_equal(moves.get("action_losses"), losses)
    best = solution.best_actions(exponents=moves["board"])
    share = float((moves["action"] == best).mean())
    assert share == 1.0 if exploration == 0.0 else 1.0 - exploration < share < 1.0
    envs = VectorGames(40, game=solution.game, autoreset_mode="Disabled", not_allowed="raise")
    boards, _ = envs.reset(seed=list(range(7, 47)))
    np.testing.assert_array_equal(moves["board"][begins], boards)
    for game, begin in enumerate(begins[:5]):
        env = VectorGames(1, game=solution.game, autoreset_mode="SameStep", not_allowed="raise")
        env.reset(seed=[7 + game])
        for row in np.flatnonzero(moves["game"] == game):
            boards, rewards, ended, _, _ = env.step(moves["action"][row : row + 1])
            assert (rewards[0], ended[0]) == (moves["reward"][row], moves["terminated"][row])
            if not ended[0]:
                np.testing.assert_array_equal(moves["next_board"][row], boards[0])
                np.testing.assert_array_equal(moves["board"][row + 1], boards[0])


def test_the_mean_return_of_random_games_is_the_exact_value(small: mdp2048.Solution) -> None:
    allowed = ~np.isnan(small.action_values(exponents=small.states()))
    exact = small.evaluate(allowed / allowed.sum(1, keepdims=True)).value
    wins = small.sample_games(10_000, exploration=1.0)["reward"].sum() / 10_000
    assert abs(wins - exact) < 4.0 * (exact * (1.0 - exact) / 10_000) ** 0.5


def test_columns_become_a_table_of_arrow() -> None:
    game = mdp2048.Game("x../...", objective="score")
    moves = game.solve().sample_games(20, exploration=0.5)
    tensor = pyarrow.FixedShapeTensorArray.from_numpy_ndarray
    columns = {
        name: column if column.ndim == 1 else tensor(column)  # type: ignore[attr-defined]
        for name, column in moves.items()
    }
    assert "action_losses" not in columns
    table = pyarrow.table(columns)
    boards = table["board"].combine_chunks().to_numpy_ndarray()
    np.testing.assert_array_equal(boards, moves["board"])
    assert table.num_rows == len(moves["game"]) and (boards[:, game.locked] == 15).all()


def test_games_out_of_range_are_refused(small: mdp2048.Solution) -> None:
    assert small.sample_games(0)["board"].shape == (0, 2, 2)
    assert small.sample_games(1, seed=(1 << 32) - 1)["game"].max() == 0
    for n, seed in ((-1, 0), (1, -1), (2, (1 << 32) - 1), (1 << 32, 0), (0, 1 << 32)):
        with pytest.raises(ValueError, match="seeds are 0 to 4294967295"):
            small.sample_games(n, seed=seed)
    for exploration in (-0.1, 1.1, float("nan")):
        with pytest.raises(ValueError, match="a probability from 0 to 1"):
            small.sample_games(1, exploration=exploration)
