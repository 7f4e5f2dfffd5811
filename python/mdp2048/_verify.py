"""Files of solutions verified."""

from __future__ import annotations

import os
from dataclasses import dataclass

from . import _native
from ._progress import Report, reporter
from ._types import FilePath


@dataclass(frozen=True)
class Verification:
    """What a verification found.

    Attributes:
        states: The number of states checked.
        lost: The number of reachable lost boards.
        max_residual: The largest difference between a value and the best of its action values, in
            the unit of the stored values.
        max_relative_residual: The largest such difference relative to the value.
        tolerance: The largest relative difference that rounding explains; a larger one is a fault.
        fault_count: The number of faults.
        faults: The first faults in words.
    """

    states: int
    lost: int
    max_residual: float
    max_relative_residual: float
    tolerance: float
    fault_count: int
    faults: list[str]

    @property
    def ok(self) -> bool:
        """Whether there are no faults."""
        return self.fault_count == 0


def verify(
    path: FilePath, *, threads: int | None = None, progress: Report = None
) -> Verification:
    """Verify the file of a solution independently of the solver.

    Its states must be exactly the reachable ones, and each value the best of its action values,
    computed from the values of its successors by the rules. Policies, work folders and certificates
    are verified by ``mdp2048 verify`` on the command line.

    Args:
        path: What :meth:`Solution.save` or ``mdp2048 solve`` has written.
        threads: 1 or more; ``None`` for as many as the machine has.
        progress: As for :func:`mdp2048.solve`.

    Raises:
        OSError: There is no such file, or it cannot be read.
        Mdp2048Error: The file is damaged, or not that of a solution.
        KeyboardInterrupt: Ctrl-C was pressed.
    """
    with reporter(progress) as report:
        return Verification(**_native.verify(os.fsdecode(path), threads, report))
