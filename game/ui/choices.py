"""Choices: a small menu that opens next to a button; a name, a key and an icon in each row."""

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from game.ui.context import Point, Ui
from game.ui.drawing import draw
from game.ui.theme import ACCENT, CARD_HOVER, GAP, MUTED, RADIUS, TEXT
from game.ui.widget import Clickable, Popup, Widget

ROW, LOW_ROW = 32, 25
"""Height of a row, and where names would be cut otherwise [units]."""
MODIFIERS = {
    *(pygame.K_LSHIFT, pygame.K_RSHIFT, pygame.K_LCTRL, pygame.K_RCTRL),
    *(pygame.K_LALT, pygame.K_RALT, pygame.K_LMETA, pygame.K_RMETA, pygame.K_MODE, pygame.K_CAPSLOCK),
}


@dataclass(frozen=True)
class Choice:
    """A row: what it is called, the key that does the same, and whether it is a mode that is on."""

    name: str
    key: str
    icon: str
    on_choose: Callable[[], None]
    on: bool = False


class _Row(Clickable):
    """A choice as a widget; choosing it closes the menu first."""

    def __init__(self, menu: "Choices", choice: Choice) -> None:
        super().__init__(menu.ui)
        self.menu = menu
        self.choice = choice

    def activate(self) -> None:
        """Closes the menu, and does what the choice is for."""
        self.ui.close(self.menu)
        self.choice.on_choose()

    def draw(self, surface: pygame.Surface) -> None:
        """Draws icon, name and key; a check mark next to the key of a mode that is on."""
        ui, rect, choice = self.ui, self.rect, self.choice
        lit = self.hovered or self.ui.has_focus(self)
        if lit:
            draw.rounded(surface, rect, ui.px(RADIUS - 3), CARD_HOVER)
        ui.icon(surface, choice.icon, (rect.x + ui.px(18), rect.centery), 16, ACCENT if choice.on else TEXT)
        right = rect.right - ui.px(10)
        left = ui.text(surface, choice.key, (right, rect.centery), 12, MUTED, anchor="midright").x
        if choice.on:
            ui.icon(surface, "check", (left - ui.px(13), rect.centery), 14, ACCENT)
            left -= ui.px(22)
        place = (rect.x + ui.px(36), rect.centery)
        name = draw.fit(choice.name, ui.px(13), left - ui.px(4) - place[0], "Medium")
        ui.text(surface, name, place, 13, weight="Medium", anchor="midleft")


class Choices(Popup):
    """A menu below its owner. Up and down move in it; any other key closes it and goes to the screen."""

    reactive = True
    veils = False

    def __init__(self, ui: Ui, owner: Widget, choices: tuple[Choice, ...]) -> None:
        super().__init__(ui)
        self.owner = owner
        self.rows = [_Row(self, choice) for choice in choices]
        self.children = [*self.rows]

    def contains(self, pos: Point) -> bool:  # noqa: ARG002
        """Everywhere: a click outside the menu closes it."""
        return True

    def press(self, pos: Point) -> None:
        """A click outside closes it."""
        if not self.rect.collidepoint(pos):
            self.cancel()

    def key(self, event: pygame.Event) -> bool:
        """Moves the focus, or closes the menu; then the screen gets the key."""
        if event.key in {pygame.K_DOWN, pygame.K_UP}:
            step = 1 if event.key == pygame.K_DOWN else -1
            at = next((index for index, row in enumerate(self.rows) if row is self.ui.focus), -1)
            self.ui.focus_on(self.rows[(at + step) % len(self.rows)])
        elif event.key not in MODIFIERS:
            self.cancel()
        return True

    def layout(self) -> None:
        """Below its owner or, where there is more room, above; in as many columns as the height asks for."""
        ui, pad, edge = self.ui, self.ui.px(6), self.ui.px(GAP)
        names = max(ui.text_width(row.choice.name, 13, "Medium") for row in self.rows)
        width = names + max(ui.text_width(row.choice.key, 12) for row in self.rows) + ui.px(90)
        top = self.owner.rect.bottom + ui.px(GAP)
        below, above = ui.size[1] - top - edge, self.owner.rect.top - ui.px(GAP) - edge
        rises = below < min(len(self.rows) * ui.px(ROW) + 2 * pad, above)
        for height in (ui.px(ROW), ui.px(LOW_ROW)):
            columns = -(-len(self.rows) // max(((above if rises else below) - 2 * pad) // height, 1))
            room = max((ui.size[0] - 2 * edge - 2 * pad) // columns, 1)
            if width <= room:
                break
        width, per_column = min(width, room), -(-len(self.rows) // columns)
        self.rect = pygame.Rect(0, top, columns * width + 2 * pad, per_column * height + 2 * pad)
        self.rect.right = self.owner.rect.right
        if rises:
            self.rect.bottom = self.owner.rect.top - ui.px(GAP)
        self.rect.clamp_ip(pygame.Rect((0, 0), ui.size).inflate(-2 * edge, 0))
        for index, row in enumerate(self.rows):
            column, line = divmod(index, per_column)
            left, upper = self.rect.x + pad + column * width, self.rect.y + pad + line * height
            row.rect = pygame.Rect(left, upper, width, height)
