"""Algorithm 1 from its readable parts, one transition at a time: what the compiled kernel has to equal."""

from dataclasses import dataclass

import numpy as np

from learner.core.actor import Actor
from learner.core.critic import Critic
from learner.core.exploration import EpsilonGreedy
from learner.core.rng import XorShift64Star
from levels.model.mdp import Mdp, compile_mdp
from levels.proof.optimal_values import OptimalValues, solve
from levels.proof.safety import SafeActions, safe_actions


@dataclass(frozen=True, eq=False)
class World:
    """A level with its tables."""

    level: object
    mdp: Mdp
    safe: SafeActions
    truth: OptimalValues


def world_of(level, mode=None):
    """Tables, allowed actions and truth of a level, as the program computes them."""
    mdp = compile_mdp(level)
    safe = safe_actions(mdp, mode or level.safety, level.learning.start_phases)
    return World(level, mdp, safe, solve(mdp, safe, level.learning.discount))


class Reference:
    """Slow and plain: the paper's loop over Critic, Actor and EpsilonGreedy."""

    def __init__(self, mdp, safe, learning, seed):
        self.mdp, self.safe, self.learning = mdp, safe, learning
        self.rng = XorShift64Star(seed)
        self.critic = Critic(mdp, safe, learning.learning_rate, learning.discount)
        self.actor = Actor(safe, self.rng)
        self.exploration = EpsilonGreedy(learning.epsilon, learning.epsilon_decay, learning.epsilon_floor)
        self.episodes = []  # (Σ|ΔQ|, transitions, reached a goal)
        self.converged_episode = None
        self.starts = np.concatenate(safe.starts).tolist()
        self.failed_start, self.next_pass, self.transitions = 0, 0, 0
        self.dead_end = False
        self.begin()

    def begin(self):
        states = self.safe.starts[self.rng.below(len(self.safe.starts))]
        self.state = int(states[self.rng.below(len(states))])
        self.steps, self.change = 0, 0.0
        self.dead_end = not self.safe.allowed[self.state].any()

    def step(self):
        """One transition; nothing happens in a dead end."""
        if self.dead_end:
            return
        x = self.state
        action, _ = self.exploration.choose(self.actor.policy(x), self.safe.allowed[x], self.rng)
        arrived, reward = int(self.mdp.next_state[x, action]), float(self.mdp.reward[x, action])
        self.steps += 1
        self.transitions += 1
        self.state = arrived
        reached = bool(self.mdp.goal[arrived])
        if not reached and not self.safe.allowed[arrived].any():
            self.dead_end = True
            return
        self.change += self.critic.update(x, action, reward, arrived)
        self.actor.update(x, self.critic.q)
        if reached or self.steps == self.learning.episode_limit:
            self.episodes.append((self.change, self.steps, reached))
            if self.converged_episode is None and self.converges(reached):
                self.converged_episode = len(self.episodes)
            self.exploration.end_episode()
            self.begin()

    def converges(self, reached):
        if not reached or not self.change < self.learning.threshold:
            return False
        return self.learning.stopping_rule == "published" or self.has_settled()

    def path_is_settled(self, state):
        """Whether the greedy path from a state reaches a goal in time with Σ β|δ| below the threshold."""
        change, steps = 0.0, 0
        while not self.mdp.goal[state]:
            if steps == self.learning.episode_limit or not self.safe.allowed[state].any():
                return False
            action = self.actor.policy(state)
            arrived = int(self.mdp.next_state[state, action])
            best = self.critic.value(arrived)
            target = self.mdp.reward[state, action] + self.learning.discount * best
            change += self.learning.learning_rate * abs(target - self.critic.q[state, action])
            state, steps = arrived, steps + 1
        return change < self.learning.threshold

    def has_settled(self):
        """Whether that holds from every start; a pass over all of them that fails waits for the next."""
        if not self.path_is_settled(self.starts[self.failed_start]):
            return False
        if len(self.starts) > 1:
            if self.transitions < self.next_pass:
                return False
            for start in np.roll(np.arange(len(self.starts)), -self.failed_start).tolist():
                if not self.path_is_settled(self.starts[start]):
                    self.failed_start = start
                    self.next_pass = self.transitions + self.mdp.n_states
                    return False
        return True


def assert_same(trainer, reference, truth):
    """Every number both keep is equal, to the last bit."""
    snapshot = trainer.snapshot(truth)
    assert np.array_equal(snapshot.q, reference.critic.q, equal_nan=True)
    assert np.array_equal(snapshot.labels, reference.actor.labels)
    assert np.array_equal(snapshot.class_counts, reference.actor.class_counts)
    assert (snapshot.state, snapshot.episode_steps) == (reference.state, reference.steps)
    assert snapshot.epsilon == reference.exploration.epsilon
    assert snapshot.episodes == len(reference.episodes)
    assert snapshot.converged_episode == reference.converged_episode
    assert int(trainer.memory.rng[0]) == reference.rng.state
