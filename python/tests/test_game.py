"""The parameters of a game."""

import pickle

import pytest

import mdp2048


def test_games_have_defaults() -> None:
    game = mdp2048.Game("3x3", target=512)
    assert (game.rows, game.columns, game.target, game.objective) == (3, 3, 512, "win")
    assert (game.discount, game.spawn_four, game.name) == (1.0, 0.1, "3x3_to_512")
    assert repr(game) == "Game('3x3', target=512, objective='win')"
    assert eval(repr(game), {"Game": mdp2048.Game}) == game


def test_the_largest_tile_is_known() -> None:
    assert mdp2048.Game("3x3", target=512).largest_tile == 512
    assert mdp2048.Game("2x2").largest_tile == 32
    assert mdp2048.Game("2x2", spawn_four=0.0).largest_tile == 16
    assert mdp2048.Game("4x4").largest_tile == 32768


def test_games_are_compared_hashed_and_pickled() -> None:
    game = mdp2048.Game("2x2", target=16, discount=0.5, spawn_four=0.25)
    same = pickle.loads(pickle.dumps(game))
    assert same == game and hash(same) == hash(game)
    assert game != mdp2048.Game("2x2", target=16)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"board": "5x5"}, "2 to 4 of each"),
        ({"board": "3x3", "target": 2048}, "the largest reachable tile is 1024"),
        ({"board": "3x3", "target": 100}, "choose a power of two"),
        ({"board": "3x3", "target": 64, "objective": "lose"}, "write win, score, moves or fewest"),
        ({"board": "3x3", "target": 64, "discount": 0.0}, "above 0 and at most 1"),
        ({"board": "3x3", "target": 64, "spawn_four": float("nan")}, "0, 1 or from 0.000001"),
    ],
)
def test_bad_parameters_are_named(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        mdp2048.Game(**arguments)  # type: ignore[arg-type]
