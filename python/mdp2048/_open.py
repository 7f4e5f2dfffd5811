"""Opening files of the command line."""

from __future__ import annotations

import os
from typing import TypeVar, overload

from . import _native
from ._answers import Answers
from ._native import Game
from ._types import FilePath
from .policy import PackedPolicy, WorkFolder, check_game
from .solution import Solution


#: The class of what is expected.
Kind = TypeVar("Kind", bound=Answers)


@overload
def open(
    path: FilePath, *, game: Game | None = None
) -> Solution | PackedPolicy | WorkFolder: ...
@overload
def open(
    path: FilePath, *, kind: type[Kind], game: Game | None = None
) -> Kind: ...
def open(
    path: FilePath, *, kind: type[Answers] = Answers, game: Game | None = None
) -> Answers:
    """Open a solution, a packed or text policy, or the work folder of a finished solve.

    All of these answer ``game``, ``state_count``, ``values`` and ``best_actions``. Give the class to
    ask more, as in ``open("512.solution", kind=Solution).regrets(boards)``: the file is checked,
    and type checkers know the class.

    Args:
        path: What ``mdp2048 solve`` or ``mdp2048 pack`` has written, or a text policy of the
            published player.
        kind: The class that is expected: :class:`Solution`, :class:`PackedPolicy` or
            :class:`WorkFolder`.
        game: The game of a text policy, which its file does not name; of another file, the game
            that is expected.

    Raises:
        OSError: There is no such file, or it cannot be read.
        Mdp2048Error: The file is damaged or of another version.
        ValueError: The file is of another kind or game, or its game is not known.
    """
    path = os.fsdecode(path)
    native = _native.open(path, game)
    found: Solution | PackedPolicy | WorkFolder
    if native.kind == "solution":
        found = Solution(native)
    elif native.kind == "work folder":
        found = WorkFolder(native)
    else:
        found = PackedPolicy(native)
    if not isinstance(found, kind):
        what = found._what
        found.close()
        raise ValueError(f"{path} is a {what}, not a {kind._what}: open it without kind=")
    check_game(found, path, game)
    return found
