"""The home page's top bar: who this is, and the ways to everything that is no level."""

from collections.abc import Callable

import pygame

from game.ui import Button, Choice, Choices, Ui, Widget
from game.ui.boxes import Box, Layout, Part, Row, lay_out
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.key_texts import key_of, tip
from game.ui.theme import CARD_HOVER, CARD_PRESSED, LINE, MUTED, PANEL, RADIUS, TEXT

HEIGHT = 64
LABELLED_FROM = 900
"""Width of the window from which the buttons have labels [units]."""
EDGE, HEN = 16, 46
TITLE, LINE_BELOW = "Safe Crossing", "learning without a single crash"
BUTTONS = {
    Control.LESSONS: ("graduation-cap", "Lessons"),
    Control.NEW: ("plus", "New level"),
    Control.OPEN_FILE: ("folder-open", "Open file…"),
    Control.SURPRISE: ("dices", "Surprise me"),
    Control.SETTINGS: ("settings", "Settings"),
    Control.HELP: ("circle-question-mark", "Help"),
    Control.MORE: ("ellipsis", "More"),
}
MENU = (
    (Control.TOUR, "flag", "Take the tour"),
    (Control.FULL_SCREEN, "expand", "Full screen"),
    (Control.SCALE_UP, "plus", "Larger text"),
    (Control.SCALE_DOWN, "minus", "Smaller text"),
    (Control.MUTE, "volume-2", "Sound off or on"),
    (Control.RECORD, "circle-dot", "Record a GIF"),
    (Control.SCREENSHOT, "camera", "Save a screenshot"),
    (Control.QUIT, "power", "Quit"),
)
"""The menu behind More: control, icon, name."""


class BarButton(Button):
    """An icon above its label, without a ground of its own."""

    labelled = True

    def bar_width(self) -> int:
        """Room for it in the bar [px]."""
        ui = self.ui
        return (
            max(ui.text_width(self.text, 12, "Medium") + ui.px(22), ui.px(44)) if self.labelled else ui.px(44)
        )

    def draw(self, surface: pygame.Surface) -> None:
        """Draws icon and label, on a ground under the mouse."""
        ui, rect = self.ui, self.rect
        if self.hovered:
            draw.rounded(surface, rect, ui.px(RADIUS), CARD_PRESSED if ui.pressed is self else CARD_HOVER)
        rise = ui.px(10) if self.labelled else 0
        ui.icon(surface, self.icon, (rect.centerx, rect.centery - rise), 20, TEXT)
        if self.labelled:
            place = rect.centerx, rect.centery + ui.px(14)
            ui.text(surface, self.text, place, 12, MUTED, weight="Medium", anchor="center")
        self.draw_ring(surface, rect.inflate(-2 * ui.px(4), -2 * ui.px(4)))


class TopBar(Widget):
    """Hen, title, and buttons; labels go where the window is narrow.

    Attributes:
        buttons: by their controls.
    """

    def __init__(self, ui: Ui, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.do = do
        self.buttons = {
            control: BarButton(
                ui,
                icon,
                text,
                on_click=lambda control=control: do(control),  # type: ignore[misc]
                tip=tip("menu", control),
            )
            for control, (icon, text) in BUTTONS.items()
        }
        self.children = [*self.buttons.values()]
        self._layout = Layout({})

    def arrange(self) -> None:
        """Gives the buttons their boxes."""
        ui = self.ui
        for button in self.buttons.values():
            button.labelled = self.rect.width >= ui.px(LABELLED_FROM)
        hen = draw.sprite("hen_down", ui.px(HEN)).get_width()
        title = max(ui.text_width(TITLE, 20, "Bold"), ui.text_width(LINE_BELOW))
        row = Row(
            (
                Part("hen", hen, folded=0, priority=1),
                Part("title", title, folded=0, before=ui.px(6)),
                Part("spare", 0, grow=1, before=0),
                *(
                    Part(control.name, button.bar_width(), across=ui.px(HEIGHT - 8), before=ui.px(2))
                    for control, button in self.buttons.items()
                ),
            ),
            pad=ui.px(EDGE),
        )
        self._layout = lay_out(row, Box(*self.rect))
        for control, button in self.buttons.items():
            button.rect = pygame.Rect(self._layout.boxes[control.name])

    def show_menu(self) -> None:
        """Opens the menu behind More."""
        choices = tuple(
            Choice(name, key_of("menu", control), icon, lambda control=control: self.do(control))  # type: ignore[misc]
            for control, icon, name in MENU
        )
        self.ui.show(Choices(self.ui, self.buttons[Control.MORE], choices))

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the bar's ground, hen and title."""
        ui, rect, boxes = self.ui, self.rect, self._layout.boxes
        surface.fill(PANEL, rect)
        surface.fill(LINE, (rect.x, rect.bottom - 1, rect.width, 1))
        if "hen" in boxes:
            hen = draw.sprite("hen_down", ui.px(HEN))
            surface.blit(hen, hen.get_rect(midleft=(boxes["hen"].x, rect.centery - ui.px(2))))
        if "title" in boxes:
            x = boxes["title"].x
            ui.text(surface, TITLE, (x, rect.y + ui.px(25)), 20, weight="Bold", anchor="midleft")
            ui.text(surface, LINE_BELOW, (x, rect.y + ui.px(47)), 13, MUTED, anchor="midleft")
