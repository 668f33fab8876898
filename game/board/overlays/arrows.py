"""Arrows, circles and question marks on dark discs: what the agent would do in a cell."""

import pygame

from game.ui.drawing import draw
from levels.model.board import MOVES, Action

NUMBERS_FROM = 40
"""Cells smaller than this [px] show no numbers."""
RAISED = 0.09
"""How far above its cell's middle an arrow lies where the values' numbers need room [cells]."""
NOW, LATER = 0.95, 0.5
"""Opacity of an arrow where the agent can be at this phase, and where it can be only later."""
DISC = 0.45
"""Opacity of the dark disc below it, relative to it: without one it looks like paint on the road."""


def corner_of(image: pygame.Surface, cell: int, origin: tuple[int, int]) -> tuple[int, int]:
    """Where a mark begins in a cell that begins at `origin` [px]: raised if numbers have room below."""
    margin = cell // 2 - image.get_width() // 2
    raised = round(RAISED * cell) if cell >= NUMBERS_FROM else 0
    return origin[0] + margin, origin[1] + margin - raised


def mark(action: Action | None, cell: int, opacity: float) -> pygame.Surface:
    """An arrow as the move goes on the picture (row 0 is on top), on a dark disc; a circle for wait.

    None is a question mark.
    """
    side = max(5, round(0.46 * cell))
    d_row, d_col = (0, 0) if action is None else MOVES[action]
    if action is None:
        shape = '<path d="M8.6 9.4 a4.4 4.4 0 0 1 8.7 1 c0 3 -4.3 3.6 -4.3 6.2 M13 21 v0.1"'
    elif action is Action.WAIT:
        shape = '<circle cx="13" cy="13" r="6.4"'
    else:
        shape = '<path d="M13 22 V5.4 M6.4 11.6 L13 5 L19.6 11.6"'
    turn = {(-1, 0): 0, (0, 1): 90, (1, 0): 180, (0, -1): 270}.get((d_row, d_col), 0)
    line = 'fill="none" stroke-linecap="round" stroke-linejoin="round"'
    return draw.svg(
        f'<g transform="scale({side / 26:.4f})"><circle cx="13" cy="13" r="13" fill="#0b1220" '
        f'fill-opacity="{DISC * opacity:.2f}"/><g transform="rotate({turn} 13 13)">'
        f'{shape} stroke="#0b1220" stroke-opacity="{0.7 * opacity:.2f}" stroke-width="5.8" {line}/>'
        f'{shape} stroke="#ffffff" stroke-opacity="{opacity:.2f}" stroke-width="2.8" {line}/></g></g>',
        side,
        side,
    )
