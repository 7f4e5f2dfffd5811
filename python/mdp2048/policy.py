"""Policies of files, and work folders."""

from __future__ import annotations

from typing import Literal

import numpy as np
import numpy.typing as npt

from . import _native
from ._answers import Answers, Missing, nan_of
from ._boards import Texts, keys_of
from ._native import Game, NativeFolder, NativePolicy


class PackedPolicy(Answers):
    """A policy of a packed or a text file; made by :func:`mdp2048.open`."""

    _what = "policy"
    _native: NativePolicy | None

    def __init__(self, native: NativePolicy) -> None:
        self._native = native

    @property
    def kind(self) -> Literal["packed", "text"]:
        """``"packed"`` or ``"text"``."""
        return self._own().kind

    @property
    def state_count(self) -> int:
        """The number of states that have an entry."""
        return self._own().states

    @property
    def value_error(self) -> float | None:
        """The largest error of a value; ``None`` if the file holds no values."""
        return self._own().value_error

    def action_values(
        self,
        text: Texts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> npt.NDArray[np.float64]:
        """Return the value of each action, shape ``(..., 4)``, if the file holds regrets."""
        found, shape = keys_of(self.game, text, faces, exponents, keys)
        return self._own().action_values(found, nan_of(missing)).reshape(*shape, 4)

    def __repr__(self) -> str:
        if self._native is None:
            return "PackedPolicy(closed)"
        return f"PackedPolicy({self.game!r}, {self.kind}, {self.state_count} states)"

    def _own(self) -> NativePolicy:
        native: NativePolicy = self._open()
        return native


class WorkFolder(Answers):
    """The work folder of a finished solve; made by :func:`mdp2048.open`.

    It holds the best action of each state on disk. Values are computed from these, for boards late
    in a game, where few boards follow. No run writes to the folder before it is closed.
    """

    _what = "work folder"
    _native: NativeFolder | None

    def __init__(self, native: NativeFolder) -> None:
        self._native = native

    @property
    def state_count(self) -> int:
        """The number of states."""
        return self._own().states

    @property
    def start_value(self) -> float:
        """The value of optimal play from the start, in the unit of the objective."""
        return self._own().start_value

    def __repr__(self) -> str:
        if self._native is None:
            return "WorkFolder(closed)"
        return f"WorkFolder({self.game!r}, {self.state_count} states)"

    def _own(self) -> NativeFolder:
        native: NativeFolder = self._open()
        return native


def read_policy(path: str, game: Game | None) -> PackedPolicy | None:
    """Read a packed policy, or a text policy of a game; ``None`` if the file is no policy."""
    kind = _native.kind_of(path)
    if kind == "text":
        if game is None:
            raise ValueError(
                f"{path} is a text policy, which does not name its game: pass game=Game(...)"
            )
        return PackedPolicy(_native.read_text(path, game))
    return PackedPolicy(_native.read_packed(path)) if kind == "packed" else None


def check_game(found: Answers, path: str, game: Game | None) -> None:
    """Close what was read if it is not of the game that is expected, and raise."""
    if game is not None and found.game != game:
        message = f"{path} is of {found.game!r}, not of {game!r}"
        found.close()
        raise ValueError(message)
