"""What it may do now: a row for each move in plain words; a click explains the move on the board."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from game.presenters.watching import Watching
from game.screens.panel import ACTION_ICONS, WATER_VERDICTS, ActionRow, ActionsCard, plain_verdict
from game.ui import Ui, draw_card
from game.ui.drawing import draw
from game.ui.theme import CARD_HOVER, MUTED, SELECTED, TEXT

if TYPE_CHECKING:
    from levels.proof.reasons import Reason

HEAD, ROW, FOOT = 42, 27, 12
"""Heights of the title, of a row, and of the space below the last [units]."""


def moves_height(n_actions: int) -> int:
    """Height of the card for a level of so many actions [units]."""
    return HEAD + ROW * n_actions + FOOT


class MoveRow(ActionRow):
    """One move from where the agent is: whether it is safe, and whether it is the one it will make."""

    def draw(self, surface: pygame.Surface) -> None:
        """Draws icon, name and verdict."""
        ui, rect, reason = self.ui, self.rect, self.reason()
        watching, opened = self.watching, self.watching.opened
        state = watching.looked_at
        if reason is None or opened is None or state is None:
            return
        chosen = watching.snapshot is not None and watching.choices[state] == self.column
        if chosen or self.hovered:
            draw.rounded(surface, rect, ui.px(7), SELECTED if chosen else CARD_HOVER)
        text, icon, color = plain_verdict(reason, opened.level)
        if chosen:
            text += " · its choice"
        can = reason.kind == "allowed"
        ink = TEXT if can else MUTED
        ui.icon(surface, ACTION_ICONS[self.action], (rect.x + ui.px(16), rect.centery), 16, ink)
        name = (rect.x + ui.px(36), rect.centery)
        end = ui.text(
            surface, self.action.name.capitalize(), name, 14, ink, weight="Medium", anchor="midleft"
        )
        room = rect.right - ui.px(8) - end.right - ui.px(12)
        text = draw.fit(text, ui.px(13), room - ui.px(20), "Medium")
        place = (rect.right - ui.px(8), rect.centery)
        box = ui.text(surface, text, place, 13, color, weight="Medium", anchor="midright")
        ui.icon(surface, icon, (box.x - ui.px(12), rect.centery), 15, color)
        inset = 2 * ui.px(4)
        self.draw_ring(surface, rect.inflate(-inset, -inset), 7)  # inside, the rows are close together


class MovesCard(ActionsCard):
    """The moves from where the agent is now, or from the selected cell."""

    row_height = ROW
    head_height = HEAD
    row_type = MoveRow

    def __init__(self, ui: Ui, watching: Watching, on_ask: Callable[[ActionRow], None]) -> None:
        super().__init__(ui, watching, on_ask)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the card; its rows draw themselves."""
        ui, rect, selected = self.ui, self.rect, self.watching.selected
        title = "What it may do now" if selected is None else "What it may do there"
        draw_card(ui, surface, rect)
        middle = rect.y + ui.px(24)
        place = (rect.x + ui.px(16), middle)
        end = ui.text(surface, title, place, 14, weight="SemiBold", anchor="midleft").right
        note = "select one for the reason"
        if end + ui.px(12) + ui.text_width(note, 13) <= rect.right - ui.px(16):
            ui.text(surface, note, (rect.right - ui.px(16), middle), 13, MUTED, anchor="midright")
        reason = self.common
        if reason is not None:
            text = draw.fit(f"{reason.text[:1].upper()}{reason.text[1:]}", ui.px(14), rect.width - ui.px(32))
            place = (rect.x + ui.px(16), rect.y + ui.px(HEAD + ROW / 2))
            ui.text(surface, text, place, 14, MUTED, anchor="midleft")


def plain_title(action: str, reason: "Reason") -> str:
    """The heading of what is told about a move."""
    words = {
        "allowed": "is safe",
        "doomed": "is a trap",
        "occupied": "would crash",
        "swap": "would crash",
        **WATER_VERDICTS,
        "goal": "does not count: the goal is reached",
        "crashed": "comes too late",
    }
    return f"{action} {words.get(reason.kind, 'is blocked')}"
