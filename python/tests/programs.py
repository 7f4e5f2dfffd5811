"""Programs that run in a process of their own, so that one that hangs fails its test."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

#: The folder of the package, in which the programs run.
FOLDER = Path(__file__).resolve().parents[1]

#: Seconds after which a program hangs. The longest takes a few seconds on a machine of its own.
LIMIT = 180

#: How many cores a program has, or how many threads answer questions.
PLACES = ["one core", "two cores", "one thread"]


def placed(program: str, place: str) -> list[str]:
    """Return the command that runs a program with these cores or threads."""
    lines = ["import os, signal", "signal.signal(signal.SIGINT, signal.default_int_handler)"]
    # Where a process cannot be kept to a core, it has all of them.
    if place != "one thread" and hasattr(os, "sched_setaffinity"):
        cores = sorted(os.sched_getaffinity(0))[: 1 if place == "one core" else 2]
        lines.append(f"os.sched_setaffinity(0, {cores})")
    lines.append("import mdp2048")
    if place == "one thread":
        lines.append("mdp2048.set_threads(1)")
    return [sys.executable, "-c", "\n".join([*lines, program])]


def run(program: str, place: str, **environment: str) -> str:
    """Run a program to its end, with further environment variables, and return what it prints."""
    command = placed(program, place)
    variables = {**os.environ, **environment}
    found = subprocess.run(
        command, cwd=FOLDER, env=variables, capture_output=True, text=True, timeout=LIMIT
    )
    assert found.returncode == 0, found.stderr
    return found.stdout


def seconds_to_end(program: str, place: str, wait: float) -> float:
    """Send Ctrl-C to a program, some seconds after it prints a line, and return how long it lives.

    It must end by ``KeyboardInterrupt``.
    """
    command = placed(program, place)
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=FOLDER, stdout=pipe, stderr=pipe, text=True) as process:
        try:
            assert process.stdout is not None
            first = process.stdout.readline()
            time.sleep(wait)
            assert process.poll() is None, "the program ended before the signal"
            sent = time.perf_counter()
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=LIMIT)
            took = time.perf_counter() - sent
        finally:
            process.kill()
    assert first, errors
    assert errors.rstrip().endswith("KeyboardInterrupt"), errors
    return took
