"""What a wheel says of the package."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PYTHON = Path(__file__).resolve().parents[1]


def test_a_wheel_has_the_licences_and_the_authors(tmp_path: Path) -> None:
    maturin = Path(sys.executable).with_name(f"maturin{Path(sys.executable).suffix}")
    command: list[str | Path] = [maturin, "pep517", "write-dist-info"]
    command += ["--metadata-directory", tmp_path, "--interpreter", sys.executable]
    subprocess.run(command, cwd=PYTHON, check=True, capture_output=True)
    (info,) = tmp_path.iterdir()
    metadata = (info / "METADATA").read_text(encoding="utf-8")
    assert "\nAuthor: The mdp2048 developers\n" in metadata
    assert "\nLicense-Expression: MIT OR Apache-2.0\n" in metadata
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        assert f"\nLicense-File: {name}\n" in metadata
        assert (info / "licenses" / name).read_bytes() == (PYTHON.parent / name).read_bytes()


def test_the_module_in_the_name_of_an_environment_is_its_import() -> None:
    program = 'import gymnasium; gymnasium.make("mdp2048.envs:mdp2048/Game-v0", board="2x2", target=8)'
    subprocess.run([sys.executable, "-W", "error", "-c", program], cwd=PYTHON, check=True)
