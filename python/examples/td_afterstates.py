"""TD learning of afterstate values with an n-tuple network, and its exact regret while it learns.

An afterstate is a board after the slide and before the random tile. The network's value of one is
the sum of a weight for every image of it under rotations and reflections: the weight of the tiles
on the first two rows of the image, and that of its first row. The agent plays the action with the
best sum of reward and afterstate value, and moves the value of each afterstate towards that of the
next one, by temporal coherence learning.

``python td_afterstates.py --board 3x3 --target 64 --steps 2000000 --plot td.svg``
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator

import numpy as np
from curves import Curve, Policy, checkpoints, draw
from numpy.typing import NDArray

import mdp2048
from mdp2048.envs import Slides, VectorGames


class Network:
    """An n-tuple network that treats all images of a board alike."""

    def __init__(self, game: mdp2048.Game, kinds: int) -> None:
        cells = np.arange(game.rows * game.columns).reshape(game.rows, game.columns)
        turns = range(4) if game.rows == game.columns else (0, 2)
        images = [np.rot90(image, turn) for turn in turns for image in (cells, cells[:, ::-1])]
        # By tuple: the cells of each image that it reads.
        self.tuples = [
            np.array([image[:2].ravel() for image in images]),
            np.array([image[:1].ravel() for image in images]),
        ]
        self.powers = [kinds ** np.arange(cells.shape[1]) for cells in self.tuples]
        self.count = len(images) * len(self.tuples)
        # Every afterstate is expected to win at first, so that the agent tries all actions.
        self.weights = [np.full(kinds ** cells.shape[1], 1.0 / self.count) for cells in self.tuples]
        # What temporal coherence learning knows of the errors of each weight.
        self.sums = [np.zeros_like(weights) for weights in self.weights]
        self.magnitudes = [np.zeros_like(weights) for weights in self.weights]

    def rows(self, boards: NDArray[np.uint8]) -> list[NDArray[np.int64]]:
        """By tuple: the indices of the weights of each board, shape ``(n, images)``."""
        flat = boards.reshape(len(boards), -1).astype(np.int64)
        return [
            flat[:, cells] @ powers for cells, powers in zip(self.tuples, self.powers, strict=True)
        ]

    def values(self, boards: NDArray[np.uint8]) -> NDArray[np.float64]:
        """The value of each afterstate."""
        total = np.zeros(len(boards))
        for weights, rows in zip(self.weights, self.rows(boards), strict=True):
            total += weights[rows].sum(1)
        return total

    def learn(self, boards: NDArray[np.uint8], errors: NDArray[np.float64]) -> None:
        """Moves the values of afterstates towards what their errors correct.

        Each weight moves by the mean error of the boards that read it, times a rate of its own:
        temporal coherence learning divides the sum of its errors by the sum of their magnitudes, so
        weights whose errors cancel out come to rest.
        """
        for at, rows in enumerate(self.rows(boards)):
            used, place = np.unique(rows, return_inverse=True)
            given = np.repeat(errors, rows.shape[1])
            means = np.bincount(place.ravel(), given) / np.bincount(place.ravel())
            sums, magnitudes = self.sums[at], self.magnitudes[at]
            known = magnitudes[used] > 0.0
            rates = np.ones(len(used))
            rates[known] = np.abs(sums[used[known]]) / magnitudes[used[known]]
            self.weights[at][used] += rates * means / self.count
            sums[used] += means
            magnitudes[used] += np.abs(means)


class Agent:
    """Chooses actions by rewards and afterstate values."""

    def __init__(self, game: mdp2048.Game) -> None:
        if game.objective != "win" or game.target is None:
            raise ValueError(f"the rewards of this example are those of a win, not of {game}")
        self.game, self.slides = game, Slides(game)
        self.won = game.target.bit_length() - 1
        self.network = Network(game, self.won + 1)

    def action_values(
        self, boards: NDArray[np.uint8]
    ) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
        """Of each action of each board: what it is worth, and its afterstate."""
        after, _, allowed = self.slides.afterstates(boards)
        wins = np.where(self.game.locked, 0, after).max((2, 3)) == self.won
        # To the network, a locked tile is the target, which nothing else is that it values.
        after = np.minimum(after, self.won)
        flat = after.reshape(-1, self.game.rows, self.game.columns)
        worth = self.game.discount * np.where(wins.ravel(), 1.0, self.network.values(flat))
        return np.where(allowed, worth.reshape(-1, 4), -np.inf), after

    def policy(self, boards: NDArray[np.uint8]) -> NDArray[np.int64]:
        """The action that is worth most, of each board."""
        chosen: NDArray[np.int64] = self.action_values(boards)[0].argmax(1)
        return chosen


def learn(
    game: mdp2048.Game, at: Iterable[int], games: int = 64, seed: int = 0
) -> Iterator[tuple[int, Policy]]:
    """Learns, and yields the policy after some numbers of steps of all games together."""
    envs = VectorGames(games, game=game, autoreset_mode="SameStep", not_allowed="raise")
    agent = Agent(game)
    boards, _ = envs.reset(seed=seed)
    values, after = agent.action_values(boards)
    each, done = np.arange(games), 0
    for checkpoint in at:
        while done < checkpoint:
            actions = values.argmax(1)
            played = after[each, actions]
            boards, rewards, ended, _, _ = envs.step(actions)
            values, after = agent.action_values(boards)
            # A won afterstate has no value to learn. A lost board is worth nothing.
            targets = np.where(ended, 0.0, values.max(1))
            learns = rewards == 0.0
            errors = targets - agent.network.values(played)
            agent.network.learn(played[learns], errors[learns])
            done += games
        yield done, agent.policy


def train(solution: mdp2048.Solution, steps: int) -> Curve:
    """Learns for a number of steps; returns the curve of exact regrets."""
    curve = Curve(solution, f"TD afterstates, {solution.game}")
    for done, policy in learn(solution.game, checkpoints(steps)):
        curve.add(done, policy)
    return curve


def main() -> None:
    parser = argparse.ArgumentParser(description="TD learning with its exact regret")
    parser.add_argument("--board", default="3x3")
    parser.add_argument("--target", type=int, default=64)
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--plot", help="a file for the plot, such as td.svg")
    arguments = parser.parse_args()
    solution = mdp2048.Game(arguments.board, target=arguments.target).solve()
    curve = train(solution, arguments.steps)
    if arguments.plot:
        draw([curve], arguments.plot)


if __name__ == "__main__":
    main()
