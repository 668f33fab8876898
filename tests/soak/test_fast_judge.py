"""The compiled judge says what the readable one does, and before it a thousand million moves are safe."""

from collections import Counter
from functools import partial

import numpy as np
import pytest
import yaml

from learner.core.trainer import Trainer
from levels.text.reader import parse_file
from tests import fast_judge
from tests.fast_judge import empty_log, player_of, run, world_of
from tests.judge import FINE
from tests.judging import LATE, RULES, Case, late_or_river_case, random_case, rebuilt_case

POLICIES = {"random": (256, 3), "ε-greedy": (26, 2), "learned": (0, 3)}
"""Share of random actions in 256ths, and how many parts of the transitions, of 8."""


def judge_fast(case, number, n_transitions, n_logged=0):
    """Play a certified level by each policy before the compiled judge: counts and log for each."""
    trainer = Trainer(case.mdp, case.safe, case.level.learning, number)
    trainer.advance(20_000)
    world, player = world_of(case.judge), player_of(case, case.safe.allowed, trainer.labels())
    for name, (share, parts) in POLICIES.items():
        log = empty_log(n_logged, world)
        yield name, run(world, player, share, n_transitions * parts // 8, number + 1, log), log


def certified(numbers):
    """Certified levels in mode viable, from all sources by turns: (number, kind, case)."""
    makes = [
        random_case,
        late_or_river_case,
        rebuilt_case,
        partial(rebuilt_case, late=True),
        late_or_river_case,
    ]
    for number in numbers:
        case = makes[number % len(makes)](number)
        if case is not None and case.level.safety == "viable":
            late = any(obstacle.late for obstacle in case.level.obstacles)
            river = any(obstacle.carries for obstacle in case.level.obstacles)
            yield number, ["on time", "late", "river", "late and river"][late + 2 * river], case


def same_to_the_slow_judge(case, log, n):
    """Each logged transition: where it ends and what it breaks at these delays."""
    ticks, heres, actions, ends, rules = log.rows[:n].T
    led, broken = case.judge.judge(ticks, heres, case.column_of[actions], (log.before[:n], log.after[:n]))
    return (broken == rules).all() and (led == ends)[rules == FINE].all()


@pytest.mark.slow
def test_the_compiled_judge_and_the_readable_one_say_the_same():
    """And of what is permitted nothing breaks, late or not; with all permitted, everything that can."""
    kinds, permitted, forged = Counter(), 0, 0
    for number, kind, case in certified(range(1000, 1027)):
        kinds[kind] += 1
        for _, counts, log in judge_fast(case, number, 50_000, 100):
            assert counts[fast_judge.TRANSITIONS] == counts[FINE]
            assert counts[fast_judge.UNSEEN] == counts[fast_judge.DEAD_ENDS] == 0
            assert same_to_the_slow_judge(case, log, 100)
            permitted += counts
        every = np.repeat(~case.mdp.goal[:, None], case.mdp.n_actions, axis=1)
        world, log = world_of(case.judge), empty_log(300, world_of(case.judge))
        player = player_of(case, every, np.zeros(case.mdp.n_states))
        counts = run(world, player, 256, 20_000, number + 1, log)
        assert counts[fast_judge.UNSEEN] == 0, "never against the table"
        assert same_to_the_slow_judge(case, log, 300)
        forged += counts
    assert len(kinds) == 4
    assert permitted[fast_judge.TRANSITIONS] > 500_000
    assert permitted[[fast_judge.LATE, fast_judge.MADE_UP, fast_judge.CARRIED]].min() > 100
    assert forged[list(RULES)].min() > 0


@pytest.mark.slow
def test_the_compiled_judge_sees_delays_that_were_not_promised():
    """One tick more than the program was told: what is allowed crashes."""
    document = yaml.safe_load(LATE)
    file = parse_file(LATE, "late.yaml")
    for ticks in (2, 3):
        case = Case(file, document | {"obstacles": [document["obstacles"][0] | {"late": ticks}]})
        world, player = world_of(case.judge), player_of(case, case.safe.allowed, np.zeros(case.mdp.n_states))
        counts = run(world, player, 256, 20_000, 1, empty_log(0, world))
        assert (counts[fast_judge.UNSEEN] > 0) == (ticks == 3)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_a_thousand_million_transitions_on_a_thousand_levels_are_safe():
    total, kinds = 0, Counter()
    for number, kind, case in certified(range(5000)):
        kinds[kind] += 1
        for _, counts, _ in judge_fast(case, number, 1_000_000):
            assert counts[fast_judge.TRANSITIONS] == counts[FINE]
            assert counts[fast_judge.UNSEEN] == counts[fast_judge.DEAD_ENDS] == 0
            total += int(counts[fast_judge.TRANSITIONS])
        if kinds.total() == 1000:
            break
    print(f"\n{total:,} {kinds}")
    assert total >= 1_000_000_000
