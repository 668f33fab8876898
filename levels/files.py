"""Files that are read with a bound."""

import stat
from pathlib import Path

from levels.text import file_error

MAX_BYTES = 4_000_000
TOO_LARGE = f"the file is larger than {MAX_BYTES // 1_000_000} MB"


def read_bytes(path: Path) -> bytes:
    """What an ordinary file of at most 4 MB holds; a pipe or a device is not waited for.

    Raises:
        LevelError: it can't be read, or is too large.
    """
    name = str(path)
    try:
        mode = path.stat().st_mode
        if stat.S_ISDIR(mode):
            raise file_error(name, "this is a folder, not a level file", "name a file in it")
        if not stat.S_ISREG(mode):
            raise file_error(name, "this is a device or a pipe, not a level file", "name an ordinary file")
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise file_error(name, "there is no such file", "check the name and the folder") from None
    except PermissionError:
        raise file_error(name, "this file may not be read", "ask its owner for leave to read it") from None
    except OSError as error:
        raise file_error(name, f"this file can't be read ({error.strerror})") from None
    except ValueError:
        raise file_error(name, "this can't be the name of a file") from None
    if len(data) > MAX_BYTES:
        raise file_error(name, TOO_LARGE, "a level file is small: a board has at most 1,000 × 1,000 cells")
    return data


def is_there(path: Path) -> bool:
    """Whether there is something of that name; False where one may not see that."""
    try:
        return path.exists()
    except OSError:
        return False
