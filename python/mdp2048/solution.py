"""Solved games."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
import numpy.typing as npt

from . import _native
from ._answers import ActionAnswers, Missing, nan_of
from ._boards import ManyTexts, Texts, exponents_of, keys_of
from ._columns import Columns
from ._native import Game
from ._progress import Report, reporter
from ._types import Boards, FilePath, Format, Moves, Objective, Precision, Statistic, ValuesHeld
from .evaluation import Evaluation, PolicyLike, evaluate
from .policy import PackedPolicy


class Solution(ActionAnswers):
    """The value of every reachable state of a game.

    Made by :meth:`Game.solve` or :func:`mdp2048.open`.
    """

    _what = "solution"

    @property
    def state_count(self) -> int:
        """The number of states: all boards that games reach and on which an action is allowed.

        Images of a board under rotations and reflections are one state.
        """
        return self._opened().states

    @property
    def start_value(self) -> float:
        """The value of optimal play from the start, in the unit of the objective."""
        return self._start_value()

    @property
    def start_loss(self) -> float | None:
        """The probability that optimal play loses, with the digits of :meth:`losses`.

        ``None`` unless the objective is to win without discount.
        """
        return self._opened().start_loss

    @property
    def relative_bound(self) -> float:
        """A bound of the relative error of all values, rounding included.

        In games that optimal play loses with a probability below 1e-3 it is one of the error of
        losses, relative to the loss.
        """
        return self._relative_bound()

    @property
    def precision(self) -> Precision:
        """The precision of the stored values, ``"double"`` or ``"single"``."""
        return self._opened().precision

    @property
    def tile_sums(self) -> npt.NDArray[np.int32]:
        """The tile sum of each layer, ascending."""
        return np.array([tile_sum for tile_sum, _ in self._opened().layers], dtype=np.int32)

    def regrets(
        self,
        text: Texts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> npt.NDArray[np.float64]:
        """Return what each action gives away against the best one, shape ``(..., 4)``.

        A regret is the difference of the best value and that of the action, at least 0; nan where
        the action is not allowed. It is computed from the losses instead where these have more
        digits (:class:`Solution`), so two actions that both win nearly always are told apart. All
        regrets of this package are computed so.
        """
        found, shape = keys_of(self.game, text, faces, exponents, keys)
        return self._opened().regrets(found, nan_of(missing)).reshape(*shape, 4)

    @overload
    def contains(self, text: str) -> np.bool_: ...  # type: ignore[overload-overlap]
    @overload
    def contains(
        self,
        text: ManyTexts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
    ) -> npt.NDArray[np.bool_]: ...
    def contains(
        self,
        text: Texts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
    ) -> np.bool_ | npt.NDArray[np.bool_]:
        """Return whether each board is a state, as bool of the leading shape."""
        found, shape = keys_of(self.game, text, faces, exponents, keys)
        answers: npt.NDArray[np.bool_] = (self._opened().positions(found) >= 0).reshape(shape)[()]
        return answers

    @overload
    def positions(self, text: str) -> np.int64: ...  # type: ignore[overload-overlap]
    @overload
    def positions(
        self,
        text: ManyTexts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
    ) -> npt.NDArray[np.int64]: ...
    def positions(
        self,
        text: Texts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
    ) -> np.int64 | npt.NDArray[np.int64]:
        """Return the row of each board in :meth:`states`, as int64; -1 if it is no state."""
        found, shape = keys_of(self.game, text, faces, exponents, keys)
        answers: npt.NDArray[np.int64] = self._opened().positions(found).reshape(shape)[()]
        return answers

    def states(self, layer: int | None = None) -> npt.NDArray[np.uint8]:
        """Return the canonical boards of a layer, or of all, as exponents.

        The shape is ``(states, rows, columns)``. All states are in the order of the layers, whose
        tile sums are :attr:`tile_sums`. Tables for :meth:`evaluate` have this order.

        Raises:
            IndexError: There is no such layer; the text says which there are.
        """
        native = self._opened()
        layers = range(len(native.layers)) if layer is None else [layer]
        keys = [native.layer_keys(number) for number in layers]
        joined = keys[0] if len(keys) == 1 else np.concatenate(keys)
        return exponents_of(native.game, joined)

    def columns(self) -> Columns:
        """Return all states as columns, layer by layer, and as tables of other libraries."""
        return Columns(self._opened())

    def save(self, path: FilePath) -> None:
        """Write the solution file, which ``mdp2048`` on the command line reads too.

        Raises:
            OSError: The file cannot be written.
        """
        self._opened().save(os.fsdecode(path))

    def pack(
        self,
        path: FilePath,
        *,
        threshold: float = 0.0,
        values: ValuesHeld | None = None,
        value_error: float | None = None,
    ) -> PackedPolicy:
        """Write a packed policy, a small file without states, and return it as it is read back.

        Args:
            path: The file, which is written whole or not at all.
            threshold: Keep the states that a game visits with at least this probability; 0 for all.
            values: ``"none"``, ``"state"``, or ``"action"`` for the regrets of actions, too; by
                default those of states, and none for the objective ``fewest``.
            value_error: The largest error of a value, in the unit of the objective; by default
                1e-4, half a point or a twentieth of a move, and less for games that are nearly
                certain to be won.

        Raises:
            OSError: The file cannot be written.
            ValueError: The solution is in single precision, or no policy can be packed so; the text
                says what to change.
        """
        return PackedPolicy(
            _native.pack(self._opened(), os.fsdecode(path), threshold, values, value_error)
        )

    def export(
        self, path: FilePath, format: Format = "parquet", *, progress: Report = None
    ) -> None:
        """Write the solution for other tools; FORMAT.md defines the contents.

        Args:
            path: The file, which is written whole or not at all.
            format: ``"parquet"`` or ``"csv"`` for a table with a row for each state: ``board`` (the
                key in hexadecimal digits), ``tile_sum``, ``value``, a value for each action,
                ``best`` (a sum of 1, 2, 4 and 8 for left, right, up and down), ``action``,
                ``occupancy``, and losses where values have them; ``"umb"`` or ``"drn"`` for the
                decision process, which PRISM and Storm read.
            progress: As for :meth:`Game.solve`.

        Raises:
            OSError: The file cannot be written.
            ValueError: The format has another name.
            Mdp2048Error: The chances of the game have too many digits for fractions.
            KeyboardInterrupt: Ctrl-C was pressed; no file is written.
        """
        with reporter(progress) as report:
            _native.export(self._opened(), os.fsdecode(path), format, report)

    def distribution(self, of: Statistic, *, progress: Report = None) -> Distribution:
        """Return the exact distribution of a number at the end of games under optimal play.

        Args:
            of: ``"score"`` (points), ``"moves"``, or ``"largest"`` for the face of the largest
                tile, which is several times faster.
            progress: As for :meth:`Game.solve`.

        Raises:
            ValueError: ``of`` has another name, or the start boards of the game do not determine
                the numbers.
        """
        with reporter(progress) as report:
            return Distribution(*_native.distribution(self._opened(), of, report))

    def value_under(
        self,
        objective: Objective,
        *,
        target: int | None = None,
        discount: float | None = None,
        progress: Report = None,
    ) -> PolicyValue:
        """Return the exact value of the optimal policy of this game under another objective.

        The policy has no action once its own target is made, so its games end there.

        Args:
            objective: ``"win"``, ``"score"``, ``"moves"`` or ``"fewest"``. The value is a
                probability, points or moves; infinite for ``"fewest"`` unless the target is
                certain.
            target: The tile to make, which also ends the game; by default that of this game.
            discount: The discount of ``"win"``; by default that of this game.
            progress: As for :meth:`Game.solve`.

        Raises:
            ValueError: There is no such game; the text says why.
        """
        with reporter(progress) as report:
            return PolicyValue(
                *_native.value_under(self._opened(), objective, target, discount, report)
            )

    def sample_games(self, n: int, *, seed: int = 0, exploration: float = 0.0) -> Moves:
        """Play games and return their moves as columns, such as for offline learning.

        Args:
            n: The number of games. A move takes some 70 bytes.
            seed: The seed of the first game, from 0; the next ones follow, to 4294967295 at most.
                Without exploration the games are those of ``mdp2048 play`` and of the page.
            exploration: The probability, from 0 to 1, that a move is any allowed one instead of the
                best one. With 1 the policy is random.

        Returns:
            A dictionary of arrays; see :class:`Moves`. Equal arguments give equal arrays. A game
            that begins on a lost board has no moves.

        Raises:
            ValueError: An argument is out of range.
        """
        if min(n, seed) < 0 or max(n, seed) >= 1 << 32 or n + seed > 1 << 32:
            raise ValueError(f"n={n} games from seed={seed}: seeds are 0 to 4294967295")
        if not 0.0 <= exploration <= 1.0:
            raise ValueError(f"exploration={exploration}: it is a probability from 0 to 1")
        return _native.sample_games(self._opened(), n, seed, exploration)

    def evaluate(
        self,
        policy: PolicyLike,
        *,
        boards: Boards = "exponents",
        symmetric: bool = False,
        occupancy: bool = False,
        most: int = 60_000_000,
        costliest: int = 20,
        progress: Report = None,
    ) -> Evaluation:
        """Value a policy exactly, and find where it loses against the optimum.

        Args:
            policy: A function that is called with many boards at once and returns ``n`` actions (0
                left, 1 right, 2 up, 3 down) or probabilities ``(n, 4)``; an array of either for all
                states, in the order of :meth:`states`; another solution; a file; or the name of an
                agent, see :func:`mdp2048.agents`.
            boards: What a function is called with: ``"exponents"`` (uint8), ``"faces"`` (int64),
                both ``(n, rows, columns)``, or ``"keys"`` (uint64, ``(n,)``).
            symmetric: Whether a function treats the images of a board alike, also where it breaks
                ties. Then it is called with canonical boards only, which are up to eight times
                fewer, and with an image of a few of them, to compare.
            occupancy: Whether to keep the visited boards: :attr:`Evaluation.occupancy`.
            most: The most boards that the evaluation of a function or of an agent may hold at a
                time, of 16 bytes each.
            costliest: How many of the states that cost most are listed, at most.
            progress: As for :meth:`Game.solve`.

        Raises:
            ValueError: The policy gives nan, negative numbers, or an action that is not allowed, or
                an array has the wrong length, or a symmetric function does not choose alike on two
                images, or an agent does not play this game or has no such option; the text names a
                board or says what to write.
            OSError: There is no such file, or it cannot be read.
            MemoryError: Games of the policy visit more than ``most`` boards of similar tile sums.
        """
        return evaluate(
            self._opened(), policy, boards, symmetric, occupancy, most, costliest, progress
        )

    def __copy__(self) -> Solution:
        """Return a solution that shares its values, which never change."""
        return Solution(self._opened())

    def __deepcopy__(self, memo: dict[int, Any]) -> Solution:
        """Return the same as :func:`copy.copy`."""
        return Solution(self._opened())

    def __repr__(self) -> str:
        if self._native is None:
            return "Solution(closed)"
        numbers = f"{self.state_count} states, start_value={self.start_value!r}"
        return f"Solution({self.game!r}, {numbers})"


@dataclass(frozen=True)
class Distribution:
    """The exact distribution of an integer, to rounding.

    Attributes:
        outcomes: The possible outcomes, ascending; shape ``(n,)``.
        probabilities: The probability of each, shape ``(n,)``.
        mean: The expected outcome.
        variance: The variance.
    """

    outcomes: npt.NDArray[np.uint32]
    probabilities: npt.NDArray[np.float64]
    mean: float
    variance: float


@dataclass(frozen=True)
class PolicyValue:
    """The exact value of a policy, to rounding.

    Attributes:
        value: The expected value, in the unit of the objective.
        loss: The probability of losing; ``None`` unless the objective is to win without discount.
    """

    value: float
    loss: float | None


@dataclass(frozen=True)
class Estimate:
    """What a solve needs, estimated without solving.

    The number of states may lie outside of the range by a fifth, and by more if it is below 10,000.

    Attributes:
        least_states: The least number of states, as far as other games predict it.
        most_states: The most states.
        least_memory: The least peak memory of a process that solves the game, in bytes.
        most_memory: The most peak memory, in bytes.
    """

    least_states: int
    most_states: int
    least_memory: int
    most_memory: int


def estimate(game: Game, precision: Precision) -> Estimate:
    """Return what :meth:`Game.estimate` does."""
    return Estimate(*_native.estimate(game, precision))


def solve(
    game: Game,
    threads: int | None,
    precision: Precision,
    memory_limit: int | None,
    progress: Report,
) -> Solution:
    """Return what :meth:`Game.solve` does."""
    if threads is not None and threads < 1:
        raise ValueError(f"threads={threads}: ask for 1 or more, or None for all of the machine")
    if memory_limit is not None and memory_limit < 0:
        raise ValueError(f"memory_limit={memory_limit}: give bytes, or None for all that are free")
    with reporter(progress) as report:
        return Solution(_native.solve(game, threads, precision, memory_limit, report))
