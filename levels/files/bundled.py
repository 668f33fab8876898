"""Whether the program runs from the bundle, which has no run.py and takes no further packages."""

import sys


def bundled() -> bool:
    """Whether this is the bundle that `python3 run.py bundle` builds."""
    return bool(getattr(sys, "frozen", False))


def how_to_add(packages: str) -> str:
    """The clause that says how to add what an optional feature needs."""
    command = f"run “python3 run.py pip install {packages}”"
    return f"a bundle takes no packages; in the project's own folder, {command}" if bundled() else command
