"""Work that asks Python, and Python that asks meanwhile: nothing waits for ever."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable

import numpy as np
import pytest
from programs import PLACES, run, seconds_to_end

import mdp2048

SETUP = """
import threading
import numpy as np

game = mdp2048.Game("2x2", target=32)
solution = game.solve()
expected = solution.start_value
many = np.tile(solution.states(), (1000, 1, 1))

def best(boards):
    return solution.best_actions(exponents=boards)

def evaluate(policy=best):
    assert abs(solution.evaluate(policy).value - expected) < 1e-12

def ask(_=None):
    assert len(solution.action_values(exponents=many)) == len(many)

def at_once(*functions):
    errors = []
    def called(function):
        try:
            function()
        except BaseException as error:
            errors.append(error)
    threads = [threading.Thread(target=called, args=(it,)) for it in functions[1:]]
    for thread in threads:
        thread.start()
    try:
        functions[0]()
    finally:
        for thread in threads:
            thread.join()
    assert not errors, errors

def nested_evaluation():
    def policy(boards):
        evaluate()
        return best(boards)
    evaluate(policy)

def nested_solve():
    def policy(boards):
        assert game.solve().start_value == expected
        return best(boards)
    evaluate(policy)
"""

BODIES = {
    "an evaluation": "evaluate()",
    "an evaluation of an evaluation": "nested_evaluation()",
    "an evaluation that solves": "nested_solve()",
    "parallel evaluations": "at_once(*[evaluate] * 5)",
    "parallel nested evaluations": "at_once(nested_evaluation, nested_evaluation, nested_solve)",
    "an evaluation while others ask": "at_once(evaluate, ask, ask, ask, ask)",
    "a solve that asks": "game.solve(progress=ask)",
    "an evaluation that asks on progress": "solution.evaluate(best, progress=ask)",
}


@pytest.mark.parametrize("place", PLACES)
def test_work_that_asks_ends(place: str) -> None:
    lines = [f"{body}; print({name!r})" for name, body in BODIES.items()]
    assert run("\n".join([SETUP, *lines]), place).splitlines() == list(BODIES)


#: Seconds in which Ctrl-C ends a program, on a machine that others use too.
PROMPTLY = 5.0


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", BODIES)
def test_ctrl_c_ends_work_that_asks(name: str, place: str) -> None:
    forever = f"print('begun', flush=True)\nwhile True:\n    {BODIES[name]}\n"
    assert seconds_to_end(SETUP + forever, place, 0.3) < PROMPTLY


@pytest.mark.parametrize("place", PLACES)
def test_ctrl_c_ends_a_long_evaluation(place: str) -> None:
    """Most of its time is in native code, without a report."""
    program = """
solution = mdp2048.Game("3x3", target=128).solve()
print("begun", flush=True)
while True:
    solution.evaluate(lambda keys: solution.best_actions(keys=keys), boards="keys")
"""
    assert seconds_to_end(program, place, 1.0) < PROMPTLY


class Interrupted(Exception):
    """What the handler of a signal raises."""


def interrupt(*_: object) -> None:
    raise Interrupted


@pytest.mark.parametrize("name", ["values", "action_values", "best_actions", "positions"])
def test_a_signal_ends_a_question(solution: mdp2048.Solution, name: str) -> None:
    layers = [layer.keys for layer in solution.columns()]
    keys = np.resize(np.concatenate(layers), 6_000_000)
    ask: Callable[..., object] = getattr(solution, name)

    def seconds(alarm: float) -> float:
        begun = time.perf_counter()
        signal.setitimer(signal.ITIMER_REAL, alarm)
        try:
            ask(keys=keys)
        except Interrupted:
            assert alarm > 0.0
        else:
            assert alarm == 0.0, "the question was answered to its end"
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0.0)
        return time.perf_counter() - begun

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        whole = seconds(0.0)
        # A part of it is a twelfth of the whole.
        assert seconds(0.1 * whole) < 0.6 * whole
    finally:
        signal.signal(signal.SIGALRM, before)
