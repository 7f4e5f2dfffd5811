"""The types of the native part of the package, which the modules beside it wrap."""

from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._progress import Report
from ._types import Format, Moves, Objective, Precision, Statistic, ValuesHeld
from .solution import Estimate, Solution

#: The version of the package.
__version__: str

#: A board to start from: text such as ``"0 2/4 2"``, or exponents of the shape ``(rows, columns)``.
_Start: TypeAlias = str | NDArray[np.integer[Any]] | Sequence[Sequence[int]]

_Report = Callable[[str, int, int, int | None, int, int | None], object] | None

class Mdp2048Error(Exception):
    """A file, a solution or a policy cannot be used; the text says what to do."""

class Game:
    """A game: the board, the target, the objective, the discount, the random tiles and the start.

    Args:
        board: Rows x columns, 2 to 4 of each, such as ``"3x3"``, or a character for each cell: x if
            it is locked, as in ``"..../..../.xxx/.xxx"``. By default 4x4. A locked cell holds a
            tile that merges with no other, and an action that would move it is not allowed.
        target: The face of the tile that ends the game, such as 512, or ``None``.
        objective: ``"win"``, ``"score"``, ``"moves"`` or ``"fewest"``; by default to win if there
            is a target, else the score.
        discount: The factor per move of the value of a win, above 0 and at most 1.
        spawn_four: The probability that a random tile is a 4.
        formation: Instead of the board, the name of usual locked cells and start boards: ``"L3"``,
            ``"442"``, ``"444"``, ``"4431"`` or ``"LL"``.
        start: The board that games start from, or up to eight that are equally likely, each as text
            or as an array of exponents. By default those of the formation, else two random tiles.

    Raises:
        ValueError: A parameter is out of range; the text names the range.
        TypeError: A start board is neither text nor an array of exponents.
    """

    def __new__(
        cls,
        board: str | None = None,
        target: int | None = None,
        objective: Objective | None = None,
        discount: float = 1.0,
        spawn_four: float = 0.1,
        *,
        formation: str | None = None,
        start: _Start | Sequence[_Start] | None = None,
    ) -> Game: ...
    @property
    def board(self) -> str:
        """Rows x columns, such as ``3x3``, or with locked cells a character for each cell."""
    @property
    def rows(self) -> int:
        """The number of rows, 2 to 4."""
    @property
    def columns(self) -> int:
        """The number of columns, 2 to 4."""
    @property
    def locked(self) -> NDArray[np.bool_]:
        """Whether each cell is locked, shape ``(rows, columns)``."""
    @property
    def formation(self) -> str | None:
        """The name of the formation that has this board and these start boards, or ``None``."""
    @property
    def starts(self) -> list[str]:
        """The boards that games start from as text; none if they start from two random tiles."""
    @property
    def target(self) -> int | None:
        """The face of the tile that ends the game, such as 512, or ``None``."""
    @property
    def largest_tile(self) -> int:
        """The face of the largest tile that a game can make: the target, if there is one."""
    @property
    def objective(self) -> Objective:
        """What an optimal policy optimises: win, score, moves or fewest."""
    @property
    def discount(self) -> float:
        """The factor per move of the value of a win."""
    @property
    def spawn_four(self) -> float:
        """The probability that a random tile is a 4."""
    @property
    def name(self) -> str:
        """The name in URLs and file names, such as ``3x3_to_512``."""
    def solve(
        self,
        *,
        threads: int | None = None,
        precision: Precision = "double",
        memory_limit: int | None = None,
        progress: Report = None,
    ) -> Solution:
        """Solve the game exactly, to rounding.

        Other threads of Python run meanwhile, and Ctrl-C stops the solve.

        Args:
            threads: 1 or more; ``None`` for as many as the machine has. The result is the same.
            precision: ``"double"``, or ``"single"`` to hold values in half the memory.
            memory_limit: The bytes that the solve may use; ``None`` for all that are free: of the
                machine, of the control groups of the process, and under its resource limits. A game
                that :meth:`estimate` says to need more is refused before the solve begins.
            progress: ``True`` for a bar of tqdm, or a function that is called after each layer.

        Raises:
            ValueError: An argument is out of range; the text names the range.
            MemoryError: The game needs more memory than the limit, or than the system provides.
            Mdp2048Error: The game has more boards than can be numbered, or locked cells leave no
                action on any start board, or the threads of the solve cannot be started.
            KeyboardInterrupt: Ctrl-C was pressed.
        """
    def estimate(self, *, precision: Precision = "double") -> Estimate:
        """Estimate the states of the game and the memory of a solve, without solving.

        Args:
            precision: ``"double"`` or ``"single"``, as for :meth:`solve`.

        Raises:
            ValueError: The precision has another name.
            Mdp2048Error: The game has more boards than can be numbered.
        """
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class NativeAnswers:
    @property
    def game(self) -> Game: ...
    @property
    def kind(self) -> Literal["solution", "work folder", "packed", "text"]: ...
    @property
    def states(self) -> int: ...
    @property
    def value_error(self) -> float | None: ...
    @property
    def start_value(self) -> float | None: ...
    @property
    def start_loss(self) -> float | None: ...
    @property
    def has_losses(self) -> bool: ...
    @property
    def relative_bound(self) -> float | None: ...
    @property
    def precision(self) -> Precision: ...
    @property
    def layers(self) -> list[tuple[int, int]]: ...
    def values(
        self, keys: NDArray[np.uint64], nan: bool, loss: bool
    ) -> NDArray[np.float64]: ...
    def action_values(
        self, keys: NDArray[np.uint64], nan: bool, loss: bool
    ) -> NDArray[np.float64]: ...
    def regrets(self, keys: NDArray[np.uint64], nan: bool) -> NDArray[np.float64]: ...
    def best_actions(self, keys: NDArray[np.uint64], nan: bool) -> NDArray[np.int8]: ...
    def positions(self, keys: NDArray[np.uint64]) -> NDArray[np.int64]: ...
    def layer_keys(self, layer: int) -> NDArray[np.uint64]: ...
    def layer_values(self, layer: int, loss: bool) -> NDArray[np.float64]: ...
    def save(self, path: str) -> None: ...

def set_threads(threads: int | None) -> None:
    """Set the number of threads that answer questions, and of solves that do not name one.

    Args:
        threads: 1 or more; ``None`` for as many as the machine has, as at first.
    """

def solve(
    game: Game,
    threads: int | None,
    precision: Precision,
    memory_limit: int | None,
    progress: _Report,
) -> NativeAnswers: ...
def estimate(game: Game, precision: Precision) -> tuple[int, int, int, int]: ...
def open(path: str, game: Game | None) -> NativeAnswers: ...
def keys_of_exponents(exponents: NDArray[np.uint8]) -> NDArray[np.uint64]: ...
def keys_of_faces(faces: NDArray[np.int64]) -> NDArray[np.uint64]: ...
def keys_of_text(game: Game, texts: list[str]) -> NDArray[np.uint64]: ...
def text_of_keys(game: Game, keys: NDArray[np.uint64]) -> list[str]: ...
def exponents_of_keys(cells: int, keys: NDArray[np.uint64]) -> NDArray[np.uint8]: ...
def allowed_actions(game: Game, keys: NDArray[np.uint64]) -> NDArray[np.bool_]: ...
def evaluate(
    solution: NativeAnswers,
    policy: str
    | NativeAnswers
    | NDArray[np.int8]
    | NDArray[np.float64]
    | Callable[[NDArray[np.uint64]], NDArray[np.float64]],
    symmetric: bool,
    visits: bool,
    limits: tuple[int, int],
    progress: _Report,
) -> dict[str, Any]: ...
def agents() -> list[tuple[str, str, list[tuple[str, str]]]]: ...
def sample_games(
    solution: NativeAnswers, games: int, seed: int, exploration: float
) -> Moves: ...
def pack(
    solution: NativeAnswers,
    path: str,
    threshold: float,
    values: ValuesHeld | None,
    tolerance: float | None,
) -> NativeAnswers: ...
def export(
    solution: NativeAnswers, path: str, format: Format, progress: _Report
) -> None: ...
def verify(
    path: str,
    against: NativeAnswers | None,
    samples: int | None,
    threads: int | None,
    progress: _Report,
) -> dict[str, Any]: ...
def distribution(
    solution: NativeAnswers, of: Statistic, progress: _Report
) -> tuple[NDArray[np.uint32], NDArray[np.float64], float, float]: ...
def value_under(
    solution: NativeAnswers,
    objective: Objective,
    target: int | None,
    discount: float | None,
    progress: _Report,
) -> tuple[float, float | None]: ...

#: The numerator and the denominator of a fraction in hexadecimal digits.
_Digits: TypeAlias = tuple[str, str]

class NativeExact:
    def __new__(cls, game: Game) -> NativeExact: ...
    @property
    def start_value(self) -> _Digits: ...
    def value(self, board: str | NDArray[np.integer[Any]]) -> _Digits: ...
    def action_values(
        self, board: str | NDArray[np.integer[Any]]
    ) -> list[_Digits | None]: ...

def wrong_row(probabilities: NDArray[np.float64]) -> int | None: ...

#: By game: the boards as exponents, the masks of allowed actions, the seeds, the numbers of moves
#: and the scores; with a solution the values, the probabilities of losing and the regrets.
Observed: TypeAlias = tuple[
    NDArray[np.uint8],
    NDArray[np.int8],
    NDArray[np.int64],
    NDArray[np.int64],
    NDArray[np.int64],
    tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]] | None,
]

class Games:
    def __new__(
        cls,
        game: Game,
        count: int,
        autoreset: str,
        not_allowed: str,
        most_steps: int,
        solution: NativeAnswers | None,
    ) -> Games: ...
    def begin(self, at: NDArray[np.int64], seeds: NDArray[np.uint32]) -> Observed: ...
    def begin_on(self, at: int, seed: int, board: str | NDArray[np.uint8]) -> Observed: ...
    def step(
        self, actions: NDArray[np.int64], draw: Callable[[int], NDArray[np.uint32]]
    ) -> tuple[
        NDArray[np.float64],
        NDArray[np.bool_],
        NDArray[np.bool_],
        Observed,
        tuple[NDArray[np.int64], Observed] | None,
    ]: ...
    def observed(self) -> Observed: ...

class Slides:
    """What every action does to the boards of a game."""

    def __new__(cls, game: Game) -> Slides: ...
    def afterstates(
        self, exponents: NDArray[np.uint8]
    ) -> tuple[NDArray[np.uint8], NDArray[np.uint32], NDArray[np.bool_]]:
        """Return what each action makes of boards, before the random tile.

        Args:
            exponents: The boards, shape ``(n, rows, columns)``, contiguous.

        Returns:
            The exponents after each action, shape ``(n, 4, rows, columns)``, those before it where
            the action is not allowed; the points of its merges, ``(n, 4)``; and whether it is
            allowed, ``(n, 4)``.

        Raises:
            TypeError: The boards are no array of three axes of uint8.
            ValueError: The boards have another shape or other locked cells, or an exponent is
                above 15.
        """
