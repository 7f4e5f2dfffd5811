"""2048 with a known optimum: exact values, regrets and policies of small games.

>>> import mdp2048
>>> game = mdp2048.Game("2x2", target=16)
>>> solution = game.solve()
>>> round(float(solution.start_value), 6)
0.962511
>>> solution.best_actions("0 2/8 4")
np.int8(3)
"""

from ._answers import Action
from ._boards import allowed_actions, exponents_of, faces_of, text_of
from ._columns import Columns, Layer
from ._native import Game, Mdp2048Error, __version__, set_threads
from ._open import open as open
from ._progress import Progress
from ._types import Moves
from ._verify import Verification, verify
from .evaluation import Agent, Comparison, CostlyState, Evaluation, agents, compare
from .exact import ExactSolution
from .policy import PackedPolicy, WorkFolder
from .solution import Distribution, Estimate, PolicyValue, Solution

# Without `open`: a star import would hide the function of Python.
__all__ = [
    "Action",
    "Agent",
    "Columns",
    "Comparison",
    "CostlyState",
    "Distribution",
    "Estimate",
    "Evaluation",
    "ExactSolution",
    "Game",
    "Layer",
    "Mdp2048Error",
    "Moves",
    "PackedPolicy",
    "PolicyValue",
    "Progress",
    "Solution",
    "Verification",
    "WorkFolder",
    "__version__",
    "agents",
    "allowed_actions",
    "compare",
    "exponents_of",
    "faces_of",
    "set_threads",
    "text_of",
    "verify",
]
