"""The three that are compared: who fails and who does not, equal budgets, and the same again for a seed."""

import numpy as np
import pytest

from learner.baselines.baseline import failure_penalty
from learner.baselines.comparison import MOST_MARKS, Comparison, baselines
from levels.model.mdp import compile_mdp
from levels.text.reader import builtin_levels, read_level
from tests.conftest import tiny

DOOMED_START = {
    "kind": "lane",
    "look": "train",
    "row": 0,
    "direction": "left",
    "length": 3,
    "loop": 9,
    "at": [4],
}


def comparison(name, seed=0):
    level = read_level(builtin_levels()[name])
    return Comparison(level, compile_mdp(level), seed)


def figures_of(standings):
    """All that may be compared between two runs."""
    return [
        standings.transitions,
        standings.marked.tolist(),
        *(
            (
                one.baseline.name,
                one.labels.tolist(),
                one.episodes,
                one.failures,
                one.failures_marked.tolist(),
                one.rollout_steps,
                one.first_optimal,
            )
            for one in standings.baselines
        ),
    ]


@pytest.mark.parametrize("name", ["crossy_road", "dead_end"])
def test_plain_crashes_one_step_meets_dead_ends_and_ours_does_neither(name):
    race = comparison(name)
    race.advance(100_000)
    plain, one_step, ours = race.standings().baselines
    assert plain.failures > 1000
    assert 0 < one_step.failures < plain.failures
    assert ours.failures == 0
    assert [one.baseline.name for one in (plain, one_step, ours)] == ["plain", "one_step", "ours"]


def test_all_three_learn_the_shortest_safe_way():
    race = comparison("dead_end")
    race.advance(200_000)
    assert all(one.optimal and one.rollout_steps == 14 for one in race.standings().baselines)
    assert all(0 < one.first_optimal <= one.episodes for one in race.standings().baselines)


def test_when_the_policy_first_was_optimal_never_changes_again():
    race = comparison("dead_end")
    firsts, ways = [], []
    for _ in range(150):
        race.advance(1000)
        ours = race.standings().baselines[2]
        firsts.append(ours.first_optimal)
        ways.append(ours.optimal)
    begun = next(place for place, first in enumerate(firsts) if first is not None)
    assert set(firsts[:begun]) == {None}
    assert set(firsts[begun:]) == {firsts[-1]}
    assert False in ways[begun:], "the way never was longer again: another level or seed has to be tried"


def test_budgets_are_equal_however_long_the_episodes():
    race = comparison("crossy_road")
    race.advance(12_345)
    assert [trainer.transitions for trainer in race._learners] == [12_345] * 3
    assert race.standings().transitions == 12_345


def test_slices_change_nothing_and_a_seed_gives_the_same_again():
    whole, sliced, other = comparison("dead_end"), comparison("dead_end"), comparison("dead_end", seed=1)
    whole.advance(30_000)
    other.advance(30_000)
    for amount in (1, 49, 50, 51, 9_849, 20_000):
        sliced.advance(amount)
        sliced.standings()
    assert figures_of(sliced.standings()) == figures_of(whole.standings())
    assert figures_of(other.standings()) != figures_of(whole.standings())


def test_marks_are_thinned_stay_evenly_spaced_and_end_now():
    race = comparison("grid_4")
    race.advance(100_001)
    marked = race.standings().marked
    assert MOST_MARKS / 2 <= len(marked) <= MOST_MARKS + 1
    assert len(set(np.diff(marked[:-1]).tolist())) == 1
    assert marked[0] == 0
    assert marked[-1] == 100_001
    plain = race.standings().baselines[0]
    assert (np.diff(plain.failures_marked) >= 0).all()
    assert plain.failures_marked[-1] == plain.failures


def test_what_crosses_to_the_window_cannot_be_changed():
    race = comparison("grid_4")
    standings = race.standings()
    for array in (standings.marked, standings.baselines[0].labels, standings.baselines[0].failures_marked):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


def test_failing_pays_less_than_the_worst_episode_without(one_car):
    assert failure_penalty(one_car) == -5000
    level = one_car.model_copy(
        update={"rewards": one_car.rewards.model_copy(update={"step": 0.0, "goal": 2.0})}
    )
    assert failure_penalty(level) == -2


def test_only_failing_costs_and_ours_has_nothing_to_pay_for(one_car):
    mdp = compile_mdp(one_car)
    plain, one_step, ours = baselines(one_car, mdp)
    crashes = mdp.next_state == mdp.crash
    assert (plain.mdp.reward[crashes] == -5000).all()
    assert np.array_equal(plain.mdp.reward[~crashes], mdp.reward[~crashes])
    assert np.array_equal(one_step.safe.allowed, one_step.safe.one_step)
    assert plain.safe.allowed[~mdp.goal & ~mdp.violation].all()
    assert not plain.safe.allowed[mdp.goal | mdp.violation].any()
    assert ours.mdp is mdp


def test_a_start_that_is_doomed_is_refused_in_words():
    level = tiny(["S..G"], obstacles=[DOOMED_START], actions=["right", "left"])
    with pytest.raises(ValueError, match="no way to stay safe"):
        baselines(level, compile_mdp(level))
