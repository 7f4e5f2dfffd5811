"""What the environment of one game and that of many have in common."""

from __future__ import annotations

from typing import Any, Literal, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from mdp2048 import Game, Solution, _native

Observation = Literal["exponents", "one_hot"]
NotAllowed = Literal["ignore", "lose", "raise"]

#: The seeds of games are below this.
SEEDS = 1 << 32


class Settings:
    """The game of an environment, its solution if given, and how games are observed."""

    def __init__(
        self,
        game: Game | None,
        solution: Solution | None,
        observation: Observation,
        not_allowed: NotAllowed,
        max_episode_steps: int | None,
        parameters: dict[str, Any],
    ) -> None:
        given = {name: value for name, value in parameters.items() if value is not None}
        if game is not None and given:
            raise ValueError(f"give either game or {', '.join(given)}, not both")
        if game is None:
            game = Game(**given) if given or solution is None else solution.game
        if solution is not None and game != solution.game:
            raise ValueError(
                f"the solution is of {solution.game!r}, not of {game!r}: give a solution of the "
                "same game, or leave out the parameters of the game"
            )
        if observation not in ("exponents", "one_hot"):
            raise ValueError(
                f"observation={observation!r} is unknown: write 'exponents' or 'one_hot'"
            )
        self.game = game
        # The native solution, which outlives a call of its method `close`.
        self.solution = None if solution is None else solution._opened()
        self.is_one_hot = observation == "one_hot"
        self.not_allowed = not_allowed
        self.most_steps = self._most_steps(max_episode_steps)
        self.has_losses = self.solution is not None and self.solution.has_losses

    @property
    def largest(self) -> int:
        """The largest exponent that a free cell can have."""
        return self.game.largest_tile.bit_length() - 1

    def _most_steps(self, given: int | None) -> int:
        """The number of steps after which a game is truncated."""
        if given is None:
            # A move raises the tile sum by at least 2. Before the last move, all tiles are smaller
            # than the target. So no game has more moves than the sum of a full board over 2.
            largest = self.largest - (self.game.target is not None)
            free_cells = int((~self.game.locked).sum())
            return (free_cells << largest) // 2
        if not 1 <= given < SEEDS:
            raise ValueError(
                f"max_episode_steps={given}: choose a number of steps from 1 to {SEEDS - 1}"
            )
        return int(given)

    def games(self, count: int, autoreset: str) -> _native.Games:
        """Games that have not begun."""
        return _native.Games(
            self.game, count, autoreset, self.not_allowed, self.most_steps, self.solution
        )

    @property
    def observation_space(self) -> spaces.Space[NDArray[np.uint8]]:
        """The space of observations of one game."""
        locked = self.game.locked
        if self.is_one_hot:
            space = spaces.Box(0, 1, (*locked.shape, self.largest + 1), np.uint8)
        else:
            largest = np.where(locked, 15, self.largest).astype(np.uint8)
            space = spaces.Box(0, largest, locked.shape, np.uint8)
        return cast("spaces.Space[NDArray[np.uint8]]", space)

    def observed(self, exponents: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """The observations of boards of shape ``(..., rows, columns)``."""
        if not self.is_one_hot:
            return exponents
        kinds = np.arange(self.largest + 1, dtype=np.uint8)
        return np.equal(exponents[..., None], kinds).astype(np.uint8)

    def infos(self, games: _native.Observed) -> dict[str, NDArray[Any]]:
        """The entries of ``info``, each for some games."""
        _, masks, seeds, moves, points, values = games
        infos: dict[str, NDArray[Any]] = {
            "action_mask": masks, "seed": seeds, "moves": moves, "score": points
        }  # fmt: skip
        if values is not None:
            infos["value"], losses, regrets = values
            if self.has_losses:
                infos["loss"] = losses
            infos["regret"] = regrets
        return infos


def checked_seed(seed: int) -> int:
    """The seed of a game, which the page and ``mdp2048 play`` accept too."""
    if not 0 <= seed < SEEDS:
        raise ValueError(
            f"{seed} is not the seed of a game: choose an integer from 0 to {SEEDS - 1}"
        )
    return int(seed)


def drawn_seeds(generator: np.random.Generator, count: int) -> NDArray[np.uint32]:
    """The seeds of games that begin without one."""
    return generator.integers(SEEDS, size=count, dtype=np.uint32)


def checked_actions(actions: Any) -> NDArray[np.int64]:
    """The actions of some games as the native part reads them.

    Raises:
        TypeError: They are not integers.
        ValueError: They do not have one axis.
    """
    found = np.asarray(actions)
    if found.dtype.kind not in "iu":
        raise TypeError(f"an action is an integer from 0 to 3, not {found.dtype}")
    if found.ndim != 1:
        raise ValueError(f"the actions have the shape {found.shape}: give one for each game")
    return np.ascontiguousarray(found, np.int64)


def checked_option(options: dict[str, Any] | None, name: str) -> Any:
    """The value of the only option that a reset has, or None.

    Raises:
        ValueError: There is another option.
    """
    unknown = [other for other in options or () if other != name]
    if unknown:
        raise ValueError(f"options has {unknown[0]!r}, which is unknown: a reset has only {name!r}")
    return None if options is None else options.get(name)


def expect_begun(has_begun: bool) -> None:
    """Raises a ``ValueError`` before the first reset."""
    if not has_begun:
        raise ValueError("no game has begun: call reset before the first step")
