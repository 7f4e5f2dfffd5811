"""The environment of one game."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from mdp2048 import Game, Solution, _native

from .._types import Objective
from . import rendering
from .settings import (
    NotAllowed,
    Observation,
    Settings,
    checked_actions,
    checked_option,
    checked_seed,
    drawn_seeds,
    expect_begun,
)
from .window import Window


class GameEnv(gymnasium.Env[NDArray[np.uint8], "int | np.integer[Any]"]):
    """A seeded game of 2048.

    Actions are 0 left, 1 right, 2 up, 3 down. The observation holds the exponents of the tiles:
    0 for an empty cell, else the tile's face is two to this power; shape ``(rows, columns)``, dtype
    uint8. With ``observation="one_hot"`` it has a last axis with a 1 at the exponent. A locked cell
    has the exponent 15, and no 1.

    The sum of the rewards is what the objective of the game maximises. ``"win"``: the discount (1
    unless given) for making the target, so that agents discount by the same number; ``"score"``:
    the points of each move; ``"moves"``: 1 for each move; ``"fewest"``: -1 for each move, and for a
    loss minus the default of ``max_episode_steps`` below, so that every lost game returns less than
    every won one; the objective itself counts a loss as minus infinity.

    ``reset(seed=42)`` begins the game that the seed 42 has on the project's page and with
    ``mdp2048 play``. A reset without a seed draws one from ``np_random``, which a seed seeds.
    ``reset(options={"board": "0 2 0/0 64 4/0 8 8"})`` begins on a board, given as text or as an
    array of exponents. With locked cells, a game may be lost after the two random tiles of its
    start: then no action is allowed, and the first step ends the game, whatever its action.

    An agent that only plays allowed actions ends every game. One that plays ignored actions may
    not, so a game is truncated after ``max_episode_steps`` steps. By default this is half the
    largest tile sum of a full board without the target, which no game of allowed actions reaches:
    1,152 for 3x3 to 512. ``gymnasium.make(..., max_episode_steps=...)`` adds the wrapper
    ``TimeLimit`` instead; the smaller limit counts.

    ``info`` of each step and reset has ``action_mask`` (int8, 1 where the action is allowed; all 0
    once the game is over), ``seed``, ``moves`` (played so far) and ``score`` (so far). With a
    ``solution`` of the game also, exact to rounding:

    - ``value``: of optimal play from the board, in the unit of the objective: the probability of
      winning, times the discount of each move to come, and 1 or 0 once the game is over; or the
      points or the moves to come, for ``"fewest"`` infinitely many where winning is not certain;
      nan if no game from a start reaches the board
    - ``loss``: the probability of losing under optimal play; for ``"win"`` without discount
    - ``regret``: what the action just played gave away, as ``Solution.regrets``; 0 if none was
      played

    Args:
        board, target, objective, discount, spawn_four: the parameters of ``mdp2048.Game``.
        game: the game, instead of its parameters; such as one of a formation.
        solution: a solution of the game, which then need not be given.
        observation: ``"exponents"`` or ``"one_hot"``.
        not_allowed: what an action does that does not change the board. ``"ignore"``: nothing, with
            the reward 0. ``"lose"``: it ends the game, as a loss. ``"raise"``: a ``ValueError``.
        max_episode_steps: the number of steps after which a game is truncated, from 1.
        render_mode: ``"ansi"``, ``"rgb_array"``, ``"human"`` (which needs pygame) or None.

    An environment is pickled and copied unless it has a solution: the copy goes on with the same
    games.

    Raises:
        ValueError: an argument is out of range, or the solution is of another game.
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": ["ansi", "rgb_array", "human"],
        "render_fps": 8,
    }

    def __init__(
        self,
        board: str | None = None,
        target: int | None = None,
        objective: Objective | None = None,
        discount: float | None = None,
        spawn_four: float | None = None,
        *,
        game: Game | None = None,
        solution: Solution | None = None,
        observation: Observation = "exponents",
        not_allowed: NotAllowed = "ignore",
        max_episode_steps: int | None = None,
        render_mode: Literal["ansi", "rgb_array", "human"] | None = None,
    ) -> None:
        parameters = dict(
            board=board,
            target=target,
            objective=objective,
            discount=discount,
            spawn_four=spawn_four,
        )
        self._settings = Settings(
            game, solution, observation, not_allowed, max_episode_steps, parameters
        )
        self.game = self._settings.game
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(
                f"render_mode={render_mode!r} is unknown: write 'ansi', 'rgb_array' or 'human'"
            )
        self.render_mode = render_mode
        self._games = self._settings.games(1, "Disabled")
        self._has_begun = False
        self._window = Window(str(self.game))
        self.observation_space = self._settings.observation_space
        self.action_space = cast("spaces.Space[int | np.integer[Any]]", spaces.Discrete(4))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a game; see the class for the seeds and options.

        Raises:
            ValueError: the seed is out of range, an option is unknown, or there is no game to play
                on the board.
        """
        board = checked_option(options, "board")
        if seed is not None:
            seed = checked_seed(seed)
        super().reset(seed=seed)
        seeds = drawn_seeds(self.np_random, 1) if seed is None else np.array([seed], np.uint32)
        if board is None:
            games = self._games.begin(np.array([0]), seeds)
        else:
            given = board if isinstance(board, str) else exponents_of(board)
            games = self._games.begin_on(0, int(seeds[0]), given)
        self._has_begun = True
        if self.render_mode == "human":
            self.render()
        return self._observed(games), self._info(games)

    def step(
        self, action: int | np.integer[Any]
    ) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays a move and places the random tile.

        Raises:
            TypeError: the action is not an integer.
            ValueError: the action is not 0 to 3, no game has begun, the game is over or truncated,
                or the action is not allowed and the environment was made with
                ``not_allowed="raise"``.
        """
        expect_begun(self._has_begun)
        rewards, ended, truncated, games, _ = self._games.step(
            checked_actions([action]), _no_game_begins
        )
        if self.render_mode == "human":
            self.render()
        reward, is_over, is_truncated = float(rewards[0]), bool(ended[0]), bool(truncated[0])
        return self._observed(games), reward, is_over, is_truncated, self._info(games)

    def action_masks(self) -> NDArray[np.bool_]:
        """Whether each action is allowed, shape ``(4,)``: what ``MaskablePPO`` of sb3-contrib
        asks for."""
        expect_begun(self._has_begun)
        masks: NDArray[np.bool_] = self._games.observed()[1][0] == 1
        return masks

    def render(self) -> Any:
        """The board as text (``"ansi"``) or as pixels of shape ``(height, width, 3)``
        (``"rgb_array"``); ``"human"`` shows it in a window."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render needs a render_mode: gymnasium.make(..., render_mode='ansi')"
            )
            return None
        exponents = self._games.observed()[0][0]
        if self.render_mode == "ansi":
            return rendering.text(exponents)
        pixels = rendering.frame(exponents)
        if self.render_mode == "rgb_array":
            return pixels
        self._window.show(pixels, self.metadata["render_fps"])
        return None

    def close(self) -> None:
        """Closes the window, if there is one."""
        self._window.close()

    def _observed(self, games: _native.Observed) -> NDArray[np.uint8]:
        return self._settings.observed(games[0][0])

    def _info(self, games: _native.Observed) -> dict[str, Any]:
        infos = self._settings.infos(games).items()
        return {name: of[0].item() if of.ndim == 1 else of[0] for name, of in infos}


def _no_game_begins(count: int) -> NDArray[np.uint32]:
    """The seeds of games that begin by themselves, which one game never does."""
    raise AssertionError(f"{count} games begin by themselves")


def exponents_of(board: Any) -> NDArray[np.uint8]:
    """An array of exponents as the native part reads it."""
    exponents = np.asarray(board)
    if (
        exponents.dtype.kind not in "iu"
        or exponents.min(initial=0) < 0
        or exponents.max(initial=0) > 15
    ):
        raise ValueError(
            "the board is not an array of exponents: give integers from 0 to 15, "
            "or text such as '0 2/4 8'"
        )
    return np.ascontiguousarray(exponents, np.uint8)
