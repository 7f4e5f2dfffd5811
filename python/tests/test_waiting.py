"""Work that asks Python, and Python that asks meanwhile: nothing waits for ever."""

from __future__ import annotations

import pytest
from programs import PLACES, run, seconds_to_end

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
