"""BoardArea: the widget in which a board is drawn; a large one is zoomed and scrolled there."""

import pygame

from game.board.fit import View, view_of
from game.board.large import LargeView
from game.board.view import BoardView
from game.ui import Ui, Widget
from game.ui.context import Point
from levels.model.board import Cell
from levels.model.level import Level

STILL = 4
"""A press that moves no further than this is a click [units]."""


class BoardArea(Widget):
    """A box with a level's board in it: whole where it fits, or a part of it.

    The wheel zooms a large board around the mouse, dragging scrolls it, a press on its map goes there.

    Attributes:
        view: the board's view, None before it is drawn.
    """

    reactive = live = True

    def __init__(self, ui: Ui, like: "BoardArea | None" = None) -> None:
        """`like` is another one with the same level: what is painted there is painted once for both."""
        super().__init__(ui)
        self.view: View | None = None
        self._like = like
        self._origin = (0, 0)
        self._scale = 0.0
        self._pressed: Point | None = None
        self._grip: Point | None = None
        self._on_map = False

    def arrange_in(self, box: pygame.Rect) -> None:
        """Takes a box [px]; in another one, or at another scale, the board is redrawn in its size."""
        if (box, self.ui.scale) != (self.rect, self._scale):
            self.rect, self._scale = box, self.ui.scale
            self.view = None

    def view_in_box(self, level: Level) -> View:
        """The view of the level here, created on first use."""
        if self.view is None:
            other = self._like.view if self._like is not None else None
            if isinstance(other, BoardView):
                self.view = other
            else:
                self.view = view_of(level, self.rect.size, self.ui.scale, other.chunks if other else None)
            width, height = self.view.size
            self._origin = (
                self.rect.x + (self.rect.width - width) // 2,
                self.rect.y + (self.rect.height - height) // 2,
            )
        return self.view

    @property
    def origin(self) -> Point:
        """Where in the window the board's picture has its top left corner, once there is a view."""
        return self._origin

    @property
    def covered(self) -> list[pygame.Rect]:
        """The part of the window that the board's picture covers entirely [px]; none without a view."""
        return [] if self.view is None else [self.view.floor.move(self._origin)]

    @property
    def large(self) -> LargeView | None:
        """The view, if it shows a part of a large board."""
        return self.view if isinstance(self.view, LargeView) else None

    def cell_at(self, pos: Point) -> Cell | None:
        """The cell at a point of the window, None off the board."""
        return None if self.view is None else self.view.cell_at(self._inside(pos))

    def rect_of(self, cell: Cell) -> pygame.Rect:
        """A cell's square in the window; the board must have been drawn."""
        assert self.view is not None
        return self.view.cell_rect(cell).move(self._origin)

    def _inside(self, pos: Point) -> Point:
        return pos[0] - self._origin[0], pos[1] - self._origin[1]

    # -- zooming and scrolling ----------------------------------------------------------------------------

    def zoom(self, step: int) -> None:
        """Zooms a large board in (1) or out (−1)."""
        if self.large is not None:
            self.large.port.zoom(step)

    def follow_agent(self) -> None:
        """Lets a large board follow the agent again."""
        if self.large is not None:
            self.large.port.following = True

    def wheel(self, dx: float, dy: float) -> bool:  # noqa: ARG002
        """Zooms around the mouse."""
        if self.large is None or not dy:
            return False
        self.large.port.zoom(1 if dy > 0 else -1, self._inside(self.ui.mouse))
        return True

    def press(self, pos: Point) -> None:
        """Takes hold of a large board, or goes to the place pressed on its map."""
        self._pressed = self._grip = pos
        large = self.large
        self._on_map = large is not None and large.minimap.hit(self._inside(pos), large.port)
        if self._on_map:
            self.drag(pos)

    def drag(self, pos: Point) -> None:
        """Scrolls, once the mouse has moved far enough to mean it."""
        large, pressed, grip = self.large, self._pressed, self._grip
        if large is None or grip is None:
            return
        if self._on_map:
            large.port.center(*large.minimap.place_at(self._inside(pos)))
            return
        if pressed is not None and max(abs(a - b) for a, b in zip(pos, pressed, strict=True)) <= self.ui.px(
            STILL
        ):
            return
        self._pressed, self._grip = None, pos
        large.port.scroll(grip[0] - pos[0], grip[1] - pos[1])

    def release(self, pos: Point, *, inside: bool) -> None:
        """A press that neither scrolled nor was on the map is a click."""
        clicked = self._pressed is not None and not self._on_map and inside
        self._pressed = self._grip = None
        if clicked:
            self.click(self.cell_at(pos))

    def click(self, cell: Cell | None) -> None:
        """A cell was clicked, or a place off the board."""
