"""Peak memory of a solve whose values are all read as arrays, beside that of the command line.

``python memory.py PROGRAM``, where the program is a release build of ``mdp2048``. Linux counts the
memory of a process that starts another one as the other's, so this one imports nothing large.
"""

import os
import subprocess
import sys

#: The board, the target and the number of states.
GAMES = [("3x3", 512, 12_789_511), ("3x3", 1024, 25_179_012)]

#: Solves a game and reads each of its values once.
READ_ALL = """
import sys
import mdp2048
board, target, states = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
solution = mdp2048.Game(board, target=target).solve(threads=1)
count, largest = 0, 0.0
for layer in solution.columns():
    values = layer.values
    count, largest = count + len(values), max(largest, values.max())
assert (count, largest) == (states, 1.0)
"""


def peak(command: list[str]) -> float:
    """The peak memory of a process in MiB."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise SystemExit(f"{command[0]} failed")
    return used.ru_maxrss / 1024.0


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    bare = peak([sys.executable, "-c", "import mdp2048"])
    print(f"the interpreter with the package and NumPy: {bare:.1f} MiB")
    for board, target, states in GAMES:
        options = ["--board", board, "--target", str(target), "--threads", "1"]
        theirs = peak([sys.argv[1], "solve", *options, "--out", os.devnull])
        own = peak([sys.executable, "-c", READ_ALL, board, str(target), str(states)])
        print(
            f"{board} to {target}: command line {theirs:.1f} MiB, Python {own:.1f} MiB, "
            f"{own / theirs:.3f} times; {(own - bare) / theirs:.3f} times without the interpreter"
        )


if __name__ == "__main__":
    main()
