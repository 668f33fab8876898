"""Safety: what each move of the agent would mean now; colour, pattern and mark, never colour alone."""

import pygame

from game.board.overlay_data import Canvas, Overlay, OverlayData
from game.ui.drawing import draw
from game.ui.theme import DOOMED, SAFE, UNSAFE, WHITE
from levels.model.board import MOVES, Action

KINDS: dict[str, tuple[str, str, str]] = {
    "allowed": (SAFE, "check", WHITE),
    "doomed": (DOOMED, "hourglass", "#3a2a08"),
    "unsafe": (UNSAFE, "x", WHITE),
}
"""(colour, icon, its ink) of what a move can be: allowed; safe for one tick, then hopeless; unsafe."""


def kind_of(data: OverlayData, column: int) -> str:
    """What the action in a column of the tables is at the agent's state: a key of KINDS."""
    if data.safe.allowed[data.state, column]:
        return "allowed"
    return "doomed" if data.safe.one_step[data.state, column] else "unsafe"


def _moves(
    canvas: Canvas, origin: tuple[int, int], data: OverlayData
) -> list[tuple[str, Action, pygame.Rect, bool]]:
    """(kind, action, square of the agent's cell or of the one it leads to, whether it leads to a cell)."""
    if data.mdp.goal[data.state]:
        return []
    row, col = data.mdp.cell(data.state)
    found = []
    for column, action in enumerate(data.mdp.actions):
        there = row + MOVES[action][0], col + MOVES[action][1]
        leads = data.level.board.passable(there)
        box = canvas.cell_rect(there if leads else (row, col)).move(origin)
        found.append((kind_of(data, column), action, box, leads))
    return found


def draw_safety(surface: pygame.Surface, canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> None:
    """Colours the cell each action leads to: plain for allowed, hatched for unsafe, dotted for doomed."""
    for kind, _action, box, leads in _moves(canvas, origin, data):
        if leads:
            color = KINDS[kind][0]
            inner = box.inflate(*(-2 * max(1, round(0.055 * canvas.cell)),) * 2)
            width = max(1.0, 0.055 * canvas.cell)
            draw.rounded(surface, inner, 0.17 * canvas.cell, color, 0.22, stroke=color, stroke_width=width)
            if kind == "unsafe":
                draw.hatched(
                    surface, inner, 0.17 * canvas.cell, color, pitch=max(3, 0.17 * canvas.cell), alpha=0.6
                )
            elif kind == "doomed":
                surface.blit(_dots(color, canvas.cell), box)


def draw_badges(surface: pygame.Surface, canvas: Canvas, origin: tuple[int, int], data: OverlayData) -> None:
    """Puts each action's mark on its cell; for a move into a wall or off the board, on the edge."""
    for kind, action, box, leads in _moves(canvas, origin, data):
        color, icon, ink = KINDS[kind]
        d_row, d_col = MOVES[action]
        if leads:
            at = (box.right - 0.2 * canvas.cell, box.top + 0.2 * canvas.cell)
        else:
            at = (box.centerx + 0.5 * d_col * canvas.cell, box.centery + 0.5 * d_row * canvas.cell)
        draw.badge(surface, icon, at, max(6, 0.185 * canvas.cell), color, ink=ink)


def _dots(color: str, cell: int) -> pygame.Surface:
    places = (0.2, 0.4, 0.6, 0.8)
    circles = (
        f'<circle cx="{x * cell:.1f}" cy="{y * cell:.1f}" r="{0.035 * cell:.1f}" fill="{color}"/>'
        for x in places
        for y in places
    )
    return draw.svg("".join(circles), cell, cell)


SAFETY = Overlay(
    name="safety",
    label="Safety",
    icon="shield-check",
    help="The agent's moves now. Blue check: allowed; red cross: unsafe; amber hourglass: safe for one "
    "tick, but doomed.",
    reads=frozenset({"level", "mdp", "safe", "state"}),
    draw=draw_safety,
    draw_above=draw_badges,
)
