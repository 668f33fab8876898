"""What a screen that was left held goes back to the system at once."""

import ctypes
import gc
import sys


def let_go() -> None:
    """Frees what nothing uses any more, and gives its memory back: some milliseconds of work.

    A screen and its widgets know one another, so only the collector frees them; it counts objects, and would
    wait while a few of them hold hundreds of megabytes of pictures and tables. The GNU C library in turn
    keeps what was freed below its heaps' tops until it is told to trim them: ten minutes of changing screens
    leave some 80 MB there. Elsewhere the system's own allocator does that unasked.
    """
    gc.collect()
    if sys.platform == "linux":
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
