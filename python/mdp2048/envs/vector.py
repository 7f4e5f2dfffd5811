"""The environment of many games that one call steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.error import ClosedEnvironmentError
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mdp2048 import Game, Solution, _native

from .._types import Objective
from . import rendering
from .settings import (
    SEEDS,
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

Bools = NDArray[np.bool_]
#: An integer from 0 to 3 for each game.
Actions: TypeAlias = "NDArray[np.integer[Any]] | Sequence[int]"
#: The names of the modes of Gymnasium.
Autoreset = Literal["NextStep", "SameStep", "Disabled"]


class VectorGames(VectorEnv[NDArray[np.uint8], Actions, NDArray[Any]]):
    """Many seeded games of 2048, which native code steps on the calling thread.

    Observations, actions, rewards, ``infos`` and the arguments are those of :class:`GameEnv`, with
    a first axis of ``num_envs`` games. As Gymnasium prescribes, an entry of ``infos`` has an array
    of booleans beside it, under the name with an underscore before it.

    ``reset(seed=42)`` begins the games of the seeds 42, 43, 44 and so on; a sequence has the seed
    of each game, or None. Games without a seed, and those that begin again by themselves, draw
    theirs from ``np_random``, which an integer or a sequence without None seeds. A reset with
    ``options={"reset_mask": mask}`` begins only the games of a mask.

    ``final_info`` of a truncated game has its value and its allowed actions, as the game could go
    on.

    Args:
        num_envs: the number of games.
        board, target, objective, discount, spawn_four, game, solution, observation, not_allowed,
            max_episode_steps: see :class:`GameEnv`.
        autoreset_mode: ``"NextStep"``, ``"SameStep"`` or ``"Disabled"``: whether a game that is
            over or truncated begins again in the next step, in the same step (then ``infos`` has
            ``final_obs`` and ``final_info``), or when it is reset.
        render_mode: ``"ansi"``, ``"rgb_array"``, ``"human"`` or None. A window shows the first 16
            games.

    Raises:
        ValueError: an argument is out of range, or the solution is of another game.
    """

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: AutoresetMode | Autoreset = AutoresetMode.NEXT_STEP,
        render_mode: Literal["ansi", "rgb_array", "human"] | None = None,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs={num_envs}: choose at least one game")
        if render_mode not in (None, "ansi", "rgb_array", "human"):
            raise ValueError(
                f"render_mode={render_mode!r} is unknown: write 'ansi', 'rgb_array' or 'human'"
            )
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
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": ["ansi", "rgb_array", "human"],
            "render_fps": 8,
            "autoreset_mode": self.autoreset_mode,
        }
        self._games = self._settings.games(num_envs, self.autoreset_mode.value)
        self._has_begun = False
        self._window = Window(f"{num_envs} games of {self.game}")
        self.single_observation_space = self._settings.observation_space
        self.single_action_space = spaces.Discrete(4)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins all games, or those of ``options["reset_mask"]``; see the class for the seeds.

        Raises:
            ValueError: a seed is out of range, their number or the mask does not fit, or an option
                is unknown.
            ClosedEnvironmentError: the environment is closed.
        """
        self._expect_open()
        mask = self._checked_mask(checked_option(options, "reset_mask"))
        chosen = np.flatnonzero(mask)
        games = self._games.begin(chosen, self._seeds(seed, chosen))
        self._has_begun = True
        if self.render_mode == "human":
            self.render()
        return self._settings.observed(games[0]), self._infos(games, mask)

    def step(
        self, actions: Actions
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Steps every game by its action, an integer from 0 to 3.

        Raises:
            TypeError: the actions are not integers.
            ValueError: no game has begun; an action is not 0 to 3, or their number is not that of
                the games; a game is over or truncated and does not begin by itself; or an action is
                not allowed and the environment was made with ``not_allowed="raise"``. No game has
                been stepped then.
            ClosedEnvironmentError: the environment is closed.
        """
        self._expect_open()
        expect_begun(self._has_begun)
        rewards, ended, truncated, games, finals = self._games.step(
            checked_actions(actions), self._drawn
        )
        infos = self._infos(games, np.ones(self.num_envs, np.bool_))
        if finals is not None:
            self._add_finals(infos, *finals)
        if self.render_mode == "human":
            self.render()
        return self._settings.observed(games[0]), rewards, ended, truncated, infos

    def action_masks(self) -> Bools:
        """Whether each action of each game is allowed, shape ``(num_envs, 4)``."""
        expect_begun(self._has_begun)
        masks: Bools = self._games.observed()[1] == 1
        return masks

    def render(self) -> tuple[Any, ...] | None:
        """The boards, each as text (``"ansi"``) or as pixels (``"rgb_array"``); ``"human"`` shows
        the first ones in a window."""
        self._expect_open()
        if self.render_mode is None:
            return None
        boards = self._games.observed()[0]
        if self.render_mode == "human":
            self._window.show(rendering.wall(boards), self.metadata["render_fps"])
            return None
        draw = rendering.text if self.render_mode == "ansi" else rendering.frame
        return tuple(draw(board) for board in boards)

    def close_extras(self, **kwargs: Any) -> None:
        """Closes the window, if there is one."""
        self._window.close()

    def _expect_open(self) -> None:
        if self.closed:
            raise ClosedEnvironmentError("this environment is closed: make another one")

    def _drawn(self, count: int) -> NDArray[np.uint32]:
        return drawn_seeds(self.np_random, count)

    def _seeds(
        self, seed: int | Sequence[int | None] | None, chosen: NDArray[np.int64]
    ) -> NDArray[np.uint32]:
        """The seeds of the chosen games."""
        if seed is None:
            return self._drawn(len(chosen))
        if isinstance(seed, (int, np.integer)):
            first = checked_seed(int(seed))
            super().reset(seed=first)
            return ((first + chosen) % SEEDS).astype(np.uint32)
        if len(seed) != self.num_envs:
            raise ValueError(
                f"{len(seed)} seeds for {self.num_envs} games: give a seed for each game"
            )
        given = [None if one is None else checked_seed(one) for one in seed]
        known = [one for one in given if one is not None]
        if len(known) == len(given):
            self.np_random = np.random.default_rng(known)
        drawn = iter(self._drawn(sum(given[at] is None for at in chosen)))
        seeds = (given[at] for at in chosen)
        return np.array([next(drawn) if one is None else one for one in seeds], np.uint32)

    def _checked_mask(self, mask: Any) -> Bools:
        if mask is None:
            return np.ones(self.num_envs, np.bool_)
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise ValueError("options['reset_mask'] must be a numpy array of dtype bool")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"options['reset_mask'] must have the shape ({self.num_envs},) and a True in it"
            )
        if not self._has_begun and not mask.all():
            raise ValueError("the first reset begins all games: leave out the reset_mask")
        return mask

    def _infos(self, games: _native.Observed, mask: Bools) -> dict[str, Any]:
        infos: dict[str, Any] = dict(self._settings.infos(games))
        return infos | {f"_{name}": mask for name in infos}

    def _add_finals(
        self, infos: dict[str, Any], at: NDArray[np.int64], games: _native.Observed
    ) -> None:
        """Adds the games that ended and began again in the same step, as they ended."""
        mask = np.zeros(self.num_envs, np.bool_)
        mask[at] = True
        boards = np.full(self.num_envs, None, object)
        for index, board in zip(at, self._settings.observed(games[0]), strict=True):
            boards[index] = board
        spread: dict[str, Any] = {}
        for name, values in self._settings.infos(games).items():
            spread[name] = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
            spread[name][at] = values
            spread[f"_{name}"] = mask
        infos |= {
            "final_obs": boards,
            "_final_obs": mask,
            "final_info": spread,
            "_final_info": mask,
        }
