"""The meaning of the colours and marks on the board: one table, for the panel's legend and the help."""

from typing import NamedTuple

import pygame

from game.board.overlays import svm
from game.board.overlays.values import number
from game.presenters.watching import Watching
from game.screens.panel import ACTION_ICONS
from game.ui import Ui, Widget, draw_card
from game.ui.drawing import draw
from game.ui.theme import DOOMED, MUTED, RANDOM, SAFE, TEXT, UNSAFE, WHITE, hex_of, scale_color


class Mark(NamedTuple):
    """A mark: its icon and colour, its word, what it means in brief and in a sentence."""

    icon: str
    color: str
    word: str
    brief: str
    sentence: str


MARKS: tuple[Mark, ...] = (
    Mark("check", SAFE, "allowed", "", "safe now, and a crash can always be avoided later"),
    Mark("x", UNSAFE, "unsafe", "crash now", "hits something or leaves the board in this tick"),
    Mark("hourglass", DOOMED, "doomed", "crash later", "safe now, but a crash can no longer be avoided"),
    Mark("?", MUTED, "untried", "", "no action has been tried in this cell at this phase"),
    Mark("arrow-up", WHITE, "greedy", "", "the policy's action in a cell"),
    Mark("dices", RANDOM, "random", "", "a random move (ε-greedy)"),
)
"""The first three classify an action; the agent takes only allowed ones."""
SVM_MARKS: tuple[Mark, ...] = tuple(
    Mark(*svm.MARKS[kind][:2], word, "", sentence)
    for kind, word, sentence in (
        (svm.MISLABELLED, "mislabelled", "the SVM chooses an allowed action other than the label"),
        (
            svm.NOT_ALLOWED,
            "not allowed",
            "the SVM chooses an action that is not allowed; the mask overrules it",
        ),
    )
)
"""How the SVM's choices can be wrong; the colours of its actions are shown next to them."""
FIRST_ROW, FIRST_ROW_NARROW = 3, 4
"""Marks in the legend's upper row: where it has room for the meanings in brief, and where it has not."""
CHIP = 25
"""From a mark's left edge to its word [units]."""


class LegendCard(Widget):
    """The marks, and the colour scale of the values or, while its overlay is on, what the SVM's mean.

    Attributes:
        palette: the scale in use, a name in PALETTES.
        svm: whether the SVM's overlay is on.
    """

    def __init__(self, ui: Ui, watching: Watching) -> None:
        super().__init__(ui)
        self.watching = watching
        self.palette = "viridis"
        self.svm = False

    def draw(self, surface: pygame.Surface) -> None:
        """Draws two rows of marks, as far as they fit; the scale is next to the second."""
        ui = self.ui
        box = draw_card(ui, surface, self.rect)
        chip, gap = ui.px(CHIP), ui.px(10)
        marks = (*MARKS[:FIRST_ROW], *SVM_MARKS) if self.svm else MARKS
        first, labels = FIRST_ROW, [f"{mark.word}: {mark.brief}".removesuffix(": ") for mark in marks]
        if sum(ui.text_width(label, 12) + chip + gap for label in labels[:first]) - gap > box.width:
            first = FIRST_ROW if self.svm else FIRST_ROW_NARROW
            labels = [mark.word for mark in marks]
        for row, middle in ((slice(first), 22), (slice(first, None), 50)):
            x, y = box.x, self.rect.y + ui.px(middle)
            for mark, label in zip(marks[row], labels[row], strict=True):
                if x + chip + ui.text_width(label, 12) > box.right:
                    break
                draw_mark(ui, surface, mark, (x + ui.px(10), y))
                x = ui.text(surface, label, (x + chip, y), 12, MUTED, anchor="midleft").right + gap
        if self.svm:
            self._draw_moves(surface, x, box.right, y)
        else:
            self._draw_scale(surface, x, box.right, y)

    def _draw_moves(self, surface: pygame.Surface, left: int, right: int, y: int) -> None:
        """Draws the moves on the grounds of the cells where the SVM chooses them."""
        ui, opened = self.ui, self.watching.opened
        actions = opened.mdp.actions if opened else ()
        step = min(ui.px(26), (right - left) // max(len(actions), 1))
        for action in actions:
            tile = pygame.Rect(left, y - ui.px(10), step - ui.px(2), ui.px(20))
            draw.rounded(surface, tile, ui.px(4), svm.CLASS_COLORS[action], svm.STRONGEST)
            ui.icon(surface, ACTION_ICONS[action], tile.center, 13, WHITE)
            left += step

    def _draw_scale(self, surface: pygame.Surface, left: int, right: int, y: int) -> None:
        """Draws the colours of the values with the numbers at their ends."""
        ui = self.ui
        ends = self.watching.value_range
        low, high = (number(end) for end in ends) if ends else ("low", "high")
        x = ui.text(surface, "value", (left, y), 12, MUTED, anchor="midleft").right + ui.px(8)
        x = ui.text(surface, low, (x, y), 12, TEXT, anchor="midleft").right + ui.px(7)
        end = ui.text(surface, high, (right, y), 12, TEXT, anchor="midright").x - ui.px(7)
        surface.blit(_scale(end - x, ui.px(10), self.palette), (x, y - ui.px(5)))


def draw_mark(ui: Ui, surface: pygame.Surface, mark: Mark, center: tuple[int, int]) -> None:
    """Draws a mark in a small tile of its colour."""
    tile = pygame.Rect(0, 0, ui.px(20), ui.px(20))
    tile.center = center
    draw.rounded(surface, tile, ui.px(6), mark.color, 0.2, stroke=mark.color, stroke_width=1.4 * ui.scale)
    if mark.icon == "?":  # as it stands on the board
        ui.text(surface, mark.icon, center, 13, mark.color, weight="Medium", anchor="center")
    else:
        ui.icon(surface, mark.icon, center, 13, mark.color)


def _scale(width: int, height: int, palette: str) -> pygame.Surface:
    """A colour scale as a strip with round ends."""
    width = max(width, 2 * height)
    stops = "".join(
        f'<stop offset="{k / 20:.2f}" stop-color="{hex_of(scale_color(k / 20, palette))}"/>'
        for k in range(21)
    )
    ends = f'id="v" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="{width}" y2="0"'
    body = f'<rect width="{width}" height="{height}" rx="{height / 2}" fill="url(#v)"/>'
    return draw.svg(body, width, height, f"<linearGradient {ends}>{stops}</linearGradient>")
