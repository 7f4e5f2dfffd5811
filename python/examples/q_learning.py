"""Tabular Q-learning, and its exact regret while it learns.

Many games are played at once. In each step, every game updates the entry of its board and action
towards the reward plus the discounted best entry of the next board, at a rate that falls with the
visits of the entry. The table has an entry for
each way to fill the cells, so it is for small boards.

``python q_learning.py --board 2x2 --target 16 --steps 200000 --plot q.svg``
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

import numpy as np
from curves import Curve, Policy, checkpoints, draw
from numpy.typing import NDArray

import mdp2048
from mdp2048.envs import Slides, VectorGames


class QTable:
    """The expected return of each action of each board, as learned so far."""

    def __init__(self, game: mdp2048.Game) -> None:
        cells = game.rows * game.columns
        kinds = cells + 2 if game.target is None else game.target.bit_length()
        if kinds**cells > 1 << 26:
            raise ValueError(f"{game} has too many boards for a table: see td_afterstates.py")
        self.values = np.zeros((kinds**cells, 4), np.float32)
        self.visits = np.zeros((kinds**cells, 4), np.int32)
        self.powers = kinds ** np.arange(cells)

    def rows(self, boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The row of each board: its exponents as the digits of a number."""
        digits: NDArray[np.int64] = boards.reshape(len(boards), -1) @ self.powers
        return digits

    def greedy(self, boards: NDArray[np.uint8], allowed: NDArray[np.bool_]) -> NDArray[np.int64]:
        """The best allowed action of each board."""
        chosen: NDArray[np.int64] = np.where(
            allowed, self.values[self.rows(boards)], -np.inf
        ).argmax(1)
        return chosen


def learn(
    game: mdp2048.Game,
    at: Iterable[int],
    games: int = 64,
    decay: float = 0.7,
    exploration: float = 0.2,
    seed: int = 0,
) -> Iterator[tuple[int, Policy]]:
    """Learns, and yields the greedy policy after some numbers of steps of all games together.

    The rate of an entry is its visits to the power of minus ``decay``; ``exploration`` is the
    probability of a random action.
    """
    envs = VectorGames(games, game=game, autoreset_mode="SameStep", not_allowed="raise")
    slides = Slides(game)
    table = QTable(game)
    rng = np.random.default_rng(seed)

    def policy(boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        return table.greedy(boards, slides.afterstates(boards)[2])

    boards, infos = envs.reset(seed=seed)
    done = 0
    for checkpoint in at:
        while done < checkpoint:
            allowed = infos["action_mask"] == 1
            actions = table.greedy(boards, allowed)
            explores = rng.random(games) < exploration
            random = np.where(allowed, rng.random((games, 4)), -1.0).argmax(1)
            actions = np.where(explores, random, actions)
            rows = table.rows(boards)
            boards, rewards, ended, _, infos = envs.step(actions)
            following = np.where(
                infos["action_mask"] == 1, table.values[table.rows(boards)], -np.inf
            ).max(1)
            targets = rewards + game.discount * np.where(ended, 0.0, following)
            entries = table.values[rows, actions]
            rates = (1.0 + table.visits[rows, actions]) ** -decay
            # Games on the same board: the last one counts.
            table.values[rows, actions] = entries + rates * (targets - entries)
            table.visits[rows, actions] += 1
            done += games
        yield done, policy


def train(solution: mdp2048.Solution, steps: int) -> Curve:
    """Learns for a number of steps; returns the curve of exact regrets."""
    curve = Curve(solution, f"Q-learning, {solution.game}")
    for done, policy in learn(solution.game, checkpoints(steps)):
        curve.add(done, policy)
    return curve


def main() -> None:
    parser = argparse.ArgumentParser(description="tabular Q-learning with its exact regret")
    parser.add_argument("--board", default="2x2")
    parser.add_argument("--target", type=int, default=16)
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("--plot", help="a file for the plot, such as q.svg")
    arguments = parser.parse_args()
    solution = mdp2048.Game(arguments.board, target=arguments.target).solve()
    curve = train(solution, arguments.steps)
    if arguments.plot:
        draw([curve], arguments.plot)


if __name__ == "__main__":
    main()
