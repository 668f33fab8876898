"""The buttons of the chosen card: watch, play, race, edit, and a menu for levels of one's own."""

from collections.abc import Callable

from game.ui import Button, Choice, Choices, Ui, Widget
from game.ui.boxes import Box, Part, Row, lay_out
from game.ui.controls import Control
from game.ui.key_texts import key_of, tip

LABELS = {
    Control.OPEN: ("eye", "Watch"),
    Control.PLAY: ("", "Play"),
    Control.COMPARE: ("", "Race"),
    Control.EDIT: ("", "Edit"),
}
OWN = (
    (Control.RENAME, "pencil", "Rename"),
    (Control.DUPLICATE, "copy", "Duplicate"),
    (Control.SHOW_FILE, "folder", "Show in folder"),
    (Control.TRASH, "trash", "Delete"),
)
"""The menu of a level of one's own: control, icon, name."""


class CardButtons(Widget):
    """A row of buttons, and a menu behind … where the level is the user's own.

    Attributes:
        own: whether it is.
        more: opens the menu.
    """

    def __init__(self, ui: Ui, do: Callable[[Control], None]) -> None:
        super().__init__(ui)
        self.do = do
        self.own = False
        self.buttons = {
            control: Button(
                ui,
                icon,
                text,
                on_click=lambda control=control: do(control),  # type: ignore[misc]
                primary=control is Control.OPEN,
                tip=tip("menu", control),
            )
            for control, (icon, text) in LABELS.items()
        }
        self.more = Button(ui, "ellipsis", on_click=lambda: do(Control.OWN), tip=tip("menu", Control.OWN))
        self.children = [*self.buttons.values(), self.more]

    def arrange(self) -> None:
        """The buttons share the row."""
        ui = self.ui
        self.more.visible = self.own
        parts = [
            Part(control.name, button.natural_width() - ui.px(8), grow=1)
            for control, button in self.buttons.items()
        ]
        more = [Part("more", ui.px(34))] if self.own else []
        boxes = lay_out(Row((*parts, *more), gap=ui.px(4)), Box(*self.rect)).boxes
        for control, button in self.buttons.items():
            button.rect.update(boxes[control.name])
        if self.own:
            self.more.rect.update(boxes["more"])

    def show_menu(self) -> None:
        """Opens the menu of a level of one's own."""
        choices = tuple(
            Choice(name, key_of("menu", control), icon, lambda control=control: self.do(control))  # type: ignore[misc]
            for control, icon, name in OWN
        )
        self.ui.show(Choices(self.ui, self.more, choices))
