"""Stack: the screens of the program, and how they follow one another."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from game.presenters.captions import stage_of
from game.presenters.comparing import Comparing
from game.presenters.editing import Editing, Source, source_of
from game.presenters.level_loader import LoadedLevel
from game.presenters.playing import Playing
from game.screens.compare.compare import Compare
from game.screens.edit.edit import Edit
from game.screens.errors import Errors
from game.screens.lesson.guided import Guided
from game.screens.lesson.lesson import NOT_OPENED, LessonPage
from game.screens.lesson.tour import LEVEL, Tour
from game.screens.menu.menu import Menu
from game.screens.play.play import Around, Play
from game.screens.screen import (
    CompareLevel,
    EditLevel,
    Fail,
    Open,
    Outcome,
    Page,
    PlayLevel,
    Pop,
    Screen,
    TakeTour,
    ToMenu,
)
from game.screens.watch.watch import Place, Watch
from game.services.services import Services
from game.shell.options import Options
from game.shell.window.main_window import MainWindow
from game.shell.window.memory import let_go
from game.ui.key_texts import with_keys
from game.ui.theme import TEXT, UNSAFE
from levels.files.problems import LevelError
from levels.lessons.reader import builtin_lessons, is_lesson, read_lesson
from levels.text.reader import builtin_levels


class Stack:
    """The screens, the menu at the bottom and the visible one on top; empty when the program ends.

    Attributes:
        screens: all of them, the visible one last.
        left: the level that was left for the menu; its learner waits there until another level is opened.
        refusal: why the command line's own level could not be opened, "" if it could.
    """

    def __init__(self, window: MainWindow, services: Services, options: Options) -> None:
        self.window, self.services, self.options = window, services, options
        self.screens: list[Screen] = [Menu(*self.shared)]
        self.left: Watch | None = None
        self._noted: object = None  # the level that was noted as learned last
        self.refusal = ""

    @property
    def top(self) -> Screen:
        """The visible screen."""
        return self.screens[-1]

    @property
    def shared(self) -> tuple[tuple[int, int], float, Services]:
        """What every screen is made with: the window's size [px] and scale, and the services."""
        return self.window.size, self.window.scale, self.services

    def take(self, outcome: Outcome) -> None:
        """Carries out what a screen asks for, except for the window: the one place that changes the stack."""
        match outcome:
            case Page():
                if isinstance(self.top, Guided) and self.top.run.over:
                    self._leave()
                screen = PAGES[type(outcome)](self, outcome)
                if screen is not None:
                    if screen.holds_below:
                        self.top.cover()
                    self.screens.append(screen)
            case Pop():
                self._go_back()
            case ToMenu():
                while len(self.screens) > 1:
                    self._go_back()

    @property
    def unsaved(self) -> list[str]:
        """A sentence for each thing that would be lost, or left unfinished, at the program's end."""
        told = []
        for screen in [*self.screens, *([self.left] if self.left else [])]:
            if isinstance(screen, Edit) and screen.editing.changed:
                told.append(f"Your changes to {screen.editing.name} are not saved; they stay as a draft.")
            if isinstance(screen, Watch) and _has_learned(screen):
                told.append(f"What the agent has learned on {screen.title} will be lost.")
        return told

    def _learned(self, opened: LoadedLevel) -> NDArray[np.int8] | None:
        """The labels of the level that was left last, if it is this one and something is learned."""
        watching = self.left.watching if self.left else None
        if watching is None or watching.opened is None or watching.snapshot is None:
            return None
        return watching.snapshot.labels if watching.opened.tables == opened.tables else None

    def note_learned(self) -> None:
        """Notes that the agent has learned the visible level, once it has."""
        watching = self.top.watching if isinstance(self.top, Watch) else None
        if watching is None or watching.opened is None or watching.snapshot is None:
            return
        opened, steps = watching.opened, watching.snapshot.rollout_steps
        if stage_of(watching) == "learned" and steps and opened is not self._noted:
            self._noted = opened
            self.services.best.has_learned(opened.level, steps)

    def fail(self, sentence: str) -> None:
        """Puts the report of an error of the program itself in the place of the screen that had it."""
        broken = self.screens.pop()
        heading = "An internal error"
        self.screens.append(Errors(*self.shared, heading, (sentence,)))
        broken.close()

    def end_below(self) -> None:
        """Closes what a level was opened over, and the one left before, once the new one is there."""
        if not isinstance(self.top, Watch) or self.top.watching.opened is None:
            return
        if self.top.watching.opened.path == self.options.path:
            self.refusal = ""  # repaired meanwhile
        below = [*self.screens[1:-1], *([self.left] if self.left else [])]
        self.left = None
        if below:
            for screen in below:
                screen.close()
                self._tell_draft(screen)
            del self.screens[1:-1], below, screen
            let_go()

    def resize(self) -> None:
        """Has the screens lay themselves out for the window's size and scale."""
        for screen in self.screens:
            screen.resize(self.window.size, self.window.scale)

    def emptied(self) -> list[Screen]:
        """Gives all screens away, to be closed."""
        screens = [*self.screens, *([self.left] if self.left else [])]
        self.screens, self.left = [], None
        return screens

    def _leave(self) -> None:
        """Closes the visible screen, and lets its memory go at once."""
        self.screens.pop().close()
        let_go()

    def _tell_draft(self, screen: Screen) -> None:
        """Tells of unsaved work in an editor that goes without having asked: something else was opened."""
        if isinstance(screen, Edit) and screen.editing.changed:
            message = f"Your changes to {screen.editing.name} were saved as a draft"
            self.services.messages.show(message, "history", TEXT)

    def _go_back(self) -> None:
        """Leaves the visible screen; a level that was being learned only waits, below the menu."""
        top = self.top
        if isinstance(top, Watch) and top.watching.opened is not None and len(self.screens) == 2:
            top.cover()
            top.forget_pictures()
            if self.left is not None:  # another one, whose successor was left before a frame showed it
                self.left.close()
            self.left = top
            self.screens.pop()
            let_go()
        else:
            self._leave()

    def watch(self, wanted: Open) -> Screen | None:
        """The level left last, as it was left, or a screen that loads one; None if it is below an editor.

        A file with a lesson has a page of its own.
        """
        path, options = wanted.path, self.options
        if is_lesson(path):
            return self.lesson(path)
        if isinstance(self.top, Edit) and _watches(self.screens[-2], path):
            self._tell_draft(self.top)
            self._leave()  # the level below notices by itself what was changed in its file
            return None
        left = self.left
        if left is not None and _watches(left, path) and len(self.screens) == 1:
            self.left = None
            left.resize(self.window.size, self.window.scale)
            message = with_keys("watch", "Learning resumes where you left off. {RESTART} starts over")
            self.services.messages.show(message, "history", TEXT)
            return left
        if isinstance(self.top, Watch) and self.top.watching.opened is None:
            self._leave()  # the file wanted last is the one that counts
        return Watch(
            *self.shared, path, options.seed, options.overlays, options.unlimited, self._place_of(path)
        )

    def lesson(self, path: Path) -> Screen:
        """The lesson in a file, at the step on show if it is open already; or the report on its errors."""
        top, index = self.top, 0
        if isinstance(top, LessonPage | Errors):
            index = top.run.index if isinstance(top, LessonPage) and top.lesson.file == path else 0
            self._leave()
        known = [*builtin_lessons().values()]
        place = known.index(path) + 1 if path in known else len(known)
        try:
            lesson = read_lesson(path)
        except LevelError as error:
            if path == self.options.path:
                self.refusal = error.render()
            return Errors(*self.shared, NOT_OPENED, error.render().split("\n"), path)
        if path == self.options.path:
            self.refusal = ""  # repaired meanwhile
        following = known[place] if place < len(known) else None
        return LessonPage(*self.shared, lesson, following, index)

    def tour(self, _: TakeTour) -> Screen | None:
        """The tour over the home page, which is on top; it offers itself no more."""
        home = self.screens[0]
        if len(self.screens) > 1 or not isinstance(home, Menu):
            return None
        self.services.change(self.services.settings.model_copy(update={"tour_seen": True}))
        level = builtin_levels()[LEVEL]
        place = self._place_of(level)
        return Tour(*self.shared, home, lambda: Watch(*self.shared, level, self.options.seed, place=place))

    def _place_of(self, path: Path) -> Place:
        """Where a level is among those of the home page."""
        home = self.screens[0]
        if not isinstance(home, Menu) or path not in home.paths:
            return Place()
        group, index = home.group(path), home.paths.index(path)
        members = [other for other in home.paths if home.group(other) == group]
        note = f"{group.heading} · {members.index(path) + 1} of {len(members)}"
        return Place(note, home.paths[index + 1] if index + 1 < len(home.paths) else None)

    def edit(self, wanted: EditLevel) -> Screen | None:
        """An editor; None, and a message, if the file can't be edited.

        There is one editor at a time: unsaved work of one below stays as its draft.
        """
        try:
            source = Source(wanted.source) if isinstance(wanted.source, str) else source_of(wanted.source)
        except LevelError as error:
            self.services.messages.show(str(error).split("\n")[0], "triangle-alert", UNSAFE)
            return None
        for screen in [screen for screen in self.screens[1:-1] if isinstance(screen, Edit | Errors)]:
            self.screens.remove(screen)
            screen.close()
            self._tell_draft(screen)
        return Edit(*self.shared, Editing(source, self.services.folder))

    def play(self, wanted: PlayLevel) -> Screen:
        """A person's own crossing, beside the agent as far as it has learned the level.

        After another crossing it takes that one's place and is played as that was; a level that was watched
        below waits.
        """
        path, former = wanted.opened.path, self.top
        if isinstance(former, Play):
            self._leave()
            if isinstance(self.top, Watch) and not _watches(self.top, path):
                self._go_back()
        if isinstance(self.top, Menu):
            self.top.cover()
        labels = self._learned(wanted.opened) if wanted.labels is None else wanted.labels
        playing = Playing(wanted.opened, labels)
        if isinstance(former, Play):
            before = former.playing
            playing.shield, playing.real_time = before.shield, before.real_time
            playing.beat_index = before.beat_index
        return Play(*self.shared, playing, self._around(path), wanted.day)

    def _around(self, path: Path) -> Around:
        """What is below the page on which a person crosses a level, and which level comes next."""
        back, following, home = "Levels", self._place_of(path).following, self.screens[0]
        if isinstance(self.top, Watch):
            back = "Watch"
        name = home.known_name(following) if following is not None and isinstance(home, Menu) else ""
        return Around(back, following, name)

    def report(self, wanted: Fail) -> Screen:
        """The report on a file, in the place of the screen that could not open it."""
        refused = wanted.refused
        self._leave()
        if isinstance(self.top, Errors):
            self._leave()  # one report at a time
        if refused.path == self.options.path:
            self.refusal = "\n".join(refused.lines)
        return Errors(*self.shared, refused.heading, refused.lines, refused.path, refused.readings)


PAGES: dict[type[Page], Callable[[Stack, Any], Screen | None]] = {
    Open: Stack.watch,
    EditLevel: Stack.edit,
    Fail: Stack.report,
    PlayLevel: Stack.play,
    TakeTour: Stack.tour,
    CompareLevel: lambda stack, wanted: Compare(
        *stack.shared,
        Comparing(
            wanted.source,
            stack.options.seed,
            stack.services.settings.racers,
            unlimited=stack.options.unlimited,
        ),
    ),
}
"""How the page is made that a value asks for; None if it is shown already, or can't be."""


def _has_learned(watch: Watch) -> bool:
    """Whether the agent has found the way across, so that there is something to lose."""
    snapshot = watch.watching.snapshot
    return snapshot is not None and snapshot.first_goal_episode is not None


def _watches(screen: Screen, path: Path) -> bool:
    """Whether a screen shows the level of this file, and learns it."""
    return (
        isinstance(screen, Watch)
        and screen.watching.opening.path == path
        and screen.watching.opened is not None
        and screen.watching.status != "failed"
    )
