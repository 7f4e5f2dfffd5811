"""Games of policies, sampled with the native environments, against the exact evaluation.

``python sampled_games.py [--games 1000000]`` plays games of 3x3 to 512 by the optimal policy and by
one that sometimes plays any move, and asserts that the mean results are those of
``Solution.evaluate`` within four standard errors.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mdp2048
from mdp2048.envs import Slides, VectorGames

#: From boards ``(n, rows, columns)``, as exponents, to actions ``(n,)`` or probabilities ``(n, 4)``.
Policy = Callable[[NDArray[np.uint8]], NDArray[Any]]


@dataclass(frozen=True)
class Games:
    """By game: whether the target was made, the score and the number of moves."""

    wins: NDArray[np.float64]
    scores: NDArray[np.float64]
    moves: NDArray[np.float64]

    def distances(self, exact: mdp2048.Evaluation) -> dict[str, float]:
        """How far the means are from the exact results, in standard errors."""
        assert exact.win_probability is not None
        pairs = {
            "win_probability": (self.wins, exact.win_probability),
            "score": (self.scores, exact.score),
            "moves": (self.moves, exact.moves),
        }
        return {
            name: float((found.mean() - expected) / (found.std() / len(found) ** 0.5))
            for name, (found, expected) in pairs.items()
        }


def play(game: mdp2048.Game, policy: Policy, games: int, at_once: int = 20_000) -> Games:
    """Plays games by a policy.

    Args:
        game: A game whose objective is to win.
        policy: The policy.
        games: The number of games, a multiple of ``at_once``.
        at_once: How many games are played at once. Each place plays equally many, so short games
            are not preferred.
    """
    envs = VectorGames(at_once, game=game, autoreset_mode="SameStep", not_allowed="raise")
    rng = np.random.default_rng(0)
    each, rest = divmod(games, at_once)
    if rest:
        raise ValueError(f"{games} games are no multiple of {at_once}")
    ended = np.zeros(at_once, np.int64)
    found: list[NDArray[np.float64]] = []
    boards, _ = envs.reset(seed=1)
    while (ended < each).any():
        actions = policy(boards)
        if actions.ndim == 2:
            # The first action whose cumulative probability exceeds a random number.
            sums = actions.cumsum(1)
            actions = (sums <= rng.random((at_once, 1)) * sums[:, -1:]).sum(1)
        boards, rewards, over, _, infos = envs.step(actions)
        counts = over & (ended < each)
        if counts.any():
            final = infos["final_info"]
            columns = (rewards, final["score"], final["moves"])
            found.append(np.array([column[counts] for column in columns], np.float64))
        ended += over
    return Games(*np.concatenate(found, axis=1))


def leftmost(game: mdp2048.Game, share: float) -> Policy:
    """A policy that plays the first allowed action, and sometimes any allowed one.

    ``share`` is the probability of the second. Images of a board are treated differently.
    """
    slides = Slides(game)

    def policy(boards: NDArray[np.uint8]) -> NDArray[np.float64]:
        allowed = slides.afterstates(boards)[2]
        chosen: NDArray[np.float64] = share * allowed / allowed.sum(1, keepdims=True)
        chosen[np.arange(len(boards)), allowed.argmax(1)] += 1.0 - share
        return chosen

    return policy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1_000_000, help="a multiple of 20,000")
    arguments = parser.parse_args()
    game = mdp2048.Game("3x3", target=512)
    solution = game.solve()

    def optimal(boards: NDArray[np.uint8]) -> NDArray[Any]:
        chosen: NDArray[Any] = solution.best_actions(exponents=boards)
        return chosen

    slides = Slides(game)

    def careless(boards: NDArray[np.uint8]) -> NDArray[Any]:
        allowed = slides.afterstates(boards)[2]
        chosen: NDArray[Any] = 0.02 * allowed / allowed.sum(1, keepdims=True)
        chosen[np.arange(len(boards)), optimal(boards)] += 0.98
        return chosen

    policies: dict[str, Policy] = {
        "the optimal policy": optimal,
        "the optimal policy with 2 % random moves": careless,
    }
    for name, policy in policies.items():
        begin = time.process_time()
        exact = solution.evaluate(policy, symmetric=True)
        evaluated = time.process_time()
        distances = play(game, policy, arguments.games).distances(exact)
        played = time.process_time()
        print(f"{name}: wins {exact.win_probability:.9f}, {exact.moves:.3f} moves")
        print(f"  evaluated in {evaluated - begin:.1f} CPU s, played in {played - evaluated:.1f}")
        for what, distance in distances.items():
            print(f"  {what}: {distance:+.2f} standard errors from {arguments.games:,} games")
            assert abs(distance) < 4.0, what


if __name__ == "__main__":
    main()
