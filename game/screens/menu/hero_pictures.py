"""The hero's three pictures, drawn with the program's own board: a crash, a trap and an arrival."""

import math
from dataclasses import dataclass

import pygame

from game.board.view import BoardView
from game.presenters.scene import Scene
from game.ui.drawing import draw
from game.ui.theme import DOOMED
from levels.model.board import Action, Cell
from levels.model.level import Level

CHEER = 0.3
"""How far the hen's joy at the goal has got: confetti in the air."""
THROWN = 0.4
"""How far the car has thrown the hen [cells]."""
SPIKES = 12
SKY = "#4c7286", "#8fb9c4"
"""What lies beyond the far edge of the board."""


@dataclass(frozen=True)
class Moment:
    """What a picture shows: where the agent is, at which time [ticks], and which way it looks."""

    cell: Cell
    time: float
    facing: Action


MOMENTS = {
    "plain": Moment((8, 5), 5.3, Action.UP),
    "one_step": Moment((0, 10), 16, Action.DOWN),
    "ours": Moment((0, 7), 15, Action.UP),
}
"""By the learner's name: being hit, in a trap, at the goal. Tests hold them to the tables."""


def hero_pictures(level: Level, cell_px: int, size: tuple[int, int]) -> dict[str, pygame.Surface]:
    """The pictures by the learner's name, each a cutout of `size` [px] around the agent."""
    view = BoardView(level, cell_px)
    pictures = {}
    for name, moment in MOMENTS.items():
        surface = pygame.Surface(size)
        draw.rounded(surface, surface.get_rect(), 0, SKY[0], gradient_to=SKY[1])
        at = view.cell_rect(moment.cell)
        origin = _origin(view.size, at, size)
        arrived = name == "ours"
        scene = Scene(
            time=moment.time,
            agent_from=moment.cell,
            agent_to=moment.cell,
            facing=moment.facing,
            at_goal=arrived,
            cheer=CHEER if arrived else 1.0,
        )
        view.draw(surface, origin, scene)
        here = at.move(origin)
        if name == "plain":
            _crash(surface, here.move(-round(THROWN * here.width), 0))
        elif name == "one_step":
            _trap(surface, here)
        pictures[name] = surface
    return pictures


def _origin(board: tuple[int, int], at: pygame.Rect, size: tuple[int, int]) -> tuple[int, int]:
    """Where the board's corner is, so that the agent is in the middle but nothing beyond the board shows."""
    x = min(max(at.centerx - size[0] // 2, 0), max(board[0] - size[0], 0))
    y = min(max(at.centery - round(0.58 * size[1]), 0), max(board[1] - size[1], 0))
    return -x, -y


def _crash(surface: pygame.Surface, here: pygame.Rect) -> None:
    """A burst with the hen thrown on its back, feathers and stars."""
    side = round(2.3 * here.width)
    middle = side / 2
    body = "".join(
        f'<polygon points="{_spikes(middle, outer * here.width, inner * here.width)}" fill="{color}"/>'
        for outer, inner, color in ((0.88, 0.56, "#e8663c"), (0.75, 0.48, "#ffd766"), (0.62, 0.41, "#fffaf0"))
    )
    burst = draw.svg(body, side, side)
    surface.blit(burst, burst.get_rect(center=here.center))
    hen = pygame.transform.rotate(draw.sprite("hen_side", round(0.84 * here.width)), 108)
    surface.blit(hen, hen.get_rect(center=here.center))
    for turn, far in ((200, 1.2), (232, 1.3), (308, 1.25), (338, 1.35), (20, 1.2), (160, 1.3)):
        feather = draw.svg(_feather(here.width, turn), here.width, here.width)
        angle = math.radians(turn)
        place = (
            here.centerx + far * here.width * math.cos(angle),
            here.centery + 0.8 * far * here.width * math.sin(angle),
        )
        surface.blit(feather, feather.get_rect(center=place))


def _spikes(middle: float, outer: float, inner: float) -> str:
    """The corners of a star with SPIKES spikes."""
    corners = []
    for corner in range(2 * SPIKES):
        radius = inner if corner % 2 else outer * (1.0 if corner % 4 else 0.86)
        angle = math.pi * corner / SPIKES
        corners.append(f"{middle + radius * math.cos(angle):.1f},{middle + radius * math.sin(angle):.1f}")
    return " ".join(corners)


def _feather(cell: int, turn: int) -> str:
    """A white feather in the middle of a cell."""
    middle = cell / 2
    return (
        f'<ellipse cx="{middle}" cy="{middle}" rx="{0.05 * cell:.1f}" ry="{0.16 * cell:.1f}" fill="#ffffff" '
        f'stroke="#8190a8" stroke-width="1" transform="rotate({turn + 70} {middle} {middle})"/>'
    )


def _trap(surface: pygame.Surface, here: pygame.Rect) -> None:
    """The mark of a trap around the hen's cell."""
    stroke = max(2, here.width // 18)
    draw.rounded(surface, here.inflate(4, 4), 0.2 * here.width, None, stroke=DOOMED, stroke_width=stroke)
    place = (here.right - 0.02 * here.width, here.top + 0.04 * here.width)
    draw.badge(surface, "hourglass", place, 0.27 * here.width, DOOMED)
