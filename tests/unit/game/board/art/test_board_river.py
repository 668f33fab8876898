"""A river's picture: the ring on what carries the agent, the order of what floats, ghosts that ride."""

from dataclasses import replace

import pygame
import pytest

from game.board.art import agent, flow
from game.board.art.ghosts import ghosts, into_water, way_into
from game.board.art.scenery_theme import SCENERY_THEMES, scenery_theme_of
from game.board.traffic import SEE_THROUGH, traffic
from game.board.view import BoardView
from game.presenters.scene import Scene, Trace
from game.ui.theme import ACCENT
from levels.model.board import Action
from levels.model.mdp import compile_mdp
from levels.proof.reasons import doomed_trace, explain
from levels.proof.safety import safe_actions

pytestmark = pytest.mark.usefixtures("window")
ROWS = ["..G..", "~~~~~", "S...."]
RAFT = {"kind": "lane", "look": "raft", "row": 1, "direction": "right", "length": 2, "loop": 10, "at": [1]}
LOG = {**RAFT, "look": "log", "carries": True}
FERRY = {"kind": "patrol", "look": "ferry", "path": [[1, 1], [1, 3]], "closed": False, "at": [0]}


def river(make_level, rows=ROWS, **log):
    actions = ["right", "up", "left", "down", "wait"]
    return make_level(rows, obstacles=[{**LOG, **log}], actions=actions)


def picture(view, scene):
    surface = pygame.Surface(view.size)
    view.draw(surface, (0, 0), scene)
    return surface


@pytest.mark.parametrize("beside", [False, True])
def test_the_ring_is_above_what_carries_the_agent(make_level, beside):
    view = BoardView(river(make_level, look="raft"), 60)
    ride = ((1, 1), (1, 2))
    moment = Scene(0.5, (1, 1), (1, 1), facing=Action.UP, ride_from=ride, ride_to=ride)
    scene = Scene(0.5, (2, 4), (2, 4), beside=moment) if beside else moment
    x, y = view.geometry.corner(1.77 - agent.DECK, 2)  # the middle of the feet, half a tick on
    drawn = picture(view, scene)
    if beside:  # its shadow alone
        bare = picture(view, Scene(0.5, (2, 4), (2, 4)))
        place = round(x) + 2, round(y) + 4
        assert sum(drawn.get_at(place)[:3]) < sum(bare.get_at(place)[:3])
        return
    color = drawn.get_at((round(x), round(y + 0.22 * agent.RIDER * 60)))
    assert sum(abs(a - b) for a, b in zip(color[:3], pygame.Color(ACCENT)[:3], strict=True)) < 60


def test_on_the_ground_the_ring_stays_below_all_that_stands(make_level):
    car = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [2]}
    view = BoardView(make_level(["..G..", "=====", "S...."], obstacles=[car]), 60)
    with_ring, without = (
        picture(view, Scene(0, (1, 2), (1, 2), hit=None if ring else 0.0, fate="drowned"))
        for ring in (True, False)
    )
    car_box = view.cell_rect((1, 2)).inflate(-40, -40)
    assert all(
        with_ring.get_at((x, car_box.bottom - 2)) == without.get_at((x, car_box.bottom - 2))
        for x in range(car_box.left, car_box.right)
    )


@pytest.mark.parametrize("row", [1, 2, 3])
def test_the_hen_is_in_front_of_every_part_of_a_raft_in_a_column(make_level, row):
    raft = {"kind": "lane", "look": "raft", "column": 1, "direction": "down", "length": 3, "at": [3]}
    level = make_level(["G..", *[".~."] * 4, "S.."], obstacles=[{**raft, "loop": 12, "carries": True}])
    view = BoardView(level, 40)
    (drawn,) = traffic(level, view.geometry, Scene(0, (0, 0), (0, 0)))
    ride = ((row, 1), (row + 1, 1))
    hen = agent.agent_image(view.geometry, Scene(0, (row, 1), (row, 1), ride_from=ride, ride_to=ride))
    assert drawn.row < hen.row


def test_the_hen_stays_in_front_of_a_ferry_that_takes_it_downwards(make_level):
    ferry = {**FERRY, "path": [[1, 1], [3, 1]], "carries": True}
    level = make_level(["G..", *[".~."] * 3, "S.."], obstacles=[ferry])
    view, ride = BoardView(level, 40), ((1, 1), (2, 1))
    scene = Scene(0.9, (1, 1), (1, 1), ride_from=ride, ride_to=ride)
    (boat,) = traffic(level, view.geometry, scene)  # and no ghosts of it ahead
    assert boat.row < agent.agent_image(view.geometry, scene).row


@pytest.mark.parametrize("cell", [34, 60])
def test_half_of_a_ferry_is_seen_under_its_rider(make_level, cell):
    level = make_level(
        ["G..", *[".~."] * 3, "S.."], obstacles=[{**FERRY, "path": [[1, 1], [3, 1]], "carries": True}]
    )
    view = BoardView(level, cell)
    (boat, *_), place = traffic(level, view.geometry, Scene(0, (0, 0), (0, 0))), (1, 1)
    empty, ridden = (picture(view, Scene(0, at, at)) for at in ((0, 0), place))
    hull = pygame.mask.from_surface(boat.image)
    seen = [
        empty.get_at((x + boat.x, y + boat.y)) == ridden.get_at((x + boat.x, y + boat.y))
        for x in range(boat.image.get_width())
        for y in range(boat.image.get_height())
        if hull.get_at((x, y))
    ]
    assert sum(seen) > 0.5 * len(seen)


def test_the_hen_is_as_large_as_ever_once_it_is_ashore(make_level):
    board, geo = river(make_level).board, BoardView(river(make_level), 40).geometry
    hop = Scene(0.5, (1, 2), (2, 2), ride_from=((1, 2), (1, 3)), ride_to=((2, 2),))
    heights = [
        agent.agent_image(geo, agent.boarded(board, replace(hop, progress=share))).image.get_height()
        for share in (0.0, 1.0)
    ]
    ashore = agent.agent_image(geo, Scene(0, (2, 2), (2, 2))).image.get_height()
    assert heights == [round(agent.RIDER * ashore), ashore]


@pytest.mark.parametrize("carries", [True, False])
def test_what_carries_the_agent_hides_no_overlay(make_level, carries):
    level = (
        river(make_level)
        if carries
        else make_level(["G..", "===", "S.."], obstacles=[{**RAFT, "look": "car"}])
    )
    view, scene = BoardView(level, 40), Scene(0, (2, 0), (2, 0))
    bare, overlaid = (traffic(level, view.geometry, scene, overlaid=shown) for shown in (False, True))
    assert [one.image.get_alpha() for one in bare] == [255]
    assert [one.image.get_alpha() for one in overlaid] == [SEE_THROUGH if carries else 255]


def test_a_ferry_is_no_robot_and_its_lake_no_laboratory(make_level):
    rows = ["G....", "~~~~~", "....S"]
    lake = make_level(rows, obstacles=[{**FERRY, "carries": True}])
    robot = make_level(["G....", ".....", "....S"], obstacles=[{**FERRY, "look": "robot"}])
    assert scenery_theme_of(lake) is SCENERY_THEMES["meadow"]
    assert scenery_theme_of(robot) is SCENERY_THEMES["lab"]


def test_water_stands_still_where_nothing_moves(make_level, monkeypatch):
    times = []
    monkeypatch.setattr(flow, "draw_flow", lambda *args, **_: times.append(args[4]))
    view = BoardView(river(make_level), 40)
    for animate in (True, False):
        picture(view, Scene(7.5, (2, 0), (2, 0), animate=animate))
    assert times == [7.5, 0.0]


def test_a_trap_on_a_log_rides_with_it_and_ends_over_the_edge(make_level):
    level = make_level(
        ["G.www", "~~~~~", "S.www"],
        obstacles=[{**LOG, "length": 1}],
        legend={"w": {"look": "bush", "blocks": True}},
        actions=["right", "up", "left", "down", "wait"],
    )
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    states = doomed_trace(mdp, safe, mdp.state((1, 2), 1))
    trace = way_into(level, mdp, safe, states, len(states))
    assert [cell for _, cell in trace.steps] == [(1, 2), (1, 3), (1, 4)]
    assert (trace.fate, trace.ride) == ("carried_off", ((1, 4), (1, 5)))
    geo = BoardView(level, 40).geometry
    found = dict(ghosts(level, geo, trace).hens)
    assert set(found) == {(1, 2), (1, 3), (1, 4), (1, 5)}
    last = found[1, 5]
    assert geo.corner(0, 4)[0] < last.x < last.x + last.area.width <= geo.corner(0, 5)[0]  # cut at the edge


def test_a_refused_move_into_water_shows_the_hen_half_under_it(make_level):
    level = river(make_level)
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    reason = explain(level, mdp, safe, mdp.state((2, 3), 0), Action.UP)
    trace = into_water(level, reason, 0)
    assert trace == Trace((), 0, (), "drowned", ((1, 3),))
    geo = BoardView(level, 40).geometry
    found = ghosts(level, geo, trace)
    ((cell, hen),) = found.hens
    assert cell == (1, 3)
    assert 0 < hen.area.height < hen.image.get_height()
    assert (len(found.flat), found.marks) == (1, ())  # the rings on the water
    allowed = explain(level, mdp, safe, mdp.state((2, 0), 0), Action.UP)
    assert into_water(level, allowed, 0) is None


def test_a_ghost_looks_where_it_walked_though_the_log_is_as_fast(make_level):
    level = river(make_level, length=3)
    geo = BoardView(level, 40).geometry
    walking = ghosts(level, geo, Trace(((1, (1, 1)), (2, (1, 1))), 2))  # to the left, and back with the log
    riding = ghosts(level, geo, Trace(((1, (1, 1)), (2, (1, 2))), 2))
    assert len(riding.flat) == len(walking.flat)
    (_, hen), *_ = walking.hens
    down = ghosts(level, geo, Trace(((1, (1, 1)),), 1)).hens[0][1]
    assert pygame.image.tobytes(hen.image, "RGBA") != pygame.image.tobytes(down.image, "RGBA")


def test_a_late_vehicle_closes_a_dead_end_wherever_it_may_be(make_level):
    lane = {"kind": "lane", "look": "car", "row": 0, "direction": "right", "loop": 12}
    rows = ["G========", "S........"]
    near, late = (
        make_level(rows, obstacles=[{**lane, "at": at, "late": k}]) for at, k in (([7], 0), ([7], 3))
    )
    geo, trace = BoardView(near, 40).geometry, Trace(((1, (1, 4)),), 0, (0,))
    bare = ghosts(near, geo, Trace(((1, (1, 4)),), 0))
    assert len(ghosts(near, geo, trace).flat) == len(bare.flat)  # its timetable is past the dead end
    assert len(ghosts(late, geo, trace).flat) == len(bare.flat) + 2  # it may still be beside it
    wide = ghosts(late, geo, trace).flat[0][0]
    assert wide.get_width() == 4 * 40
