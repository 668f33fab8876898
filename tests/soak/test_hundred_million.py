"""10⁸ transitions of training on the crossing, each judged by the geometric oracle rather than by the tables.

The compiled learner is driven one transition at a time. Where it goes is judged by tables that the oracle
filled by moving every vehicle in unit sub-steps; the oracle's own clock counts the ticks.
"""

import numpy as np
import pytest

from learner.core import kernel, packed
from learner.core.trainer import Trainer
from levels.compiled import njit
from levels.model.mdp import compile_mdp
from levels.proof.safety import safe_actions
from levels.text.reader import builtin_levels, read_level
from tests.oracle import World

TRANSITIONS = 100_000_000
NO_LIMIT = 1 << 62


@njit
def judge(tables, memory, rules, n, place_of_cell, legal, leads_to_goal):
    """(transitions, collisions, goals, cut off, wrong clocks) of `n` transitions.

    `legal[tick, from, to]` and `leads_to_goal[tick, from]` are the oracle's; places are row · columns + col.
    """
    collisions, goals, cut_off, wrong_clock = 0, 0, 0, 0
    period, n_cells = len(legal), len(place_of_cell)
    counters = memory.counters
    tick = 0
    for _ in range(n):
        before, episodes = counters[packed.STATE], counters[packed.EPISODES]
        wrong_clock += before // n_cells != tick % period
        here = place_of_cell[before % n_cells]
        kernel.advance(tables, memory, rules, 1, NO_LIMIT, 0)
        if counters[packed.EPISODES] == episodes:
            there = place_of_cell[counters[packed.STATE] % n_cells]
            collisions += not legal[tick % period, here, there]
            tick += 1
        else:
            cut_off += tick + 1 == rules.episode_limit
            goals += tick + 1 < rules.episode_limit
            collisions += tick + 1 < rules.episode_limit and not leads_to_goal[tick % period, here]
            tick = 0
    return counters[packed.TRANSITIONS], collisions, goals, cut_off, wrong_clock


def tables_of_the_oracle(world):
    """(legal, leads_to_goal) as `judge` wants them."""
    n_places = world.n_rows * world.n_cols
    legal = np.zeros((world.period, n_places, n_places), dtype=np.bool_)
    leads_to_goal = np.zeros((world.period, n_places), dtype=np.bool_)
    for (cell, phase), moves in world.one_step.items():
        here = cell[0] * world.n_cols + cell[1]
        for after, _ in moves.values():
            legal[phase, here, after[0] * world.n_cols + after[1]] = True
            leads_to_goal[phase, here] |= after in world.goals
    return legal, leads_to_goal


@pytest.mark.soak
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("seed", [0])
def test_no_transition_of_a_hundred_million_collides(seed):
    level = read_level(builtin_levels()["crossy_road"])
    mdp = compile_mdp(level)
    trainer = Trainer(mdp, safe_actions(mdp, "viable"), level.learning, seed)
    legal, leads_to_goal = tables_of_the_oracle(World(level))
    places = (mdp.cells[:, 0] * level.board.n_cols + mdp.cells[:, 1]).astype(np.int64)
    made, collisions, goals, cut_off, wrong_clock = judge(
        trainer.tables,
        trainer.memory,
        packed.rules_of(level.learning),
        TRANSITIONS,
        places,
        legal,
        leads_to_goal,
    )
    print(f"{made:,} transitions, {collisions} collisions, {goals:,} goals, {cut_off} episodes cut off")
    assert made == TRANSITIONS
    assert wrong_clock == 0
    assert collisions == 0
    assert goals > 0
