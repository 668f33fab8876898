"""The process that workers are forked from."""

import subprocess
import sys
from pathlib import Path

import pytest

from learner.sweeps.preloading import START_METHOD

SCRIPT = """
import os, pathlib, re, signal
from multiprocessing import forkserver
from learner.sweeps.preloading import preload
before = signal.getsignal(signal.SIGINT)
preload()
pid = forkserver._forkserver._forkserver_pid
ignored = re.search(r"SigIgn:\\s*(\\w+)", pathlib.Path(f"/proc/{pid}/status").read_text())[1]
os.kill(pid, signal.SIGKILL)
print(bool(int(ignored, 16) >> signal.SIGINT - 1 & 1), signal.getsignal(signal.SIGINT) == before)
"""


@pytest.mark.skipif(START_METHOD != "forkserver", reason="workers are forked on Linux alone")
def test_ctrl_c_is_for_the_command_alone():
    """A traceback of a process that is loading would stand beside the command's own end."""
    root = Path(__file__).parents[4]
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True, cwd=root
    )
    assert done.stdout == "True True\n"
