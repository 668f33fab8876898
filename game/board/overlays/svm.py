"""SVM: what the support vector machine at a finite kernel width would choose, and where it would be wrong."""

from itertools import compress

import numpy as np
import pygame

from game.board.canvas import Canvas
from game.board.overlay_data import Overlay, OverlayData
from game.board.overlays.arrows import mark
from game.board.overlays.pixels import paint_pixels
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.theme import UNSAFE, WHITE
from levels.model.board import Action

CLASS_COLORS = {
    Action.RIGHT: "#3fcfae",
    Action.UP: "#7f8cff",
    Action.LEFT: "#dd93dc",
    Action.DOWN: "#b9cc4f",
    Action.WAIT: "#c3cddd",
}
"""Ground of the cells where the SVM chooses an action; the arrow above it says the same."""
SURE = 2.0
"""Margin from which a ground is at its strongest [of h]: that of every state in the limit η → ∞."""
STRENGTHS = 6
"""A ground has so many strengths, few enough that every tile is drawn once and kept."""
FAINTEST, STRONGEST = 0.22, 0.85
COPIED, MISLABELLED, NOT_ALLOWED = range(3)
"""What a choice is: the label, another allowed action, one that is not allowed."""
MARKS: dict[int, tuple[str, str, str]] = {
    MISLABELLED: ("equal-not", WHITE, "#161d29"),
    NOT_ALLOWED: ("ban", UNSAFE, WHITE),
}
"""(icon, colour, its ink) of choices that are wrong."""
TILES_FROM, BADGE_FROM = 12, 22
"""Cells smaller than these [px] are single pixels of a picture; have frames and stripes, but no badges."""


def draw_svm(surface: pygame.Surface, canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> None:
    """Draws a tile on every cell where the agent can be and act at this phase, once there is an SVM."""
    svm, shown = data.svm, data.shown
    if svm is None:
        return
    margin = np.nan_to_num(svm.margin[shown], posinf=SURE)
    strengths = np.rint(np.minimum(margin / SURE, 1.0) * (STRENGTHS - 1)).astype(np.intp)
    kinds = np.where(svm.not_allowed[shown], NOT_ALLOWED, svm.mislabelled[shown] * MISLABELLED)
    painted = (svm.choice[shown] >= 0) & data.possible
    shape = (data.mdp.n_actions, STRENGTHS, len(MARKS) + 1)
    looks = np.ravel_multi_index((svm.choice[shown][painted], strengths[painted], kinds[painted]), shape)
    if canvas.cell < TILES_FROM:
        inks = np.array([_ink(data.mdp.actions[a], s, kind) for a, s, kind in np.ndindex(shape)], np.uint8)
        paint_pixels(surface, canvas, origin, data.cells[painted], inks[looks])
        return
    tiles = {}
    for look in np.unique(looks).tolist():
        column, strength, kind = (int(part) for part in np.unravel_index(look, shape))
        tiles[look] = tile(data.mdp.actions[column], strength, kind, canvas.cell)
    corners = compress(canvas.places(origin), painted.tolist())
    surface.fblits(list(zip(map(tiles.__getitem__, looks.tolist()), corners, strict=True)))


@surfaces.keep
def tile(action: Action, strength: int, kind: int, cell: int) -> pygame.Surface:
    """A cell's tile: the ground of the chosen action, its arrow, and the mark of a choice that is wrong.

    Args:
        action: what the SVM chooses.
        strength: from 0 to STRENGTHS − 1, how sure it is.
        kind: COPIED, MISLABELLED or NOT_ALLOWED.
        cell: side of a cell [px].
    """
    image = pygame.Surface((cell, cell), pygame.SRCALPHA)
    gap, radius = max(1, round(0.035 * cell)), 0.17 * cell
    inner = image.get_rect().inflate(-2 * gap, -2 * gap)
    draw.rounded(image, inner, radius, CLASS_COLORS[action], _opacity(strength))
    if kind == NOT_ALLOWED:
        draw.hatched(image, inner, radius, UNSAFE, pitch=max(3, 0.17 * cell), alpha=0.75)
    pointer = mark(action, cell, 0.95)
    image.blit(pointer, pointer.get_rect(center=inner.center))
    if kind in MARKS:
        icon, color, ink = MARKS[kind]
        draw.rounded(image, inner, radius, None, stroke=color, stroke_width=max(1.5, 0.05 * cell))
        if cell >= BADGE_FROM:
            place = (inner.right - 0.2 * cell, inner.bottom - 0.2 * cell)
            draw.badge(image, icon, place, max(6, 0.19 * cell), color, ink=ink)
    return image


def _opacity(strength: int) -> float:
    return FAINTEST + (STRONGEST - FAINTEST) * strength / (STRENGTHS - 1)


def _ink(action: Action, strength: int, kind: int) -> tuple[int, int, int, int]:
    """Red, green, blue and opacity of a cell that is one pixel: the action's, or the mark's."""
    color = pygame.Color(MARKS[kind][1] if kind in MARKS else CLASS_COLORS[action])
    return color.r, color.g, color.b, 255 if kind in MARKS else round(255 * _opacity(strength))


SVM = Overlay(
    name="svm",
    label="SVM",
    icon="chart-scatter",
    help="Colour and arrow of a cell: the SVM's choice at this η, strong where its margin is wide; ≠ is "
    "not the label, stripes with a ban sign are not allowed: there the mask decides.",
    caption=lambda _data: ("What would the SVM do here?", "at this kernel width"),
    reads=frozenset({"mdp", "safe", "q", "phase", "svm"}),
    draw=draw_svm,
    dims=True,
)
