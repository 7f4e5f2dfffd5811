"""Compares the optima of the solver with those of the model checker Storm on exported games.

``python storm.py PROGRAM``, where the program is a release build of ``mdp2048``; ``stormpy`` 2.0.0,
``umbi`` 0.2.5 and ``bitstring`` 4 must be installed. Storm reads each game in both formats, and
``umbi`` reads the second of small games.
"""

import json
import subprocess
import sys
import tempfile
import time
from fractions import Fraction
from pathlib import Path

import stormpy
import umbi

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
        archive = Path(folder, "game.umb")
        run(program, "export", solution, "--format", "umb", "--out", archive)
        reading = stormpy.io.UmbImportOptions()
        reading.value_type = getattr(type(reading.value_type), "RATIONAL" if is_exact else "DOUBLE")
        same = stormpy.build_model_from_umb(archive, options=reading)
        property_ = stormpy.parse_properties(text)[0]
        from_umb = str(stormpy.model_checking(same, property_).get_value(same.initial_states[0]))
        build = stormpy.build_model_from_drn
        begin = time.process_time()
        model = (build[stormpy.Rational] if is_exact else build)(str(model_file))
        loaded = time.process_time()
        result = stormpy.model_checking(model, property_)
        solved = time.process_time()
        storm = str(result.get_value(model.initial_states[0]))
        difference = abs(float(Fraction(storm)) - ours["start_value"])
        print(f"{options}: Storm {storm}, ours {ours['start_value']}, difference {difference:.0e}")
        print(f"  CPU s: loading {loaded - begin:.3f}, solving {solved - loaded:.3f}, "
              f"ours {ours['cpu_seconds']:.3f} with the file")
        assert float(Fraction(from_umb)) == float(Fraction(storm)), from_umb
        sizes = (model.nr_states, model.nr_choices, model.nr_transitions)
        assert (same.nr_states, same.nr_choices, same.nr_transitions) == sizes
        if is_exact:  # `umbi` makes a fraction of Python of each probability.
            read = umbi.umb.read(archive, strict=True).index.transition_system
            assert (read.num_states, read.num_choices, read.num_branches) == sizes
        assert difference <= 1e-9 * max(ours["start_value"], 1.0)
        if is_exact and text is WON:
            assert run(program, "verify", solution)["exact_start"] == storm
