"""Stack: the screens of the program, and how they follow one another."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from game.presenters.comparing import Comparing
from game.presenters.editing import Editing, Source, source_of
from game.presenters.level_loader import LoadedLevel
from game.presenters.playing import Playing
from game.screens.compare.compare import Compare
from game.screens.edit.edit import Edit
from game.screens.errors import Errors
from game.screens.menu.menu import Menu
from game.screens.play.play import Play
from game.screens.screen import CompareLevel, EditLevel, Fail, Open, Outcome, PlayLevel, Pop, Screen, ToMenu
from game.screens.watch.watch import Watch
from game.services.services import Services
from game.shell.options import Options
from game.shell.window.main_window import MainWindow
from game.shell.window.memory import let_go
from game.ui.key_texts import with_keys
from game.ui.theme import TEXT, UNSAFE
from levels.files.problems import LevelError


class Stack:
    """The screens, the menu at the bottom and the visible one on top; empty when the program ends.

    Attributes:
        screens: all of them, the visible one last.
        left: the level that was left for the menu; its learner waits there until another level is opened.
        refusal: why the command line's own level could not be opened, "" if it could.
    """

    def __init__(self, window: MainWindow, services: Services, options: Options) -> None:
        self.window, self.services, self.options = window, services, options
        self.screens: list[Screen] = [Menu(window.size, window.scale, services)]
        self.left: Watch | None = None
        self._noted: object = None  # the level that was noted as learned last
        self.refusal = ""

    @property
    def top(self) -> Screen:
        """The visible screen."""
        return self.screens[-1]

    def take(self, outcome: Outcome) -> None:
        """Carries out what a screen asks for, except for the window: the one place that changes the stack."""
        size, scale, services, options = self.window.size, self.window.scale, self.services, self.options
        match outcome:
            case Open(path):
                self._open(path)
            case PlayLevel(opened, labels):
                labels = self._learned(opened) if labels is None else labels
                self.top.cover()
                self.screens.append(Play(size, scale, services, Playing(opened, labels)))
            case CompareLevel(source):
                self.top.cover()
                comparing = Comparing(source, options.seed, unlimited=options.unlimited)
                self.screens.append(Compare(size, scale, services, comparing))
            case EditLevel(source):
                self._edit(source)
            case Fail(refused):
                self._leave()
                if self.screens and isinstance(self.top, Errors):
                    self._leave()  # one report at a time
                self.screens.append(
                    Errors(
                        size, scale, services, refused.heading, refused.lines, refused.path, refused.readings
                    )
                )
                if refused.path == options.path:
                    self.refusal = "\n".join(refused.lines)
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
                told.append(f"What the agent has learned on {screen.title} is not kept.")
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
        if watching.snapshot.converged_episode is not None and steps and opened is not self._noted:
            self._noted = opened
            self.services.best.has_learned(opened.level, steps)

    def fail(self, sentence: str) -> None:
        """Puts the report of an error of the program itself in the place of the screen that had it."""
        broken = self.screens.pop()
        heading = "An internal error"
        self.screens.append(Errors(self.window.size, self.window.scale, self.services, heading, (sentence,)))
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
            told = f"Your changes to {screen.editing.name} were saved as a draft"
            self.services.telling.tell(told, "history", TEXT)

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

    def _open(self, path: Path) -> None:
        """Opens a level: the one left last, or below an editor, as it was left; any other one is loaded."""
        window, options = self.window, self.options
        if isinstance(self.top, Edit) and _watches(self.screens[-2], path):
            self._tell_draft(self.top)
            self._leave()  # the level below notices by itself what was changed in its file
            return
        left = self.left
        if left is not None and _watches(left, path) and len(self.screens) == 1:
            self.left = None
            left.resize(window.size, window.scale)
            self.screens.append(left)
            told = with_keys("watch", "Learning resumes where you left off. {RESTART} starts over")
            self.services.telling.tell(told, "history", TEXT)
            return
        if isinstance(self.top, Watch) and self.top.watching.opened is None:
            self._leave()  # the file wanted last is the one that counts
        self.top.cover()
        self.screens.append(
            Watch(
                window.size,
                window.scale,
                self.services,
                path,
                options.seed,
                options.overlays,
                options.unlimited,
            )
        )

    def _edit(self, source: Path | str) -> None:
        """Opens the editor above the visible screen, or says why the file can't be edited.

        There is one editor at a time: unsaved work of one below stays as its draft.
        """
        try:
            wanted = Source(source) if isinstance(source, str) else source_of(source)
        except LevelError as error:
            self.services.telling.tell(str(error).split("\n")[0], "triangle-alert", UNSAFE)
            return
        for screen in [screen for screen in self.screens[1:-1] if isinstance(screen, Edit | Errors)]:
            self.screens.remove(screen)
            screen.close()
            self._tell_draft(screen)
        editing = Editing(wanted, self.services.folder)
        self.top.cover()
        self.screens.append(Edit(self.window.size, self.window.scale, self.services, editing))


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
