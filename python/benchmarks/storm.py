"""Compares the optima of the solver with those of the model checker Storm on exported games.

``python storm.py PROGRAM``, where the program is a release build of ``mdp2048``; ``stormpy`` 2.0.0
must be installed.
"""

import json
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import stormpy

#: The options of each game, the property that Storm computes, and whether it computes fractions.
WON = 'Pmax=? [F "won"]'
SCORE = 'R{"points"}max=? [F "won" | "lost"]'
MOVES = 'R{"moves"}max=? [F "won" | "lost"]'
GAMES = [
    ("--board 2x2 --target 8", WON, True),
    ("--board 2x2 --target 16", WON, True),
    ("--board 2x2 --target 32", WON, True),
    ("--board 2x2 --objective score", SCORE, True),
    ("--board 3x3 --target 16", WON, False),
    ("--board 3x3 --target 16 --objective moves", MOVES, False),
    ("--board 3x3 --target 64 --objective score", SCORE, False),
    ("--board 3x3 --target 64", WON, False),
]


def run(*command: str | Path) -> dict:
    """The JSON that a command prints."""
    printed = subprocess.run([*command, "--json"], check=True, stdout=subprocess.PIPE)
    return json.loads(printed.stdout)


program = sys.argv[1]
for options, text, is_exact in GAMES:
    with tempfile.TemporaryDirectory() as folder:
        solution, model_file = Path(folder, "game.solution"), Path(folder, "game.drn")
        ours = run(program, "solve", *options.split(), "--threads", "1", "--out", solution)
        run(program, "export", solution, "--format", "drn", "--out", model_file)
        build = stormpy.build_model_from_drn
        begin = time.process_time()
        model = (build[stormpy.Rational] if is_exact else build)(str(model_file))
        loaded = time.process_time()
        result = stormpy.model_checking(model, stormpy.parse_properties(text)[0])
        solved = time.process_time()
        storm = str(result.get_value(model.initial_states[0]))
        difference = abs(float(Fraction(storm)) - ours["start_value"])
        print(f"{options}: Storm {storm}, ours {ours['start_value']}, difference {difference:.0e}")
        print(f"  CPU s: loading {loaded - begin:.3f}, solving {solved - loaded:.3f}, "
              f"ours {ours['cpu_seconds']:.3f} with the file")
        assert difference <= 1e-9 * max(ours["start_value"], 1.0)
        if is_exact and text is WON:
            assert run(program, "verify", solution)["exact_start"] == storm
