"""Policies valued exactly, not by sampling."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, Union, cast

import numpy as np
import numpy.typing as npt

from . import _native
from ._answers import Answers
from ._boards import Keys, exponents_of, faces_of
from ._native import Game, NativeAnswers
from ._progress import Report, reporter
from ._types import Boards, FilePath
from .policy import PackedPolicy, check_game

#: A function from boards ``(n, rows, cols)`` to actions ``(n,)`` or probabilities ``(n, 4)``; an
#: array of these for all states in the order of ``Solution.states()``; a policy of a file, or its
#: path; a solution of a game on the same board, whose optimal policy it is, or a work folder. The sum of a row of probabilities may be off by 1e-6, as in single precision; each
#: row is divided by its sum in double precision.
PolicyLike: TypeAlias = Union[
    Callable[[npt.NDArray[Any]], npt.ArrayLike],
    npt.ArrayLike,
    Answers,
    FilePath,
]


@dataclass(frozen=True)
class CostlyState:
    """A state that costs a policy much.

    Attributes:
        board: The canonical board as text.
        occupancy: The probability that a game visits it or an image of it.
        loss: What the policy gives away on the state: the sum over its images of the probability
            that a game visits the image, times the regret of what the policy chooses there.
        worst_board: The image on which the policy loses most, as text; the canonical board for
            tables, files and symmetric functions.
        probabilities: The probability with which the policy chooses each action on that board.
        best: A best action on that board.
    """

    board: str
    occupancy: float
    loss: float
    worst_board: str
    probabilities: list[float]
    best: int


@dataclass(frozen=True)
class Evaluation:
    """The exact result of all games of a policy, to rounding.

    Values are in the unit of the objective: a probability of winning, points, or moves.

    Attributes:
        game: The game.
        value: The expected value of the policy.
        optimum: That of an optimal policy.
        loss: What the policy gives away in all: ``optimum - value``, with all digits.
        win_probability: The probability that the target is made; ``None`` without a target.
        lose_probability: The probability that it is not, with all digits; ``None`` unless the
            objective is to win without discount.
        score: The expected score.
        moves: The expected number of moves.
        boards: The number of boards that games visit. Images of a board count as one for tables,
            files and symmetric functions.
        tile_sums: By layer, its tile sum.
        losses: By layer, what is given away there; they add up to the loss.
        occupancies: By layer, the probability that a game visits it.
        costliest: The states that cost most, the worst first; as many as were asked for.
        visited: If asked for, the keys of all visited boards, and the probability that a game
            visits each of them.
    """

    game: Game
    value: float
    optimum: float
    loss: float
    win_probability: float | None
    lose_probability: float | None
    score: float
    moves: float
    boards: int
    tile_sums: npt.NDArray[np.uint32]
    losses: npt.NDArray[np.float64]
    occupancies: npt.NDArray[np.float64]
    costliest: list[CostlyState]
    visited: tuple[npt.NDArray[np.uint64], npt.NDArray[np.float64]] | None = None


class Solved(Protocol):
    """A solution as an evaluation needs it."""

    def _opened(self) -> NativeAnswers: ...


def evaluate(
    solution: Solved,
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
        solution: The solved game, a :class:`mdp2048.Solution`.
        policy: A function that is called with boards, an array for all states, a file, or another
            solution; see :data:`PolicyLike`. A function is called once for each tile sum, with all boards that
            games of the policy visit; arrays are those of canonical boards, and images of these
            are played alike. Rows of probabilities, whose sums may be off by 1e-6, are divided by
            their sums in double precision; a row with a sum of exactly 1 stays as it is.
        boards: What a function is called with: ``"exponents"`` (uint8), ``"faces"`` (int64), both
            ``(n, rows, cols)``, or ``"keys"`` (uint64, ``(n,)``).
        symmetric: Whether a function treats the images of a board alike, also where it breaks
            ties. Then it is called with canonical boards only, which are up to eight times fewer,
            and with an image of a few of them, to compare.
        occupancy: Whether to keep the visited boards: :attr:`Evaluation.visited`.
        most: The most boards that a function's evaluation may hold at a time.
        costliest: How many of the states that cost most are listed, at most.
        progress: As for :func:`mdp2048.solve`.

    Raises:
        ValueError: The policy gives nan, negative numbers, or an action that is not allowed, or an
            array has the wrong length, or a symmetric function does not choose alike on two images;
            the text names a board.
        MemoryError: Games of the policy visit more than ``most`` boards of similar tile sums.
    """
    if most < 0:
        raise ValueError(f"most={most}: allow 0 boards or more")
    if costliest < 0:
        raise ValueError(f"costliest={costliest}: list 0 states or more")
    native = solution._opened()
    game = native.game
    with reporter(progress) as report:
        if isinstance(policy, str | bytes | os.PathLike):
            path = os.fsdecode(policy)
            read = _native.open(path, game)
            if read.kind not in ("packed", "text"):
                raise TypeError(f"{path} is no policy: give a file of `mdp2048 pack` or a text")
            policy = PackedPolicy(read)
            check_game(policy, path, game)
        given: Any
        if isinstance(policy, Answers):
            given = policy._opened()
        elif callable(policy):
            given = _function(game, cast(Any, policy), boards)
        else:
            rows = np.asarray(policy)
            if rows.shape[:1] != (native.states,):
                raise ValueError(
                    f"the policy has the shape {rows.shape}, but there are {native.states} states: "
                    "give an action (n,) or probabilities (n, 4) for each row of states()"
                )
            given = _actions(rows) if rows.ndim == 1 else _probabilities(rows, native.states)
        limits = (most, costliest)
        found = _native.evaluate(native, given, symmetric, occupancy, limits, report)
    listed = [CostlyState(*state) for state in found.pop("costliest")]
    return Evaluation(game=game, costliest=listed, **found)


def compare(a: Evaluation, b: Evaluation) -> Comparison:
    """Compare two evaluations of one game: which policy is better, and where."""
    if a.game != b.game:
        raise ValueError(f"the policies play {a.game!r} and {b.game!r}: evaluate them on one game")
    sums = np.union1d(a.tile_sums, b.tile_sums)
    differences = np.zeros(len(sums))
    np.add.at(differences, np.searchsorted(sums, a.tile_sums), a.losses)
    np.subtract.at(differences, np.searchsorted(sums, b.tile_sums), b.losses)
    return Comparison(
        advantage=b.loss - a.loss,
        score=a.score - b.score,
        moves=a.moves - b.moves,
        tile_sums=sums,
        loss_differences=differences,
    )


@dataclass(frozen=True)
class Comparison:
    """How one policy compares with another.

    Attributes:
        advantage: What the first loses less than the second, in the unit of the objective; above
            0 if the first is better.
        score: How many more points the first expects.
        moves: How many more moves the first expects.
        tile_sums: The tile sums that games of either visit.
        loss_differences: By tile sum, the loss of the first less that of the second.
    """

    advantage: float
    score: float
    moves: float
    tile_sums: npt.NDArray[np.uint32]
    loss_differences: npt.NDArray[np.float64]


def _function(
    game: Game, policy: Callable[[npt.NDArray[Any]], npt.ArrayLike], boards: Boards
) -> Callable[[Keys], npt.NDArray[np.float64]]:
    """Return the function from keys to probabilities that the native part calls."""
    if boards not in ("exponents", "faces", "keys"):
        raise ValueError(f"boards is {boards!r}: it is 'exponents', 'faces' or 'keys'")

    def function(keys: Keys) -> npt.NDArray[np.float64]:
        given: npt.NDArray[Any] = keys
        if boards != "keys":
            given = exponents_of(game, keys, keys.shape)
            if boards == "faces":
                given = faces_of(given)
        answer = np.asarray(policy(given))
        if answer.shape == keys.shape:
            actions = _actions(answer)
            chosen = np.zeros((len(keys), 4))
            chosen[np.arange(len(keys)), actions] = 1.0
        else:
            chosen = _probabilities(answer, len(keys))
        allowed = _native.allowed_actions(game, keys)
        wrong = ((chosen > 0.0) & ~allowed).any(axis=1)
        if wrong.any():
            at = int(np.argmax(wrong))
            board = _native.text_of_keys(game, keys[at : at + 1])[0]
            raise ValueError(
                f"the policy chooses an action on '{board}' that is not allowed: give "
                "probability 0 to actions that leave the board as it is"
            )
        return chosen

    return function


def _actions(rows: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    if rows.dtype.kind not in "iu":
        raise TypeError(
            f"the actions are integers (0 left, 1 right, 2 up, 3 down), not {rows.dtype}; "
            "probabilities have the shape (n, 4)"
        )
    if rows.size and (int(rows.min()) < 0 or int(rows.max()) > 3):
        at = int(np.argmax((rows < 0) | (rows > 3)))
        raise ValueError(f"action {at} is {rows[at]}: 0 is left, 1 right, 2 up and 3 down")
    return np.ascontiguousarray(rows, dtype=np.int8)


def _probabilities(rows: npt.NDArray[Any], count: int) -> npt.NDArray[np.float64]:
    if rows.shape != (count, 4):
        raise ValueError(
            f"the policy gives the shape {rows.shape} for {count} boards: give actions "
            f"({count},) or probabilities ({count}, 4)"
        )
    if rows.dtype.kind not in "biuf":
        raise TypeError(f"the probabilities are real numbers, not {rows.dtype}")
    chosen = np.ascontiguousarray(rows, dtype=np.float64)
    at = _native.wrong_row(chosen)
    if at is not None:
        raise ValueError(
            f"row {at} of the probabilities is {chosen[at].tolist()}: none may be nan or "
            "negative, and the sum must be 1, or off by 1e-6 at most"
        )
    sums = chosen.sum(axis=1, keepdims=True)
    return chosen if (sums == 1.0).all() else chosen / sums
