"""The SVM that acts in the replay: what is counted, how it crashes, and what is late is met where it is."""

from types import SimpleNamespace

import numpy as np
import pytest

from game.presenters.crashing import landing_of
from game.presenters.level_loader import prepared
from game.presenters.playback import Playback, crash_scene_of, delays_of, scene_of
from game.presenters.playing import Playing
from game.presenters.svm_acting import Counts, SvmActing, SvmRun, svm_run
from game.presenters.svm_fit import Request, Settings, fitted
from levels.model.board import Action
from levels.model.delays import vehicle_met
from levels.text.reader import builtin_levels, read_file
from levels.text.writer import to_yaml
from tests.conftest import tiny


@pytest.fixture
def opened(tmp_path):
    """Prepares a level: a built-in one by its name, or one given."""

    def prepare(level):
        path = builtin_levels().get(level) if isinstance(level, str) else tmp_path / "tiny.yaml"
        if not isinstance(level, str):
            path.write_text(to_yaml(level), encoding="utf-8")
        return prepared(path, read_file(path))

    return prepare


def labels_of(opened):
    """The labels of an agent that knows the shortest paths."""
    allowed, steps = opened.safe.allowed, opened.optimal.steps_to_goal
    left = np.where(allowed, np.append(steps, 10_000)[opened.mdp.next_state], 20_000)
    return np.where(allowed.any(axis=1), left.argmin(axis=1), -1).astype(np.int8)


def svm_of(opened, eta, share=1.0):
    steps = opened.optimal.steps_to_goal
    return fitted(Request(opened.mdp, opened.safe, labels_of(opened), eta, None, share, steps))


def a_run(outcome="goal", intervened=(False, True, False), settings=None):
    svm = SimpleNamespace(settings=settings or Settings(0.5, None, 1.0))
    return SvmRun(SimpleNamespace(outcome=outcome), svm, True, intervened, None)


def test_each_move_and_each_end_is_counted_once_as_it_is_shown():
    acting, run = SvmActing(), a_run()
    acting.begin(on=True, masked=True)
    acting.follow(run, 1, finished=False)
    assert acting.counts == Counts(steps=1)
    acting.follow(run, 2, finished=False)
    acting.follow(run, 0, finished=False)  # gone back
    acting.follow(run, 2, finished=False)
    assert acting.counts == Counts(steps=2, interventions=1)
    for _ in range(3):
        acting.follow(run, 3, finished=True)
    assert acting.counts == Counts(1, 1, 0, 3, 1)
    acting.follow(a_run("crash", (True,)), 1, finished=True)
    acting.follow(a_run("loop", ()), 0, finished=True)
    assert acting.counts == Counts(3, 1, 1, 4, 2)


def test_other_settings_or_another_mask_begin_to_count_anew():
    acting = SvmActing()
    acting.begin(on=True, masked=True)
    acting.follow(a_run(), 3, finished=True)
    acting.follow(a_run(settings=Settings(1.0, None, 1.0)), 1, finished=False)
    assert acting.counts == Counts(steps=1)
    acting.begin(on=True, masked=False)
    assert acting.counts == Counts()


def test_a_run_is_outdated_by_another_mask_or_other_settings_but_not_by_newer_labels():
    acting, run = SvmActing(), a_run()
    same, other = (SimpleNamespace(settings=Settings(0.5, box, 1.0)) for box in (None, 2.0))
    assert acting.is_outdated(None, same)
    assert not acting.is_outdated(run, same)
    assert acting.is_outdated(run, other)
    acting.masked = False
    assert acting.is_outdated(run, same)


def test_a_blurred_svm_crashes_without_the_mask_and_the_picture_shows_it_where_it_began(opened):
    level = opened("patience")
    svm, start = svm_of(level, 1 / 16), level.mdp.starts[0]
    run = svm_run(level, svm, start, masked=False, limit=100, delays=None)
    states = run.rollout.states
    assert (run.rollout.outcome, states[-1]) == ("crash", states[-2])
    assert run.intervened[-1]
    assert run.hit.reason.kind in {"occupied", "swap", "outside", "blocked"}
    playback = Playback(speed_index=2)
    playback.start(run.rollout)
    cell = level.mdp.cell(states[-1])

    def shown(position):
        playback.position = position
        scene = scene_of(playback, level.level, level.mdp, lambda index: level.mdp.cell(states[index]))
        return crash_scene_of(playback, level.level, level.mdp, scene, run.hit)

    last, share = playback.n_moves - 1, run.hit.share
    assert shown(last - 0.5).hit is None
    before, at = shown(last + 0.9 * share), shown(last + share)
    assert (before.hit, before.agent_from, before.agent_to) == (None, cell, run.hit.reason.cell)
    assert 0 < before.progress < at.progress == 0.5
    assert at.hit == 0.0
    assert shown(last + 1.0).time == pytest.approx(last + share)
    playback.reduce_motion = True
    assert shown(last + 0.5).hit is None
    assert shown(float(last + 1)).hit is not None


def test_with_the_mask_the_same_svm_never_crashes(opened):
    level = opened("patience")
    run = svm_run(level, svm_of(level, 1 / 16), level.mdp.starts[0], masked=True, limit=100, delays=None)
    assert run.hit is None
    assert any(run.intervened)
    moved = zip(run.rollout.states, run.rollout.actions, strict=False)
    assert all(level.safe.allowed[state, action] for state, action in moved)


def test_an_svm_that_left_states_out_is_judged_from_them(opened):
    level = opened("patience")
    with_mask, without = svm_of(level, 0.25, 0.5).left_out
    assert with_mask.n_states == without.n_states == 157
    assert with_mask.crashes == 0 < without.crashes
    assert svm_of(level, 0.25).left_out is None


# -- late traffic -----------------------------------------------------------------------------------------

ROAD = ["..G..", ".....", "=====", "..S.."]


@pytest.fixture
def late(opened):
    car = {"kind": "lane", "look": "car", "row": 2, "direction": "left", "at": [4], "late": 2}
    return opened(tiny(ROAD, actions=["up", "left", "right", "wait"], obstacles=[car]))


def test_a_move_meets_what_is_late_where_it_is_when_the_move_is_made(late):
    """At every tick and for many delays: the tables' crash counts only if the car is really there."""
    mdp, level = late.mdp, late.level
    here, target = (3, 2), (2, 2)
    up, met = mdp.actions.index(Action.UP), {True: 0, False: 0}
    for seed in range(40):
        delays = delays_of(level, seed, 0)
        for n_moves in range(5):
            state = mdp.state(here, n_moves)
            if mdp.next_state[state, up] != mdp.crash:
                continue
            arrived, hit = landing_of(late, state, up, delays, n_moves)
            really = vehicle_met(level, here, target, n_moves, delays.at(n_moves), delays.at(n_moves + 1))
            met[really is not None] += 1
            assert (arrived == mdp.crash) == (hit is not None) == (really is not None)
            if hit is None:
                assert arrived == mdp.state(target, n_moves + 1)
    assert min(met.values()) > 0


def test_a_persons_move_without_the_shield_is_judged_at_its_own_tick(late):
    """Delays count from the run's first move: judging a tick too early calls a near miss a crash."""
    mdp = late.mdp
    up, outcomes = mdp.actions.index(Action.UP), set()
    for waits in range(4):
        playing = Playing(late, None)
        playing.shield = False
        for _ in range(20):
            playing.restart()
            for _ in range(waits):
                playing.want(Action.WAIT)
                playing.advance(0.1)
                playing.advance(0.1)
                playing.advance(0.1)
            state = playing.state
            playing.want(Action.UP)
            before, after = (playing.delays.at(tick) for tick in (waits, waits + 1))
            really = vehicle_met(late.level, (3, 2), (2, 2), waits, before, after) is not None
            crashed = playing.outcome == "crash"
            assert crashed == (really and mdp.next_state[state, up] == mdp.crash)
            outcomes.add(crashed)
    assert outcomes == {True, False}


def test_the_tables_walls_hold_on_late_levels_too(late):
    mdp = late.mdp
    state = mdp.state((3, 0), 0)
    arrived, _hit = landing_of(late, state, mdp.actions.index(Action.LEFT), delays_of(late.level, 0, 0), 0)
    assert arrived == int(mdp.next_state[state, mdp.actions.index(Action.LEFT)])
