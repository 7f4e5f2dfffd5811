"""What type checkers say of programs: mypy and pyright check this file, nothing runs it.

A line whose error is ignored must have one: both checkers complain of a comment that ignores none.
"""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
from typing_extensions import assert_type

import mdp2048
from mdp2048.envs import GameEnv, VectorGames

Floats = npt.NDArray[np.float64]


def answers(solution: mdp2048.Solution, boards: npt.NDArray[np.uint8]) -> None:
    """Text has a scalar as its answer, arrays have arrays."""
    assert_type(solution.values("0 2/8 4"), np.float64)
    assert_type(solution.values(["0 2/8 4", "0 2/2 0"]), Floats)
    assert_type(solution.values(exponents=boards, missing="nan"), Floats)
    assert_type(solution.values(faces=[[0, 2], [8, 4]]), Floats)
    assert_type(solution.losses("0 2/8 4"), np.float64)
    assert_type(solution.losses(["0 2/8 4"]), Floats)
    assert_type(solution.best_actions("0 2/8 4"), np.int8)
    assert_type(solution.best_actions(exponents=boards), npt.NDArray[np.int8])
    assert_type(solution.contains("0 2/8 4"), np.bool_)
    assert_type(solution.contains(keys=[1, 2]), npt.NDArray[np.bool_])
    assert_type(solution.positions("0 2/8 4"), np.int64)
    assert_type(solution.positions(exponents=boards), npt.NDArray[np.int64])
    assert_type(solution.action_values("0 2/8 4"), Floats)
    assert_type(solution.regrets(exponents=boards), Floats)
    mdp2048.Action(int(solution.best_actions("0 2/8 4")))
    solution.values(boards)  # type: ignore[arg-type]
    solution.values(exponents=boards, missing="zero")  # type: ignore[call-overload]
    solution.values("0 2/8 4").shout()  # type: ignore[attr-defined]
    solution.positions("0 2/8 4", missing="nan")  # type: ignore[call-overload]


def names(game: mdp2048.Game, solution: mdp2048.Solution, policy: Any) -> None:
    """Only the names that there are pass."""
    mdp2048.Game("3x3", objective="score")
    mdp2048.Game("2x2", start="2 0/0 2")
    mdp2048.Game("2x2", start=["2 0/0 2", "2 2/0 0"])
    mdp2048.Game("2x2", start=[np.eye(2, dtype=np.uint8)])
    mdp2048.Game("2x2", start=[[[1, 0], [0, 1]], [[1, 1], [0, 0]]])
    mdp2048.Game("2x2", start=np.zeros((3, 2, 2), np.int64))
    mdp2048.Game("2x2", start=2)  # type: ignore[arg-type]
    mdp2048.Game("2x2", 16, "win", 1.0, 0.1, "L3")  # type: ignore[call-arg]
    assert_type(game.locked, npt.NDArray[np.bool_])
    assert_type(mdp2048.Game(formation="L3").formation, str | None)
    assert_type(game.starts, list[str])
    mdp2048.Game("3x3", objective="wim")  # type: ignore[arg-type]
    game.solve(precision="single")
    game.solve(precision="half")  # type: ignore[arg-type]
    solution.evaluate(policy, boards="faces")
    solution.evaluate(policy, boards="fases")  # type: ignore[arg-type]
    solution.evaluate("expectimax:depth=2")
    assert_type(solution.unit, Literal["win", "score", "moves"])
    GameEnv(objective="moves", observation="one_hot", not_allowed="lose", render_mode="ansi")
    GameEnv(objective="wim")  # type: ignore[arg-type]
    VectorGames(objective="wim")  # type: ignore[arg-type]
    VectorGames(autoreset_mode="SameStep")
    VectorGames(autoreset_mode="Sometimes")  # type: ignore[arg-type]


def files(path: str) -> None:
    """All kinds of files answer some questions, and one kind answers its own."""
    found = mdp2048.open(path)
    assert_type(found.game, mdp2048.Game)
    assert_type(found.state_count, int)
    assert_type(found.values("0 2/8 4"), np.float64)
    found.regrets("0 2/8 4")  # type: ignore[union-attr]
    if isinstance(found, mdp2048.Solution):
        assert_type(found.regrets("0 2/8 4"), Floats)
    solution = mdp2048.open(path, kind=mdp2048.Solution)
    assert_type(solution, mdp2048.Solution)
    with mdp2048.open(path, kind=mdp2048.WorkFolder) as folder:
        assert_type(folder, mdp2048.WorkFolder)
        folder.regrets("0 2/8 4")  # type: ignore[attr-defined]
    mdp2048.open(path, kind=mdp2048.Game)  # type: ignore[type-var]


def games(solution: mdp2048.Solution, path: str) -> None:
    """What is sampled and written, and its names."""
    moves = solution.sample_games(3, seed=1, exploration=0.5)
    assert_type(moves["board"], npt.NDArray[np.uint8])
    assert_type(moves["action_values"], Floats)
    moves["bord"]  # type: ignore[typeddict-item]
    assert_type(solution.distribution("moves").probabilities, Floats)
    solution.distribution("points")  # type: ignore[arg-type]
    assert_type(solution.value_under("score").value, float)
    assert_type(solution.pack(path, values="state"), mdp2048.PackedPolicy)
    solution.export(path, "xls")  # type: ignore[arg-type]
    assert_type(mdp2048.verify(path).ok, bool)
    assert_type(mdp2048.ExactSolution(solution.game).start_value, Fraction)


def steps(solution: mdp2048.Solution) -> None:
    """Actions are integers of Python or NumPy."""
    env = GameEnv("2x2", 16)
    observation, _ = env.reset(seed=1)
    assert_type(observation, npt.NDArray[np.uint8])
    env.step(0)
    env.step(mdp2048.Action.UP)
    env.step(np.int8(1))
    env.step(env.action_space.sample())
    env.step(solution.best_actions("0 2/8 4"))
    env.step("left")  # type: ignore[arg-type]
    env.step(0.5)  # type: ignore[arg-type]
    assert_type(env.action_masks(), npt.NDArray[np.bool_])
    envs = VectorGames(2, "2x2", 16)
    observations, infos = envs.reset(seed=[1, None])
    envs.step(solution.best_actions(exponents=observations))
    envs.step(infos["action_mask"].argmax(1))
    envs.step([0, 3])
    envs.step(["left", "up"])  # type: ignore[list-item]
    envs.step(np.zeros(2))  # type: ignore[arg-type]
