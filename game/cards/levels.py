"""The menu's cards: every level with its picture, what it teaches, and its certificate in a line."""

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pygame

from game import draw
from game.attract import LivingPicture, Way
from game.board.view import thumbnail
from game.layout import menu_columns
from game.opening import Certifier
from game.theme import (
    ACCENT,
    CARD,
    CARD_HOVER,
    CARD_LOW,
    DIM,
    DOOMED,
    LINE,
    MUTED,
    RADIUS_CARD,
    SAFE,
    WELL,
)
from game.ui import Ui
from game.ui.scroll import ScrollArea
from game.ui.widget import Point
from levels.level import Level

if TYPE_CHECKING:  # brings numba along, which the first picture does not wait for
    from levels.certificate import Certificate

CARD_HEIGHT, PICTURE, GAP = 306, 168, 14
"""Heights of a card and of its picture, and the space between cards [units]."""
ABOUT_LINES, CERTIFICATE_LINES = 3, 2


class Shelf(Protocol):
    """Where the cards take their levels from.

    Attributes:
        paths: the levels' files.
        certifier: what reads and certifies them, None before it has begun.
    """

    paths: tuple[Path, ...]
    certifier: Certifier | None

    def open(self, index: int) -> None:
        """Opens a level."""


class LevelCards(ScrollArea):
    """The levels as cards in columns; one is chosen, a click opens one."""

    focusable = False

    def __init__(self, ui: Ui, menu: Shelf) -> None:
        super().__init__(ui)
        self.menu = menu
        self.selected = 0
        self._pictures: dict[tuple[Path, tuple[int, int]], pygame.Surface] = {}
        self._living: dict[Path, LivingPicture] = {}
        self._may_paint = True
        self._turn = 0

    @property
    def painted(self) -> bool:
        """Whether the last frame left no picture in sight to be made."""
        return self._may_paint

    @property
    def columns(self) -> int:
        """Cards side by side."""
        return menu_columns(self.ui.size[0], self.ui.scale)

    def content_height(self) -> int:
        """Height of all rows of cards."""
        rows = -(-len(self.menu.paths) // self.columns)
        return rows * self.ui.px(CARD_HEIGHT + GAP)

    def card(self, index: int) -> pygame.Rect:
        """Where a card is now, in sight or not."""
        gap = self.ui.px(GAP)
        width = (self.rect.width - self.ui.px(12) - gap * (self.columns - 1)) // self.columns
        row, column = divmod(index, self.columns)
        y = self.rect.y + row * self.ui.px(CARD_HEIGHT + GAP) - round(self.offset)
        return pygame.Rect(self.rect.x + column * (width + gap), y, width, self.ui.px(CARD_HEIGHT))

    def index_at(self, pos: Point) -> int | None:
        """The card at a point, or None."""
        return next((i for i in range(len(self.menu.paths)) if self.card(i).collidepoint(pos)), None)

    def click(self, pos: Point) -> None:
        """Opens the card there."""
        index = self.index_at(pos)
        if index is not None:
            self.selected = index
            self.menu.open(index)

    def move(self, steps: int) -> None:
        """Chooses the card so many further on, or the last one there is, and scrolls it into sight."""
        self.selected = min(max(self.selected + steps, 0), len(self.menu.paths) - 1)
        box = self.card(self.selected)
        self.scroll_by(min(0, box.top - self.rect.top) or max(0, box.bottom - self.rect.bottom))

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draws the cards in sight."""
        under = self.index_at(self.ui.mouse) if self.hovered else None
        self._may_paint = True
        for index, path in enumerate(self.menu.paths):
            box = self.card(index)
            if box.colliderect(self.rect):
                self._draw_card(surface, box, path, lit=index == under)
                if index == self.selected:
                    stroke = self.ui.px(2)
                    draw.rounded(surface, box, self.ui.px(RADIUS_CARD), stroke=ACCENT, stroke_width=stroke)

    def _draw_card(self, surface: pygame.Surface, box: pygame.Rect, path: Path, *, lit: bool) -> None:
        ui, pad = self.ui, self.ui.px(14)
        draw.rounded(
            surface,
            box,
            ui.px(RADIUS_CARD),
            CARD_HOVER if lit else CARD,
            stroke=LINE,
            stroke_width=1,
            gradient_to=CARD if lit else CARD_LOW,
        )
        well = pygame.Rect(box.x + ui.px(8), box.y + ui.px(8), box.width - ui.px(16), ui.px(PICTURE))
        level = self.menu.certifier.levels.get(path) if self.menu.certifier else None
        draw.rounded(surface, well, ui.px(RADIUS_CARD - 4), WELL)
        y = well.bottom + ui.px(20)
        inner = well.inflate(-ui.px(14), -ui.px(14))
        picture = self._picture(path, level, inner.size) if level is not None else None
        if picture is not None:
            surface.blit(picture, inner)
        room = box.width - 2 * pad
        name = level.name if level else path.stem
        ui.text(
            surface,
            draw.fit(name, ui.px(15), room, "SemiBold"),
            (box.x + pad, y),
            15,
            weight="SemiBold",
            anchor="midleft",
        )
        about = draw.wrap(level.about if level else "", ui.px(12), room)
        for index, line in enumerate(about[:ABOUT_LINES]):
            cut = index == ABOUT_LINES - 1 and len(about) > ABOUT_LINES
            shown = draw.fit(line + " …", ui.px(12), room) if cut else line
            ui.text(surface, shown, (box.x + pad, y + ui.px(20 + 17 * index)), 12, MUTED, anchor="midleft")
        self._draw_certificate(surface, box, path, room)

    def _draw_certificate(self, surface: pygame.Surface, box: pygame.Rect, path: Path, room: int) -> None:
        ui, pad = self.ui, self.ui.px(14)
        verdict = self.menu.certifier.verdicts.get(path) if self.menu.certifier else None
        line, icon, color = told(verdict)
        top = box.bottom - ui.px(34)
        ui.icon(surface, icon, (box.x + pad + ui.px(7), top), 15, color)
        lines = wrapped_at_dots(line, ui.px(11), room - ui.px(22))
        for index, part in enumerate(lines):
            place = (box.x + pad + ui.px(22), top + ui.px(16 * index))
            ui.text(surface, part, place, 11, color, anchor="midleft")

    def _picture(self, path: Path, level: Level, size: tuple[int, int]) -> pygame.Surface | None:
        """The level's picture; at most one is made in a frame, so None for those whose turn has not come."""
        key = (path, size)
        if key not in self._pictures and self._may_paint:
            self._may_paint = False
            self._pictures[key] = thumbnail(level, size)
        return self._pictures.get(key)

    def live(self, seconds: float) -> None:
        """Renews one picture: those in sight take turns, and the chosen one has every second turn."""
        if self.menu.certifier is None or not self.painted:
            return
        sight = [i for i in range(len(self.menu.paths)) if self.card(i).colliderect(self.rect)]
        ready = [i for i in sight if self.menu.paths[i] in self.menu.certifier.ways]
        if not ready:
            return
        self._turn += 1
        index = ready[self._turn // 2 % len(ready)]
        if self._turn % 2 and self.selected in ready:
            index = self.selected
        path = self.menu.paths[index]
        for key in [key for key in self._pictures if key[0] == path]:
            if path not in self._living:
                way = Way(self.menu.certifier.ways[path])
                self._living[path] = LivingPicture(self.menu.certifier.levels[path], way, key[1])
            if self._living[path].fits:
                self._pictures[key] = self._living[path].picture(seconds + index)

    def forget_pictures(self) -> None:
        """Drops pictures of another size."""
        self._pictures.clear()
        self._living.clear()


def told(verdict: "Certificate | str | None") -> tuple[str, str, str]:
    """A certificate in a line, or what is wrong with the file, with an icon and a colour."""
    if verdict is None:
        return "being certified", "hourglass", DIM
    if isinstance(verdict, str):
        return verdict, "triangle-alert", DOOMED
    good = verdict.certified
    return verdict.line(), "shield-check" if good else "triangle-alert", SAFE if good else DOOMED


def wrapped_at_dots(line: str, size: int, width: int) -> list[str]:
    """A line “a · b · c” in at most CERTIFICATE_LINES of at most `width` [px], broken at its dots.

    What finds no room is left out at the end; a part that is too long for a line is broken at its words.
    """
    lines: list[str] = []
    for part in line.split(" · "):
        longer = f"{lines[-1]} · {part}" if lines else part
        if lines and draw.text_size(longer, size)[0] <= width:
            lines[-1] = longer
        else:
            lines.append(part)
    fits = all(draw.text_size(part, size)[0] <= width for part in lines)
    return (lines if fits else draw.wrap(line, size, width))[:CERTIFICATE_LINES]
