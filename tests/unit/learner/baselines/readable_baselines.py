"""The baselines with a loop of their own, one transition at a time: what their compiled loops are held to."""

import numpy as np

from learner.core.actor import Actor
from learner.core.exploration import EpsilonGreedy
from learner.core.rng import XorShift64Star


class Readable:
    """ε-greedy learning of a table of values; what it learns towards is the subclass's `target`."""

    def __init__(self, mdp, safe, learning, seed):
        self.mdp, self.safe, self.learning = mdp, safe, learning
        self.rng = XorShift64Star(seed)
        self.actor = Actor(safe, self.rng)
        self.exploration = EpsilonGreedy(learning.epsilon, learning.epsilon_decay, learning.epsilon_floor)
        self.q = np.where(safe.allowed, 0.0, np.nan)
        self.episodes = self.violations = 0
        self.begin()

    def begin(self):
        states = self.safe.starts[self.rng.below(len(self.safe.starts))]
        self.state, self.steps = int(states[self.rng.below(len(states))]), 0

    def crashed(self, state):
        return state == self.mdp.crash or bool(self.mdp.violation[state])

    def terminal(self, state):
        return self.crashed(state) or bool(self.mdp.goal[state])

    def choose(self, state):
        return self.exploration.choose(int(self.actor.labels[state]), self.safe.allowed[state], self.rng)[0]

    def moved(self, value, target):
        return value + self.learning.learning_rate * (target - value)

    def act(self):
        return self.choose(self.state)

    def learn(self, x, u, reward, arrived):
        self.q[x, u] = self.moved(self.q[x, u], reward + self.learning.discount * self.ahead(arrived))
        self.actor.update(x, self.q)

    def step(self):
        x, u = self.state, self.act()
        arrived, reward = int(self.mdp.next_state[x, u]), float(self.mdp.reward[x, u])
        self.state, self.steps = arrived, self.steps + 1
        self.learn(x, u, reward, arrived)
        if self.terminal(arrived) or self.steps == self.learning.episode_limit:
            self.end()

    def end(self):
        self.episodes += 1
        self.violations += self.crashed(self.state)
        self.exploration.end_episode()
        self.begin()


class ReadableSarsa(Readable):
    chosen = None

    def act(self):
        return self.choose(self.state) if self.chosen is None else self.chosen

    def ahead(self, arrived):
        self.chosen = None if self.terminal(arrived) else self.choose(arrived)
        return 0.0 if self.chosen is None else self.q[arrived, self.chosen]

    def end(self):
        self.chosen = None
        super().end()


class ReadableExpectedSarsa(Readable):
    def ahead(self, arrived):
        if self.terminal(arrived):
            return 0.0
        values = self.q[arrived, self.safe.allowed[arrived]].tolist()
        epsilon, greedy = self.exploration.epsilon, self.q[arrived, self.actor.labels[arrived]]
        return (1.0 - epsilon) * greedy + epsilon * (sum(values) / len(values))


class ReadableDoubleQ(Readable):
    def __init__(self, mdp, safe, learning, seed):
        super().__init__(mdp, safe, learning, seed)
        self.values = [self.q.copy(), self.q.copy()]
        self.favourites = [self.actor.labels.copy(), self.actor.labels.copy()]

    def learn(self, x, u, reward, arrived):
        of_action = self.rng.state
        table = self.rng.below(2)
        own, other, favourite = self.values[table], self.values[1 - table], self.favourites[table]
        ahead = 0.0 if self.terminal(arrived) else other[arrived, favourite[arrived]]
        own[x, u] = self.moved(own[x, u], reward + self.learning.discount * ahead)
        best = np.flatnonzero(own[x] == np.nanmax(own[x]))
        if favourite[x] not in best:
            favourite[x] = best[self.rng.below_from_low_bits(len(best))]
        self.q[x, u] = (own[x, u] + other[x, u]) / 2.0
        coin, self.rng.state = self.rng.state, of_action
        self.actor.update(x, self.q)
        self.rng.state = coin


class ReadableLagrangian(Readable):
    multiplier = 0.0

    def learn(self, x, u, reward, arrived):
        super().learn(x, u, reward - self.multiplier * self.crashed(arrived), arrived)

    def ahead(self, arrived):
        return 0.0 if self.terminal(arrived) else self.q[arrived, self.actor.labels[arrived]]

    def end(self):
        step = 0.1 / (1.0 + self.episodes / 1000)
        self.multiplier = max(0.0, self.multiplier + step * (self.crashed(self.state) - 0.01))
        super().end()


READABLE = {
    "lagrangian": ReadableLagrangian,
    "sarsa": ReadableSarsa,
    "expected_sarsa": ReadableExpectedSarsa,
    "double_q": ReadableDoubleQ,
}
