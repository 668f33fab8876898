"""The Gymnasium environment with the game's own pictures."""

import os
from pathlib import Path
from typing import Any

import numpy as np
import pygame

from game.board.fit import View, view_of
from game.board.large import LargeView
from game.board.view import Scene
from game.shell.window.display import UNSEEN, open_display
from game.ui.theme import BACKGROUND
from learner.environment import CrossingEnv
from levels.model.board import Action

SIDE = 640
"""Longest side of a picture [px]."""
DRIVER = "SDL_VIDEODRIVER"
"""The variable that selects SDL's video driver."""


class DrawnCrossingEnv(CrossingEnv):
    """`CrossingEnv` that also draws: `rgb_array` gives (height, width, 3) uint8, `human` shows a window."""

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array", "human"], "render_fps": 4}  # noqa: RUF012

    def __init__(self, level: str | Path = "", render_mode: str | None = None) -> None:
        """As `CrossingEnv`."""
        super().__init__(level, render_mode)
        self._view: View | None = None
        self._facing = Action.DOWN
        self._clock: pygame.time.Clock | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What a copy or a pickle contains: all but pygame's objects, which are made again when needed."""
        return {**vars(self), "_view": None, "_clock": None}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[np.int64, dict[str, Any]]:
        """As `CrossingEnv`; a window shows the start."""
        begun = super().reset(seed=seed, options=options)
        self._facing = Action.DOWN
        if self.render_mode == "human":
            self.render()
        return begun

    def step(self, action: np.int64) -> tuple[np.int64, float, bool, bool, dict[str, Any]]:
        """As `CrossingEnv`; a window shows the state, four of them a second."""
        done = super().step(action)
        self._facing = self.proof.mdp.actions[int(action)]
        if self.render_mode == "human":
            self.render()
        return done

    def render(self) -> Any:
        """Give the picture of the state, or show it; as text with `render_mode="ansi"`."""
        if self.render_mode not in ("rgb_array", "human"):
            return super().render()
        view = self._opened()
        width, height = (side + side % 2 for side in view.size)  # MP4 takes even sides only
        picture = pygame.Surface((width, height)).convert()
        picture.fill(BACKGROUND)
        mdp = self.proof.mdp
        cell = mdp.cell(self._state)
        late = self._late()
        scene = Scene(
            mdp.phase(self._state),
            cell,
            cell,
            facing=self._facing,
            at_goal=bool(mdp.goal[self._state]),
            late=late,
            later=late,
        )
        view.draw(picture, (0, 0), scene)
        if self.render_mode == "rgb_array":
            return np.ascontiguousarray(pygame.surfarray.array3d(picture).swapaxes(0, 1))
        window = pygame.display.get_surface()
        if window is None or window.get_size() != (width, height):
            window = pygame.display.set_mode((width, height))
            pygame.display.set_caption(self.proof.level.name)
        pygame.event.pump()
        window.blit(picture, (0, 0))
        pygame.display.flip()
        if self._clock is None:
            self._clock = pygame.time.Clock()
        self._clock.tick(self.metadata["render_fps"])
        return None

    def close(self) -> None:
        """Close the window."""
        if self.render_mode == "human":
            pygame.display.quit()
        self._view = None

    def _opened(self) -> View:
        """The view of the board; surfaces need a display, an unseen one if only pictures are asked for."""
        if self.render_mode == "human" and _unseen_for_pictures():
            pygame.display.quit()
        if not pygame.display.get_init():
            if self.render_mode == "rgb_array":
                _open_unseen()
            else:
                open_display()
        if pygame.display.get_surface() is None:
            pygame.display.set_mode((1, 1))
        if self._view is None:
            self._view = view_of(self.proof.level, (SIDE, SIDE))
            if isinstance(self._view, LargeView):
                self._view.patience = float("inf")
        return self._view


def _unseen_for_pictures() -> bool:
    """Whether the display is one that `_open_unseen` opened: nobody asked for it by SDL's variable."""
    unseen = pygame.display.get_init() and pygame.display.get_driver() in UNSEEN
    return unseen and not os.environ.get(DRIVER)


def _open_unseen() -> None:
    """Open a display without a screen, and leave the variable that selects SDL's driver as it was."""
    chosen = os.environ.get(DRIVER)
    os.environ[DRIVER] = "dummy"
    try:
        open_display()
    finally:
        if chosen is None:
            del os.environ[DRIVER]
        else:
            os.environ[DRIVER] = chosen
