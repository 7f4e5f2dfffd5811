"""What solutions, policies and work folders have in common: questions about boards."""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Literal, NoReturn, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from ._boards import ManyTexts, Texts, keys_of
from ._native import Game, NativeAnswers
from ._types import Unit

if TYPE_CHECKING:
    from typing_extensions import Self

#: What a board that is no state does: raise ``ValueError``, or get nan (actions: -1).
Missing: TypeAlias = Literal["raise", "nan"]


class Action(IntEnum):
    """The actions, numbered as everywhere in this package: an action is an index into regrets.

    ``Action.UP``, ``Action(2)`` and ``Action["UP"]`` are the same, and ``str`` of it is ``"up"``.
    """

    LEFT = 0
    RIGHT = 1
    UP = 2
    DOWN = 3

    def __str__(self) -> str:
        """Return the name in small letters, as in text of the program."""
        return self.name.lower()


class Answers:
    """Answers questions about one board or many.

    Boards are given once, in one of four ways: as text such as ``"0 2/8 4"``, or as an array of
    the shape ``(..., rows, columns)`` of ``faces`` (0, 2, 4, 8 ...) or ``exponents`` (0, 1, 2, 3
    ...), or of the shape ``(...)`` of ``keys`` (the exponents as hexadecimal digits). A locked cell
    is ``x`` in text, and in arrays a 32768, whose exponent is 15; it merges with no other. The
    answers have the leading shape ``(...)``, which is ``()`` for one board: then an answer is a scalar of
    NumPy. The annotations know this of text; for one board as an array, they say an array.

    Values are in the unit of the objective (:attr:`unit`) and at least 0. If the objective is to
    win, without discount, each value has a *loss* beside it, the probability of losing. It has all
    its digits in games that optimal play loses with a probability below 1e-3; in others it is 1
    less the value.

    A board that is no state, because no game reaches it or because it is won or lost, is a
    ``ValueError``; with ``missing="nan"`` its answers are nan, and its action is -1.
    """

    _what = "object"

    def __init__(self, native: NativeAnswers) -> None:
        self._native: NativeAnswers | None = native

    @property
    def game(self) -> Game:
        """The game."""
        return self._opened().game

    @property
    def unit(self) -> Unit:
        """The unit of values and regrets: ``"win"``, ``"score"`` or ``"moves"``.

        ``"win"`` is a probability of winning, times the discount of each move.
        """
        return unit_of(self.game)

    @overload
    def values(self, text: str, *, missing: Missing = "raise") -> np.float64: ...  # type: ignore[overload-overlap]
    @overload
    def values(
        self,
        text: ManyTexts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> npt.NDArray[np.float64]: ...
    def values(
        self,
        text: Texts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> np.float64 | npt.NDArray[np.float64]:
        """Return the value of each board, as float64 of the leading shape.

        The unit is that of the objective: a probability of winning, points, or moves; for the
        objective ``fewest``, infinite where no policy is certain to win.

        Raises:
            ValueError: A board is no state, or has another shape; the text says which.
            TypeError: The boards are not integers, or are given twice or not at all.
        """
        found, shape = keys_of(self.game, text, faces, exponents, keys)
        answers: npt.NDArray[np.float64]
        answers = self._opened().values(found, nan_of(missing), False).reshape(shape)[()]
        return answers

    @overload
    def losses(self, text: str, *, missing: Missing = "raise") -> np.float64: ...  # type: ignore[overload-overlap]
    @overload
    def losses(
        self,
        text: ManyTexts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> npt.NDArray[np.float64]: ...
    def losses(
        self,
        text: Texts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> np.float64 | npt.NDArray[np.float64]:
        """Return the probability that each board is lost, as float64 of the leading shape.

        Raises:
            ValueError: The objective is not to win without discount, or as for :meth:`values`.
            TypeError: As for :meth:`values`.
        """
        found, shape = keys_of(self.game, text, faces, exponents, keys)
        answers: npt.NDArray[np.float64]
        answers = self._with_losses().values(found, nan_of(missing), True).reshape(shape)[()]
        return answers

    @overload
    def best_actions(self, text: str, *, missing: Missing = "raise") -> np.int8: ...  # type: ignore[overload-overlap]
    @overload
    def best_actions(
        self,
        text: ManyTexts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> npt.NDArray[np.int8]: ...
    def best_actions(
        self,
        text: Texts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> np.int8 | npt.NDArray[np.int8]:
        """Return the action of the policy on each board, as int8 of the leading shape.

        0 is left, 1 right, 2 up and 3 down, on the board as given; see :class:`Action`.
        """
        found, shape = keys_of(self.game, text, faces, exponents, keys)
        answers: npt.NDArray[np.int8]
        answers = self._opened().best_actions(found, nan_of(missing)).reshape(shape)[()]
        return answers

    def close(self) -> None:
        """Free what this object holds; it answers no more questions."""
        self._native = None

    def __enter__(self) -> Self:
        self._opened()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"a {self._what} is not pickled: save it to a file, pass the path, and call "
            "mdp2048.open there"
        )

    def _opened(self) -> NativeAnswers:
        if self._native is None:
            raise ValueError(f"this {self._what} is closed: open or solve it again")
        return self._native

    def _with_losses(self) -> NativeAnswers:
        """Return the native part, if its answers have a probability of losing."""
        native = self._opened()
        if not native.has_losses:
            raise ValueError(
                f"{native.game!r} has no probability of losing, as its objective is not to win "
                "without discount: ask for values"
            )
        return native

    def _relative_bound(self) -> float:
        bound = self._opened().relative_bound
        assert bound is not None, "a packed policy has absolute bounds, and is not asked"
        return bound

    def _start_value(self) -> float:
        value = self._opened().start_value
        assert value is not None, "a text policy has no start value, and is not asked"
        return value


class ActionAnswers(Answers):
    """Answers with values of actions, too."""

    def action_values(
        self,
        text: Texts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> npt.NDArray[np.float64]:
        """Return the value of each action of each board, shape ``(..., 4)``.

        The actions are left, right, up and down on the board as given; nan where an action is not
        allowed. The unit is that of :meth:`values`. A packed policy has them if it holds regrets.
        """
        found, shape = keys_of(self.game, text, faces, exponents, keys)
        return self._opened().action_values(found, nan_of(missing), False).reshape(*shape, 4)

    def action_losses(
        self,
        text: Texts | None = None,
        *,
        faces: npt.ArrayLike | None = None,
        exponents: npt.ArrayLike | None = None,
        keys: npt.ArrayLike | None = None,
        missing: Missing = "raise",
    ) -> npt.NDArray[np.float64]:
        """Return the probability of losing after each action, with optimal play after it.

        The shape and nan are those of :meth:`action_values`.

        Raises:
            ValueError: The objective is not to win without discount, or as for :meth:`values`.
        """
        found, shape = keys_of(self.game, text, faces, exponents, keys)
        native = self._with_losses()
        return native.action_values(found, nan_of(missing), True).reshape(*shape, 4)


def unit_of(game: Game) -> Unit:
    """Return the unit of the values of a game."""
    return "moves" if game.objective == "fewest" else game.objective


def nan_of(missing: Missing) -> bool:
    if missing not in ("raise", "nan"):
        raise ValueError(f"missing is {missing!r}: it is 'raise' or 'nan'")
    return missing == "nan"
