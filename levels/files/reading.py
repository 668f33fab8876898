"""Files that are read with a bound."""

import errno
import os
import stat
from pathlib import Path
from typing import BinaryIO

from levels.files.text import file_error

MAX_BYTES = 4_000_000
TOO_LARGE = f"the file is larger than {MAX_BYTES // 1_000_000} MB"


class SpecialFileError(OSError):
    """A folder, device, pipe or socket where an ordinary file is wanted; the text says which."""


def open_ordinary(path: Path) -> BinaryIO:
    """Open an ordinary file for reading its bytes, and wait for nothing: no pipe's writer, no device.

    Whatever took the file's place between the look and the opening is refused as well.

    Raises:
        SpecialFileError: it is not an ordinary file; it was not opened, or closed again at once.
        OSError: it can't be opened.
        ValueError: no file can have this name.
    """
    _refuse_to_read(path.stat().st_mode)  # first: opening some devices does something
    return open(path, "rb", opener=_opened)


def _opened(path: str, flags: int) -> int:
    number = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    try:
        _refuse_to_read(os.fstat(number).st_mode)
    except SpecialFileError:
        os.close(number)
        raise
    return number


def _refuse_to_read(mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise SpecialFileError(errno.EISDIR, "this is a folder")
    if not stat.S_ISREG(mode):
        raise SpecialFileError(errno.EINVAL, "this is a device or a pipe")


def read_bytes(path: Path) -> bytes:
    """What an ordinary file of at most 4 MB holds; a pipe or a device is not waited for.

    Raises:
        LevelError: it can't be read, or is too large.
    """
    name = str(path)
    try:
        with open_ordinary(path) as file:
            data = file.read(MAX_BYTES + 1)
    except SpecialFileError as error:
        hint = "name a file in it" if error.errno == errno.EISDIR else "name an ordinary file"
        raise file_error(name, f"{error.strerror}, not a level file", hint) from None
    except FileNotFoundError:
        raise file_error(name, "no such file", "check the name and the folder") from None
    except PermissionError:
        raise file_error(
            name, "no permission to read this file", "ask its owner for permission to read it"
        ) from None
    except OSError as error:
        raise file_error(name, f"this file can't be read ({error.strerror})") from None
    except ValueError:
        raise file_error(name, "this is not a valid file name") from None
    if len(data) > MAX_BYTES:
        raise file_error(name, TOO_LARGE, "a level file is small: a board has at most 1,000 × 1,000 cells")
    return data


def is_there(path: Path) -> bool:
    """Whether there is something of that name; False where one may not see that."""
    try:
        return path.exists()
    except OSError:
        return False
