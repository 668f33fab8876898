"""What the board shows while a lesson asks: the moment, an answer acted out, and the moment again."""

from dataclasses import replace

import pytest

from game.presenters.acting import HOLD, PULSE, SLOWEST, Act, Acting
from game.presenters.scene import Trace
from levels.model.board import Action

GHOSTS = Trace(((0, (2, 2)), (1, (2, 3)), (2, (1, 3))), 9)
WALK = Act(Action.RIGHT, ((7, (2, 2)), (8, (2, 3)), (9, (1, 3))), GHOSTS)


def test_the_moment_asked_about_stands_still():
    acting = Acting((2, 2), 7)
    acting.advance(5.0)
    scene = acting.scene(still=False)
    assert (scene.time, scene.agent_from, scene.agent_to, scene.trace) == (7, (2, 2), (2, 2), None)
    assert (acting.playing, acting.path) == (False, [])


def test_an_answer_is_walked_move_by_move_and_leaves_its_ghosts():
    acting = Acting((2, 2), 7)
    acting.play(WALK)
    acting.advance(1.5 * SLOWEST)
    scene = acting.scene(still=False)
    assert (scene.time, scene.agent_from, scene.agent_to) == (8.5, (2, 3), (1, 3))
    assert (scene.facing, scene.trace) == (Action.UP, None)
    assert scene.progress == pytest.approx(0.5)
    assert acting.path == [(2, 2), (2, 3), (1, 3)]
    acting.advance(0.5 * SLOWEST)
    scene = acting.scene(still=False)
    assert (scene.time, scene.agent_to, scene.facing, scene.trace) == (9, (1, 3), Action.UP, GHOSTS)
    acting.advance(HOLD)
    scene = acting.scene(still=False)
    assert (scene.time, scene.agent_to, scene.trace) == (7, (2, 2), GHOSTS)
    assert not acting.playing


def test_what_an_answer_meets_is_late_while_it_is_acted_out():
    acting = Acting((2, 2), 7)
    assert acting.scene(still=False).late == ()
    acting.play(replace(WALK, delays=(0, 2)))
    scene = acting.scene(still=False)
    assert (scene.late, scene.later) == ((0, 2), (0, 2))


def test_without_motion_only_whole_moves_are_shown():
    acting = Acting((2, 2), 7)
    acting.play(WALK)
    acting.advance(1.5 * SLOWEST)
    scene = acting.scene(still=True)
    assert (scene.time, scene.agent_from, scene.agent_to, scene.animate) == (8, (2, 3), (2, 3), False)


def test_a_move_that_leads_nowhere_is_refused_on_the_spot():
    acting = Acting((2, 2), 7)
    acting.play(Act(Action.LEFT, ((7, (2, 2)),)))
    acting.advance(PULSE / 2)
    scene = acting.scene(still=False)
    assert (scene.refused, scene.refused_progress, scene.agent_to) == (Action.LEFT, 0.5, (2, 2))


def test_a_number_has_nothing_to_act_out():
    acting = Acting((2, 2), 7)
    acting.play(Act(None, ()))
    assert not acting.playing


def acted(act, moves):
    acting = Acting(act.trace[0][1], act.trace[0][0])
    acting.play(act)
    acting.advance(moves * SLOWEST)
    return acting


def test_an_answer_rides_and_looks_where_it_walked(river):
    walk = Act(Action.UP, ((0, (2, 0)), (1, (1, 1)), (2, (1, 1)), (3, (2, 1))), level=river.level)
    scene = acted(walk, 0.5).scene(still=False)
    assert (scene.agent_from, scene.agent_to, scene.facing) == ((2, 0), (1, 0), Action.UP)
    assert (scene.ride_from, scene.ride_to) == (((2, 0),), ((1, 0), (1, 1)))
    scene = acted(walk, 1.5).scene(still=False)
    assert (scene.agent_to, scene.facing, scene.ride_to) == ((1, 0), Action.LEFT, ((1, 0), (1, 1)))
    scene = acted(walk, 3.0).scene(still=False)
    assert (scene.agent_from, scene.agent_to, scene.facing) == ((2, 1), (2, 1), Action.DOWN)
    scene = acted(walk, 1.5).scene(still=True)
    assert (scene.agent_to, scene.ride_to, scene.animate) == ((1, 1), (), False)


@pytest.mark.parametrize("still", [False, True])
def test_an_answer_that_ends_in_water_sinks_one_tick_after_its_path(river, still):
    ghosts = Trace((), 3, fate="drowned", ride=((1, 0),))
    acting = acted(Act(Action.UP, ((3, (2, 0)),), ghosts, river.level), 0.5)
    scene = acting.scene(still=still)
    assert (scene.agent_from, scene.agent_to, scene.fate) == ((2, 0), (1, 0), "drowned")
    assert (scene.time, scene.hit is None) == ((4, False) if still else (3.5, True))
    assert acting.path == [(2, 0), (1, 0)]
    acting.advance(0.5 * SLOWEST + 0.4)
    scene = acting.scene(still=still)
    assert (scene.time, scene.trace) == (4, None)
    assert scene.hit == pytest.approx(0.4)
    acting.advance(HOLD)
    assert (acting.playing, acting.scene(still=still).trace) == (False, ghosts)


@pytest.mark.parametrize("still", [False, True])
def test_an_answer_that_is_carried_off_stops_over_the_edge(river, still):
    ghosts = Trace(((0, (1, 4)),), 3, fate="carried_off", ride=((1, 4), (1, 5)))
    scene = acted(Act(Action.WAIT, ((3, (1, 4)),), ghosts, river.level), 1.0).scene(still=still)
    assert (scene.time, scene.animate) == (pytest.approx(3.62), True)
    assert scene.ride_from == scene.ride_to == ((1, 4), (1, 5))
