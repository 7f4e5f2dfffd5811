"""The names that arguments and results have."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Literal, TypeAlias, TypedDict, Union

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from typing_extensions import NotRequired

#: The path of a file. Bytes are the name that the system has, in any encoding.
FilePath: TypeAlias = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]

#: What an optimal policy optimises.
Objective: TypeAlias = Literal["win", "score", "moves", "fewest"]

#: The unit of values and regrets: a probability of winning, points, or moves.
Unit: TypeAlias = Literal["win", "score", "moves"]

#: How values are stored.
Precision: TypeAlias = Literal["double", "single"]

#: What a policy that is a function is called with.
Boards: TypeAlias = Literal["exponents", "faces", "keys"]

#: The values that a packed policy holds beside the actions.
ValuesHeld: TypeAlias = Literal["none", "state", "action"]

#: The formats of other tools.
Format: TypeAlias = Literal["parquet", "csv", "umb", "drn"]

#: A number known at the end of a game.
Statistic: TypeAlias = Literal["score", "moves", "largest"]


class Moves(TypedDict):
    """The moves of games as columns with a row for each move, game after game.

    Attributes:
        game: The number of the game, from 0; shape ``(moves,)``, as all that name no other.
        board: The exponents before the move, ``(moves, rows, columns)``: 0 for an empty cell, 1 for
            a 2.
        action: 0 left, 1 right, 2 up, 3 down.
        reward: The reward, whose sum the objective maximises, as in the environments.
        next_board: The exponents after the random tile, ``(moves, rows, columns)``.
        terminated: Whether the move ended the game.
        truncated: Never true: every game is played to its end.
        action_values: The value of each action under optimal play, ``(moves, 4)``; nan where it is
            not allowed.
        action_losses: The probability of losing after each action, likewise; only if the objective
            is to win without discount.
    """

    game: npt.NDArray[np.int64]
    board: npt.NDArray[np.uint8]
    action: npt.NDArray[np.int8]
    reward: npt.NDArray[np.float64]
    next_board: npt.NDArray[np.uint8]
    terminated: npt.NDArray[np.bool_]
    truncated: npt.NDArray[np.bool_]
    action_values: npt.NDArray[np.float64]
    action_losses: NotRequired[npt.NDArray[np.float64]]
