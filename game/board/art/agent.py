"""The agent: a hen that hops, with what marks a random move, a refused one, and the arrival."""

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import pygame

from game.board import geometry
from game.board.art import cheer, impact, lamps, overboard, pieces
from game.board.art.drawn import ON_THE_GROUND, Drawn, clipped
from game.board.art.lighting import Light
from game.board.art.sight import Sight
from game.board.geometry import Geometry
from game.presenters.scene import Scene
from game.ui.drawing import draw
from game.ui.drawing.cache import surfaces
from game.ui.drawing.draw import MARGIN, UNITS
from game.ui.theme import ACCENT, RANDOM, UNSAFE, WHITE
from levels.model.board import MOVES, Action, Board, Cell

HEN: dict[Action, tuple[str, bool]] = {
    Action.RIGHT: ("hen_side", False),
    Action.LEFT: ("hen_side", True),
    Action.UP: ("hen_up", False),
    Action.DOWN: ("hen_down", False),
    Action.WAIT: ("hen_down", False),
}
"""Sprite of the hen for the way it faces, and whether it is mirrored."""
FEET = 0.07
"""Height of the hen's feet above its cell's lower edge [cells]."""
RIDER, DECK = 0.75, 0.12
"""The hen's size on what carries it, and how much higher it stands there [cells], so that a boat is seen."""
PIPS = "#351535"
"""Ink of a die."""
DOTS = 5
"""Dots of the trail in a cell."""
BESIDE_ALPHA = 150
"""Opacity of another agent beside this one [of 255]."""


@surfaces.keep
def _hen(facing: Action, cell: int, stretch: float, size: float, light: Light | None) -> pygame.Surface:
    name, flip = HEN[facing]
    image = pieces.sprite(name, cell, flip, light)
    if stretch == size == 1:
        return image
    width, height = size * image.get_width(), size * image.get_height()
    return pygame.transform.smoothscale(image, (round(width * (2 - stretch)), round(height * stretch)))


def boarded(board: Board, scene: Scene) -> Scene:
    """The moment with how far the agents are `aboard`: all the way on water, unless nothing floats there."""
    cells = (scene.agent_from, scene.agent_to)
    here, there = (float(board.afloat(cell)) for cell in cells)
    if scene.fate == "drowned":
        there = 0.0
    aboard = here + (there - here) * (scene.progress if scene.animate else 1.0)
    beside = scene.beside and boarded(board, scene.beside)
    return replace(scene, aboard=aboard, beside=beside)


def _size(scene: Scene) -> float:
    """How large the hen is, 1 on the ground."""
    return 1 - (1 - RIDER) * scene.aboard


def agent_place(scene: Scene) -> tuple[float, float]:
    """(row, column) of the agent's feet: between cells during a hop, or leaning towards a refused cell."""
    share = scene.progress if scene.animate else 1.0
    if scene.hit is not None and scene.fate == "hit":
        share = scene.progress * (1 - impact.thrown(scene.hit)) if scene.animate else 0.0
    here = _along(scene.ride_from or (scene.agent_from,), scene.share)
    there = _along(scene.ride_to or (scene.agent_to,), scene.share)
    row = here[0] + (there[0] - here[0]) * share
    col = here[1] + (there[1] - here[1]) * share
    if scene.refused is not None and scene.animate:
        lean = geometry.nudge(scene.refused_progress)
        d_row, d_col = MOVES[scene.refused]
        row, col = row + lean * d_row, col + lean * d_col
    return row - DECK * scene.aboard, col


def _along(ride: Sequence[Cell], share: float) -> tuple[float, float]:
    """The place on a ride of which that share is over."""
    at = share * (len(ride) - 1)
    here, there = ride[math.floor(at)], ride[math.ceil(at)]
    rest = at - math.floor(at)
    return here[0] + (there[0] - here[0]) * rest, here[1] + (there[1] - here[1]) * rest


def cheering(scene: Scene) -> bool:
    """Whether the agent is waving at the goal."""
    return scene.at_goal and scene.animate and scene.cheer < 1


def agent_image(geo: Geometry, scene: Scene, light: Light | None = None, *, whole: bool = False) -> Drawn:
    """The hen at its present place and pose; light affects it a third as strongly as everything else.

    One that is carried off is cut at the board's edge, unless it is to be `whole`.
    """
    gentle = light and light.gentle
    row, col = agent_place(scene)
    pose = geometry.hop_pose(scene.progress if scene.animate else 1.0)
    if scene.agent_from == scene.agent_to:  # it waits: no arc, only the squash
        pose = geometry.Pose(0, pose.stretch)
    image = _hen(scene.facing, geo.cell, pose.stretch, _size(scene), gentle)
    if cheering(scene):
        image = pieces.sprite(cheer.waving(scene.cheer), geo.cell, light=gentle)
        pose = geometry.Pose(cheer.lift(scene.cheer), 1)
    if scene.hit is not None and scene.fate == "hit":
        image = pieces.sprite("hen_hit", geo.cell, scene.facing is Action.LEFT, gentle)
        pose = geometry.Pose(impact.lift(scene.hit) if scene.animate else 0, 1)
    x, y = geo.corner(row - FEET - pose.lift, col)
    foot = y + geo.cell + _size(scene) * MARGIN * geo.cell / UNITS
    left = x + geo.cell / 2 - image.get_width() / 2
    hen = Drawn(_order(scene), image, round(left), round(foot - image.get_height()))
    if scene.fate == "carried_off" and not whole:
        return over_the_edge(geo, scene.ride_to, hen)
    return sinking(hen, overboard.sunk(_age(scene))) if scene.fate == "drowned" else hen


def _age(scene: Scene) -> float:
    """Time since the agent crashed as it is drawn [s]: where nothing moves, a moment that shows it best."""
    if scene.hit is None:
        return 0.0
    return scene.hit if scene.animate else overboard.STILL if scene.fate == "drowned" else impact.SETTLED


def sinking(hen: Drawn, share: float) -> Drawn:
    """The visible part of a hen with that share of it under water."""
    width, height = hen.image.get_size()
    under = round(share * height)
    return replace(hen, y=hen.y + under, area=pygame.Rect(0, 0, width, max(1, height - under)))


def over_the_edge(geo: Geometry, ride: Sequence[Cell], hen: Drawn) -> Drawn:
    """The visible part of a hen whose ride leaves the board: nothing beyond that edge."""
    return clipped(hen, _bounds(geo, ride)) or replace(hen, area=pygame.Rect(0, 0, 1, 1))


def _bounds(geo: Geometry, ride: Sequence[Cell]) -> pygame.Rect:
    """The part of the picture up to the edges over which a ride can leave the board."""
    sight = Sight(geo)
    along_row = len({row for row, _ in ride}) == 1
    return sight.along_row if along_row else sight.along_column


def beside_image(geo: Geometry, scene: Scene, light: Light | None = None) -> list[Drawn]:
    """The other agent, see-through, if there is one. It is drawn behind this one in the same row."""
    if scene.beside is None:
        return []
    hen = agent_image(geo, scene.beside, light)
    return [replace(hen, row=hen.row - 0.01, image=pieces.faded(hen.image, BESIDE_ALPHA))]


def pool_of_light(geo: Geometry, scene: Scene) -> Drawn:
    """The light around the agent in the dark, since the agent must be seen best."""
    row, col = agent_place(scene)
    x, y = geo.corner(row + 0.77, col + 0.5)
    return Drawn(ON_THE_GROUND, lamps.pool(geo.cell), round(x) - geo.cell, round(y) - geo.cell)


def rings(geo: Geometry, scene: Scene) -> list[Drawn]:
    """The ring round the agent's feet: teal, dashed pink for a random move; another agent's shadow alone.

    One that has crashed has none. Their row is just behind the agent's, for where something carries it.
    """
    found = []
    if scene.beside is not None:
        found.append(_around_feet(geo, scene.beside, _shade(round(_size(scene.beside) * geo.cell))))
    if scene.hit is None:
        ring = _ring(round(_size(scene) * geo.cell), RANDOM if scene.random else ACCENT, scene.random)
        found.append(_around_feet(geo, scene, ring))
    return found


def _around_feet(geo: Geometry, scene: Scene, image: pygame.Surface) -> Drawn:
    place = image.get_rect(center=_feet(geo, (0, 0), scene))
    return Drawn(_order(scene) - 0.02, image, place.x, place.y)


def _order(scene: Scene) -> float:
    """The agent's place in the order of standing things, back to front."""
    cells = (scene.agent_from, scene.agent_to, *scene.ride_from, *scene.ride_to)
    return max(row for row, _ in cells) + 0.6


def draw_below(surface: pygame.Surface, geo: Geometry, origin: tuple[int, int], scene: Scene) -> None:
    """What is on the ground around the agent: gold rays at the goal, the burst of a crash, rings on water."""
    c = geo.cell
    center = _feet(geo, origin, scene)
    if scene.at_goal:
        rays = _rays(c)
        surface.blit(rays, rays.get_rect(center=center))
    if cheering(scene):
        cheer.rings(surface, c, center, scene.cheer)
    if scene.hit is not None and scene.fate == "drowned":
        overboard.draw_rings(surface, c, center, _age(scene))
        return
    if scene.hit is not None and scene.fate == "carried_off":
        return
    if scene.hit is not None:
        impact.draw_burst(surface, c, (center[0], center[1] - round(0.3 * c)))


def _feet(geo: Geometry, origin: tuple[int, int], scene: Scene) -> tuple[int, int]:
    """The place of the agent's feet on the surface, without the height of a hop [px]."""
    x, y = geo.corner(*agent_place(scene))
    return round(origin[0] + x + geo.cell / 2), round(origin[1] + y + 0.77 * geo.cell)


def draw_above(surface: pygame.Surface, geo: Geometry, origin: tuple[int, int], scene: Scene) -> None:
    """Draws what nothing may hide: confetti, feathers, a random move's die, a refused one's cross."""
    if cheering(scene):
        cheer.confetti(surface, geo, origin, scene.agent_to, scene.cheer)
    row, col = agent_place(scene)
    x, y = geo.corner(row, col)
    x, y, c = x + origin[0], y + origin[1], geo.cell
    if scene.hit is not None:
        age = _age(scene)
        if scene.fate == "drowned":
            overboard.draw_splash(surface, geo, (x + 0.5 * c, y + 0.77 * c), age)
    if scene.hit is not None and scene.fate == "hit":
        impact.draw_feathers(surface, geo, (x + 0.5 * c, y + 0.45 * c), scene.agent_from, age)
    if scene.random:
        badge = _die(c)
        side = 0.1 if scene.facing is Action.RIGHT else 0.9  # not before its eyes
        surface.blit(badge, badge.get_rect(center=(round(x + side * c), round(y + 0.02 * c))))
    if scene.refused is not None:
        strength = round((1 - scene.refused_progress) * 8) if scene.animate else 8
        pulse = _pulse(c, max(1, strength))
        surface.blit(pulse, pulse.get_rect(center=(round(x + c / 2), round(y + c / 2))))
        d_row, d_col = MOVES[scene.refused]
        cross = _cross(c)
        surface.blit(
            cross,
            cross.get_rect(center=(round(x + (0.5 + 0.62 * d_col) * c), round(y + (0.5 + 0.62 * d_row) * c))),
        )


def draw_alone(surface: pygame.Surface, geo: Geometry, origin: tuple[int, int], scene: Scene) -> None:
    """Draws the agent once more, above all that the board has, with what nothing may hide.

    One that is carried off is seen whole, at the board's edge.
    """
    hen = agent_image(geo, scene, whole=True)
    if scene.fate == "carried_off":
        ink = hen.image.get_bounding_rect().move(hen.x, hen.y)
        inside = ink.clamp(_bounds(geo, scene.ride_to))
        hen = replace(hen, x=hen.x + inside.x - ink.x, y=hen.y + inside.y - ink.y)
    surface.blit(hen.image, (hen.x + origin[0], hen.y + origin[1]), hen.area)
    draw_above(surface, geo, origin, scene)


def draw_trail(
    surface: pygame.Surface, geo: Geometry, origin: tuple[int, int], scene: Scene, color: str | None
) -> None:
    """A dotted line along the agent's path; without a colour, one that is visible on any ground."""
    spots = dots(geo, scene.trail, color)
    surface.fblits([(image, (x + origin[0], y + origin[1])) for image, (x, y) in spots])


def dots(
    geo: Geometry, cells: Sequence[Cell], color: str | None = None
) -> list[tuple[pygame.Surface, tuple[int, int]]]:
    """The dots of a line from cell to cell, each with its corner in the picture."""
    radius = max(1.0, 0.045 * geo.cell)
    side = math.ceil(2 * radius) + 2
    dot = draw.svg(
        f'<circle cx="{side / 2}" cy="{side / 2}" r="{radius:.1f}" fill="{color or WHITE}" '
        f'fill-opacity=".85" stroke="#0b1220" stroke-opacity="{0.25 if color else 0.9}" stroke-width="1"/>',
        side,
        side,
    )
    spots = []
    for here, there in pairwise(cells):
        for k in range(DOTS if here != there else 0):
            row = here[0] + (there[0] - here[0]) * k / DOTS
            col = here[1] + (there[1] - here[1]) * k / DOTS
            x, y = geo.corner(row + 0.62, col + 0.5)
            spots.append((dot, (round(x - side / 2), round(y - side / 2))))
    return spots


def _shadow(width: int, height: int, cell: int) -> str:
    """SVG of the shadow that stays on the ground during a hop, in the middle of a canvas."""
    return (
        f'<ellipse cx="{width / 2}" cy="{height / 2}" rx="{0.24 * cell:.1f}" ry="{0.09 * cell:.1f}" '
        'fill="#101820" fill-opacity=".25"/>'
    )


def _shade(cell: int) -> pygame.Surface:
    """The shadow alone."""
    width, height = round(0.6 * cell), round(0.3 * cell)
    return draw.svg(_shadow(width, height, cell), width, height)


def _ring(cell: int, color: str, dashed: bool) -> pygame.Surface:
    w, h, scale = round(1.2 * cell), round(0.6 * cell), cell / 54
    dash = f' stroke-dasharray="{5 * scale:.1f} {4 * scale:.1f}"' if dashed else ""
    ellipse = f'<ellipse cx="{w / 2}" cy="{h / 2}" rx="{0.5 * cell:.1f}" ry="{0.22 * cell:.1f}"'
    return draw.svg(
        f'{ellipse} fill="{color}" fill-opacity=".28"/>'
        f'{_shadow(w, h, cell)}{ellipse} fill="none" stroke="{color}" '
        f'stroke-width="{2.6 * scale:.1f}"{dash}/>',
        w,
        h,
    )


def _rays(cell: int) -> pygame.Surface:
    w, h = 2 * cell, round(1.3 * cell)
    lines = ""
    for k in range(12):
        turn = math.tau * k / 12
        x0, y0 = w / 2 + 0.58 * cell * math.cos(turn), h / 2 + 0.3 * cell * math.sin(turn)
        x1, y1 = w / 2 + 0.82 * cell * math.cos(turn), h / 2 + 0.46 * cell * math.sin(turn)
        lines += f"M{x0:.1f} {y0:.1f} L{x1:.1f} {y1:.1f} "
    return draw.svg(
        f'<path d="{lines}" stroke="#ffd766" stroke-width="{0.07 * cell:.1f}" stroke-linecap="round" '
        'fill="none"/>',
        w,
        h,
    )


def _die(cell: int) -> pygame.Surface:
    """A die standing on its corner, pink with dark pips."""
    side = max(12, round(0.46 * cell))
    u = side / 20
    pips = "".join(
        f'<circle cx="{x * u:.1f}" cy="{y * u:.1f}" r="{1.5 * u:.1f}" fill="{PIPS}"/>'
        for x, y in ((10, 5.6), (5.6, 10), (10, 10), (14.4, 10), (10, 14.4))
    )
    return draw.svg(
        f'<path d="M{10 * u:.1f} {u:.1f} L{19 * u:.1f} {10 * u:.1f} L{10 * u:.1f} {19 * u:.1f} '
        f'L{u:.1f} {10 * u:.1f} Z" fill="{RANDOM}" stroke="{PIPS}" stroke-width="{1.4 * u:.1f}" '
        f'stroke-linejoin="round"/>{pips}',
        side,
        side,
    )


def _pulse(cell: int, strength: int) -> pygame.Surface:
    """A red ring that grows and fades as `strength` falls from 8 to 1."""
    side, radius = round(1.7 * cell), (0.5 + 0.035 * (8 - strength)) * cell
    return draw.svg(
        f'<circle cx="{side / 2}" cy="{side / 2}" r="{radius:.1f}" fill="{UNSAFE}" '
        f'fill-opacity="{0.025 * strength:.3f}" stroke="{UNSAFE}" stroke-opacity="{0.12 * strength:.2f}" '
        f'stroke-width="{0.08 * cell:.1f}"/>',
        side,
        side,
    )


def _cross(cell: int) -> pygame.Surface:
    side = max(12, round(0.36 * cell))
    a, z = 0.32 * side, 0.68 * side
    return draw.svg(
        f'<circle cx="{side / 2}" cy="{side / 2}" r="{side / 2 - 1}" fill="{UNSAFE}" stroke="#ffffff" '
        f'stroke-width="1.6"/><path d="M{a} {a} L{z} {z} M{z} {a} L{a} {z}" stroke="#ffffff" '
        f'stroke-width="{0.11 * side:.1f}" stroke-linecap="round"/>',
        side,
        side,
    )
