"""Screen: a page of the program, and the values with which it asks for another one."""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

from game.presenters.level_loader import LoadedLevel, Refused
from game.screens.help import HelpDialog
from game.screens.settings_dialog import SettingsDialog
from game.services.services import Services
from game.ui import Choices, Popup, Ui
from game.ui.controls import Command, find
from game.ui.theme import TEXT, UNSAFE


@dataclass(frozen=True)
class Open:
    """Open this file, on a watch screen above the present one."""

    path: Path


@dataclass(frozen=True)
class Fail:
    """Close the present screen and show why its file cannot be opened."""

    refused: Refused


@dataclass(frozen=True, eq=False)
class PlayLevel:
    """Let a person cross this level, against the policy of these labels."""

    opened: LoadedLevel
    labels: NDArray[np.int8]


@dataclass(frozen=True, eq=False)
class CompareLevel:
    """Compare three learners on a level that is open, or in this file."""

    source: LoadedLevel | Path


@dataclass(frozen=True)
class EditLevel:
    """Edit the level in this file, or a new one that begins as this text."""

    source: Path | str


@dataclass(frozen=True)
class Pop:
    """Close the present screen and return to the one below; the last one closed ends the program."""


@dataclass(frozen=True)
class ToMenu:
    """Close every screen but the lowest, which is the menu."""


Outcome = Open | PlayLevel | CompareLevel | EditLevel | Fail | Pop | ToMenu | Command | None
"""What a screen asks of the program; a Command is one that concerns the window itself."""

WINDOW_COMMANDS = frozenset(
    {
        Command.FULL_SCREEN,
        Command.SCALE_UP,
        Command.SCALE_DOWN,
        Command.SCALE_RESET,
        Command.QUIT,
        Command.RECORD,
        Command.SCREENSHOT,
    }
)


class Screen:
    """What all screens share: widgets, keys, and an outcome that is fetched after every event and update.

    A screen never touches the stack of screens; it sets `outcome`, and the program acts on it.
    """

    name = ""
    """The screen's name in the table of controls."""

    def __init__(self, size: tuple[int, int], scale: float, services: Services) -> None:
        self.ui = Ui(size, scale)
        self.services = services
        self.ui.on_activate = lambda: services.sounds.play("click")
        self.outcome: Outcome = None

    @property
    def title(self) -> str:
        """The screen's part of the window's title."""
        return ""

    @property
    def filmed(self) -> pygame.Rect:
        """The part of the window that a film shows [px]."""
        return pygame.Rect((0, 0), self.ui.size)

    @property
    def told_in(self) -> pygame.Rect:
        """Where sentences for the whole window stand, at the upper right [px]."""
        return self.filmed

    def handle(self, event: pygame.Event) -> Outcome:
        """Takes one event: keys that hold everywhere, under dialogs too; widgets; the screen's own keys."""
        names = key_names(event) if event.type == pygame.KEYDOWN else ()
        command = find(self.name, names)
        everywhere = command is not None and command is find("everywhere", names)
        if everywhere and self.ui.popups and isinstance(self.ui.popups[-1], Choices):
            self.ui.close(self.ui.popups[-1])
        if everywhere or not self.ui.event(event):
            if command is not None:
                self.command(command)
            if command is Command.MUTE:
                self.ui.on_activate()  # heard where it is on again, as its button is
        return self._fetched()

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        self.ui.advance(dt)
        return self._fetched()

    def command(self, command: Command) -> None:
        """Carries out the command of a key or a button."""
        if command in WINDOW_COMMANDS:
            self.outcome = command
        elif command is Command.BACK_OUT:
            self.outcome = Pop()
        elif command is Command.MUTE:
            settings = self.services.settings
            problem = self.services.change(settings.model_copy(update={"muted": not settings.muted}))
            text, icon = ("Sound is on", "volume-2") if settings.muted else ("Sound is off", "volume-x")
            color = UNSAFE if problem else TEXT
            self.services.telling.tell(" · ".join(filter(None, (text, problem))), icon, color)
        elif command is Command.SETTINGS:
            self._turn(SettingsDialog(self.ui, self.services))
        elif command is Command.HELP:
            self._turn(HelpDialog(self.ui, self.name))

    def _turn(self, popup: Popup) -> None:
        """Shows a popup; the key that opened one closes it again."""
        there = next((shown for shown in self.ui.popups if type(shown) is type(popup)), None)
        if there is None:
            self.ui.show(popup)
        elif there is self.ui.popups[-1]:
            self.ui.close(there)

    def resize(self, size: tuple[int, int], scale: float) -> None:
        """Takes a new window size [px] and scale."""
        self.ui.resize(size, scale)
        self.arrange()
        self.ui.rearrange()

    def arrange(self) -> None:
        """Sets the rectangles of the widgets for the window's size."""

    def appear(self) -> None:
        """Comes to the top of the stack."""

    def cover(self) -> None:
        """Another screen that needs the machine for itself comes above it; `appear` ends that."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the whole window."""
        raise NotImplementedError

    def close(self, patience: float = 0.0) -> None:
        """Leaves the stack: ends its threads, and waits for their end at most `patience` [s]."""

    def _fetched(self) -> Outcome:
        outcome, self.outcome = self.outcome, None
        return outcome


WRITING = pygame.KMOD_MODE | (pygame.KMOD_ALT if sys.platform == "darwin" else pygame.KMOD_RALT)
"""AltGr, or Option on a Mac: with other keys it writes signs of its own."""


def key_names(event: pygame.Event) -> tuple[str, ...]:
    """The names a key event may have in the table of controls: the key with its modifiers, then the sign.

    With Alt a key has no name here: such combinations are the system's. What AltGr writes is a sign like any
    other, though Windows reports it as Ctrl and Alt.
    """
    name = pygame.key.name(event.key)
    if len(name) == 3 and name[0] + name[-1] == "[]":  # the number pad's own names
        name = name[1]
    elif name == "enter":
        name = "return"
    shift = "shift+" if event.mod & pygame.KMOD_SHIFT else ""
    sign = getattr(event, "unicode", "")
    sign = sign if sign.isprintable() else ""
    if event.mod & (pygame.KMOD_ALT | pygame.KMOD_MODE):
        return (sign,) if sign and event.mod & WRITING and sign.lower() != name else ()
    if event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
        needs_shift = shift and len(name) == 1 and not name.isalpha()  # as + does on many keyboards
        return (f"ctrl+{shift}{name}", f"ctrl+{name}") if needs_shift else (f"ctrl+{shift}{name}",)
    return (f"{shift}{name}", sign) if sign else (f"{shift}{name}",)
