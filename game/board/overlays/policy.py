"""Policy: the best move of each cell, as an arrow; waiting is a circle.

Where the agent can't be at this phase, a faint arrow shows the move at the next phase at which it can.
"""

from itertools import compress

import numpy as np
import pygame

from game.board.canvas import Canvas
from game.board.overlay_data import Overlay, OverlayData
from game.board.overlays.arrows import LATER, NOW, corner_of, mark

ARROWS_FROM = 8
"""Cells smaller than this [px] have no arrows: nobody could tell them apart."""


def draw_policy(surface: pygame.Surface, canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> None:
    """Draws the label of every cell where the agent can ever be; "?" where it can be and never was."""
    cell = canvas.cell
    if cell < ARROWS_FROM:
        return
    marks = [mark(action, cell, opacity) for action in (*data.mdp.actions, None) for opacity in (LATER, NOW)]
    untried = len(data.mdp.actions)
    now, tried = data.possible, data.tried
    shown = data.acts & (now | tried)
    labels = np.where(tried, data.labels[data.states], untried)[shown]
    corner = corner_of(marks[0], cell, origin)
    chosen = (2 * labels + now[shown]).tolist()
    corners = compress(canvas.places(corner), shown.tolist())
    surface.fblits(list(zip(map(marks.__getitem__, chosen), corners, strict=True)))


POLICY = Overlay(
    name="policy",
    label="Best moves",
    icon="navigation",
    help="Arrow in a cell: the best move the agent knows there; a circle means wait. Faint: it can't be "
    "there now, only later. A ? marks a cell it never visited.",
    caption=lambda _data: ("Where would it go from here?", "as learned"),
    reads=frozenset({"mdp", "safe", "q", "labels", "phase"}),
    draw=draw_policy,
)
