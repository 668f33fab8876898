"""Golden pictures of the board: built-in levels, overlays, and the marks of the agent, at one size."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.board.art.ghosts import into_water, way_into
from game.board.art.scenery_theme import DAYS, light_of
from game.board.overlays import OVERLAYS, OverlayData, together
from game.board.view import BoardView, Scene, cell_px_for
from game.presenters.watching import value_range
from game.ui.theme import BACKGROUND, PALETTES
from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.reasons import doomed_trace, explain
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level
from tests.golden.comparing import compare

SIZE = (560, 480)


def picture(level, scene, overlays=(), data=None):
    """The level's picture on the window's background."""
    surface = pygame.Surface(SIZE)
    surface.fill(BACKGROUND)
    view = BoardView(level, cell_px_for(level, *SIZE))
    view.draw(surface, (0, 0), scene, overlays, data)
    return surface


def made_up_overlay_data(level, cell, phase):
    """Tables made by hand: values are minus the distance to the goal without walls; every ninth untried."""
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, level.safety)
    goal = np.array(level.board.goals[0])
    distance = np.abs(mdp.cells - goal).sum(axis=1)
    ahead = np.append(np.tile(distance, mdp.period), 0)[mdp.next_state]
    q = np.where(safe.allowed, -1.0 - ahead, np.nan)
    q[::9] *= 0
    q[~safe.reachable] *= 0
    labels = np.where(safe.allowed.any(axis=1), np.argmax(np.nan_to_num(q, nan=-np.inf), axis=1), -1)
    state = mdp.state(cell, phase)
    return OverlayData(
        *(level, mdp, safe, q, labels.astype(np.int8), state, phase, value_range(q)),
        optimal=solve(mdp, safe, 1.0),
        visits=(np.abs(np.nan_to_num(q)).max(axis=1) > 0).astype(np.int64),
    )


@pytest.mark.parametrize("name", builtin_levels())
def test_level(name):
    level = read_level(builtin_levels()[name])
    start = level.board.starts[0]
    compare(picture(level, Scene(2.25, start, start, facing=Action.RIGHT)), f"level_{name}")


def beside_a_road(level):
    """A cell beside a road, away from the board's edges."""
    return next(
        (row, col)
        for row in reversed(range(1, level.board.n_rows - 1))
        for col in range(1, level.board.n_cols - 1)
        if level.board.ground[row - 1][col] == "road" != level.board.ground[row][col]
        and level.board.passable((row, col))
    )


@pytest.mark.parametrize("overlay", [*OVERLAYS, "all"])
def test_overlay(overlay):
    level = read_level(builtin_levels()["crossy_road"])
    cell = beside_a_road(level)
    names = together(frozenset(OVERLAYS)) if overlay == "all" else {overlay}
    shown = [OVERLAYS[name] for name in OVERLAYS if name in names]
    scene = Scene(3, cell, cell, facing=Action.UP)
    compare(picture(level, scene, shown, made_up_overlay_data(level, cell, 3)), f"overlay_{overlay}")


@pytest.mark.parametrize("palette", [name for name in PALETTES if name != "viridis"])
def test_palette(palette):
    level = read_level(builtin_levels()["crossy_road"])
    cell = beside_a_road(level)
    data = replace(made_up_overlay_data(level, cell, 3), palette=palette)
    scene = Scene(3, cell, cell, facing=Action.UP)
    compare(picture(level, scene, [OVERLAYS["values"]], data), f"palette_{palette}")


def test_hedges_keep_their_colours_around_values():
    level = read_level(builtin_levels()["maze_15"])
    start = level.board.starts[0]
    data = made_up_overlay_data(level, start, 0)
    compare(picture(level, Scene(0, start, start), [OVERLAYS["values"]], data), "overlay_values_maze")


def a_trap():
    """The level with a trap, tables for it, and a state with a doomed action and that action's column."""
    level = read_level(builtin_levels()["dead_end"])
    data = made_up_overlay_data(level, level.board.starts[0], 0)
    safe = data.safe
    doomed = safe.one_step & ~safe.allowed & safe.reachable[:, None]
    state, column = (int(number) for number in np.argwhere(doomed)[0])
    return level, data, state, column


def test_doomed_moves():
    level, data, state, _column = a_trap()
    cell, phase = data.mdp.cell(state), data.mdp.phase(state)
    moment = Scene(phase, cell, cell, facing=Action.LEFT)
    compare(
        picture(level, moment, [OVERLAYS["safety"]], made_up_overlay_data(level, cell, phase)),
        "overlay_doomed",
    )


@pytest.mark.parametrize("name", ["ghosts_ahead", "ghosts_dead_end"])
def test_ghosts(name):
    level, data, state, column = a_trap()
    mdp, safe = data.mdp, data.safe
    states = doomed_trace(mdp, safe, int(mdp.next_state[state, column]))
    ahead = name == "ghosts_ahead"
    trace = way_into(level, mdp, safe, states, len(states) if ahead else 23)
    cell = mdp.cell(state if ahead else states[-1])
    phase = mdp.phase(state) if ahead else trace.phase
    compare(picture(level, Scene(phase, cell, cell, facing=Action.LEFT, trace=trace)), name)


@pytest.mark.parametrize(
    ("name", "time", "animate"), [("up", 8, True), ("coming", 9.4, True), ("still", 10, False)]
)
def test_signals(name, time, animate):
    level = read_level(builtin_levels()["dead_end"])
    start = level.board.starts[0]
    compare(picture(level, Scene(time, start, start, animate=animate)), f"signals_{name}")


@pytest.mark.parametrize("day", DAYS)
def test_day(make_level, day):
    lane = {"kind": "lane", "look": "car", "row": 2, "direction": "right", "at": [1]}
    rows = ["S.T..", ".#.H.", "=====", ",,,,,", "~~..G"]
    names = (str(number) for number in range(100))
    levels = (make_level(rows, obstacles=[lane], name=name) for name in names)
    level = next(level for level in levels if light_of(level) is DAYS[day])
    compare(picture(level, Scene(0.5, (0, 0), (0, 0))), f"day_{day}")


@pytest.mark.parametrize(
    ("name", "marks"),
    [
        ("hop", {"progress": 0.5, "trail": ((2, 0), (1, 0), (1, 1))}),
        ("random", {"random": True}),
        ("refused", {"refused": Action.UP, "refused_progress": 0.1}),
        ("arrived", {"at_goal": True, "facing": Action.DOWN}),
        ("cheering", {"at_goal": True, "facing": Action.DOWN, "cheer": 0.4}),
    ],
)
def test_marks_of_the_agent(make_level, name, marks):
    level = make_level(["...T", ".S..", ".R..", "...G"])
    compare(picture(level, Scene(0, (1, 1), (1, 2), **{"facing": Action.RIGHT, **marks})), f"agent_{name}")


def test_column_lanes(make_level):
    lanes = [
        {
            "kind": "lane",
            "look": look,
            "column": column,
            "direction": way,
            "length": length,
            "loop": 9,
            "at": [4],
        }
        for look, column, way, length in (
            ("car", 1, "up", 1),
            ("truck", 3, "down", 2),
            ("train", 5, "up", 4),
            ("bus", 7, "down", 2),
        )
    ]
    level = make_level(["S=.=.-.=G"] + [".=.=.-.=."] * 4 + [",,,,~~,,,"], obstacles=lanes)
    compare(picture(level, Scene(0.5, (0, 0), (0, 0))), "column_lanes")


def test_river(make_level):
    """On the raft, the turtles ahead; the water flows with what floats on it."""
    carriers = [
        {"kind": "lane", "row": row, "direction": way, "length": n, "loop": 12, "at": at, "look": look}
        | {"carries": True}
        for row, way, n, at, look in (
            (1, "right", 3, [3, 9], "log"),
            (2, "left", 3, [2, 7], "raft"),
            (3, "right", 1, [1, 2, 6, 7], "turtle"),
        )
    ]
    level = make_level(["....G....", *["~" * 9] * 3, "..T.S..B."], obstacles=carriers)
    rides = {"ride_from": ((2, 3), (2, 2)), "ride_to": ((2, 3), (2, 2))}
    compare(picture(level, Scene(0.5, (2, 3), (2, 3), facing=Action.UP, **rides)), "river")


@pytest.mark.parametrize("name", ["river_trap", "river_refused"])
def test_ghosts_on_a_river(make_level, name):
    """Riding along a log that leaves the board; a hen half under water, where a refused move leads."""
    log = {"kind": "lane", "look": "log", "row": 1, "direction": "right", "length": 2, "loop": 12, "at": [3]}
    level = make_level(
        ["..Gwww", "~~~~~~", "..Swww"],
        obstacles=[log | {"carries": True}],
        legend={"w": {"look": "bush", "blocks": True}},
        actions=["right", "up", "left", "down", "wait"],
    )
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    if name == "river_trap":
        cell, action = (1, 2), Action.RIGHT
        states = doomed_trace(mdp, safe, int(mdp.next_state[mdp.state(cell, 0), mdp.actions.index(action)]))
        trace = way_into(level, mdp, safe, states, len(states))
    else:
        cell, action = (2, 1), Action.UP
        trace = into_water(level, explain(level, mdp, safe, mdp.state(cell, 0), action), 0)
    compare(picture(level, Scene(0, cell, cell, facing=action, trace=trace)), f"ghosts_{name}")


def test_late_road(make_level):
    """Late vehicles where they really are, with a clock, and the outline of their timetable."""
    lanes = [
        {"kind": "lane", "row": 1, "direction": "right", "length": 4, "loop": 24, "look": "train"}
        | {"at": [6], "late": 3},
        {"kind": "lane", "row": 3, "direction": "left", "loop": 12, "look": "car", "at": [2, 8], "late": 2},
    ]
    level = make_level(["....G....", "-" * 9, "," * 9, "=" * 9, "....S..T."], obstacles=lanes)
    scene = Scene(1.5, (4, 4), (3, 4), 0.5, facing=Action.UP, late=(2, 1), later=(3, 1))
    compare(picture(level, scene), "late_road")
