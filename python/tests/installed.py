"""Tests the package where a wheel of it is installed, and nothing else but NumPy.

``cargo xtask wheel`` runs it in an empty environment.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

import mdp2048

#: Imports NumPy, and then the package; prints the CPU seconds of each.
IMPORTS = """
import time
begin = time.process_time()
import numpy
between = time.process_time()
import mdp2048
print(between - begin, time.process_time() - between)
"""

#: The most CPU seconds of the import of the package, and without that of NumPy.
MOST, MOST_OF_ITS_OWN = 0.15, 0.04


def main() -> None:
    folder = Path(mdp2048.__file__).parent
    assert folder.is_relative_to(sys.prefix), f"{folder} is not the installed package"
    assert (folder / "py.typed").is_file() and (folder / "_native.pyi").is_file()
    solution = mdp2048.Game("2x3", target=64).solve()
    assert abs(solution.start_value - 0.9392636924308) < 1e-12
    assert solution.evaluate("greedy").regret > 0.5
    with tempfile.TemporaryDirectory() as place:
        path = Path(place, "64.solution")
        solution.save(path)
        assert mdp2048.verify(path).ok
    imports = [
        list(map(float, subprocess.check_output([sys.executable, "-c", IMPORTS]).split()))
        for _ in range(9)
    ]
    whole, own = min(map(sum, imports)), min(own for _, own in imports)
    print(f"import mdp2048: {whole:.3f} CPU s, of which {own:.3f} are its own")
    assert own < MOST_OF_ITS_OWN, f"more than {MOST_OF_ITS_OWN} CPU s"
    # NumPy alone may take longer on a slow machine.
    assert whole < MOST or whole - own > MOST - MOST_OF_ITS_OWN, f"more than {MOST} CPU s"


if __name__ == "__main__":
    main()
