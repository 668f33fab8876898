"""Labels above the editor's board: the chosen lane's name and direction, and what the chosen tool does."""

import pygame

from game.board.kinds import KINDS
from game.screens.edit.pane import ARROW, WAYS, EditPane
from game.screens.edit.tools import ERASE, MARKS
from game.ui import Ui, Widget
from game.ui.controls import binding_of
from game.ui.drawing import draw
from game.ui.key_texts import with_keys
from game.ui.theme import ACCENT, BLACK, LINE

HEIGHT, PAD, GAP = 26, 12, 6
"""Of a label [units]: its height, the space at both ends of its text, and around it."""
STROKING = with_keys("edit", "Arrows lead the stroke, {APPLY} ends it")


class BoardLabel(Widget):
    """A line in a pill; there is none where it has no room. The mouse does not notice it."""

    floats = True
    edge = LINE

    def __init__(self, ui: Ui, pane: EditPane) -> None:
        super().__init__(ui)
        self.pane = pane
        self.text = ""
        self.visible = False

    def say(self, text: str) -> None:
        """Takes a text, and the size that it needs; "" for none."""
        ui, room = self.ui, self.pane.rect
        self.text = text
        self.rect.size = (ui.text_width(text, 13, "SemiBold") + 2 * ui.px(PAD), ui.px(HEIGHT))
        self.visible = bool(text) and self.rect.width <= room.width and self.rect.height <= room.height

    def draw(self, surface: pygame.Surface) -> None:
        """Draws ground and text."""
        rect = self.rect
        draw.rounded(surface, rect, rect.height / 2, BLACK, 0.86, stroke=self.edge, stroke_width=1)
        self.ui.text(surface, self.text, rect.center, 13, weight="SemiBold", anchor="center")


class LaneLabel(BoardLabel):
    """Which lane is chosen and how it drives, below it."""

    edge = ACCENT

    def follow(self) -> None:
        """Takes words and place from the chosen lane."""
        ui, pane, obstacle = self.ui, self.pane, self.pane.obstacle
        ends = pane.ends()
        line = None if obstacle is None else obstacle.line
        if obstacle is None or line is None or not ends:
            self.say("")
            return
        self.say(f"{KINDS[obstacle.kind].title(obstacle)} · {obstacle.look}, {WAYS[line.direction]}")
        low, high = max(place[1] for place, _ in ends), min(place[1] for place, _ in ends)
        half = pane.rect_of(line.cell(0)).height // 2 if line.column is None else ui.px(ARROW)
        self.rect.midtop = sum(place[0] for place, _ in ends) // 2, low + half + ui.px(GAP)
        if self.rect.bottom > pane.rect.bottom:
            self.rect.bottom = high - half - ui.px(GAP)
        self.rect.clamp_ip(pane.rect)


class ToolHint(BoardLabel):
    """What the chosen tool does, for tools that do more than paint; above the board."""

    def follow(self) -> None:
        """Takes its words from the tool; the lane's label comes first."""
        tool, pane = self.pane.tool, self.pane
        text = ""
        if pane.stroking:
            text = STROKING
        elif tool.kind or tool.char in MARKS or tool is ERASE:
            text = tool.name if tool.control is None else binding_of("edit", tool.control).help
        self.say(text)
        self.rect.midtop = pane.rect.centerx, pane.rect.y + self.ui.px(GAP)
