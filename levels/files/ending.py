"""How Ctrl+C, SIGTERM and the closing of the terminal end the program: at once, or in order where it matters.

As a rule the system ends the process, whatever it is doing. Python's own way, an exception at any line, can
be lost in an import or a callback, or come out as another error; so it is used only while a file is being
written or a terminal's cursor is hidden. Learning and the window look at a note, where they can stop.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]
PATIENCE = 2
"""Signals that are only noted; a second one ends the process at once, whatever hangs."""


class Wish:
    """Whether a signal has asked for the end.

    Attributes:
        signals: their numbers, in order.
    """

    def __init__(self) -> None:
        self.signals: list[int] = []

    def __bool__(self) -> bool:
        return bool(self.signals)

    def obey(self) -> None:
        """Raise SystemExit with the usual exit code, 128 + the signal's number, if the end is asked for."""
        if self.signals:
            raise SystemExit(128 + self.signals[0])


@contextmanager
def held() -> Iterator[Wish]:
    """In the block a signal is only noted; at its end the program does.

    Yields:
        The note, to be looked at where the work can stop.

    Raises:
        SystemExit: the end was asked for.
    """
    wish = Wish()

    def note(number: int, _frame: FrameType | None) -> None:
        if len(wish.signals) == PATIENCE:
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        wish.signals.append(number)

    with _handled_by(note), _closed_terminal_forgiven(wish):
        yield wish
    wish.obey()


@contextmanager
def raised() -> Iterator[None]:
    """In the block a signal raises SystemExit, so that temporary files are removed.

    Raises:
        SystemExit: there was a signal; at the end of the block, if code in it has lost the exception.
    """
    wish = Wish()

    def end(number: int, _frame: FrameType | None) -> None:
        wish.signals.append(number)
        wish.obey()

    with _handled_by(end), _closed_terminal_forgiven(wish):
        yield
    wish.obey()


@contextmanager
def _handled_by(handler: Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """Have a handler for the signals that would end the process; a handler that is there already stays."""
    main = threading.current_thread() is threading.main_thread()
    taken = [number for number in SIGNALS if main and signal.getsignal(number) is signal.SIG_DFL]
    try:
        for number in taken:
            signal.signal(number, handler)
        yield
    finally:
        for number in taken:
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def _closed_terminal_forgiven(wish: Wish) -> Iterator[None]:
    """A closed terminal can't erase a progress bar; that is no error."""
    try:
        yield
    except OSError:
        if not wish:
            raise
