"""Screen: a page of the program, and the values with which it asks for another one."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pygame
from numpy.typing import NDArray

from game.presenters.level_loader import LoadedLevel, Refused
from game.screens.help import HelpDialog
from game.screens.settings_dialog import SettingsDialog
from game.services.services import Services
from game.ui import Choices, Popup, Widget, WidgetTree
from game.ui.card_column import CardColumn
from game.ui.controls import EVERYWHERE, Control, bindings_of, check_handlers, find, find_pad
from game.ui.drawing.rects import around
from game.ui.keys import key_names
from game.ui.layout import NOWHERE, PageLayout
from game.ui.message import Message, draw_message
from game.ui.pads import Pads
from game.ui.theme import BACKGROUND, LINE, PANEL, TEXT, UNSAFE

PATIENCE = 0.002
"""Time per frame for redrawing a stale layer [s]; the part begun last is finished."""


class Page:
    """A value that asks for a page; `PAGES` in `game/shell/navigation.py` says how each is made."""


@dataclass(frozen=True)
class Open(Page):
    """Open this file, on a watch screen above the present one."""

    path: Path


@dataclass(frozen=True)
class Fail(Page):
    """Close the present screen and show why its file cannot be opened."""

    refused: Refused


@dataclass(frozen=True, eq=False)
class PlayLevel(Page):
    """Let a person cross this level, against the policy of these labels, or of what was learned before.

    `day` is the day whose crossing it is, "2026-11-29", or "".
    """

    opened: LoadedLevel
    labels: NDArray[np.int8] | None = None
    day: str = ""


@dataclass(frozen=True, eq=False)
class CompareLevel(Page):
    """Compare three learners on a level that is open, or in this file."""

    source: LoadedLevel | Path


@dataclass(frozen=True)
class EditLevel(Page):
    """Edit the level in this file, or a new one that begins as this text."""

    source: Path | str


@dataclass(frozen=True)
class TakeTour(Page):
    """Take the tour over the real pages."""


@dataclass(frozen=True)
class Pop:
    """Close the present screen and return to the one below; the last one closed ends the program."""


@dataclass(frozen=True)
class ToMenu:
    """Close every screen but the lowest, which is the menu."""


Outcome = Page | Pop | ToMenu | Control | None
"""What a screen wants of the program; a Control is one whose handler is the app's."""


class Screen:
    """What all screens share: widgets, keys, a picture, an outcome fetched after every event and update.

    A screen never touches the stack of screens; it sets `outcome`, and the program acts on it. The table of
    controls names the method that each of its keys calls.

    The picture has two parts. The layer of toolbar, cards and status line is kept. It is redrawn at once when
    a widget is dirty, which is what the user does, and over a few frames when a value of `shown` is another
    one; a page draws its ground by `draw_ground`. What moves in every frame is drawn above it by `draw_live`.

    Attributes:
        tools: the toolbar's widgets by name; those for which the layout has no box are invisible.
        panel: the column of cards.
        layout: the boxes of toolbar, cards and status line.
    """

    name = ""
    """The screen's name in the table of controls."""
    holds_below = True
    """Whether the screen below stops its work while this one is shown."""

    def __init_subclass__(cls) -> None:
        check_handlers(cls, (row.control for row in bindings_of(cls.name) if not row.control.of_app))

    def __init__(self, size: tuple[int, int], scale: float, services: Services) -> None:
        self.ui = WidgetTree(size, scale)
        self.services = services
        self.ui.on_activate = lambda: services.sounds.play("click")
        self.outcome: Outcome = None
        self.tools: dict[str, Widget] = {}
        self.panel = CardColumn(self.ui, {}, {}, self.arrange)
        self.layout = PageLayout()
        self._layer: pygame.Surface | None = None
        self._next_layer: pygame.Surface | None = None
        self._redrawing: Iterator[None] | None = None
        self._shown: tuple[object, ...] = ()
        self._pads = Pads()

    @property
    def at_rest(self) -> bool:
        """Whether nothing moves on it now, so that the loop may wait for events instead of drawing."""
        return False

    @property
    def title(self) -> str:
        """The screen's part of the window's title."""
        return ""

    @property
    def filmed(self) -> pygame.Rect:
        """The part of the window that a film shows [px]."""
        return pygame.Rect((0, 0), self.ui.size)

    @property
    def message_area(self) -> pygame.Rect:
        """Where sentences for the whole window stand, at the upper right [px]."""
        return self.filmed

    def handle(self, event: pygame.Event) -> Outcome:
        """Takes one event: keys that hold everywhere, under dialogs too; widgets; the screen's own keys."""
        pushed = find_pad(self.name, self._pads.pressed(event))
        if pushed is not None:
            self._take_pad(pushed.control)
        named = event.type == pygame.KEYDOWN and not self.ui.takes(event)
        pressed = find(self.name, key_names(event)) if named else None
        everywhere = pressed is not None and pressed.screen == EVERYWHERE
        if everywhere and self.ui.popups and isinstance(self.ui.popups[-1], Choices):
            self.ui.close(self.ui.popups[-1])
        if (everywhere or not self.ui.event(event)) and pressed is not None:
            self.do(pressed.control)
            if pressed.control is Control.MUTE:
                self.ui.on_activate()  # heard where it is on again, as its button is
        return self._fetched()

    def _take_pad(self, control: Control) -> None:
        """Does what was pressed on a gamepad; with a dialog open, only the way back out of it holds."""
        if not self.ui.popups:
            self.do(control)
        elif control is Control.BACK_OUT:
            self.ui.popups[-1].cancel()

    def update(self, dt: float) -> Outcome:
        """Lets `dt` [s] pass."""
        shown = self.shown
        self.ui.stale |= shown != self._shown
        self._shown = shown
        self.ui.advance(dt)
        return self._fetched()

    def do(self, control: Control) -> None:
        """Does what a key or a button asks for: runs the control's handler, or has the app run it."""
        if control.of_app:
            self.outcome = control
        else:
            control.run(self)
        self.ui.dirty = True

    def back_out(self) -> None:
        """Returns to the screen below."""
        self.outcome = Pop()

    def toggle_sound(self) -> None:
        """Turns the sound off or on."""
        settings = self.services.settings
        problem = self.services.change(settings.model_copy(update={"muted": not settings.muted}))
        text, icon = ("Sound is on", "volume-2") if settings.muted else ("Sound is off", "volume-x")
        color = UNSAFE if problem else TEXT
        self.services.messages.show(" · ".join(filter(None, (text, problem))), icon, color)

    def show_settings(self) -> None:
        """Opens the settings, or closes them."""
        self._turn(SettingsDialog(self.ui, self.services))

    def show_help(self) -> None:
        """Opens the help, or closes it."""
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
        Screen.forget_pictures(self)
        self.arrange()
        self.ui.rearrange()

    def arrange(self) -> None:
        """Sets the rectangles of the widgets for the window's size."""

    def place(self, layout: PageLayout) -> None:
        """Gives toolbar and cards their boxes; the cards then arrange what is in them."""
        self.layout = layout
        for name, widget in self.tools.items():
            widget.visible = name in layout.tools
            widget.rect = pygame.Rect(layout.tools.get(name, NOWHERE))
        self.panel.place(layout.cards)
        for card in self.panel.cards.values():
            card.arrange()
        self.ui.dirty = True

    def appear(self) -> None:
        """Comes to the top of the stack."""

    def cover(self) -> None:
        """Stops work, since a screen with `holds_below` comes above; `appear` ends that."""

    # -- what a page shows --------------------------------------------------------------------------------

    @property
    def shown(self) -> tuple[object, ...]:
        """The values that the layer shows; it is redrawn when one of them changes."""
        return ()

    @property
    def foot_message(self) -> Message | None:
        """The message in the status line."""
        return None

    def draw_ground(self, layer: pygame.Surface) -> None:
        """Draws what lies below the widgets of the layer, beyond the toolbar's own ground."""

    def draw_live(self, surface: pygame.Surface) -> None:
        """Draws what moves in every frame, above the layer and below messages and popups."""

    @property
    def covered(self) -> Sequence[pygame.Rect]:
        """The parts of the window that `draw_live` paints over entirely, as it is now; there is no layer."""
        return ()

    # -- the picture --------------------------------------------------------------------------------------

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the whole window."""
        if self._layer is None or (self.ui.dirty and not self._layer_waits()):
            self._layer = self._layer or pygame.Surface(self.ui.size).convert()
            self._redrawing = None
            for _part in self._draw_layer(self._layer):
                pass
        elif not self._layer_waits():
            self._redraw_layer()
        for part in around(self._layer.get_rect(), self.covered):
            surface.blit(self._layer, part, part)
        self.draw_live(surface)
        self.ui.draw_floats(surface)
        message = self.foot_message
        if message is not None:
            draw_message(self.ui, surface, self.layout.status, message)
        self.ui.draw_popups(surface)

    def _layer_waits(self) -> bool:
        """Whether the layer is left as it is in this frame, although it is out of date."""
        return False

    @property
    def layer_is_due(self) -> bool:
        """Whether the layer has to be redrawn, or is being redrawn."""
        return self.ui.dirty or self.ui.stale or self._redrawing is not None

    def _redraw_layer(self) -> None:
        """Goes on with the layer that comes in the place of a stale one, as far as a frame has time.

        All of it at once would be the slowest frame by far, several times a second while something is
        learned.
        """
        if self._redrawing is None and self.ui.stale:
            self._next_layer = self._next_layer or pygame.Surface(self.ui.size).convert()
            self._redrawing = self._draw_layer(self._next_layer)
        if self._redrawing is None:
            return
        end = time.perf_counter() + PATIENCE
        for _part in self._redrawing:
            if time.perf_counter() >= end:
                return
        self._layer, self._next_layer, self._redrawing = self._next_layer, self._layer, None

    def _draw_layer(self, layer: pygame.Surface) -> Iterator[None]:
        layer.set_clip(None)
        layer.fill(BACKGROUND)
        bar = self.layout.toolbar
        layer.fill(PANEL, bar)
        layer.fill(LINE, (0, bar.bottom - 1, bar.width, 1))
        self.draw_ground(layer)
        yield
        yield from self.ui.draw_parts(layer)

    def forget_pictures(self) -> None:
        """Releases all that was drawn; the next frame redraws it."""
        self._layer = self._next_layer = self._redrawing = None

    def close(self, patience: float = 0.0) -> None:  # noqa: ARG002
        """Leaves the stack: ends its threads, waiting at most `patience` [s], and drops its pictures."""
        self.forget_pictures()

    def _fetched(self) -> Outcome:
        outcome, self.outcome = self.outcome, None
        return outcome
