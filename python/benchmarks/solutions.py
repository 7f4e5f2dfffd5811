"""Times of questions and of exact evaluations of 3x3 to 512.

``python solutions.py``. Every row asserts its answer before it is measured.

Times are of the process's CPU (user and system) as well as of the clock, because machines are
shared; each is the best of five rounds, on one thread.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

import mdp2048
from mdp2048.envs import Slides

BOARD, TARGET = "3x3", 512

#: The states and the start value, which the solver's own tests assert too.
STATES, START = 12_789_511, 0.736774177023


def measured(name: str, run: Callable[[], object]) -> None:
    """Prints the best of five rounds in seconds."""
    clock, cpu = [], []
    for _ in range(5):
        begin = time.perf_counter(), time.process_time()
        run()
        clock.append(time.perf_counter() - begin[0])
        cpu.append(time.process_time() - begin[1])
    print(f"{name:44} {min(cpu):6.3f} CPU s, {min(clock):6.3f} s by the clock")


def random_boards(states: NDArray[np.uint8], count: int) -> NDArray[np.uint8]:
    """Random states, each as a random one of its images."""
    rng = np.random.default_rng(1)
    boards = states[rng.integers(len(states), size=count)]
    turned = [np.rot90(boards, turn, (1, 2)) for turn in range(4)]
    images = np.stack(turned + [image[:, :, ::-1] for image in turned])
    chosen: NDArray[np.uint8] = images[rng.integers(8, size=count), np.arange(count)]
    return chosen


def questions(solution: mdp2048.Solution, states: NDArray[np.uint8]) -> None:
    """Measures the answers for many boards."""
    boards = random_boards(states, 1_000_000)
    found = solution.action_values(exponents=boards)
    assert np.array_equal(np.nanmax(found, axis=1), solution.values(exponents=boards))
    measured("values of 1 M random boards", lambda: solution.values(exponents=boards))
    measured("action_values of 1 M random boards", lambda: solution.action_values(exponents=boards))


def evaluations(solution: mdp2048.Solution, states: NDArray[np.uint8]) -> None:
    """Measures exact evaluations of tables."""
    best = solution.best_actions(exponents=states)
    found = solution.evaluate(best)
    assert abs(found.value - START) < 1e-12 and abs(found.regret) < 1e-12
    measured(f"evaluate the best actions ({found.boards:,})", lambda: solution.evaluate(best))
    allowed = Slides(solution.game).afterstates(states)[2]
    uniform = allowed / allowed.sum(axis=1, keepdims=True)
    found = solution.evaluate(uniform)
    assert abs(found.value + found.regret - START) < 1e-12 and found.boards == STATES
    measured(f"evaluate random actions ({found.boards:,})", lambda: solution.evaluate(uniform))


def main() -> None:
    mdp2048.set_threads(1)
    solution = mdp2048.Game(BOARD, target=TARGET).solve(threads=1)
    assert solution.state_count == STATES and abs(solution.start_value - START) < 1e-12
    states = solution.states()
    questions(solution, states)
    evaluations(solution, states)


if __name__ == "__main__":
    main()
