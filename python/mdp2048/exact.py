"""Small games solved with fractions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._native import Game, NativeExact

if TYPE_CHECKING:
    from fractions import Fraction


class ExactSolution:
    """The value of every state of a small game as a fraction.

    The probability of a 4 and the discount are their shortest decimals: 1/10 for 0.1.

    >>> import mdp2048
    >>> mdp2048.ExactSolution(mdp2048.Game("2x2", target=16)).start_value
    Fraction(770009003, 800000000)

    Args:
        game: A game of at most 6 free cells, whose objective is to win.

    Raises:
        ValueError: The board is larger, or the objective is another one.
    """

    def __init__(self, game: Game) -> None:
        self._native = NativeExact(game)
        self._game = game

    @property
    def game(self) -> Game:
        """The game."""
        return self._game

    @property
    def start_value(self) -> Fraction:
        """The probability of winning under optimal play, times the discount of each move."""
        return _fraction(self._native.start_value)

    def value(self, board: str | npt.NDArray[np.integer[Any]]) -> Fraction:
        """Return the value of a board: text, or exponents of the shape ``(rows, columns)``.

        Raises:
            ValueError: The board is no state, or has another shape; the text says which.
        """
        return _fraction(self._native.value(board))

    def action_values(
        self, board: str | npt.NDArray[np.integer[Any]]
    ) -> list[Fraction | None]:
        """Return the values of left, right, up and down; ``None`` where one is not allowed.

        Raises:
            ValueError: As :meth:`value`.
        """
        values = self._native.action_values(board)
        return [None if value is None else _fraction(value) for value in values]

    def __repr__(self) -> str:
        return f"ExactSolution({self.game!r})"


def _fraction(digits: tuple[str, str]) -> Fraction:
    # Loaded when it is used, so that importing the package takes less time.
    from fractions import Fraction

    numerator, denominator = digits
    return Fraction(int(numerator, 16), int(denominator, 16))
