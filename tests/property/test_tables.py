"""Tables, safe sets, optimal values and reasons equal what the oracle finds by playing the geometry."""

from itertools import compress

import numpy as np
import pytest
from hypothesis import given, settings

from levels.model.board import Action
from levels.model.level import Level
from levels.model.mdp import compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.reasons import explain
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level
from tests.conftest import BUILTINS
from tests.oracle import World
from tests.random_levels import levels, random_level
from tests.random_worlds import late_level, river_level

SEEDS = [
    *((random_level, seed) for seed in range(21)),
    *((draw, seed) for draw in (late_level, river_level) for seed in range(6)),
    *(pytest.param((random_level, seed), marks=pytest.mark.soak) for seed in range(21, 325)),
    *(
        pytest.param((draw, seed), marks=pytest.mark.soak)
        for draw in (late_level, river_level)
        for seed in range(6, 200)
    ),
]
DISCOUNT = 0.5


@pytest.fixture(params=SEEDS, scope="module", ids=lambda case: f"{case[0].__name__}-{case[1]}")
def random_case(request):
    """(level, its world, its tables), once for all tests of a seed."""
    draw, seed = request.param
    return case(draw(seed))


LARGE = ("big_city", "crossy_road", "late_road", "late_rush_hour", "river_road", "roundabout", "rush_hour")
"""Levels that are left to the slow tier: the oracle takes a second or more for each."""


@pytest.fixture(
    params=[pytest.param(name, marks=pytest.mark.slow) if name in LARGE else name for name in BUILTINS],
    scope="module",
)
def builtin_case(request):
    return case(read_level(builtin_levels()[request.param]))


def case(level):
    return level, World(level), compile_mdp(level)


def test_tables_of_random_levels(random_case):
    same_tables(*random_case)


def test_tables_of_builtin_levels(builtin_case):
    same_tables(*builtin_case)


def test_safe_sets_of_random_levels(random_case):
    for mode in ("viable", "one_step"):
        same_safe_sets(*random_case, mode)


def test_safe_sets_of_builtin_levels(builtin_case):
    same_safe_sets(*builtin_case, builtin_case[0].safety)


def test_truth_of_random_levels(random_case):
    same_optimal(*random_case)


def test_truth_of_builtin_levels(builtin_case):
    same_optimal(*builtin_case)


def test_reasons_of_random_levels(random_case):
    """The rule told to the user is the rule that the geometry breaks."""
    level, world, mdp = random_case
    safe = safe_actions(mdp, "viable")
    figures = world.figures("viable")
    rng = np.random.default_rng(0)
    for state in rng.integers(mdp.n_states, size=60):
        cell, phase = mdp.cell(state), mdp.phase(state)
        for action in level.actions:
            reason = explain(level, mdp, safe, int(state), action)
            if mdp.violation[state] or mdp.goal[state]:
                assert reason.kind in ("crashed", "goal")
                continue
            target, broken = world.verdict(cell, phase, action)
            if not broken and action not in figures.allowed[cell, phase]:
                broken = ["doomed"]
                end = reason.trace[-1]
                assert not figures.next[mdp.cell(end), mdp.phase(end)], "a trap ends where nothing is safe"
            assert reason.kind in (broken or ["allowed"])
            assert reason.cell == target
            if reason.kind in ("occupied", "swap", "drowned", "carried_off"):
                assert reason.kind in closed_by(world, reason.obstacle, cell, target, phase)
            elif reason.kind != "doomed":
                assert reason.obstacle is None
            elif reason.obstacle is not None:
                there = mdp.cell(end), mdp.phase(end)
                targets = [world.verdict(*there, move)[0] for move in level.actions]
                assert any(closed_by(world, reason.obstacle, there[0], to, there[1]) for to in targets)


def closed_by(world, obstacle, here, target, tick):
    """The rules by which this obstacle's vehicles refuse the move."""
    rides = world.obstacles[obstacle]
    if any(ride.carries for ride in rides):
        return {"drowned", "carried_off"} & set(world.refused_by_water(target, tick))
    pictures = [picture for ride in rides for picture in ride.pictures(tick)]
    swept = any(target in stood for _, _, stood in pictures)
    met = target != here and any(target in occupied and here in entered for occupied, entered, _ in pictures)
    return {rule for rule, broken in (("occupied", swept), ("swap", met)) if broken}


@settings(max_examples=15, deadline=None)
@given(levels())
def test_allowed_actions_stay_in_the_kernel_and_never_run_out(level):
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, "viable")
    states, actions = np.nonzero(safe.allowed)
    assert safe.viable[mdp.next_state[states, actions]].all()
    assert safe.allowed[safe.viable & ~mdp.goal].any(axis=1).all()
    assert not safe.allowed[~safe.viable | mdp.goal].any()
    assert (safe.allowed <= safe.one_step).all()


@settings(max_examples=15, deadline=None)
@given(levels())
def test_vehicles_drive_as_the_text_says(level):
    world = World(level)
    for mover, ride in zip(level.movers, world.rides, strict=True):
        for tick in range(ride.turn + 5):
            occupied, entered, stood = ride.picture(tick)
            assert set(mover.body(tick)) == occupied
            assert set(mover.entered(tick)) == entered
            assert set(mover.swept(tick)) == stood
            every_cell = world.passable
            assert {cell for cell in every_cell if mover.stands_on(cell, tick)} == occupied
            assert {cell for cell in every_cell if mover.enters(cell, tick)} == entered
            assert {cell for cell in every_cell if mover.sweeps(cell, tick)} == stood
    for index, period in enumerate(world.periods):
        one = {"obstacles": level.obstacles[index : index + 1]}
        alone = Level.model_validate(level.model_dump() | one)
        assert compile_mdp(alone).period == period


def same_tables(level, world, mdp):
    """Period, states and every transition."""
    assert mdp.period == world.period
    assert [tuple(cell) for cell in mdp.cells.tolist()] == world.passable
    assert [mdp.cell(start) for start in mdp.starts] == world.starts
    assert all(mdp.phase(start) == 0 for start in mdp.starts)
    free = world.states()
    for state in range(mdp.n_states):
        cell, phase = mdp.cell(state), mdp.phase(state)
        assert mdp.state(cell, phase) == state
        assert mdp.goal[state] == (cell in world.goals)
        assert mdp.violation[state] == ((cell, phase) not in free)
        if mdp.goal[state] or mdp.violation[state]:
            continue
        for column, action in enumerate(mdp.actions):
            target = world.move(cell, phase, action)
            after = mdp.next_state[state, column]
            found = None if after == mdp.crash else (mdp.cell(after), mdp.phase(after))
            assert found == (None if target is None else (target, (phase + 1) % world.period)), (
                f"{Action(action).name} at {cell}, phase {phase}"
            )
            if target is not None:
                arrival = level.rewards.goal if target in world.goals else 0.0
                assert mdp.reward[state, column] == level.rewards.step + arrival


def same_safe_sets(level, world, mdp, mode):
    """One-step set, kernel, allowed actions and reachable states."""
    figures, safe = world.figures(mode), safe_actions(mdp, mode, level.learning)
    for state in range(mdp.n_states):
        place = mdp.cell(state), mdp.phase(state)
        assert set(compress(mdp.actions, safe.one_step[state])) == set(figures.next.get(place, ()))
        assert set(compress(mdp.actions, safe.allowed[state])) == set(figures.allowed.get(place, ()))
        assert safe.viable[state] == (place in figures.kernel)
        assert safe.reachable[state] == (place in figures.distance)
    assert safe.doomed_reachable == figures.doomed_reachable


def same_optimal(level, world, mdp):
    """Shortest ways by search over the oracle's moves; Q* by plain value iteration."""
    figures, safe = world.figures("viable"), safe_actions(mdp, "viable")
    optimal = solve(mdp, safe, DISCOUNT)
    places = [(mdp.cell(state), mdp.phase(state)) for state in range(mdp.n_states)]
    assert optimal.steps_to_goal.tolist() == [figures.to_goal.get(place, -1) for place in places]
    assert (np.isnan(optimal.q_star) == ~safe.allowed).all()
    values = iterated_values(level, world, figures)
    for state, place in enumerate(places):
        for column, action in enumerate(mdp.actions):
            if safe.allowed[state, column]:
                after = figures.allowed[place][action]
                expected = reward_of(level, world, after) + DISCOUNT * values[after]
                assert abs(optimal.q_star[state, column] - expected) <= 1e-9


def iterated_values(level, world, figures):
    """V* of every viable state after enough sweeps of Bellman's right-hand side: 0.5 ** 45 < 1e-13."""
    values = dict.fromkeys(figures.kernel, 0.0)
    moves = {
        place: [(reward_of(level, world, after), after) for after in figures.allowed[place].values()]
        for place in values
    }
    for _ in range(45):
        values = {
            place: max((reward + DISCOUNT * values[after] for reward, after in moves[place]), default=0.0)
            for place in values  # goals have no moves
        }
    return values


def reward_of(level, world, after):
    """Reward of a transition by the state it leads to."""
    return level.rewards.step + (level.rewards.goal if after[0] in world.goals else 0.0)
