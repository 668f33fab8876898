"""Imported by the process that workers are forked from: its short run loads all compiled code once."""

from learner.sweeps.plan import plan
from learner.sweeps.run import make

make(*plan(["grid_4"], [0], ["ours"], [], 1))
