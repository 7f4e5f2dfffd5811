"""Games with locked cells, formations and given start boards."""

from __future__ import annotations

import json
import pickle
import subprocess
from pathlib import Path
from typing import Any

import brute
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from test_envs import equal, in_turn

import mdp2048
from mdp2048.envs import GameEnv, Slides, VectorGames

L3 = mdp2048.Game(formation="L3", target=8)
STARTS = ["2 0 0 0/0 0 0 0/2 x x x/4 x x x", "0 0 0 0/0 0 0 2/4 x x x/2 x x x"]


@pytest.fixture(scope="module")
def solution() -> mdp2048.Solution:
    """A corner of six locked cells to 8, which has no symmetry but the identity."""
    return mdp2048.Game("xxx./xxx./..../....", target=8).solve()


def as_tuple(board: np.ndarray) -> brute.Board:
    return tuple(tuple(int(face) for face in row) for row in board)


def first_allowed(boards: np.ndarray) -> np.ndarray:
    """The first allowed action on boards of the game of ``solution``."""
    allowed = Slides(mdp2048.Game("xxx./xxx./..../....", target=8)).afterstates(boards)[2]
    chosen: np.ndarray = allowed.argmax(1)
    return chosen


def test_formations_have_names() -> None:
    assert (L3.formation, L3.board, L3.name) == ("L3", "..../..../.xxx/.xxx", "L3_to_8")
    assert repr(L3) == "Game(formation='L3', target=8, objective='win')" and str(L3) == "L3 to 8"
    assert L3.starts == STARTS
    assert L3.locked.astype(int).tolist() == [[0] * 4, [0] * 4, [0, 1, 1, 1], [0, 1, 1, 1]]
    assert mdp2048.Game("..../..../.xxx/.xxx", target=8, start=STARTS) == L3
    assert mdp2048.Game(formation="l3", target=8) == L3
    assert mdp2048.Game("..../..../.xxx/.xxx", target=8) != L3 != mdp2048.Game("4x4", target=8)
    for name in ("442", "444", "4431", "LL"):
        assert mdp2048.Game(formation=name, target=64).formation == name
    usual = mdp2048.Game("3x3", target=16)
    assert usual.formation is None and usual.starts == [] and not usual.locked.any()


@pytest.mark.parametrize(
    "game",
    [
        L3,
        mdp2048.Game(formation="L3", target=16, start=STARTS[1], discount=0.5),
        mdp2048.Game("..../..../.xxx/.xxx", target=8),
        mdp2048.Game("x../.../...", objective="moves", spawn_four=0.2),
        mdp2048.Game("2x2", target=16, start=["2 0/0 4", "0 2/8 4"]),
    ],
    ids=str,
)
def test_games_are_written_hashed_and_pickled(game: mdp2048.Game) -> None:
    assert eval(repr(game), {"Game": mdp2048.Game}) == game
    same = pickle.loads(pickle.dumps(game))
    assert same == game and hash(same) == hash(game)
    assert (same.starts, same.board) == (game.starts, game.board)


def test_start_boards_are_text_or_exponents() -> None:
    one, two = mdp2048.Game("2x2", 16, start="2 0/0 4"), [[1, 0], [0, 2]]
    for start in ("2 0/0 4", ["2 0/0 4"], two, [two], np.array(two, np.uint8), np.array([two])):
        assert mdp2048.Game("2x2", 16, start=start) == one
    assert mdp2048.Game("2x2", 16, start=[]) == mdp2048.Game("2x2", 16)
    exponents: Any = [[[1, 0, 0, 0], [0] * 4, [1, 15, 15, 15], [2, 15, 15, 15]], STARTS[1]]
    assert mdp2048.Game("..../..../.xxx/.xxx", 8, start=exponents) == L3
    # Both boards are equally likely.
    values = mdp2048.Game("2x2", 16).solve().values(["2 0/0 4", "0 2/8 4"])
    game = mdp2048.Game("2x2", 16, start=["2 0/0 4", "0 2/8 4"])
    assert game.solve().start_value == pytest.approx(values.mean(), abs=1e-15)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"board": "xx/.."}, "2 free cells are too few"),
        ({"board": "..y/..."}, "a character for each cell, x if it is locked"),
        ({"board": "x.../..../..../....", "target": 32768}, "tiles are at most 16384"),
        ({"formation": "L9"}, "'L9' is no formation: write one of L3, 442, 444, 4431, LL"),
        ({"board": "4x4", "formation": "L3"}, "give either board or formation"),
        ({"start": "2 0 0/0 0 0"}, "the board is 2x3, but the game is 4x4"),
        ({"formation": "L3", "start": STARTS[0].replace("x", "0", 1)}, "but the game is"),
        ({"formation": "L3", "start": np.ones((4, 4), int)}, "other locked cells than ..../"),
        ({"board": "2x2", "start": [[1, 16], [0, 0]]}, "an exponent of the board is above 15"),
        ({"board": "2x2", "start": [[1, 1], [0]]}, "differ in length"),
        ({"board": "2x2", "start": "2 4/4 2"}, "no move is left on the start board"),
        ({"board": ".x./...", "start": "2 x 4/0 0 0"}, "no move is left on the start board"),
        ({"board": "2x2", "target": 8, "start": "8 4/0 2"}, "no move is left on the start board"),
        ({"board": "2x2", "start": ["2 0/2 0"] * 9}, "give at most 8"),
    ],
)
def test_bad_parameters_are_named(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mdp2048.Game(**arguments)


@pytest.mark.parametrize("start", [3, 1.5, np.ones((2, 2)), [["2", "0"]], b"2 0/0 2"])
def test_start_boards_of_other_types_are_refused(start: Any) -> None:
    with pytest.raises(TypeError, match="give text such as '2 0/4 2', or arrays of the exponents"):
        mdp2048.Game("2x2", start=start)


@pytest.mark.parametrize(
    ("game", "states", "start_value"),
    [
        (mdp2048.Game("x../.../...", target=16), 15949, 0.915300015180),
        (mdp2048.Game("xxx./xxx./..../....", target=8), 13558, 0.825893401871),
        (L3, 6710, None),
        (mdp2048.Game(formation="L3", target=16), 244939, None),
    ],
    ids=str,
)
def test_known_figures(game: mdp2048.Game, states: int, start_value: float | None) -> None:
    found = game.solve()
    assert found.state_count == states and found.game == game
    if start_value is not None:
        assert found.start_value == pytest.approx(start_value, abs=6e-13)


@pytest.mark.parametrize(
    ("shape", "target"), [(".x./...", 16), ("x../.x.", 16), ("x../.../...", 8), ("..x/..x/...", 8)]
)
def test_values_and_policies_are_those_of_a_plain_solver(shape: str, target: int) -> None:
    """Games from two random tiles, which may be a lost board."""
    solved = mdp2048.Game(shape, target).solve()
    plain = brute.Brute(shape, target, exact=False)
    boards = mdp2048.faces_of(solved.states())
    found = solved.action_values(faces=boards)
    expected = [plain.action_values(as_tuple(board)) for board in boards]
    np.testing.assert_allclose(found, np.array(expected, float), atol=1e-14)
    assert solved.start_value == pytest.approx(float(plain.start_value()), abs=1e-14)

    def allowed(board: brute.Board) -> list[float]:
        return [float(brute.slide(board, action) is not None) for action in range(4)]

    def uniform(board: brute.Board) -> list[float]:
        return [one / sum(allowed(board)) for one in allowed(board)]

    def of_boards(boards: np.ndarray) -> np.ndarray:
        return np.array([uniform(as_tuple(board)) for board in boards])

    value = plain.policy_value(uniform)
    of_tables = of_boards(boards)
    for result in (
        solved.evaluate(of_tables),
        solved.evaluate(of_boards, boards="faces"),
        solved.evaluate(of_boards, boards="faces", symmetric=True),
    ):
        assert result.value == pytest.approx(value, abs=1e-13)
        assert result.regret == pytest.approx(solved.start_value - value, abs=1e-13)


def test_a_game_without_a_move_is_refused() -> None:
    with pytest.raises(mdp2048.Mdp2048Error, match="no action is allowed on any start board of x"):
        mdp2048.Game("x../.../..x", target=8).solve()
    start = "x 2 2/0 0 0/2 4 x"
    solved = mdp2048.Game("x../.../..x", target=8, start=start).solve()
    assert solved.start_value == solved.values(start) > 0


def test_a_locked_cell_holds_32768(solution: mdp2048.Solution) -> None:
    faces = mdp2048.faces_of(solution.states())
    assert (faces[:, solution.game.locked] == 32768).all()
    assert faces[:, ~solution.game.locked].max() == 4
    at = [0, 999, 13557]
    texts = [
        "/".join(" ".join(map(str, row)) for row in board).replace("32768", "x")
        for board in faces[at]
    ]
    assert texts[0].startswith("x x x ")
    values = solution.values(faces=faces[at])
    np.testing.assert_array_equal(solution.values(texts), values)
    keys = np.concatenate([layer.keys for layer in solution.columns()])[at]
    np.testing.assert_array_equal(solution.values(keys=keys), values)
    assert solution.positions(texts).tolist() == at
    for board in (np.where(faces[0] == 32768, 0, faces[0]), np.full((4, 4), 32768)):
        with pytest.raises(ValueError, match="board 1 has other locked cells than xxx./xxx./"):
            solution.values(faces=[faces[0], board], missing="nan")
    with pytest.raises(ValueError, match="is a 4x4 board, but this is a game on xxx./xxx./"):
        solution.values("0 0 0 2/0 0 0 2/0 0 0 0/0 0 0 0")
    with pytest.raises(ValueError, match="no action is allowed there, so the game is lost"):
        mdp2048.Game(".x./...", 16).solve().values("2 x 4/0 0 0")
    with pytest.raises(ValueError, match="is no state of .*: no game reaches it"):
        solution.values("x x x 0/x x x 0/0 0 0 0/0 0 0 0")


def test_policies_lose_on_the_boards_where_they_differ(solution: mdp2048.Solution) -> None:
    best = solution.evaluate(solution.best_actions(exponents=solution.states()))
    assert best.regret == pytest.approx(0.0, abs=1e-13)
    by_function = solution.evaluate(first_allowed, symmetric=True, costliest=3)
    by_table = solution.evaluate(first_allowed(solution.states()))
    assert by_function.value == by_table.value < solution.start_value
    state = by_function.costliest[0]
    assert state.board == state.worst_board and state.board.startswith("x x x ")


@pytest.mark.parametrize("game", [L3, mdp2048.Game("xxx./xxx./..../....", target=8)], ids=str)
def test_files_of_the_command_line_are_of_the_same_game(
    game: mdp2048.Game, program: Path, tmp_path: Path
) -> None:
    solved, path = game.solve(), tmp_path / "own.solution"
    solved.save(path)
    opened = mdp2048.open(path, kind=mdp2048.Solution, game=game)
    boards = solved.states()
    best, values = solved.best_actions(exponents=boards), solved.values(exponents=boards)
    np.testing.assert_array_equal(opened.values(exponents=boards), values)

    def run(*words: str | Path) -> None:
        subprocess.run([program, *words], check=True, capture_output=True)

    run("pack", path, "--out", tmp_path / "own.policy", "--threshold", "0")
    policy = mdp2048.open(tmp_path / "own.policy", kind=mdp2048.PackedPolicy, game=game)
    assert (policy.best_actions(exponents=boards, missing="nan") == best).mean() > 0.5
    assert solved.evaluate(policy).regret == pytest.approx(0.0, abs=1e-13)
    chosen = ["--formation", game.formation] if game.formation else ["--locked", game.board]
    run("solve", *chosen, "--target", "8", "--work", tmp_path / "work")
    with mdp2048.open(tmp_path / "work", kind=mdp2048.WorkFolder, game=game) as folder:
        assert folder.state_count == solved.state_count
        np.testing.assert_array_equal(folder.best_actions(exponents=boards), best)
        late = folder.values(exponents=boards[-9:])
    np.testing.assert_allclose(late, values[-9:], atol=1e-14)


def test_seeds_give_the_games_of_the_command_line(program: Path, tmp_path: Path) -> None:
    """Optimal play from the start boards of a formation."""
    solved, path = mdp2048.Game(formation="L3", target=16).solve(), tmp_path / "L3.solution"
    solved.save(path)
    env = GameEnv(solution=solved)
    begun = set()
    for seed in range(1, 9):
        command: list[str | Path] = [program, "play", path, "--json", "--seed", str(seed)]
        expected = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
        board, _ = env.reset(seed=seed)
        begun.add(board.tobytes())
        boards, over = ["".join(f"{exponent:x}" for exponent in board.ravel())], False
        while not over:
            board, _, over, _, _ = env.step(int(solved.best_actions(exponents=board)))
            boards.append("".join(f"{exponent:x}" for exponent in board.ravel()))
        assert boards == [step["board"] for step in expected["steps"]] + [expected["final"]]
    assert len(begun) == 2


def test_locked_cells_are_observed() -> None:
    env = GameEnv(game=L3)
    board, info = env.reset(seed=1)
    assert (board[L3.locked] == 15).all() and board in env.observation_space
    assert np.array([[15] * 4] * 4) not in env.observation_space
    assert env.reset(options={"board": STARTS[0]})[0].tolist()[3] == [2, 15, 15, 15]
    with pytest.raises(ValueError, match="the board is 4x4, but the game is ..../"):
        env.reset(options={"board": STARTS[0].replace("x", "0")})
    with pytest.raises(ValueError, match="the board has other locked cells"):
        env.reset(options={"board": np.eye(4, dtype=int)})
    hot = GameEnv(game=L3, observation="one_hot").reset(seed=1)[0]
    assert hot.shape == (4, 4, 4) and (hot.sum(-1) == ~L3.locked).all()


def test_start_boards_may_have_tiles_that_no_other_game_makes() -> None:
    game = mdp2048.Game("2x2", start="32 16/8 8")
    env = GameEnv(game=game)
    board, info = env.reset(seed=1)
    while info["action_mask"].any():
        assert board in env.observation_space
        board, _, _, _, info = env.step(int(info["action_mask"].argmax()))
    assert game.largest_tile >= 64 and info["score"] >= 16
    assert game.solve().start_value > 16 + 32 + 64


def test_afterstates_leave_locked_tiles_where_they_are() -> None:
    slides = Slides(L3)
    board = np.array([[1, 1, 0, 0], [0] * 4, [0, 15, 15, 15], [2, 15, 15, 15]], np.uint8)
    after, points, allowed = slides.afterstates(board[None])
    # To the left and upwards, locked tiles would move.
    assert allowed[0].tolist() == [False, True, False, True]
    assert points[0].tolist() == [0, 4, 0, 0]
    assert after[0, 0].tolist() == after[0, 2].tolist() == board.tolist()
    assert after[0, 1, 0].tolist() == [0, 0, 0, 2] and after[0, 3, 1].tolist() == [0, 1, 0, 0]
    with pytest.raises(ValueError, match="a board has other locked cells than"):
        slides.afterstates(np.zeros((1, 4, 4), np.uint8))


#: A game that two random tiles may lose, although cells are empty.
SMALL = mdp2048.Game(".x./...", target=16)


@pytest.mark.parametrize("not_allowed", ["ignore", "lose"])
@pytest.mark.parametrize("mode", list(AutoresetMode)[:2])
@pytest.mark.parametrize("is_solved", [False, True])
def test_games_that_are_lost_at_their_start_end_in_their_first_step(
    not_allowed: Any, mode: Any, is_solved: bool
) -> None:
    one: dict[str, Any] = {"game": SMALL, "not_allowed": not_allowed}
    if is_solved:
        one["solution"] = SMALL.solve()
    count, rng = 5, np.random.default_rng(3)
    envs, expected = VectorGames(count, autoreset_mode=mode, **one), in_turn(count, mode, 9, **one)
    (_, infos), begun = envs.reset(seed=9), expected.reset(seed=9)
    assert equal((_, infos), begun)
    lost = 0
    for _ in range(600):
        was_lost = (infos["moves"] == 0) & ~infos["action_mask"].any(1)
        actions = rng.integers(4, size=count)
        found = envs.step(actions)
        assert equal(found, expected.step(actions))
        ended, infos = found[2], found[-1]
        lost += int((was_lost & ended).sum())
        assert (found[1][was_lost] == 0).all()
    assert lost > 10


def test_a_game_lost_at_its_start_has_the_value_of_a_loss() -> None:
    # A loss of the fewest moves is minus half of the tile sum of five tiles of 8.
    for objective, value, loss in [("win", 0.0, 0.0), ("fewest", np.inf, -20.0)]:
        game = mdp2048.Game(".x./...", target=16, objective=objective)  # type: ignore[arg-type]
        env, seed = GameEnv(solution=game.solve(), not_allowed="raise"), 0
        info: dict[str, Any] = env.reset(seed=seed)[1]
        while info["action_mask"].any():
            seed += 1
            info = env.reset(seed=seed)[1]
        assert info["value"] == value
        _, reward, over, truncated, info = env.step(0)
        assert (reward, over, truncated, info["regret"], info["value"]) == (
            loss, True, False, 0, value
        )
        with pytest.raises(ValueError, match="is over: reset it"):
            env.step(0)
