"""Files and work folders verified."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal

from . import _native
from ._progress import Report, reporter
from ._types import FilePath
from .solution import Solution


@dataclass(frozen=True)
class Verification:
    """What a verification found.

    Attributes:
        kind: What was verified: ``"solution"``, ``"policy"``, ``"work folder"`` or
            ``"certificate"``.
        states: The number of states checked; of a certificate, the number of boards.
        fault_count: The number of faults.
        faults: The first faults in words.
        lost: Of a solution, the number of reachable lost boards.
        max_residual: Of a solution, the largest difference between a value and the best of its
            action values, as stored.
        max_relative_residual: Of a solution, the largest such difference relative to the value.
        tolerance: Of a solution, the largest relative difference that rounding explains; a larger
            one is a fault.
        finished: Of a work folder, whether its solve has ended.
        win_probability: Of a certificate, the probability with which its policy wins, rounded down.
        max_error: Of a policy with values that is compared with a solution, the largest difference
            between a value and that of the solution.
    """

    kind: Literal["solution", "policy", "work folder", "certificate"]
    states: int
    fault_count: int
    faults: list[str]
    lost: int | None = None
    max_residual: float | None = None
    max_relative_residual: float | None = None
    tolerance: float | None = None
    finished: bool | None = None
    win_probability: float | None = None
    max_error: float | None = None

    @property
    def ok(self) -> bool:
        """Whether there are no faults."""
        return self.fault_count == 0


def verify(
    path: FilePath,
    *,
    against: Solution | None = None,
    samples: int | None = 1000,
    threads: int | None = None,
    progress: Report = None,
) -> Verification:
    """Verify a file or a work folder independently of the solver.

    - The states of a solution must be exactly the reachable ones, and each value the best of its
      action values, computed from the values of its successors by the rules.
    - The checksums of a work folder must be right, and random states of each layer, or all, must
      follow the rules.
    - The policy of a certificate must win as often as it says.
    - The checksums of a packed policy must be right. ``against`` the solution of its game in double
      precision, it must have the states that its threshold keeps, and the action of each. Values
      and regrets must be as exact as it says.

    Args:
        path: What ``mdp2048 solve``, ``pack`` or ``certify`` has written, or the methods of a
            :class:`Solution`.
        against: Of a packed policy, the solution that it was packed from.
        samples: The states of each layer of a work folder that are checked; ``None`` for all.
        threads: Of a solution: 1 or more; ``None`` for as many as the machine has.
        progress: As for :meth:`Game.solve`, but for certificates and for policies without a
            solution.

    Raises:
        OSError: There is no such file, or it cannot be read.
        Mdp2048Error: The file is damaged, of another kind, or of another game than the solution.
        ValueError: An argument is out of range, or does not go with the file.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    if samples is not None and samples < 1:
        raise ValueError(f"samples={samples}: check 1 state or more, or None for all")
    other = None if against is None else against._opened()
    with reporter(progress) as report:
        return Verification(**_native.verify(os.fsdecode(path), other, samples, threads, report))
