"""The benchmark protocol of docs/protocol.md: agents, budgets, seeds, and exact regrets.

``python protocol.py --agents my_module:train --out mine.json`` measures an agent of your own: a
function of a game, a number of environment steps and a seed that returns a policy, which is a
function from exponents ``(n, rows, columns)`` to actions ``(n,)`` or probabilities ``(n, 4)``.
``python protocol.py --out ../../docs/protocol.json --document ../../docs/protocol.md`` makes the
table of the baselines again. Run it in its folder.
"""

from __future__ import annotations

import argparse
import importlib
import json
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import mdp2048
from mdp2048.envs import Slides

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "examples"))

import q_learning
import td_afterstates

#: The number of the protocol, which changes with the games, the budgets, the seeds or the scores.
VERSION = 1

#: The seeds of the runs of an agent that learns.
SEEDS = range(10)

#: How often runs are drawn again for an interval.
DRAWS = 10_000

Policy = Callable[[NDArray[np.uint8]], NDArray[Any]]

#: From a game, a number of environment steps and a seed to a policy.
Train = Callable[[mdp2048.Game, int, int], Policy]


@dataclass(frozen=True)
class Task:
    """A game and the environment steps that an agent may learn for."""

    game: mdp2048.Game
    steps: int


TASKS = {
    "2x2-32": Task(mdp2048.Game("2x2", target=32), 500_000),
    "2x3-64": Task(mdp2048.Game("2x3", target=64), 1_000_000),
    "3x3-64": Task(mdp2048.Game("3x3", target=64), 1_000_000),
    "3x3-512": Task(mdp2048.Game("3x3", target=512), 10_000_000),
    "3x3-score": Task(mdp2048.Game("3x3", objective="score"), 10_000_000),
}


@dataclass(frozen=True)
class Agent:
    """How an agent is trained, and on which tasks."""

    train: Train
    tasks: tuple[str, ...] = tuple(TASKS)
    #: Whether it depends on the seed; if not, it has one run.
    learns: bool = True
    #: Whether its policies treat the images of a board alike.
    symmetric: bool = False


def random(game: mdp2048.Game, _steps: int, _seed: int) -> Policy:
    """Every allowed action with the same probability."""
    slides = Slides(game)

    def policy(boards: NDArray[np.uint8]) -> NDArray[np.float64]:
        allowed = slides.afterstates(boards)[2]
        chosen: NDArray[np.float64] = allowed / allowed.sum(1, keepdims=True)
        return chosen

    return policy


def greedy(game: mdp2048.Game, _steps: int, _seed: int) -> Policy:
    """The actions that score most points now, with the same probability."""
    slides = Slides(game)

    def policy(boards: NDArray[np.uint8]) -> NDArray[np.float64]:
        _, points, allowed = slides.afterstates(boards)
        worth = np.where(allowed, points.astype(np.int64), -1)
        best = worth == worth.max(1, keepdims=True)
        chosen: NDArray[np.float64] = best / best.sum(1, keepdims=True)
        return chosen

    return policy


def of_example(learn: Callable[..., Iterable[tuple[int, Policy]]]) -> Train:
    """An example that learns. It steps 64 games, whose first seeds differ between runs."""

    def train(game: mdp2048.Game, steps: int, seed: int) -> Policy:
        ((_, policy),) = learn(game, [steps], games=64, seed=64 * seed)
        return policy

    return train


BASELINES = {
    "random": Agent(random, learns=False, symmetric=True),
    "greedy": Agent(greedy, learns=False, symmetric=True),
    "Q-learning": Agent(of_example(q_learning.learn), ("2x2-32", "2x3-64")),
    "TD afterstates": Agent(of_example(td_afterstates.learn), ("2x2-32", "2x3-64", "3x3-64")),
}


def iqm(scores: NDArray[np.float64]) -> float:
    """The interquartile mean: without a quarter of the scores, rounded down, at each end."""
    ordered = np.sort(scores, axis=None)
    cut = len(ordered) // 4
    return float(ordered[cut : len(ordered) - cut].mean())


def summary(scores: NDArray[np.float64]) -> dict[str, Any]:
    """The interquartile mean of scores ``(tasks, runs)``, and its 95 % interval.

    A percentile bootstrap, stratified: the runs of each task are drawn again among themselves.
    """
    rng = np.random.default_rng(0)
    rows = np.arange(len(scores))[:, None]
    draws = (rng.integers(scores.shape[1], size=scores.shape) for _ in range(DRAWS))
    ends = np.percentile([iqm(scores[rows, draw]) for draw in draws], [2.5, 97.5])
    return {"iqm": iqm(scores), "interval": ends.tolist()}


def regret(solution: mdp2048.Solution, agent: Agent, task: Task, seed: int) -> float:
    """Train an agent, and return the exact regret of its policy."""
    policy = agent.train(task.game, task.steps, seed)
    return float(solution.evaluate(policy, symmetric=agent.symmetric).regret)


def measure(
    agents: dict[str, Agent], tasks: Iterable[str], seeds: range = SEEDS
) -> dict[str, Any]:
    """Train agents and value their policies exactly; the result is what the JSON file holds."""
    versions = {"mdp2048": mdp2048.__version__, "numpy": np.__version__}
    found: dict[str, Any] = {"protocol": VERSION, "versions": versions, "tasks": {}, "agents": {}}
    for name in tasks:
        task = TASKS[name]
        solution = task.game.solve()
        of_random = regret(solution, BASELINES["random"], task, 0)
        found["tasks"][name] = {
            "game": str(task.game),
            "states": solution.state_count,
            "steps": task.steps,
            "optimum": solution.start_value,
            "random_regret": of_random,
        }
        for title, agent in agents.items():
            if name in agent.tasks:
                runs = seeds if agent.learns else range(1)
                regrets = [regret(solution, agent, task, seed) for seed in runs]
                row = {"regrets": regrets, **summary(np.array([regrets]))}
                found["agents"].setdefault(title, {"tasks": {}})["tasks"][name] = row
                print(f"{title} on {name}: regret {row['iqm']:.6g}", file=sys.stderr, flush=True)
    for results in found["agents"].values():
        shares = [
            np.array(row["regrets"]) / found["tasks"][name]["random_regret"]
            for name, row in results["tasks"].items()
        ]
        results["normalised"] = summary(np.array(shares))
    return found


def table(found: dict[str, Any]) -> str:
    """The results as a table of Markdown: a column for each task."""

    def cell(row: dict[str, Any] | None) -> str:
        if row is None:
            return "-"
        low, high = row["interval"]
        return f"{row['iqm']:.4g}" + (f" ({low:.3g} to {high:.3g})" if low < high else "")

    lines = [["agent", *found["tasks"], "normalised, of its tasks"], ["---"] * (len(found["tasks"]) + 2)]
    for title, results in found["agents"].items():
        cells = [cell(results["tasks"].get(name)) for name in found["tasks"]]
        lines.append([title, *cells, cell(results["normalised"])])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def with_table(document: str, made: str) -> str:
    """The document with another table in the place of the one whose first column is the agent."""
    return re.sub(r"(?m)^\| agent .*\n(\|.*\n)*", lambda _: made, document, count=1)


def main() -> None:
    parser = argparse.ArgumentParser(description="the benchmark protocol of docs/protocol.md")
    parser.add_argument("--tasks", nargs="+", default=list(TASKS), choices=list(TASKS))
    parser.add_argument(
        "--agents",
        nargs="+",
        default=list(BASELINES),
        help="names of baselines, or module:function of your own",
    )
    parser.add_argument("--out", help="a JSON file for the results")
    parser.add_argument("--document", help="a document whose table is replaced")
    arguments = parser.parse_args()
    sys.path.insert(0, ".")
    agents = {}
    for name in arguments.agents:
        module, colon, function = name.partition(":")
        if not colon and name not in BASELINES:
            parser.error(f"{name} is no baseline ({', '.join(BASELINES)}): write module:function")
        try:
            own = getattr(importlib.import_module(module), function) if colon else None
        except (ImportError, AttributeError, ValueError, TypeError) as error:
            parser.error(f"{name}: {error}; run this in the folder of the module or set PYTHONPATH")
        agents[name] = BASELINES[name] if own is None else Agent(own)
    found = measure(agents, arguments.tasks)
    print(table(found), end="")
    if arguments.out:
        Path(arguments.out).write_text(json.dumps(found) + "\n")
    if arguments.document:
        document = Path(arguments.document)
        document.write_text(with_table(document.read_text(), table(found)))


if __name__ == "__main__":
    main()
