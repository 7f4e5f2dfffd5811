"""The environment of one game."""

from __future__ import annotations

from typing import Any, ClassVar, Literal, cast

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from mdp2048 import Game, Solution, _native

from . import rendering
from .settings import NotAllowed, Observation, Settings, checked_actions, checked_seed


class GameEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A seeded game of 2048.

    Actions are 0 left, 1 right, 2 up, 3 down. The observation holds the exponents of the tiles:
    0 for an empty cell, else the tile's face is two to this power; shape ``(rows, cols)``, dtype
    uint8. With ``observation="one_hot"`` it has a last axis with a 1 at the exponent.

    The sum of the rewards is what the objective of the game maximises. ``"win"``: the discount (1
    unless given) for making the target, so that agents discount by the same number; ``"score"``:
    the points of each move; ``"moves"``: 1 for each move; ``"fewest"``: -1 for each move, and minus
    infinity for a loss.

    ``reset(seed=42)`` begins the game that the seed 42 has on the project's page and with
    ``mdp2048 play``. A reset without a seed begins the game of the next seed, here 43; the first
    one chooses a random seed. ``reset(options={"board": "0 2 0/0 64 4/0 8 8"})`` begins on a board,
    given as text or as an array of exponents.

    ``info`` of each step and reset has ``action_mask`` (int8, 1 where the action is allowed; all 0
    once the game is over), ``seed``, ``moves`` (played so far) and ``score`` (so far). With a
    ``solution`` of the game also, exact to rounding:

    - ``value``: the expected sum of the rewards that are to come under optimal play; nan if no game
      from a start reaches the board
    - ``win_probability``: the probability of winning under optimal play, 1 and 0 once the game is
      over; for the objective ``"win"`` without discount
    - ``regret``: by how much the action just played lowered the value; 0 if none was played

    Args:
        board, target, objective, discount, four: the parameters of ``mdp2048.Game``.
        game: the game, instead of its parameters.
        solution: a solution of the game, which then need not be given.
        observation: ``"exponents"`` or ``"one_hot"``.
        not_allowed: what an action does that does not change the board. ``"ignore"``: nothing, with
            the reward 0. ``"lose"``: it ends the game, as a loss. ``"raise"``: a ``ValueError``.
        render_mode: ``"ansi"``, ``"rgb_array"``, ``"human"`` (which needs pygame) or None.

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
        objective: str | None = None,
        discount: float | None = None,
        four: float | None = None,
        *,
        game: Game | None = None,
        solution: Solution | None = None,
        observation: Observation = "exponents",
        not_allowed: NotAllowed = "ignore",
        render_mode: Literal["ansi", "rgb_array", "human"] | None = None,
    ) -> None:
        parameters = dict(
            board=board, target=target, objective=objective, discount=discount, four=four
        )
        self._settings = Settings(game, solution, observation, parameters)
        self.game = self._settings.game
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(
                f"render_mode={render_mode!r} is unknown: write 'ansi', 'rgb_array' or 'human'"
            )
        self.render_mode = render_mode
        self._games = _native.Games(self.game, 1, "Disabled", not_allowed, self._settings.solution)
        self._has_begun = False
        self._window: Any = None
        self.observation_space = self._settings.observation_space
        self.action_space = cast("spaces.Space[np.int64]", spaces.Discrete(4))

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a game; see the class for the seeds and options."""
        super().reset(seed=seed)
        if seed is not None:
            game_seed = checked_seed(seed)
        elif self._has_begun:
            game_seed = int(self._games.next_seeds()[0])
        else:
            game_seed = int(self.np_random.integers(1 << 32))
        board = None if options is None else options.get("board")
        if board is None:
            self._games.begin(np.array([0]), np.array([game_seed], np.uint32))
        else:
            self._games.begin_on(
                0, game_seed, board if isinstance(board, str) else exponents_of(board)
            )
        self._has_begun = True
        if self.render_mode == "human":
            self.render()
        return self._observed(), self._info()

    def step(self, action: np.int64) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays a move and places the random tile.

        Raises:
            TypeError: the action is not an integer.
            ValueError: the action is not 0 to 3, the game is over, or the action is not allowed
                and the environment was made with ``not_allowed="raise"``.
        """
        self._games.step(checked_actions([action]))
        rewards, ended, _ = self._games.results()
        if self.render_mode == "human":
            self.render()
        return self._observed(), float(rewards[0]), bool(ended[0]), False, self._info()

    def render(self) -> Any:
        """The board as text (``"ansi"``) or as pixels of shape ``(height, width, 3)``
        (``"rgb_array"``); ``"human"`` shows it in a window."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render needs a render_mode: gymnasium.make(..., render_mode='ansi')"
            )
            return None
        exponents = self._games.exponents()[0]
        if self.render_mode == "ansi":
            return rendering.text(exponents)
        pixels = rendering.frame(exponents)
        if self.render_mode == "rgb_array":
            return pixels
        if self._window is None:
            from .window import Window

            self._window = Window(pixels.shape[1], pixels.shape[0], str(self.game))
        self._window.show(pixels, self.metadata["render_fps"])
        return None

    def close(self) -> None:
        """Closes the window, if there is one."""
        if self._window is not None:
            self._window.close()
            self._window = None

    def _observed(self) -> NDArray[np.uint8]:
        return self._settings.observed(self._games.exponents()[0])

    def _info(self) -> dict[str, Any]:
        masks, seeds, moves, points = self._games.infos()
        info: dict[str, Any] = {
            "action_mask": masks[0],
            "seed": int(seeds[0]),
            "moves": int(moves[0]),
            "score": int(points[0]),
        }
        if self._settings.solution is not None:
            values, win_probabilities, regrets = self._games.values()
            info["value"] = float(values[0])
            if self._settings.counts_wins:
                info["win_probability"] = float(win_probabilities[0])
            info["regret"] = float(regrets[0])
        return info


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
