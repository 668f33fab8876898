"""Traffic: the vehicles of all obstacles on the picture, each drawn by its kind."""

from dataclasses import replace
from itertools import groupby

from game.board.art import pieces
from game.board.art.drawn import Drawn
from game.board.art.lighting import Light
from game.board.art.sight import Sight
from game.board.geometry import Geometry
from game.board.kinds import KINDS
from game.presenters.scene import Scene
from levels.model.level import Level

SEE_THROUGH = 64
"""Opacity of carriers above an overlay [of 255]: where they are is where the agent can be."""


def traffic(
    level: Level,
    geo: Geometry,
    scene: Scene,
    window: tuple[range, range] | None = None,
    light: Light | None = None,
    *,
    overlaid: bool = False,
) -> list[Drawn]:
    """Every vehicle where it is at a moment, ghosts of walking ones included, clipped to the board.

    In the dark the cones of their headlights are included, in the row ON_THE_GROUND.
    Vehicles outside the rows and columns of the `window` may be left out. On a board that is `overlaid`,
    carriers are see-through.
    """
    sight = Sight(geo, light, window)
    found = []
    for number, fleet in groupby(enumerate(level.movers), key=lambda numbered: numbered[1].obstacle):
        obstacle = level.obstacles[number]
        movers = list(fleet)
        drawn = KINDS[obstacle.kind].draw(sight, obstacle, movers, scene.timetable(number))
        if overlaid and movers[0][1].carries:
            drawn = [replace(one, image=pieces.faded(one.image, SEE_THROUGH)) for one in drawn]
        found += drawn
    return found
