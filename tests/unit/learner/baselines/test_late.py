"""Baselines in late traffic: every move is judged as slow judges do, and only ours never crashes."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import yaml

from learner.baselines.comparison import Comparison
from learner.baselines.late import late_world, on_time
from learner.baselines.table import BASELINES
from learner.core.packed import EPISODE_STEPS, FLAG_BYTES, STATE, TRIED
from levels.model.delays import vehicle_met
from levels.model.mdp import compile_mdp
from levels.text.reader import builtin_levels, parse_level, read_level
from tests.judge import FINE, Judge

pytestmark = pytest.mark.slow

CRASHING = ("plain", "one_step", "lagrangian")
LEVELS = ("late_road", "late_train", "mixed")
MIXED = """
format: 1
name: Late cars, a punctual patrol that turns round, and a river
map: |
  ...G...
  ~~~~~~~
  =======
  =======
  .......
  .#.S.#.
walls: stay
actions: [right, up, left, down, wait]
obstacles:
  - {kind: lane, look: log, row: 1, direction: right, length: 3, loop: 10, carries: true, at: [4, 9]}
  - {kind: lane, look: car, row: 2, direction: left, hop: 2, length: 2, loop: 14, late: 3, at: [2, 9]}
  - {kind: patrol, look: robot, path: [[3, 0], [3, 6]], late: 2, closed: false, at: [0]}
  - {kind: patrol, look: guard, path: [[4, 4], [4, 6]], closed: false, at: [1]}
"""


def text_of(name):
    return MIXED if name == "mixed" else builtin_levels()[name].read_text(encoding="utf-8")


@pytest.fixture(scope="module", params=LEVELS)
def world(request):
    level = parse_level(text_of(request.param), request.param)
    return request.param, level, compile_mdp(level)


@pytest.fixture(scope="module")
def late_road():
    level = read_level(builtin_levels()["late_road"])
    return level, compile_mdp(level)


def moves_of(baseline, level, n, seed):
    """What happens in n transitions: state, column, episode's step, crash or not, state after; delays."""
    learner = baseline.learner(level.learning, seed)
    counters, delays = learner.memory.counters, learner.delays
    tried = learner.memory.state_flags.reshape(-1, int(FLAG_BYTES))[:, int(TRIED)]
    moves, told = np.zeros((n, 5), np.int64), np.zeros((2, n, len(delays.before)), np.int64)
    for k in range(n):
        state, step, crashes = counters.item(STATE), counters.item(EPISODE_STEPS), delays.crashes.item()
        tried[state] = 0
        learner.advance(1)
        column = tried.item(state).bit_length() - 1
        moves[k] = state, column, step, delays.crashes.item() - crashes, counters.item(STATE)
        told[0, k], told[1, k] = delays.before, delays.after
    paces = np.zeros((2, n, len(level.obstacles)), np.int64)
    paces[:, :, [k for k, obstacle in enumerate(level.obstacles) if obstacle.late]] = told
    return moves.T, paces


def check_against_the_judge(name, level, mdp, baseline, n, seed):
    """Replays moves tick by tick; gives how many crashed and how many were lucky by the promised tables."""
    (states, columns, steps, crashed, arrived), paces = moves_of(baseline, level, n, seed)
    judge = Judge(yaml.safe_load(text_of(name)))
    board = (mdp.cells[:, 0] * judge.n_cols + mdp.cells[:, 1]).astype(np.int64)
    order = np.array([judge.actions.index(action.name.lower()) for action in mdp.actions])
    ends, broken = judge.judge(steps, board[states % mdp.n_cells], order[columns], paces)
    assert (steps % mdp.period == states // mdp.n_cells).all()
    assert np.array_equal(broken != FINE, crashed == 1)
    goes_on = (crashed == 0) & (np.append(steps[1:], 0) > 0)
    assert np.array_equal(ends[goes_on], board[arrived[goes_on] % mdp.n_cells])
    assert baseline.safe.allowed[states, columns].all()
    check_delays(level, steps, paces)
    refused = mdp.next_state[states, columns] == mdp.crash
    assert not (crashed.astype(bool) & ~refused).any(), "a move that is safe at every delay crashed"
    return int(crashed.sum()), int((refused & (crashed == 0)).sum())


def check_delays(level, steps, paces):
    """An episode begins on time, goes on where it was, and stays within a tick and within `late`."""
    before, after = paces
    most = np.array([obstacle.late for obstacle in level.obstacles])
    assert (before[steps == 0] == 0).all()
    follows = np.flatnonzero(steps > 0)
    assert np.array_equal(before[follows[1:]], after[follows[1:] - 1])
    assert (np.abs(after - before) <= 1).all()
    assert ((after >= 0) & (after <= most)).all()


@pytest.mark.parametrize("name", CRASHING)
def test_its_moves_crash_exactly_where_the_slow_judge_says(world, name):
    level_name, level, mdp = world
    crashed, lucky = check_against_the_judge(level_name, level, mdp, BASELINES[name](level, mdp), 1_500, 3)
    assert crashed > 0
    assert lucky > 0, "no move that the tables refuse went well: late traffic is no table"


@pytest.mark.parametrize(
    ("level_name", "name"), [("late_road", "one_step"), ("late_train", "plain"), ("mixed", "lagrangian")]
)
def test_so_do_a_hundred_thousand(level_name, name):
    level = parse_level(text_of(level_name), level_name)
    mdp = compile_mdp(level)
    check_against_the_judge(level_name, level, mdp, BASELINES[name](level, mdp), 100_000, 4)


def test_each_pace_comes_as_often_as_it_should(late_road):
    level, mdp = late_road
    (_, _, steps, _, _), (before, after) = moves_of(BASELINES["plain"](level, mdp), level, 4_000, 5)
    free = (before[:, 0] == 1) & (steps > 0)
    changes = (after - before)[free, 0]
    for change, share in ((-1, 0.25), (0, 0.5), (1, 0.25)):
        assert abs((changes == change).mean() - share) < 5 * np.sqrt(share * (1 - share) / free.sum())


def test_at_another_phase_an_episode_begins_at_any_delay(late_road):
    level, mdp = late_road
    baseline = BASELINES["plain"](level, mdp)
    starts = (np.array([mdp.state(mdp.cell(mdp.starts[0]), 3)]),)
    learner = replace(baseline, safe=replace(baseline.safe, starts=starts)).learner(level.learning, 1)
    seen = set()
    for _ in range(400):
        if learner.memory.counters[EPISODE_STEPS] == 0:
            learner.advance(1)
            seen.add(tuple(learner.delays.before.tolist()))
        learner.advance(stop="episode")
    assert {delays[0] for delays in seen} == {0, 1, 2}
    assert {delays[1] for delays in seen} == {0, 1}


@pytest.mark.parametrize("name", ["late_road", "late_train"])
def test_plain_and_the_published_set_crash_and_ours_never_does(name):
    level = read_level(builtin_levels()[name])
    whole, sliced = (Comparison(level, compile_mdp(level), seed=0) for _ in range(2))
    whole.advance(6_000)
    for amount in (1, 49, 50, 1_900, 4_000):
        sliced.advance(amount)
    plain, one_step, ours = whole.standings().baselines
    assert plain.failures > one_step.failures - one_step.dead_ends > 20
    assert ours.failures == 0
    for one, other in zip(whole.standings().baselines, sliced.standings().baselines, strict=True):
        assert (one.failures, one.dead_ends, one.episodes) == (
            other.failures,
            other.dead_ends,
            other.episodes,
        )
        assert np.array_equal(one.labels, other.labels)


def test_its_learned_path_counts_only_if_it_is_safe_at_every_delay(late_road):
    level, mdp = late_road
    baseline = BASELINES["one_step"](level, mdp)
    learner = baseline.learner(level.learning, 0)
    found = []
    for _ in range(40):
        learner.advance(500)
        for tables in (mdp, baseline.mdp):
            state, steps = mdp.starts[0], 0
            while state < mdp.n_states and not mdp.goal[state] and steps < 200:
                state, steps = int(tables.next_state[state, learner.labels()[state]]), steps + 1
            found.append(steps if state < mdp.n_states and mdp.goal[state] else -1)
        assert learner.greedy_steps(np.array(mdp.starts)).tolist() == [found[-2]]
    promised, empty = found[::2], found[1::2]
    assert max(promised) > 0
    assert any(one < 0 < other for one, other in zip(promised, empty, strict=True))


def test_the_one_step_mask_is_the_timetables(late_road):
    level, mdp = late_road
    punctual = compile_mdp(on_time(level))
    allowed = BASELINES["one_step"](level, mdp).safe.allowed
    acts = ~(punctual.goal | punctual.violation)
    assert np.array_equal(allowed, (punctual.next_state < punctual.n_states) & acts[:, None])
    assert (allowed & (mdp.next_state == mdp.crash)).any()


def test_where_nothing_is_late_the_world_is_the_levels_tables(one_car):
    mdp = compile_mdp(one_car)
    world = late_world(one_car, mdp, -1.0)
    assert world.empty is world.promised is mdp
    assert BASELINES["plain"](one_car, mdp).learner(one_car.learning, 0).dead_ends == 0


def test_what_is_shown_reads_delays_as_the_compiled_loop_does(world):
    _, level, mdp = world
    baseline = BASELINES["plain"](level, mdp)
    (states, columns, steps, crashed, _), (before, after) = moves_of(baseline, level, 1_000, 6)
    ahead = baseline.mdp.next_state[states, columns]
    assert crashed.any()
    for k in np.flatnonzero(ahead != mdp.crash).tolist():
        cells = mdp.cell(int(states[k])), mdp.cell(int(ahead[k]))
        delays = tuple(before[k].tolist()), tuple(after[k].tolist())
        assert (vehicle_met(level, *cells, int(steps[k]), *delays) is not None) == bool(crashed[k])


@pytest.mark.parametrize("name", ["late_road", "late_train"])
def test_the_page_on_levels_has_the_figures_of_a_million_moves(name):
    level = read_level(builtin_levels()[name])
    mdp, cells = compile_mdp(level), []
    for name_of in ("plain", "lagrangian", "one_step", "ours"):
        learner = BASELINES[name_of](level, mdp).learner(level.learning, 0)
        learner.advance(1_000_000)
        dead_ends = f" + {learner.dead_ends}" if name_of == "one_step" else ""
        cells.append(f"{learner.violations - learner.dead_ends:,}{dead_ends}")
    page = (Path(__file__).parents[4] / "docs" / "levels.md").read_text(encoding="utf-8")
    assert f"| `{name}` | {' | '.join(cells)} |" in page
