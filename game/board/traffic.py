"""Traffic: the vehicles of all obstacles on the picture, each drawn by its kind."""

from itertools import groupby

from game.board.art.drawn import Drawn
from game.board.art.lighting import Light
from game.board.art.sight import Sight
from game.board.geometry import Geometry
from game.board.kinds import KINDS
from game.presenters.scene import Scene
from levels.model.level import Level


def traffic(
    level: Level,
    geo: Geometry,
    scene: Scene,
    window: tuple[range, range] | None = None,
    light: Light | None = None,
) -> list[Drawn]:
    """Every vehicle where it is at a moment, ghosts of walking ones included, clipped to the board.

    In the dark the cones of their headlights are included, in the row ON_THE_GROUND.
    Vehicles outside the rows and columns of the `window` may be left out.
    """
    sight = Sight(geo, light, window)
    found = []
    for number, fleet in groupby(enumerate(level.movers), key=lambda numbered: numbered[1].obstacle):
        obstacle = level.obstacles[number]
        found += KINDS[obstacle.kind].draw(sight, obstacle, list(fleet), scene.timetable(number))
    return found
