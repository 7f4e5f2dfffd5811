"""What several tests share."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import settings

import mdp2048

# Machines are shared, so an example may take any time.
settings.register_profile("shared", deadline=None)
settings.load_profile("shared")

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def solution() -> mdp2048.Solution:
    """2x3 to 64."""
    return mdp2048.Game("2x3", target=64).solve()


@pytest.fixture(scope="session")
def small() -> mdp2048.Solution:
    """2x2 to 16."""
    return mdp2048.Game("2x2", target=16).solve()


@pytest.fixture(scope="session")
def program() -> Path:
    """The program of the command line."""
    given = os.environ.get("MDP2048_PROGRAM")
    candidates = [Path(given)] if given else [ROOT / "target/debug/mdp2048"]
    for candidate in candidates:
        if candidate.is_file():
            return candidate
    raise FileNotFoundError(
        f"{candidates[0]} is missing: run `cargo build --package mdp2048`, or set MDP2048_PROGRAM"
    )


@pytest.fixture(scope="session")
def solved_file(program: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The solution file of 2x3 to 64 that the command line writes."""
    path = tmp_path_factory.mktemp("files") / "64.solution"
    subprocess.run(
        [program, "solve", "--board", "2x3", "--target", "64", "--out", path],
        check=True,
        capture_output=True,
    )
    return path
