#!/usr/bin/env python3
"""Check a certificate of `mdp2048 certify`: python3 check_certificate.py FILE

It shares nothing with the program: it follows FORMAT.md, in whole numbers that are rounded down. It
prints the game and a lower bound of the probability that its policy wins, or why the file is
refused. It takes some 30 microseconds for each board, and memory for the boards of three layers.
"""

from __future__ import annotations

import struct
import sys
import zlib
from collections import defaultdict
from functools import cache
from itertools import chain, product
from pathlib import Path
from typing import BinaryIO

ALL_GAMES, CERTAIN, PARTS = 1 << 63, (1 << 32) - 1, 10**6


def require(condition: bool, what: str) -> None:
    if not condition:
        raise ValueError(what)


class Board:
    """The cells, lines and symmetries of boards of one size."""

    def __init__(self, rows: int, columns: int) -> None:
        self.cells = range(rows * columns)
        self.shift = [4 * (rows * columns - 1 - cell) for cell in self.cells]
        across = [list(self.cells[row * columns :][:columns]) for row in range(rows)]
        down = [list(line) for line in zip(*across)]
        self.lines = [across, [line[::-1] for line in across], down, [line[::-1] for line in down]]
        # A symmetry reads the cells of each line from either end, and the lines in either order.
        ways = self.lines if rows == columns else self.lines[:2]
        orders = [[*chain(*lines)].index for way in ways for lines in (way, way[::-1])]
        self.symmetries = [[self.shift[order(cell)] for cell in self.cells] for order in orders]

    def images(self, key: int) -> list[int]:
        """All images of a board."""
        tiles = [key >> shift & 15 for shift in self.shift]
        return [sum(map(int.__lshift__, tiles, to)) for to in self.symmetries]

    def spawns(self, after: int, tile: int) -> list[int]:
        """The canonical boards with one more tile on each empty cell."""
        images = list(zip(self.images(after), self.symmetries))
        empty = (cell for cell in self.cells if not after >> self.shift[cell] & 15)
        return [min(image + (tile << to[cell]) for image, to in images) for cell in empty]

    def move(self, key: int, action: int) -> tuple[int, int]:
        """The board after an action, before the random tile, and the largest tile it makes."""
        after, made = 0, 0
        for line in self.lines[action]:
            tiles, largest = slide(tuple(key >> self.shift[cell] & 15 for cell in line))
            after += sum(tile << self.shift[cell] for tile, cell in zip(tiles, line))
            made = max(made, largest)
        return after, made


@cache
def slide(line: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """A line whose tiles have slid to its beginning, and the largest tile that merges make."""
    tiles, slid, made = [tile for tile in line if tile], [], 0
    while tiles:
        tile = tiles.pop(0)
        if tiles and tiles[0] == tile != 15:
            tile = tiles.pop(0) + 1
            made = max(made, tile)
        slid.append(tile)
    return (*slid, *[0] * (len(line) - len(slid))), made


def take(file: BinaryIO, count: int) -> bytes:
    data = file.read(count)
    require(len(data) == count, "the file is cut short")
    return data


def check(file: BinaryIO) -> tuple[int, int, str]:
    """The weight with which the policy wins, the bound of the file, if they agree, and the game."""
    require(take(file, 10) == b"MDP2048C\x02\x00", "it is no certificate of version 2")
    length, checksum = struct.unpack("<II", take(file, 8))
    header = take(file, length)
    require(zlib.crc32(header) == checksum, "the file is damaged")
    require(length >= 19 and length % 20 == 19, "the header has no such length")
    rows, columns, target, four, bound, all_actions = struct.unpack("<3BIIQ", header[:19])
    layers = list(struct.iter_unpack("<QQI", header[19:]))
    tiles = [(tile, part) for tile, part in [(1, PARTS - four), (2, four)] if part > 0]
    is_size = 2 <= rows <= 4 and 2 <= columns <= 4 and four <= PARTS
    require(is_size and 3 <= target <= min(15, rows * columns + (four > 0)), "no such game")
    board = Board(rows, columns)
    # The weights of the boards of the next layers, by half of the tile sum.
    coming: dict[int, dict[int, int]] = defaultdict(lambda: defaultdict(int))
    for (first, p), shift, (second, q) in product(tiles, board.shift, tiles):
        for key in board.spawns(first << shift, second):
            coming[first + second][key] += p * q
    start_parts = PARTS**2 * len(board.cells) * (len(board.cells) - 1)
    for boards in coming.values():
        boards.update({key: ALL_GAMES * parts // start_parts for key, parts in boards.items()})
    won, roundings = 0, 1000  # Fewer start boards are rounded.
    for half_sum, (reached, actions, checksum) in enumerate(layers, 2):
        boards = coming.pop(half_sum, {})
        require(reached == len(boards) and actions <= reached, "the number of boards is wrong")
        inside, packed = take(file, (reached + 7) // 8), take(file, (actions + 3) // 4)
        sizes = [(inside, reached), (packed, 2 * actions)]
        require(zlib.crc32(inside + packed) == checksum, "the file is damaged")
        require(sum(map(int.bit_count, inside)) == actions, "the number of actions is wrong")
        ends = [data[-1] >> (bits - 1) % 8 + 1 for data, bits in sizes if bits]
        require(not any(ends), "a bit that fills up a byte is 1")
        all_actions -= actions
        moves = (packed[at // 4] >> at % 4 * 2 & 3 for at in range(actions))
        afters: dict[int, int] = defaultdict(int)
        for index, (key, weight) in enumerate(sorted(boards.items())):
            if not inside[index // 8] >> index % 8 & 1:
                continue  # The game is lost.
            after, made = board.move(key, next(moves))
            require(after != key, "an action is not allowed")
            if made >= target:
                won += weight
            else:
                afters[min(board.images(after))] += weight
        for (after, weight), (tile, part) in product(afters.items(), tiles):
            spawned = board.spawns(after, tile)
            roundings += len(spawned)
            for key in spawned:
                coming[half_sum + tile][key] += weight * part // (PARTS * len(spawned))
    require(all_actions == 0 and not coming and not file.read(1), "the contents do not add up")
    # Either number is rounded down.
    agrees = bound * ALL_GAMES <= (won + roundings) * CERTAIN
    agrees &= won * CERTAIN <= (bound + len(layers) + 1) * ALL_GAMES
    require(agrees, f"the policy wins {decimal(won, ALL_GAMES)}, not {decimal(bound, CERTAIN)}")
    return won, bound, f"{rows}x{columns} to {1 << target} with a 4 at {four / PARTS}"


def decimal(numerator: int, denominator: int) -> str:
    return f"{numerator // denominator}.{numerator * 10**16 // denominator % 10**16:016}"


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        with Path(sys.argv[1]).open("rb") as certificate:
            won, bound, game = check(certificate)
    except (OSError, ValueError) as error:
        sys.exit(f"refused: {error}")
    print(f"{game}: won with a probability of at least {decimal(won, ALL_GAMES)}")
