"""What a wheel says of the package."""

from __future__ import annotations

import ast
import builtins
import inspect
import subprocess
import sys
from pathlib import Path

import mdp2048

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


def test_a_star_import_hides_no_function_of_python() -> None:
    names: dict[str, object] = {}
    exec("from mdp2048 import *", names)
    del names["__builtins__"]
    assert not set(names) & set(dir(builtins))
    assert "Game" in names and "keys_of" not in names
    assert [name for name in names if name.startswith("_")] == ["__version__"]


def test_signatures_are_those_of_the_stubs() -> None:
    """What ``help`` shows of native methods is what type checkers read."""
    stubs = (PYTHON / "mdp2048/_native.pyi").read_text(encoding="utf-8")
    tree = ast.parse(stubs)
    games = [it for it in tree.body if isinstance(it, ast.ClassDef) and it.name == "Game"]
    methods = {it.name: it for it in games[0].body if isinstance(it, ast.FunctionDef)}
    for name, found in {
        "__new__": inspect.signature(mdp2048.Game),
        "solve": inspect.signature(mdp2048.Game.solve),
        "estimate": inspect.signature(mdp2048.Game.estimate),
    }.items():
        arguments = methods[name].args
        by_position = [it.arg for it in arguments.args[1:]]
        kinds = {it.name: it.kind for it in found.parameters.values() if it.name != "self"}
        assert list(kinds) == by_position + [it.arg for it in arguments.kwonlyargs]
        for parameter in arguments.kwonlyargs:
            assert kinds[parameter.arg] == inspect.Parameter.KEYWORD_ONLY
        written = [*arguments.defaults, *arguments.kw_defaults]
        defaults = [it.default for it in found.parameters.values() if it.name != "self"]
        assert [ast.literal_eval(it) for it in written if it is not None] == defaults


def test_the_import_loads_little() -> None:
    """Most of its time is NumPy's; other libraries are imported where they are used."""
    program = "import sys, mdp2048; print(*sys.modules)"
    command = [sys.executable, "-c", program]
    found = subprocess.run(command, cwd=PYTHON, check=True, capture_output=True, text=True)
    loaded = set(found.stdout.split())
    assert "numpy" in loaded
    assert not loaded & {"gymnasium", "pandas", "pyarrow", "tqdm", "typing_extensions", "fractions"}
