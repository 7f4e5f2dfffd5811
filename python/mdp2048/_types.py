"""The names that arguments and results have."""

from __future__ import annotations

from typing import Literal, TypeAlias

#: What an optimal policy optimises.
Objective: TypeAlias = Literal["win", "score", "moves", "fewest"]

#: How values are stored.
Precision: TypeAlias = Literal["double", "single"]

#: What a policy that is a function is called with.
Boards: TypeAlias = Literal["exponents", "faces", "keys"]
