"""The game as Gymnasium environments: one game, or thousands that one call steps.

Importing this module registers ``mdp2048/Game-v0``. It needs Gymnasium:
``pip install 'mdp2048[gym]'``.

>>> import gymnasium, mdp2048.envs
>>> env = gymnasium.make("mdp2048/Game-v0", board="3x3", target=512)
>>> observation, info = env.reset(seed=42)
>>> observation.shape, observation.dtype.name
((3, 3), 'uint8')
>>> envs = gymnasium.make_vec("mdp2048/Game-v0", num_envs=1024, board="3x3", target=512)
>>> observations, infos = envs.reset(seed=0)
>>> observations.shape
(1024, 3, 3)
"""

from __future__ import annotations

import gymnasium

from mdp2048._native import Slides

from .rendering import frame, text
from .single import GameEnv
from .vector import VectorGames

__all__ = ["ENV_ID", "GameEnv", "Slides", "VectorGames", "frame", "text"]

#: The name of the environment for ``gymnasium.make`` and ``gymnasium.make_vec``.
ENV_ID = "mdp2048/Game-v0"

if ENV_ID not in gymnasium.registry:
    gymnasium.register(
        id=ENV_ID,
        entry_point="mdp2048.envs.single:GameEnv",
        vector_entry_point="mdp2048.envs.vector:VectorGames",
    )
