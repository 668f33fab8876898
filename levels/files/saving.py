"""Files written whole: a new one takes the old one's place when it is complete, or nothing has happened.

Every file of the program goes this way. Until then it lies next to its place under an unguessable
name, created and locked by the process that writes it. The lock ends with the process, however that ends, so
a file without one is left over, and the next save or start there clears it away.
"""

import atexit
import errno
import io
import os
import re
import secrets
import stat
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, BinaryIO, TextIO

from levels.files.ending import raised
from levels.files.problems import printable

if sys.platform != "win32":
    import fcntl

PART = re.compile(r"\.safe-crossing-[0-9a-f]{16}\.part")
"""Name of a file that is being written."""
STALE = 60.0
"""Windows has no such locks, but deletes no open file: what is older and can be deleted is left over [s]."""
_BLOCK = 4096
"""What a place has to take before anybody works for minutes on what is to be saved there [bytes]."""
_own: set[Path] = set()
"""Files that this process is writing."""


class UnwritableError(OSError):
    """A file can't be written where it was asked for; its text is a sentence that says where and why.

    Attributes:
        reason: why alone.
    """

    def __init__(self, path: Path, reason: str, *, what: str = "the file can't be written there") -> None:
        super().__init__(f"{printable(str(path))}: {what} ({reason})")
        self.reason = reason


def make_folder(path: Path) -> None:
    """Make a folder and those it lies in, where they are not there yet.

    Raises:
        UnwritableError: it can't be made.
    """
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UnwritableError(path, _reason(error), what="this folder can't be created") from error


@contextmanager
def replacing_bytes(path: Path) -> Iterator[BinaryIO]:
    """Give a file for bytes that becomes `path` when the block ends well; else it is gone.

    It lies on the disk by then. It has the permissions of the file whose place it takes, or those that the
    umask leaves; a link stays, and what it points to is replaced.

    Raises:
        UnwritableError: no file can be written there, or not all of it.
    """
    with _told(path), _unfinished(path) as (part, file, place, old):
        yield file
        file.flush()
        if old is not None:
            _copy_permissions(old, file)
        os.fsync(file.fileno())
        if not os.path.samestat(part.lstat(), os.fstat(file.fileno())):
            raise OSError(errno.EEXIST, "another program has replaced it")
        if sys.platform == "win32":
            file.close()  # nothing open can be moved there
        part.replace(place)
        _keep_name(place.parent)


@contextmanager
def replacing(path: Path) -> Iterator[TextIO]:
    """The same for text (UTF-8, line feeds)."""
    with replacing_bytes(path) as file:
        text = io.TextIOWrapper(file, encoding="utf-8", newline="\n")
        yield text
        text.detach()


@contextmanager
def appending(path: Path) -> Iterator[Callable[[str], None]]:
    """Give a function that adds a line of text (UTF-8) to a file, which is made if it is not there.

    Each line goes to the system at once and as a whole: whatever ends the process cuts the last one at most,
    and the next line does not continue it. All lie on the disk when the block ends.

    Raises:
        UnwritableError: the file can't be opened, or a line can't be written; so does the function.
    """
    with _told(path), path.open("a+b", buffering=0) as file:
        if file.tell():
            file.seek(-1, os.SEEK_END)
            if file.read(1) != b"\n":
                file.write(b"\n")

        def add(line: str) -> None:
            left = f"{line}\n".encode()
            with _told(path):
                while left:  # a disk that is nearly full takes a part and says nothing
                    left = left[file.write(left) :]

        yield add
        os.fsync(file.fileno())


def refuse_unwritable(path: Path) -> None:
    """Raise, before minutes of work, what saving their result would raise after them.

    Raises:
        UnwritableError: no file can be written there.
    """
    with _told(path), _unfinished(path) as (_, file, _, _):
        file.write(bytes(_BLOCK))
        file.flush()


def clear_leftovers(folders: Iterable[Path]) -> None:
    """Delete what processes of this user that are no more have left unfinished in some folders."""
    for folder in folders:
        with suppress(OSError), os.scandir(folder) as entries:
            for entry in entries:
                if PART.fullmatch(entry.name):
                    _clear(Path(entry.path))


@contextmanager
def _told(path: Path) -> Iterator[None]:
    """Say in a sentence why a file can't be written."""
    try:
        yield
    except OSError as error:
        raise UnwritableError(path, _reason(error)) from error


def _reason(error: OSError) -> str:
    if error.errno == errno.ELOOP:
        return "its links form a loop"
    return getattr(error, "reason", None) or error.strerror or str(error) or type(error).__name__


@contextmanager
def _unfinished(path: Path) -> Iterator[tuple[Path, BinaryIO, Path, os.stat_result | None]]:
    """Give a new file next to the place of `path`, which is gone in the end unless it has taken that place.

    Yields:
        Its name, the file itself, the place, and what is there now.
    """
    place, old = _place(path)
    clear_leftovers([place.parent])
    with raised():
        part, file = _created(place.parent, private=old is not None)
        try:
            yield part, file, place, old
        finally:
            with suppress(OSError, ValueError):  # what can no longer be written has been reported already
                file.close()
            _remove(part)


def _place(path: Path) -> tuple[Path, os.stat_result | None]:
    """Where a file really lies, links followed, and what is there now.

    Raises:
        OSError: it can't be replaced. Folders and devices never are: a device that a file took the place of
            is gone for all. A file that may not be written isn't either, though its folder would allow it.
    """
    try:
        old = path.stat()
    except FileNotFoundError:
        return Path(os.path.realpath(path)), None
    if not stat.S_ISREG(old.st_mode):
        raise OSError(errno.EINVAL, "it is not an ordinary file")
    if not os.access(path, os.W_OK):
        raise OSError(errno.EACCES, "it is write-protected")
    return Path(os.path.realpath(path)), old


def _created(folder: Path, *, private: bool) -> tuple[Path, BinaryIO]:
    """A new, locked file under a new name; no link is followed. `private`: for the owner alone at first."""
    mode = 0o600 if private else 0o666
    flags = getattr(os, "O_NOFOLLOW", 0)
    while True:
        part = folder / f".safe-crossing-{secrets.token_hex(8)}.part"
        _own.add(part)
        try:
            file = open(part, "xb", opener=lambda name, how: os.open(name, how | flags, mode))  # noqa: SIM115
        except BaseException:
            _own.discard(part)
            raise
        if _locked(file) and os.fstat(file.fileno()).st_nlink:
            return part, file
        file.close()  # another process was just looking whether it is left over
        _remove(part)


def _copy_permissions(old: os.stat_result, file: BinaryIO) -> None:
    """Give a file the owner, where that is allowed, and the permissions of the one it is to replace."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        os.fchown(file.fileno(), old.st_uid, old.st_gid)
    with suppress(OSError):  # a disk without permissions has none to keep
        os.fchmod(file.fileno(), stat.S_IMODE(old.st_mode) & 0o777)


def _remove(part: Path) -> None:
    with suppress(OSError):
        part.unlink()
    _own.discard(part)


def _remove_own() -> None:
    """Clear away what threads that end with the process were writing."""
    for part in tuple(_own):
        _remove(part)


atexit.register(_remove_own)
if sys.platform != "win32":
    os.register_at_fork(after_in_child=_own.clear)  # they stay the parent's


def _keep_name(folder: Path) -> None:
    """Have the disk remember a file's new name, where the system can."""
    if sys.platform == "win32":
        return
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _clear(part: Path) -> None:
    """Delete a file that was being written, if it is ours and no longer being written."""
    with suppress(OSError):
        if sys.platform == "win32":
            if time.time() - part.stat().st_mtime > STALE:
                part.unlink()
            return
        number = os.open(part, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(number, "r+b", buffering=0) as file:
            about = os.fstat(number)
            if stat.S_ISREG(about.st_mode) and about.st_uid == os.geteuid() and _locked(file, unsure=False):
                part.unlink()


def _locked(file: IO[bytes], *, unsure: bool = True) -> bool:
    """Lock a file for as long as it is open; False if another process has, `unsure` where none can."""
    if sys.platform != "win32":
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return unsure
    return True
