"""2048 with a known optimum: exact values, regrets and policies of small games."""

from ._native import Game, Mdp2048Error

__all__ = ["Game", "Mdp2048Error"]
