"""The environments of Gymnasium."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from hypothesis import given, settings
from hypothesis import strategies as st

import mdp2048
from mdp2048.envs import ENV_ID, GameEnv, Slides, VectorGames, frame, text

#: Small games of every objective.
GAMES = [
    mdp2048.Game("2x2", target=16),
    mdp2048.Game("2x3", target=32, discount=0.9, four=0.3),
    mdp2048.Game("3x2", objective="score"),
    mdp2048.Game("3x3", target=64, objective="moves"),
    mdp2048.Game("2x2", target=8, objective="fewest"),
    mdp2048.Game("4x4"),
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


def test_seeds_follow_each_other() -> None:
    env = GameEnv("3x3", target=512)
    first, info = env.reset(seed=42)
    assert info["seed"] == 42
    second, info = env.reset()
    assert info["seed"] == 43
    assert env.reset(seed=43)[0].tolist() == second.tolist()
    assert env.reset(seed=42)[0].tolist() == first.tolist()
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
        won = game.target is not None and 1 << observation.max() == game.target
        moves, score = info["moves"], info["score"]
        expected = {
            "win": game.discount**moves if won else 0.0,
            "score": score,
            "moves": moves,
            "fewest": -moves if won else -np.inf,
        }
        found = discounted if game.objective == "win" else total
        assert found == pytest.approx(expected[game.objective], rel=1e-12)


class NextOf(gymnasium.Wrapper[Any, Any, Any, Any]):
    """Begins games as one of many does: the next seed is their number higher."""

    def __init__(self, env: GameEnv, count: int) -> None:
        super().__init__(env)
        self.count, self.seed = count, 0

    def reset(self, *, seed: int | None = None, options: Any = None) -> tuple[Any, dict[str, Any]]:
        self.seed = self.seed + self.count if seed is None else seed
        return self.env.reset(seed=self.seed, options=options)


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("not_allowed", ["ignore", "lose"])
@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_many_games_are_as_single_ones_in_turn(game: Any, not_allowed: Any, mode: Any) -> None:
    count, rng = 5, np.random.default_rng(3)
    one = {"game": game, "not_allowed": not_allowed}
    envs = VectorGames(count, autoreset_mode=mode, **one)
    singles = [lambda: NextOf(GameEnv(**one), count)] * count
    expected = SyncVectorEnv(singles, autoreset_mode=mode)
    assert envs.observation_space == expected.observation_space
    assert envs.action_space == expected.action_space
    assert equal(envs.reset(seed=9), expected.reset(seed=9))
    ended = 0
    for _ in range(400):
        actions = rng.integers(4, size=count)
        found = envs.step(actions)
        assert equal(found, expected.step(actions))
        ended += int(found[2].sum())
        if mode == AutoresetMode.DISABLED and found[2].any():
            seed: list[int | None] = [int(one) for one in rng.integers(1 << 32, size=count)]
            options = {"reset_mask": found[2]}
            begun = envs.reset(seed=seed, options=dict(options))
            assert equal(begun, expected.reset(seed=seed, options=options))
    assert ended > 10


def equal(found: tuple[Any, ...], expected: tuple[Any, ...]) -> bool:
    """Whether the results of steps or resets are equal, where integers may differ in size."""
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
            same = np.array_equal(one[mask], other[mask])
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
    assert envs.reset()[1]["seed"].tolist() == list(range(1001, 2001))
    assert envs.reset(seed=[None, 5] + [None] * 998)[1]["seed"][:3].tolist() == [2001, 5, 2003]
    assert envs.reset(seed=[7] * 1000)[1]["seed"].tolist() == [7] * 1000
    assert envs.reset(seed=(1 << 32) - 2)[1]["seed"][:4].tolist() == [2**32 - 2, 2**32 - 1, 0, 1]


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
        ({"render_mode": "human"}, "write 'ansi' or 'rgb_array'"),
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
