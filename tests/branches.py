"""All branches of ε-greedy, judged by the geometry; what value iteration makes of them; levels to try it on.

The learner only names the actions. Where they lead, and whether they break a constraint, is said by the
geometric oracle, which shares nothing with the tables.
"""

import math
from functools import cache, lru_cache
from itertools import count, islice

import numpy as np

from learner.core import packed
from learner.core.actor import policy
from tests.oracle import World
from tests.random_levels import random_level
from tests.unit.learner.reference import world_of


class Judge:
    """A level's geometry, asked once for each move."""

    def __init__(self, level):
        self.world = World(level)
        self.move = cache(self.world.move)
        self.starts = sorted(self.world.figures().begun)

    def successor(self, state, action):
        """(cell, phase) after the action, None where it violates a constraint."""
        (cell, phase), period = state, self.world.period
        there = self.move(cell, phase, action)
        return None if there is None else (there, (phase + 1) % period)

    def is_goal(self, state):
        return state[0] in self.world.goals


class Branches:
    """Everything ε-greedy can do from the starts, with what the learner knows now.

    Attributes:
        edges: (cell, phase) → {action: next} of every state that can be reached; goals end an episode: {}.
        violations: (state, action) whose move violates a constraint.
        dead_ends: states, not goals, without any action.
    """

    def __init__(self, judge, mdp, trainer, labels, counts, *, exploring=True):
        self.edges, self.violations, self.dead_ends = {}, [], []
        waiting = list(judge.starts)
        while waiting:
            state = waiting.pop()
            if state in self.edges:
                continue
            self.edges[state] = {}
            if judge.is_goal(state):
                continue
            number = mdp.state(*state)
            columns = set(choices(trainer, number)) if exploring else set()
            if labels[number] >= 0:
                columns.add(policy(int(labels[number]), counts))
            if not columns:
                self.dead_ends.append(state)
            for column in sorted(columns):
                action = mdp.actions[column]
                after = judge.successor(state, action)
                if after is None:
                    self.violations.append((state, action))
                else:
                    self.edges[state][action] = after
                    waiting.append(after)

    def pairs(self, mdp):
        """The (state, column) pairs, by the learner's numbers."""
        return {
            (mdp.state(*state), mdp.actions.index(action))
            for state, moves in self.edges.items()
            for action in moves
        }


def choices(trainer, state):
    """The columns that exploration draws from in the compiled loop."""
    n = int(trainer.memory.state_flags[state * int(packed.FLAG_BYTES) + int(packed.N_CHOICES)])
    first = state * trainer.mdp.n_actions
    return trainer.tables.choices[first : first + n].tolist()


def branches(judge, mdp, trainer, optimal, **how):
    snapshot = trainer.snapshot(optimal)
    return Branches(judge, mdp, trainer, snapshot.labels, snapshot.class_counts, **how)


def tried_pairs(trainer):
    """The (state, column) pairs that the learner has really been through."""
    tried = trainer.memory.state_flags.reshape(-1, int(packed.FLAG_BYTES))[:-1, int(packed.TRIED)]
    return {
        (state, column)
        for state in np.flatnonzero(tried).tolist()
        for column in range(trainer.mdp.n_actions)
        if tried[state] >> column & 1
    }


def value_iteration(judge, edges, rewards, discount):
    """(V*, Q*) by sweeps until nothing changes; from −∞, which stays where no goal can be reached."""
    values = {state: 0.0 if judge.is_goal(state) else -math.inf for state in edges}

    def worth(after):
        return rewards.step + (rewards.goal if judge.is_goal(after) else discount * values[after])

    changed = True
    while changed:
        changed = False
        for state, moves in edges.items():
            best = max(map(worth, moves.values()), default=values[state])
            changed |= best > values[state]
            values[state] = max(values[state], best)
    return values, {(state, u): worth(after) for state, moves in edges.items() for u, after in moves.items()}


def as_table(mdp, q_star):
    """(n_states, n_actions) of {(state, action): value}; NaN elsewhere, and where no goal can be reached."""
    table = np.full((mdp.n_states, mdp.n_actions), np.nan)
    for (state, action), value in q_star.items():
        if value > -math.inf:
            table[mdp.state(*state), mdp.actions.index(action)] = value
    return table


level_of = lru_cache(256)(random_level)


@lru_cache(64)  # as many as the ordinary tests try, and no more: a judge remembers every move
def judge_of(seed):
    """The judge of a random level."""
    return Judge(level_of(seed))


def roads(numbers, mode="viable"):
    """(seed, world, judge) of these among all random levels with traffic whose starts all can move."""
    worlds = ((seed, world_of(level_of(seed), mode)) for seed in count())
    wanted = islice(filter(lambda found: is_road(found[1]), worlds), numbers.start, numbers.stop)
    return ((seed, world, judge_of(seed)) for seed, world in wanted)


def is_road(world):
    startable = world.safe.allowed[list(world.mdp.starts)].any(axis=1).all()
    return startable and world.mdp.period > 1 and world.safe.reachable.sum() > 2 * world.mdp.period
