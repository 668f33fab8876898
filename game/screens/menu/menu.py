"""The menu: every built-in level, the user's own, new ones and surprises."""

import random
from pathlib import Path

import pygame

from game.presenters.certifier import Certifier
from game.presenters.reloading import stamp_of
from game.presenters.surprising import Surprising
from game.screens.menu.groups import Group, group_of, menu_levels
from game.screens.menu.level_cards import LevelCards
from game.screens.screen import CompareLevel, EditLevel, Open, Outcome, Screen
from game.services.services import Services
from game.ui import Button, Dialog, Segment, Segments
from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import hint_lines, tip, with_keys
from game.ui.layout import EDGE
from game.ui.theme import BACKGROUND, CARD, DIM, LINE, MUTED, RADIUS, TEXT, UNSAFE
from game.userdata.best_results import Best
from levels.text.templates import TEMPLATES

HEAD, FOOT = 92, 44
"""Heights of the title and of the hint [units]."""
DIFFICULTIES = "12345"
SEEDS = 10_000
"""Surprises are drawn from as many seeds, short enough to tell a friend."""
HEN = 50
"""Height of the hen beside the title [units]."""
TITLE, LINE_BELOW = (
    "Safe Crossing",
    "Watch an agent learn to cross without a crash, even while learning.",
)
DIFFICULTY = "Difficulty"
"""The word between the button and the difficulties of its surprises."""
HINT = "Open your own: drop a level file on this window, or give its path on the command line."
KEYS = hint_lines(
    "menu",
    {
        "{OPEN} opens": 3,
        "{COMPARE} races learners": 3,
        "{EDIT} edits": 2,
        "{NEW} new level": 2,
        "{SURPRISE} surprises": 1,
        "{HELP} keys": 3,
        "{BACK_OUT} quits": 1,
    },
)
"""Keys that are worth a hint: the first line that fits next to the hint is shown."""


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
            on_click=lambda: self.do(Control.SURPRISE),
            primary=True,
            tip=tip(self.name, Control.SURPRISE),
        )
        keys = with_keys(self.name, "{HARDER} and {EASIER}")
        segments = tuple(
            Segment(n, n, tip=f"Difficulty {n} of 5 for the next surprise ({keys})") for n in DIFFICULTIES
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
            known = before.known.without(changed)
            before.close(0)
            for path in changed:
                self.cards.forget(path)
            self.certifier = Certifier([p for p in self.paths if p not in known.verdicts], known)

    def arrange(self) -> None:
        """Cards between title and hint."""
        ui, edge = self.ui, self.ui.px(EDGE + 6)
        title = max(ui.text_width(TITLE, 24, "Bold"), ui.text_width(LINE_BELOW))
        head = Row(
            (
                Part("hen", draw.sprite("hen_down", ui.px(HEN)).get_width()),
                Part("title", title, grow=1, before=ui.px(10)),
                Part(
                    "surprise",
                    self.surprise.natural_width(),
                    across=ui.px(38),
                    folded=0,
                    priority=1,
                    before=ui.px(10),
                ),
                Part("word", ui.text_width(DIFFICULTY, 12) + ui.px(20), folded=0),
                Part("difficulties", ui.px(160), across=ui.px(36), folded=0),
                Part("right", ui.px(8), folded=0),
            ),
            pad=edge,
        )
        page = Column(
            (
                Part("head", ui.px(HEAD), inside=head),
                Part("middle", 1, grow=1, inside=Row((Part("cards", 1, grow=1),), pad=edge)),
                Part("foot", ui.px(FOOT), inside=Row((Part("hint", 1, grow=1),), pad=edge)),
            )
        )
        self.boxes = boxes = lay_out(page, Box(0, 0, *ui.size)).boxes
        self.cards.rect = pygame.Rect(boxes["cards"])
        self.cards.forget_pictures()
        self.cards.reveal_chosen()
        self.surprise.visible = "surprise" in boxes
        self.difficulties.visible = {"surprise", "word", "difficulties"} <= boxes.keys()
        for name, widget in (("surprise", self.surprise), ("difficulties", self.difficulties)):
            widget.rect = pygame.Rect(boxes.get(name, (0, 0, 0, 0)))

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass: the pictures live, unless motion is reduced."""
        self.seconds += dt
        if not self.services.settings.reduce_motion:
            self.cards.live(self.seconds)
        if self._surprising is not None and self._surprising.done:
            made, self._surprising = self._surprising, None
            if made.problem:
                self.services.messages.show(made.problem, "triangle-alert", UNSAFE)
            else:
                self.services.messages.show(f"{made.name} was saved to {made.path}", "dices", TEXT)
                self.outcome = Open(made.path)
        return super().update(dt)

    def open(self, index: int) -> None:
        """Opens a level; a surprise that was asked for before is kept, but not opened."""
        self._surprising = None
        self.outcome = Open(self.paths[index])

    def _choose(self, difficulty: str) -> None:
        """Chooses how hard the next surprise will be."""
        self.difficulty = int(difficulty)
        self.difficulties.chosen = frozenset({difficulty})
        self.difficulties.cursor = DIFFICULTIES.index(difficulty)

    # -- what keys do -------------------------------------------------------------------------------------

    def open_level(self) -> None:
        """Opens the chosen level."""
        self.open(self.cards.selected)

    def compare_level(self) -> None:
        """Compares learners on the chosen level."""
        self.outcome = CompareLevel(self.paths[self.cards.selected])

    def edit_level(self) -> None:
        """Opens the chosen level in the editor."""
        self.outcome = EditLevel(self.paths[self.cards.selected])

    def new_level(self) -> None:
        """Asks what a new level shall begin as, and opens that in the editor."""

        def answered(answer: str | None) -> None:
            if answer in TEMPLATES:
                self.outcome = EditLevel(TEMPLATES[answer])

        lines = ["Choose a starting board; you can change everything."]
        self.ui.show(
            Dialog(self.ui, "A new level", lines, buttons=tuple(TEMPLATES), on_answer=answered, icon="file")
        )

    def surprise_me(self) -> None:
        """Asks for a surprise, if none is on its way."""
        if self._surprising is None:
            seed = random.SystemRandom().randrange(SEEDS)
            self._surprising = Surprising(self.surprises, seed, self.difficulty)
            self.services.messages.show(f"Making {self._surprising.name}", "dices", TEXT)

    def change_difficulty(self, step: int) -> None:
        """Makes the next surprise harder (1) or easier (−1)."""
        self._choose(str(min(max(self.difficulty + step, 1), len(DIFFICULTIES))))

    def move_choice(self, step: int) -> None:
        """Chooses the next level (1) or the one before (−1)."""
        self.cards.choose(self.cards.selected + step)

    def move_rows(self, step: int) -> None:
        """Chooses the level below (1) or above (−1)."""
        self.cards.move_rows(step)

    def move_groups(self, step: int) -> None:
        """Chooses the first level of the next group (1), or of this or the one before (−1)."""
        plan, chosen = self.cards.plan, self.cards.selected
        self.cards.choose(plan.next_group(chosen) if step > 0 else plan.previous_group(chosen))

    def choose_first(self) -> None:
        """Chooses the first level."""
        self.cards.choose(0)

    def choose_last(self) -> None:
        """Chooses the last level."""
        self.cards.choose(len(self.paths) - 1)

    # -- drawing ------------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draws title, cards and hint."""
        ui = self.ui
        surface.fill(BACKGROUND)
        hen, title = draw.sprite("hen_down", ui.px(HEN)), self.boxes["title"]
        surface.blit(hen, hen.get_rect(midleft=(self.boxes["hen"].x, ui.px(HEAD) // 2)))
        ui.text(surface, TITLE, (title.x, ui.px(34)), 24, weight="Bold", anchor="midleft")
        line = draw.fit(LINE_BELOW, ui.px(13), title.width)
        ui.text(surface, line, (title.x, ui.px(60)), 13, MUTED, anchor="midleft")
        if self.difficulties.visible:
            group = self.surprise.rect.union(self.difficulties.rect).inflate(ui.px(16), ui.px(16))
            draw.rounded(surface, group, ui.px(RADIUS + 4), CARD, stroke=LINE, stroke_width=1)
            place = (self.difficulties.rect.x - ui.px(10), self.difficulties.rect.centery)
            ui.text(surface, DIFFICULTY, place, 12, TEXT, anchor="midright")
        foot = self.boxes["hint"]
        y, edge, right = foot.y + foot.height // 2, foot.x, foot.right
        ui.icon(surface, "folder-open", (edge + ui.px(8), y), 16, MUTED)
        hint = draw.fit(HINT, ui.px(12), right - edge - ui.px(26))
        left = ui.text(surface, hint, (edge + ui.px(26), y), 12, MUTED, anchor="midleft").right + ui.px(24)
        keys = next((keys for keys in KEYS if left + ui.text_width(keys, 12) <= right), "")
        ui.text(surface, keys, (right, y), 12, DIM, anchor="midright")
        ui.draw(surface)
        if self.certifier is not None and self.certifier.known.levels and self.cards.painted:
            self.certifier.drawn.set()

    def close(self, patience: float = 0.0) -> None:
        """Ends its threads."""
        if self._surprising is not None:
            self._surprising.close(patience)
        if self.certifier is not None:
            self.certifier.close(patience)
