"""The menu's cards under their headings: each level's picture, what it teaches, its certificate in a line."""

from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import pygame

from game.board.thumbnail import thumbnail
from game.presenters.certifier import Certifier
from game.screens.menu.attract import LivingPicture, Way
from game.screens.menu.groups import HARDEST, Group, Plan, planned
from game.screens.menu.level_card import CARD_HEIGHT, GAP, Face, draw_card, picture_size
from game.ui import Ui
from game.ui.context import Point
from game.ui.drawing import draw
from game.ui.layout import menu_columns
from game.ui.scroll import ScrollArea
from game.ui.theme import ACCENT, DIM, MUTED, RADIUS_CARD, TRACK
from game.userdata.best_results import Best
from levels.model.level import Level

if TYPE_CHECKING:  # brings numba along, which the first picture does not wait for
    from levels.proof.certificate import Certificate

HEADING = 36
"""Height of a heading [units]."""
TIP_ABOVE = 40
"""How far above a card's lower edge its tooltip begins: over the line that it shows in full [units]."""
STEP = 12
"""From one of its dots to the next [units]."""


class Shelf(Protocol):
    """Where the cards take their levels from.

    Attributes:
        paths: the levels' files.
        certifier: what reads and certifies them, None before it has begun.
        best: people's results.
    """

    paths: tuple[Path, ...]
    certifier: Certifier | None

    @property
    def best(self) -> Best:
        """People's best results."""

    def group(self, path: Path) -> Group:
        """A level's group and place."""

    def open(self, index: int) -> None:
        """Opens a level."""


class LevelCards(ScrollArea):
    """The levels as cards in columns under headings; one is chosen, a click opens one.

    It has the keyboard's focus from the start, but leaves all keys to the table of controls.
    """

    def __init__(self, ui: Ui, menu: Shelf) -> None:
        super().__init__(ui)
        self.menu = menu
        self.selected = 0
        self._column = 0
        """Where ↑ and ↓ lead, also past rows that have no card there."""
        self._planned: tuple[tuple[Path, ...], int, float, Plan] | None = None
        self._pictures: dict[Path, pygame.Surface] = {}
        self._former: dict[Path, pygame.Surface] = {}
        """Pictures of another size: used until the right ones have been made."""
        self._living: dict[Path, LivingPicture] = {}
        self._bests: dict[Path, int | None] = {}
        self._may_paint = True
        self._turn = 0

    @property
    def painted(self) -> bool:
        """Whether the last frame left no visible picture to be made."""
        return self._may_paint

    @property
    def columns(self) -> int:
        """Cards side by side."""
        return menu_columns(self.ui.size[0], self.ui.scale)

    @property
    def plan(self) -> Plan:
        """Where headings and cards stand."""
        ui, paths = self.ui, self.menu.paths
        if self._planned is None or self._planned[:3] != (paths, self.columns, ui.scale):
            groups = [self.menu.group(path) for path in paths]
            plan = planned(groups, self.columns, ui.px(HEADING), ui.px(CARD_HEIGHT + GAP))
            self._planned = paths, self.columns, ui.scale, plan
        return self._planned[3]

    def content_height(self) -> int:
        """Height of all headings and cards."""
        return self.plan.height

    def card(self, index: int) -> pygame.Rect:
        """Where a card is now, visible or not."""
        row, column = self.plan.place(index)
        gap = self.ui.px(GAP)
        width = (self.rect.width - self.ui.px(12) - gap * (self.columns - 1)) // self.columns
        y = self.rect.y + self.plan.rows[row].y - round(self.offset)
        return pygame.Rect(self.rect.x + column * (width + gap), y, width, self.ui.px(CARD_HEIGHT))

    def in_sight(self) -> dict[int, pygame.Rect]:
        """The cards that are visible, if only in part, by their levels' indices."""
        cards: dict[int, pygame.Rect] = {}
        for row in self.plan.rows:
            y = row.y - round(self.offset)
            if -self.ui.px(CARD_HEIGHT) < y < self.rect.height:
                cards |= {index: self.card(index) for index in row.indices}
        return cards

    def index_at(self, pos: Point) -> int | None:
        """The card at a point, or None."""
        return next((i for i, box in self.in_sight().items() if box.collidepoint(pos)), None)

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """The whole certificate of the card under the mouse, in the place of its shorter one."""
        index = self.index_at(pos) if self.hovered else None
        verdict = self._verdict(self.menu.paths[index]) if index is not None else None
        if index is None or verdict is None:
            return "", self.rect
        card = self.card(index)
        card.height -= self.ui.px(TIP_ABOVE)
        if isinstance(verdict, str):
            return verdict, card
        parts = (part.replace(" ", "\N{NO-BREAK SPACE}") for part in verdict.parts())
        return "\N{NO-BREAK SPACE}· ".join(parts), card

    def key(self, event: pygame.Event) -> bool:  # noqa: ARG002
        """None of its own: the table of controls has them."""
        return False

    def click(self, pos: Point) -> None:
        """Opens the card there."""
        index = self.index_at(pos)
        if index is not None:
            self.choose(index)
            self.menu.open(index)

    def choose(self, index: int) -> None:
        """Chooses a card, or the last one there is, and scrolls it into sight."""
        self.selected = min(max(index, 0), len(self.menu.paths) - 1)
        self._column = self.plan.place(self.selected)[1]
        self.ui.focus_on(self)
        self.reveal_chosen()

    def move_rows(self, rows: int) -> None:
        """Chooses the card this many rows further down, where there is one in the same column."""
        self.selected = self.plan.beside(self.selected, rows, self._column)
        self.ui.focus_on(self)
        self.reveal_chosen()

    def reveal_chosen(self) -> None:
        """Scrolls the chosen card into sight, with the heading above it."""
        box = self.card(self.selected)
        above = box.top - self.ui.px(HEADING)
        self.scroll_by(min(0, above - self.rect.top) or max(0, box.bottom - self.rect.bottom))

    def draw_ring(self, surface: pygame.Surface, rect: pygame.Rect | None = None, radius: float = 0) -> None:
        """No ring around them all: the chosen card has one."""

    def draw_content(self, surface: pygame.Surface) -> None:
        """Draws the visible headings and cards."""
        under = self.index_at(self.ui.mouse) if self.hovered else None
        self._may_paint = True
        for group, y, _ in self.plan.headings:
            top = self.rect.y + y - round(self.offset)
            if -self.ui.px(HEADING) < top - self.rect.y < self.rect.height:
                self._draw_heading(surface, group, top + self.ui.px(HEADING) // 2)
        elsewhere = self.ui.ringed and self.ui.focus is not self
        for index, box in self.in_sight().items():
            draw_card(self.ui, surface, box, self.face(self.menu.paths[index]), lit=index == under)
            if index == self.selected:
                ring, stroke = MUTED if elsewhere else ACCENT, self.ui.px(2)
                draw.rounded(surface, box, self.ui.px(RADIUS_CARD), stroke=ring, stroke_width=stroke)

    def _draw_heading(self, surface: pygame.Surface, group: Group, y: int) -> None:
        ui, x = self.ui, self.rect.x + self.ui.px(2)
        heading = ui.text(surface, group.heading, (x, y), 16, weight="SemiBold", anchor="midleft")
        x = heading.right + ui.px(12)
        for step in range(1, HARDEST + 1 if group.step else 0):
            x += ui.px(5)
            draw.disc(surface, (x, y + ui.px(1)), ui.px(4), ACCENT if step <= group.step else TRACK)
            x += ui.px(STEP - 5)
        x += ui.px(6) if group.step else 0
        note = draw.fit(group.note, ui.px(12), self.rect.x + self.inner_width - x)
        ui.text(surface, note, (x, y + ui.px(1)), 12, DIM, anchor="midleft")

    def face(self, path: Path) -> Face:
        """What the card of a level shows now."""
        level = self.menu.certifier.known.levels.get(path) if self.menu.certifier else None
        verdict, well = self._verdict(path), picture_size(self.ui, self.card(0).size)
        if level is None:
            return Face(path.stem, None, verdict, None, None)
        return Face(level.name, level, verdict, self._picture(path, level, well), self._best(path, level))

    def _verdict(self, path: Path) -> "Certificate | str | None":
        return self.menu.certifier.known.verdicts.get(path) if self.menu.certifier else None

    def _best(self, path: Path, level: Level) -> int | None:
        """The fewest steps in which it was crossed, None if it was never crossed."""
        if path not in self._bests:
            both = [self.menu.best.steps(level, shield=shield) for shield in (True, False)]
            self._bests[path] = min((steps for steps in both if steps is not None), default=None)
        return self._bests[path]

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

    def live(self, seconds: float) -> None:
        """Renews one picture: the visible ones take turns, and the chosen one has every second turn."""
        if self.menu.certifier is None or not self.painted:
            return
        known = self.menu.certifier.known
        ready = [i for i in self.in_sight() if self.menu.paths[i] in known.ways]
        if not ready:
            return
        self._turn += 1
        index = ready[self._turn // 2 % len(ready)]
        if self._turn % 2 and self.selected in ready:
            index = self.selected
        path = self.menu.paths[index]
        if path not in self._pictures:
            return
        if path not in self._living:
            way, size = Way(known.ways[path]), self._pictures[path].get_size()
            self._living[path] = LivingPicture(known.levels[path], way, size)
        if self._living[path].fits:
            self._pictures[path] = self._living[path].picture(seconds + index)

    def forget_pictures(self) -> None:
        """Drops pictures of another size, once there are others."""
        self._former |= self._pictures
        self._pictures.clear()
        self._living.clear()

    def forget(self, path: Path) -> None:
        """Drops what is known of a file that has been replaced."""
        for known in (self._pictures, self._former, self._living, self._bests):
            known.pop(path, None)

    def forget_bests(self) -> None:
        """Asks for the best results again."""
        self._bests.clear()
