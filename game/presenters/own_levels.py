"""What a person does with level files of their own, beyond editing them: name, copy, show. No pygame."""

import os
import subprocess
import sys
from pathlib import Path

from game.presenters.editing import source_of
from game.userdata.storage import free_name, keep
from levels.files.problems import LevelError
from levels.text.editing import EditError, slug, with_value
from levels.text.reader import read_data

LONGEST_NAME = 80
"""Characters of a level's name at most, as its format has it."""


def rename(path: Path, name: str) -> str:
    """Gives a level another name, in its file, whose own name stays; gives "" or why that failed."""
    try:
        source = source_of(path)
        text = _named(source.text, name)
    except (LevelError, EditError) as error:
        return _first_line(error)
    return keep(path, text.replace("\n", source.newline))


def duplicate(path: Path, folder: Path) -> tuple[Path | None, str]:
    """Copies a level into a folder under a name that says so; gives the new file, or why there is none."""
    try:
        source = source_of(path)
        name = f"{read_data(source.text.encode(), path.name).level.name} copy"[:LONGEST_NAME]
        text = _named(source.text, name)
    except (LevelError, EditError) as error:
        return None, _first_line(error)
    copy = free_name(folder / slug(name))
    problem = keep(copy, text.replace("\n", source.newline))
    return (None, problem) if problem else (copy, "")


def _named(text: str, name: str) -> str:
    """The text with another name.

    Raises:
        LevelError: the name, or something else in it, is not allowed.
        EditError: the text holds no mapping.
    """
    text = with_value(text, "name", name)
    read_data(text.encode(), "level.yaml")
    return text


def _first_line(error: LevelError | EditError) -> str:
    return error.problems[0].message if isinstance(error, LevelError) else str(error)


def show_in_folder(path: Path, platform: str = sys.platform) -> str:
    """Shows a file in the system's own file manager; gives "" or why that failed."""
    try:
        subprocess.Popen(  # noqa: S603  the program stands below, the path is one argument
            shower(path, platform),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return f"There is no file manager to show {path}"
    return ""


def shower(path: Path, platform: str) -> list[str]:
    """The command that shows a file in its folder; on Linux the folder alone, which every manager can."""
    if platform == "darwin":
        return ["open", "-R", os.fspath(path)]
    if platform == "win32":
        return ["explorer", f"/select,{path}"]
    return ["xdg-open", os.fspath(path.parent)]
