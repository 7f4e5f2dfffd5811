"""Policies valued exactly, against a plain solver and sampled games."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import brute
import numpy as np
import pytest

import mdp2048
from mdp2048 import evaluation
from mdp2048._boards import keys_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "benchmarks"))

import sampled_games


def allowed(solution: mdp2048.Solution, boards: np.ndarray) -> np.ndarray:
    found: np.ndarray = ~np.isnan(solution.action_values(exponents=boards))
    return found


def uniform(solution: mdp2048.Solution) -> np.ndarray:
    """Every allowed action with the same probability."""
    mask = allowed(solution, solution.states()).astype(float)
    chosen: np.ndarray = mask / mask.sum(axis=1, keepdims=True)
    return chosen


def first_allowed(board: brute.Board) -> list[float]:
    """A policy that depends on the image of the board."""
    chosen = [0.0] * 4
    for action in range(4):
        if brute.slide(board, action) is not None:
            chosen[action] = 1.0
            break
    return chosen


def boards_of(exponents: np.ndarray) -> list[brute.Board]:
    faces = mdp2048.faces_of(exponents)
    return [tuple(tuple(int(face) for face in row) for row in board) for board in faces]


def test_the_optimal_policy_loses_nothing(solution: mdp2048.Solution) -> None:
    best = solution.best_actions(exponents=solution.states())
    found = solution.evaluate(best)
    assert found.value == pytest.approx(solution.start_value, abs=1e-13)
    assert found.regret == pytest.approx(0.0, abs=1e-13)
    assert found.optimum == solution.start_value


def test_tables_are_valued_as_by_a_plain_solver() -> None:
    solution = mdp2048.Game("2x3", target=16).solve()
    plain = brute.Brute(".../...", 16, exact=False)
    table = uniform(solution)

    def policy(board: brute.Board) -> list[float]:
        mask = [float(brute.slide(board, action) is not None) for action in range(4)]
        return [one / sum(mask) for one in mask]

    found = solution.evaluate(table)
    assert found.value == pytest.approx(plain.policy_value(policy), abs=1e-13)
    assert found.win_probability == pytest.approx(found.value, abs=1e-13)
    assert found.regret == pytest.approx(solution.start_value - found.value, abs=1e-13)
    assert found.regrets.sum() == pytest.approx(found.regret, abs=1e-15)


def test_functions_are_valued_as_by_a_plain_solver() -> None:
    solution = mdp2048.Game("2x3", target=16).solve()
    plain = brute.Brute(".../...", 16, exact=False)

    def as_actions(boards: np.ndarray) -> np.ndarray:
        return np.array([np.argmax(first_allowed(board)) for board in boards_of(boards)])

    def as_probabilities(boards: np.ndarray) -> np.ndarray:
        return np.array([first_allowed(board) for board in boards_of(boards)])

    expected = plain.policy_value(first_allowed)
    for function in (as_actions, as_probabilities):
        found = solution.evaluate(function)
        assert found.value == pytest.approx(expected, abs=1e-13)


def test_functions_tables_and_files_agree(
    solution: mdp2048.Solution, program: Path, solved_file: Path, tmp_path: Path
) -> None:
    table = solution.best_actions(exponents=solution.states())
    by_table = solution.evaluate(table, occupancy=True)
    by_function = solution.evaluate(
        lambda keys: solution.best_actions(keys=keys), boards="keys", symmetric=True, occupancy=True
    )
    packed = tmp_path / "64.policy"
    subprocess.run(
        [program, "pack", solved_file, "--out", packed, "--threshold", "0"],
        check=True,
        capture_output=True,
    )
    by_file = solution.evaluate(packed)
    assert by_table.occupancy is not None and by_function.occupancy is not None
    for one, other in zip(by_table.occupancy, by_function.occupancy, strict=True):
        np.testing.assert_array_equal(one, other)
    for found in (by_function, by_file):
        assert found.value == pytest.approx(by_table.value, abs=1e-14)
        assert found.moves == pytest.approx(by_table.moves, abs=1e-11)
    opened = mdp2048.open(packed)
    assert isinstance(opened, mdp2048.PackedPolicy)
    np.testing.assert_array_equal(opened.best_actions(exponents=solution.states()), table)


def test_a_table_is_not_that_of_every_image(solution: mdp2048.Solution) -> None:
    faces = solution.evaluate(
        lambda boards: np.argmax(~np.isnan(solution.action_values(faces=boards)), axis=1),
        boards="faces",
    )
    table = np.argmax(allowed(solution, solution.states()), axis=1)
    canonical = solution.evaluate(table)
    assert faces.boards > canonical.boards
    comparison = mdp2048.compare(faces, canonical)
    assert comparison.advantage == pytest.approx(faces.value - canonical.value, abs=1e-12)
    assert comparison.regret_differences.sum() == pytest.approx(-comparison.advantage, abs=1e-12)
    other = mdp2048.Game("2x2", target=8).solve()
    bests = other.evaluate(other.best_actions(exponents=other.states()))
    with pytest.raises(ValueError, match="evaluate them on one game"):
        mdp2048.compare(faces, bests)


def test_sampled_games_agree_with_the_exact_value(small: mdp2048.Solution) -> None:
    table = uniform(small)
    exact = small.evaluate(table, occupancy=True)
    dice, games = random.Random(1), 5_000
    wins, moves = 0, []

    def spawned(board: brute.Board) -> brute.Board:
        options = list(brute.spawns(board))
        weights = [float(p) for _, p in options]
        return dice.choices([then for then, _ in options], weights)[0]

    for _ in range(games):
        board, count = spawned(spawned(((0, 0), (0, 0)))), 0
        while True:
            options = [it for it in (brute.slide(board, a) for a in range(4)) if it is not None]
            if not options:
                break
            after, _, merged = dice.choice(options)
            count += 1
            if merged >= 16:
                wins += 1
                break
            board = spawned(after)
        moves.append(count)
    error = (exact.value * (1.0 - exact.value) / games) ** 0.5
    assert abs(wins / games - exact.value) < 4.0 * error
    assert abs(np.mean(moves) - exact.moves) < 4.0 * np.std(moves) / games**0.5
    assert exact.occupancy is not None
    assert exact.occupancy[1].sum() == pytest.approx(exact.moves, abs=1e-12)


def test_sampled_games_of_the_environments_agree_with_the_exact_value() -> None:
    """The benchmark `sampled_games.py` does this with a million games of 3x3 to 512."""
    game = mdp2048.Game("2x3", target=32)
    policy = sampled_games.leftmost(game, 0.25)
    exact = game.solve().evaluate(policy)
    games = sampled_games.play(game, policy, 200_000)
    assert len(games.wins) == 200_000
    for name, distance in games.distances(exact).items():
        assert abs(distance) < 4.0, name
    # So many games also tell the policy from a similar one.
    other = game.solve().evaluate(sampled_games.leftmost(game, 0.4))
    assert max(map(abs, games.distances(other).values())) > 10.0


def test_costliest_states_say_where_the_loss_is(solution: mdp2048.Solution) -> None:
    found = solution.evaluate(uniform(solution))
    worst = found.costliest[0]
    regrets = solution.regrets(worst.board)
    expected = worst.occupancy * np.nanmean(regrets)
    assert worst.regret == pytest.approx(expected, rel=1e-12)
    assert [state.regret for state in found.costliest] == sorted(
        (state.regret for state in found.costliest), reverse=True
    )


def test_the_worst_board_is_one_that_games_visit(solution: mdp2048.Solution) -> None:
    def policy(boards: np.ndarray) -> list[list[float]]:
        return [first_allowed(board) for board in boards_of(boards)]

    found = solution.evaluate(policy, occupancy=True)
    assert found.occupancy is not None
    visited = dict(zip(*(column.tolist() for column in found.occupancy), strict=True))
    for state in found.costliest:
        (key,), _ = keys_of(solution.game, state.worst_board, None, None, None)
        chosen = state.probabilities.index(1.0)
        regret = solution.regrets(state.worst_board)[chosen]
        assert 0.0 < visited[int(key)] * regret <= state.regret * (1.0 + 1e-9)
        assert solution.regrets(state.worst_board)[state.best] == pytest.approx(0.0, abs=1e-15)
        assert solution.values(state.worst_board) == solution.values(state.board)


def test_as_many_states_are_listed_as_are_asked_for(solution: mdp2048.Solution) -> None:
    table = uniform(solution)
    assert len(solution.evaluate(table).costliest) == 20
    everything = solution.evaluate(table, costliest=solution.state_count).costliest
    assert len(everything) > 1000
    for costliest in (0, 1, 300):
        assert solution.evaluate(table, costliest=costliest).costliest == everything[:costliest]
    with pytest.raises(ValueError, match="list 0 states or more"):
        solution.evaluate(table, costliest=-1)


def softmax(boards: np.ndarray) -> np.ndarray:
    """Probabilities of the allowed actions, in single precision."""
    actions = range(4)
    masks = [[brute.slide(board, it) is not None for it in actions] for board in boards_of(boards)]
    numbers = boards.reshape(len(boards), 4).astype(np.float32) * np.float32(0.7)
    weights = np.where(masks, np.exp(numbers), np.float32(0))
    found: np.ndarray = weights / weights.sum(axis=1, keepdims=True)
    return found


def divided(rows: np.ndarray) -> np.ndarray:
    """Rows divided by their sums, in double precision."""
    double = rows.astype(np.float64)
    found: np.ndarray = double / double.sum(axis=1, keepdims=True)
    return found


def test_rows_in_single_precision_are_divided_by_their_sums(small: mdp2048.Solution) -> None:
    rows = softmax(small.states())
    off = np.abs(rows.astype(np.float64).sum(axis=1) - 1.0)
    assert rows.dtype == np.float32 and 1e-9 < off.max() < 1e-6
    exact = small.evaluate(divided(rows))
    assert small.evaluate(rows).value == pytest.approx(exact.value, rel=1e-14)
    exact = small.evaluate(lambda boards: divided(softmax(boards)))
    assert small.evaluate(softmax).value == pytest.approx(exact.value, rel=1e-14)
    for factor in (1.0 + 2e-6, 1.0 - 2e-6):
        with pytest.raises(ValueError, match="the sum must be 1, or off by 1e-6 at most"):
            small.evaluate(divided(rows) * factor)


def test_rows_whose_sum_is_1_keep_their_digits() -> None:
    rows = np.array([[1 / 3, 1 / 3, 1 / 3, 0.0], [0.1, 0.2, 0.3, 0.4], [0.0, 0.0, 1.0, 0.0]])
    assert (rows.sum(axis=1) == 1.0).all()
    others = np.concatenate([rows, np.float32(rows[:2]).astype(np.float64)])
    np.testing.assert_array_equal(evaluation._probabilities(rows, 3), rows)
    found = evaluation._probabilities(others, 5)
    np.testing.assert_array_equal(found[:3], rows)
    np.testing.assert_array_equal(found, divided(others))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda table: table * np.nan, "nan or negative"),
        (lambda table: table * 2.0, "the sum must be 1"),
        (lambda table: np.roll(table, 1, axis=0)[:-1], "there are .* states"),
        (lambda table: np.full(len(table), 7), "0 is left, 1 right, 2 up and 3 down"),
        (lambda table: np.zeros(len(table), dtype=np.int64), "which is not allowed"),
        (lambda table: table[:, :3], "give actions"),
    ],
)
def test_bad_tables_are_named(
    solution: mdp2048.Solution, change: Callable[[np.ndarray], np.ndarray], message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        solution.evaluate(change(uniform(solution)))


def test_a_policy_may_be_that_of_another_solution(
    solution: mdp2048.Solution, program: Path, tmp_path: Path
) -> None:
    own = solution.evaluate(solution)
    assert own.value == pytest.approx(solution.start_value, rel=1e-14)
    score = mdp2048.Game("2x3", target=64, objective="score").solve()
    found = solution.evaluate(score)
    assert found.win_probability == pytest.approx(score.value_under("win").value, rel=1e-12)
    assert found.score == pytest.approx(score.start_value, rel=1e-12)
    with pytest.raises(ValueError, match="no action on .* or give one of a game that goes on there"):
        solution.evaluate(mdp2048.Game("2x3", target=32).solve())
    with pytest.raises(ValueError, match="the policy is one of 2x2 to 16, not of 2x3 to 64"):
        solution.evaluate(mdp2048.Game("2x2", target=16).solve())
    work: list[str | os.PathLike[str]] = ["solve", "--board", "2x3", "--target", "64", "--work", tmp_path / "work"]
    subprocess.run([program, *work], check=True, capture_output=True)
    with mdp2048.open(tmp_path / "work") as folder:
        found = solution.evaluate(folder)
    assert found.value == pytest.approx(solution.start_value, rel=1e-14)


def test_agents_are_valued_by_name(
    solution: mdp2048.Solution, program: Path, solved_file: Path
) -> None:
    listed = {agent.name: agent for agent in mdp2048.agents()}
    assert {"random", "greedy", "expectimax", "optimal"} < set(listed)
    assert "learned" not in listed and all(agent.description for agent in listed.values())
    assert listed["expectimax"].options["depth"] == "own moves that are looked ahead (1 to 6) [2]"
    for name in ("greedy", "expectimax:depth=2", "monte-carlo:games=3:by-board"):
        found = solution.evaluate(name)
        command: list[str | Path] = [program, "evaluate", solved_file, "--agent", name, "--json"]
        expected = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        for ours, theirs in {
            "value": "value",
            "loss": "lose_probability",
            "optimum": "optimum",
            "optimum_loss": "optimum_lose_probability",
            "score": "mean_score",
            "moves": "mean_moves",
            "boards": "boards",
            "relative_bound": "relative_bound",
        }.items():
            assert getattr(found, ours) == pytest.approx(expected[theirs], rel=1e-14), ours
        assert found.regret == pytest.approx(expected["regret"], rel=1e-12)
    random, table = solution.evaluate("random"), solution.evaluate(uniform(solution))
    assert random.value == pytest.approx(table.value, rel=1e-13)
    assert solution.evaluate("optimal").regret == pytest.approx(0.0, abs=1e-13)


def test_bad_agents_are_named(small: mdp2048.Solution, tmp_path: Path) -> None:
    for name, message in [
        ("expectimax:depth=9", "'9' is not a value of depth: use 1 to 6"),
        ("greedy:depth=2", "has no parameter 'depth'"),
        ("monte-carlo", "add :by-board"),
        ("features", "plays 4x4 only, not 2x2"),
    ]:
        with pytest.raises(ValueError, match=message):
            small.evaluate(name)
    with pytest.raises(FileNotFoundError, match="no such agent among random, greedy") as error:
        small.evaluate("greddy")
    assert error.value.filename == "greddy"
    with pytest.raises(FileNotFoundError):
        small.evaluate(tmp_path / "greedy")
    with pytest.raises(MemoryError, match="more than 3 boards"):
        small.evaluate("greedy", most=3)


def test_bad_functions_are_named(small: mdp2048.Solution) -> None:
    def raises(_: np.ndarray) -> np.ndarray:
        raise ZeroDivisionError("from the policy")

    with pytest.raises(ZeroDivisionError, match="from the policy"):
        small.evaluate(raises)
    with pytest.raises(ValueError, match="an action on '.*' that is not allowed"):
        small.evaluate(lambda boards: np.full(len(boards), 2))
    with pytest.raises(ValueError, match="nan or negative"):
        small.evaluate(lambda boards: np.full((len(boards), 4), np.nan))
    with pytest.raises(TypeError, match="actions are integers .*, not float64"):
        small.evaluate(lambda boards: np.zeros(len(boards)))
    with pytest.raises(TypeError, match="real numbers, not complex128"):
        small.evaluate(lambda boards: np.zeros((len(boards), 4), complex))
    with pytest.raises(ValueError, match="allow 0 boards or more"):
        small.evaluate(raises, most=-1)
    with pytest.raises(ValueError, match="for .* boards"):
        small.evaluate(lambda boards: np.zeros((1, 9)))
    with pytest.raises(TypeError, match="actions are integers"):
        small.evaluate(np.full(small.state_count, 0.5))
    with pytest.raises(ValueError, match="'exponents', 'faces' or 'keys'"):
        small.evaluate(raises, boards="text")  # type: ignore[arg-type]
    with pytest.raises(MemoryError, match="more than 3 boards"):
        small.evaluate(lambda keys: small.best_actions(keys=keys), boards="keys", most=3)
