"""The learner beside plain Q-learning in C, in one run: `-m bench -s` prints the table.

Both walk the same level with the same settings. The C loop (qlearning.c) has no safe sets, no labels, no
class counts, no convergence and no chart; where an action is not allowed its table says "stay", so it may try
all.
Learning: from an empty table, about as many transitions as the level takes to converge. Steady: thereafter.
Rounds alternate C, learner, C, learner …; times are of the thread, so that other programs disturb less.
"""

import ctypes
import shutil
import statistics
import subprocess
import time

import numpy as np
import pytest

from learner.core.trainer import Trainer
from levels.text.reader import builtin_levels, read_level
from tests.unit.learner.reference import world_of

ROUNDS = 15
STEADY = 5_000_000
LEARNING = {"maze_15": 125_000, "crossy_road": 500_000}

pytestmark = pytest.mark.bench


class PlainC:
    """The C loop on a level's tables, with the settings of the level."""

    def __init__(self, library, world, seed):
        mdp, learning = world.mdp, world.level.learning
        own = np.arange(mdp.n_states, dtype=np.int32)[:, None]
        self.next_state = np.where(world.safe.allowed, mdp.next_state, own).astype(np.int32)
        self.reward = np.where(world.safe.allowed, mdp.reward, world.level.rewards.step)
        self.goal = mdp.goal.astype(np.uint8)
        self.q = np.zeros(self.reward.shape)
        self.state, self.rng = ctypes.c_int32(mdp.starts[0]), ctypes.c_uint64(seed + 1)
        self.learn, self.learning, self.start = library.learn, learning, mdp.starts[0]

    def advance(self, n_transitions):
        self.learn(
            *(array.ctypes.data_as(ctypes.c_void_p) for array in (self.q, self.next_state)),
            *(array.ctypes.data_as(ctypes.c_void_p) for array in (self.reward, self.goal)),
            ctypes.c_int32(self.start),
            ctypes.c_int64(n_transitions),
            ctypes.c_int64(self.learning.episode_limit),
            ctypes.c_double(self.learning.learning_rate),
            ctypes.c_double(self.learning.discount),
            ctypes.c_double(self.learning.epsilon),
            ctypes.byref(self.state),
            ctypes.byref(self.rng),
        )


def compile_c(folder, n_actions):
    if shutil.which("gcc") is None:
        pytest.skip("needs gcc")
    source = __file__.replace("test_speed.py", "qlearning.c")
    library = folder / f"qlearning{n_actions}.so"
    flags = ["-O3", "-march=native", "-shared", "-fPIC", f"-DN_ACTIONS={n_actions}"]
    subprocess.run(["gcc", *flags, "-o", library, source], check=True)
    return ctypes.CDLL(str(library))


def million_a_second(learner, n_transitions):
    begun = time.thread_time()
    learner.advance(n_transitions)
    return n_transitions / (time.thread_time() - begun) / 1e6


@pytest.mark.parametrize("name", LEARNING)
def test_all_the_bookkeeping_costs_at_most_a_tenth_of_plain_q_learning_in_c(name, tmp_path):
    world = world_of(read_level(builtin_levels()[name]))
    library = compile_c(tmp_path, world.mdp.n_actions)
    Trainer(world.mdp, world.safe, world.level.learning, seed=0).advance(0)
    speeds = {("C", "learning"): [], ("C", "steady"): [], ("ours", "learning"): [], ("ours", "steady"): []}
    for seed in range(ROUNDS):
        plain = PlainC(library, world, seed)
        ours = Trainer(world.mdp, world.safe, world.level.learning, seed)
        for phase, n_transitions in (
            ("learning", LEARNING[name]),
            ("settling", 2_000_000),
            ("steady", STEADY),
        ):
            for who, learner in (("C", plain), ("ours", ours)):
                speed = million_a_second(learner, n_transitions)
                if phase != "settling":
                    speeds[who, phase].append(speed)
    print(f"\n{name}, {world.mdp.n_states} states, million transitions a second, medians of {ROUNDS}:")
    for phase in ("learning", "steady"):
        plain_c, ours = (statistics.median(speeds[who, phase]) for who in ("C", "ours"))
        ratios = [b / a for a, b in zip(speeds["C", phase], speeds["ours", phase], strict=True)]
        print(f"  {phase:9} C {plain_c:6.1f}   ours {ours:6.1f}   ratio {statistics.median(ratios):.2f}")
        assert statistics.median(ratios) >= 0.9
