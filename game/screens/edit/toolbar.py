"""The editor's toolbar: back, the level's name, what changes its text, and what becomes of it.

What has no room, and what is rarely needed, is in the menu of its last button.
"""

from collections.abc import Callable
from functools import partial

import pygame

from game.screens.tool_buttons import LevelName, More, Speaker
from game.ui import Button, Choice, Choices, NamedIcon, Ui, Widget, WidgetTree
from game.ui.context import Point
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import key_of, tip
from game.ui.theme import CARD_HOVER, MUTED, RADIUS
from game.ui.widget import ACTIVATE

MENU = (
    (Control.UNDO, "undo-2", "Undo"),
    (Control.REDO, "redo-2", "Redo"),
    (Control.COPY, "copy", "Copy the text"),
    (Control.PASTE, "clipboard-paste", "Paste text, a drawing or a code"),
    (Control.SHARE, "share-2", "Share as a short code"),
    (Control.PLAY, "gamepad-2", "Play it yourself"),
    (Control.SAVE, "save", "Save"),
    (Control.SAVE_AS, "pencil", "Save as"),
    (Control.SHOW_FILE, "folder-open", "Show in folder"),
    (Control.MUTE, "volume-2", "Sound"),
    (Control.RECORD, "video", "Record a GIF"),
    (Control.SETTINGS, "settings", "Settings"),
    (Control.HELP, "circle-question-mark", "Help"),
)
"""The menu's rows: control, icon, name; one whose button is in sight has none."""
WIDE = {"BACK_OUT": 92, "PLAY": 84, "SAVE": 84, "WATCH": 146}
"""Widths of the buttons with a ground, where names are in sight [units]."""
TOOL, BARE, NAME = 54, 40, 190
"""Widths of the others, of any button without its name, and least of the level's name [units]."""


class NameButton(LevelName):
    """The level's name with a pencil; a click leads to where it is changed."""

    focusable = True

    def __init__(self, ui: Ui, on_click: Callable[[], None]) -> None:
        super().__init__(ui)
        self.on_click = on_click

    def tip_at(self, pos: Point) -> tuple[str, pygame.Rect]:
        """What a click does, and what is cut."""
        told, rect = super().tip_at(pos)
        return "\n".join(filter(None, ("Click to change the name", told))), rect

    def release(self, pos: Point, *, inside: bool) -> None:  # noqa: ARG002
        """Leads to the name's field."""
        if inside:
            self.on_click()

    def key(self, event: pygame.Event) -> bool:
        """Return and Space do too."""
        if event.key in ACTIVATE:
            self.on_click()
        return event.key in ACTIVATE

    def draw(self, surface: pygame.Surface) -> None:
        """Draws name, note and pencil, on a ground under the mouse."""
        ui, whole = self.ui, self.rect
        if self.hovered:
            draw.rounded(surface, whole, ui.px(RADIUS), CARD_HOVER)
        self.rect = whole.inflate(-ui.px(30), 0)
        self.rect.x = whole.x
        _, name, _ = self._fitting()
        super().draw(surface)
        x = whole.x + ui.px(40) + ui.text_width(name, 17, "SemiBold") + ui.px(16)
        ui.icon(surface, "pencil", (x, whole.centery - ui.px(9)), 14, MUTED)
        self.rect = whole
        self.draw_ring(surface, whole.inflate(-2 * ui.px(4), -2 * ui.px(4)))


class Toolbar:
    """The widgets of the toolbar by name, in their order; every click is a Control.

    Attributes:
        level: the name.
    """

    def __init__(self, ui: WidgetTree, do: Callable[[Control], None], on_name: Callable[[], None]) -> None:
        self.ui = ui
        self.do = do
        self.menu: Choices | None = None
        self.level = NameButton(ui, on_name)
        self.speaker = Speaker(ui, "edit", do)
        self.more = More(ui, lambda: do(Control.MORE))
        self.more.tip = tip("edit", Control.MORE)
        self.widgets: dict[str, Widget] = {
            "BACK_OUT": self._button(Control.BACK_OUT, "chevron-left", "Back"),
            "name": self.level,
            "UNDO": self._icon(Control.UNDO, "undo-2", "Undo"),
            "REDO": self._icon(Control.REDO, "redo-2", "Redo"),
            "COPY": self._icon(Control.COPY, "copy", "Copy"),
            "PASTE": self._icon(Control.PASTE, "clipboard-paste", "Paste"),
            "PLAY": self._button(Control.PLAY, "gamepad-2", "Play"),
            "SAVE": self._button(Control.SAVE, "save", "Save"),
            "WATCH": self._button(Control.WATCH, "play", "Watch it learn"),
            "CARDS": self._icon(Control.CARDS, "sliders-horizontal", "Settings"),
            "MUTE": self.speaker,
            "HELP": self._icon(Control.HELP, "circle-question-mark", "Help"),
            "MORE": self.more,
        }
        self._words = {name: getattr(widget, "text", "") for name, widget in self.widgets.items()}

    def _button(self, control: Control, icon: str, text: str) -> Button:
        primary = control is Control.WATCH
        return Button(
            self.ui,
            icon,
            text,
            on_click=lambda: self.do(control),
            tip=tip("edit", control),
            primary=primary,
        )

    def _icon(self, control: Control, icon: str, text: str) -> NamedIcon:
        return NamedIcon(self.ui, icon, text, on_click=lambda: self.do(control), tip=tip("edit", control))

    def widths(self, *, named: bool, panel: bool) -> dict[str, int]:
        """The widths of all, with their names in sight or without; with a panel no button opens it [px]."""
        px = self.ui.px
        widths = {name: px(WIDE.get(name, TOOL) if named else BARE) for name in self.widgets}
        widths["name"] = px(NAME)
        return {name: width for name, width in widths.items() if name != "CARDS" or not panel}

    def arrange(self, *, named: bool) -> None:
        """Once the parts have their boxes: closes the menu, and shows names where there is room."""
        if self.menu is not None:
            self.ui.close(self.menu)
        for name, widget in self.widgets.items():
            if isinstance(widget, NamedIcon):
                widget.named = named
            elif isinstance(widget, Button):
                widget.text = self._words[name] if named else ""

    @property
    def elsewhere(self) -> list[Control]:
        """What the menu offers: all that has no button in sight."""
        return [
            control
            for control, _, _ in MENU
            if control.name not in self.widgets or not self.widgets[control.name].visible
        ]

    def open_menu(self) -> None:
        """Opens the menu."""
        shown = self.elsewhere
        choices = tuple(
            Choice(name, key_of("edit", control), icon, partial(self.do, control))
            for control, icon, name in MENU
            if control in shown
        )
        self.menu = Choices(self.ui, self.more, choices)
        self.ui.show(self.menu)
