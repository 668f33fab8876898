"""What water does to the agent: in play, with motion reduced, in lessons, on the home page, in words."""

from types import SimpleNamespace

import pygame
import pytest

from game.board.art.agent import agent_image, draw_alone
from game.board.geometry import geometry
from game.presenters.crashing import best_labels
from game.presenters.entry import failure_of
from game.presenters.playing import SLOW_SECONDS, Playing
from game.presenters.scene import Trace
from game.screens.lesson.lesson import LessonPage
from game.screens.menu.attract import MOVES_A_SECOND, LivingPicture, Way
from game.screens.play.scenes import Scenes
from game.screens.play.words import crashed, trapped
from learner.core.rollout import Rollout
from levels.lessons.answers import Option
from levels.model.board import MOVES, Action


@pytest.fixture
def run(river):
    """Plays moves without the shield, each to its end."""

    def made(*moves, labels=None):
        playing = Playing(river, labels)
        playing.shield = False
        for move in moves:
            for _ in range(100):
                playing.advance(0.01)
            playing.want(move)
        return playing

    return made


def scene_of(playing, seconds, *, still=False):
    scenes = Scenes(playing)
    scenes.still = still
    for _ in range(round(seconds * 100)):
        playing.advance(0.01)
    return scenes.scene(racing=True)


ALONG = (Action.UP, Action.WAIT, Action.WAIT, Action.WAIT)
"""Onto the log, and along to the last column."""


@pytest.mark.parametrize("still", [False, True])
def test_one_that_is_carried_off_ends_on_the_log_half_over_the_edge(run, still):
    playing = run(*ALONG, Action.WAIT)
    assert playing.hit.reason.kind == "carried_off"
    assert playing.tick_seconds == SLOW_SECONDS
    scene = scene_of(playing, 1.0, still=still)
    assert (scene.fate, scene.time) == ("carried_off", pytest.approx(4.62))
    assert scene.ride_to == ((1, 4), (1, 5))
    geo = geometry(3, 5, 1.0, 40)
    hen = agent_image(geo, scene)
    edge = geo.corner(0, 5)[0]
    assert hen.area is not None
    assert edge - 40 < hen.x < hen.x + hen.area.width <= edge


def test_beside_the_verdict_it_is_seen_whole_at_the_edge(run):
    scene = scene_of(run(*ALONG, Action.WAIT), 1.0)
    geo = geometry(3, 5, 1.0, 40)
    edge = round(geo.corner(0, 5)[0])
    board = pygame.Surface((edge + 80, geo.size[1]), pygame.SRCALPHA)
    draw_alone(board, geo, (0, 0), scene)
    whole = agent_image(geo, scene, whole=True).image.get_bounding_rect()
    assert board.get_bounding_rect().size == whole.size
    assert board.get_bounding_rect().right == edge


@pytest.mark.parametrize(
    ("moves", "title", "text"),
    [
        ((*ALONG, Action.WAIT), "The log carried you off the board", ""),
        ((Action.WAIT, Action.WAIT, Action.WAIT, Action.UP), "You fell into the water", "where no log was."),
    ],
)
def test_the_verdict_shows_and_names_what_carries(run, moves, title, text):
    said = crashed(run(*moves))
    assert (said.title, said.sprite) == (title, "log")
    assert text in said.text


def test_it_is_cut_at_the_edge_before_the_end_too(run):
    playing = run(*ALONG, Action.WAIT)
    scene = scene_of(playing, 0.4)
    assert scene.hit is None
    hen = agent_image(geometry(3, 5, 1.0, 40), scene)
    assert hen.area is not None


@pytest.mark.parametrize(("still", "most", "least"), [(False, 1, 1), (True, 40, 25)])
def test_one_that_fell_in_goes_under_and_without_motion_is_half_under(run, still, most, least):
    playing = run(Action.WAIT, Action.WAIT, Action.WAIT, Action.UP)
    scene = scene_of(playing, 2.0, still=still)
    assert (scene.fate, scene.ride_to) == ("drowned", ((1, 0),))
    hen = agent_image(geometry(3, 5, 1.0, 40), scene)
    assert least <= hen.area.height <= most


def test_a_bump_into_the_board_s_edge_on_a_log_is_no_fall(run):
    scene = scene_of(run(Action.UP, Action.UP, Action.UP), 0.2)  # off the far bank
    assert (scene.fate, scene.agent_to) == ("hit", (-1, 1))


def test_the_learned_hen_beside_rides_too(river, run):
    playing = run(Action.WAIT, Action.WAIT, labels=best_labels(river))
    playing.progress = 0.5
    beside = Scenes(playing).scene(racing=True).beside
    assert (beside.agent_from, beside.agent_to, beside.facing) == ((2, 1), (1, 1), Action.UP)
    assert beside.ride_to == ((1, 1), (1, 2))


def test_a_trap_on_a_log_is_told_as_one(river, run):
    playing = run(*ALONG)
    playing.shield = True
    playing._trapped()
    assert "drifting" in trapped(playing).text


@pytest.mark.parametrize(
    ("cell", "phase", "action", "text", "kind"),
    [
        ((2, 3), 0, Action.UP, "into the water", "drowned"),
        ((1, 4), 3, Action.WAIT, "carried off by a log", "carried_off"),
        ((0, 1), 0, Action.UP, "off the board", "outside"),
    ],
)
def test_a_learner_s_crash_into_water_is_told_and_it_gets_there(river, cell, phase, action, text, kind):
    mdp = river.mdp
    state, column = mdp.state(cell, phase), mdp.actions.index(action)
    rollout = Rollout((state, mdp.crash), (column,), (False,), "crash", "crash after 1 step")
    failure = failure_of(river, mdp, rollout, None)
    assert (failure.text, failure.moved) == (text, kind != "outside")


@pytest.mark.parametrize(
    ("cell", "action", "crash", "fate", "ride"),
    [
        ((2, 3), Action.UP, "drowned", "drowned", ((1, 3),)),
        ((1, 1), Action.UP, None, None, ()),
        ((2, 0), Action.RIGHT, None, None, ()),
    ],
)
def test_a_lesson_s_wrong_answer_ends_in_water(river, cell, action, crash, fate, ride):
    d_row, d_col = MOVES[action]
    trace = ((0, cell), (1, (cell[0] + d_row, cell[1] + d_col)))
    option = Option(action.name, right=False, outcome="", action=action, trace=trace, crash=crash)
    page = SimpleNamespace(watch=SimpleNamespace(watching=SimpleNamespace(opened=river)))
    act = LessonPage._act(page, option)
    ghosts = act.ghosts or Trace((), 0)
    assert (ghosts.fate, ghosts.ride) == (fate, ride)
    assert act.trace[0] == (0, cell)
    assert fate is None or len(act.trace) == 1  # the fall comes after it


@pytest.mark.usefixtures("window")
def test_the_home_page_s_living_picture_rides_too(river):
    living, scenes = LivingPicture(river.level, Way(((2, 0), (1, 1), (0, 1))), (262, 130)), []
    living._view.draw = lambda _surface, _origin, scene: scenes.append(scene)
    living.draw(None, (0, 0), 0.5 / MOVES_A_SECOND)
    assert (scenes[0].agent_to, scenes[0].facing) == ((1, 0), Action.UP)
    assert scenes[0].ride_to == ((1, 0), (1, 1))
