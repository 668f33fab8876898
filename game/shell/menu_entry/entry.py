"""Entry: what an entry in the desktop's menu consists of; and the command that it starts."""

import sys
from dataclasses import dataclass
from pathlib import Path

from levels.files.bundled import ROOT, bundled, installed

NAME = "Safe Crossing"
IDENTIFIER = "safe-crossing"
"""The name of the entry's files, and the window's class, by which desktops find them."""
COMMENT = "Watch a learning agent cross traffic without ever crashing"
PROJECT = ROOT


@dataclass(frozen=True)
class Entry:
    """An entry in the menu.

    Attributes:
        files: the content of each file to write.
        executable: which of them can be run.
        command: what to run when they are written; empty for nothing.
        made: the files that the command makes.
        touched: folders whose time of change desktops look at.
    """

    files: dict[Path, bytes]
    executable: frozenset[Path] = frozenset()
    command: tuple[str, ...] = ()
    made: tuple[Path, ...] = ()
    touched: tuple[Path, ...] = ()


def start_command() -> list[str]:
    """The words that start the program: the bundle itself, the installed module, or Python and run.py.

    run.py repairs a damaged environment. On Windows it would open a console, so there the environment's
    Python without one starts main.py.
    """
    if bundled():
        return [sys.executable]
    python = Path(sys.executable)
    if installed():
        started = python.with_name("pythonw.exe") if sys.platform == "win32" else python
        return [str(started), "-m", "safe_crossing"]
    if sys.platform == "win32":
        return [str(python.with_name("pythonw.exe")), str(PROJECT / "main.py")]
    return [str(python.resolve()), str(PROJECT / "run.py")]
