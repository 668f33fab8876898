"""How the program is installed: as a bundle, as a package, or not at all, in its project folder."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds levels, learner and game."""
COMMAND = "safe_crossing_main"
"""What main.py is called where pip or a similar tool installed the program."""


def bundled() -> bool:
    """Whether this is the bundle that `python3 run.py bundle` builds; it takes no further packages."""
    return bool(getattr(sys, "frozen", False))


def installed() -> bool:
    """Whether pip or a similar tool installed the program."""
    return (ROOT / f"{COMMAND}.py").is_file()


def how_to_add(packages: str) -> str:
    """The clause that says how to add what an optional feature needs."""
    if installed():
        return f"run “pip install {packages}” in the environment of Safe Crossing"
    command = f"run “python3 run.py pip install {packages}”"
    return f"a bundle takes no packages; in the project's own folder, {command}" if bundled() else command
