"""MiniMap: a whole large board in a corner of its box, with the part in sight, the agent, the goals."""

import pygame

from game.board.art.dots import MOST_GOALS
from game.board.art.scenery import GOLD
from game.board.viewport import Viewport
from game.ui.drawing import draw
from game.ui.theme import ACCENT, BLACK, WHITE
from levels.model.level import Level

SHARE = 0.26
"""Its longer side as a share of the box's shorter side; at most a pixel per cell."""
GAP = 10
"""Space between it and the box's edges [px]."""


class MiniMap:
    """The map of a board for one size of the box.

    Attributes:
        rect: where it is, counted from the box's corner.
    """

    def __init__(self, picture: pygame.Surface, level: Level, size: tuple[int, int]) -> None:
        width, height = picture.get_size()
        self._scale = min(1.0, SHARE * min(size) / max(width, height))
        own = max(1, round(width * self._scale)), max(1, round(height * self._scale))
        self._image = pygame.transform.smoothscale(picture, own)
        self._goals = level.board.goals[:MOST_GOALS]
        self.rect = self._image.get_rect(bottomright=(size[0] - GAP, size[1] - GAP))

    def hit(self, pos: tuple[float, float], port: Viewport) -> bool:
        """Whether a point counted from the box's corner is on it, and it is shown."""
        return not port.whole and self.rect.collidepoint(pos)

    def place_at(self, pos: tuple[float, float]) -> tuple[float, float]:
        """(row, column) under a point counted from the box's corner, the nearest one on the board."""
        x = min(max(pos[0], self.rect.left), self.rect.right - 1) - self.rect.x
        y = min(max(pos[1], self.rect.top), self.rect.bottom - 1) - self.rect.y
        return y / self._scale - 0.5, x / self._scale - 0.5

    def draw(
        self, surface: pygame.Surface, origin: tuple[int, int], port: Viewport, agent: tuple[float, float]
    ) -> None:
        """Draws it into the box at `origin`, unless the port shows the whole board."""
        if port.whole:
            return
        box = self.rect.move(origin)
        draw.rounded(surface, box.inflate(6, 6), 4, BLACK, 0.75)
        surface.blit(self._image, box)
        rows, cols, scale = port.rows, port.cols, self._scale
        seen = pygame.Rect(
            box.x + round(cols.start * scale),
            box.y + round(rows.start * scale),
            max(4, round(len(cols) * scale)),
            max(4, round(len(rows) * scale)),
        )
        pygame.draw.rect(surface, BLACK, seen.inflate(4, 4), 1)
        pygame.draw.rect(surface, WHITE, seen.inflate(2, 2), 1)
        for (row, col), color in (*((goal, GOLD) for goal in self._goals), (agent, ACCENT)):
            at = box.x + (col + 0.5) * scale, box.y + (row + 0.5) * scale
            draw.disc(surface, at, 5, BLACK)
            draw.disc(surface, at, 4, color)
