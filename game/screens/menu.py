"""The menu: every built-in level with its picture and its certificate in a line."""

import random
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from game import draw
from game.attract import LivingPicture, Way
from game.board.view import thumbnail
from game.controls import Command, tip
from game.desk import Desk
from game.layout import EDGE, menu_columns
from game.opening import Certifier
from game.screens.screen import CompareLevel, EditLevel, Open, Outcome, Screen
from game.surprising import Surprising, default_folder
from game.theme import (
    ACCENT,
    BACKGROUND,
    CARD,
    CARD_HOVER,
    CARD_LOW,
    DIM,
    DOOMED,
    LINE,
    MUTED,
    RADIUS_CARD,
    SAFE,
    TEXT,
    UNSAFE,
    WELL,
)
from game.ui import Button, Dialog, Segment, Segments, Ui
from game.ui.scroll import ScrollArea
from game.ui.widget import Point
from levels.level import Level
from levels.reader import builtin_levels
from levels.templates import TEMPLATES

if TYPE_CHECKING:  # brings numba along, which the first picture does not wait for
    from levels.certificate import Certificate

HEAD, FOOT = 92, 44
"""Heights of the title and of the hint [units]."""
CARD_HEIGHT, PICTURE, GAP = 306, 168, 14
"""Heights of a card and of its picture, and the space between cards [units]."""
ABOUT_LINES, CERTIFICATE_LINES = 3, 2
DIFFICULTIES = "12345"
SEEDS = 10_000
"""Surprises are drawn from as many seeds, short enough to be told to somebody."""
BUTTON_FROM, SEGMENTS_FROM = 700, 940
"""Window widths from which the title has room for the button, and for the difficulties, beside it [units]."""


class Cards(ScrollArea):
    """The levels as cards in columns; one is chosen, a click opens one."""

    focusable = False

    def __init__(self, ui: Ui, menu: "Menu") -> None:
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


class Menu(Screen):
    """All built-in levels, and surprises; the lowest screen of the stack.

    Attributes:
        difficulty: of the next surprise.
        surprises: the folder that keeps them.
    """

    name = "menu"

    def __init__(self, size: tuple[int, int], scale: float, desk: Desk) -> None:
        super().__init__(size, scale, desk)
        self.paths = tuple(builtin_levels().values())
        self.certifier: Certifier | None = None
        self.seconds = 0.0
        self.difficulty = 2
        self.surprises = default_folder()
        self._surprising: Surprising | None = None
        self.cards = Cards(self.ui, self)
        self.surprise = Button(
            self.ui,
            "dices",
            "Surprise me",
            on_click=lambda: self.command(Command.SURPRISE),
            primary=True,
            tip=tip(self.name, Command.SURPRISE),
        )
        segments = tuple(
            Segment(n, n, tip=f"Difficulty {n} of the next surprise (+ and −)") for n in DIFFICULTIES
        )
        self.difficulties = Segments(self.ui, segments, lambda chosen: self._choose(*chosen), one_of=True)
        self._choose(str(self.difficulty))
        self.ui.root = [self.cards, self.difficulties, self.surprise]
        self.arrange()

    def appear(self) -> None:
        """Starts certifying the first time it is seen."""
        if self.certifier is None:
            self.certifier = Certifier(self.paths)

    def arrange(self) -> None:
        """Cards between title and hint."""
        ui, edge = self.ui, self.ui.px(EDGE + 6)
        width, height = ui.size
        self.cards.rect = pygame.Rect(
            edge, ui.px(HEAD), width - 2 * edge, max(height - ui.px(HEAD + FOOT), 1)
        )
        self.cards.forget_pictures()
        button = pygame.Rect(0, 0, self.surprise.natural_width(), ui.px(38))
        button.midright = (width - edge, ui.px(HEAD) // 2)
        self.surprise.rect, self.surprise.visible = button, width >= ui.px(BUTTON_FROM)
        self.difficulties.rect = pygame.Rect(0, 0, ui.px(160), ui.px(36))
        self.difficulties.rect.midright = (button.x - ui.px(12), button.centery)
        self.difficulties.visible = width >= ui.px(SEGMENTS_FROM)

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass: the pictures live, unless motion is reduced."""
        self.seconds += dt
        if not self.desk.settings.reduce_motion:
            self.cards.live(self.seconds)
        if self._surprising is not None and self._surprising.done:
            made, self._surprising = self._surprising, None
            if made.problem:
                self.desk.telling.tell(made.problem, "triangle-alert", UNSAFE)
            else:
                self.desk.telling.tell(f"{made.name} is kept in {made.path}", "dices", TEXT)
                self.outcome = Open(made.path)
        return super().update(dt)

    def open(self, index: int) -> None:
        """Opens a level; a surprise that was asked for before is kept, but not opened."""
        self._surprising = None
        self.outcome = Open(self.paths[index])

    def _ask_template(self) -> None:
        """Asks what a new level shall begin as."""

        def answered(answer: str | None) -> None:
            if answer in TEMPLATES:
                self.outcome = EditLevel(TEMPLATES[answer])

        lines = ["It begins as a small board of this kind, which you change as you like."]
        self.ui.show(
            Dialog(self.ui, "A new level", lines, buttons=tuple(TEMPLATES), on_answer=answered, icon="file")
        )

    def _surprise(self) -> None:
        """Asks for a surprise, if none is on its way."""
        if self._surprising is None:
            seed = random.SystemRandom().randrange(SEEDS)
            self._surprising = Surprising(self.surprises, seed, self.difficulty)
            self.desk.telling.tell(f"Making {self._surprising.name}", "dices", TEXT)

    def _choose(self, difficulty: str) -> None:
        """Chooses how hard the next surprise will be."""
        self.difficulty = int(difficulty)
        self.difficulties.chosen = frozenset({difficulty})
        self.difficulties.cursor = DIFFICULTIES.index(difficulty)

    def command(self, command: Command) -> None:
        """Moves among the cards and opens one; everything else as everywhere."""
        cards = self.cards
        match command:
            case Command.OPEN:
                self.open(cards.selected)
            case Command.COMPARE:
                self.outcome = CompareLevel(self.paths[cards.selected])
            case Command.EDIT:
                self.outcome = EditLevel(self.paths[cards.selected])
            case Command.NEW:
                self._ask_template()
            case Command.SURPRISE:
                self._surprise()
            case Command.HARDER | Command.EASIER:
                step = 1 if command is Command.HARDER else -1
                self._choose(str(min(max(self.difficulty + step, 1), len(DIFFICULTIES))))
            case Command.NEXT:
                cards.move(1)
            case Command.PREVIOUS:
                cards.move(-1)
            case Command.BELOW:
                cards.move(cards.columns)
            case Command.ABOVE:
                cards.move(-cards.columns)
            case Command.FIRST:
                cards.move(-len(self.paths))
            case Command.LAST:
                cards.move(len(self.paths))
            case _:
                super().command(command)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws title, cards and hint."""
        ui = self.ui
        surface.fill(BACKGROUND)
        hen = draw.sprite("hen_down", ui.px(50))
        edge = ui.px(EDGE + 6)
        surface.blit(hen, hen.get_rect(midleft=(edge, ui.px(HEAD) // 2)))
        left = edge + hen.get_width() + ui.px(10)
        ui.text(surface, "Safe Crossing", (left, ui.px(34)), 24, weight="Bold", anchor="midleft")
        line = "Watch an agent learn to cross, and never once crash while learning."
        ui.text(surface, line, (left, ui.px(60)), 13, MUTED, anchor="midleft")
        if self.difficulties.visible:
            place = (self.difficulties.rect.x - ui.px(10), self.difficulties.rect.centery)
            ui.text(surface, "Difficulty", place, 12, MUTED, anchor="midright")
        hint = "Open your own: drop a level file on this window, or give its path on the command line."
        y = ui.size[1] - ui.px(FOOT) // 2
        ui.icon(surface, "folder-open", (edge + ui.px(8), y), 16, MUTED)
        ui.text(surface, hint, (edge + ui.px(26), y), 12, MUTED, anchor="midleft")
        keys = "Enter opens   F4 edits   N new level   S surprises   H keys   Esc quits"
        if ui.size[0] > ui.px(900):
            ui.text(surface, keys, (ui.size[0] - edge, y), 12, DIM, anchor="midright")
        ui.draw(surface)
        if self.certifier is not None and self.certifier.levels and self.cards.painted:
            self.certifier.drawn.set()

    def close(self, patience: float = 0.0) -> None:
        """Ends its threads."""
        if self._surprising is not None:
            self._surprising.join(patience)
        if self.certifier is not None:
            self.certifier.close(patience)
