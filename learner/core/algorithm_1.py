"""Algorithm 1 of the paper, one transition at a time: read this first, with the paper beside it.

The program learns with `learner.core.kernel`, which is this loop compiled; a test holds the two equal, bit
for bit. Departures from the paper: U_safe is the allowed set of `levels.proof.safety`; an episode is cut off
at a limit, without being treated as ended; the rule of `learner.core.stopping_rule` says when it converged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from learner.core.actor import Actor
from learner.core.critic import Critic
from learner.core.exploration import EpsilonGreedy
from learner.core.rng import XorShift64Star
from learner.core.stopping_rule import StoppingRule

if TYPE_CHECKING:
    from levels.model.level import Learning
    from levels.model.mdp import Mdp
    from levels.proof.safety import SafeActions


class Algorithm1:
    """Q-learning over safe actions with a multi-class SVM as its policy.

    Same tables, settings and seed give the same values to the last bit.

    Attributes:
        critic: Q(x, u). Paper: Eq. (4).
        actor: the labels y(x), and the policy π(x; θ) that the SVM makes of them. Paper: Eq. (5) to (12).
        exploration: ε-greedy. Paper: Eq. (13).
        state: x, where the agent is.
        steps, change: transitions, and Σ|ΔQ|, of the episode so far.
        transitions, episodes: made, and finished, since the beginning.
        converged_episode: number, from 1, of the first episode that converged; None before.
        dead_end: whether no action is allowed in `state`, which only the published safe set leads to.
    """

    def __init__(self, mdp: Mdp, safe: SafeActions, learning: Learning, seed: int) -> None:
        self.mdp, self.safe, self.learning = mdp, safe, learning
        self.rng = XorShift64Star(seed)
        self.critic = Critic(mdp, safe, learning.learning_rate, learning.discount)
        self.actor = Actor(safe, self.rng)
        self.exploration = EpsilonGreedy(learning.epsilon, learning.epsilon_decay, learning.epsilon_floor)
        self.stopping_rule = StoppingRule(mdp, safe, learning)
        self.transitions, self.episodes = 0, 0
        self.converged_episode: int | None = None
        self._begin_episode()

    def _begin_episode(self) -> None:
        """“Initialize x₀”: a start cell at random, then one of the phases an episode can begin in there."""
        states = self.safe.starts[self.rng.below(len(self.safe.starts))]
        self.state = int(states[self.rng.below(len(states))])
        self.steps, self.change = 0, 0.0
        self.dead_end = not self.safe.allowed[self.state].any()

    def step(self) -> None:
        """Make one transition and learn from it; in a dead end, nothing."""
        if self.dead_end:
            return
        x = self.state
        # 1. Observe x and take an action u, using ε-greedy.
        u, _ = self.exploration.choose(self.actor.policy(x), self.safe.allowed[x], self.rng)
        # 2. The environment returns the next state and the reward.
        arrived, reward = int(self.mdp.next_state[x, u]), float(self.mdp.reward[x, u])
        self.state = arrived
        self.steps += 1
        self.transitions += 1
        at_goal = bool(self.mdp.goal[arrived])
        self.dead_end = not at_goal and not self.safe.allowed[arrived].any()
        if self.dead_end:
            return
        # 3. Update the Q-table at (x, u).
        self.change += self.critic.update(x, u, reward, arrived)
        # 4. and 5. Construct the policy table, and the policy from it: only the label of x can have changed.
        self.actor.update(x, self.critic.q)
        if at_goal or self.steps == self.learning.episode_limit:
            self._end_episode(at_goal=at_goal)

    def _end_episode(self, *, at_goal: bool) -> None:
        """“Until convergence”: see whether it has converged, let ε decay, and begin again."""
        self.episodes += 1
        if self.converged_episode is None and at_goal:
            rule, n = self.stopping_rule, self.transitions
            if rule.has_converged(self.change, n, self.critic, self.actor):
                self.converged_episode = self.episodes
        self.exploration.end_episode()
        self._begin_episode()
