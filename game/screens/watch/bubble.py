"""The speech bubble beside the agent: why a move is safe, a trap or a crash."""

from collections.abc import Iterator
from dataclasses import dataclass

import pygame

from game.ui import Button, Ui, Widget
from game.ui.drawing import draw
from game.ui.key_texts import with_keys
from game.ui.theme import INK, PAPER

WIDTH, PAD, LINE = 372, 16, 20
"""Width of the bubble, space inside its edge, distance of its lines [units]."""
TAIL = 12
"""Length of the tail that points at the cell [units]."""


@dataclass(frozen=True)
class Speech:
    """What a bubble says.

    Attributes:
        title: a few words.
        icon, color: of the sign before the title, and of the rim.
        text: one or two sentences.
        more: a short line below, "" for none.
    """

    title: str
    icon: str
    color: str
    text: str
    more: str = ""


class Bubble(Widget):
    """A bubble with a tail; it lies above the board, and its × or Esc closes it.

    Attributes:
        speech: what it says, None while there is no bubble.
        big: whether it is written for the back row.
    """

    floats = reactive = True

    def __init__(self, ui: Ui) -> None:
        super().__init__(ui)
        self.speech: Speech | None = None
        self.big = False
        self.visible = False
        self.close = Button(ui, "x", on_click=self.hush, tip=with_keys("watch", "Close ({BACK_OUT})"))
        self.children = [self.close]
        self._cell = pygame.Rect(0, 0, 0, 0)

    def say(self, speech: Speech) -> None:
        """Says something from now on."""
        self.speech, self.visible = speech, True

    def hush(self) -> None:
        """Says nothing any more."""
        self.speech, self.visible, self.ui.dirty = None, False, True

    @property
    def _size(self) -> float:
        return 1.7 if self.big else 1.0

    def _px(self, units: float) -> int:
        return self.ui.px(units * self._size)

    def _lines(self, width: int) -> list[str]:
        assert self.speech is not None
        return draw.wrap(self.speech.text, self._px(14), width - 2 * self._px(PAD))

    def place(self, cell: pygame.Rect, within: pygame.Rect) -> None:
        """Stands beside a cell [px], on the side with room; it covers neither the cell nor its neighbours.

        `within` is where the board is.
        """
        if self.speech is None:
            return
        self._cell = cell
        width = min(self._px(WIDTH), max(within.width - self._px(8), 1))
        height = self._px(46 + LINE * len(self._lines(width)) + (28 if self.speech.more else 10))
        around = cell.inflate(2 * cell.width, 2 * cell.height)
        box = pygame.Rect(0, 0, width, height)
        tail = self._px(TAIL)
        places = (
            {"midleft": (around.right + tail, cell.centery)},
            {"midright": (around.left - tail, cell.centery)},
            {"midbottom": (cell.centerx, around.top - tail)},
            {"midtop": (cell.centerx, around.bottom + tail)},
        )
        tried = []
        for place in places:
            for name, point in place.items():
                setattr(box, name, point)
            tried.append(box.clamp(within))
        free = [box for box in tried if not box.colliderect(around)]
        self.rect = (free or sorted(tried, key=lambda box: _overlap(box, cell)))[0]
        side = self._px(26)
        self.close.rect = pygame.Rect(0, 0, side, side)
        self.close.rect.topright = self.rect.right - self._px(8), self.rect.y + self._px(8)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the bubble with its tail, sign, title and sentences."""
        speech, rect = self.speech, self.rect
        if speech is None:
            return
        ui, px = self.ui, self._px
        draw.rounded(surface, rect, px(12), PAPER, stroke=speech.color, stroke_width=max(2, px(2)))
        self._draw_tail(surface, speech.color)
        sign = (rect.x + px(PAD + 11), rect.y + px(25))
        draw.disc(surface, sign, px(12), speech.color)
        draw.icon(surface, speech.icon, sign, px(14), INK, stroke=2.4)
        room = self.close.rect.x - rect.x - px(PAD + 32)
        title = draw.fit(speech.title, px(16), room, "Bold")
        place = (rect.x + px(PAD + 32), sign[1])
        draw.text(surface, title, place, px(16), INK, weight="Bold", anchor="midleft")
        y = rect.y + px(54)
        for line in self._lines(rect.width):
            draw.text(surface, line, (rect.x + px(PAD), y), px(14), INK, anchor="midleft")
            y += px(LINE)
        more = draw.fit(speech.more, px(13), rect.width - 2 * px(PAD), "Medium")
        draw.text(
            surface, more, (rect.x + px(PAD), y + px(4)), px(13), INK, weight="Medium", anchor="midleft"
        )
        ui.icon(surface, "x", self.close.rect.center, 16, INK)

    def draw_parts(self, surface: pygame.Surface) -> Iterator[None]:
        """Draws itself; the × is a part of the bubble's picture."""
        if self.visible:
            self.draw(surface)
            self.close.draw_ring(surface)
            yield

    def _draw_tail(self, surface: pygame.Surface, color: str) -> None:
        """A triangle from the edge nearest to the cell towards it."""
        rect, (x, y), half = self.rect, self._cell.center, self._px(9)
        if rect.left > x or rect.right < x:
            edge = rect.left + 2 if rect.left > x else rect.right - 3
            middle = min(max(y, rect.top + 2 * half), rect.bottom - 2 * half)
            tip = edge + (-self._px(TAIL) if rect.left > x else self._px(TAIL))
            points = [(edge, middle - half), (tip, middle), (edge, middle + half)]
        elif rect.top > y or rect.bottom < y:
            edge = rect.top + 2 if rect.top > y else rect.bottom - 3
            middle = min(max(x, rect.left + 2 * half), rect.right - 2 * half)
            tip = edge + (-self._px(TAIL) if rect.top > y else self._px(TAIL))
            points = [(middle - half, edge), (middle, tip), (middle + half, edge)]
        else:
            return
        pygame.draw.polygon(surface, PAPER, points)
        pygame.draw.aalines(surface, color, False, points)


def _overlap(one: pygame.Rect, other: pygame.Rect) -> int:
    both = one.clip(other)
    return both.width * both.height
