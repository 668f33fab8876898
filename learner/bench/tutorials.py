"""Our learner against Q-learning as tutorials write it: pure Python, numpy, Gymnasium's FrozenLake, numba.

All walk the same level with the same β, γ, ε and limit of an episode, and keep no more than Q: no safe set,
no labels, no convergence, no chart. Where a move is not allowed the world of the loops answers “stay”, by
looking it up in a table, which costs less than the `step` of any environment. On FrozenLake a blocked cell is
a hole.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from learner.core.trainer import Trainer
from levels.compiled import njit
from levels.model.level import Level
from levels.model.mdp import Mdp, compile_mdp
from levels.proof.optimal_values import solve
from levels.proof.safety import SafeActions, safe_actions

Values = NDArray[np.float64]
States = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class World:
    """A level without moving obstacles and with one start, for every learner.

    Attributes:
        level, mdp, safe: what ours learns from.
        next_state: (n_states, n_actions) int64, where a move that is not allowed stays.
        reward: (n_states, n_actions) float64.
        start: number of the start.
    """

    level: Level
    mdp: Mdp
    safe: SafeActions
    next_state: States
    reward: Values
    start: int

    @classmethod
    def of(cls, level: Level) -> "World":
        """Make the tables of a level."""
        mdp = compile_mdp(level)
        safe = safe_actions(mdp, level.safety, level.learning)
        own = np.arange(mdp.n_states)[:, None]
        next_state = np.where(safe.allowed, mdp.next_state, own).astype(np.int64)
        reward = np.where(safe.allowed, mdp.reward, mdp.step_reward)
        return cls(level, mdp, safe, next_state, reward, mdp.starts[0])

    def way(self, best: Callable[[int], int]) -> int | None:
        """Steps from the start to a goal with the best action of each state; None if it circles."""
        state = self.start
        for steps in range(self.mdp.n_states):
            if self.mdp.goal[state]:
                return steps
            state = int(self.next_state[state, best(state)])
        return None


class Learner(Protocol):
    """A contestant."""

    def learn(self, n_transitions: int) -> None:
        """Make this many transitions, from where the last call left off."""

    def way(self) -> int | None:
        """Steps of the greedy path from the start to a goal; None if it does not arrive."""


class Ours:
    """The Trainer, with all it keeps."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.trainer = Trainer(world.mdp, world.safe, world.level.learning, seed)

    def learn(self, n_transitions: int) -> None:
        """As `Learner` says."""
        self.trainer.advance(n_transitions)

    def way(self) -> int | None:
        """As `Learner` says."""
        world = self.world
        optimal = solve(world.mdp, world.safe, world.level.learning.discount)
        return self.trainer.snapshot(optimal).rollout_steps


class PythonLoop:
    """The tutorial's loop on a dict of lists."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.q = {state: [0.0] * world.mdp.n_actions for state in range(world.mdp.n_states)}
        self.next_state, self.reward = world.next_state.tolist(), world.reward.tolist()
        self.goal = world.mdp.goal.tolist()
        self.state, self.steps = world.start, 0
        self.rng = random.Random(seed)

    def learn(self, n_transitions: int) -> None:
        """As `Learner` says."""
        q, next_state, reward, goal = self.q, self.next_state, self.reward, self.goal
        learning = self.world.level.learning
        beta, gamma, epsilon = learning.learning_rate, learning.discount, learning.epsilon
        n_actions, draw = self.world.mdp.n_actions, self.rng.random
        state, steps = self.state, self.steps
        for _ in range(n_transitions):
            row = q[state]
            action = int(draw() * n_actions) if draw() < epsilon else row.index(max(row))
            arrived = next_state[state][action]
            row[action] += beta * (reward[state][action] + gamma * max(q[arrived]) - row[action])
            state = arrived
            steps += 1
            if goal[state] or steps == learning.episode_limit:
                state, steps = self.world.start, 0
        self.state, self.steps = state, steps

    def way(self) -> int | None:
        """As `Learner` says."""
        return self.world.way(lambda state: self.q[state].index(max(self.q[state])))


class NumpyLoop:
    """The same loop on rows of a numpy array."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.q: Values = np.zeros(world.reward.shape)
        self.state, self.steps = world.start, 0
        self.rng = np.random.default_rng(seed)

    def learn(self, n_transitions: int) -> None:
        """As `Learner` says."""
        q, next_state, reward, goal = self.q, self.world.next_state, self.world.reward, self.world.mdp.goal
        learning, rng = self.world.level.learning, self.rng
        beta, gamma, epsilon = learning.learning_rate, learning.discount, learning.epsilon
        state, steps = self.state, self.steps
        for _ in range(n_transitions):
            action = rng.integers(q.shape[1]) if rng.random() < epsilon else np.argmax(q[state])
            arrived = next_state[state, action]
            target = reward[state, action] + gamma * np.max(q[arrived])
            q[state, action] += beta * (target - q[state, action])
            state = arrived
            steps += 1
            if goal[state] or steps == learning.episode_limit:
                state, steps = self.world.start, 0
        self.state, self.steps = state, steps

    def way(self) -> int | None:
        """As `Learner` says."""
        return self.world.way(lambda state: int(np.argmax(self.q[state])))


class NumbaLoop:
    """The same loop, compiled as it stands."""

    def __init__(self, world: World, seed: int) -> None:
        self.world = world
        self.q: Values = np.zeros(world.reward.shape)
        self.state, self.steps = world.start, 0
        _seed(seed)

    def learn(self, n_transitions: int) -> None:
        """As `Learner` says."""
        world, learning = self.world, self.world.level.learning
        self.state, self.steps = _tutorial(
            self.q,
            world.next_state,
            world.reward,
            world.mdp.goal,
            world.start,
            self.state,
            self.steps,
            n_transitions,
            learning.learning_rate,
            learning.discount,
            learning.epsilon,
            learning.episode_limit,
        )

    def way(self) -> int | None:
        """As `Learner` says."""
        return self.world.way(lambda state: int(np.argmax(self.q[state])))


class Lake:
    """FrozenLake that is not slippery, on the level's map, with the agent of the usual tutorial.

    Its reward is 0 or 1; the agent is paid as the level pays, and a hole, which ends the episode, costs as
    much as the longest episode: were it a step like others, falling in early would be the best thing to do.
    """

    def __init__(self, world: World, seed: int) -> None:
        mdp, learning = world.mdp, world.level.learning
        cells = np.full(mdp.cell_index.shape, "H")
        cells[tuple(mdp.cells.T)] = np.where(mdp.goal, "G", "F")
        cells[mdp.cell(world.start)] = "S"
        self.env: Any = import_module("gymnasium").make(
            "FrozenLake-v1",
            desc=["".join(row) for row in cells],
            is_slippery=False,
            max_episode_steps=learning.episode_limit,
        )
        self.env.action_space.seed(seed)
        self.rng = np.random.default_rng(seed)
        self.learning = learning
        self.paid_step = mdp.step_reward
        self.paid_goal = mdp.step_reward + mdp.goal_reward
        self.paid_hole = mdp.step_reward * learning.episode_limit
        self.q: Values = np.zeros((self.env.observation_space.n, self.env.action_space.n))
        self.state, _ = self.env.reset(seed=seed)

    def learn(self, n_transitions: int) -> None:
        """As `Learner` says."""
        env, q, rng, state = self.env, self.q, self.rng, self.state
        beta, gamma, epsilon = self.learning.learning_rate, self.learning.discount, self.learning.epsilon
        for _ in range(n_transitions):
            action = env.action_space.sample() if rng.random() < epsilon else int(np.argmax(q[state]))
            arrived, reached, terminated, truncated, _ = env.step(action)
            reward = (self.paid_goal if reached else self.paid_hole) if terminated else self.paid_step
            q[state, action] += beta * (reward + gamma * np.max(q[arrived]) - q[state, action])
            state = arrived
            if terminated or truncated:
                state, _ = env.reset()
        self.state = state

    def way(self) -> int | None:
        """As `Learner` says."""
        state, _ = self.env.reset()
        found = None
        for steps in range(1, len(self.q)):
            state, reached, terminated, _, _ = self.env.step(int(np.argmax(self.q[state])))
            if terminated:
                found = steps if reached else None
                break
        self.state, _ = self.env.reset()
        return found


@njit
def _seed(seed: int) -> None:
    """Seed numba's own generator, which all compiled code shares."""
    np.random.seed(seed)  # noqa: NPY002  what tutorials use


@njit
def _tutorial(
    q: Values,
    next_state: States,
    reward: Values,
    goal: NDArray[np.bool_],
    start: int,
    state: int,
    steps: int,
    n_transitions: int,
    beta: float,
    gamma: float,
    epsilon: float,
    episode_limit: int,
) -> tuple[int, int]:
    """The loop of NumpyLoop; gives state and steps it ends with."""
    for _ in range(n_transitions):
        explores = np.random.random() < epsilon  # noqa: NPY002
        action = np.random.randint(q.shape[1]) if explores else int(np.argmax(q[state]))  # noqa: NPY002
        arrived = next_state[state, action]
        target = reward[state, action] + gamma * np.max(q[arrived])
        q[state, action] += beta * (target - q[state, action])
        state = arrived
        steps += 1
        if goal[state] or steps == episode_limit:
            state, steps = start, 0
    return state, steps


OURS, FROZEN_LAKE, NUMBA = "ours", "Gymnasium's FrozenLake", "numba, as the tutorial has it"
LEARNERS: dict[str, Callable[[World, int], Learner]] = {
    OURS: Ours,
    "pure Python": PythonLoop,
    "numpy": NumpyLoop,
    FROZEN_LAKE: Lake,
    NUMBA: NumbaLoop,
}
"""All contestants, made from a world and a seed."""
