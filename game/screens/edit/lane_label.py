"""The label of the chosen lane: which one it is and how it drives, below it on the board."""

import pygame

from game.board.kinds import KINDS
from game.screens.edit.pane import ARROW, WAYS, EditPane
from game.ui import Ui, Widget
from game.ui.drawing import draw
from game.ui.theme import ACCENT, BLACK

HEIGHT, PAD, GAP = 26, 12, 6
"""Of the label [units]: its height, the space at both ends of its text, and between it and the lane."""


class LaneLabel(Widget):
    """A line in a pill; there is none where it has no room."""

    floats = True

    def __init__(self, ui: Ui, pane: EditPane) -> None:
        super().__init__(ui)
        self.pane = pane
        self.text = ""

    def follow(self) -> None:
        """Takes its words and its place from the chosen lane."""
        ui, pane, obstacle = self.ui, self.pane, self.pane.obstacle
        ends = pane.ends()
        line = None if obstacle is None else obstacle.line
        self.visible = obstacle is not None and line is not None and bool(ends)
        if obstacle is None or line is None or not ends:
            return
        self.text = f"{KINDS[obstacle.kind].title(obstacle)} · {obstacle.look}, {WAYS[line.direction]}"
        width = ui.text_width(self.text, 13, "SemiBold") + 2 * ui.px(PAD)
        low, high = max(place[1] for place, _ in ends), min(place[1] for place, _ in ends)
        half = pane.rect_of(line.cell(0)).height // 2 if line.column is None else ui.px(ARROW)
        self.rect = pygame.Rect(0, low + half + ui.px(GAP), width, ui.px(HEIGHT))
        self.rect.centerx = sum(place[0] for place, _ in ends) // 2
        if self.rect.bottom > pane.rect.bottom:
            self.rect.bottom = high - half - ui.px(GAP)
        self.visible = width <= pane.rect.width and self.rect.height <= pane.rect.height
        self.rect.clamp_ip(pane.rect)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground and text."""
        rect = self.rect
        draw.rounded(surface, rect, rect.height / 2, BLACK, 0.86, stroke=ACCENT, stroke_width=1)
        self.ui.text(surface, self.text, rect.center, 13, weight="SemiBold", anchor="center")
