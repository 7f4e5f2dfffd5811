"""The environment of many games that one call steps."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mdp2048 import Game, Solution, _native

from . import rendering
from .settings import SEEDS, NotAllowed, Observation, Settings, checked_actions, checked_seed

Bools = NDArray[np.bool_]


class VectorGames(VectorEnv[NDArray[np.uint8], NDArray[np.int64], NDArray[Any]]):
    """Many seeded games of 2048, which native code steps on the calling thread.

    Observations, actions, rewards, ``infos`` and the arguments are those of :class:`GameEnv`, with
    a first axis of ``num_envs`` games. As Gymnasium prescribes, an entry of ``infos`` has an array
    of booleans beside it, under the name with an underscore before it.

    ``reset(seed=42)`` begins the games of the seeds 42, 43, 44 and so on; a sequence has the seed
    of each game, or None for the next one. The seed of the next game on a board is ``num_envs``
    higher, so no two games have the same one. A reset with ``options={"reset_mask": mask}`` begins
    only the games of a mask.

    Args:
        num_envs: the number of games.
        board, target, objective, discount, four, game, solution, observation, not_allowed: see
            :class:`GameEnv`.
        autoreset_mode: ``"NextStep"``, ``"SameStep"`` or ``"Disabled"``: whether a game that is
            over begins again in the next step, in the same step (then ``infos`` has ``final_obs``
            and ``final_info``), or when it is reset.
        render_mode: ``"ansi"``, ``"rgb_array"`` or None.

    Raises:
        ValueError: an argument is out of range, or the solution is of another game.
    """

    def __init__(
        self,
        num_envs: int = 1,
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
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        render_mode: Literal["ansi", "rgb_array"] | None = None,
    ) -> None:
        if num_envs < 1:
            raise ValueError(f"num_envs={num_envs}: choose at least one game")
        if render_mode not in (None, "ansi", "rgb_array"):
            raise ValueError(f"render_mode={render_mode!r} is unknown: write 'ansi' or 'rgb_array'")
        parameters = dict(
            board=board, target=target, objective=objective, discount=discount, four=four
        )
        self._settings = Settings(game, solution, observation, parameters)
        self.game = self._settings.game
        self.num_envs = num_envs
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.render_mode = render_mode
        self.metadata = {
            "render_modes": ["ansi", "rgb_array"],
            "autoreset_mode": self.autoreset_mode,
        }
        self._games = _native.Games(
            self.game,
            num_envs,
            self.autoreset_mode.value,
            not_allowed,
            self._settings.solution,
        )
        self._has_begun = False
        # The array beside each entry of infos that all games have.
        self._all = np.ones(num_envs, np.bool_)
        self._all.flags.writeable = False
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
            ValueError: a seed is out of range, or their number or the mask does not fit.
        """
        super().reset(seed=seed if isinstance(seed, (int, np.integer)) else None)
        mask = self._checked_mask(None if options is None else options.get("reset_mask"))
        chosen = np.flatnonzero(mask)
        self._games.begin(chosen, self._seeds(seed)[chosen])
        self._has_begun = True
        return self._observed(), self._infos(mask)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], NDArray[np.float64], Bools, Bools, dict[str, Any]]:
        """Steps every game by its action, an integer from 0 to 3.

        Raises:
            TypeError: the actions are not integers.
            ValueError: an action is not 0 to 3, or their number is not that of the games; a game is
                over and does not begin by itself; or an action is not allowed and the environment
                was made with ``not_allowed="raise"``. No game has been stepped then.
        """
        if not self._has_begun:
            raise ValueError("no game has begun: call reset before the first step")
        finals = self._games.step(checked_actions(actions))
        rewards, ended, _ = self._games.results()
        infos = self._infos(self._all)
        if finals is not None and len(finals[0]) > 0:
            self._add_finals(infos, finals)
        truncated = np.zeros(self.num_envs, np.bool_)
        return self._observed(), rewards, ended, truncated, infos

    def render(self) -> tuple[Any, ...] | None:
        """The boards, each as text (``"ansi"``) or as pixels (``"rgb_array"``)."""
        if self.render_mode is None:
            return None
        draw = rendering.text if self.render_mode == "ansi" else rendering.frame
        return tuple(draw(board) for board in self._games.exponents())

    def _seeds(self, seed: int | Sequence[int | None] | None) -> NDArray[np.uint32]:
        """The seeds of the games to begin."""
        if isinstance(seed, (int, np.integer)):
            return self._seeds_from(checked_seed(int(seed)))
        if self._has_begun:
            seeds = self._games.next_seeds()
        else:
            seeds = self._seeds_from(int(self.np_random.integers(SEEDS)))
        if seed is None:
            return seeds
        if len(seed) != self.num_envs:
            raise ValueError(
                f"{len(seed)} seeds for {self.num_envs} games: give a seed for each game"
            )
        for at, one in enumerate(seed):
            if one is not None:
                seeds[at] = checked_seed(one)
        return seeds

    def _seeds_from(self, first: int) -> NDArray[np.uint32]:
        """Consecutive seeds."""
        return ((first + np.arange(self.num_envs, dtype=np.uint64)) % SEEDS).astype(np.uint32)

    def _checked_mask(self, mask: Any) -> Bools:
        if mask is None:
            return self._all
        if not isinstance(mask, np.ndarray) or mask.dtype != np.bool_:
            raise ValueError("options['reset_mask'] must be a numpy array of dtype bool")
        if mask.shape != (self.num_envs,) or not mask.any():
            raise ValueError(
                f"options['reset_mask'] must have the shape ({self.num_envs},) and a True in it"
            )
        if not self._has_begun and not mask.all():
            raise ValueError("the first reset begins all games: leave out the reset_mask")
        return mask

    def _observed(self) -> NDArray[np.uint8]:
        return self._settings.observed(self._games.exponents())

    def _infos(self, mask: Bools) -> dict[str, Any]:
        masks, seeds, moves, points = self._games.infos()
        infos: dict[str, Any] = {
            "action_mask": masks, "seed": seeds, "moves": moves, "score": points
        }  # fmt: skip
        if self._settings.solution is not None:
            values, win_probabilities, regrets = self._games.values()
            infos["value"] = values
            if self._settings.counts_wins:
                infos["win_probability"] = win_probabilities
            infos["regret"] = regrets
        infos |= {f"_{name}": mask for name in infos}
        return infos

    def _add_finals(self, infos: dict[str, Any], finals: tuple[NDArray[Any], ...]) -> None:
        """Adds the games that ended and began again in the same step, as they ended."""
        at, exponents, seeds, moves, points, wins, regrets = finals
        mask = np.zeros(self.num_envs, np.bool_)
        mask[at] = True
        boards = np.full(self.num_envs, None, object)
        for index, board in zip(at, self._settings.observed(exponents), strict=True):
            boards[index] = board
        final: dict[str, Any] = {"action_mask": np.zeros((len(at), 4), np.int8)}
        final |= {"seed": seeds, "moves": moves, "score": points}
        if self._settings.solution is not None:
            final["value"] = np.zeros(len(at))
            if self._settings.counts_wins:
                final["win_probability"] = wins.astype(np.float64)
            final["regret"] = regrets
        spread: dict[str, Any] = {}
        for name, values in final.items():
            spread[name] = np.zeros((self.num_envs, *values.shape[1:]), values.dtype)
            spread[name][at] = values
            spread[f"_{name}"] = mask
        infos |= {
            "final_obs": boards,
            "_final_obs": mask,
            "final_info": spread,
            "_final_info": mask,
        }
