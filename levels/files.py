"""Files that are complete or not there: what is written takes the old one's place only when it is whole."""

import errno
import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, TextIO


class UnwritableError(OSError):
    """A file can't be written where it was asked for; its text is a sentence that says where and why.

    Attributes:
        reason: why alone.
    """

    def __init__(self, path: Path, reason: str | None) -> None:
        super().__init__(f"{path}: the file can't be written there ({reason})")
        self.reason = reason


def make_folder(path: Path) -> None:
    """Make a folder and those it lies in, where they are not there yet.

    Raises:
        UnwritableError: it can't be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableError(path, error.strerror) from error


@contextmanager
def unfinished(path: Path) -> Iterator[Path]:
    """Give the name of a file beside `path` that is gone in the end, unless it took the place of `path`.

    Raises:
        UnwritableError: no file can be written there.
    """
    part = path.resolve().parent / f".safe-crossing-{os.getpid()}.part"
    try:
        _refuse_special(path)
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


def _refuse_special(path: Path) -> None:
    """Folders and devices are never replaced: a device that a file took the place of is gone for all."""
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "it is no ordinary file")
