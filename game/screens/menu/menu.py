"""The home page: the race, every built-in level, the user's own, new ones and surprises."""

import random
from datetime import date
from pathlib import Path

import pygame

from game.presenters.certifier import Certifier
from game.presenters.own_levels import LONGEST_NAME, duplicate, rename, show_in_folder
from game.presenters.reloading import stamp_of
from game.screens.menu.awaited import Awaited
from game.screens.menu.groups import Group, group_of, menu_levels
from game.screens.menu.lessons_dialog import LessonsDialog
from game.screens.menu.level_cards import RACED, LevelCards
from game.screens.menu.picture_time import PictureTime
from game.screens.menu.surprise_dialog import SurpriseDialog
from game.screens.menu.top_bar import HEIGHT, TopBar
from game.screens.screen import CompareLevel, EditLevel, Open, Outcome, Screen, TakeTour
from game.screens.selecting import Selecting
from game.services.services import Services
from game.ui import Dialog, TextField
from game.ui.boxes import Box, Column, Part, Row, lay_out
from game.ui.field_dialog import FieldDialog
from game.ui.key_texts import with_keys
from game.ui.theme import TEXT, UNSAFE
from game.userdata.best_results import Best
from game.userdata.trash import Trash
from levels.files.terminal import named
from levels.random.codes import Code, Kind
from levels.text.reader import builtin_levels
from levels.text.templates import TEMPLATES

EDGE = 16
"""Space left of the cards; on the right it holds their scroll bar [units]."""
SEEDS = 10_000
"""Surprises are drawn from as many seeds, short enough to tell a friend."""


class Menu(Screen):
    """All built-in levels and the user's own; the lowest screen of the stack.

    Attributes:
        paths: the files of the levels on show, in their order.
        certifier: what reads and certifies them, None until they are seen for the first time.
        bar, cards: the two parts of the page.
        kind, difficulty: of the last surprise.
        own, surprises: the folders that keep the user's levels, and random ones.
        trash: takes the levels that are deleted.
        awaited: what was asked for and is not there yet.
        picture_time: of the chosen card's picture.
    """

    name = "menu"

    def __init__(self, size: tuple[int, int], scale: float, services: Services) -> None:
        super().__init__(size, scale, services)
        self.own, self.surprises = services.folder / "levels", services.folder / "surprises"
        self.trash = Trash(services.folder / "trash")
        self.paths = menu_levels(self.own, self.surprises)
        self.certifier: Certifier | None = None
        self._stamps: dict[Path, tuple[int, int] | None] = {}
        self.kind: Kind = "road"
        self.difficulty = 2
        self.selecting = Selecting(self.ui, self._open_path)
        self.awaited = Awaited(self.ui, services, self.name_of)
        self.picture_time = PictureTime()
        self.bar = TopBar(self.ui, self.do)
        self.cards = LevelCards(self.ui, self, self.do)
        self.ui.root = [self.bar, self.cards]
        self.ui.focus_on(self.cards)
        self.arrange()

    @property
    def best(self) -> Best:
        """People's best results."""
        return self.services.best

    @property
    def today(self) -> date:
        """Today, whose crossing can be played."""
        return self.services.today()

    @property
    def chosen(self) -> Path:
        """The file of the chosen level."""
        return self.paths[self.cards.selected]

    def group(self, path: Path) -> Group:
        """A level's group and place."""
        return group_of(path, self.surprises)

    def is_own(self, path: Path) -> bool:
        """Whether a level is the user's own, to be renamed and deleted."""
        return path.parent in {self.own, self.surprises}

    def known_name(self, path: Path) -> str:
        """What a level is called; "" before it was read."""
        level = self.certifier.known.levels.get(path) if self.certifier else None
        return level.name if level else ""

    def name_of(self, path: Path) -> str:
        """What a level is called, or its file."""
        return self.known_name(path) or path.stem

    @property
    def message_area(self) -> pygame.Rect:
        """Below the hero and today's crossing where the hero is a line, with its button at the right end."""
        if not self.cards.hero.folded:
            return self.filmed
        top = self.cards.daily.rect.bottom
        return pygame.Rect(0, top, self.ui.size[0], max(self.ui.size[1] - top, 1))

    # -- life ---------------------------------------------------------------------------------------------

    def cover(self) -> None:
        """A level that is still being made or loaded is no longer waited for."""
        self.awaited.drop_all()

    def appear(self) -> None:
        """Picks up new files in the user's folders, and certifies those that have not been."""
        self.cards.forget_results()
        chosen = self.chosen
        self.paths = menu_levels(self.own, self.surprises)
        selected = min(self.cards.selected, len(self.paths) - 1)
        self.cards.selected = self.paths.index(chosen) if chosen in self.paths else selected
        self.cards.arrange()
        self.ui.dirty = True
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
        """The bar, and the cards below it."""
        ui = self.ui
        page = Column(
            (
                Part("bar", ui.px(HEIGHT)),
                Part("middle", 1, grow=1, inside=Row((Part("edge", ui.px(EDGE)), Part("cards", 1, grow=1)))),
            )
        )
        boxes = lay_out(page, Box(0, 0, *ui.size)).boxes
        self.bar.rect, self.cards.rect = pygame.Rect(boxes["bar"]), pygame.Rect(boxes["cards"])
        self.bar.arrange()
        self.cards.forget_pictures()
        self.cards.arrange()
        self.cards.reveal_chosen()
        ui.dirty = True

    def handle(self, event: pygame.Event) -> Outcome:
        """Takes one event; keys wake the chosen card's picture."""
        if event.type == pygame.KEYDOWN:
            self.picture_time.wake()
        return super().handle(event)

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass: the chosen picture lives for a while, and what was asked for comes in."""
        if self.cards.follow_mouse():
            self.picture_time.wake()
        self.picture_time.advance(dt, self.chosen, self._crossing)
        self.selecting.follow()
        self.outcome = self.awaited.follow(dt) or self.outcome
        self.ui.dirty |= not self.cards.painted
        return super().update(dt)

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves: no picture lives, and nothing has to be redrawn."""
        chosen = self.picture_time.has_begun or self.services.settings.reduce_motion
        still = chosen and self.picture_time.is_over(self._crossing)
        return still and not self.layer_is_due and not self.ui.tip_is_due

    @property
    def _crossing(self) -> float:
        """How long a crossing of the chosen picture lasts [s], 0 if it does not live."""
        return 0.0 if self.services.settings.reduce_motion else self.cards.crossing

    def close(self, patience: float = 0.0) -> None:
        """Ends its threads, and takes the platform's dialog away."""
        super().close(patience)
        self.awaited.close(patience)
        self.selecting.close(patience)
        if self.certifier is not None:
            self.certifier.close(patience)

    # -- levels -------------------------------------------------------------------------------------------

    def open(self, index: int) -> None:
        """Opens a level; a surprise that was asked for before is kept, but not opened."""
        self.awaited.drop_surprise()
        self.outcome = Open(self.paths[index])

    def open_level(self) -> None:
        """Opens the chosen level."""
        self.open(self.cards.selected)

    def compare_level(self) -> None:
        """Compares learners on the chosen level."""
        self.outcome = CompareLevel(self.chosen)

    def start_race(self) -> None:
        """Compares learners on Crossy Road, as the hero says."""
        self.outcome = CompareLevel(builtin_levels()[RACED])

    def take_tour(self) -> None:
        """Takes the tour."""
        self.outcome = TakeTour()

    def show_lessons(self) -> None:
        """Lets a lesson be chosen."""
        self.ui.show(LessonsDialog(self.ui, self.best, self._open_path))

    def edit_level(self) -> None:
        """Opens the chosen level in the editor."""
        self.outcome = EditLevel(self.chosen)

    def play_level(self) -> None:
        """Lets a person cross the chosen level, once it has been loaded."""
        self.awaited.play(self.chosen)

    def play_daily(self) -> None:
        """Lets a person play the crossing of today, once it has been made and loaded."""
        self.awaited.play_daily()

    def new_level(self) -> None:
        """Asks what a new level shall begin as, and opens that in the editor."""

        def answered(answer: str | None) -> None:
            if answer in TEMPLATES:
                self.outcome = EditLevel(TEMPLATES[answer])

        lines = ["Select a starting board; you can change everything later."]
        self.ui.show(
            Dialog(self.ui, "A new level", lines, buttons=tuple(TEMPLATES), on_answer=answered, icon="file")
        )

    def surprise_me(self) -> None:
        """Asks what a surprise is to be like, or for its code."""

        def make(code: Code | None, kind: Kind, difficulty: int) -> None:
            code = code or Code(random.SystemRandom().randrange(SEEDS), difficulty, kind)
            self.kind, self.difficulty = code.kind, code.difficulty
            self.awaited.make_surprise(self.surprises, code)

        def opened(text: str) -> None:
            self.outcome = EditLevel(text)

        self.ui.show(SurpriseDialog(self.ui, self.kind, self.difficulty, make, opened))

    # -- files --------------------------------------------------------------------------------------------

    def open_file(self) -> None:
        """Lets a file be chosen: in the platform's dialog if there is one, else in a list."""
        self.selecting.ask()

    def _open_path(self, path: Path) -> None:
        self.selecting.folder = path.parent
        self.awaited.drop_surprise()
        self.outcome = Open(path)

    def show_own(self) -> None:
        """Opens the menu of a level of one's own."""
        if self._owns():
            self.cards.reveal_chosen()
            self.cards.buttons.show_menu()

    def rename_level(self) -> None:
        """Asks for another name of the chosen level."""
        if not self._owns():
            return
        path = self.chosen
        field = TextField(self.ui, self.name_of(path), most=LONGEST_NAME)

        def renamed(name: str) -> None:
            self._after(rename(path, name.strip()))

        self.ui.show(
            FieldDialog(
                self.ui,
                "Rename the level",
                [f"Its file stays {path.name}."],
                label="Name",
                field=field,
                button="Rename",
                check=lambda name: "" if name.strip() else "A level needs a name.",
                on_text=renamed,
                icon="pencil",
            )
        )

    def duplicate_level(self) -> None:
        """Copies the chosen level into the user's own."""
        copy, problem = duplicate(self.chosen, self.own)
        self._after(problem)
        if copy is not None:
            self._choose_path(copy)
            self.services.messages.show(f"Duplicated as {named(copy)}", "copy", TEXT)

    def show_in_folder(self) -> None:
        """Shows the chosen level's file in the system's file manager."""
        self._after(show_in_folder(self.chosen))

    def delete_level(self) -> None:
        """Asks, then moves the chosen level into the trash."""
        if not self._owns():
            return
        path, name = self.chosen, self.name_of(self.chosen)

        def answered(answer: str | None) -> None:
            if answer != "Delete":
                return
            problem = self.trash.delete(path)
            self._after(problem)
            if not problem:
                told = with_keys(self.name, f"{_plain(name)} was deleted. {{UNDO}} brings it back")
                self.services.messages.show(told, "trash", TEXT)

        lines = [with_keys(self.name, "The file moves to a trash folder. {UNDO} brings it back.")]
        buttons = ("Delete", "Keep it")
        self.ui.show(
            Dialog(self.ui, f"Delete {name}?", lines, buttons=buttons, on_answer=answered, icon="trash")
        )

    def undo(self) -> None:
        """Brings the level back that was deleted last."""
        path, problem = self.trash.restore()
        self._after(problem)
        if path is not None:
            self._choose_path(path)
            self.services.messages.show(f"{named(path)} is back", "history", TEXT)
        elif not problem:
            self.services.messages.show("There is no deletion to undo", "info", TEXT)

    def _owns(self) -> bool:
        """Whether the chosen level is the user's own; says what to do if it is not."""
        owns = self.is_own(self.chosen)
        if not owns:
            told = (
                "This level comes with the program and stays as it is. {DUPLICATE} makes a copy of your own"
            )
            self.services.messages.show(with_keys(self.name, told), "info", TEXT)
        return owns

    def _after(self, problem: str) -> None:
        """Looks for what has changed on disk; says what went wrong, if anything."""
        if problem:
            self._tell_problem(problem)
        self.appear()

    def _choose_path(self, path: Path) -> None:
        if path in self.paths:
            self.cards.choose(self.paths.index(path))

    def _tell_problem(self, problem: str) -> None:
        self.services.messages.show(problem, "triangle-alert", UNSAFE)

    def show_more(self) -> None:
        """Opens the menu behind More."""
        self.bar.show_menu()

    # -- choosing -----------------------------------------------------------------------------------------

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

    @property
    def shown(self) -> tuple[object, ...]:
        """What is known of the levels."""
        return (self.certifier.known if self.certifier else None,)

    def draw_live(self, surface: pygame.Surface) -> None:
        """Draws the chosen card's living picture."""
        if self.picture_time.has_begun and not self.services.settings.reduce_motion:
            self.cards.draw_living(surface, self.picture_time.seconds)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the page; the certificates wait for its pictures."""
        super().draw(surface)
        if self.certifier is not None and self.certifier.known.levels and self.cards.painted:
            self.certifier.drawn.set()

    def forget_pictures(self) -> None:
        """Releases all that was drawn."""
        super().forget_pictures()
        self.cards.forget_pictures()


def _plain(name: str) -> str:
    """A name within a text in which braces stand for keys."""
    return name.replace("{", "{{").replace("}", "}}")
