"""Error: how far the learned values of each cell are from Q*, as a tile; the brighter, the less.

Where the agent can't be at this phase, a smaller and softer tile shows the next phase at which it can. A
state never visited has an outline and nothing in it, which is not the tile of an error of 0.
"""

from functools import reduce
from typing import TYPE_CHECKING

import numpy as np
import pygame
from numpy.typing import NDArray

from game.board.canvas import Canvas
from game.board.overlay_data import Overlay, OverlayData
from game.board.overlays import values
from game.board.overlays.values import DARK, EDGE_OPACITY, INSET, SHADES, SOFT, UNTRIED
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.theme import WHITE

if TYPE_CHECKING:  # brings numba along, which the first picture does not wait for
    from levels.proof.optimal_values import OptimalValues

FAR_OFF = 0.25
"""Where in the colour scale the largest error is; below it is only the dark of what was never visited."""


def draw_error(surface: pygame.Surface, canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> None:
    """Draws a tile on every cell where the agent can ever be and act; a hollow one where it never was.

    The scale is the same from the first episode to the last, so that colours show how learning proceeds.
    """
    if data.optimal is None or data.visits is None:
        return
    errors = errors_of(data.state_q, data.optimal.q_star[data.states])
    shares = 1 - (1 - FAR_OFF) * np.minimum(np.nan_to_num(errors / largest_error(data.optimal)), 1)
    shades = np.where(data.visits[data.states] > 0, np.rint(shares * SHADES), UNTRIED).astype(np.intp)
    values.paint(surface, canvas, origin, data, shades, errors, tile, untried=1.0)


def errors_of(q: NDArray[np.float64], q_star: NDArray[np.float64]) -> NDArray[np.float64]:
    """(n,) float64: the largest |Q − Q*| of each row's allowed actions, also of those never tried.

    It is inf where an action has no finite optimum, and NaN in a row without allowed actions.

    Args:
        q: (n, n_actions) float64, learned values, NaN where not allowed.
        q_star: (n, n_actions) float64, their optima; γ = 1 makes them -inf where no goal can be reached.
    """
    largest: NDArray[np.float64] = reduce(np.fmax, np.abs(q - q_star).T)
    return largest


def largest_error(optimal: "OptimalValues") -> float:
    """The end of the scale: the largest |V*| from which a goal can be reached.

    V* rises or falls steadily with the distance, so it is that of the nearest or the farthest state. Q begins
    at 0, so this is about the largest error before learning.
    """
    ends = optimal.v_star[optimal.nearest_first[[0, -1]]] if len(optimal.nearest_first) else np.zeros(1)
    return max(float(np.abs(ends).max()), 1e-9)


def tile(shade: int, cell: int, palette: str, *, soft: bool) -> pygame.Surface:
    """The tile of a cell in one of the scale's shades; a hollow one for UNTRIED."""
    return hollow(cell, soft=soft) if shade == UNTRIED else values.tile(shade, cell, palette, soft=soft)


@surfaces.keep
def hollow(cell: int, *, soft: bool) -> pygame.Surface:
    """A tile's outline, light within dark, so that one of the two stands out from any ground."""
    image = pygame.Surface((cell, cell), pygame.SRCALPHA)
    inner = image.get_rect().inflate(*(-2 * max(1, round(0.035 * cell)),) * 2)
    if soft:
        inner.inflate_ip(*(-2 * max(1, round(INSET * cell / 2)),) * 2)
    width = max(1.0, 0.05 * cell)
    draw.rounded(image, inner, 0.17 * cell, None, stroke=DARK, stroke_width=2.4 * width)
    inside = inner.inflate(-1.4 * width, -1.4 * width)
    draw.rounded(image, inside, 0.15 * cell, None, stroke=WHITE, stroke_width=width)
    image.fill(
        (255, 255, 255, round(255 * (SOFT if soft else EDGE_OPACITY))), special_flags=pygame.BLEND_RGBA_MULT
    )
    return image


ERROR = Overlay(
    name="error",
    label="Error",
    icon="circle-dot",
    help="How far off its estimates are: the largest error among a cell's safe moves. Bright: exact. "
    "Dark: far off. An empty outline: never visited.",
    caption=lambda _data: ("How far off are its estimates?", "as learned"),
    reads=frozenset({"mdp", "safe", "q", "phase", "palette", "optimal", "visits"}),
    draw=draw_error,
    fills=True,
)
