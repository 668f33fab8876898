"""Policy: the greedy move of each cell at this phase, as an arrow; waiting is a circle."""

from itertools import compress

import pygame

from game.board.overlay_data import Canvas, Overlay, OverlayData
from game.board.overlays.values import NUMBERS_FROM
from game.ui.drawing import draw
from levels.model.board import MOVES, Action

ARROWS_FROM = 8
"""Cells smaller than this [px] have no arrows: nobody could tell them apart."""
RAISED = 0.09
"""How far above its cell's middle an arrow lies where the values' numbers need room [cells]."""
TRIED, UNTRIED = 0.95, 0.45
"""Opacity of an arrow, and of one where nothing was tried yet: it points somewhere only because it must."""


def draw_policy(surface: pygame.Surface, canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> None:
    """Draws the label of every cell where the agent can be at this phase."""
    cell = canvas.cell
    if cell < ARROWS_FROM:
        return
    arrows = [arrow(action, cell, opacity) for action in data.mdp.actions for opacity in (UNTRIED, TRIED)]
    labels, tried = data.labels[data.shown], data.tried
    shown = (labels >= 0) & data.possible
    raised = round(RAISED * cell) if cell >= NUMBERS_FROM else 0
    side = arrows[0].get_width()
    margin = cell // 2 - side // 2
    corner = origin[0] + margin, origin[1] + margin - raised
    chosen = (2 * labels[shown] + tried[shown]).tolist()
    corners = compress(canvas.places(corner), shown.tolist())
    surface.fblits(list(zip(map(arrows.__getitem__, chosen), corners, strict=True)))


def arrow(action: Action, cell: int, opacity: float) -> pygame.Surface:
    """An arrow as the move goes on the picture (row 0 is on top), dark below white; a circle for wait."""
    side = max(5, round(0.46 * cell))
    d_row, d_col = MOVES[action]
    if action is Action.WAIT:
        shape = '<circle cx="13" cy="13" r="6.4"'
    else:
        shape = '<path d="M13 22 V5.4 M6.4 11.6 L13 5 L19.6 11.6"'
    turn = {(-1, 0): 0, (0, 1): 90, (1, 0): 180, (0, -1): 270}.get((d_row, d_col), 0)
    line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return draw.svg(
        f'<g transform="scale({side / 26:.4f})"><g transform="rotate({turn} 13 13)">'
        f'{shape} stroke="#0b1220" stroke-opacity="{0.7 * opacity:.2f}" stroke-width="5.8" {line}/>'
        f'{shape} stroke="#ffffff" stroke-opacity="{opacity:.2f}" stroke-width="2.8" {line}/></g></g>',
        side,
        side,
    )


POLICY = Overlay(
    name="policy",
    label="Policy",
    icon="navigation",
    help="Arrow of a cell: the greedy policy's move at this phase; faint if untried, a circle waits.",
    reads=frozenset({"mdp", "safe", "q", "labels", "phase", "in_sight"}),
    draw=draw_policy,
)
