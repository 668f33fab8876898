"""Begins to load what workers need, before the command itself has loaded anything heavy."""

import multiprocessing
import signal
import sys
from contextlib import chdir
from multiprocessing import forkserver

from levels.files.bundled import ROOT

START_METHOD = "forkserver" if sys.platform == "linux" else "spawn"
"""How workers start: only Linux forks safely; elsewhere each loads everything by itself."""
PRELOADED = ["distributed", "learner.sweeps.preloaded", "typer"]
"""What forked workers begin with; `main.py`, which each of them imports, needs the last one."""


def preload() -> None:
    """Start the process that workers are forked from, which loads all this once, and return at once."""
    if START_METHOD == "forkserver" and not sys.flags.safe_path:
        multiprocessing.set_forkserver_preload(PRELOADED)
        # Ctrl+C reaches all of them: it ends this process, and the others end with it, without a traceback.
        usual = signal.signal(signal.SIGINT, signal.SIG_IGN)
        try:
            with chdir(ROOT):  # Python 3.11 looks for the modules in its folder, not along sys.path
                forkserver.ensure_running()
        finally:
            signal.signal(signal.SIGINT, usual)
