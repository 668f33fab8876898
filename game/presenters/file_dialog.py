"""The platform's own dialog for selecting a file or folder, as a program of its own; the window never waits.

Linux has zenity or kdialog, macOS osascript, Windows PowerShell. Where there is none, or it does not come
up, the window shows a list of its own (`game/presenters/folders.py`). No pygame.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Literal

TITLES = {"file": "Open a level", "folder": "Export into a folder"}
NEVER_SHOWN = 0.5
"""A dialog that ends without a file within this time never came up: nobody cancels so fast [s]."""
Kind = Literal["file", "folder"]
_WINDOWS = {
    "file": ("OpenFileDialog", "Title", "InitialDirectory", "FileName"),
    "folder": ("FolderBrowserDialog", "Description", "SelectedPath", "SelectedPath"),
}
"""The class of the dialog, and its properties: title, folder to begin in, answer."""


def dialog_command(
    folder: Path,
    kind: Kind = "file",
    platform: str = sys.platform,
    find: Callable[[str], str | None] = shutil.which,
) -> list[str] | None:
    """The command whose output is the file or folder chosen; None where there is no such program."""
    start, title = f"{folder}{os.sep}", TITLES[kind]
    form, heading, begin, answer = _WINDOWS[kind]
    windows = (
        "Add-Type -AssemblyName System.Windows.Forms; "
        f"$d = New-Object System.Windows.Forms.{form}; "
        f"$d.{heading} = '{title}'; $d.{begin} = $env:SAFE_CROSSING_FOLDER; "
        "[Console]::OutputEncoding = [Text.Encoding]::UTF8; "
        f"if ($d.ShowDialog() -eq 'OK') {{ [Console]::Out.Write($d.{answer}) }}"
    )
    place = "default location POSIX file (item 1 of folder)"
    mac = f'on run folder\nPOSIX path of (choose {kind} with prompt "{title}" {place})\nend run'
    known = {
        "win32": {"powershell": ["-NoProfile", "-STA", "-Command", windows]},
        "darwin": {"osascript": ["-e", mac, start]},
    }
    directory = ["--directory"] if kind == "folder" else []
    get = "--getexistingdirectory" if kind == "folder" else "--getopenfilename"
    linux = {
        "zenity": ["--file-selection", *directory, f"--title={title}", f"--filename={start}"],
        "kdialog": ["--title", title, get, start],
    }
    for name, arguments in known.get(platform, linux).items():
        program = find(name)
        if program is not None:
            return [program, *arguments]
    return None


class FileDialog:
    """The platform's dialog on show.

    Attributes:
        path: what was chosen, None if nothing was.
        failed: whether it never came up.
    """

    def __init__(self, command: list[str], folder: Path) -> None:
        self.path: Path | None = None
        self.failed = False
        self._begun = time.monotonic()
        self._process: subprocess.Popen[bytes] | None = None
        try:
            self._process = subprocess.Popen(  # noqa: S603  `dialog_command` has the programs
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "SAFE_CROSSING_FOLDER": os.fspath(folder)},
            )
        except OSError:
            self.failed = True

    @property
    def done(self) -> bool:
        """Whether it has been answered or has failed; never waits."""
        if self._process is None:
            return True
        if self._process.poll() is None:
            return False
        out, _ = self._process.communicate()  # it has ended: this only reads what it wrote
        self._process = None
        chosen = os.fsdecode(out).removesuffix("\n").removesuffix("\r")
        if chosen:
            self.path = Path(chosen)
        else:
            self.failed = time.monotonic() - self._begun < NEVER_SHOWN
        return True

    def close(self) -> None:
        """Takes it away unanswered."""
        if self._process is not None:
            with suppress(OSError):
                self._process.kill()
            self._process.communicate()
            self._process = None
