"""Files that are read with a bound, and written whole: a new one takes the old one's place when complete."""

import errno
import io
import os
import re
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import BinaryIO, TextIO

from levels.text import file_error

MAX_BYTES = 4_000_000
TOO_LARGE = f"the file is larger than {MAX_BYTES // 1_000_000} MB"
PART = re.compile(r"\.safe-crossing-(\d+)(?:-\d+)?\.part")
"""Name of a file that is being written: its process, and a number of its own there."""
STALE = 60.0
"""A file that nobody has written to for so long is left over, if its process is gone as well [s]."""
_NUMBERS = count(1)


class UnwritableError(OSError):
    """A file can't be written where it was asked for; its text is a sentence that says where and why.

    Attributes:
        reason: why alone.
    """

    def __init__(
        self, path: Path, reason: str | None, *, what: str = "the file can't be written there"
    ) -> None:
        super().__init__(f"{path}: {what} ({reason})")
        self.reason = reason


def make_folder(path: Path) -> None:
    """Make a folder and those it lies in, where they are not there yet.

    Raises:
        UnwritableError: it can't be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableError(path, error.strerror, what="this folder can't be made") from error


class SpecialFileError(OSError):
    """A folder, device, pipe or socket where an ordinary file is wanted; the text says which."""


def open_ordinary(path: Path) -> BinaryIO:
    """Open an ordinary file for reading its bytes, and wait for nothing: no pipe's writer, no device.

    Whatever took the file's place between the look and the opening is refused as well.

    Raises:
        SpecialFileError: it is no ordinary file; it was not opened, or closed again at once.
        OSError: it can't be opened.
        ValueError: no file can have this name.
    """
    _refuse_to_read(path.stat().st_mode)  # first: opening some devices does something
    flags = os.O_RDONLY | getattr(os, "O_BINARY", 0)
    flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    file = os.fdopen(os.open(path, flags), "rb")
    try:
        _refuse_to_read(os.fstat(file.fileno()).st_mode)
    except SpecialFileError:
        file.close()
        raise
    return file


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
        raise file_error(name, "there is no such file", "check the name and the folder") from None
    except PermissionError:
        raise file_error(name, "this file may not be read", "ask its owner for leave to read it") from None
    except OSError as error:
        raise file_error(name, f"this file can't be read ({error.strerror})") from None
    except ValueError:
        raise file_error(name, "this can't be the name of a file") from None
    if len(data) > MAX_BYTES:
        raise file_error(name, TOO_LARGE, "a level file is small")
    return data


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """Give the name of a file beside `path` that is gone in the end, unless it took the place of `path`.

    Those that a process left there when it was killed are cleared away.

    Raises:
        UnwritableError: no file can be written there.
    """
    folder = path.resolve().parent
    part = folder / f".safe-crossing-{os.getpid()}-{next(_NUMBERS)}.part"
    try:
        _refuse_special(path)
        _clear_leftovers(folder)
        yield part
    except OSError as error:
        raise UnwritableError(path, error.strerror) from error
    finally:
        with suppress(OSError):
            part.unlink()


@contextmanager
def replacing_bytes(path: Path) -> Iterator[BinaryIO]:
    """Give a file for bytes that becomes `path` when the block ends well; else it is gone.

    Raises:
        UnwritableError: no file can be written there.
    """
    with unfinished(path) as part:
        with part.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path.resolve())


@contextmanager
def replacing(path: Path) -> Iterator[TextIO]:
    """The same for text (UTF-8, line feeds)."""
    with replacing_bytes(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
        yield text
        text.flush()
        text.detach()


def is_there(path: Path) -> bool:
    """Whether there is something of that name; False where one may not see that."""
    try:
        return path.exists()
    except OSError:
        return False


def _refuse_special(path: Path) -> None:
    """Folders and devices are never replaced: a device that a file took the place of is gone for all."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no ordinary file")


def _clear_leftovers(folder: Path) -> None:
    """Deletes what processes that are no more have left unfinished in a folder."""
    with suppress(OSError):
        for file in folder.iterdir():
            name = PART.fullmatch(file.name)
            if name and not _runs(int(name[1])) and time.time() - file.stat().st_mtime > STALE:
                file.unlink()


def _runs(process: int) -> bool:
    """Whether a process of this number is there; Windows need not tell: it keeps open files undeleted."""
    if os.name == "nt":
        return False
    try:
        os.kill(process, 0)  # signal 0 does nothing
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):  # another user's, for one
        return True
    return True
