"""Locks between programs: a file that one of them holds, and that goes with it however it ends. No pygame."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

PATIENCE = 1.0
"""How long one waits for another program that is writing the same file [s]."""
NOT_FOLLOWED = getattr(os, "O_NOFOLLOW", 0)
"""A link in a lock's place is no lock; Windows has no such flag."""
AGAIN = 0.01
"""Time between two attempts [s]."""


class Lock:
    """A lock that is held until `release`, or until the program's end; made by `take`."""

    def __init__(self, path: Path, descriptor: int) -> None:
        self._path = path
        self._descriptor = descriptor

    @classmethod
    def take(cls, path: Path) -> "Lock | None":
        """The lock of this name, created with its folder if needed; None if another process holds it.

        Raises:
            OSError: there can be no lock here.
        """
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT | NOT_FOLLOWED, 0o600)
        try:
            if _locked(descriptor) and _is(descriptor, path):
                return cls(path, descriptor)
        except OSError:
            os.close(descriptor)
            raise
        os.close(descriptor)
        return None

    def release(self) -> None:
        """Gives it back; twice is once."""
        if self._descriptor < 0:
            return
        descriptor, self._descriptor = self._descriptor, -1
        if sys.platform == "win32":  # which deletes no file that is open
            os.close(descriptor)
        with suppress(OSError):
            self._path.unlink()
        if sys.platform != "win32":
            os.close(descriptor)


@contextmanager
def alone(path: Path) -> Iterator[None]:
    """Has the block read and write a file while no other program does; without locks where there are none."""
    lock, end = None, time.monotonic() + PATIENCE
    with suppress(OSError):
        while lock is None and time.monotonic() < end:
            lock = Lock.take(path.with_name(f".{path.name}.lock"))
            if lock is None:
                time.sleep(AGAIN)
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _locked(descriptor: int) -> bool:
    """Locks an open file; False if it is locked already, in this program or another one."""
    try:
        if sys.platform == "win32":
            import msvcrt  # noqa: PLC0415  there on Windows alone

            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl  # noqa: PLC0415  there everywhere else

            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    return True


def _is(descriptor: int, path: Path) -> bool:
    """Whether the open file is still the one of this name: its holder may have deleted it meanwhile."""
    with suppress(FileNotFoundError):
        return os.path.samestat(os.fstat(descriptor), path.stat())
    return False
