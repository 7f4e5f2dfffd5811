"""Values against the command line, a plain solver, and each other."""

from __future__ import annotations

import csv
import json
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import brute
import numpy as np
import pandas
import pyarrow
import pytest

import mdp2048


def as_tuple(board: np.ndarray) -> brute.Board:
    return tuple(tuple(int(face) for face in row) for row in board)


def test_a_saved_solution_is_that_of_the_command_line(
    solution: mdp2048.Solution, solved_file: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own.solution"
    solution.save(own)
    assert own.read_bytes() == solved_file.read_bytes()
    opened = mdp2048.open(solved_file)
    assert isinstance(opened, mdp2048.Solution)
    assert opened.start_value == solution.start_value
    for ours, theirs in zip(solution.columns(), opened.columns(), strict=True):
        assert ours.values.tobytes() == theirs.values.tobytes()


#: Games of every objective; the second is nearly certain to be won.
GAMES = [
    mdp2048.Game("2x3", target=64),
    mdp2048.Game("3x3", target=16),
    mdp2048.Game("2x3", target=32, discount=0.9, spawn_four=0.3),
    mdp2048.Game("3x2", objective="score"),
    mdp2048.Game("2x2", target=32, objective="moves"),
    mdp2048.Game("2x2", target=8, objective="fewest"),
]


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_all_values_have_the_digits_of_an_export(
    game: mdp2048.Game, precision: Any, program: Path, tmp_path: Path
) -> None:
    solution = game.solve(precision=precision)
    path = tmp_path / "a.solution"
    solution.save(path)
    command: list[str | Path] = [program, "export", path, "--out", tmp_path / "table.csv"]
    command += ["--format", "csv"]
    subprocess.run(command, check=True, capture_output=True)
    with (tmp_path / "table.csv").open(newline="") as file:
        table = list(csv.DictReader(file))
    names = [action.name.lower() for action in mdp2048.Action]
    boards = solution.states()
    digits = [[int(digit, 16) for digit in row["board"]] for row in table]
    np.testing.assert_array_equal(boards, np.reshape(digits, boards.shape))
    # Every pair of numbers is equal, also the infinite ones; nan stands at the same places.
    values = [float(row["value"]) for row in table]
    np.testing.assert_array_equal(solution.values(exponents=boards), values)
    action_values = [[float(row[name] or "nan") for name in names] for row in table]
    np.testing.assert_array_equal(solution.action_values(exponents=boards), action_values)
    actions = [names.index(row["action"]) for row in table]
    np.testing.assert_array_equal(solution.best_actions(exponents=boards), actions)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_queries_have_the_same_digits(game: mdp2048.Game, program: Path, tmp_path: Path) -> None:
    solution = game.solve()
    path = tmp_path / "a.solution"
    solution.save(path)
    rng = np.random.default_rng(1)
    boards = solution.states()[rng.integers(solution.state_count, size=20)]
    # In a frame that is not the canonical one, as far as the board is not symmetric.
    boards = np.ascontiguousarray(boards[:, ::-1, ::-1])
    regrets = solution.regrets(exponents=boards)
    for at, board in enumerate(mdp2048.faces_of(boards)):
        text = "/".join(" ".join(str(face) for face in row) for row in board)
        command: list[str | Path] = [program, "query", path, "--json", "--position", text]
        answer = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        assert mdp2048.Action(int(solution.best_actions(text))).name.lower() == answer["action"]
        found = [solution.values(text), *solution.action_values(text), *regrets[at]]
        actions = [answer["actions"][name] for name in ("left", "right", "up", "down")]
        expected = [answer["value"]]
        expected += [action and action["value"] for action in actions]
        expected += [action and action["regret"] for action in actions]
        for number, of_query in zip(found, expected, strict=True):
            # JSON has neither nan nor infinite numbers.
            assert (number if np.isfinite(number) else None) == of_query, (text, found, expected)


def test_values_of_2x2_are_exact_fractions(small: mdp2048.Solution) -> None:
    exact = brute.Brute("../..", 16, exact=True)
    assert exact.start_value() == Fraction(770009003, 800000000)
    assert small.start_value == pytest.approx(770009003 / 800000000, abs=4e-16)
    boards = mdp2048.faces_of(small.states())
    found = small.action_values(faces=boards)
    for board, values in zip(boards, found, strict=True):
        for expected, value in zip(exact.action_values(as_tuple(board)), values, strict=True):
            if expected is None:
                assert np.isnan(value)
            else:
                assert value == pytest.approx(float(expected), abs=4e-16)


def test_values_of_2x3_are_those_of_a_plain_solver() -> None:
    solved = mdp2048.Game("2x3", target=16).solve()
    plain = brute.Brute(".../...", 16, exact=False)
    boards = mdp2048.faces_of(solved.states())
    expected = [plain.value(as_tuple(board)) for board in boards]
    np.testing.assert_allclose(solved.values(faces=boards), np.array(expected, float), atol=1e-14)
    assert solved.start_value == pytest.approx(float(plain.start_value()), abs=1e-14)


def test_boards_are_given_in_four_ways(solution: mdp2048.Solution) -> None:
    exponents = solution.states()[:24].reshape(2, 3, 4, 2, 3)
    faces = mdp2048.faces_of(exponents)
    keys = np.concatenate([layer.keys for layer in solution.columns()])[:24].reshape(2, 3, 4)
    texts = [
        [[ "/".join(" ".join(map(str, row)) for row in board) for board in more] for more in many]
        for many in faces
    ]
    expected = solution.values(exponents=exponents)
    assert expected.shape == (2, 3, 4) and expected.dtype == np.float64
    for found in (
        solution.values(faces=faces),
        solution.values(faces=faces.astype(np.uint16)),
        solution.values(exponents=exponents.astype(np.int32)),
        solution.values(exponents=exponents[..., ::-1, ::-1]),
        solution.values(keys=keys),
        solution.values(texts),
    ):
        np.testing.assert_array_equal(found, expected)
    assert solution.action_values(faces=faces).shape == (2, 3, 4, 4)
    assert solution.values(exponents=exponents[0, 0, 0]).shape == ()
    assert solution.action_values(texts[0][0][0]).shape == (4,)
    assert solution.values(keys=[]).shape == (0,)
    np.testing.assert_array_equal(mdp2048.exponents_of(solution.game, keys), exponents)
    np.testing.assert_array_equal(
        mdp2048.exponents_of(solution.game, int(keys[0, 1, 2])), exponents[0, 1, 2]
    )


def test_answers_agree_with_each_other(solution: mdp2048.Solution) -> None:
    boards = solution.states()
    values = solution.values(exponents=boards)
    action_values = solution.action_values(exponents=boards)
    regrets = solution.regrets(exponents=boards)
    best = solution.best_actions(exponents=boards)
    np.testing.assert_array_equal(np.nanmax(action_values, axis=1), values)
    np.testing.assert_array_equal(np.nanmin(regrets, axis=1), 0.0)
    np.testing.assert_array_equal(np.isnan(regrets), np.isnan(action_values))
    assert np.abs(regrets[np.arange(len(best)), best]).max() < 1e-12
    np.testing.assert_array_equal(solution.positions(exponents=boards), np.arange(len(boards)))
    assert solution.contains(exponents=boards).all()


def test_text_may_be_a_column_of_a_table(solution: mdp2048.Solution) -> None:
    texts = ["0 0 2/0 0 2", "0 2 0/0 2 0", "2 0 0/0 0 4"]
    expected = solution.values(texts)
    columns = [
        np.array(texts, dtype=object),
        pandas.Series(texts),
        pandas.Series(texts, dtype=object),
        pandas.Series(texts, index=[7, 9, 2], dtype="string"),
        pandas.Series(texts, dtype="category"),
        pandas.Categorical(texts),
        pandas.Series(texts, dtype=pandas.ArrowDtype(pyarrow.string())),
        pyarrow.array(texts),
        pyarrow.chunked_array([texts[:1], texts[1:]]).dictionary_encode(),
        np.array(texts),
        np.array(texts, dtype=np.dtypes.StringDType()),
        np.array(texts, dtype="S"),
    ]
    for column in columns:
        np.testing.assert_array_equal(solution.values(column), expected)
    square = np.array(texts[:2] * 2, dtype=object).reshape(2, 2)
    np.testing.assert_array_equal(solution.best_actions(square).shape, (2, 2))
    for dtype in ("category", "string", None):
        with pytest.raises(TypeError, match="board 1 is .*, and not text: leave it out"):
            solution.values(pandas.Series([texts[0], None], dtype=dtype))
    for missing in (None, np.nan, 7):
        with pytest.raises(TypeError, match="board 1 is .*, and not text: leave it out"):
            solution.values(np.array([texts[0], missing], dtype=object))
    with pytest.raises(TypeError, match="name the argument of arrays"):
        solution.values(np.array([1, 2], dtype=object))


def test_columns_are_the_answers(solution: mdp2048.Solution) -> None:
    columns = solution.columns()
    assert len(columns) == len(solution.tile_sums) and columns.unit == "win"
    layer = columns[20]
    np.testing.assert_array_equal(layer.values, solution.values(keys=layer.keys))
    np.testing.assert_array_equal(layer.losses, solution.losses(keys=layer.keys))
    np.testing.assert_array_equal(layer.actions, solution.best_actions(keys=layer.keys))
    np.testing.assert_array_equal(layer.exponents, solution.states(20))
    assert (mdp2048.faces_of(layer.exponents).sum(axis=(1, 2)) == layer.tile_sum).all()
    assert sum(layer.states for layer in columns) == solution.state_count


def test_tile_sums_have_one_type(solution: mdp2048.Solution) -> None:
    evaluated = solution.evaluate(solution)
    sums = [
        solution.tile_sums,
        evaluated.tile_sums,
        mdp2048.compare(evaluated, evaluated).tile_sums,
        solution.columns().to_pandas()["tile_sum"],
    ]
    assert {found.dtype for found in sums} == {np.dtype(np.int32)}


@pytest.mark.parametrize("precision", ["double", "single"])
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_the_schema_depends_on_the_game_alone(game: mdp2048.Game, precision: Any) -> None:
    solved = game.solve(precision=precision)
    has_losses = game.objective == "win" and game.discount == 1.0
    names = ["tile_sum", "key", "value", *(["loss"] if has_losses else []), "action"]
    frame, arrow = solved.columns().to_pandas(), solved.columns().to_arrow()
    assert list(frame.columns) == arrow.column_names == names
    assert len(frame) == arrow.num_rows == solved.state_count
    assert [str(it) for it in frame.dtypes[["value", "key"]]] == ["float64", "uint64"]
    for name in names:
        np.testing.assert_array_equal(arrow[name].to_numpy(), frame[name])
    boards = solved.states()
    np.testing.assert_array_equal(frame["value"], solved.values(exponents=boards))
    np.testing.assert_array_equal(frame["action"], solved.best_actions(exponents=boards))
    assert frame["value"].to_numpy().min() >= 0.0 and np.nanmin(solved.regrets(exponents=boards)) >= 0.0
    assert solved.unit == solved.columns().unit
    assert solved.unit == {"fewest": "moves"}.get(game.objective, game.objective)
    assert 0.0 < solved.relative_bound < (1e-3 if precision == "single" else 1e-11)
    evaluated = solved.evaluate(solved)
    if not has_losses:
        assert solved.start_loss is evaluated.loss is evaluated.optimum_loss is None
        assert solved.columns()[0].losses is None
        for ask in (solved.losses, solved.action_losses):
            with pytest.raises(ValueError, match="has no probability of losing"):
                ask(exponents=boards)
        return
    losses = solved.losses(exponents=boards)
    np.testing.assert_array_equal(frame["loss"], losses)
    np.testing.assert_allclose(frame["value"] + losses, 1.0, atol=1e-15)
    action_losses = solved.action_losses(exponents=boards)
    rounding = 0.0 if precision == "double" else 1e-7
    np.testing.assert_allclose(np.nanmin(action_losses, axis=1), losses, rtol=0.0, atol=rounding)
    action_values = solved.action_values(exponents=boards)
    ones = np.where(np.isnan(action_values), np.nan, 1.0)
    np.testing.assert_allclose(action_values + action_losses, ones, atol=1e-15)
    assert evaluated.loss == pytest.approx(solved.start_loss, rel=1e-9 + 10 * rounding)
    assert evaluated.optimum_loss == solved.start_loss


def test_small_losses_have_all_their_digits() -> None:
    """3x3 to 64 is lost with a probability of about 7.0e-18: 1 less the value has none of it."""
    solved = mdp2048.Game("3x3", target=64).solve()
    assert solved.start_value == 1.0 and solved.start_loss == pytest.approx(7.0e-18, rel=0.01)
    boards = solved.states()[-2000:]
    losses, regrets = solved.action_losses(exponents=boards), solved.regrets(exponents=boards)
    np.testing.assert_array_equal(regrets, losses - np.nanmin(losses, axis=1, keepdims=True))
    policy = solved.evaluate("random")
    assert policy.loss is not None and policy.optimum_loss == solved.start_loss
    assert policy.regret == pytest.approx(policy.loss, rel=1e-9) and policy.regret > 0.01


def test_estimates_hold() -> None:
    game = mdp2048.Game("3x3", target=64)
    found, states = game.estimate(), game.solve().state_count
    assert 0.8 * found.least_states <= states <= 1.2 * found.most_states
    assert 8 * states < found.least_memory < found.most_memory
    single = game.estimate(precision="single")
    assert single.most_memory < found.most_memory and single.most_states == found.most_states


def test_games_of_any_size_are_estimated() -> None:
    found = mdp2048.Game("3x4", target=2048).estimate()
    assert 10**11 < found.least_states < found.most_states
    assert 10**12 < found.least_memory < found.most_memory
    with pytest.raises(mdp2048.Mdp2048Error, match="more boards than can be numbered"):
        mdp2048.Game("4x4", target=2048).estimate()
    with pytest.raises(ValueError, match="use double or single"):
        mdp2048.Game("3x3").estimate(precision="half")  # type: ignore[arg-type]


def test_single_precision_and_threads_are_options() -> None:
    game = mdp2048.Game("2x3", target=64)
    single, double = game.solve(precision="single", threads=1), game.solve(threads=2)
    assert single.precision == "single"
    assert single.start_value == pytest.approx(double.start_value, rel=1e-6)
    mdp2048.set_threads(1)
    found = double.values(exponents=double.states())
    mdp2048.set_threads(None)
    np.testing.assert_array_equal(found, double.values(exponents=double.states()))


def test_boards_become_text_and_have_allowed_actions(solution: mdp2048.Solution) -> None:
    states = solution.states()[:50]
    keys = solution.columns()[0].keys
    text = mdp2048.text_of(solution.game, keys)
    assert text.shape == keys.shape and text.dtype.kind == "U"
    np.testing.assert_array_equal(solution.values(text), solution.values(keys=keys))
    allowed = mdp2048.allowed_actions(solution.game, exponents=states)
    expected = ~np.isnan(solution.action_values(exponents=states))
    np.testing.assert_array_equal(allowed, expected)
    # Boards that are no states, too: this one is lost.
    assert not mdp2048.allowed_actions(solution.game, "2 4 2/4 2 4").any()


def test_an_action_is_written_by_its_name() -> None:
    assert [str(action) for action in mdp2048.Action] == ["left", "right", "up", "down"]
    assert mdp2048.Action["UP"] == 2 and f"{mdp2048.Action.DOWN}" == "down"


def test_an_evaluation_is_one_line(solution: mdp2048.Solution) -> None:
    shown = repr(solution.evaluate("greedy"))
    assert shown.startswith("Evaluation(game=") and "regret=" in shown and "array" not in shown
