"""The states of a solution as columns, layer by layer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from ._boards import exponents_of
from ._native import Game, NativeAnswers

if TYPE_CHECKING:
    import pandas
    import pyarrow


@dataclass(frozen=True)
class Layer:
    """The states of one tile sum, in the order of the solver's index.

    Attributes:
        number: The number of the layer, from 0.
        tile_sum: The sum of the faces of each board.
        states: The number of states.
    """

    number: int
    tile_sum: int
    states: int
    _native: NativeAnswers = field(repr=False)

    @property
    def keys(self) -> npt.NDArray[np.uint64]:
        """The keys of the canonical boards, shape ``(states,)``; computed at each call."""
        return self._native.layer_keys(self.number)

    @property
    def exponents(self) -> npt.NDArray[np.uint8]:
        """The canonical boards, shape ``(states, rows, cols)``; computed at each call."""
        return exponents_of(self._native.game, self.keys, (self.states,))

    @property
    def stored_values(self) -> npt.NDArray[np.floating[Any]]:
        """The values as the solution holds them, shape ``(states,)``; not copied and read-only.

        They are float64, or float32 of a solution in single precision. Their unit is that of the
        rewards: see :attr:`Columns.unit`. The array keeps the solution in memory.
        """
        return np.asarray(self._native.layer_values(self.number))


class Columns(Sequence[Layer]):
    """All states of a solution as columns: a sequence of layers, ascending by tile sum.

    A layer computes its boards when it is asked and does not copy its values, so all states are
    read with the memory of one layer. :meth:`to_arrow` and :meth:`to_pandas` make whole tables.
    """

    def __init__(self, native: NativeAnswers) -> None:
        self._native = native
        layers = enumerate(native.layers)
        self._layers = [Layer(number, *layer, native) for number, layer in layers]

    @property
    def game(self) -> Game:
        """The game that was solved."""
        return self._native.game

    @property
    def unit(self) -> Literal["win", "-loss", "score", "moves", "-moves"]:
        """What the stored values are.

        ``"win"`` for probabilities of winning, ``"-loss"`` for minus the probability of losing
        (games that are nearly certain to be won), ``"score"`` for points, ``"moves"`` for moves,
        and ``"-moves"`` for minus the number of moves (the objective ``fewest``).
        """
        if self._native.is_losing:
            return "-loss"
        objective = self._native.game.objective
        return "-moves" if objective == "fewest" else objective

    @property
    def _value_column(self) -> str:
        """The name of the column of values: their unit if it is negative, or else ``value``."""
        return self.unit if self.unit.startswith("-") else "value"

    def __len__(self) -> int:
        return len(self._layers)

    @overload
    def __getitem__(self, index: int) -> Layer: ...
    @overload
    def __getitem__(self, index: slice) -> list[Layer]: ...
    def __getitem__(self, index: int | slice) -> Layer | list[Layer]:
        return self._layers[index]

    def __iter__(self) -> Iterator[Layer]:
        return iter(self._layers)

    def __repr__(self) -> str:
        states = self._native.states
        return f"Columns({self.game!r}, {len(self)} layers, {states} states, unit={self.unit!r})"

    def to_arrow(self) -> pyarrow.Table:
        """Return a table of pyarrow with a chunk for each layer; values are not copied.

        The columns are ``tile_sum`` (uint16), ``key`` (uint64) and ``value``, the values as the
        solution holds them. Where these are less than 0, the column is ``-loss`` or ``-moves``: see
        :attr:`unit`.
        """
        try:
            import pyarrow
        except ImportError as error:
            raise ImportError("to_arrow needs pyarrow: `pip install pyarrow`") from error
        columns: dict[str, list[Any]] = {"tile_sum": [], "key": [], self._value_column: []}
        for layer in self:
            sums = np.full(layer.states, layer.tile_sum, dtype=np.uint16)
            columns["tile_sum"].append(pyarrow.array(sums))
            columns["key"].append(pyarrow.array(layer.keys))
            columns[self._value_column].append(pyarrow.array(layer.stored_values))
        chunked = {name: pyarrow.chunked_array(chunks) for name, chunks in columns.items()}
        return pyarrow.table(chunked)

    def to_pandas(self) -> pandas.DataFrame:
        """Return a data frame of pandas with the columns of :meth:`to_arrow`; it is a copy."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("to_pandas needs pandas: `pip install pandas`") from error
        sums = np.array([layer.tile_sum for layer in self], dtype=np.uint16)
        return pandas.DataFrame(
            {
                "tile_sum": np.repeat(sums, [layer.states for layer in self]),
                "key": np.concatenate([layer.keys for layer in self]),
                self._value_column: np.concatenate([layer.stored_values for layer in self]),
            }
        )
