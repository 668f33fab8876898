"""Safety: where traffic and traps will be at the next step, and what each move of the agent would mean.

A move made now lands then, so the map and the marks of the agent's moves are of the same moment. Each mark
has colour, pattern and icon, never colour alone.
"""

from itertools import compress

import numpy as np
import pygame
from numpy.typing import NDArray

from game.board.canvas import Canvas
from game.board.overlay_data import Overlay, OverlayData
from game.board.overlays import values
from game.board.overlays.arrows import NUMBERS_FROM
from game.board.overlays.pixels import paint_pixels
from game.presenters.traps import are_traps, moves_into_traps, n_traps_next
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.theme import CARD, DOOMED, MUTED, SAFE, UNSAFE, WHITE
from levels.model.board import MOVES, Action

INK = "#3a2a08"
"""Dark marks on amber."""
KINDS: dict[str, tuple[str, str, str]] = {
    "allowed": (SAFE, "check", WHITE),
    "doomed": (DOOMED, "hourglass", INK),
    "unsafe": (UNSAFE, "x", WHITE),
}
"""(colour, icon, its ink) of what a move can be: safe; safe for one tick, then hopeless; unsafe."""
BLOCKED = CARD, "ban", MUTED
"""The same of a move that a wall or the board's edge forbids, as the list of moves has it: no crash."""
FILLS = {"allowed": 0.25, "doomed": 0.6, "unsafe": 0.45}
"""Opacity of the ground of a cell of each kind."""
STRIPES = "#2a0f08"
TILES_FROM, BADGES_FROM = 12, 20
"""Cells smaller than these [px] are pixels of a picture; have an hourglass only if a move leads there."""
PIXELS = {kind: (*pygame.Color(color)[:3], 200) for kind, (color, _icon, _ink) in KINDS.items()}


def kind_of(data: OverlayData, column: int) -> str:
    """What the action in a column of the tables is at the agent's state: a key of KINDS."""
    if not data.safe.one_step[data.state, column]:
        return "unsafe"
    return "doomed" if moves_into_traps(data.mdp, data.safe, data.state)[column] else "allowed"


def _moves(
    canvas: Canvas, origin: tuple[int, int], data: OverlayData
) -> list[tuple[str, Action, pygame.Rect, bool]]:
    """(kind, action, square of the agent's cell or of the one it leads to, whether it leads to a cell).

    The kind is a key of KINDS, or "blocked".
    """
    if data.mdp.goal[data.state]:
        return []
    row, col = data.mdp.cell(data.state)
    found = []
    for column, action in enumerate(data.mdp.actions):
        there = row + MOVES[action][0], col + MOVES[action][1]
        leads = data.level.board.passable(there)
        box = canvas.cell_rect(there if leads else (row, col)).move(origin)
        blocked = not leads and data.level.walls == "forbidden"
        found.append(("blocked" if blocked else kind_of(data, column), action, box, leads))
    return found


def _map(canvas: Canvas, data: OverlayData) -> dict[str, NDArray[np.int32]]:
    """The cells in sight, (n, 2), that will be of each kind at the next step: with traffic, and traps."""
    mdp, (rows, cols) = data.mdp, canvas.window
    numbers = mdp.cell_index[rows.start : rows.stop, cols.start : cols.stop]
    numbers = numbers[numbers >= 0]
    states = mdp.states_at((mdp.phase(data.state) + 1) % mdp.period).start + numbers
    marked = {"unsafe": mdp.violation[states], "doomed": are_traps(mdp, data.safe, states)}
    return {kind: mdp.cells[numbers[of_kind]] for kind, of_kind in marked.items()}


def draw_safety(surface: pygame.Surface, canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> None:
    """Marks every cell with traffic or a trap, and colours the cell that each action leads to."""
    own = {box.topleft: kind for kind, _action, box, leads in _moves(canvas, origin, data) if leads}
    marked = dict[tuple[int, int], str]()
    if canvas.cell < TILES_FROM:
        found = _map(canvas, data)
        inks = [np.full((len(cells), 4), PIXELS[kind], np.uint8) for kind, cells in found.items()]
        paint_pixels(surface, canvas, origin, np.concatenate(list(found.values())), np.concatenate(inks))
    else:
        for kind, corners in _corners(canvas, origin, data).items():
            marked |= dict.fromkeys(corners, kind)
    marked |= own
    numbers = _numbers(canvas, origin, data)
    surface.fblits([(tile(kind, canvas.cell, spared=at in numbers), at) for at, kind in marked.items()])


def _numbers(canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> set[tuple[int, int]]:
    """The upper left corners of the cells whose numbers are to be read, on the surface [px]."""
    if data.written is None or canvas.cell < NUMBERS_FROM:
        return set()
    return set(compress(canvas.places(origin), data.written.tolist()))


def draw_badges(surface: pygame.Surface, canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> None:
    """Puts each action's mark on its cell; for a move into a wall or off the board, on the edge.

    Every other trap has its hourglass too.
    """
    radius = max(6, 0.185 * canvas.cell)
    moves = _moves(canvas, origin, data)
    if canvas.cell >= BADGES_FROM:
        own = {box.topleft for _kind, _action, box, leads in moves if leads}
        color, icon, ink = KINDS["doomed"]
        for x, y in _corners(canvas, origin, data)["doomed"]:
            if (x, y) not in own:
                at = (x + 0.8 * canvas.cell, y + 0.2 * canvas.cell)
                draw.badge(surface, icon, at, radius, color, ink=ink)
    for kind, action, box, leads in moves:
        color, icon, ink = KINDS.get(kind, BLOCKED)
        d_row, d_col = MOVES[action]
        if leads:
            at = (box.right - 0.2 * canvas.cell, box.top + 0.2 * canvas.cell)
        else:
            at = (box.centerx + 0.5 * d_col * canvas.cell, box.centery + 0.5 * d_row * canvas.cell)
        draw.badge(surface, icon, at, radius, color, ink=ink)


def _corners(canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> dict[str, list[tuple[int, int]]]:
    """The upper left corners of the map's cells of each kind, on the surface [px]."""
    x, y = canvas.cell_rect((0, 0)).move(origin).topleft
    return {
        kind: [(x + col * canvas.cell, y + row * canvas.cell) for row, col in cells.tolist()]
        for kind, cells in _map(canvas, data).items()
    }


@surfaces.keep
def tile(kind: str, cell: int, *, spared: bool = False) -> pygame.Surface:
    """A cell's tile: plain for allowed, hatched for unsafe, dotted for doomed.

    It is `spared` where a number stands.
    """
    image = pygame.Surface((cell, cell), pygame.SRCALPHA)
    inner = image.get_rect().inflate(*(-2 * max(1, round(0.035 * cell)),) * 2)
    radius, color, width = 0.17 * cell, KINDS[kind][0], max(1.0, 0.045 * cell)
    draw.rounded(image, inner, radius, color, FILLS[kind])
    if kind == "unsafe":
        draw.hatched(image, inner, radius, STRIPES, pitch=max(3, 0.17 * cell), alpha=0.55)
    elif kind == "doomed":
        image.blit(_dots(INK, cell), (0, 0))
    if spared:
        image.fill((0, 0, 0, 0), (0, values.number_top(cell), cell, cell))
    draw.rounded(image, inner, radius, None, stroke=color, stroke_width=width)
    return image


def _dots(color: str, cell: int) -> pygame.Surface:
    places = (0.2, 0.4, 0.6, 0.8)
    circles = (
        f'<circle cx="{x * cell:.1f}" cy="{y * cell:.1f}" r="{0.035 * cell:.1f}" fill="{color}"/>'
        for x in places
        for y in places
    )
    return draw.svg("".join(circles), cell, cell)


def caption(data: OverlayData) -> tuple[str, str]:
    """How many traps there are on the whole board when the next move lands."""
    count = n_traps_next(data.mdp, data.safe, data.state)
    return f"{count or 'No'} trap{'' if count == 1 else 's'}", "at the next step"


SAFETY = Overlay(
    name="safety",
    label="Safety",
    icon="shield-check",
    help="What will be where at the next step. Red stripes: traffic, a crash. Amber dots, hourglass: a trap, "
    "free, but a crash is then certain. Blue check: a safe move.",
    caption=caption,
    reads=frozenset({"level", "mdp", "safe", "state"}),
    draw=draw_safety,
    draw_above=draw_badges,
)
