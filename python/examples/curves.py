"""Learning curves without sampling: the exact regret of a policy while it learns."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mdp2048

#: From boards ``(n, rows, columns)``, as exponents, to actions ``(n,)``.
Policy = Callable[[NDArray[np.uint8]], NDArray[np.int64]]


@dataclass
class Curve:
    """The exact regret of a policy, by the number of training steps.

    The regret is what the policy's expected result from the start is below the optimum, in the
    unit of the objective: for the objective ``"win"``, a probability.
    """

    solution: mdp2048.Solution
    name: str
    steps: list[int] = field(default_factory=list)
    regrets: list[float] = field(default_factory=list)

    def add(self, steps: int, policy: Policy) -> None:
        """Values the policy of this moment."""
        result = self.solution.evaluate(policy)
        self.steps.append(steps)
        self.regrets.append(float(result.regret))
        print(f"{self.name}: {steps:9,} steps, value {result.value:.6f}, regret {result.regret:.2e}")


def checkpoints(steps: int, count: int = 12) -> Iterator[int]:
    """Numbers of steps up to a number, evenly spaced by ratio."""
    return iter(sorted({round(steps ** (at / count)) for at in range(count // 3, count + 1)}))


def draw(curves: list[Curve], path: str) -> None:
    """Writes a plot of curves, which needs Matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4), layout="constrained")
    plot_on(figure, curves)
    figure.savefig(path)
    print(f"wrote {path}")


def plot_on(figure: Any, curves: list[Curve]) -> None:
    """Draws curves on a figure of Matplotlib."""
    axes = figure.subplots()
    for curve in curves:
        # An optimal policy has no place on a logarithmic axis: its point is at the lower edge.
        axes.plot(curve.steps, np.maximum(curve.regrets, 1e-9), marker="o", label=curve.name)
    axes.set(xscale="log", yscale="log", xlabel="training steps", ylabel="exact regret")
    axes.grid(alpha=0.3)
    axes.legend()
