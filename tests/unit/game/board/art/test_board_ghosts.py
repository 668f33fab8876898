"""Ghosts: where a way into a dead end leads, with its ticks, and what closes it."""

import numpy as np
import pygame
import pytest

from game.board.art.ghosts import MOST, ghosts, way_into
from game.board.view import BoardView, Scene
from game.presenters.scene import Trace
from levels.model.mdp import compile_mdp
from levels.proof.reasons import doomed_trace
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level

pytestmark = pytest.mark.usefixtures("window")


@pytest.fixture(scope="module")
def trap():
    """A level with a dead end, its tables, and the states of a doomed way."""
    level = read_level(builtin_levels()["dead_end"])
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    doomed = safe.one_step & ~safe.allowed & safe.reachable[:, None]
    ways = [doomed_trace(mdp, safe, int(mdp.next_state[pair[0], pair[1]])) for pair in np.argwhere(doomed)]
    return level, mdp, safe, max(ways, key=len)


def picture(view, scene):
    surface = pygame.Surface(view.size, pygame.SRCALPHA)
    view.draw(surface, (0, 0), scene)
    return pygame.surfarray.array3d(surface).swapaxes(0, 1).astype(int)


def test_a_way_names_its_ticks_its_phase_and_what_closes_it(trap):
    level, mdp, safe, states = trap
    trace = way_into(level, mdp, safe, states, 40)
    assert [cell for _tick, cell in trace.steps] == [mdp.cell(state) for state in states]
    assert trace.steps[-1][0] == 40
    assert trace.steps[0][0] == 41 - len(states)
    assert trace.phase == mdp.phase(states[-1])
    assert trace.obstacles == (0,)  # the train


def test_every_cell_of_the_way_shows_and_the_agent_s_own_has_no_ghost(trap):
    level, mdp, safe, states = trap
    view, trace = BoardView(level, 40), way_into(level, mdp, safe, states, len(states))
    end = trace.steps[-1][1]
    away = level.board.starts[0]
    bare, shown = (picture(view, Scene(8, away, away, trace=way)) for way in (None, trace))
    differs = (bare != shown).any(axis=2)
    for _tick, cell in trace.steps:
        box = view.cell_rect(cell)
        assert differs[box.top : box.bottom, box.left : box.right].any()
    found = ghosts(level, view.geometry, trace)
    assert {cell for cell, _hen in found.hens} == {cell for _tick, cell in trace.steps}
    assert len(found.standing(Scene(8, end, end))) == len(found.hens) - 1


def test_what_closes_it_is_outlined_and_what_is_far_off_is_not(make_level):
    cars = [
        {"kind": "lane", "look": "car", "row": row, "direction": "right", "at": at, "loop": 12}
        for row, at in ((1, [0, 6]), (3, [2]))
    ]
    level = make_level(["S........", "=========", ".........", "=========", "........G"], obstacles=cars)
    view = BoardView(level, 40)
    near = ghosts(level, view.geometry, Trace(((1, (1, 1)),), 0, (0,)))
    both = ghosts(level, view.geometry, Trace(((1, (1, 1)),), 0, (0, 1)))
    none = ghosts(level, view.geometry, Trace(((1, (1, 1)),), 0))
    assert len(near.flat) == len(both.flat)  # the other road is not near
    assert len(near.flat) == len(none.flat) + 2  # one of two cars: where it is, and where it goes
    assert len(near.marks) == len(none.marks) + 2


def test_a_long_way_is_shown_by_its_end(make_level):
    level = make_level(["S.........", ".........G"])
    view = BoardView(level, 40)
    steps = tuple((tick, (1, tick)) for tick in range(9))
    assert [cell for cell, _hen in ghosts(level, view.geometry, Trace(steps, 0)).hens] == [
        (1, tick) for tick in range(9 - MOST, 9)
    ]


def test_a_trace_is_drawn_once_and_then_only_blitted(trap, monkeypatch):
    level, mdp, safe, states = trap
    view, trace = BoardView(level, 40), way_into(level, mdp, safe, states, len(states))
    scene = Scene(8, (4, 0), (4, 0), trace=trace)
    first = picture(view, scene)

    def refuse(*_):
        raise AssertionError("drew an image in a frame")

    monkeypatch.setattr(pygame.image, "load_sized_svg", refuse)
    assert (picture(view, scene) == first).all()
    assert (picture(view, Scene(8, (4, 0), (4, 0))) != first).any()
