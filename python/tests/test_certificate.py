"""The script that checks certificates, beside ``mdp2048 verify``."""

from __future__ import annotations

import importlib.util
import io
import json
import struct
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import ModuleType

import pytest
from conftest import ROOT

SCRIPT = ROOT / "docs/check_certificate.py"

#: Bytes before the payload, and before the records of layers.
FRAME, RECORDS = 18, 37

#: A certificate with few bytes, and some with other boards and random tiles.
SMALL = "--agent greedy --board 2x2 --target 16 --join 1e-2"
OTHERS = [
    "--agent greedy --board 2x3 --target 32 --join 1e-4",
    "--agent greedy --board 4x2 --target 32 --join 1e-4 --spawn-four 0.25",
    "--agent greedy --board 3x3 --target 32 --join 1e-4 --spawn-four 0",
    "--agent greedy --board 3x3 --target 16 --join 1e-4 --spawn-four 1",
    "--agent learned:plies=1:tolerance=0.1 --target 32 --join 1e-4",
]


def script() -> ModuleType:
    """Return the script as a module."""
    spec = importlib.util.spec_from_file_location("check_certificate", SCRIPT)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def certificate(program: Path, arguments: str, path: Path) -> bytes:
    """Return the bytes of a new certificate."""
    command = [str(program), "certify", *arguments.split(), "--out", str(path)]
    subprocess.run(command, check=True, capture_output=True)
    return path.read_bytes()


def summed(data: bytes) -> bytes:
    """Return a certificate with right checksums."""
    end = FRAME + struct.unpack("<I", data[10:14])[0]
    header, bits = bytearray(data[:end]), data[end:]
    for at in range(RECORDS, len(header) - 19, 20):
        reached, actions = struct.unpack_from("<QQ", header, at)
        length = (reached + 7) // 8 + (actions + 3) // 4
        struct.pack_into("<I", header, at + 16, zlib.crc32(bits[:length]))
        bits = bits[length:]
    struct.pack_into("<I", header, 14, zlib.crc32(header[FRAME:]))
    return bytes(header) + data[end:]


def changed(data: bytes) -> Iterator[bytes]:
    """Yield certificates that are wrong or nearly right."""
    yield from (data[:length] for length in range(0, len(data), 3))
    yield data + b"\0"
    for at, byte in enumerate(data):
        for bit in [1, 16]:
            change = data[:at] + bytes([byte ^ bit]) + data[at + 1 :]
            yield change
            yield summed(change)
    bound = struct.unpack("<I", data[25:29])[0]
    for error in [-1000, -100, -1, 0, 1, 2, 3, 5, 8, 13, 21, 100]:
        yield summed(data[:25] + struct.pack("<I", bound + error) + data[29:])


def test_the_script_accepts_and_refuses_what_verify_does(program: Path, tmp_path: Path) -> None:
    follow, path = script().check, tmp_path / "c"
    data = certificate(program, SMALL, path)
    accepted = 0
    for number, case in enumerate(changed(data)):
        path.write_bytes(case)
        verified = subprocess.run([program, "verify", path], capture_output=True)
        try:
            follow(io.BytesIO(case))
            accepts = True
        except ValueError:
            accepts = False
        assert accepts == (verified.returncode == 0), (number, verified.stderr)
        accepted += accepts
    assert accepted >= 3


@pytest.mark.parametrize("arguments", OTHERS)
def test_the_script_finds_the_same_probability(
    program: Path, tmp_path: Path, arguments: str
) -> None:
    path = tmp_path / "c"
    won, bound, game = script().check(io.BytesIO(certificate(program, arguments, path)))
    command = [str(program), "verify", str(path), "--json"]
    verified = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    assert won / 2**63 == pytest.approx(verified["won"], rel=1e-15, abs=0)
    assert bound / (2**32 - 1) == pytest.approx(verified["proven"], rel=1e-15, abs=0)
    assert won > 0
    assert game.split(" with ")[0] in verified["game"], (game, verified)


def test_sampled_games_agree_with_the_bound(program: Path, tmp_path: Path) -> None:
    module, random, policy = script(), Random(2048), {}
    board = module.Board(2, 3)
    move = module.Board.move

    def noted(board: object, key: int, action: int) -> tuple[int, int]:
        policy[key] = action
        after, made = move(board, key, action)
        return after, made

    module.Board.move = noted
    data = certificate(program, "--agent greedy --board 2x3 --target 32 --join 1e-4", tmp_path / "c")
    won, _, _ = module.check(io.BytesIO(data))
    games, wins, target = 4000, 0, 5
    for _ in range(games):
        tiles = random.choices([1, 2], [0.9, 0.1], k=2)
        key, made = random.choice(board.spawns(tiles[0] << random.choice(board.shift), tiles[1])), 0
        while made < target and key in policy:
            after, made = move(board, key, policy[key])
            tile = random.choices([1, 2], [0.9, 0.1])[0]
            key = random.choice(board.spawns(after, tile))
        wins += made >= target
    chance = won / 2**63
    deviation = (chance * (1 - chance) / games) ** 0.5
    assert 0.9 < chance < 0.99 and abs(wins / games - chance) < 3.5 * deviation


def test_the_script_is_a_program(program: Path, tmp_path: Path) -> None:
    path = tmp_path / "c"
    data = certificate(program, SMALL, path)
    run = [sys.executable, str(SCRIPT), str(path)]
    found = subprocess.run(run, capture_output=True, text=True)
    assert found.returncode == 0 and "2x2 to 16 with a 4 at 0.1: won" in found.stdout, found
    path.write_bytes(data[:-1])
    found = subprocess.run(run, capture_output=True, text=True)
    assert found.returncode == 1 and found.stderr == "refused: the file is cut short\n"
    assert len(SCRIPT.read_text().splitlines()) <= 160
