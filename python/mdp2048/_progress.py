"""Progress of long work: a bar of tqdm, or a function."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Progress:
    """How far a pass over the layers of a game is.

    Attributes:
        phase: The pass: ``"reaching"`` and ``"valuing"`` of a solve, ``"following"`` of an
            evaluation. A few games are solved twice: first for one of the two probabilities,
            winning and losing, then for the other.
        tile_sum: The tile sum of the layer that was finished.
        layers: The number of layers finished in this pass.
        layers_in_all: The number of layers of the pass, where it is known.
        states: The number of states finished in this pass.
        states_in_all: The number of states of the pass, where it is known.
    """

    phase: str
    tile_sum: int
    layers: int
    layers_in_all: int | None
    states: int
    states_in_all: int | None


#: ``None`` for no report, ``True`` for a bar of tqdm, or a function that is called after each
#: layer.
Report: TypeAlias = "bool | Callable[[Progress], object] | None"

#: What the native part calls.
NativeReport: TypeAlias = "Callable[[str, int, int, int | None, int, int | None], object] | None"


@contextmanager
def reporter(progress: Report) -> Iterator[NativeReport]:
    """Yield the function that the native part calls, or ``None``."""
    if progress is None or progress is False:
        yield None
    elif progress is True:
        with _bar() as report:
            yield report
    elif callable(progress):
        yield lambda *numbers: progress(Progress(*numbers))
    else:
        raise TypeError("progress is None, True for a bar of tqdm, or a function")


@contextmanager
def _bar() -> Iterator[NativeReport]:
    try:
        from tqdm.auto import tqdm
    except ImportError as error:
        raise ImportError(
            "progress=True draws a bar with tqdm: install it with `pip install tqdm`, or pass a "
            "function"
        ) from error
    bar: Any = tqdm(unit=" states", unit_scale=True)

    def report(phase: str, _tile_sum: int, _layers: int, _all: int | None, *states: Any) -> None:
        done, in_all = states
        if bar.desc != f"{phase}: ":
            bar.reset(total=in_all)
            bar.set_description(phase)
        bar.update(done - bar.n)

    try:
        yield report
    finally:
        bar.close()
