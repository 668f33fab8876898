"""Many copies of a level as one Gymnasium environment, whose step is one compiled loop."""

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from learner.baselines.baseline import failure_penalty
from learner.core.rng import splitmix64
from learner.environment import named_state
from levels.compiled import njit
from levels.proof.prove import prove
from levels.text.reader import find_level, read_file

Array = NDArray[Any]


class CrossingVectorEnv(gymnasium.vector.VectorEnv[Array, Array, Array]):
    """`num_envs` copies of a level, each with the transitions, rewards and refusals of `CrossingEnv`.

    A copy whose episode is over begins another at its next step, whatever its action
    (`AutoresetMode.NEXT_STEP`). `info` has `action_mask`, (num_envs, n_actions) int8, and `cost`, (num_envs,)
    float64, of all copies; a refused action has cost 1, and its reason is `CrossingEnv`'s to give. Each copy
    draws its starts from a generator of its own. Every call gives new arrays.

    Attributes:
        proof: the level's tables, safe actions and certificate.
    """

    def __init__(self, level: str | Path = "", num_envs: int = 1, render_mode: None = None) -> None:
        """Read and prove a level: a file, or the name of a built-in.

        Raises:
            LevelError: none is named, it can't be read, or can't be learned safely.
            ValueError: there are no copies, or pictures are asked for.
        """
        if num_envs < 1:
            raise ValueError(f"num_envs is {num_envs}; at least one copy is needed")
        if render_mode is not None:
            raise ValueError("copies that step together are not drawn; use gymnasium.make for pictures")
        self.proof = prove(read_file(find_level(str(level))))
        if self.proof.objection is not None:
            raise self.proof.objection
        mdp, safe = self.proof.mdp, self.proof.safe
        names = tuple(action.name.lower() for action in mdp.actions)
        self.metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP, "action_names": names}
        self.num_envs = num_envs
        self.single_observation_space = gymnasium.spaces.Discrete(mdp.n_states)
        self.single_action_space = gymnasium.spaces.Discrete(mdp.n_actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._allowed = safe.allowed.astype(np.int8)
        self._starts = np.concatenate(safe.starts)
        self._offsets = np.cumsum([0, *map(len, safe.starts)], dtype=np.int64)
        self._states = np.zeros(num_envs, dtype=np.int64)
        self._steps = np.zeros(num_envs, dtype=np.int64)
        self._over = np.zeros(num_envs, dtype=np.int8)
        self._words = np.zeros(num_envs, dtype=np.uint64)
        self._begun = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Array, dict[str, Any]]:
        """Begin an episode in every copy, or in those that `options` select; copy i takes `seed` + i.

        The options `cell` and `phase` are those of `CrossingEnv.reset`: all these copies begin in that state.
        As in Gymnasium's own, `reset_mask` is (num_envs,) bool, True for the copies that begin an episode;
        the others go on with theirs, and keep their generators.

        Raises:
            ValueError: the options name no state in which an allowed action exists; the mask is no such mask,
                selects no copy, or leaves some out before all have begun.
        """
        named = dict(options or {})
        chosen = self._chosen(named.pop("reset_mask", np.ones(self.num_envs, dtype=np.bool_)))
        state = named_state(self.proof, named) if named else None
        super().reset(seed=seed)
        if seed is not None or not self._begun:
            first = seed if seed is not None else int(self.np_random.integers(2**62))
            self._words[chosen] = [splitmix64(first + i) for i in np.flatnonzero(chosen).tolist()]
        self._begun = True
        self._steps[chosen], self._over[chosen] = 0, 0
        if state is None:
            _begin(chosen, (self._starts, self._offsets), self._states, self._words)
        else:
            self._states[chosen] = state
        info = {"action_mask": self.action_masks().astype(np.int8), "cost": np.zeros(self.num_envs)}
        return self._states.copy(), info

    def step(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Make a transition in each copy; gives Gymnasium's five values, an entry per copy.

        Raises:
            ValueError: there is not one action for each copy, or one of them does not exist.
            RuntimeError: `reset` was never called.
        """
        if not self._begun:
            raise RuntimeError("no episode has begun: call reset first")
        given, n_actions = np.asarray(actions), self.proof.mdp.n_actions
        whole = given.dtype.kind in "iu" or (given.dtype.kind == "f" and (given == np.floor(given)).all())
        if not whole or given.shape != (self.num_envs,) or given.min() < 0 or given.max() >= n_actions:
            raise ValueError(f"actions are {self.num_envs} whole numbers from 0 to {n_actions - 1}")
        return self._advance(np.ascontiguousarray(given, dtype=np.int64))

    def action_masks(self) -> NDArray[np.bool_]:
        """(num_envs, n_actions) the masks of the present states, False where an episode has terminated."""
        allowed: NDArray[np.bool_] = self.proof.safe.allowed[self._states] & (self._over != 2)[:, None]
        return allowed

    def _chosen(self, mask: Any) -> NDArray[np.bool_]:
        """The copies that begin an episode, as `reset_mask` selects them."""
        if (
            not isinstance(mask, np.ndarray)
            or (mask.shape, mask.dtype) != ((self.num_envs,), np.bool_)
            or not mask.any()
        ):
            raise ValueError(
                f"“reset_mask” is an array of {self.num_envs} truth values, not all of them False"
            )
        if not self._begun and not mask.all():
            raise ValueError("no episode has begun: call reset without “reset_mask” first")
        return mask.copy()

    def _advance(self, actions: Array) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        n, proof = self.num_envs, self.proof
        rewards, costs = np.empty(n), np.empty(n)
        terminated, truncated = np.empty(n, dtype=np.bool_), np.empty(n, dtype=np.bool_)
        masks = np.empty((n, proof.mdp.n_actions), dtype=np.int8)
        _step(
            (proof.mdp.next_state, proof.mdp.reward, proof.mdp.goal, self._allowed),
            (self._starts, self._offsets),
            (proof.level.learning.episode_limit, failure_penalty(proof.level)),
            actions,
            (self._states, self._steps, self._over, self._words),
            (rewards, terminated, truncated, masks, costs),
        )
        info = {"action_mask": masks, "cost": costs}
        return self._states.copy(), rewards, terminated, truncated, info


@njit
def _step(tables: Any, begins: Any, rules: Any, actions: Any, now: Any, out: Any) -> None:
    """One step of every copy; `over` is 0 within an episode, 1 after one cut, 2 after a final one."""
    next_state, reward, goal, allowed = tables
    limit, penalty = rules
    states, steps, over, words = now
    rewards, terminated, truncated, masks, costs = out
    for i in range(len(actions)):
        state, action = states[i], actions[i]
        rewards[i], costs[i], terminated[i], truncated[i] = 0.0, 0.0, False, False
        if over[i]:
            state = _start(begins, words, i)
            steps[i], over[i] = 0, 0
        elif not allowed[state, action]:
            rewards[i], costs[i], terminated[i], over[i] = penalty, 1.0, True, 2
        else:
            rewards[i] = reward[state, action]
            state = np.int64(next_state[state, action])
            steps[i] += 1
            if goal[state]:
                terminated[i], over[i] = True, 2
            elif steps[i] >= limit:
                truncated[i], over[i] = True, 1
        states[i] = state
        for column in range(masks.shape[1]):
            masks[i, column] = 0 if over[i] == 2 else allowed[state, column]


@njit
def _begin(chosen: Any, begins: Any, states: Any, words: Any) -> None:
    """Draw the state in which each chosen copy begins."""
    for i in range(len(chosen)):
        if chosen[i]:
            states[i] = _start(begins, words, i)


@njit
def _start(begins: Any, words: Any, i: int) -> Any:
    """Draw a start cell for copy i, then one of the states that it can start at."""
    starts, offsets = begins
    group = _below(words, i, len(offsets) - 1)
    return starts[offsets[group] + _below(words, i, offsets[group + 1] - offsets[group])]


@njit
def _below(words: Any, i: int, n: int) -> Any:
    """Draw one of 0 … n - 1 as `XorShift64Star.below`, from the generator of copy i."""
    x = words[i]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    words[i] = x
    drawn = (x * np.uint64(0x2545F4914F6CDD1D)) >> np.uint64(32)
    return np.int64((drawn * np.uint64(n)) >> np.uint64(32))
