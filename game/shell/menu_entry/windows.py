"""The entry as Windows has it: a shortcut in the Start menu, which PowerShell makes."""

import base64
import re
import subprocess
from collections.abc import Sequence
from pathlib import Path

from game.shell.icon import icon_file
from game.shell.menu_entry.entry import COMMENT, IDENTIFIER, NAME, Entry


def entry(applications: Path, data: Path, command: Sequence[str]) -> Entry:
    """The shortcut and its icon, for the Start menu's folder of programs and a folder that holds the icon."""
    icon, shortcut = data / f"{IDENTIFIER}.ico", applications / f"{NAME}.lnk"
    words = ("powershell", "-NoProfile", "-NonInteractive", "-EncodedCommand")
    script = base64.b64encode(_script(shortcut, icon, command).encode("utf-16-le")).decode()
    return Entry({icon: icon_file("ICO")}, command=(*words, script), made=(shortcut,))


def _script(shortcut: Path, icon: Path, command: Sequence[str]) -> str:
    """The lines that make the shortcut."""
    fields = {
        "TargetPath": command[0],
        "Arguments": subprocess.list2cmdline(command[1:]),
        "WorkingDirectory": str(Path(command[-1]).parent),
        "IconLocation": str(icon),
        "Description": COMMENT,
    }
    lines = ["$ErrorActionPreference = 'Stop'"]
    lines += [f"$link = (New-Object -ComObject WScript.Shell).CreateShortcut({_quoted(str(shortcut))})"]
    lines += [f"$link.{name} = {_quoted(value)}" for name, value in fields.items()]
    return "\n".join([*lines, "$link.Save()", ""])


def _quoted(text: str) -> str:
    """A string of PowerShell; it takes typographic quotes for plain ones, too."""
    return "'" + re.sub("(['‘’‚‛])", r"\1\1", text) + "'"  # noqa: RUF100
