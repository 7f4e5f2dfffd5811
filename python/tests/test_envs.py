"""The environments of Gymnasium."""

from __future__ import annotations

import copy
import pickle
import threading
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils import seeding
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from hypothesis import given, settings
from hypothesis import strategies as st

import mdp2048
from mdp2048.envs import ENV_ID, GameEnv, Slides, VectorGames, frame, text

#: Small games of every objective.
GAMES = [
    mdp2048.Game("2x2", target=16),
    mdp2048.Game("2x3", target=32, discount=0.9, spawn_four=0.3),
    mdp2048.Game("3x2", objective="score"),
    mdp2048.Game("3x3", target=64, objective="moves"),
    mdp2048.Game("2x2", target=8, objective="fewest"),
    mdp2048.Game("4x4"),
    mdp2048.Game(formation="L3", target=16),
]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("observation", ["exponents", "one_hot"])
def test_the_environment_passes_the_checks_of_gymnasium(game: Any, observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for mode in (None, "ansi", "rgb_array"):
            env = gymnasium.make(ENV_ID, game=game, observation=observation, render_mode=mode)
            check_env(env.unwrapped)


def test_observations_masks_and_rewards_of_a_game() -> None:
    env = gymnasium.make(ENV_ID, board="2x2", target=16)
    observation, info = env.reset(seed=20, options={"board": "4 2/4 0"})
    assert observation.tolist() == [[2, 1], [2, 0]] and observation.dtype == np.uint8
    assert info["action_mask"].tolist() == [0, 1, 1, 1] and info["action_mask"].dtype == np.int8
    assert env.action_space.sample(info["action_mask"]) in (1, 2, 3)
    observation, reward, terminated, truncated, info = env.step(2)
    assert observation[0].tolist() == [3, 1] and (reward, terminated) == (0.0, False)
    assert (info["moves"], info["score"], info["seed"]) == (1, 8, 20)
    env.reset(seed=1, options={"board": np.array([[3, 3], [1, 0]])})
    observation, reward, terminated, truncated, info = env.step(0)
    assert (reward, terminated, truncated) == (1.0, True, False)
    assert info["action_mask"].tolist() == [0, 0, 0, 0]
    with pytest.raises(ValueError, match="is over: reset it"):
        env.step(0)


def test_one_hot_observations_have_a_one_at_the_exponent() -> None:
    env = GameEnv("2x2", target=16, observation="one_hot")
    observation, _ = env.reset(options={"board": "0 2/8 4"})
    assert observation.shape == (2, 2, 5)
    assert observation.argmax(-1).tolist() == [[0, 1], [3, 2]] and observation.sum() == 4


def test_games_without_a_seed_draw_theirs() -> None:
    env = GameEnv("3x3", target=512)
    first, info = env.reset(seed=42)
    assert info["seed"] == 42
    seeds = [env.reset()[1]["seed"] for _ in range(20)]
    assert len({42, *seeds}) == 21
    second, info = env.reset(seed=seeds[0])
    assert env.reset(seed=42)[0].tolist() == first.tolist()
    again, info = env.reset()
    assert info["seed"] == seeds[0] and again.tolist() == second.tolist()
    assert GameEnv("3x3").reset()[1]["seed"] != GameEnv("3x3").reset()[1]["seed"]
    for seed in (-1, 1 << 32):
        with pytest.raises((ValueError, gymnasium.error.Error)):
            env.reset(seed=seed)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_rewards_add_up_to_the_objective(game: Any) -> None:
    rng = np.random.default_rng(1)
    env = GameEnv(game=game, not_allowed="raise")
    for seed in range(30):
        _, info = env.reset(seed=seed)
        total, discounted, factor, over = 0.0, 0.0, 1.0, False
        observation = np.zeros(0, np.uint8)
        while not over:
            action = rng.choice(np.flatnonzero(info["action_mask"]))
            observation, reward, over, _, info = env.step(action)
            total += reward
            discounted += factor * reward
            factor *= game.discount
        won = game.target is not None and 1 << observation[~game.locked].max() == game.target
        moves, score = info["moves"], info["score"]
        expected = {
            "win": game.discount**moves if won else 0.0,
            "score": score,
            "moves": moves,
            # A loss is minus half of the tile sum of four tiles of 4.
            "fewest": -moves if won else -moves - 8,
        }
        found = discounted if game.objective == "win" else total
        assert found == pytest.approx(expected[game.objective], rel=1e-12)


class OneOf(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Begins games as one of many does: all draw the seeds from one generator."""

    def __init__(self, env: GameEnv, seeds: np.random.Generator) -> None:
        super().__init__(env)
        self.seeds = seeds

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        if seed is None:
            seed = int(self.seeds.integers(1 << 32, dtype=np.uint32))
        return self.env.reset(seed=seed, options=options)


def in_turn(count: int, mode: AutoresetMode, seed: int, **arguments: Any) -> SyncVectorEnv:
    """Single environments that draw the seeds that one of many games draws after a seed."""
    seeds = seeding.np_random(seed)[0]
    singles = [lambda: OneOf(GameEnv(**arguments), seeds)] * count
    return SyncVectorEnv(singles, autoreset_mode=mode)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("not_allowed", ["ignore", "lose"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("limit", [None, 3])
def test_many_games_are_as_single_ones_in_turn(
    game: Any, not_allowed: Any, mode: Any, limit: Any
) -> None:
    count, rng = 5, np.random.default_rng(3)
    one = {"game": game, "not_allowed": not_allowed, "max_episode_steps": limit}
    envs = VectorGames(count, autoreset_mode=mode, **one)
    expected = in_turn(count, mode, 9, **one)
    assert envs.observation_space == expected.observation_space
    assert envs.action_space == expected.action_space
    assert equal(envs.reset(seed=9), expected.reset(seed=9))
    ended, truncated = 0, 0
    for _ in range(100 if limit else 400):
        actions = rng.integers(4, size=count)
        found = envs.step(actions)
        assert equal(found, expected.step(actions))
        ended += int(found[2].sum())
        truncated += int(found[3].sum())
        if mode == AutoresetMode.DISABLED and (found[2] | found[3]).any():
            seed: list[int | None] = [int(one) for one in rng.integers(1 << 32, size=count)]
            options = {"reset_mask": found[2] | found[3]}
            begun = envs.reset(seed=seed, options=dict(options))
            assert equal(begun, expected.reset(seed=seed, options=options))
    assert (truncated if limit else ended) > 10


def equal(found: tuple[Any, ...], expected: tuple[Any, ...]) -> bool:
    """Whether the results of steps or resets are equal."""
    for one, other in zip(found[:-1], expected[:-1], strict=True):
        if not np.array_equal(one, other) or one.dtype != other.dtype:
            return False
    return equal_infos(found[-1], expected[-1])


def equal_infos(found: dict[str, Any], expected: dict[str, Any]) -> bool:
    """Whether infos are equal for the games that have them."""
    if found.keys() != expected.keys():
        return False
    for name, one in found.items():
        other = expected[name]
        if name == "final_obs":
            same = all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
        elif isinstance(one, dict):
            same = equal_infos(one, other)
        else:
            mask = expected.get(f"_{name}", slice(None))
            same = np.array_equal(one[mask], other[mask]) and one.dtype == other.dtype
        if not same:
            return False
    return True


def test_vectors_are_made_by_gymnasium() -> None:
    envs = gymnasium.make_vec(ENV_ID, num_envs=1000, board="3x3", target=512)
    assert isinstance(envs, VectorGames) and envs.spec is not None
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    observations, infos = envs.reset(seed=1)
    assert observations in envs.observation_space
    for seed in (1, 42, 1000):
        single, _ = gymnasium.make(ENV_ID, board="3x3", target=512).reset(seed=seed)
        assert single.tolist() == observations[seed - 1].tolist()
    mask = infos["action_mask"]
    actions = envs.action_space.sample(mask=tuple(mask))
    assert mask[np.arange(1000), actions].all()
    assert envs.reset(seed=[None, 5] + [None] * 998)[1]["seed"][1] == 5
    assert envs.reset(seed=[7] * 1000)[1]["seed"].tolist() == [7] * 1000
    assert envs.reset(seed=(1 << 32) - 2)[1]["seed"][:4].tolist() == [2**32 - 2, 2**32 - 1, 0, 1]


def seeds_of(envs: Any, seed: Any, steps: int = 1500) -> tuple[list[int], int]:
    """The seeds of the games that random actions play, and how many games they are."""
    _, infos = envs.reset(seed=seed)
    rng = np.random.default_rng(4)
    seeds, games = list(infos["seed"]), envs.num_envs
    for _ in range(steps):
        begun = infos["seed"]
        infos = envs.step(rng.integers(4, size=envs.num_envs))[4]
        games += int((infos["seed"] != begun).sum())
        seeds += list(infos["seed"])
    return sorted({int(one) for one in seeds}), games


@pytest.mark.parametrize("kind", ["sync", "vector_entry_point"])
def test_no_game_is_played_again(kind: str) -> None:
    """Eight environments draw another seed for each game, and the same ones again."""
    arguments: dict[str, Any] = {"num_envs": 8, "board": "2x2", "target": 16}

    def played(seed: Any) -> tuple[list[int], int]:
        return seeds_of(gymnasium.make_vec(ENV_ID, vectorization_mode=kind, **arguments), seed)

    seeds, games = played(0)
    assert len(seeds) == games > 160
    assert played(0) == (seeds, games)
    assert played(1)[0] != seeds
    each = list(range(30, 38))
    assert played(each) == played(each)
    # Without a seed, none of the games is one that was played.
    assert not set(played(None)[0]) & set(seeds)


def test_games_are_truncated_where_ignored_actions_would_not_end_them() -> None:
    game = mdp2048.Game("3x3", target=64)
    most = 3 * 3 * 32 // 2
    env = GameEnv(game=game)
    env.reset(seed=1)
    info: dict[str, Any] = {}
    for step in range(1, most + 1):
        _, _, terminated, truncated, info = env.step(0)
        assert (terminated, truncated) == (False, step == most)
    assert info["moves"] < 20 and info["action_mask"].any()
    with pytest.raises(ValueError, match=f"game 0 was truncated after {most} steps: reset it"):
        env.step(0)
    assert env.reset()[1]["moves"] == 0
    envs = gymnasium.make_vec(ENV_ID, num_envs=4, game=game)
    envs.reset(seed=1)
    ends = [envs.step(np.zeros(4, int))[3].tolist() for _ in range(most + 2)]
    assert ends == [[False] * 4] * (most - 1) + [[True] * 4] + [[False] * 4] * 2


def test_no_game_of_allowed_actions_is_truncated() -> None:
    """The longest games, those of an optimal policy for the objective of moves."""
    for board, target in [("2x2", 8), ("2x2", 32), ("2x3", 64), ("2x3", None)]:
        solution = mdp2048.Game(board, target=target, objective="moves").solve()
        envs = VectorGames(300, solution=solution)
        boards, infos = envs.reset(seed=1)
        for _ in range(300):
            actions = np.maximum(solution.best_actions(exponents=boards, missing="nan"), 0)
            boards, _, _, truncated, infos = envs.step(actions)
            assert not truncated.any()
        assert len(set(infos["moves"])) > 1


def test_limits_of_steps_are_chosen() -> None:
    """A limit ends games as the wrapper of Gymnasium does, and the smaller of both counts."""
    vectors = gymnasium.make_vec(ENV_ID, num_envs=2, board="3x3", target=512, max_episode_steps=7)
    singles = gymnasium.make_vec(
        ENV_ID, 2, "sync", board="3x3", target=512, max_episode_steps=7
    )
    for envs in (vectors, singles):
        envs.reset(seed=1)
        ends = [bool(envs.step(np.zeros(2, int))[3].all()) for _ in range(15)]
        assert ends == [False] * 6 + [True] + [False] * 7 + [True]
    env: Any = gymnasium.make(ENV_ID, board="2x2", target=8, max_episode_steps=1000)
    env.reset(seed=1)
    ends = [env.step(0)[3] for _ in range(8)]
    assert ends == [False] * 7 + [True]
    solution = mdp2048.Game("2x2", target=16).solve()
    envs = VectorGames(
        1, solution=solution, max_episode_steps=2, autoreset_mode="SameStep"
    )
    envs.reset(seed=1)
    infos: dict[str, Any] = {}
    for _ in range(2):
        infos = envs.step([0])[4]
    final, board = infos["final_info"], infos["final_obs"][0]
    assert final["value"][0] == solution.values(exponents=board)
    assert final["loss"][0] == solution.losses(exponents=board)
    assert final["action_mask"][0].tolist() == [
        int(one) for one in ~np.isnan(solution.action_values(exponents=board))
    ]
    for steps in (0, -1, 1 << 32):
        with pytest.raises(ValueError, match="choose a number of steps from 1"):
            GameEnv("2x2", 16, max_episode_steps=steps)


def test_masks_are_given_as_sb3_contrib_asks() -> None:
    env = gymnasium.make(ENV_ID, board="2x2", target=16)
    env.reset(seed=20, options={"board": "4 2/4 0"})
    masks = env.get_wrapper_attr("action_masks")()
    assert masks.tolist() == [False, True, True, True] and masks.dtype == np.bool_
    envs = VectorGames(5, "3x3", 64)
    _, infos = envs.reset(seed=2)
    assert np.array_equal(envs.action_masks(), infos["action_mask"] == 1)
    for made in (GameEnv("2x2", 16), VectorGames(2, "2x2", 16)):
        with pytest.raises(ValueError, match="no game has begun: call reset"):
            made.action_masks()


def test_unknown_options_of_a_reset_are_refused() -> None:
    with pytest.raises(ValueError, match="options has 'bord', .* has only 'board'"):
        GameEnv("2x2", 16).reset(options={"bord": "4 2/4 0"})
    with pytest.raises(ValueError, match="options has 'board', .* has only 'reset_mask'"):
        VectorGames(2, "2x2", 16).reset(options={"board": "4 2/4 0"})


@pytest.mark.parametrize("duplicate", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_copies_go_on_with_the_same_games(duplicate: Any) -> None:
    rng = np.random.default_rng(8)
    single = gymnasium.make(ENV_ID, board="3x3", target=64)
    for env in (single, GameEnv("2x2", 16), gymnasium.make_vec(ENV_ID, num_envs=6, board="2x2")):
        many = getattr(env, "num_envs", None)
        env.reset(seed=5)

        def go_on(env: Any, actions: Any) -> Any:
            found = env.step(actions)
            if many is None and (found[2] or found[3]):
                return env.reset()
            return found

        for _ in range(30):
            go_on(env, rng.integers(4, size=many))
        other: Any = duplicate(env)
        played = 0
        for _ in range(200):
            actions = rng.integers(4, size=many)
            found, expected = go_on(env, actions), go_on(other, actions)
            assert repr(found) == repr(expected)
            played += int(np.max(found[-1]["moves"]) == 0)
        assert played > 0 or many


def test_environments_say_what_is_wrong_with_a_call() -> None:
    for env in (GameEnv("2x2", 16), VectorGames(1, "2x2", 16)):
        with pytest.raises(ValueError, match="no game has begun: call reset before the first"):
            env.step(0 if isinstance(env, GameEnv) else [0])  # type: ignore[arg-type]
    envs = VectorGames(2, "2x2", 16, render_mode="ansi")
    envs.reset(seed=1)
    envs.close()
    for call in (envs.reset, envs.render, lambda: envs.step(np.zeros(2, int))):
        with pytest.raises(gymnasium.error.ClosedEnvironmentError, match="is closed: make another"):
            call()


def test_two_threads_do_not_use_one_environment() -> None:
    """A thread that steps while another one draws the seeds of that one's step."""
    envs = VectorGames(50, "2x2", 8, max_episode_steps=1, autoreset_mode="SameStep")
    envs.reset(seed=1)
    errors: list[BaseException] = []

    class Slow(np.random.Generator):
        def integers(self, *arguments: Any, **named: Any) -> Any:
            def step() -> None:
                try:
                    envs.step(np.zeros(50, int))
                except RuntimeError as error:
                    errors.append(error)

            thread = threading.Thread(target=step)
            thread.start()
            thread.join()
            return super().integers(*arguments, **named)

    envs.np_random = Slow(np.random.PCG64(1))
    envs.step(np.zeros(50, int))
    assert [type(error) for error in errors] == [RuntimeError]
    assert "another thread uses this environment: make an environment for each" in str(errors[0])


def test_vectors_refuse_what_they_cannot_do() -> None:
    envs = VectorGames(3, "2x2", 16, not_allowed="raise", autoreset_mode="Disabled")
    with pytest.raises(ValueError, match="call reset before the first step"):
        envs.step(np.zeros(3, int))
    observations, infos = envs.reset(seed=3)
    for actions, message in [
        (np.zeros(2, int), "2 actions for 3 games"),
        (np.array([0, 4, 0]), "4 is not an action"),
        (infos["action_mask"].argmin(1), "does not change the board"),
    ]:
        with pytest.raises(ValueError, match=message):
            envs.step(actions)
        assert envs.render() is None
    for wrong in (np.zeros(3), np.full(3, np.nan), ["left"] * 3, None):
        with pytest.raises(TypeError, match="an integer from 0 to 3"):
            envs.step(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="give one for each game"):
        envs.step(np.zeros((3, 1), int))
    env = GameEnv("2x2", 16)
    env.reset(seed=1)
    for one in (1.5, "left", None):
        with pytest.raises(TypeError, match="an integer from 0 to 3"):
            env.step(one)  # type: ignore[arg-type]
    for mask in (np.zeros(3, bool), np.ones(2, bool), [True] * 3):
        with pytest.raises(ValueError, match="reset_mask"):
            envs.reset(options={"reset_mask": mask})
    for seed in ([1, 2], [1, 2, -1], [1, 2, 1 << 32]):
        with pytest.raises(ValueError, match="seed"):
            envs.reset(seed=seed)
    refused: list[tuple[dict[str, Any], str]] = [
        ({"num_envs": 0}, "at least one"),
        ({"num_envs": 1 << 30}, "choose from 1 to"),
        ({"autoreset_mode": "Sometimes"}, "Sometimes"),
        ({"not_allowed": "win"}, "write 'ignore', 'lose' or 'raise'"),
        ({"observation": "faces"}, "write 'exponents' or 'one_hot'"),
        ({"render_mode": "text"}, "write 'ansi', 'rgb_array' or 'human'"),
        ({"board": "3x3", "game": GAMES[0]}, "give either game or board"),
    ]
    for arguments, message in refused:
        with pytest.raises(ValueError, match=message):
            VectorGames(**arguments)


@pytest.mark.parametrize(
    ("board", "message"),
    [
        ("0 2/2", "rows"),
        ("0 2 0/2 0 0", "but the game is 2x2"),
        (np.ones((3, 3), int), "but the game is 2x2"),
        (np.array([[1.0, 0], [0, 0]]), "not an array of exponents"),
        (np.array([[-1, 0], [0, 0]]), "not an array of exponents"),
        (np.array([[16, 0], [0, 0]]), "not an array of exponents"),
        ("2 4/4 2", "the game is over"),
        ("16 4/0 2", "the game is over"),
    ],
)
def test_boards_to_begin_on_are_checked(board: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        GameEnv("2x2", 16).reset(options={"board": board})


@given(
    game=st.sampled_from(GAMES),
    seed=st.integers(0, (1 << 32) - 1),
    actions=st.lists(st.integers(0, 3), max_size=200),
    mode=st.sampled_from(["NextStep", "SameStep"]),
)
@settings(max_examples=60)
def test_steps_keep_the_rules(game: Any, seed: int, actions: list[int], mode: Any) -> None:
    envs = VectorGames(2, game=game, autoreset_mode=mode)
    observations, infos = envs.reset(seed=seed)
    for action in actions:
        before, moves, score = observations, infos["moves"], infos["score"]
        mask = infos["action_mask"]
        observations, rewards, terminated, _, infos = envs.step(np.array([action, action]))
        assert observations in envs.observation_space
        for at in np.flatnonzero(infos["moves"] == moves + 1):
            assert mask[at, action] == 1
            # The sum of the faces grows by the random tile.
            sums = [int(faces(board[at]).sum()) for board in (before, observations)]
            assert sums[1] - sums[0] in (2, 4)
            assert infos["score"][at] >= score[at]
        for at in np.flatnonzero((infos["moves"] == moves) & (moves > 0)):
            assert mask[at, action] == 0
            assert observations[at].tolist() == before[at].tolist() and rewards[at] == 0
        assert (infos["action_mask"].any(1) | terminated).all() or mode == "NextStep"


def faces(exponents: Any) -> Any:
    return np.where(exponents > 0, 1 << exponents.astype(int), 0)


def test_afterstates_are_what_steps_make_before_the_random_tile() -> None:
    envs = VectorGames(50, "3x3", 64)
    boards, infos = envs.reset(seed=1)
    slides = Slides(envs.game)
    for step in range(20):
        after, points, allowed = slides.afterstates(boards)
        assert np.array_equal(allowed, infos["action_mask"] == 1)
        actions = allowed.argmax(1) if step % 2 else 3 - allowed[:, ::-1].argmax(1)
        score = infos["score"]
        boards, _, terminated, _, infos = envs.step(actions)
        each = np.arange(50)
        tiles = boards - after[each, actions]
        assert ((tiles > 0).sum((1, 2)) == 1).all() and set(tiles.ravel()) <= {0, 1, 2}
        assert np.array_equal(infos["score"] - score, points[each, actions])
        if terminated.any():
            break
    assert infos["moves"].max() > 5
    with pytest.raises(ValueError, match="the boards are 2x2, but the game is 3x3"):
        slides.afterstates(np.zeros((1, 2, 2), np.uint8))
    for wrong in (np.zeros((3, 3), np.uint8), np.zeros((1, 3, 3), np.int64), "2 0/0 0"):
        with pytest.raises(TypeError, match="np.asarray.boards, np.uint8."):
            slides.afterstates(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="above 15"):
        slides.afterstates(np.full((1, 3, 3), 16, np.uint8))


def test_boards_are_drawn_in_the_colours_of_the_page() -> None:
    board = np.array([[0, 1, 6], [11, 12, 15]])
    pixels = frame(board)
    assert pixels.shape == (2 * 72 + 8, 3 * 72 + 8, 3) and pixels.dtype == np.uint8
    corners = [tuple(pixels[12 + 72 * row, 12 + 72 * col]) for row in (0, 1) for col in (0, 1, 2)]
    expected = ["cdc1b4", "eee4da", "f65e3b", "edc22e", "3c3a32", "3c3a32"]
    assert [bytes(corner).hex() for corner in corners] == expected
    assert bytes(pixels[0, 0]).hex() == "bbada0"
    # The digits of 64 have their own colour.
    assert (pixels[8:72, 152:216] == (0x2C, 0x10, 0x08)).all(-1).any()
    lines = text(board).splitlines()
    assert len(lines) == 2 and "  64   " in lines[0] and "48;2;246;94;59" in lines[0]
    env = gymnasium.make(ENV_ID, board="2x2", target=16, render_mode="rgb_array")
    board, _ = env.reset(seed=1)
    shown: Any = env.render()
    assert np.array_equal(shown, frame(board))
    envs = VectorGames(3, "2x2", 16, render_mode="ansi")
    envs.reset(seed=1)
    assert [line.count("\n") for line in envs.render() or ()] == [2, 2, 2]


def test_a_window_shows_the_frames(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    import pygame

    env = gymnasium.make(ENV_ID, board="2x2", target=16, render_mode="human")
    env.reset(seed=1)
    board = env.step(0)[0]
    surface = pygame.display.get_surface()
    assert surface is not None
    shown = pygame.surfarray.array3d(surface).swapaxes(0, 1)
    assert np.array_equal(shown, frame(board))
    env.close()
    assert pygame.display.get_surface() is None
    envs = gymnasium.make_vec(ENV_ID, num_envs=3, board="2x2", target=16, render_mode="human")
    boards, _ = envs.reset(seed=1)
    surface = pygame.display.get_surface()
    assert surface is not None
    shown = pygame.surfarray.array3d(surface).swapaxes(0, 1)
    # Two rows of two boards, the last of which is empty.
    height, width, _ = frame(boards[0]).shape
    assert shown.shape == (2 * height, 2 * width, 3)
    assert np.array_equal(shown[height:, :width], frame(boards[2]))
    assert (shown[height:, width:] == (0xBB, 0xAD, 0xA0)).all()
    envs.close()
    assert pygame.display.get_surface() is None
