"""The commands `install` and `uninstall`: the entry's files, and the list by which they are removed."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import platformdirs

from game.shell.menu_entry import linux, macos, windows
from game.shell.menu_entry.entry import Entry, start_command
from game.userdata.storage import UnreadableError, own_folder, read_kept
from levels.files.problems import UserError
from levels.files.saving import make_folder, replacing, replacing_bytes
from levels.files.terminal import named, tell

LARGEST_LIST = 100_000
"""A list larger than this is not ours [bytes]."""


def install() -> None:
    """Put the program into the desktop's menu, in place of an entry that is there.

    Raises:
        UserError: the list of an entry that is there can't be read, or the system makes no shortcut.
        OSError: a file can't be written or removed.
    """
    _remove()
    entry = _entry()
    paths = [*entry.files, *entry.made]
    _keep_list(paths)
    for path, content in entry.files.items():
        make_folder(path.parent)
        with replacing_bytes(path) as file:
            file.write(content)
        if path in entry.executable:
            path.chmod(0o755)
    for folder in entry.touched:
        os.utime(folder)
    if entry.command:
        ended = subprocess.run(entry.command, stdin=subprocess.DEVNULL, capture_output=True, check=False)  # noqa: S603  `Entry` has the program
        if ended.returncode:
            raise UserError(
                f"{entry.command[0]} could not make {named(paths[-1])} (exit code {ended.returncode})."
            )
    tell(f"Safe Crossing is in the desktop's menu: {named(paths[-1])}")


def uninstall() -> None:
    """Remove exactly what `install` put there.

    Raises:
        UserError: the list of it can't be read.
        OSError: a file can't be removed.
    """
    tell(
        "Safe Crossing was removed from the desktop's menu." if _remove() else "There is no entry to remove."
    )


def _entry() -> Entry:
    """The entry for this system and this user."""
    applications, command = platformdirs.user_applications_path(), start_command()
    if sys.platform == "win32":
        return windows.entry(applications, own_folder(), command)
    if sys.platform == "darwin":
        return macos.entry(applications, command)
    return linux.entry(applications, command)


def _list_file() -> Path:
    """The file that lists what was put there."""
    return own_folder() / "menu_entry.json"


def _keep_list(paths: list[Path]) -> None:
    """List the files that will be written, and the folders that are not there yet, deepest first."""
    folders = {folder for path in paths for folder in path.parents if not folder.exists()}
    content = {"files": list(map(str, paths)), "folders": sorted(map(str, folders), key=len, reverse=True)}
    make_folder(_list_file().parent)
    with replacing(_list_file()) as file:
        file.write(json.dumps(content, indent=1))


def _remove() -> bool:
    """Remove what the list names, folders only if empty, and the list; False if there is none."""
    try:
        listed = read_kept(_list_file(), LARGEST_LIST)
    except UnreadableError as error:
        raise UserError(
            f"{named(_list_file())} can't be read: {error}. Remove it and the entry by hand."
        ) from error
    if listed is None:
        return False
    files, folders = _paths(listed.get("files")), _paths(listed.get("folders"))
    for path in files:
        path.unlink(missing_ok=True)
    _list_file().unlink()
    for folder in [own_folder(), *folders]:
        with suppress(OSError):  # not empty, or gone
            folder.rmdir()
    return True


def _paths(listed: object) -> list[Path]:
    """The absolute paths of a list in the file; anything else there is a UserError."""
    entries = listed if isinstance(listed, list) else [None]
    paths = [Path(entry) for entry in entries if isinstance(entry, str)]
    if len(paths) < len(entries) or not all(path.is_absolute() for path in paths):
        raise UserError(f"{named(_list_file())} is damaged. Remove it and the entry by hand.")
    return paths
