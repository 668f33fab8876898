"""The kinds of moving obstacles that a level file may name: one file each, listed in OBSTACLES.

What is listed is read, checked, compiled, written, and named in messages and in the editors' schema.
"""

from levels.model.obstacle import Obstacle
from levels.model.obstacles.lane import Lane
from levels.model.obstacles.patrol import Patrol

OBSTACLES: dict[str, type[Obstacle]] = {"lane": Lane, "patrol": Patrol}
"""Every kind a level file may name."""
