"""Steps per second of the environments, beside other environments of 2048.

``python environments.py [--solution] [--others]``. Before it measures, it checks that the games of
the seeds are those that single environments play. ``--solution`` also measures with the exact
regret of each move. ``--others`` also measures pgx and jumanji, if they are installed: 1,024 games
in a jitted scan on all cores.

Times are of the process's CPU (user and system) as well as of the clock, because machines are
shared.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from mdp2048.envs import GameEnv, VectorGames

GAMES, CALLS = 1024, 2000


def check() -> None:
    """Checks the games of some seeds against single environments."""
    envs = VectorGames(GAMES, "3x3", 512)
    observations, infos = envs.reset(seed=1)
    actions = np.random.default_rng(0).integers(4, size=(60, GAMES))
    boards = [observations]
    for step in actions:
        observations = envs.step(step)[0]
        boards.append(observations)
    env = GameEnv("3x3", 512)
    for index in range(0, GAMES, 97):
        observation, _ = env.reset(seed=index + 1)
        for played, step in enumerate(actions):
            assert np.array_equal(observation, boards[played][index])
            observation, _, over, _, _ = env.step(step[index])
            if over:
                break
    print(f"the games of {len(range(0, GAMES, 97))} seeds are those of single environments")


def measured(name: str, steps: int, run: Callable[[], object]) -> None:
    """Prints the best of three rounds in steps per second."""
    clock, cpu = [], []
    for _ in range(3):
        begin = time.perf_counter(), time.process_time()
        run()
        clock.append(time.perf_counter() - begin[0])
        cpu.append(time.process_time() - begin[1])
    print(
        f"{name:32} {steps / min(clock) / 1e6:6.2f} M steps/s by the clock, "
        f"{steps / min(cpu) / 1e6:6.2f} M by CPU time"
    )


def ours(board: str, target: int, with_solution: bool) -> None:
    solution = None
    if with_solution:
        import mdp2048

        solution = mdp2048.Game(board, target=target).solve()
    envs = VectorGames(GAMES, board, target, solution=solution)
    envs.reset(seed=1)
    actions = np.random.default_rng(0).integers(4, size=(CALLS, GAMES))

    def run() -> None:
        for step in actions:
            envs.step(step)

    regrets = ", with regrets" if with_solution else ""
    measured(f"mdp2048 {board} to {target}{regrets}", CALLS * GAMES, run)


def others() -> None:
    try:
        import jax
    except ImportError:
        print("jax is not installed: pgx and jumanji are not measured")
        return
    keys = jax.random.split(jax.random.PRNGKey(0), GAMES)
    calls = 200

    def scanned(step: Callable[..., object], state: object) -> Callable[[], object]:
        jitted = jax.jit(lambda state, keys: jax.lax.scan(step, state, keys)[0])
        step_keys = jax.random.split(jax.random.PRNGKey(1), calls)
        jax.block_until_ready(jitted(state, step_keys))
        return lambda: jax.block_until_ready(jitted(state, step_keys))

    try:
        import pgx

        env = pgx.make("2048")
        reset_and_step = pgx.experimental.auto_reset(env.step, env.init)

        def step_pgx(state: object, key: object) -> tuple[object, None]:
            each = jax.random.split(key, GAMES)
            actions = jax.random.randint(key, (GAMES,), 0, 4)
            return jax.vmap(reset_and_step)(state, actions, each), None

        measured("pgx 2048 (4x4)", calls * GAMES, scanned(step_pgx, jax.vmap(env.init)(keys)))
    except ImportError:
        print("pgx is not installed")
    try:
        import jumanji
        from jumanji.wrappers import AutoResetWrapper

        game = AutoResetWrapper(jumanji.make("Game2048-v1"))

        def step_jumanji(state: object, key: object) -> tuple[object, None]:
            actions = jax.random.randint(key, (GAMES,), 0, 4)
            return jax.vmap(game.step)(state, actions)[0], None

        state, _ = jax.vmap(game.reset)(keys)
        measured("jumanji Game2048-v1 (4x4)", calls * GAMES, scanned(step_jumanji, state))
    except ImportError:
        print("jumanji is not installed")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--solution", action="store_true", help="also measure with regrets")
    parser.add_argument("--others", action="store_true", help="also measure pgx and jumanji")
    arguments = parser.parse_args()
    check()
    ours("3x3", 512, False)
    ours("4x4", 2048, False)
    if arguments.solution:
        ours("3x3", 512, True)
    if arguments.others:
        others()
