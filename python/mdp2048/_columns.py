"""The states of a solution as columns, layer by layer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, overload

import numpy as np
import numpy.typing as npt

from ._answers import unit_of
from ._boards import exponents_of
from ._native import Game, NativeAnswers
from ._types import Unit

if TYPE_CHECKING:
    import pandas
    import pyarrow


@dataclass(frozen=True)
class Layer:
    """The states of one tile sum, in the order of the solver's index.

    Arrays are computed at each call.

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
        """The keys of the canonical boards, shape ``(states,)``."""
        return self._native.layer_keys(self.number)

    @property
    def exponents(self) -> npt.NDArray[np.uint8]:
        """The canonical boards, shape ``(states, rows, columns)``."""
        return exponents_of(self._native.game, self.keys)

    @property
    def values(self) -> npt.NDArray[np.float64]:
        """The values in the unit of the objective, shape ``(states,)``."""
        return self._native.layer_values(self.number, False)

    @property
    def losses(self) -> npt.NDArray[np.float64] | None:
        """The probabilities of losing; ``None`` unless the objective is to win without discount."""
        return self._native.layer_values(self.number, True) if self._native.has_losses else None

    @property
    def actions(self) -> npt.NDArray[np.int8]:
        """The action of the optimal policy on each board, shape ``(states,)``."""
        return self._native.best_actions(self.keys, False)


class Columns(Sequence[Layer]):
    """All states of a solution as columns: a sequence of layers, ascending by tile sum.

    A layer computes its columns when it is asked, so all states are read with the memory of one
    layer. :meth:`to_arrow` and :meth:`to_pandas` make whole tables, whose columns are

    - ``tile_sum`` (int32), and ``key`` (uint64) of the canonical board;
    - ``value`` (float64), in the unit of the objective, and at least 0;
    - ``loss`` (float64), the probability of losing, if the objective is to win without discount;
    - ``action`` (int8) of the optimal policy: 0 left, 1 right, 2 up, 3 down.
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
    def unit(self) -> Unit:
        """The unit of the values: ``"win"`` (probabilities), ``"score"`` or ``"moves"``."""
        return unit_of(self.game)

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

    def _chunks(self) -> dict[str, list[npt.NDArray[Any]]]:
        """Return a chunk for each layer of every column of a table."""
        chunks: dict[str, list[npt.NDArray[Any]]] = {}
        for layer in self:
            found: dict[str, npt.NDArray[Any] | None] = {
                "tile_sum": np.full(layer.states, layer.tile_sum, dtype=np.int32),
                "key": layer.keys,
                "value": layer.values,
                "loss": layer.losses,
                "action": layer.actions,
            }
            for name, column in found.items():
                if column is not None:
                    chunks.setdefault(name, []).append(column)
        return chunks

    def to_arrow(self) -> pyarrow.Table:
        """Return a table of pyarrow with a chunk for each layer."""
        try:
            import pyarrow
        except ImportError as error:
            raise ImportError("to_arrow needs pyarrow: `pip install pyarrow`") from error
        return pyarrow.table(
            {name: pyarrow.chunked_array(chunks) for name, chunks in self._chunks().items()}
        )

    def to_pandas(self) -> pandas.DataFrame:
        """Return a data frame of pandas."""
        try:
            import pandas
        except ImportError as error:
            raise ImportError("to_pandas needs pandas: `pip install pandas`") from error
        return pandas.DataFrame(
            {name: np.concatenate(chunks) for name, chunks in self._chunks().items()}, copy=False
        )
