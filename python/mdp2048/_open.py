"""Opening files of the command line."""

from __future__ import annotations

import os

from . import _native
from ._native import Game
from .policy import PackedPolicy, WorkFolder
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
        kind = _native.kind_of(path)
        if kind == "text":
            if game is None:
                raise ValueError(
                    f"{path} is a text policy, which does not name its game: pass game=Game(...)"
                )
            return PackedPolicy(_native.read_text(path, game))
        if kind == "packed":
            found = PackedPolicy(_native.read_packed(path))
        else:
            found = Solution(_native.read_solution(path))
    if game is not None and found.game != game:
        message = f"{path} is of {found.game!r}, not of {game!r}"
        found.close()
        raise ValueError(message)
    return found
