"""Bad input raises exceptions that say what to do."""

from __future__ import annotations

import copy
import os
import pathlib
import pickle
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from programs import run

import mdp2048
from mdp2048.envs import GameEnv, Slides, VectorGames

GAME = mdp2048.Game("2x3", target=64)
SOLUTION = GAME.solve()
SMALL = mdp2048.Game("2x2", target=16).solve()


def test_shapes_and_types_are_checked(solution: mdp2048.Solution) -> None:
    with pytest.raises(ValueError, match=r"have the shape \(..., 2, 3\)"):
        solution.values(faces=np.zeros((3, 3), dtype=int))
    with pytest.raises(TypeError, match="the numbers are integers, not float64"):
        solution.values(faces=np.zeros((2, 3)))
    with pytest.raises(TypeError, match="the numbers are integers, not bool"):
        solution.values(exponents=np.zeros((2, 3), dtype=bool))
    with pytest.raises(TypeError, match="given once, .* not none"):
        solution.values()
    with pytest.raises(TypeError, match="given once, .* not faces and keys"):
        solution.values(faces=[[0, 2, 2], [0, 0, 0]], keys=[0])
    with pytest.raises(TypeError, match="name the argument of arrays"):
        solution.values(np.zeros((2, 3), dtype=int))
    with pytest.raises(ValueError, match="a cell of 3, which is not a tile"):
        solution.values(faces=[[0, 3, 2], [0, 0, 0]])
    with pytest.raises(ValueError, match="a cell is not from 0 to 15"):
        solution.values(exponents=[[0, 64, 2], [0, 0, 0]])
    with pytest.raises(ValueError, match="an exponent above 15"):
        solution.values(exponents=np.full((2, 3), 99, dtype=np.uint8))
    with pytest.raises(ValueError, match="more digits than a 2x3 board has cells"):
        solution.values(keys=[1 << 40])
    with pytest.raises(ValueError, match="a key is not negative"):
        solution.values(keys=[-1])
    with pytest.raises(ValueError, match="is a 2x2 board, but this is a game on 2x3"):
        solution.values("0 2/2 0")
    with pytest.raises(ValueError, match="'65' is not a tile"):
        solution.values("0 2 65/0 0 0")
    last = len(solution.tile_sums) - 1
    for layer in (-1, last + 1, 999, 10**30, -(10**30)):
        with pytest.raises(IndexError, match=f"layer {layer}: layers are numbered 0 to {last}$"):
            solution.states(layer)
    with pytest.raises(TypeError):
        solution.states(1.5)  # type: ignore[arg-type]
    assert len(solution.states(np.int64(last))) > 0  # type: ignore[arg-type]


def test_boards_that_are_no_states_are_named(solution: mdp2048.Solution) -> None:
    for text, reason in [
        ("0 0 0/0 0 0", "no game reaches it"),
        ("64 2 0/0 0 0", "the game is won there"),
        ("2 4 2/4 2 4", "the game is lost"),
    ]:
        for ask in (solution.values, solution.action_values, solution.regrets):
            with pytest.raises(ValueError, match=f"board 1, '{text}', is no state.*{reason}"):
                ask(["2 2 0/0 0 0", text])
        with pytest.raises(ValueError, match=reason):
            solution.best_actions(text)
        assert not solution.contains(text)
        assert np.isnan(solution.values(text, missing="nan"))
        assert np.isnan(solution.regrets(text, missing="nan")).all()
        assert solution.best_actions(text, missing="nan") == -1
    with pytest.raises(ValueError, match="'raise' or 'nan'"):
        solution.values("2 2 0/0 0 0", missing="none")  # type: ignore[call-overload]


def test_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        mdp2048.open(tmp_path / "none")
    with pytest.raises(ValueError, match="a folder without a solve"):
        mdp2048.open(tmp_path)
    path = tmp_path / "64.solution"
    SOLUTION.save(path)
    damaged = bytearray(path.read_bytes())
    damaged[-5] ^= 1
    path.write_bytes(damaged)
    with pytest.raises(mdp2048.Mdp2048Error, match=r"64.solution: .*(damaged|checksum)"):
        mdp2048.open(path)
    path.write_bytes(damaged[:100])
    with pytest.raises(mdp2048.Mdp2048Error, match="64.solution"):
        mdp2048.open(path)
    path.write_bytes(b"text")
    with pytest.raises(mdp2048.Mdp2048Error, match="64.solution"):
        mdp2048.open(path)
    with pytest.raises(OSError):
        SOLUTION.save(tmp_path / "no folder" / "64.solution")
    SOLUTION.save(path)
    with pytest.raises(ValueError, match="is of Game"):
        mdp2048.open(path, game=mdp2048.Game("2x2", target=8))
    with pytest.raises(ValueError, match="is a solution, not a policy: open it without kind="):
        mdp2048.open(path, kind=mdp2048.PackedPolicy)
    assert mdp2048.open(path, kind=mdp2048.Solution).start_value == SOLUTION.start_value
    with pytest.raises(TypeError, match="is no policy"):
        SOLUTION.evaluate(path)


def test_text_policies_need_their_game(program: Path, tmp_path: Path) -> None:
    solution, text = tmp_path / "64.solution", tmp_path / "64.txt"
    SOLUTION.save(solution)
    command: list[str | Path] = [program, "pack", solution, "--out", text]
    command += ["--format", "twenty48"]
    subprocess.run(command, check=True, capture_output=True)
    with pytest.raises(ValueError, match="does not name its game: pass game="):
        mdp2048.open(text)
    policy = mdp2048.open(text, game=GAME)
    assert isinstance(policy, mdp2048.PackedPolicy) and policy.kind == "text"
    boards = SOLUTION.states()
    np.testing.assert_array_equal(
        policy.best_actions(exponents=boards), SOLUTION.best_actions(exponents=boards)
    )
    found = SOLUTION.evaluate(policy)
    assert found.value == pytest.approx(SOLUTION.start_value, abs=1e-13)


def test_work_folders_answer(program: Path, tmp_path: Path) -> None:
    folder = tmp_path / "work"
    subprocess.run(
        [program, "solve", "--board", "2x3", "--target", "64", "--work", folder],
        check=True,
        capture_output=True,
    )
    boards = SOLUTION.states()
    with mdp2048.open(folder) as opened:
        assert isinstance(opened, mdp2048.WorkFolder)
        # It has no method `contains`.
        with pytest.raises(ValueError, match='no game reaches it; pass missing="nan"'):
            opened.best_actions("32 32 32/32 32 32")
        assert opened.start_value == SOLUTION.start_value
        assert opened.state_count == SOLUTION.state_count
        np.testing.assert_array_equal(
            opened.best_actions(exponents=boards), SOLUTION.best_actions(exponents=boards)
        )
        np.testing.assert_allclose(
            opened.values(exponents=boards[-9:]), SOLUTION.values(exponents=boards[-9:]), atol=1e-14
        )
    with pytest.raises(ValueError, match="this work folder is closed"):
        opened.values("0 2 2/0 0 0")


class PathOfBytes:
    """An ``os.PathLike`` of bytes."""

    def __init__(self, name: bytes) -> None:
        self.name = name

    def __fspath__(self) -> bytes:
        return self.name


@pytest.mark.skipif(sys.platform != "linux", reason="names are bytes, whatever they mean")
@pytest.mark.parametrize("of", [bytes, os.fsdecode, PathOfBytes, pathlib.Path])
def test_the_names_of_files_may_be_any_bytes(tmp_path: Path, of: Any) -> None:
    def path(name: bytes) -> Any:
        whole = os.fsencode(tmp_path) + b"/\xff\xfe\x80." + name
        return of(os.fsdecode(whole) if of is pathlib.Path else whole)

    SMALL.save(path(b"solution"))
    assert mdp2048.verify(path(b"solution")).ok
    assert mdp2048.open(path(b"solution")).game == SMALL.game
    assert SMALL.pack(path(b"policy")).state_count == SMALL.state_count
    assert SMALL.evaluate(path(b"policy")).value == pytest.approx(SMALL.start_value)
    SMALL.export(path(b"csv"), "csv")
    found = sorted(os.listdir(os.fsencode(tmp_path)))
    assert found == [b"\xff\xfe\x80." + name for name in (b"csv", b"policy", b"solution")]
    for ask in (mdp2048.open, mdp2048.verify):
        with pytest.raises(FileNotFoundError) as error:
            ask(path(b"missing"))
        assert error.value.filename == os.fsdecode(path(b"missing"))
    assert mdp2048.verify(path(b"policy")).kind == "policy"


def test_closed_solutions_say_so() -> None:
    solution = mdp2048.Game("2x2", target=8).solve()
    solution.close()
    for ask in (solution.columns, solution.states, lambda: solution.values("0 2/2 0")):
        with pytest.raises(ValueError, match="this solution is closed: open or solve it again"):
            ask()
    assert repr(solution) == "Solution(closed)"


def test_what_holds_a_solution_is_not_pickled() -> None:
    columns = SOLUTION.columns()
    for held in (SOLUTION, columns, columns[3], GameEnv(solution=SOLUTION)):
        with pytest.raises(TypeError, match="save it to a file, pass the path"):
            pickle.dumps(held)
    for duplicate in (copy.copy, copy.deepcopy):
        other = duplicate(SOLUTION)
        assert other is not SOLUTION and other.start_value == SOLUTION.start_value
        other.close()
        assert SOLUTION.contains("0 0 2/0 0 2")
    env = GameEnv(solution=SOLUTION)
    env.reset(seed=1)
    assert repr(copy.deepcopy(env).step(np.int64(1))) == repr(env.step(np.int64(1)))


def test_evaluations_and_slides_are_pickled() -> None:
    boards = SOLUTION.states()
    found = SOLUTION.evaluate(SOLUTION.best_actions(exponents=boards))
    again = pickle.loads(pickle.dumps(found))
    assert (again.game, again.value, again.costliest) == (GAME, found.value, found.costliest)
    slides = Slides(GAME)
    for ours, theirs in zip(
        slides.afterstates(boards),
        pickle.loads(pickle.dumps(slides)).afterstates(boards),
        strict=True,
    ):
        np.testing.assert_array_equal(ours, theirs)


def test_processes_may_fork(solution: mdp2048.Solution) -> None:
    boards = np.tile(solution.states(), (4, 1, 1))
    expected = solution.values(exponents=boards)
    child = os.fork()
    if child == 0:
        same = np.array_equal(solution.values(exponents=boards), expected)
        small = mdp2048.Game("2x2", target=16).solve()
        best = small.evaluate(lambda boards: small.best_actions(exponents=boards))
        again = small.state_count == 35 and abs(best.value - small.start_value) < 1e-13
        os._exit(0 if same and again else 1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0


def test_ctrl_c_stops_a_solve() -> None:
    seen = []

    def interrupt(progress: mdp2048.Progress) -> None:
        seen.append(progress)
        if len(seen) == 5:
            signal.raise_signal(signal.SIGINT)

    # A program that a shell starts in the background ignores the signal.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            mdp2048.Game("3x3", target=64).solve(progress=interrupt)
    finally:
        signal.signal(signal.SIGINT, before)
    assert len(seen) == 5 and seen[-1].phase == "reaching"


def test_exceptions_of_the_progress_stop_a_solve() -> None:
    def stop(_: mdp2048.Progress) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        GAME.solve(progress=stop)
    with pytest.raises(TypeError, match="a bar of tqdm, or a function"):
        GAME.solve(progress=3)  # type: ignore[arg-type]


def test_a_bar_is_drawn(capfd: pytest.CaptureFixture[str]) -> None:
    GAME.solve(progress=True)
    assert "valuing" in capfd.readouterr().err


def test_options_of_a_solve_are_checked() -> None:
    with pytest.raises(ValueError, match="use double or single"):
        GAME.solve(precision="half")  # type: ignore[arg-type]
    for threads in (-1, 0, 100_000):
        with pytest.raises(ValueError, match="ask for 1 or more"):
            GAME.solve(threads=threads)
    for threads in (0, 100_000):
        with pytest.raises(ValueError, match="ask for 1 or more"):
            mdp2048.set_threads(threads)
    with pytest.raises(ValueError, match="give bytes, or None for all that are free"):
        GAME.solve(memory_limit=-1)
    with pytest.raises(MemoryError, match="choose a smaller board or target"):
        GAME.solve(memory_limit=1000)


def test_games_that_cannot_fit_are_refused_before_they_are_solved() -> None:
    def stop(_: mdp2048.Progress) -> None:
        raise LookupError("the solve has begun")

    with pytest.raises(MemoryError, match="bytes of memory and .* may be used"):
        mdp2048.Game("3x4", target=2048).solve(progress=stop)
    with pytest.raises(mdp2048.Mdp2048Error, match="more boards than can be numbered"):
        mdp2048.Game("4x4", target=2048).solve(progress=stop)
    with pytest.raises(MemoryError, match="bytes of memory and .* may be used"):
        mdp2048.Game("3x3", target=64).solve(memory_limit=10_000_000, progress=stop)


def test_the_resource_limits_of_the_process_limit_a_solve() -> None:
    program = """
import resource
resource.setrlimit(resource.RLIMIT_AS, (1 << 30, -1))
try:
    mdp2048.Game("3x4", target=64).solve(progress=print)
except MemoryError as error:
    print(error)
"""
    lines = run(program, "one core").splitlines()
    assert len(lines) == 1 and "bytes of memory and" in lines[0], lines


def test_analyses_without_memory_raise_and_do_not_end_the_process() -> None:
    program = """
import resource
solution = mdp2048.Game("3x4", target=32).solve()
asked = [
    lambda: solution.distribution("largest"),
    lambda: solution.value_under("score"),
    lambda: solution.evaluate(solution),
    lambda: [layer.keys for layer in solution.columns()],
]
for ask in asked:
    # Its threads begin here.
    ask()
    ends = []
    for megabytes in (1, 8192):
        used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
        resource.setrlimit(resource.RLIMIT_AS, (used + (megabytes << 20), -1))
        try:
            ask()
            ends.append("done")
        except MemoryError:
            ends.append("MemoryError")
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (-1, -1))
    print(ends[0], ends[-1])
"""
    # Arrays of more than this many bytes are returned to the system at once.
    found = run(program, "one core", MALLOC_MMAP_THRESHOLD_="262144")
    assert found.splitlines() == ["MemoryError done"] * 4


def test_the_package_has_the_version_of_the_crate() -> None:
    manifest = (Path(__file__).parents[2] / "Cargo.toml").read_text()
    versions = [line.split('"')[1] for line in manifest.splitlines() if line.startswith("version")]
    assert versions == [mdp2048.__version__]


def test_the_package_starts_in_a_new_process() -> None:
    text = "import mdp2048; print(mdp2048.Game('2x2', target=8).solve().state_count)"
    found = subprocess.run([sys.executable, "-c", text], check=True, capture_output=True)
    assert found.stdout.split() == [b"15"]


@given(
    hnp.arrays(
        st.sampled_from([np.uint8, np.int8, np.int64, np.uint64]),
        hnp.array_shapes(min_dims=0, max_dims=4, max_side=4),
    )
)
def test_any_integers_are_answered_or_refused(cells: np.ndarray) -> None:
    for name in ("faces", "exponents", "keys"):
        boards: dict[str, Any] = {name: cells}
        try:
            known = SOLUTION.contains(None, **boards)
        except ValueError as error:
            assert name in str(error)
            continue
        leading = cells.shape if name == "keys" else cells.shape[:-2]
        assert known.shape == leading
        values = SOLUTION.action_values(None, missing="nan", **boards)
        assert values.shape == (*leading, 4)
        np.testing.assert_array_equal(known, ~np.isnan(values).all(axis=-1))


#: Arrays that are seldom a policy, and sometimes nearly one.
LIKE_A_POLICY = hnp.arrays(
    st.sampled_from([np.int8, np.int64, np.uint64, np.float32, np.float64, np.complex64, np.bool_]),
    st.sampled_from([(), (0,), (35,), (35, 1), (35, 4), (34, 4), (35, 4, 1)]),
)


@given(LIKE_A_POLICY)
def test_any_table_is_valued_or_refused(rows: np.ndarray) -> None:
    try:
        found = SMALL.evaluate(rows)
    except (TypeError, ValueError) as error:
        assert str(error)
    else:
        assert 0.0 <= found.value <= SMALL.start_value + 1e-12


@given(LIKE_A_POLICY, st.booleans())
def test_any_answer_of_a_policy_is_valued_or_refused(rows: np.ndarray, fits: bool) -> None:
    def policy(boards: np.ndarray) -> np.ndarray:
        return np.resize(rows, (len(boards), *rows.shape[1:])) if fits else rows

    try:
        found = SMALL.evaluate(policy)
    except (TypeError, ValueError) as error:
        assert str(error)
    else:
        assert 0.0 <= found.value <= SMALL.start_value + 1e-12


@given(LIKE_A_POLICY)
def test_any_actions_are_played_or_refused(actions: np.ndarray) -> None:
    envs = VectorGames(35, game=SMALL.game)
    before, _ = envs.reset(seed=1)
    try:
        after = envs.step(actions)[0]
    except (TypeError, ValueError) as error:
        assert str(error)
    else:
        assert after in envs.observation_space and before.shape == after.shape


@given(st.text(max_size=12) | st.text("0248x/ ", max_size=12))
def test_any_text_is_answered_or_refused(text: str) -> None:
    try:
        SOLUTION.contains(text)
    except ValueError as error:
        assert str(error)


@given(st.lists(st.integers(0, 6), min_size=6, max_size=6))
def test_images_have_one_value(cells: list[int]) -> None:
    board = np.array(cells, dtype=np.uint8).reshape(2, 3)
    images = np.stack([board, board[::-1], board[:, ::-1], board[::-1, ::-1]])
    values = SOLUTION.values(exponents=images, missing="nan")
    np.testing.assert_array_equal(values, np.full(4, values[0]))


def test_a_function_that_is_not_symmetric_is_found(solution: mdp2048.Solution) -> None:
    def first_allowed(boards: Any) -> Any:
        return np.argmin(np.isnan(solution.action_values(exponents=boards)), axis=1)

    assert solution.evaluate(first_allowed).regret > 0
    with pytest.raises(ValueError, match="does not treat images alike"):
        solution.evaluate(first_allowed, symmetric=True)
