"""Policies valued exactly, not by sampling."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias, Union, cast

import numpy as np
import numpy.typing as npt

from . import _native
from ._answers import Answers
from ._boards import Keys, exponents_of, faces_of
from ._native import Game, NativeAnswers
from ._progress import Report, reporter
from ._types import Boards, FilePath
from .policy import PackedPolicy, check_game

#: A policy:
#:
#: - a function from boards ``(n, rows, columns)`` to actions ``(n,)`` or probabilities ``(n, 4)``.
#:   It is called once for each tile sum, with all boards that games of the policy visit;
#: - an array of these for all states in the order of ``Solution.states()``, which plays images of a
#:   board alike;
#: - a solution of a game on the same board, whose optimal policy it is; a work folder; a policy of
#:   a file, or its path;
#: - the name of an agent with its options, such as ``"expectimax:depth=2"``: see :func:`agents`. A
#:   file of such a name is given as a :class:`pathlib.Path`.
#:
#: The sum of a row of probabilities may be off by 1e-6, as in single precision; each row is divided
#: by its sum in double precision, unless that is exactly 1.
PolicyLike: TypeAlias = Union[
    Callable[[npt.NDArray[Any]], npt.ArrayLike],
    npt.ArrayLike,
    Answers,
    FilePath,
]


@dataclass(frozen=True)
class Agent:
    """An agent whose policy can be evaluated.

    Attributes:
        name: The name.
        description: What it does.
        options: The name and the description of each option, with its range and its default.
    """

    name: str
    description: str
    options: dict[str, str]


def agents() -> list[Agent]:
    """Return the agents that :meth:`Solution.evaluate` knows by name, from simple to strong.

    Options follow the name, as in ``"expectimax:depth=3:weights=snake"``. Every agent also has the
    option ``canonical``: it is asked for the canonical image of a board. Agents whose moves depend
    on more than the board have to be given the option ``by-board``.
    """
    return [Agent(name, what, dict(options)) for name, what, options in _native.agents()]


@dataclass(frozen=True)
class CostlyState:
    """A state that costs a policy much.

    Attributes:
        board: The canonical board as text.
        occupancy: The probability that a game visits it or an image of it.
        regret: What the policy gives away on the state: the sum over its images of the probability
            that a game visits the image, times the regret of what the policy chooses there.
        worst_board: The image on which the policy gives most away, as text; the canonical board for
            policies that treat images alike.
        probabilities: The probability with which the policy chooses each action on that board.
        best: A best action on that board.
    """

    board: str
    occupancy: float
    regret: float
    worst_board: str
    probabilities: list[float]
    best: int


@dataclass(frozen=True)
class Evaluation:
    """The exact result of all games of a policy, to rounding.

    Values and regrets are in the unit of the objective: a probability of winning, points, or moves.

    Attributes:
        game: The game.
        value: The expected value of the policy.
        loss: The probability that the policy loses, with the digits of ``Solution.losses``;
            ``None`` unless the objective is to win without discount.
        optimum: The value of an optimal policy.
        optimum_loss: The least probability of losing; ``None`` as for ``loss``.
        regret: What the policy gives away in all, the difference of ``value`` and ``optimum``: at
            least 0, with the digits of ``Solution.regrets``.
        relative_bound: A bound of the relative error of values, as ``Solution.relative_bound``.
        win_probability: The probability that the target is made; ``None`` without a target.
        score: The expected score.
        moves: The expected number of moves.
        boards: The number of boards that games visit. Images of a board count as one for policies
            that treat them alike: tables, files, and symmetric functions and agents.
        tile_sums: By layer, its tile sum.
        regrets: By layer, what is given away there; they add up to the regret.
        occupancies: By layer, the probability that a game visits it.
        costliest: The states that cost most, the worst first; as many as were asked for.
        occupancy: If asked for, the keys of all visited boards, and the probability that a game
            visits each of them.
    """

    game: Game
    value: float
    loss: float | None
    optimum: float
    optimum_loss: float | None
    regret: float
    relative_bound: float
    win_probability: float | None
    score: float
    moves: float
    boards: int
    tile_sums: npt.NDArray[np.int32] = field(repr=False)
    regrets: npt.NDArray[np.float64] = field(repr=False)
    occupancies: npt.NDArray[np.float64] = field(repr=False)
    costliest: list[CostlyState] = field(repr=False)
    occupancy: tuple[npt.NDArray[np.uint64], npt.NDArray[np.float64]] | None = field(
        default=None, repr=False
    )


def evaluate(
    native: NativeAnswers,
    policy: PolicyLike,
    boards: Boards,
    symmetric: bool,
    occupancy: bool,
    most: int,
    costliest: int,
    progress: Report,
) -> Evaluation:
    """Return what :meth:`Solution.evaluate` does."""
    if most < 0:
        raise ValueError(f"most={most}: allow 0 boards or more")
    if costliest < 0:
        raise ValueError(f"costliest={costliest}: list 0 states or more")
    game = native.game
    given: Any
    if isinstance(policy, str) and policy.partition(":")[0] in {it.name for it in agents()}:
        given = policy
    elif isinstance(policy, str | bytes | os.PathLike):
        given = _policy_at(policy, game)._opened()
    elif isinstance(policy, Answers):
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
    with reporter(progress) as report:
        limits = (most, costliest)
        found = _native.evaluate(native, given, symmetric, occupancy, limits, report)
    listed = [CostlyState(*state) for state in found.pop("costliest")]
    return Evaluation(game=game, costliest=listed, **found)


def _policy_at(path: FilePath, game: Game) -> PackedPolicy:
    """Open the policy of a file."""
    name = os.fsdecode(path)
    try:
        read = _native.open(name, game)
    except FileNotFoundError as error:
        if not isinstance(path, str):
            raise
        known = ", ".join(agent.name for agent in agents())
        message = f"there is no such file, and no such agent among {known}"
        raise FileNotFoundError(error.errno, message, name) from None
    if read.kind not in ("packed", "text"):
        raise TypeError(f"{name} is no policy: give a file of `mdp2048 pack` or a text")
    policy = PackedPolicy(read)
    check_game(policy, name, game)
    return policy


def compare(a: Evaluation, b: Evaluation) -> Comparison:
    """Compare two evaluations of one game: which policy is better, and where."""
    if a.game != b.game:
        raise ValueError(f"the policies play {a.game!r} and {b.game!r}: evaluate them on one game")
    sums = np.union1d(a.tile_sums, b.tile_sums)
    differences = np.zeros(len(sums))
    np.add.at(differences, np.searchsorted(sums, a.tile_sums), a.regrets)
    np.subtract.at(differences, np.searchsorted(sums, b.tile_sums), b.regrets)
    return Comparison(
        advantage=b.regret - a.regret,
        score=a.score - b.score,
        moves=a.moves - b.moves,
        tile_sums=sums,
        regret_differences=differences,
    )


@dataclass(frozen=True)
class Comparison:
    """How one policy compares with another.

    Attributes:
        advantage: The regret of the second less that of the first, in the unit of the objective;
            above 0 if the first is better.
        score: How many more points the first expects.
        moves: How many more moves the first expects.
        tile_sums: The tile sums that games of either visit.
        regret_differences: By tile sum, the regret of the first less that of the second.
    """

    advantage: float
    score: float
    moves: float
    tile_sums: npt.NDArray[np.int32]
    regret_differences: npt.NDArray[np.float64]


def _function(
    game: Game, policy: Callable[[npt.NDArray[Any]], npt.ArrayLike], boards: Boards
) -> Callable[[Keys], npt.NDArray[np.float64]]:
    """Return the function from keys to probabilities that the native part calls."""
    if boards not in ("exponents", "faces", "keys"):
        raise ValueError(f"boards is {boards!r}: it is 'exponents', 'faces' or 'keys'")

    def function(keys: Keys) -> npt.NDArray[np.float64]:
        given: npt.NDArray[Any] = keys
        if boards != "keys":
            given = exponents_of(game, keys)
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
