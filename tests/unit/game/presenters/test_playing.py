"""A person crossing a level: the shield, the beat, crashes, and the agent beside them."""

from pathlib import Path

import numpy as np
import pytest

from game.presenters.level_loader import prepared
from game.presenters.playing import BEATS, MOVE_SECONDS, Playing
from game.screens.play.words import crashed, note, race_of, shield_told, trapped, unasked_of
from levels.model.board import Action
from levels.text.reader import builtin_levels, read_file


def opened(path):
    return prepared(Path(path), read_file(path))


def policy(level):
    """The labels of an optimal policy."""
    best = np.argmax(np.nan_to_num(level.optimal.q_star, nan=-np.inf), axis=1).astype(np.int8)
    best[~level.safe.allowed.any(axis=1)] = -1
    return best


@pytest.fixture
def crossing():
    level = opened(builtin_levels()["crossy_road"])
    return Playing(level, policy(level))


def pass_time(playing, seconds):
    for _ in range(round(seconds * 100)):
        playing.advance(0.01)


def race(playing):
    """Follows the learned agent to the goal."""
    while playing.outcome is None:
        playing.want(playing.opened.mdp.actions[int(playing.labels[playing.state])])
        pass_time(playing, 0.5)


def refused(playing):
    allowed = playing.opened.safe.allowed[playing.state]
    return [action for column, action in enumerate(playing.opened.mdp.actions) if not allowed[column]]


def allowed(playing):
    return [a for a in playing.opened.mdp.actions if a not in refused(playing)]


def test_the_shield_refuses_with_the_reason_and_nothing_moves(crossing):
    action = refused(crossing)[0]
    crossing.want(action)
    assert crossing.steps == 0
    assert crossing.refusal.action is action
    assert crossing.refusal.reason.kind != "allowed"
    crossing.want(allowed(crossing)[0])
    assert (crossing.steps, crossing.refusal) == (1, None)


def test_without_the_shield_a_forbidden_move_is_a_crash_with_its_reason(crossing):
    crossing.shield = False
    crossing.want(refused(crossing)[0])
    assert crossing.outcome == "crash"
    assert crossing.crashes == 1
    assert crossing.hit.reason.text
    crossing.want(Action.UP)
    assert crossing.steps == 1  # it is over
    crossing.restart()
    assert (crossing.steps, crossing.outcome, crossing.crashes) == (0, None, 1)


def test_no_keys_whatever_crash_with_the_shield_on(crossing):
    rng = np.random.default_rng(5)
    mdp, viable = crossing.opened.mdp, crossing.opened.safe.viable
    for _ in range(3000):
        crossing.want(mdp.actions[int(rng.integers(mdp.n_actions))])
        pass_time(crossing, MOVE_SECONDS + 0.01)
        assert viable[crossing.state]
        assert crossing.outcome in (None, "goal")
        if crossing.outcome:
            crossing.restart()
    assert crossing.crashes == 0


def test_a_key_during_a_move_is_made_after_it_and_only_the_last_counts(crossing):
    first = allowed(crossing)[0]
    crossing.want(first)
    assert crossing.steps == 1
    later = allowed(crossing)
    crossing.want(later[0])
    crossing.want(later[-1])
    assert crossing.steps == 1
    pass_time(crossing, MOVE_SECONDS + 0.02)
    assert crossing.steps == 2
    assert crossing.opened.mdp.actions[crossing.actions[-1]] is later[-1]


def test_in_real_time_the_first_key_starts_the_clock_and_the_shield_keeps_one_alive(crossing):
    crossing.real_time = True
    pass_time(crossing, 3)
    assert crossing.steps == 0
    crossing.want(allowed(crossing)[0])
    pass_time(crossing, BEATS[crossing.beat_index] * 200 + 0.5)
    assert crossing.steps == 201 or crossing.outcome == "goal"
    assert crossing.crashes == 0


@pytest.mark.parametrize("beat", [None, *range(len(BEATS))])
def test_a_hop_is_short_however_long_the_tick_is(crossing, beat):
    crossing.real_time = beat is not None
    crossing.beat_index = beat or 0
    crossing.want(allowed(crossing)[0])
    assert crossing.hop_progress == 0
    in_the_air, ticking = [], []
    while crossing.progress < 1 and crossing.steps == 1:
        crossing.advance(0.001)
        in_the_air.append(0 < crossing.hop_progress < 1)
        ticking.append(crossing.progress)
    assert 0.14 <= 0.001 * sum(in_the_air) <= 0.18
    assert len(ticking) == pytest.approx(1000 * (MOVE_SECONDS if beat is None else BEATS[beat]), abs=2)
    middle = [share for share, flies in zip(ticking, in_the_air, strict=True) if flies]
    assert middle[0] + middle[-1] == pytest.approx(1, abs=0.01)


def test_a_pause_lets_the_tick_end_and_holds_the_clock_until_the_next_move(crossing):
    crossing.pause()
    assert not crossing.paused  # turns wait anyway
    crossing.real_time = True
    crossing.pause()
    assert not crossing.paused  # the clock has not started
    beat = BEATS[crossing.beat_index]
    crossing.want(allowed(crossing)[0])
    pass_time(crossing, 0.3 * beat)
    crossing.want(allowed(crossing)[0])
    crossing.pause()
    pass_time(crossing, 20 * beat)
    assert (crossing.steps, crossing.progress, crossing.paused) == (1, 1.0, True)
    crossing.want(allowed(crossing)[-1])  # at once, as at the start
    assert (crossing.steps, crossing.paused) == (2, False)
    pass_time(crossing, beat - 0.02)
    assert crossing.steps == 2
    pass_time(crossing, 0.04)
    assert crossing.steps == 3


def test_a_refused_move_and_a_click_end_a_pause_too_with_a_whole_beat_to_come(crossing):
    crossing.real_time = True
    beat = BEATS[crossing.beat_index]
    crossing.want(allowed(crossing)[0])
    for go_on in (crossing.go_on, lambda: crossing.want(refused(crossing)[0])):
        while not refused(crossing):
            pass_time(crossing, 0.1)
        pass_time(crossing, 0.7 * beat)
        crossing.pause()
        pass_time(crossing, beat)
        steps = crossing.steps
        go_on()
        assert not crossing.paused
        pass_time(crossing, beat - 0.02)
        assert crossing.steps == steps
        pass_time(crossing, 0.04)
        assert crossing.steps == steps + 1


def test_in_real_time_waiting_is_what_happens_where_the_level_has_it():
    level = opened(builtin_levels()["patience"])
    playing = Playing(level, policy(level))
    playing.real_time = True
    playing.want(allowed(playing)[0])
    pass_time(playing, BEATS[playing.beat_index] + 0.02)
    waited = level.mdp.actions[playing.actions[-1]] is Action.WAIT
    column = level.mdp.actions.index(Action.WAIT)
    assert waited == bool(level.safe.allowed[playing.states[-2], column])


def test_the_agent_beside_takes_the_shortest_way_and_then_rests(crossing):
    shortest = crossing.opened.certificate.shortest
    assert len(crossing.ghost) == shortest + 1
    for _ in range(shortest + 5):
        crossing.want(allowed(crossing)[0])
        pass_time(crossing, MOVE_SECONDS + 0.01)
    here, there = crossing.ghost_move
    assert here == there == crossing.opened.mdp.cell(crossing.ghost[-1])
    assert crossing.opened.mdp.goal[crossing.ghost[-1]]


def test_a_policy_that_has_no_way_yet_races_nobody(crossing):
    playing = Playing(crossing.opened, np.full_like(crossing.labels, -1))
    assert playing.ghost == ()
    assert playing.ghost_move is None


def test_the_race_ends_in_a_sentence(crossing):
    needs = f"It needs {crossing.opened.certificate.shortest} steps: "
    race(crossing)
    assert race_of(crossing) == f"{needs}a tie."
    ghost = crossing.ghost
    crossing.ghost = (*ghost, ghost[-1])
    assert race_of(crossing) == "It needs 16 steps: you were one ahead."
    crossing.ghost = ghost[:-2]
    assert race_of(crossing) == "It needs 13 steps: you were two behind."
    crossing.ghost = ()
    assert race_of(crossing).startswith("Nobody to race yet")


def test_a_race_is_not_over_before_it_ends_and_a_crash_tells_what_the_agent_needs(crossing):
    told = "It crosses beside you, see-through. It needs 15 steps."
    assert race_of(crossing) == told
    crossing.shield = False
    while crossing.outcome is None:
        crossing.want(Action.UP)
        pass_time(crossing, 0.5)
    assert crossing.outcome == "crash"
    assert race_of(crossing) == told


@pytest.mark.parametrize("name", ["crossy_road", "grid_4", "dead_end", "patience"])
def test_whatever_is_pressed_switched_and_paused_the_shield_holds_while_it_is_on(name):
    """A crash comes only in a tick in which the shield was off, and then the run is no shielded one."""
    level = opened(builtin_levels()[name])
    playing, rng = Playing(level, policy(level)), np.random.default_rng(0)
    crashed = 0
    for _ in range(6_000):
        steps, before = playing.steps, playing.outcome
        match rng.integers(12):
            case 0:
                playing.pause()
            case 1:
                playing.go_on()
            case 2:
                playing.shield = not playing.shield
            case 3:
                playing.real_time = not playing.real_time
            case 4 | 5 | 6:
                playing.want(playing.opened.mdp.actions[rng.integers(len(playing.opened.mdp.actions))])
            case _:
                playing.advance(float(rng.uniform(0, 0.2)))
        assert playing.steps <= steps + 1
        if playing.outcome == "crash" and before is None:
            assert not playing.shield
            assert not playing.shielded
            crashed += 1
        if playing.outcome is not None:
            playing.restart()
    assert crashed > 10


def without_waiting(crossing):
    assert Action.WAIT not in crossing.opened.mdp.actions
    crossing.real_time = True
    return crossing


def a_beat(playing):
    """Passes time to the next tick, or to the end."""
    steps, ended = playing.steps, playing.outcome
    while playing.steps == steps and playing.outcome is ended:
        playing.advance(0.01)


def text_of(playing):
    return note(playing).text


def test_a_move_that_nobody_asked_for_is_told_with_whose_it_is(crossing):
    """The first move goes on as long as it is safe; then the learned agent moves."""
    playing = without_waiting(crossing)
    assert "without a key your last move is made again" in text_of(playing)
    mdp, safe = playing.opened.mdp, playing.opened.safe
    playing.want(allowed(playing)[0])
    assert playing.unasked is None
    kinds = set()
    for _ in range(60):
        state, last = playing.state, playing.actions[-1]
        a_beat(playing)
        if playing.outcome is not None:
            break
        name = mdp.actions[playing.actions[-1]].name.lower()
        text = text_of(playing)
        if safe.allowed[state, last]:
            assert playing.unasked == "last"
            assert text == f"No key, and no waiting here: your last move, {name}, was made again."
        else:
            assert playing.unasked == "policy"
            assert text == (
                f"No key, and your last move is unsafe here: the shield made the learned hen's move, {name}."
            )
            assert playing.actions[-1] == playing.labels[state]
        kinds.add(playing.unasked)
    assert kinds == {"last", "policy"}


def test_a_move_asked_for_is_the_persons_own(crossing):
    playing = without_waiting(crossing)
    playing.want(allowed(playing)[0])
    a_beat(playing)
    assert playing.unasked is not None
    asked = allowed(playing)[-1]
    playing.want(asked)
    a_beat(playing)
    assert playing.unasked is None
    assert playing.opened.mdp.actions[playing.actions[-1]] is asked
    assert note(playing) is None


@pytest.mark.parametrize("seed", range(5))
def test_nothing_learned_yet_the_shield_still_moves_safely(crossing, seed):
    """A policy of no labels at all, as before the first episode."""
    playing = without_waiting(Playing(crossing.opened, np.full_like(crossing.labels, -1)))
    safe, rng = playing.opened.safe, np.random.default_rng(seed)
    told_safe = 0
    for _ in range(300):
        if not playing.started:
            playing.want(allowed(playing)[rng.integers(len(allowed(playing)))])
        state = playing.state
        a_beat(playing)
        assert safe.allowed[state, playing.actions[-1]]
        assert playing.outcome in (None, "goal")
        if playing.unasked == "shield":
            told_safe += "the shield made a safe move" in unasked_of(playing)
        if playing.outcome is not None or rng.random() < 0.1:
            playing.restart()
    assert told_safe > 0


def test_where_the_level_has_waiting_a_beat_waits_and_says_nothing_unless_that_is_unsafe():
    level = opened(builtin_levels()["patience"])
    playing = Playing(level, policy(level))
    playing.real_time = True
    assert "without a key you wait" in text_of(playing)
    wait, seen = level.mdp.actions.index(Action.WAIT), set()
    rng = np.random.default_rng(1)
    for _ in range(400):
        if not playing.started or rng.random() < 0.4:
            playing.want(allowed(playing)[rng.integers(len(allowed(playing)))])
        state, steps = playing.state, playing.steps
        wanted = playing._wanted
        a_beat(playing)
        if playing.outcome is None and playing.steps > steps and wanted is None:
            may_wait = bool(level.safe.allowed[state, wait])
            assert (playing.unasked is None) == may_wait
            assert (playing.actions[-1] == wait) == may_wait
            assert may_wait or text_of(playing).startswith("Waiting is unsafe here: the shield made")
            seen.add(may_wait)
        if playing.outcome is not None:
            playing.restart()
    assert seen == {True, False}


def test_switching_to_real_time_amid_a_run_waits_for_the_next_key(crossing):
    without_waiting(crossing).real_time = False
    crossing.want(allowed(crossing)[0])
    pass_time(crossing, 1)
    crossing.switch()
    assert (crossing.real_time, crossing.paused) == (True, True)
    pass_time(crossing, 10)
    assert crossing.steps == 1
    crossing.want(allowed(crossing)[0])
    assert crossing.steps == 2
    a_beat(crossing)
    assert crossing.steps == 3
    crossing.switch()
    pass_time(crossing, 10)
    assert (crossing.steps, crossing.paused, crossing.real_time) == (3, False, False)


def test_a_crash_in_a_move_nobody_asked_for_says_so(crossing):
    playing = without_waiting(crossing)
    playing.shield = False
    playing.want(Action.LEFT)
    while playing.outcome is None:
        a_beat(playing)
    assert playing.outcome == "crash"
    told = crashed(playing).text
    assert told.startswith("No key, and no waiting here: your last move, left, was made again. ")


def test_what_the_shield_does_is_told_as_it_is(crossing):
    crossing.want(allowed(crossing)[0])
    assert "into a crash or a trap" in shield_told(crossing)[0]
    crossing.shield = False
    assert "Refuses" not in shield_told(crossing)[0]
    assert "you can crash" in shield_told(crossing)[0]


def test_a_dead_end_is_told_by_what_led_there():
    level = opened(builtin_levels()["dead_end"])
    playing = Playing(level, policy(level))
    playing.shield = False
    while playing.opened.safe.allowed[playing.state].any():
        race_on = playing.opened.safe.allowed[playing.state]
        doomed = [a for c, a in enumerate(level.mdp.actions) if not race_on[c] and alive(playing, c)]
        playing.want(doomed[0] if doomed else level.mdp.actions[int(playing.labels[playing.state])])
        pass_time(playing, 0.5)
    playing.shield = playing.real_time = True
    a_beat(playing)
    assert playing.outcome == "dead_end"
    assert trapped(playing).text == ("The train in row 2 blocks every step from here. Your last step led in.")


def alive(playing, column):
    mdp = playing.opened.mdp
    arrived = mdp.next_state[playing.state, column]
    return arrived != mdp.crash and not mdp.violation[arrived]
