"""A crash and a trap worked out by hand: what hit, when, what was safe; and the best path by the tables."""

import pytest

from game.presenters.crashing import best_labels
from game.presenters.level_loader import prepared
from game.presenters.playing import SEEN_AGAIN, Playing
from game.screens.play.scenes import Scenes
from levels.model.board import Action
from levels.text.reader import builtin_levels, read_file
from levels.text.writer import to_yaml
from tests.conftest import tiny

ROAD = ["..G..", "=====", "T.S.."]


@pytest.fixture
def run(tmp_path):
    """Begins a run without the shield on a small board with one car on its road."""

    def begun(rows=ROAD, **car):
        lane = {"kind": "lane", "look": "car", "row": 1, "direction": "left", **car}
        path = tmp_path / "tiny.yaml"
        path.write_text(to_yaml(tiny(rows, obstacles=[lane] if car else [])), encoding="utf-8")
        playing = Playing(prepared(path, read_file(path)), None)
        playing.shield = False
        return playing

    return begun


def pass_time(playing, seconds):
    for _ in range(round(seconds * 100)):
        playing.advance(0.01)


@pytest.mark.parametrize(
    ("car", "share"),
    [
        ({"at": [3]}, 1.0),  # it comes one cell: they touch as both arrive
        ({"at": [3], "hop": 2, "loop": 10}, 0.5),  # it is there after the first of two
        ({"at": [2], "every": 5}, 0.5),  # it stands there: half of the step leads into it
    ],
)
def test_the_world_stops_when_they_touch(run, car, share):
    playing = run(**car)
    playing.want(Action.UP)
    assert (playing.outcome, playing.ended) == ("crash", False)
    hit = playing.hit
    assert (hit.mover, hit.share) == (0, share)
    assert set(hit.safe) <= {(Action.RIGHT, (2, 3)), (Action.LEFT, (2, 1))}
    pass_time(playing, 1)
    assert playing.progress == share
    assert playing.ended
    assert playing.ended_for == pytest.approx(1 - 0.22 * share, abs=0.02)


def test_a_wall_hits_nobody_but_is_run_into(run):
    playing = run(at=[0])
    playing.want(Action.LEFT)
    pass_time(playing, 0.3)
    playing.want(Action.LEFT)
    assert (playing.hit.mover, playing.hit.reason.kind, playing.hit.share) == (None, "blocked", 0.5)
    assert playing.cell(-1) == (2, 1)


def test_the_last_moves_are_seen_again_slowly_and_count_once(run):
    playing = run(at=[0], loop=9)
    for action in (Action.RIGHT, Action.LEFT, Action.RIGHT, Action.LEFT, Action.DOWN):
        playing.want(action)
        pass_time(playing, 0.3)
    assert playing.outcome == "crash"
    playing.see_again()
    assert (playing.ended, playing.shown_steps) == (False, 5 - SEEN_AGAIN + 1)
    pass_time(playing, 1)
    assert not playing.ended
    pass_time(playing, 2)
    assert (playing.ended, playing.shown_steps, playing.crashes, playing.mishaps) == (True, 5, 1, 1)
    playing.restart()
    assert (playing.steps, playing.shown_steps, playing.ended) == (0, 0, False)


def test_without_the_shield_a_run_ends_in_the_trap_before_the_crash():
    path = builtin_levels()["dead_end"]
    level = prepared(path, read_file(path))
    safe, mdp = level.safe, level.mdp
    labels = best_labels(level)
    playing = Playing(level, None)
    playing.shield = False
    while playing.outcome is None:
        doomed = safe.one_step[playing.state] & ~safe.allowed[playing.state]
        column = int(doomed.argmax()) if doomed.any() else int(labels[playing.state])
        if not safe.viable[playing.state]:
            column = int(safe.one_step[playing.state].argmax())
        playing.want(mdp.actions[column])
        pass_time(playing, 0.3)
    trap = playing.trap
    assert (playing.outcome, playing.crashes, playing.mishaps) == ("dead_end", 0, 1)
    assert not safe.one_step[trap.states[-1]].any()
    assert trap.states == tuple(playing.states)
    assert safe.viable[trap.states[-1 - trap.ago]]
    assert not any(safe.viable[state] for state in trap.states[-trap.ago :])


def test_the_best_moves_lead_to_the_goal_in_the_fewest_steps_from_everywhere(run):
    opened = run(at=[3]).opened
    labels, steps = best_labels(opened), opened.optimal.steps_to_goal
    for state in range(opened.mdp.n_states):
        if steps[state] > 0:
            assert opened.safe.allowed[state, labels[state]]
            assert steps[opened.mdp.next_state[state, labels[state]]] == steps[state] - 1
    assert (labels[~opened.safe.allowed.any(axis=1)] == -1).all()


def test_of_several_starts_the_one_that_the_best_possible_counts_from_is_played(run):
    playing = run(["S....", "..SG."])
    assert playing.opened.certificate.shortest == 1
    assert playing.cell(0) == (1, 2)
    scenes = Scenes(playing)
    scenes.watch_best()
    assert scenes.best.n_moves == 1
