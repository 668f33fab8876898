"""The user's own files that outlive the program: small JSON read within bounds, all written whole."""

import json
from pathlib import Path
from typing import Any

import platformdirs

from levels.files.reading import is_there, open_ordinary
from levels.files.saving import UnwritableError, make_folder, replacing


class UnreadableError(Exception):
    """A file that cannot be used; the text says why, without full stop."""


def own_folder() -> Path:
    """Where levels of the user's own, drafts and surprises are kept: the platform's folder for data."""
    return Path(platformdirs.user_data_dir("safe-crossing", appauthor=False))


def read_kept(path: Path, largest: int) -> dict[str, Any] | None:
    """What a file keeps; None if there is none.

    Raises:
        UnreadableError: it can't be read, has more than `largest` bytes, or is no JSON object.
    """
    try:
        with open_ordinary(path) as file:
            content = file.read(largest + 1)
        found = json.loads(content.decode()) if len(content) <= largest else None
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise UnreadableError(error.strerror or str(error)) from error
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise UnreadableError("it is damaged")
    return found


def keep(path: Path, text: str) -> str:
    """Writes a file and the folders it lies in, whole or not at all; gives "" or why it failed."""
    try:
        make_folder(path.parent)
        with replacing(path) as file:
            file.write(text)
    except UnwritableError as error:
        return str(error)
    return ""


def free_name(path: Path) -> Path:
    """The path, or the first with a number behind its name that no file has yet."""
    candidate, number = path, 2
    while is_there(candidate):
        candidate = path.with_stem(f"{path.stem}_{number}")
        number += 1
    return candidate
