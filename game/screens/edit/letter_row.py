"""LetterRow: one letter of the level's own, what it looks like, and whether it blocks."""

from collections.abc import Callable
from functools import partial

import pygame

from game.screens.edit.pane import EditPane
from game.ui import Button, Choice, Choices, Toggle, Ui, Widget
from game.ui.drawing.characters import printable

LOOKS = ("crate", "bush", "rock", "tree", "house", "building")
"""Looks that are offered; a level file may name others."""
GAP, SIDE = 6, 34
"""Space between two controls, and sides of the two small ones [units]."""


class LetterRow(Widget):
    """A button that takes the letter as the tool, its look, a switch, and a button that deletes it."""

    def __init__(
        self,
        ui: Ui,
        char: str,
        pane: EditPane,
        on_change: Callable[[str, str, bool], None],
        on_delete: Callable[[str], None],
    ) -> None:
        super().__init__(ui)
        self.char = char
        self.pane = pane
        self.on_change = on_change
        self.meaning = ""
        self.brush = Button(
            ui, text=printable(char), on_click=lambda: pane.take_letter(char), tip="Draw with this letter"
        )
        self.look = Button(ui, text="", on_click=self._offer, tip="What it looks like")
        self.blocks = Toggle(
            ui,
            "blocks",
            lambda on: on_change(char, self.meaning, on),
            tip="Whether it blocks the hen and traffic",
        )
        self.delete = Button(
            ui,
            "trash",
            on_click=lambda: on_delete(char),
            tip="Delete this letter; its cells become grass",
        )
        self.children = [self.brush, self.look, self.blocks, self.delete]

    def follow(self, look: str, *, blocks: bool) -> None:
        """Shows what the text says of it."""
        self.meaning = self.look.text = look
        self.blocks.on = blocks
        self.brush.on = self.pane.tool.char == self.char

    def _offer(self) -> None:
        choices = tuple(
            Choice(look, "", "check" if look == self.meaning else "circle", partial(self._take, look))
            for look in LOOKS
        )
        self.ui.show(Choices(self.ui, self.look, choices))

    def _take(self, look: str) -> None:
        self.on_change(self.char, look, self.blocks.on)

    def arrange(self) -> None:
        """Side by side."""
        ui, side, gap = self.ui, self.ui.px(SIDE), self.ui.px(GAP)
        x, y, height = self.rect.x, self.rect.y, self.rect.height
        switch = self.blocks.natural_width()
        look = max(self.rect.width - 2 * side - switch - 3 * gap - ui.px(6), 1)
        self.brush.rect = pygame.Rect(x, y, side, height)
        self.look.rect = pygame.Rect(x + side + gap, y, look, height)
        self.blocks.rect = pygame.Rect(self.look.rect.right + gap + ui.px(6), y, switch, height)
        self.delete.rect = pygame.Rect(self.rect.right - side, y, side, height)
