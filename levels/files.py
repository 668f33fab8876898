"""Files that are complete or not there: what is written takes the old one's place only when it is whole."""

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO


class UnwritableError(OSError):
    """A file can't be written where it was asked for; its text is a sentence that says where and why."""


@contextmanager
def replacing(path: Path) -> Iterator[TextIO]:
    """Give a text file (UTF-8, line feeds) that becomes `path` when the block ends well; else it is gone.

    Raises:
        UnwritableError: no file can be written there.
    """
    part = path.resolve().parent / f".safe-crossing-{os.getpid()}.part"
    try:
        _refuse_special(path)
        with part.open("w", encoding="utf-8", newline="\n") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        part.replace(path.resolve())
    except OSError as error:
        raise UnwritableError(f"{path}: the file can't be written there ({error.strerror})") from error
    finally:
        with suppress(OSError):
            part.unlink()


def _refuse_special(path: Path) -> None:
    """Folders and devices are never replaced: a device that a file took the place of is gone for all."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no ordinary file")
