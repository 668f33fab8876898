"""How many transitions per second copies of a level make: one compiled loop, beside Gymnasium's own ways.

Every copy walks at random among its allowed actions; only the calls of `step` are timed. The time is the wall
clock's, since the copies of AsyncVectorEnv work in processes of their own.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np

from learner.bench.timing import Findings, Progress, alternate, compare, missing

LEVEL = "safe_crossing/CrossyRoad-v0"
OURS = "ours"
ROUNDS = 5


@dataclass(frozen=True)
class Way:
    """A way to step copies.

    Attributes:
        mode: as `gymnasium.make_vec` takes it.
        n_copies: how many; Gymnasium's own prove the level for each, and AsyncVectorEnv starts a process.
        n_steps: calls of `step` in a round.
    """

    mode: str
    n_copies: int
    n_steps: int


WAYS = {
    OURS: Way("vector_entry_point", 1024, 1000),
    "SyncVectorEnv, 64 copies": Way("sync", 64, 40),
    "AsyncVectorEnv, 2 processes": Way("async", 2, 400),
}


def copied_steps(progress: Progress) -> Findings:
    """Compare the ways to step copies of a level: transitions per second, each against ours."""
    try:
        gymnasium = import_module("gymnasium")
    except ImportError:
        return Findings((), (missing("Stepping copies of a level", "gymnasium"),))
    import_module("learner.registration")
    opened = {
        name: gymnasium.make_vec(LEVEL, num_envs=way.n_copies, vectorization_mode=way.mode)
        for name, way in WAYS.items()
    }
    completed = 0

    def done() -> None:
        nonlocal completed
        completed += 1
        progress(completed=completed, total=ROUNDS * len(opened), description="copies of crossy_road")

    try:
        for envs in opened.values():
            _walk(envs, 1, 0)  # compiles, or loads from the cache
        contestants = {name: (_measure(envs, WAYS[name].n_steps), ROUNDS) for name, envs in opened.items()}
        figures = alternate(contestants, done)
    finally:
        for envs in opened.values():
            envs.close()
    return Findings(tuple(compare("crossy_road, copies", "/s", OURS, figures)))


def _measure(envs: Any, n_steps: int) -> Callable[[int], float]:
    """Measures transitions per second; the number of the round is the seed."""
    return lambda number: envs.num_envs * n_steps / _walk(envs, n_steps, number)


def _walk(envs: Any, n_steps: int, seed: int) -> float:
    """Make steps in all copies, and give the seconds that the calls of `step` took."""
    rng = np.random.default_rng(seed)
    _, info = envs.reset(seed=seed)
    spent = 0.0
    for _ in range(n_steps):
        mask = info["action_mask"]
        actions = np.argmax(mask * rng.random(mask.shape), axis=1)
        begun = time.perf_counter()
        _, _, _, _, info = envs.step(actions)
        spent += time.perf_counter() - begun
    return spent
