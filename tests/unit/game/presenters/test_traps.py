"""Traps: counted against a search by hand, sought on the rollout shown, explained."""

from types import SimpleNamespace

import numpy as np
import pytest

from game.presenters.playback import Playback
from game.presenters.traps import (
    NO_TRAPS,
    NONE_AHEAD,
    NONE_REFUSED,
    NOTHING_YET,
    OUT_OF_REACH,
    TrapSeeker,
    moves_into_traps,
    n_traps_next,
    reason_of_trap,
    refused_by_traffic,
)
from learner.core.rollout import Rollout
from levels.model.mdp import compile_mdp
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level
from tests.conftest import tiny

FRAME = 1 / 60


def opened(level):
    mdp = compile_mdp(level)
    return SimpleNamespace(level=level, mdp=mdp, safe=safe_actions(mdp, level.safety))


@pytest.fixture(scope="module")
def trapped():
    return opened(read_level(builtin_levels()["dead_end"]))


def survivors(mdp, ticks):
    """The states from which some sequence of so many moves does not crash: by looking ahead, move by move."""
    alive = ~mdp.violation
    for _ in range(ticks):
        goes_on = np.append(alive, False)[mdp.next_state].any(axis=1)
        alive = ~mdp.violation & (mdp.goal | goes_on)
    return alive


def test_traps_are_where_every_way_on_ends_in_a_crash(trapped):
    mdp, safe = trapped.mdp, trapped.safe
    doomed = ~survivors(mdp, mdp.n_states) & ~mdp.violation
    assert doomed.any()
    for state in range(0, mdp.n_states, 7):
        after = mdp.states_at((mdp.phase(state) + 1) % mdp.period)
        assert n_traps_next(mdp, safe, state) == np.count_nonzero(doomed[after])
    for state in np.flatnonzero(~mdp.violation & ~mdp.goal).tolist():
        lands = mdp.next_state[state]
        expected = [bool(to < mdp.n_states and doomed[to]) for to in lands.tolist()]
        assert moves_into_traps(mdp, safe, state).tolist() == expected


def watching_of(opened, states):
    """A rollout through some states on show, paused at its start."""
    n = len(states) - 1
    rollout = Rollout(tuple(states), (0,) * n, (False,) * n, "limit", "")
    playback = Playback(paused=True)
    playback.start(rollout)
    return SimpleNamespace(opened=opened, shown=SimpleNamespace(rollout=rollout), playback=playback)


def rollout_past(trapped, places, length=8):
    """States of which those at the places have a move into a trap, and no others."""
    mdp, safe = trapped.mdp, trapped.safe
    traps = [state for state in range(mdp.n_states) if moves_into_traps(mdp, safe, state).any()]
    plain = next(state for state in mdp.starts if state not in traps)
    return [traps[0] if place in places else plain for place in range(length)]


def arrive(watching, seeker):
    for _ in range(300):
        watching.playback.advance(FRAME)
        column = seeker.arrived()
        if column is not None:
            return column
    return None


def test_it_plays_up_to_one_trap_after_the_other(trapped):
    watching = watching_of(trapped, rollout_past(trapped, {0, 3, 6}))
    seeker = TrapSeeker(watching)
    for place in (0, 3, 6):
        assert seeker.seek() is None
        column = arrive(watching, seeker)
        state = watching.shown.rollout.states[place]
        assert watching.playback.position == place
        assert watching.playback.paused
        assert moves_into_traps(trapped.mdp, trapped.safe, state)[column]
        assert seeker.arrived() is None  # it is given once
        reason = reason_of_trap(trapped, state, column)
        assert reason.kind == "doomed"
        assert reason.trace
    assert seeker.seek() == NONE_AHEAD
    assert watching.playback.position == 6


def test_whoever_plays_on_or_starts_another_path_is_not_stopped(trapped):
    watching = watching_of(trapped, rollout_past(trapped, {5}))
    seeker = TrapSeeker(watching)
    assert seeker.seek() is None
    watching.playback.advance(FRAME)
    watching.playback.toggle_pause()
    assert arrive(watching, seeker) is None
    assert watching.playback.finished
    watching = watching_of(trapped, rollout_past(trapped, {5}))
    seeker = TrapSeeker(watching)
    assert seeker.seek() is None
    watching.shown = SimpleNamespace(rollout=watching.shown.rollout)
    assert arrive(watching, seeker) is None


def test_it_plays_up_to_one_move_refused_because_of_traffic_after_the_other(trapped):
    mdp, safe = trapped.mdp, trapped.safe
    hit = next(x for x in range(mdp.n_states) if refused_by_traffic(trapped, x) and not mdp.violation[x])
    free = next(x for x in mdp.starts if not refused_by_traffic(trapped, x))
    watching = watching_of(trapped, [free, free, hit, free, hit])
    seeker = TrapSeeker(watching)
    for place in (2, 4):
        assert seeker.seek_refusal() is None
        column = arrive(watching, seeker)
        assert watching.playback.position == place
        assert not safe.allowed[hit, column]
        assert reason_of_trap(trapped, hit, column).kind in {"occupied", "swap", "doomed"}
    assert seeker.seek_refusal() == NONE_REFUSED
    assert seeker.refuses_on_path()
    assert not TrapSeeker(watching_of(trapped, [free, free])).refuses_on_path()
    assert TrapSeeker(SimpleNamespace(opened=None, shown=None)).seek_refusal() == NOTHING_YET


def test_where_there_is_none_it_says_why(trapped):
    assert TrapSeeker(watching_of(trapped, rollout_past(trapped, ()))).seek() == NONE_AHEAD
    assert TrapSeeker(SimpleNamespace(opened=None, shown=None, playback=Playback())).seek() == NOTHING_YET
    free = opened(tiny(["S..", "..G"]))
    assert TrapSeeker(watching_of(free, free.mdp.starts)).seek() == NO_TRAPS
    pocket = opened(tiny(["S.#.", "..##", "...G"]))  # nothing can stand still in the corner cell
    assert TrapSeeker(watching_of(pocket, pocket.mdp.starts)).seek() == OUT_OF_REACH


def test_where_the_agent_may_walk_into_traps_they_are_explained_too(trapped):
    one_step = opened(trapped.level.model_copy(update={"safety": "one_step"}))
    mdp, safe = one_step.mdp, one_step.safe
    state = next(state for state in range(mdp.n_states) if moves_into_traps(mdp, safe, state).any())
    column = int(moves_into_traps(mdp, safe, state).argmax())
    assert safe.allowed[state, column]
    assert reason_of_trap(one_step, state, column).kind == "doomed"
