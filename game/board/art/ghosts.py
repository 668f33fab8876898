"""Ghosts: a path into a dead end or into water, drawn as fading hens with ticks, and what closes it."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import pygame

from game.board.art import agent, overboard, pieces
from game.board.art.drawn import Drawn
from game.board.art.overboard import FOAM
from game.board.geometry import Geometry
from game.presenters.crashing import OVER
from game.presenters.riding import FACING, action_between, aim
from game.presenters.scene import Scene, Trace, fate_of
from game.ui.drawing import draw
from game.ui.theme import BLACK, DOOMED, UNSAFE, WHITE
from learner.core.dead_end import name_dead_end
from levels.model.board import MOVES, Action, Cell
from levels.model.level import Level
from levels.model.movers import Mover
from levels.model.riding import carrier_at, ride

if TYPE_CHECKING:  # the tables' modules take long to import
    from levels.model.mdp import Mdp
    from levels.proof.reasons import Reason
    from levels.proof.safety import SafeActions

MOST = 6
"""Maximum number of steps shown, the last ones of a longer path."""
FAINTEST, CLEAREST = 70, 190
"""Opacity of the first ghost and of the last [of 255]."""
NUMBERS_FROM = 24
"""Cells smaller than this [px] show no ticks."""
NUMBER_SIZE, NUMBER_LEAST = 0.18, 12
"""Size of their letters [cells], and at least [px]."""

ABOVE, BELOW = (0.03, 0.16), (0.66, 0.84)
"""Places of a ghost's tick and an obstacle's tick in a cell [cells across and down]."""

Spot = tuple[pygame.Surface, tuple[int, int]]


@dataclass(frozen=True, eq=False)
class Ghosts:
    """The images of a trace, in the picture's coordinates.

    A ghost on water stands where the carrier has taken it by its tick; dots mark the cells that it rode
    through, an outline the carrier.

    Attributes:
        flat: lies on the ground, below all that stands.
        hens: the ghosts by the cell they stand in.
        marks: the ticks and the mark of the dead end, above everything.
    """

    flat: tuple[Spot, ...]
    hens: tuple[tuple[Cell, Drawn], ...]
    marks: tuple[Spot, ...]

    def standing(self, scene: Scene) -> list[Drawn]:
        """The ghosts to draw among standing things; none in the agent's own cell."""
        return [hen for cell, hen in self.hens if cell not in (scene.agent_from, scene.agent_to)]


NO_GHOSTS = Ghosts((), (), ())


def way_into(level: Level, mdp: "Mdp", safe: "SafeActions", states: Sequence[int], tick: int) -> Trace:
    """The trace of a path: its states, the dead end last, and the tick at which the agent is there."""
    from levels.proof.reasons import explain  # noqa: PLC0415  brings numba along

    dead_end = name_dead_end(level, mdp, safe, states, tick)
    trace = Trace(dead_end.trace, dead_end.phase, dead_end.obstacles)
    ends = [explain(level, mdp, safe, states[-1], action) for action in mdp.actions]
    in_water = [reason for reason in ends if fate_of(reason.kind)]
    if not in_water:
        return trace
    end = min(in_water, key=lambda reason: reason.kind)  # carried off rather than drowned
    return replace(trace, fate=fate_of(end.kind), ride=ride(level, end.cell, dead_end.phase))


def into_water(level: Level, reason: "Reason", phase: int) -> Trace | None:
    """The trace of a single move made at a phase: where the agent sinks or is carried off, if it does."""
    fate = fate_of(reason.kind)
    return None if fate is None else Trace((), phase, (), fate, ride(level, reason.cell, phase))


def ghosts(level: Level, geo: Geometry, trace: Trace) -> Ghosts:
    """All images of a trace and their places."""
    steps = trace.steps[-MOST:]
    end_tick = steps[-1][0] if steps else 0
    closers = [mover for mover in level.movers if steps and _closes(mover, trace, steps[-1][1])]
    flat: list[Spot] = []
    marks: list[Spot] = []
    for tick, cell in steps:
        strength, moment = 0.45 + 0.45 * _share(tick, steps), trace.phase + tick - end_tick
        for mover in closers:
            flat += _outlines(geo, _may(mover.body, mover, moment), DOOMED, strength)
            marks += _numbers(geo, mover.body(moment)[:1], str(tick), BELOW, DOOMED, BLACK)
        carrier = carrier_at(level, cell, moment)
        if carrier is not None:
            flat += _outlines(geo, carrier.body(moment), FOAM, strength)
    for mover in closers:  # the move that closes it
        front = mover.body(trace.phase + 1)[:1]
        flat += _outlines(geo, _may(mover.swept, mover, trace.phase), UNSAFE, 1, hatched=True)
        marks += _numbers(geo, front, str(end_tick + 1), BELOW, UNSAFE, WHITE)
    ticks: dict[Cell, list[int]] = defaultdict(list)
    for tick, cell in steps:
        ticks[cell].append(tick)
    for cell, at in ticks.items():
        stayed = len(at) > 1 and at[-1] - at[0] == len(at) - 1
        text = f"{at[0]}–{at[-1]}" if stayed else ", ".join(map(str, at))
        marks += _numbers(geo, [cell], text, ABOVE, BLACK, WHITE)
    hens = [*_hens(level, geo, steps, trace.phase)]
    if trace.fate is not None:
        hen = _in_water(geo, trace)
        hens.append((trace.ride[-1], hen))
        flat += agent.dots(geo, trace.ride[: len(trace.ride) - (trace.fate == "carried_off")])
        if trace.fate == "drowned":
            flat.append(_waves(geo, trace.ride[0]))
    if steps:
        aboard = [cell for cell in trace.ride if level.board.inside(cell)][-1:]
        marks += _numbers(geo, aboard, str(end_tick + 1), BELOW, UNSAFE, WHITE)
        flat += _tape(geo, steps[-1][1])
        marks += _alert(geo, steps[-1][1])
    for (tick, here), (_, there) in pairwise(steps):
        moment = trace.phase + tick - end_tick
        action = action_between(level, here, there, moment)
        flat += agent.dots(geo, ride(level, aim(level, here, action), moment))
    return Ghosts(tuple(flat), tuple(hens), tuple(marks))


def _may(cells_at: Callable[[int], tuple[Cell, ...]], mover: Mover, tick: int) -> set[Cell]:
    """The cells that a vehicle's timetable gives for a tick, or for one that it may be late by."""
    return {cell for delay in range(mover.late + 1) for cell in cells_at(tick - delay)}


def _share(tick: int, steps: tuple[tuple[int, Cell], ...]) -> float:
    """Position of a tick on the shown path, from 0 to 1 at the dead end."""
    return (tick - steps[0][0] + 1) / len(steps)


def _closes(mover: Mover, trace: Trace, end: Cell) -> bool:
    """Whether the mover may be on, or may reach in the last tick, a cell next to the dead end."""
    if mover.carries or mover.obstacle not in trace.obstacles:
        return False
    around = {(end[0] + d_row, end[1] + d_col) for d_row, d_col in MOVES.values()}
    may = _may(mover.swept, mover, trace.phase) | _may(mover.body, mover, trace.phase)
    return bool(around & may)


def _hens(
    level: Level, geo: Geometry, steps: tuple[tuple[int, Cell], ...], phase: int
) -> Iterable[tuple[Cell, Drawn]]:
    """The last ghost of each cell, facing as it moved; the last step is at the phase."""
    facing = Action.DOWN
    last: dict[Cell, Drawn] = {}
    for index, (tick, cell) in enumerate(steps):
        if index:
            before, here = steps[index - 1]
            facing = action_between(level, here, cell, phase + before - steps[-1][0])
        last[cell] = _hen(geo, cell, facing, _share(tick, steps), aboard=level.board.afloat(cell))
    return last.items()


def _hen(geo: Geometry, cell: Cell, facing: Action, share: float, *, aboard: bool) -> Drawn:
    """A ghost in a cell, on the ground or on what carries it, the clearer the larger the share."""
    hen = agent.agent_image(geo, Scene(0, cell, cell, facing=facing, aboard=float(aboard)))
    alpha = round(FAINTEST + (CLEAREST - FAINTEST) * share)
    return replace(hen, row=cell[0] + 0.58, image=pieces.faded(hen.image, alpha))


def _in_water(geo: Geometry, trace: Trace) -> Drawn:
    """The ghost after the last move: half under water, or more than half over the edge."""
    landed = trace.ride[0]
    before = trace.steps[-1][1] if trace.steps else landed
    facing = FACING.get((landed[0] - before[0], landed[1] - before[1]), Action.DOWN)
    if trace.fate == "drowned":
        return agent.sinking(_hen(geo, landed, facing, 1.0, aboard=False), overboard.sunk(overboard.STILL))
    inside = [cell for cell in trace.ride if 0 <= cell[0] < geo.n_rows and 0 <= cell[1] < geo.n_cols]
    (row, col), beyond = inside[-1], trace.ride[len(inside)]
    hen = _hen(geo, (row, col), facing, 1.0, aboard=True)
    x, y = hen.x + OVER * geo.cell * (beyond[1] - col), hen.y + OVER * geo.cell * (beyond[0] - row)
    return agent.over_the_edge(geo, trace.ride, replace(hen, x=round(x), y=round(y)))


def _waves(geo: Geometry, cell: Cell) -> Spot:
    """The rings on the water around a ghost that sinks."""
    image = overboard.ring(geo.cell, 5)
    x, y = geo.corner(cell[0] + 0.77, cell[1] + 0.5)
    return image, image.get_rect(center=(round(x), round(y))).topleft


def _runs(cells: Iterable[Cell]) -> list[list[Cell]]:
    """The cells in groups of neighbours: a body that wraps round its loop has two."""
    runs: list[list[Cell]] = []
    for cell in sorted(cells):
        if runs and abs(cell[0] - runs[-1][-1][0]) + abs(cell[1] - runs[-1][-1][1]) == 1:
            runs[-1].append(cell)
        else:
            runs.append([cell])
    return runs


def _outlines(
    geo: Geometry, cells: Iterable[Cell], color: str, strength: float, *, hatched: bool = False
) -> list[Spot]:
    """A hollow outline round each group of cells."""
    spots = []
    for run in _runs(cells):
        (top, left), (bottom, right) = run[0], run[-1]
        size = (right - left + 1) * geo.cell, (bottom - top + 1) * geo.cell
        image = pygame.Surface(size, pygame.SRCALPHA)
        inner = image.get_rect().inflate(*(-2 * max(1, round(0.06 * geo.cell)),) * 2)
        radius, width = 0.2 * geo.cell, max(1.5, 0.05 * geo.cell)
        if hatched:
            draw.hatched(image, inner, radius, color, pitch=max(3, 0.17 * geo.cell), alpha=0.45)
        draw.rounded(image, inner, radius, None, stroke=BLACK, stroke_width=1.5 * width)
        inset = inner.inflate(*(-round(0.5 * width),) * 2)
        draw.rounded(image, inset, radius, None, stroke=color, stroke_width=width)
        image.set_alpha(round(255 * strength))
        x, y = geo.corner(top, left)
        spots.append((image, (round(x), round(y))))
    return spots


def _numbers(
    geo: Geometry, cells: Iterable[Cell], text: str, at: tuple[float, float], ground: str, ink: str
) -> list[Spot]:
    """A number on a small ground, its left end at a place (across, down) of each cell."""
    if geo.cell < NUMBERS_FROM:
        return []
    size = max(NUMBER_LEAST, NUMBER_SIZE * geo.cell)
    width, height = draw.text_size(text, size, "SemiBold")
    plate = pygame.Surface((max(width, height) + height // 2, height + 2), pygame.SRCALPHA)
    draw.rounded(plate, plate.get_rect(), plate.get_height() / 2, ground, 0.85)
    draw.text(plate, text, plate.get_rect().center, size, ink, weight="SemiBold", anchor="center")
    spots = []
    for row, col in cells:
        x, y = geo.corner(row + at[1], col + at[0])
        spots.append((plate, plate.get_rect(midleft=(round(x), round(y))).topleft))
    return spots


def _tape(geo: Geometry, cell: Cell) -> list[Spot]:
    """Barrier tape along the four sides of the dead end."""
    c = geo.cell
    width = max(2.0, 0.09 * c)
    box = f'x="{width:.1f}" y="{width:.1f}" width="{c - 2 * width:.1f}" height="{c - 2 * width:.1f}"'
    rect = f'<rect {box} rx="{0.08 * c:.1f}"'
    dashes = f"{0.13 * c:.1f} {0.1 * c:.1f}"
    image = draw.svg(
        f'{rect} fill="{UNSAFE}" fill-opacity=".18" stroke="{BLACK}" stroke-width="{1.5 * width:.1f}"/>'
        f'{rect} fill="none" stroke="{WHITE}" stroke-width="{width:.1f}"/>'
        f'{rect} fill="none" stroke="{UNSAFE}" stroke-width="{width:.1f}" stroke-dasharray="{dashes}"/>',
        c,
        c,
    )
    x, y = geo.corner(*cell)
    return [(image, (round(x), round(y)))]


def _alert(geo: Geometry, cell: Cell) -> list[Spot]:
    """A badge with an exclamation mark at the dead end's upper right corner."""
    side = max(12, round(0.4 * geo.cell))
    image = pygame.Surface((side, side), pygame.SRCALPHA)
    draw.badge(image, "triangle-alert", (side / 2, side / 2), side / 2 - 1, UNSAFE)
    x, y = geo.corner(cell[0] + 0.12, cell[1] + 0.88)
    return [(image, image.get_rect(center=(round(x), round(y))).topleft)]
