"""Theorem 2 as a test of the whole, by exhaustion instead of samples.

At several moments of learning every branch of ε-greedy is followed: from each start, the policy's action
(E10) and each of the actions that exploration could draw (E13), and so on from wherever they lead. The
learner only names the actions; where they lead and whether they break a constraint is said by the geometric
oracle, which shares nothing with the tables. The theorem holds where no branch violates a constraint and none
runs out of actions; the paper assumes the second, `viable` gives it, and `one_step` is shown not to.

What learning converges to, as far as it can be said. The worlds are deterministic, so E4 with a constant β
reaches the fixed point of Bellman's equation on all pairs that are visited for ever: with ε = 1, all that the
starts can reach. Where no reward is above 0, Q begins at or above Q* and only falls, never below it, so ε may
decay to 0, or be 0 from the start: pairs on the greedy way end at Q*, while others, given up for good reason,
stay above theirs. For the same reason an episode without exploration that reaches the goal and changes Q by
less than the threshold leaves V(x₀) above V*(x₀) by at most threshold/β, here 0.015: less than a step costs,
so it was a shortest safe path.
"""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from learner.core import packed
from learner.core.commands import SetLearning
from learner.core.rollout import play
from learner.core.trainer import DeadEndError, Trainer
from learner.studies.results import results
from levels.text.reader import builtin_levels, read_level
from tests.branches import Judge, as_table, branches, roads, tried_pairs, value_iteration
from tests.conftest import BUILTINS
from tests.unit.learner.levels_to_learn import LEVELS
from tests.unit.learner.reference import world_of

MOMENTS = [0, 1, 10, 100, 1000, 10_000, 100_000]
"""Transitions made when the branches are followed."""
SEEDS = range(10)
TOLERANCE = 1e-6
"""Of |Q − Q*| after exploration without end. A value of 50 needs some 250 updates of each pair on its way."""
ROUNDING = 1e-9
"""Of |Q − Q*| where only the rounding of sums is left."""
MOST_TRANSITIONS = 3_000_000_000
"""The walk at random sees the rarest pair of Dead End about once in 10⁵ transitions."""
ORDINARY, SOAK = range(16), range(16, 500)
"""Which of `roads` are tried when."""


@cache
def builtin(name):
    """(world, judge) of a built-in level, made once for all tests here; nothing in them changes."""
    world = world_of(read_level(builtin_levels()[name]))
    return world, Judge(world.level)


@cache
def optimum_of(name):
    """(pairs, V*, Q* as a table) over all that can be reached in a built-in level."""
    world, judge = builtin(name)
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    return optimum(world, judge, branches(judge, world.mdp, trainer, world.optimal))


def optimum(world, judge, found):
    """(pairs, V*, Q* as a table) over all the branches that were found."""
    level = world.level
    values, q_star = value_iteration(judge, found.edges, level.rewards, level.learning.discount)
    return found.pairs(world.mdp), values, as_table(world.mdp, q_star)


pytestmark = pytest.mark.slow
SLOW = (
    "dead_end",
    "big_city",
    "motorway",
    "turtles",
    "river_road",
    "late_road",
    "late_rush_hour",
    "grand_crossing",
)
"""Levels whose rarest pairs a walk at random takes longest to see."""
LONGER = {"river_road": 100_000, "late_train": 100_000, "late_road": 100_000}
"""Episodes for levels on whose paths the agent rides or waits."""
every_builtin = pytest.mark.parametrize("name", BUILTINS)
random_levels = pytest.mark.parametrize(
    "numbers", [ORDINARY, pytest.param(SOAK, marks=[pytest.mark.soak, pytest.mark.timeout(3600)])]
)


# ---- no violation, ever ----------------------------------------------------------------------------------


def follow_all_branches(world, judge, seed, *, moments=MOMENTS):
    """Assert the theorem at every moment; give the number of pairs followed at the last."""
    mdp = world.mdp
    trainer = Trainer(mdp, world.safe, world.level.learning, seed)
    assert {(mdp.cell(x), mdp.phase(x)) for x in trainer.tables.starts.tolist()} == set(judge.starts)
    for moment in moments:
        trainer.advance(moment - trainer.transitions)
        greedy = branches(judge, mdp, trainer, world.optimal, exploring=False)
        all_of_them = branches(judge, mdp, trainer, world.optimal)
        assert not all_of_them.violations, (seed, moment)
        assert not all_of_them.dead_ends, (seed, moment)
        pairs = all_of_them.pairs(mdp)
        assert greedy.pairs(mdp) <= pairs
        assert tried_pairs(trainer) <= pairs
    return len(pairs)


@every_builtin
def test_no_branch_of_a_builtin_breaks_a_constraint_or_ends_without_an_action(name):
    assert follow_all_branches(*builtin(name), seed=0) > 20


@random_levels
def test_no_branch_of_a_random_level_breaks_a_constraint_or_ends_without_an_action(numbers):
    pairs = [
        follow_all_branches(world, judge, seed, moments=[0, 100, 10_000])
        for seed, world, judge in roads(numbers)
    ]
    assert len(pairs) == len(numbers)
    assert sum(pairs) > 100 * len(pairs)


@random_levels
def test_definition_1_alone_breaks_no_constraint_but_runs_out_of_actions(numbers):
    """The theorem as published: it holds as long as there is an action, which it only assumes."""
    with_dead_ends = 0
    for seed, world, judge in roads(numbers, "one_step"):
        figures = judge.world.figures("one_step")
        trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
        trainer.change(SetLearning(epsilon=1.0))
        found = branches(judge, world.mdp, trainer, world.optimal)
        assert not found.violations, seed
        assert found.edges.keys() == figures.distance.keys()
        stuck = {x for x in figures.distance if not figures.next[x] and not judge.is_goal(x)}
        assert set(found.dead_ends) == stuck
        met = dead_end_met(trainer, 100_000)
        assert met is None or (world.mdp.cell(met), world.mdp.phase(met)) in stuck
        with_dead_ends += met is not None
        assert trainer.snapshot(world.optimal).violations == 0
    assert with_dead_ends > len(numbers) / 10


def dead_end_met(trainer, n_transitions):
    """The state where learning stops for want of an action, None if it goes on."""
    try:
        trainer.advance(n_transitions)
    except DeadEndError as error:
        return error.state
    return None


def test_where_one_label_is_left_the_policy_is_that_label():
    """Remark 1: every decision value is 0, and arg max would walk off the board to the right."""
    world = world_of(LEVELS["corridor both ways"])
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    trainer.advance(stop="converged")
    assert np.count_nonzero(trainer.snapshot(world.optimal).class_counts) == 1
    greedy = branches(Judge(world.level), world.mdp, trainer, world.optimal, exploring=False)
    assert not greedy.violations
    assert len(greedy.pairs(world.mdp)) == 5


# ---- the exhaustion itself can fail ----------------------------------------------------------------------


def test_one_unsafe_action_among_all_is_found():
    world, judge = builtin("crossy_road")
    states = np.flatnonzero(world.safe.reachable & ~world.mdp.goal)
    state, column = next((x, u) for x in states[::-1] for u in range(4) if not world.safe.one_step[x, u])
    allowed = world.safe.allowed.copy()
    allowed[state, column] = True
    trainer = Trainer(world.mdp, replace(world.safe, allowed=allowed), world.level.learning, seed=0)
    found = branches(judge, world.mdp, trainer, world.optimal)
    expected = ((world.mdp.cell(state), world.mdp.phase(state)), world.mdp.actions[column])
    assert found.violations == [expected]


def test_one_wrong_label_on_the_greedy_way_is_found():
    world, judge = builtin("crossy_road")
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    start = world.mdp.starts[0]
    down = 3  # off the board
    trainer.memory.state_flags[start * int(packed.FLAG_BYTES) + int(packed.LABEL)] = down
    for exploring in (True, False):
        found = branches(judge, world.mdp, trainer, world.optimal, exploring=exploring)
        assert found.violations == [(judge.starts[0], world.mdp.actions[down])]


def test_the_dead_end_of_definition_1_is_found():
    world = world_of(read_level(builtin_levels()["dead_end"]), mode="one_step")
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    found = branches(Judge(world.level), world.mdp, trainer, world.optimal)
    assert not found.violations
    assert found.dead_ends


# ---- what Q converges to ---------------------------------------------------------------------------------


def explore_until_q_is_the_optimum(world, seed, known, **settings):
    """ε = 1 from the level's own starts: every pair that can be reached ends within TOLERANCE of Q*.

    Pairs from which no goal can be reached have no Q*. Gives the number of those that have.
    """
    learning = world.level.learning.model_copy(update={"epsilon": 1.0, **settings})
    trainer, (pairs, _, q_star) = Trainer(world.mdp, world.safe, learning, seed), known
    while trainer.transitions < MOST_TRANSITIONS:
        trainer.advance(max(100_000, trainer.transitions // 10))
        error = np.nanmax(np.abs(trainer.snapshot(world.optimal).q - q_star), initial=0.0)
        if error < TOLERANCE and tried_pairs(trainer) == pairs:
            return int(np.isfinite(q_star).sum())
    pytest.fail(
        f"seed {seed}: largest |Q − Q*| is {error}, {len(tried_pairs(trainer))} of {len(pairs)} pairs"
    )


@pytest.fixture(scope="module")
def explored(request):
    """What exploring without end comes to in each built-in level that is asked about: name → Future.

    Two explore at a time, since learning needs no lock.
    """
    asking = [item for item in request.session.items if "explored" in getattr(item, "fixturenames", ())]
    names = [item.callspec.params["name"] for item in asking]
    with ThreadPoolExecutor(2) as pool:
        yield {name: pool.submit(explore_builtin, name) for name in names}
        pool.shutdown(cancel_futures=True)


def explore_builtin(name):
    return explore_until_q_is_the_optimum(builtin(name)[0], 0, optimum_of(name))


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.soak, pytest.mark.timeout(3600)]) if name in SLOW else name
        for name in builtin_levels()
    ],
)
def test_with_exploration_for_ever_q_equals_value_iteration_on_all_reachable_pairs(name, explored):
    assert explored[name].result() > 20


@random_levels
def test_on_random_levels_q_equals_value_iteration_on_all_reachable_pairs(numbers):
    """Any constant β is as good, and 0.5 saves visits of pairs that are hardly ever seen.

    So does a low limit where the agent can wander off for ever; being cut off is no end, so Q* is the same.
    """
    settings = {"learning_rate": 0.5, "episode_limit": 300}
    pairs = []
    for seed, world, judge in roads(numbers):
        trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)
        known = optimum(world, judge, branches(judge, world.mdp, trainer, world.optimal))
        pairs.append(explore_until_q_is_the_optimum(world, seed, known, **settings))
    assert sum(pairs) > 100 * len(numbers)


@every_builtin
def test_q_falls_towards_the_optimum_and_never_below_it(name):
    world, _ = builtin(name)
    trainer = Trainer(world.mdp, world.safe, world.level.learning, seed=0)
    (_, _, q_star), before = optimum_of(name), np.zeros(world.safe.allowed.shape)
    for moment in (*MOMENTS, 1_000_000):
        trainer.advance(moment - trainer.transitions)
        q = trainer.snapshot(world.optimal).q
        assert not (q > before).any()
        assert not (q < q_star - ROUNDING).any()
        before = q
    assert (q < 0).any()


@every_builtin
def test_with_decaying_exploration_q_equals_value_iteration_on_the_greedy_way(name):
    """ε = 0.999 to the number of episodes; ten of ten seeds end on a shortest way, with Q* along it."""
    world, judge = builtin(name)
    mdp, (_, values, q_star) = world.mdp, optimum_of(name)
    learning = world.level.learning.model_copy(update={"epsilon": 1.0, "epsilon_decay": 0.999})
    for seed in SEEDS:
        trainer = Trainer(mdp, world.safe, learning, seed)
        trainer.advance(n_episodes=LONGER.get(name, 20_000))
        snapshot = trainer.snapshot(world.optimal)
        way = play(mdp, world.safe, snapshot.labels, mdp.starts[0], 0.0, np.random.default_rng(0))
        assert way.outcome == "goal"
        assert -len(way.actions) == values[judge.starts[0]]
        walked = list(way.states[:-1]), list(way.actions)
        assert np.abs(snapshot.q[walked] - q_star[walked]).max() < ROUNDING


@every_builtin
def test_without_exploration_the_converged_episode_was_a_shortest_way(name):
    """Nothing but the fall from above drives learning here, and the paper's criterion is a proof."""
    world, _ = builtin(name)
    learning = world.level.learning.model_copy(update={"epsilon": 0.0})
    start = world.mdp.starts[0]
    shortest = int(world.optimal.steps_to_goal[start])
    for seed in SEEDS:
        first = Trainer(world.mdp, world.safe, learning, seed)
        first.advance(stop="converged")
        trainer = Trainer(world.mdp, world.safe, learning, seed)
        trainer.advance(n_episodes=first.episodes - 1)
        assert trainer.converged_episode is None
        before = trainer.transitions
        trainer.advance(stop="episode")
        assert trainer.converged_episode == first.converged_episode == trainer.episodes
        assert trainer.transitions - before == shortest
        above = np.nanmax(trainer.snapshot(world.optimal).q[start]) + shortest
        assert -ROUNDING < above <= learning.threshold / learning.learning_rate


@every_builtin
def test_learning_finds_the_optimum_from_the_start_in_ten_of_ten_seeds(name):
    """With each level's own settings, stopped by the paper's criterion."""
    (row,) = results([name], SEEDS)
    assert (row.seeds, row.converged, row.optimal, row.violations) == (10, 10, 1.0, 0)
