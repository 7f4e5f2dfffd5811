"""Boards as arguments: arrays of faces or exponents, keys, or text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from . import _native
from ._native import Game

Keys: TypeAlias = npt.NDArray[np.uint64]
#: One board as text, such as ``"0 2/8 4"``, or many of them.
Texts: TypeAlias = "str | ManyTexts"


class Column(Protocol):
    """A column of a table, such as one of pandas, Arrow or Polars."""

    def to_numpy(self) -> Any: ...


#: A sequence of texts, which may be nested, an array of texts or of objects that are texts, or a
#: column of a table of any dtype of text, such as that of categories.
ManyTexts: TypeAlias = "Sequence[Texts] | Column | TextArray"
TextArray: TypeAlias = "npt.NDArray[np.str_] | npt.NDArray[np.bytes_] | npt.NDArray[np.object_]"


def keys_of(
    game: Game,
    text: Texts | None,
    faces: npt.ArrayLike | None,
    exponents: npt.ArrayLike | None,
    keys: npt.ArrayLike | None,
) -> tuple[Keys, tuple[int, ...]]:
    """Return the keys of the boards, one after another, and the leading shape."""
    given = {"text": text, "faces": faces, "exponents": exponents, "keys": keys}
    named = [name for name, value in given.items() if value is not None]
    if len(named) != 1:
        found = " and ".join(named) or "none"
        raise TypeError(
            f"boards are given once, as text or as one of faces=, exponents= and keys=, not {found}"
        )
    if text is not None:
        return _keys_of_text(game, text)
    if keys is not None:
        array = _integers("keys", keys)
        if array.size and array.dtype.kind == "i" and int(array.min()) < 0:
            raise ValueError("keys: a key is not negative")
        flat = np.ascontiguousarray(array, dtype=np.uint64).reshape(-1)
        return flat, array.shape
    if exponents is not None:
        array = _cells(game, "exponents", exponents)
        if array.dtype != np.uint8:
            if array.size and (int(array.min()) < 0 or int(array.max()) > 15):
                raise ValueError(
                    "exponents: a cell is not from 0 to 15 (0 for an empty cell, 1 for 2, 2 for "
                    "4 ...): pass faces=... for the numbers on the tiles"
                )
            array = array.astype(np.uint8)
        rows = np.ascontiguousarray(array).reshape(-1, game.rows * game.columns)
        return _native.keys_of_exponents(rows), array.shape[:-2]
    assert faces is not None
    array = _cells(game, "faces", faces)
    if array.dtype == np.uint64 and array.size and int(array.max()) > 1 << 62:
        raise ValueError("faces: a tile is at most 32768")
    rows = array.astype(np.int64).reshape(-1, game.rows * game.columns)
    return _native.keys_of_faces(rows), array.shape[:-2]


def exponents_of(game: Game, keys: npt.ArrayLike) -> npt.NDArray[np.uint8]:
    """Return the boards with these keys as exponents of the shape ``(..., rows, columns)``."""
    found, shape = keys_of(game, None, None, None, keys)
    cells = _native.exponents_of_keys(game.rows * game.columns, found)
    return cells.reshape(*shape, game.rows, game.columns)


def faces_of(exponents: npt.NDArray[np.uint8]) -> npt.NDArray[np.int64]:
    """Return the faces of exponents: 0 for an empty cell, else a power of two."""
    return np.where(exponents == 0, 0, np.left_shift(np.int64(1), exponents.astype(np.int64)))


def text_of(game: Game, keys: npt.ArrayLike) -> npt.NDArray[np.str_]:
    """Return the boards with these keys as text such as ``"0 2/8 4"``, of the shape ``(...)``."""
    found, shape = keys_of(game, None, None, None, keys)
    return np.array(_native.text_of_keys(game, found), dtype=np.str_).reshape(shape)


def allowed_actions(
    game: Game,
    text: Texts | None = None,
    *,
    faces: npt.ArrayLike | None = None,
    exponents: npt.ArrayLike | None = None,
    keys: npt.ArrayLike | None = None,
) -> npt.NDArray[np.bool_]:
    """Return whether each action changes each board: left, right, up, down, shape ``(..., 4)``.

    Any board of the shape of the game may be given, in the ways of ``Solution.values``.
    """
    found, shape = keys_of(game, text, faces, exponents, keys)
    return _native.allowed_actions(game, found).reshape(*shape, 4)


def _keys_of_text(game: Game, text: Texts) -> tuple[Keys, tuple[int, ...]]:
    if isinstance(text, str):
        return _native.keys_of_text(game, [text]), ()
    array = np.asarray(text)
    if array.size == 0:
        return np.zeros(0, dtype=np.uint64), array.shape
    texts = array.reshape(-1).tolist()
    if array.dtype.kind == "O" and any(isinstance(one, str) for one in texts):
        # A column of a table, in which entries may be missing.
        others = [at for at, one in enumerate(texts) if not isinstance(one, str)]
        if others:
            raise TypeError(f"board {others[0]} is {texts[others[0]]!r}, and not text: leave it out")
    elif array.dtype.kind == "S":
        texts = [one.decode() for one in texts]
    elif array.dtype.kind not in "UT":
        raise TypeError(
            "the boards without a name are text, such as '0 2/8 4': name the argument of arrays, "
            "faces=..., exponents=... or keys=..."
        )
    return _native.keys_of_text(game, texts), array.shape


def _integers(name: str, given: npt.ArrayLike) -> npt.NDArray[Any]:
    array = np.asarray(given)
    if array.size == 0 and array.dtype.kind == "f":
        array = array.astype(np.int64)
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: the numbers are integers, not {array.dtype}")
    return array


def _cells(game: Game, name: str, given: npt.ArrayLike) -> npt.NDArray[Any]:
    array = _integers(name, given)
    if array.ndim < 2 or array.shape[-2:] != (game.rows, game.columns):
        raise ValueError(
            f"{name}: the shape is {array.shape}, but boards of this game have the shape "
            f"(..., {game.rows}, {game.columns})"
        )
    return array
