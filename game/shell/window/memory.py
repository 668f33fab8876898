"""What the program's pictures took goes back to the system once nothing uses them."""

import ctypes
import gc
import sys

M_MMAP_THRESHOLD = -3
"""The parameter's number in malloc.h."""
LARGE = 256 * 2**10
"""What a block must have to be taken alone [bytes]: a picture of 256 × 256 pixels."""


def let_go() -> None:
    """Frees what nothing uses any more, and gives its memory back: some milliseconds of work.

    A screen and its widgets know one another, so only the collector frees them; it counts objects, and would
    wait while a few of them hold hundreds of megabytes of pictures and tables. The GNU C library in turn
    keeps what was freed below its heaps' tops until it is asked to trim them. Elsewhere the system's own
    allocator does that unasked.
    """
    gc.collect()
    _ask_library("malloc_trim", 0)


def keep_pictures_apart() -> None:
    """Has the GNU C library take every large block, and so every picture of some size, from the system alone.

    It would do so only until the first one is freed, and from then on put them all into one heap, where small
    things that stay lie between them: ten minutes of changing screens left some 120 MB of gaps there.
    """
    _ask_library("mallopt", M_MMAP_THRESHOLD, LARGE)


def _ask_library(name: str, *arguments: int) -> None:
    """Calls a function that the GNU C library has on top of what every C library has."""
    function = getattr(ctypes.CDLL(None), name, None) if sys.platform == "linux" else None
    if function is not None:
        function(*arguments)
