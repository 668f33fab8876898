"""Registers the levels with Gymnasium: `import safe_crossing; gymnasium.make("safe_crossing/CrossyRoad-v0")`.

The work is `learner.registration`'s, which needs gymnasium and loads neither pygame nor numba; this is the
name that one expects. `python -m safe_crossing` starts the program.
"""

import runpy

from levels.files.bundled import COMMAND, installed

if __name__ == "__main__":
    runpy.run_module(COMMAND if installed() else "main", run_name="__main__")
else:
    import learner.registration  # noqa: F401  importing it registers the levels
