"""Boards as text and as pictures, in the colours of the project's page."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray

#: The frame around the cells, and an empty cell.
FRAME, EMPTY = (0xBB, 0xAD, 0xA0), (0xCD, 0xC1, 0xB4)

#: The colours of the tiles by exponent from 2 to 2048, and of all larger tiles.
TILES = (
    (0xEE, 0xE4, 0xDA), (0xED, 0xE0, 0xC8), (0xF2, 0xB1, 0x79), (0xF5, 0x95, 0x63),
    (0xF6, 0x7C, 0x5F), (0xF6, 0x5E, 0x3B), (0xED, 0xCF, 0x72), (0xED, 0xCC, 0x61),
    (0xED, 0xC8, 0x50), (0xED, 0xC5, 0x3F), (0xED, 0xC2, 0x2E), (0x3C, 0x3A, 0x32),
)  # fmt: skip

#: The digits on tiles, and on 64, and on tiles above 2048.
DIGITS, DIGITS_64, DIGITS_DARK = (0x3B, 0x33, 0x2A), (0x2C, 0x10, 0x08), (0xFF, 0xFF, 0xFF)

#: The pixels of the digits 0 to 9: five rows of three, the top left one in the highest bit.
FONT = (0x7B6F, 0x2C97, 0x73E7, 0x73CF, 0x5BC9, 0x79CF, 0x79EF, 0x7249, 0x7BEF, 0x7BCF)

#: The sides of a cell and of the gaps between cells, in pixels.
CELL, GAP = 64, 8

#: The most games that a window shows.
WALL = 16


def colours(exponent: int) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
    """The colours of a cell and of its digits as red, green and blue, 0 to 255."""
    if exponent == 0:
        return EMPTY, EMPTY
    digits = DIGITS_64 if exponent == 6 else DIGITS if exponent <= 11 else DIGITS_DARK
    return TILES[min(exponent, len(TILES)) - 1], digits


def text(exponents: ArrayLike) -> str:
    """The board as lines of text with ANSI colours of 24 bits.

    ``exponents`` has the shape ``(rows, columns)``.
    """
    lines = []
    for row in np.asarray(exponents):
        line = ""
        for exponent in map(int, row):
            back, front = colours(exponent)
            face = str(1 << exponent) if exponent else "."
            if not exponent:
                front = FRAME
            line += f"\x1b[48;2;{';'.join(map(str, back))}m\x1b[38;2;{';'.join(map(str, front))}m"
            line += f"{face:^7}\x1b[0m"
        lines.append(line)
    return "\n".join(lines) + "\n"


def frame(exponents: ArrayLike) -> NDArray[np.uint8]:
    """The board as an array of pixels of shape ``(height, width, 3)``, dtype uint8.

    ``exponents`` has the shape ``(rows, columns)``.
    """
    board = np.asarray(exponents)
    rows, columns = board.shape
    step = CELL + GAP
    pixels = np.empty((rows * step + GAP, columns * step + GAP, 3), np.uint8)
    pixels[:] = FRAME
    for row in range(rows):
        for column in range(columns):
            top, left = GAP + row * step, GAP + column * step
            pixels[top : top + CELL, left : left + CELL] = tile(int(board[row, column]))
    return pixels


def wall(boards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The pixels of the first boards, at most ``WALL``, in rows of one length.

    ``boards`` has the shape ``(n, rows, columns)``.
    """
    frames = [frame(board) for board in boards[:WALL]]
    width = math.isqrt(len(frames) - 1) + 1
    frames += [np.full_like(frames[0], FRAME)] * (-len(frames) % width)
    rows = [np.hstack(frames[at : at + width]) for at in range(0, len(frames), width)]
    return np.vstack(rows)


def tile(exponent: int) -> NDArray[np.uint8]:
    """The pixels of a cell."""
    back, front = colours(exponent)
    pixels = np.empty((CELL, CELL, 3), np.uint8)
    pixels[:] = back
    if exponent:
        digits = mask(str(1 << exponent))
        scale = min(6, (CELL - 8) // digits.shape[1])
        digits = np.kron(digits, np.ones((scale, scale), bool))
        top, left = ((CELL - side) // 2 for side in digits.shape)
        area = pixels[top : top + digits.shape[0], left : left + digits.shape[1]]
        area[digits] = front
    return pixels


def mask(digits: str) -> NDArray[np.bool_]:
    """The pixels of a number that are set, with a free column between digits."""
    gap = np.zeros((5, 1), bool)
    parts = []
    for digit in digits:
        bits = [FONT[int(digit)] >> place & 1 for place in range(14, -1, -1)]
        parts += [gap, np.array(bits, bool).reshape(5, 3)]
    return np.hstack(parts[1:])
