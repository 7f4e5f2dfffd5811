"""A window that shows a game, by pygame."""

from __future__ import annotations

import numpy as np
from gymnasium.error import DependencyNotInstalled
from numpy.typing import NDArray


class Window:
    """A window of a size in pixels."""

    def __init__(self, width: int, height: int, title: str) -> None:
        try:
            import pygame
        except ImportError as error:
            raise DependencyNotInstalled(
                "render_mode='human' needs pygame: run `pip install pygame-ce`"
            ) from error
        self._pygame = pygame
        pygame.display.init()
        pygame.display.set_caption(title)
        self._screen = pygame.display.set_mode((width, height))
        self._clock = pygame.time.Clock()

    def show(self, pixels: NDArray[np.uint8], fps: int) -> None:
        """Shows pixels of shape ``(height, width, 3)`` and waits for the time of a frame."""
        surface = self._pygame.surfarray.make_surface(pixels.swapaxes(0, 1))
        self._screen.blit(surface, (0, 0))
        self._pygame.event.pump()
        self._pygame.display.flip()
        self._clock.tick(fps)

    def close(self) -> None:
        """Closes the window."""
        self._pygame.display.quit()
