"""Policies of files, and work folders."""

from __future__ import annotations

from typing import Literal

from ._answers import ActionAnswers, Answers
from ._native import Game


class PackedPolicy(ActionAnswers):
    """A policy of a packed or a text file; made by :func:`mdp2048.open`."""

    _what = "policy"

    @property
    def kind(self) -> Literal["packed", "text"]:
        """``"packed"`` or ``"text"``."""
        return "text" if self._opened().kind == "text" else "packed"

    @property
    def state_count(self) -> int:
        """The number of states that have an entry."""
        return self._opened().states

    @property
    def value_error(self) -> float | None:
        """The largest error of a value or loss; ``None`` if the file holds no values."""
        return self._opened().value_error

    def __repr__(self) -> str:
        if self._native is None:
            return "PackedPolicy(closed)"
        return f"PackedPolicy({self.game!r}, {self.kind}, {self.state_count} states)"


class WorkFolder(Answers):
    """The work folder of a finished solve; made by :func:`mdp2048.open`.

    It holds the best action of each state on disk. Values are computed from these, for boards late
    in a game, where few boards follow. No run writes to the folder before it is closed.
    """

    _what = "work folder"

    @property
    def state_count(self) -> int:
        """The number of states."""
        return self._opened().states

    @property
    def start_value(self) -> float:
        """The value of optimal play from the start, in the unit of the objective."""
        return self._start_value()

    @property
    def start_loss(self) -> float | None:
        """The probability that optimal play loses; ``None`` as for :class:`mdp2048.Solution`."""
        return self._opened().start_loss

    @property
    def relative_bound(self) -> float:
        """A bound of the relative error of values, as for :class:`mdp2048.Solution`."""
        return self._relative_bound()

    def __repr__(self) -> str:
        if self._native is None:
            return "WorkFolder(closed)"
        return f"WorkFolder({self.game!r}, {self.state_count} states)"


def check_game(found: Answers, path: str, game: Game | None) -> None:
    """Close what was read if it is not of the game that is expected, and raise."""
    if game is not None and found.game != game:
        message = f"{path} is of {found.game!r}, not of {game!r}"
        found.close()
        raise ValueError(message)
