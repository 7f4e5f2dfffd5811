"""Opening files of the command line."""

from __future__ import annotations

import os

from . import _native
from ._native import Game
from .policy import PackedPolicy, WorkFolder, check_game, read_policy
from .solution import Solution


def open(
    path: str | os.PathLike[str], *, game: Game | None = None
) -> Solution | PackedPolicy | WorkFolder:
    """Open a solution, a packed or text policy, or the work folder of a finished solve.

    Args:
        path: What ``mdp2048 solve`` or ``mdp2048 pack`` has written, or a text policy of the
            published player.
        game: The game of a text policy, which its file does not name; of another file, the game
            that is expected.

    Raises:
        OSError: There is no such file, or it cannot be read.
        Mdp2048Error: The file is damaged or of another version.
        ValueError: The file is of another game, or its game is not known.
    """
    path = os.fspath(path)
    if isinstance(path, bytes):
        path = os.fsdecode(path)
    found: Solution | PackedPolicy | WorkFolder
    if _native.is_work_folder(path):
        found = WorkFolder(_native.NativeFolder(path))
    else:
        found = read_policy(path, game) or Solution(_native.read_solution(path))
    check_game(found, path, game)
    return found
