"""Living pictures for the home page: a level's shortest safe path, played over and over on a small board."""

from dataclasses import dataclass
from itertools import pairwise

import pygame

from game.board.geometry import CELL_MIN
from game.board.view import BoardView, cell_px_for
from game.presenters.playback import delays_of
from game.presenters.riding import NO_RIDES, action_between, aim_and_ride, is_afloat
from game.presenters.scene import Scene
from levels.model.board import Action, Cell
from levels.model.level import Level

MOVES_A_SECOND = 2.5
HOP = 0.45
"""Share of a tick that the hop takes, in its middle."""
REST = 1.5
"""How long the agent stays at the goal [ticks]."""


@dataclass(frozen=True)
class Way:
    """A path across a level from its start at phase 0: the cells stood on, tick by tick."""

    cells: tuple[Cell, ...]


class LivingPicture:
    """A level's board in a given size, at any time on its path.

    Attributes:
        fits: whether the board is small enough to be shown without being made smaller, which would cost time.
    """

    def __init__(self, level: Level, way: Way, size: tuple[int, int]) -> None:
        self.way = way
        board = level.board
        self.fits = CELL_MIN * board.n_rows <= size[1] and CELL_MIN * board.n_cols <= size[0]
        if not self.fits:
            return
        self._view = BoardView(level, cell_px_for(level, *size))
        box = pygame.Rect((0, 0), self._view.size)
        box.center = size[0] // 2, size[1] // 2  # as in a thumbnail, to the pixel
        self._origin = box.topleft
        self.fits = min(self._origin) >= 0
        self._facing = [
            action_between(level, here, there, tick) for tick, (here, there) in enumerate(pairwise(way.cells))
        ]
        self._delays = delays_of(level, 0, 0)

    @property
    def seconds(self) -> float:
        """How long a crossing takes, with the rest at its end [s]."""
        return (len(self.way.cells) - 1 + REST) / MOVES_A_SECOND

    def draw(self, surface: pygame.Surface, place: tuple[int, int], seconds: float) -> None:
        """Draws the moment so long after the start, its corner at a place [px]; it starts over and over."""
        moves = len(self.way.cells) - 1
        time = seconds * MOVES_A_SECOND % (moves + REST)
        tick = min(int(time), moves)
        moving = tick < moves
        progress = min(max((time - tick - (1 - HOP) / 2) / HOP, 0.0), 1.0) if moving else 1.0
        level, here, there = self._view.level, self.way.cells[tick], self.way.cells[min(tick + 1, moves)]
        rides = NO_RIDES
        if moving and is_afloat(level):
            there, rides = aim_and_ride(level, here, self._facing[tick], tick)
        scene = Scene(
            time=min(time, float(moves)) if moves else 0.0,
            agent_from=here,
            agent_to=there,
            progress=progress,
            facing=self._facing[min(tick, moves - 1)] if moves else Action.DOWN,
            at_goal=not moving,
            cheer=1.0 if moving else min((time - moves) / MOVES_A_SECOND, 1.0),
            late=self._delays.at(tick) if self._delays else (),
            later=self._delays.at(tick + moving) if self._delays else (),
            ride_from=rides[0],
            ride_to=rides[1],
        )
        self._view.draw(surface, (place[0] + self._origin[0], place[1] + self._origin[1]), scene)
