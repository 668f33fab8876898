"""The home page's scrolled part: the hero, and the levels as cards under their headings."""

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pygame

from game.board.thumbnail import thumbnail
from game.presenters.certifier import Certifier
from game.presenters.stars import MOST, stars
from game.screens.menu.attract import LivingPicture, Way
from game.screens.menu.card_buttons import CardButtons
from game.screens.menu.daily_card import ABOVE as ABOVE_DAILY
from game.screens.menu.daily_card import HEIGHT as DAILY
from game.screens.menu.daily_card import DailyCard
from game.screens.menu.groups import HARDEST, Group, Heading, Plan, planned
from game.screens.menu.hero import FOLDED, Hero
from game.screens.menu.level_card import (
    BUTTON,
    FOOT,
    GAP,
    PAD,
    PICTURE,
    WORDS,
    Face,
    board_place,
    board_size,
    draw_card,
    draw_ground,
    draw_star,
)
from game.ui import Ui, Widget
from game.ui.context import Point
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.layout import menu_columns
from game.ui.scroll import ScrollArea
from game.ui.theme import ACCENT, MUTED, TEXT, TRACK
from game.userdata.best_results import Best
from levels.model.level import Level

if TYPE_CHECKING:  # brings numba along, which the first picture does not wait for
    from levels.proof.certificate import Certificate

HEADING = 46
"""Height of a heading [units]."""
ABOVE = 8
"""Space above the hero [units]."""
LEAST = 220
"""Height of a card at least, whatever the window's [units]."""
MOST_LIVING = 8
"""Boards kept ready for living pictures: those of the cards chosen last."""
STEP = 12
"""From one of its dots to the next [units]."""
RACED = "crossy_road"
"""The level that the hero's pictures show."""


class Shelf(Protocol):
    """Where the cards take their levels from.

    Attributes:
        paths: the levels' files.
        certifier: what reads and certifies them, None before it has begun.
        best: people's results, and what has been learned.
    """

    paths: tuple[Path, ...]
    certifier: Certifier | None

    @property
    def best(self) -> Best:
        """People's best results."""

    @property
    def today(self) -> date:
        """Today, whose crossing can be played."""

    def group(self, path: Path) -> Group:
        """A level's group and place."""

    def is_own(self, path: Path) -> bool:
        """Whether a level is the user's own, to be renamed and deleted."""

    def open(self, index: int) -> None:
        """Opens a level."""


class LevelCards(ScrollArea):
    """The hero, then the levels as cards in columns under headings; one is chosen, a click opens one.

    The chosen card has buttons in the place of its badges. The mouse chooses the card it is moved over. The
    area has the keyboard's focus from the start, but leaves all keys to the table of controls.

    Attributes:
        hero: above the cards.
        daily: today's crossing, below the hero.
        buttons: of the chosen card.
    """

    clips = True
    tracks_mouse = False

    def __init__(self, ui: Ui, menu: Shelf, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.menu = menu
        self.hero = Hero(ui, do)
        self.daily = DailyCard(ui, menu, do)
        self.buttons = CardButtons(ui, do)
        self.children = [self.hero, self.daily, self.buttons]
        self.selected = 0
        self._column = 0
        """Where ↑ and ↓ lead, also past rows that have no card there."""
        self._planned: tuple[tuple[Path, ...], tuple[float, ...], Plan] | None = None
        self._pictures: dict[Path, pygame.Surface] = {}
        self._former: dict[Path, pygame.Surface] = {}
        """Pictures of another size: used until the right ones have been made."""
        self._living: dict[Path, LivingPicture] = {}
        self._known: dict[Path, tuple[int | None, bool]] = {}
        self._may_paint = True
        self._mouse: Point = (-1, -1)

    @property
    def painted(self) -> bool:
        """Whether the last frame left no visible picture to be made."""
        return self._may_paint

    @property
    def columns(self) -> int:
        """Cards side by side."""
        return menu_columns(self.rect.width, self.ui.scale)

    @property
    def card_width(self) -> int:
        """Width of a card [px]."""
        gap = self.ui.px(GAP)
        return (self.rect.width - self.ui.px(16) - gap * (self.columns - 1)) // self.columns

    @property
    def card_height(self) -> int:
        """Height of a card [px]: a low window still shows a whole one, below heading and folded hero."""
        px = self.ui.px
        most = self.rect.height - px(ABOVE + FOLDED + ABOVE_DAILY + DAILY + HEADING + GAP)
        picture = round(self.card_width * PICTURE[1] / PICTURE[0])
        return max(min(picture + px(WORDS), most), px(LEAST))

    @property
    def plan(self) -> Plan:
        """Where headings and cards stand."""
        ui, paths = self.ui, self.menu.paths
        asked = self.columns, self.card_height, self.hero.rect.height, ui.scale
        known = self._planned
        if known is None or known[0] is not paths or known[1] != asked:
            groups = [self.menu.group(path) for path in paths]
            row = self.card_height + ui.px(GAP)
            top = ui.px(ABOVE) + self.hero.rect.height + ui.px(ABOVE_DAILY + DAILY)
            known = paths, asked, planned(groups, self.columns, ui.px(HEADING), row, top)
            self._planned = known
        return known[2]

    def content_height(self) -> int:
        """Height of hero, headings and cards."""
        return self.plan.height

    # -- places -------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Gives hero and buttons their boxes, which scroll along with the cards."""
        ui = self.ui
        y = self.rect.y + ui.px(ABOVE) - round(self.offset)
        width = self.rect.width - ui.px(16)
        room = self.rect.height - ui.px(ABOVE + ABOVE_DAILY + DAILY + HEADING + GAP) - self.card_height
        self.hero.rect = pygame.Rect(self.rect.x, y, width, self.hero.height_in(width, room))
        self.hero.arrange()
        below = self.hero.rect.bottom + ui.px(ABOVE_DAILY)
        self.daily.rect = pygame.Rect(self.rect.x, below, width, ui.px(DAILY))
        self.daily.arrange()
        card = self.card(self.selected)
        inset, high = ui.px(PAD - 4), ui.px(BUTTON)
        self.buttons.own = self.menu.is_own(self.menu.paths[self.selected])
        self.buttons.rect = pygame.Rect(
            card.x + inset, card.bottom - ui.px(FOOT) - high // 2, card.width - 2 * inset, high
        )
        self.buttons.arrange()

    def scroll_by(self, distance: float) -> bool:
        """Scrolls down by `distance` [px], as far as it goes; moves everything in it."""
        went = super().scroll_by(distance)
        self.arrange()
        return went

    def card(self, index: int) -> pygame.Rect:
        """Where a card is now, visible or not."""
        row, column = self.plan.place(index)
        width, gap = self.card_width, self.ui.px(GAP)
        y = self.rect.y + self.plan.rows[row].y - round(self.offset)
        return pygame.Rect(self.rect.x + column * (width + gap), y, width, self.card_height)

    def in_sight(self) -> dict[int, pygame.Rect]:
        """The cards that are visible, if only in part, by their levels' indices."""
        cards: dict[int, pygame.Rect] = {}
        high = self.card_height
        for row in self.plan.rows:
            if -high < row.y - round(self.offset) < self.rect.height:
                cards |= {index: self.card(index) for index in row.indices}
        return cards

    def index_at(self, pos: Point) -> int | None:
        """The card at a point, or None."""
        return next((i for i, box in self.in_sight().items() if box.collidepoint(pos)), None)

    # -- choosing -----------------------------------------------------------------------------------------

    def follow_mouse(self) -> bool:
        """Chooses the card that the mouse has been moved over; gives whether it was moved."""
        moved, self._mouse = self.ui.mouse != self._mouse, self.ui.mouse
        index = self.index_at(self._mouse) if moved and self.ui.hover in self.walk() else None
        if index is not None and index != self.selected and self.ui.pressed is None:
            self._select(index)
        return moved

    def click(self, pos: Point) -> None:
        """Opens the card there."""
        index = self.index_at(pos)
        if index is not None:
            self.choose(index)
            self.menu.open(index)

    def choose(self, index: int) -> None:
        """Chooses a card, or the last one there is, and scrolls it into sight."""
        self._select(min(max(index, 0), len(self.menu.paths) - 1))
        self.ui.focus_on(self)
        self.reveal_chosen()

    def move_rows(self, rows: int) -> None:
        """Chooses the card this many rows further down, where there is one in the same column."""
        column = self._column
        self._select(self.plan.beside(self.selected, rows, column))
        self._column = column
        self.ui.focus_on(self)
        self.reveal_chosen()

    def _select(self, index: int) -> None:
        self.selected = index
        self._column = self.plan.place(index)[1]
        self.arrange()
        self.ui.dirty = True

    def reveal_chosen(self) -> None:
        """Scrolls the chosen card into sight, with the heading above it; the first row with the hero."""
        box = self.card(self.selected)
        first = self.selected in self.plan.rows[0].indices
        above = self.hero.rect.top - self.ui.px(ABOVE) if first else box.top - self.ui.px(HEADING)
        up, down = above - self.rect.top, box.bottom + self.ui.px(GAP) - self.rect.bottom
        self.scroll_by(min(0, max(up, down)) or max(0, min(down, box.top - self.rect.top)))

    def bring_into_sight(self, widget: Widget) -> None:
        """The hero's buttons and today's are at the top, and the buttons are on the chosen card."""
        if widget in (*self.hero.children, self.daily.start):
            self.scroll_by(-self.offset)
        elif widget is not self:
            self.reveal_chosen()

    def key(self, event: pygame.Event) -> bool:  # noqa: ARG002
        """None of its own: the table of controls has them."""
        return False

    # -- what is known ------------------------------------------------------------------------------------

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """What the level teaches and its whole certificate, or its error, above the card's words."""
        index = self.index_at(pos) if self.hovered else None
        if index is None:
            return "", self.rect
        path = self.menu.paths[index]
        level, verdict = self._level(path), self._verdict(path)
        card = self.card(index)
        place = pygame.Rect(card.x, card.bottom - self.ui.px(WORDS), card.width, self.ui.px(WORDS))
        if verdict is None or isinstance(verdict, str):
            return verdict or "", place
        name = [level.name] if level else []
        about = [level.about] if level and level.about else []
        return "\n".join([*name, *about, verdict.line()]), place

    def face(self, path: Path) -> Face:
        """What the card of a level shows now."""
        level, verdict = self._level(path), self._verdict(path)
        if level is None:
            return Face(path.stem, None, verdict, None)
        size = board_size(self.ui, self.card(0).size)
        fewest, learned = self._results(path, level)
        return Face(
            name=level.name,
            level=level,
            verdict=verdict,
            picture=self._picture(path, level, size),
            stars=self._stars(path),
            tried=fewest is not None,
            learned=learned,
        )

    def _level(self, path: Path) -> Level | None:
        return self.menu.certifier.known.levels.get(path) if self.menu.certifier else None

    def _verdict(self, path: Path) -> "Certificate | str | None":
        return self.menu.certifier.known.verdicts.get(path) if self.menu.certifier else None

    def _results(self, path: Path, level: Level) -> tuple[int | None, bool]:
        """The fewest steps in which a person crossed it, None before that; whether it has been learned."""
        if path not in self._known:
            best = self.menu.best
            self._known[path] = best.fewest(level), best.learned(level)
        return self._known[path]

    def _stars(self, path: Path) -> int | None:
        """Stars earned on a level, None where none can be."""
        level, verdict = self._level(path), self._verdict(path)
        if level is None or verdict is None or isinstance(verdict, str) or verdict.shortest is None:
            return None
        return stars(self._results(path, level)[0], verdict.shortest)

    # -- pictures -----------------------------------------------------------------------------------------

    def _picture(self, path: Path, level: Level, size: tuple[int, int]) -> pygame.Surface | None:
        """The level's picture; at most one is made in a frame, so the former or None before its turn."""
        if path not in self._pictures and self._may_paint:
            self._may_paint = False
            self._pictures[path] = thumbnail(level, size)
        if path in self._pictures:
            self._former.pop(path, None)
            return self._pictures[path]
        former = self._former.get(path)
        if former is not None and former.get_size() != size:
            box = former.get_rect().fit(pygame.Rect((0, 0), size))
            picture = pygame.Surface(size, pygame.SRCALPHA)
            picture.blit(pygame.transform.scale(former, box.size), box)
            former = self._former[path] = picture
        return former

    @property
    def crossing(self) -> float:
        """How long a crossing on the chosen card takes [s]; 0 where its picture does not live."""
        living = self._living.get(self.menu.paths[self.selected])
        return living.seconds if living is not None and living.fits else 0.0

    def draw_living(self, surface: pygame.Surface, seconds: float) -> None:
        """Draws the chosen card's picture as it is after so many seconds of a crossing, where it can live."""
        path = self.menu.paths[self.selected]
        known = self.menu.certifier.known if self.menu.certifier else None
        if known is None or path not in known.ways or path not in self._pictures:
            return
        if path not in self._living:
            if len(self._living) == MOST_LIVING:
                del self._living[next(iter(self._living))]
            way, size = Way(known.ways[path]), self._pictures[path].get_size()
            self._living[path] = LivingPicture(known.levels[path], way, size)
        living, card = self._living[path], self.card(self.selected)
        if living.fits:
            place, clip = board_place(self.ui, card), surface.get_clip()
            surface.set_clip(self.rect.clip(clip).clip((place, self._pictures[path].get_size())))
            draw_ground(self.ui, surface, card, known.levels[path])
            living.draw(surface, place, seconds)
            surface.set_clip(clip)

    def forget_pictures(self) -> None:
        """Drops pictures of another size, once there are others."""
        self._former |= self._pictures
        self._pictures.clear()
        self._living.clear()

    def forget(self, path: Path) -> None:
        """Drops what is known of a file that has been replaced."""
        for known in (self._pictures, self._former, self._living, self._known):
            known.pop(path, None)

    def forget_results(self) -> None:
        """Asks for the results again."""
        self._known.clear()

    # -- drawing ------------------------------------------------------------------------------------------

    def draw_ring(self, surface: pygame.Surface, rect: pygame.Rect | None = None, radius: float = 0) -> None:
        """No ring around them all: the chosen card has one."""

    def draw_parts(self, surface: pygame.Surface) -> Iterator[None]:
        """Draws the cards, then hero and buttons as far as they are in sight."""
        if not self.visible:
            return
        self.draw(surface)
        yield
        before = surface.get_clip()
        surface.set_clip(self.rect.clip(before))
        for child in [*self.children]:
            yield from child.draw_parts(surface)
        surface.set_clip(before)

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draws the visible headings and cards."""
        raced = next((path for path in self.menu.paths if path.stem == RACED), None)
        level = self._level(raced) if raced else None
        self._may_paint = level is None or self.hero.painted(level)
        for heading in self.plan.headings:
            top = self.rect.y + heading.y - round(self.offset)
            if -self.ui.px(HEADING) < top - self.rect.y < self.rect.height:
                self._draw_heading(surface, heading, top + self.ui.px(HEADING) // 2 + self.ui.px(2))
        for index, box in self.in_sight().items():
            lit = index == self.selected
            draw_card(self.ui, surface, box, self.face(self.menu.paths[index]), lit=lit, foot=not lit)

    def _draw_heading(self, surface: pygame.Surface, heading: Heading, y: int) -> None:
        ui, group, x = self.ui, heading.group, self.rect.x + self.ui.px(2)
        right = self.rect.x + self.rect.width - ui.px(16)
        most = MOST * len(heading.members)
        found = [self._stars(self.menu.paths[index]) for index in heading.members]
        earned = f"{sum(filter(None, found))} of {most} earned"
        place = ui.text(surface, earned, (right, y), 13, TEXT, anchor="midright")
        draw_star(ui, surface, (place.x - ui.px(13), y), 15, full=any(found))
        right = place.x - ui.px(34)
        name = ui.text(surface, group.heading, (x, y), 18, weight="SemiBold", anchor="midleft")
        x = name.right + ui.px(10)
        for step in range(1, HARDEST + 1 if group.step else 0):
            x += ui.px(5)
            draw.disc(surface, (x, y + ui.px(1)), ui.px(4), ACCENT if step <= group.step else TRACK)
            x += ui.px(STEP - 5)
        x += ui.px(6) if group.step else 0
        if x + ui.text_width(group.note, 13) <= right:
            ui.text(surface, group.note, (x, y + ui.px(1)), 13, MUTED, anchor="midleft")
