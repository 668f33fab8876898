"""The boards of the paper's section 4, the converged policies, and film strips: drawn as in the window."""

from collections.abc import Sequence
from math import ceil

import pygame

from game.board.overlay_data import Overlay, OverlayData
from game.board.overlays import OVERLAYS
from game.board.view import BoardView, cell_px_for
from game.export.figures.page import page, pages
from game.export.figures.runs import Learned, builtin, learn
from game.presenters.playback import delays_of
from game.presenters.scene import Scene
from game.presenters.watching import value_range
from game.screens.menu.groups import GROUPS, Group
from levels.model.board import Action
from levels.model.level import Level
from levels.text.reader import builtin_levels, read_level

BOARDS = {
    "grid_9": "(a) n × n grid world, here n = 9",
    "maze_15": "(b) maze world",
    "patrol_15x9": "(c) 15 × 9 grid world, a moving obstacle",
    "crossy_road": "(d) Crossy Road",
}
"""The four worlds of the paper, in its order, and their captions."""
BOARD_SIZE = (980, 900)
"""Room for one of the four boards [px]."""
GALLERY_SIZE = (420, 320)
"""Room for a level in the gallery [px]."""
POLICY_SIZE = (1400, 1400)
FRAME_SIZE = (660, 660)
"""Room for the board in one frame of a film strip [px]."""
FRAMES = 12
"""A strip has at most this many frames."""


def boards() -> pygame.Surface:
    """The four worlds side by side, at tick 0."""
    levels = [(builtin(name), caption) for name, caption in BOARDS.items()]
    return page(
        [(picture(level, at_start(level), BOARD_SIZE), caption) for level, caption in levels], columns=2
    )


def gallery() -> pygame.Surface:
    """Every built-in level at tick 0, under the menu's headings."""
    return pages([(group.heading, _miniatures(group)) for group in GROUPS], columns=4)


def _miniatures(group: Group) -> list[tuple[pygame.Surface, str]]:
    levels = [read_level(builtin_levels()[name]) for name in group.levels]
    return [(picture(level, at_start(level), GALLERY_SIZE), level.name) for level in levels]


def policy(name: str, seed: int) -> pygame.Surface:
    """The policy of a level without traffic, right in every state, under the window's own policy overlay."""
    learned = learn(name, seed, start_cells="all")
    level, snapshot, state = learned.level, learned.snapshot, learned.mdp.starts[0]
    overlay_data = OverlayData(
        level, learned.mdp, learned.safe, snapshot.q, snapshot.labels, state, 0, value_range(snapshot.q)
    )
    arrived = at_tick(learned, len(learned.rollout.actions))
    caption = f"{level.name}: converged policy, episode {snapshot.episodes:,}"
    return page([(picture(level, arrived, POLICY_SIZE, [OVERLAYS["policy"]], overlay_data), caption)], 1)


def strip(name: str, seed: int) -> pygame.Surface:
    """The converged rollout of a level: every k-th tick and the last, with the number of each tick."""
    learned = learn(name, seed)
    ticks = shown_ticks(len(learned.rollout.actions))
    frames = [picture(learned.level, at_tick(learned, tick), FRAME_SIZE) for tick in ticks]
    return page([(frame, f"tick {tick}") for frame, tick in zip(frames, ticks, strict=True)], columns=3)


def shown_ticks(last: int) -> list[int]:
    """Every k-th tick from 0 on, and the last one: at most FRAMES, with the smallest k for that."""
    return [*range(0, last, max(1, ceil(last / (FRAMES - 1)))), last]


def at_start(level: Level) -> Scene:
    """The moment before the first move."""
    start = level.board.starts[0]
    return Scene(0, start, start)


def at_tick(learned: Learned, tick: int) -> Scene:
    """The moment of the converged rollout after this many moves, with the path so far as a trail.

    On a level whose traffic can be late it is as late as the run's seed has it, as in the film of that seed.
    """
    mdp, rollout = learned.mdp, learned.rollout
    delays = delays_of(learned.level, learned.seed, mdp.phase(rollout.states[0]))
    trail = tuple(mdp.cell(state) for state in rollout.states[: tick + 1])
    facing = mdp.actions[rollout.actions[max(tick, 1) - 1]]
    return Scene(
        tick,
        trail[-1],
        trail[-1],
        facing=Action(facing),
        trail=trail,
        at_goal=tick == len(rollout.actions),
        late=delays.at(tick) if delays else (),
        later=delays.at(tick) if delays else (),
    )


def picture(
    level: Level,
    scene: Scene,
    size: tuple[int, int],
    overlays: Sequence[Overlay] = (),
    overlay_data: OverlayData | None = None,
) -> pygame.Surface:
    """The largest board that fits into `size` [px], on nothing, with half a cell of room on either side."""
    view = BoardView(level, cell_px_for(level, *size))
    (width, height), room = view.size, view.cell // 2  # the rays of an arrival reach over the edge
    surface = pygame.Surface((width + 2 * room, height), pygame.SRCALPHA)
    view.draw(surface, (room, 0), scene, overlays, overlay_data)
    top = surface.get_bounding_rect().top
    return surface.subsurface((0, top, surface.get_width(), height - top))
