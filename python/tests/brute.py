"""A plain solver of small games, written for the tests alone: dictionaries and fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from typing import TypeAlias

Board: TypeAlias = tuple[tuple[int, ...], ...]
Number: TypeAlias = "Fraction | float"

#: The tile of a locked cell, which merges with no other.
LOCKED = 32768


def slide_row(row: tuple[int, ...]) -> tuple[tuple[int, ...], int, int]:
    """Slide a row of faces to the left: the row, the points and the largest merge."""
    tiles = [tile for tile in row if tile]
    out: list[int] = []
    points, largest, at = 0, 0, 0
    while at < len(tiles):
        if at + 1 < len(tiles) and tiles[at] == tiles[at + 1] != LOCKED:
            out.append(2 * tiles[at])
            points += out[-1]
            largest = max(largest, out[-1])
            at += 2
        else:
            out.append(tiles[at])
            at += 1
    return tuple(out + [0] * (len(row) - len(out))), points, largest


def transposed(board: Board) -> Board:
    return tuple(zip(*board, strict=True))


def mirrored(board: Board) -> Board:
    return tuple(row[::-1] for row in board)


def slide(board: Board, action: int) -> tuple[Board, int, int] | None:
    """The board after an action (left, right, up, down); ``None`` if it is not allowed.

    An action is allowed if it changes the board and moves no locked tile.
    """
    turned = transposed(board) if action >= 2 else board
    if action % 2:
        turned = mirrored(turned)
    rows = [slide_row(row) for row in turned]
    after: Board = tuple(row for row, _, _ in rows)
    if after == turned or locked(after) != locked(turned):
        return None
    if action % 2:
        after = mirrored(after)
    if action >= 2:
        after = transposed(after)
    return after, sum(points for _, points, _ in rows), max(merge for _, _, merge in rows)


def locked(board: Board) -> list[list[bool]]:
    return [[tile == LOCKED for tile in row] for row in board]


def spawns(board: Board) -> Iterator[tuple[Board, Fraction]]:
    """The boards after the random tile."""
    empty = [
        (r, c) for r, row in enumerate(board) for c, tile in enumerate(row) if tile == 0
    ]
    for r, c in empty:
        for tile, probability in ((2, Fraction(9, 10)), (4, Fraction(1, 10))):
            row = (*board[r][:c], tile, *board[r][c + 1 :])
            yield (*board[:r], row, *board[r + 1 :]), probability / len(empty)


def empty(shape: str) -> Board:
    """The board without tiles on its free cells: ``"..x/..."`` has a locked one."""
    return tuple(tuple(LOCKED * (cell == "x") for cell in row) for row in shape.split("/"))


def starts(shape: str) -> dict[Board, Fraction]:
    """The boards on which games begin."""
    found: dict[Board, Fraction] = {}
    for first, p in spawns(empty(shape)):
        for second, q in spawns(first):
            found[second] = found.get(second, Fraction(0)) + p * q
    return found


class Brute:
    """A win game whose every board is a state of its own."""

    def __init__(self, shape: str, target: int, exact: bool) -> None:
        self.shape, self.target = shape, target
        self.number: Callable[[Fraction], Number] = (lambda it: it) if exact else float
        self.value = lru_cache(maxsize=None)(self._value)

    def action_value(
        self, board: Board, action: int, after: Callable[[Board], Number]
    ) -> Number | None:
        """The probability of winning after an action, given that of each board."""
        moved = slide(board, action)
        if moved is None:
            return None
        if moved[2] >= self.target:
            return self.number(Fraction(1))
        terms = [self.number(p) * after(then) for then, p in spawns(moved[0])]
        return sum(terms, start=self.number(Fraction(0)))

    def action_values(self, board: Board) -> list[Number | None]:
        return [self.action_value(board, action, self.value) for action in range(4)]

    def _value(self, board: Board) -> Number:
        found = [value for value in self.action_values(board) if value is not None]
        return max(found, default=self.number(Fraction(0)))

    def start_value(self) -> Number:
        begin = starts(self.shape).items()
        terms = [self.number(p) * self.value(board) for board, p in begin]
        return sum(terms, start=self.number(Fraction(0)))

    def policy_value(self, policy: Callable[[Board], list[float]]) -> float:
        """The probability that a policy wins."""

        @lru_cache(maxsize=None)
        def value(board: Board) -> float:
            if all(slide(board, action) is None for action in range(4)):
                return 0.0
            total = 0.0
            for action, probability in enumerate(policy(board)):
                if probability > 0.0:
                    found = self.action_value(board, action, value)
                    assert found is not None
                    total += probability * float(found)
            return total

        return sum(float(p) * value(board) for board, p in starts(self.shape).items())
