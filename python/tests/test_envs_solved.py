"""The environments with a solution: exact values and regrets of the games that they play."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from test_envs import equal, in_turn

import mdp2048
from mdp2048.envs import ENV_ID, GameEnv, Slides, VectorGames

#: Small games of every objective; the second is nearly certain to be won. The last has locked cells.
GAMES = [
    mdp2048.Game("2x2", target=16),
    mdp2048.Game("3x3", target=16),
    mdp2048.Game("2x3", target=32, discount=0.9, spawn_four=0.3),
    mdp2048.Game("3x2", objective="score"),
    mdp2048.Game("2x2", target=32, objective="moves"),
    mdp2048.Game("2x2", target=8, objective="fewest"),
    mdp2048.Game("xxx./xxx./..../....", target=8),
]


@pytest.fixture(scope="module", params=GAMES, ids=str)
def solved(request: pytest.FixtureRequest) -> mdp2048.Solution:
    game: mdp2048.Game = request.param
    return game.solve()


def test_the_environment_passes_the_checks_of_gymnasium(solved: mdp2048.Solution) -> None:
    env = gymnasium.make(ENV_ID, solution=solved)
    check_env(env.unwrapped)
    assert env.spec is not None and env.unwrapped.game == solved.game  # type: ignore[attr-defined]


def test_infos_are_the_answers_of_the_solution(solved: mdp2048.Solution) -> None:
    game, rng = solved.game, np.random.default_rng(2)
    has_losses = game.objective == "win" and game.discount == 1.0
    env = GameEnv(solution=solved)
    lost = 0
    for seed in range(60):
        board, info = env.reset(seed=seed)
        # A game with locked cells may be lost at its start.
        over = not info["action_mask"].any()
        while not over:
            assert info["value"] == solved.values(exponents=board)
            assert ("loss" in info) == has_losses
            if has_losses:
                assert info["loss"] == solved.losses(exponents=board)
            regrets = solved.regrets(exponents=board)
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            board, reward, over, _, info = env.step(action)
            assert info["regret"] == regrets[action]
        won = game.target is not None and 1 << board[~game.locked].max() == game.target
        lost += not won
        over_values = {"win": float(won), "fewest": 0.0 if won else np.inf}
        assert info["value"] == over_values.get(game.objective, 0.0)
        if has_losses:
            assert info["loss"] == float(not won)
    assert lost > 0


@pytest.mark.parametrize("not_allowed", ["ignore", "lose"])
@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
def test_many_games_are_as_single_ones_in_turn(
    solved: mdp2048.Solution, not_allowed: Any, mode: Any
) -> None:
    count, rng = 5, np.random.default_rng(3)
    one: dict[str, Any] = {"solution": solved, "not_allowed": not_allowed}
    one["max_episode_steps"] = 9
    envs = VectorGames(count, autoreset_mode=mode, **one)
    expected = in_turn(count, mode, 9, **one)
    assert equal(envs.reset(seed=9), expected.reset(seed=9))
    for _ in range(200):
        actions = rng.integers(4, size=count)
        assert equal(envs.step(actions), expected.step(actions))


def test_an_action_that_is_not_allowed_costs_the_whole_value_if_it_loses() -> None:
    solution = mdp2048.Game("2x2", target=16).solve()
    env = GameEnv(solution=solution, not_allowed="lose")
    value = env.reset(options={"board": "2 0/4 0"})[1]["value"]
    _, reward, over, _, info = env.step(np.int64(0))
    assert (reward, over, info["regret"], info["value"], info["loss"]) == (
        0.0, True, value, 0.0, 1.0
    )


def test_regrets_add_up_to_the_loss_of_a_policy() -> None:
    """The mean of the regrets of many games estimates what `evaluate` computes."""
    solution = mdp2048.Game("2x2", target=16).solve()

    def first(boards: Any) -> Any:
        return slides.afterstates(boards)[2].argmax(1)

    slides = Slides(solution.game)
    exact = solution.evaluate(first)
    envs = VectorGames(20_000, solution=solution, autoreset_mode="NextStep")
    boards, _ = envs.reset(seed=1)
    losses, wins, going = np.zeros(20_000), np.zeros(20_000), np.ones(20_000, bool)
    while going.any():
        boards, rewards, ended, _, infos = envs.step(first(boards))
        losses[going] += infos["regret"][going]
        wins[going] += rewards[going]
        going &= ~ended
    for found, expected in [(losses, exact.regret), (wins, exact.value)]:
        error = found.std() / np.sqrt(len(found))
        assert abs(found.mean() - expected) < 4 * error


def test_games_and_solutions_must_agree() -> None:
    solution = mdp2048.Game("2x2", target=16).solve()
    assert GameEnv("2x2", 16, solution=solution).game == solution.game
    with pytest.raises(ValueError, match="give a solution of the same game"):
        GameEnv("2x2", 8, solution=solution)
    env = GameEnv(solution=solution)
    solution.close()
    assert env.reset(seed=1)[1]["value"] > 0.9
    with pytest.raises(ValueError, match="closed"):
        GameEnv(solution=solution)


def test_seeds_give_the_games_of_the_command_line(program: Path, tmp_path: Path) -> None:
    """The seeds 1 to 1000 of 3x3 to 512, played by the optimal policy."""
    solution = mdp2048.Game("3x3", target=512).solve()
    path = tmp_path / "512.solution"
    solution.save(path)
    envs = VectorGames(1000, solution=solution, autoreset_mode="Disabled")
    boards, infos = envs.reset(seed=1)
    assert infos["seed"].tolist() == list(range(1, 1001))
    shown = [1, 2, 42, 999, 1000]
    games: list[list[str]] = [[hexadecimal(boards[seed - 1])] for seed in shown]
    going = np.ones(1000, bool)
    wins, moves, scores = np.zeros((3, 1000))
    while going.any():
        actions = np.maximum(solution.best_actions(exponents=boards, missing="nan"), 0)
        boards, rewards, ended, _, infos = envs.step(actions)
        for game, seed in zip(games, shown, strict=True):
            if going[seed - 1]:
                game.append(hexadecimal(boards[seed - 1]))
        wins += np.where(going, rewards, 0.0)
        moves = np.where(going, infos["moves"], moves)
        scores = np.where(going, infos["score"], scores)
        going &= ~ended
        if ended.any():
            boards, _ = envs.reset(options={"reset_mask": ended})

    def played(*options: str) -> dict[str, Any]:
        command: list[str | Path] = [program, "play", path, "--json", *options]
        found = subprocess.run(command, capture_output=True, check=True)
        answer: dict[str, Any] = json.loads(found.stdout)
        return answer

    for seed, game in zip(shown, games, strict=True):
        expected = played("--seed", str(seed))
        assert game == [step["board"] for step in expected["steps"]] + [expected["final"]]
    for games_before in range(0, 1000, 250):
        statistics = played("--seed", str(games_before + 1), "--games", "250")
        part = slice(games_before, games_before + 250)
        assert statistics["won"] == wins[part].sum()
        assert statistics["mean_moves"] == moves[part].mean()
        assert statistics["mean_score"] == scores[part].mean()


def hexadecimal(board: Any) -> str:
    return "".join(f"{exponent:x}" for exponent in board.ravel())
