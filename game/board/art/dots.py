"""Dots: the agent and the goals on cells too small for a hen and a flag."""

import pygame

from game.board.art.agent import agent_place
from game.board.art.scenery import GOLD
from game.board.geometry import Geometry
from game.presenters.scene import Scene
from game.ui.drawing import draw
from game.ui.theme import ACCENT, BLACK, WHITE
from levels.model.level import Level

MOST_GOALS = 64
"""Maximum number of goals with a dot."""


def draw_dots(
    surface: pygame.Surface, geo: Geometry, corner: tuple[int, int], level: Level, scene: Scene
) -> None:
    """Draws goals, the other agent and the agent, in this order; `corner` is the whole picture's."""
    for goal in level.board.goals[:MOST_GOALS]:
        _draw_dot(surface, geo, corner, goal, GOLD)
    if scene.beside is not None:
        _draw_dot(surface, geo, corner, agent_place(scene.beside), WHITE)
    _draw_dot(surface, geo, corner, agent_place(scene), ACCENT)


def _draw_dot(
    surface: pygame.Surface, geo: Geometry, corner: tuple[int, int], place: tuple[float, float], color: str
) -> None:
    x, y = geo.corner(place[0] + 0.5, place[1] + 0.5)
    at = (x + corner[0], y + corner[1])
    draw.disc(surface, at, max(6, 0.7 * geo.cell), BLACK)
    draw.disc(surface, at, max(5, 0.6 * geo.cell), color)
