"""Python's garbage collector, held off while a file is parsed."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collector_paused() -> Iterator[None]:
    """Hold off the search for cycles while a tree is built, which has none.

    The collector would walk the growing tree again and again, which takes longer than building it. Several
    threads may parse at once: one that finds the collector off leaves it alone.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
