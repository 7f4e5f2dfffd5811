"""A window that shows games, by pygame."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.error import DependencyNotInstalled
from numpy.typing import NDArray


class Window:
    """A window that opens when it first shows something."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._opened: tuple[Any, Any] | None = None

    def show(self, pixels: NDArray[np.uint8], fps: int) -> None:
        """Shows pixels of shape ``(height, width, 3)`` and waits for the time of a frame."""
        try:
            import pygame
        except ImportError as error:
            raise DependencyNotInstalled(
                "render_mode='human' needs pygame: run `pip install pygame-ce`"
            ) from error
        if self._opened is None:
            pygame.display.init()
            pygame.display.set_caption(self._title)
            height, width, _ = pixels.shape
            self._opened = pygame.display.set_mode((width, height)), pygame.time.Clock()
        screen, clock = self._opened
        screen.blit(pygame.surfarray.make_surface(pixels.swapaxes(0, 1)), (0, 0))
        pygame.event.pump()
        pygame.display.flip()
        clock.tick(fps)

    def close(self) -> None:
        """Closes the window, if it is open."""
        if self._opened is not None:
            import pygame

            pygame.display.quit()
            self._opened = None

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled: a copy opens a window of its own."""
        return self.__dict__ | {"_opened": None}
