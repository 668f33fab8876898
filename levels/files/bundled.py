"""How the program is installed: as a bundle, as a package, or not at all, in its project folder."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder that holds levels, learner and game."""


def bundled() -> bool:
    """Whether this is the bundle that `python3 run.py bundle` builds; it takes no further packages."""
    return bool(getattr(sys, "frozen", False))


def installed() -> bool:
    """Whether pip or a similar tool installed the program: only then main.py is called safe_crossing."""
    return (ROOT / "safe_crossing.py").is_file()


def how_to_add(packages: str) -> str:
    """The clause that says how to add what an optional feature needs."""
    if installed():
        return f"run “pip install {packages}” in the environment of Safe Crossing"
    command = f"run “python3 run.py pip install {packages}”"
    return f"a bundle takes no packages; in the project's own folder, {command}" if bundled() else command
