"""The names that arguments and results have."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

import numpy as np
import numpy.typing as npt

#: What an optimal policy optimises.
Objective: TypeAlias = Literal["win", "score", "moves", "fewest"]

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
    """The moves of games as columns with a row for each move, game after game."""

    #: The number of the game, from 0; shape ``(moves,)``.
    game: npt.NDArray[np.int64]
    #: The exponents before the move, ``(moves, rows, cols)``: 0 for an empty cell, 1 for a 2.
    board: npt.NDArray[np.uint8]
    #: 0 left, 1 right, 2 up, 3 down.
    action: npt.NDArray[np.int8]
    #: The reward, whose sum the objective maximises, as in the environments.
    reward: npt.NDArray[np.float64]
    #: The exponents after the random tile, ``(moves, rows, cols)``.
    next_board: npt.NDArray[np.uint8]
    #: Whether the move ended the game.
    terminated: npt.NDArray[np.bool_]
    #: Never true: every game is played to its end.
    truncated: npt.NDArray[np.bool_]
    #: The value of each action under optimal play, ``(moves, 4)``; nan where it is not allowed.
    values: npt.NDArray[np.float64]
