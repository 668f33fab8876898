"""The menu: every built-in level, the user's own, new ones and surprises."""

import random
from pathlib import Path
from typing import TypeVar

import pygame

from game.presenters.level_loader import Certifier
from game.presenters.reloading import stamp_of
from game.presenters.surprising import Surprising
from game.screens.menu.groups import Group, group_of, menu_levels
from game.screens.menu.level_cards import LevelCards
from game.screens.screen import CompareLevel, EditLevel, Open, Outcome, Screen
from game.services.services import Services
from game.ui import Button, Dialog, Segment, Segments
from game.ui.controls import Command, tip
from game.ui.drawing import draw
from game.ui.layout import EDGE
from game.ui.theme import BACKGROUND, CARD, DIM, LINE, MUTED, RADIUS, TEXT, UNSAFE
from game.userdata.best_results import Best
from levels.text.templates import TEMPLATES

HEAD, FOOT = 92, 44
"""Heights of the title and of the hint [units]."""
DIFFICULTIES = "12345"
SEEDS = 10_000
"""Surprises are drawn from as many seeds, short enough to tell a friend."""
BUTTON_FROM, SEGMENTS_FROM = 700, 940
"""Window widths from which the button, and the difficulties, fit next to the title [units]."""
DIFFICULTY = "Difficulty"
"""The word between the button and the difficulties of its surprises."""
HINT = "Open your own: drop a level file on this window, or give its path on the command line."
KEYS = (
    "Enter opens   K races learners   F4 edits   N new level   S surprises   H keys   Esc quits",
    "Enter opens   K races learners   F4 edits   N new level   H keys",
    "Enter opens   K races    H keys",
)
"""Keys that are worth a hint: the first line that fits next to the hint is shown."""

T = TypeVar("T")


class Menu(Screen):
    """All built-in levels and the user's own; the lowest screen of the stack.

    Attributes:
        paths: the files of the levels on show, in their order.
        certifier: what reads and certifies them, None until they are seen for the first time.
        difficulty: of the next surprise.
        own, surprises: the folders that keep the user's levels, and random ones.
    """

    name = "menu"

    def __init__(self, size: tuple[int, int], scale: float, services: Services) -> None:
        super().__init__(size, scale, services)
        self.own, self.surprises = services.folder / "levels", services.folder / "surprises"
        self.paths = menu_levels(self.own, self.surprises)
        self.certifier: Certifier | None = None
        self._stamps: dict[Path, tuple[int, int] | None] = {}
        self.seconds = 0.0
        self.difficulty = 2
        self._surprising: Surprising | None = None
        self.cards = LevelCards(self.ui, self)
        self.surprise = Button(
            self.ui,
            "dices",
            "Surprise me",
            on_click=lambda: self.command(Command.SURPRISE),
            primary=True,
            tip=tip(self.name, Command.SURPRISE),
        )
        segments = tuple(
            Segment(n, n, tip=f"Difficulty {n} of 5 for the next surprise (+ and −)") for n in DIFFICULTIES
        )
        self.difficulties = Segments(self.ui, segments, lambda chosen: self._choose(*chosen), one_of=True)
        self._choose(str(self.difficulty))
        self.ui.root = [self.cards, self.surprise, self.difficulties]
        self.ui.focus_on(self.cards)
        self.arrange()

    @property
    def best(self) -> Best:
        """People's best results."""
        return self.services.best

    def group(self, path: Path) -> Group:
        """A level's group and place."""
        return group_of(path, self.surprises)

    def cover(self) -> None:
        """A surprise that is still being made is no longer waited for."""
        self._surprising = None

    def appear(self) -> None:
        """Picks up new files in the user's folders, and certifies those that have not been."""
        self.cards.forget_bests()
        chosen = self.paths[self.cards.selected]
        self.paths = menu_levels(self.own, self.surprises)
        self.cards.selected = self.paths.index(chosen) if chosen in self.paths else 0
        self._certify()

    def _certify(self) -> None:
        """Has a thread certify the files that are new, or others than before; the rest is known already."""
        stamps = {path: stamp_of(path) for path in self.paths}
        before, changed = self.certifier, {p for p in self.paths if self._stamps.get(p) != stamps[p]}
        self._stamps = stamps
        if before is None:
            self.certifier = Certifier(self.paths)
        elif changed:
            before.close(0)
            for path in changed:
                self.cards.forget(path)
            after = Certifier([p for p in self.paths if p in changed or p not in before.verdicts])
            _hand_on(before.levels, after.levels, changed)
            _hand_on(before.verdicts, after.verdicts, changed)
            _hand_on(before.ways, after.ways, changed)
            self.certifier = after

    def arrange(self) -> None:
        """Cards between title and hint."""
        ui, edge = self.ui, self.ui.px(EDGE + 6)
        width, height = ui.size
        self.cards.rect = pygame.Rect(
            edge, ui.px(HEAD), width - 2 * edge, max(height - ui.px(HEAD + FOOT), 1)
        )
        self.cards.forget_pictures()
        self.cards.reveal()
        self.difficulties.visible = width >= ui.px(SEGMENTS_FROM)
        self.difficulties.rect = pygame.Rect(0, 0, ui.px(160), ui.px(36))
        self.difficulties.rect.midright = (width - edge - ui.px(8), ui.px(HEAD) // 2)
        words = ui.text_width(DIFFICULTY, 12) + ui.px(20)
        right = self.difficulties.rect.x - words if self.difficulties.visible else width - edge
        button = pygame.Rect(0, 0, self.surprise.natural_width(), ui.px(38))
        button.midright = (right, ui.px(HEAD) // 2)
        self.surprise.rect, self.surprise.visible = button, width >= ui.px(BUTTON_FROM)

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass: the pictures live, unless motion is reduced."""
        self.seconds += dt
        if not self.services.settings.reduce_motion:
            self.cards.live(self.seconds)
        if self._surprising is not None and self._surprising.done:
            made, self._surprising = self._surprising, None
            if made.problem:
                self.services.telling.tell(made.problem, "triangle-alert", UNSAFE)
            else:
                self.services.telling.tell(f"{made.name} was saved to {made.path}", "dices", TEXT)
                self.outcome = Open(made.path)
        return super().update(dt)

    def open(self, index: int) -> None:
        """Opens a level; a surprise that was asked for before is kept, but not opened."""
        self._surprising = None
        self.outcome = Open(self.paths[index])

    def _ask_template(self) -> None:
        """Asks for the starting board of a new level."""

        def answered(answer: str | None) -> None:
            if answer in TEMPLATES:
                self.outcome = EditLevel(TEMPLATES[answer])

        lines = ["Choose a starting board; you can change everything."]
        self.ui.show(
            Dialog(self.ui, "A new level", lines, buttons=tuple(TEMPLATES), on_answer=answered, icon="file")
        )

    def _surprise(self) -> None:
        """Asks for a surprise, if none is on its way."""
        if self._surprising is None:
            seed = random.SystemRandom().randrange(SEEDS)
            self._surprising = Surprising(self.surprises, seed, self.difficulty)
            self.services.telling.tell(f"Making {self._surprising.name}", "dices", TEXT)

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
                cards.choose(cards.selected + 1)
            case Command.PREVIOUS:
                cards.choose(cards.selected - 1)
            case Command.BELOW:
                cards.move_rows(1)
            case Command.ABOVE:
                cards.move_rows(-1)
            case Command.NEXT_GROUP:
                cards.choose(cards.plan.next_group(cards.selected))
            case Command.PREVIOUS_GROUP:
                cards.choose(cards.plan.previous_group(cards.selected))
            case Command.FIRST:
                cards.choose(0)
            case Command.LAST:
                cards.choose(len(self.paths) - 1)
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
        line = "Watch an agent learn to cross without ever crashing, even while learning."
        room = (self.surprise.rect.x if self.surprise.visible else ui.size[0]) - edge - left
        ui.text(surface, draw.fit(line, ui.px(13), room), (left, ui.px(60)), 13, MUTED, anchor="midleft")
        if self.difficulties.visible:
            group = self.surprise.rect.union(self.difficulties.rect).inflate(ui.px(16), ui.px(16))
            draw.rounded(surface, group, ui.px(RADIUS + 4), CARD, stroke=LINE, stroke_width=1)
            place = (self.difficulties.rect.x - ui.px(10), self.difficulties.rect.centery)
            ui.text(surface, DIFFICULTY, place, 12, TEXT, anchor="midright")
        y = ui.size[1] - ui.px(FOOT) // 2
        ui.icon(surface, "folder-open", (edge + ui.px(8), y), 16, MUTED)
        right = ui.size[0] - edge
        hint = draw.fit(HINT, ui.px(12), right - edge - ui.px(26))
        left = ui.text(surface, hint, (edge + ui.px(26), y), 12, MUTED, anchor="midleft").right + ui.px(24)
        keys = next((keys for keys in KEYS if left + ui.text_width(keys, 12) <= right), "")
        ui.text(surface, keys, (right, y), 12, DIM, anchor="midright")
        ui.draw(surface)
        if self.certifier is not None and self.certifier.levels and self.cards.painted:
            self.certifier.drawn.set()

    def close(self, patience: float = 0.0) -> None:
        """Ends its threads."""
        if self._surprising is not None:
            self._surprising.join(patience)
        if self.certifier is not None:
            self.certifier.close(patience)


def _hand_on(before: dict[Path, T], after: dict[Path, T], changed: set[Path]) -> None:
    """Keeps what is known of files that have not changed."""
    for path, known in dict(before).items():  # a copy: another thread may be adding to it
        if path not in changed:
            after.setdefault(path, known)
