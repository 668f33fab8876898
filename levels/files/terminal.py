"""The terminal's border: everything printed goes through here, so that no name can steer it."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from levels.files.ending import raised
from levels.files.problems import printable

if TYPE_CHECKING:
    from rich.progress import Progress

SLOW = 1.0
"""Work that takes longer shows its progress [s]."""


def tell(text: str, *, error: bool = False) -> None:
    """Print lines on stdout, or an error's on stderr.

    Control characters, the starts of escape sequences and overrides of the direction become �. A name or a
    note goes through `printable` or `named` before it becomes part of a text, since its own line feeds would
    pass here.
    """
    lines = "\n".join(map(printable, text.split("\n")))
    try:
        print(lines, file=sys.stderr if error else sys.stdout, flush=True)
    except OSError:
        if not error:  # a terminal that was closed hears of no error more
            raise


def named(path: Path | str) -> str:
    """A file's name as printed, on one line."""
    return printable(str(path))


def size_of(file: Path) -> str:
    """A file's size in words."""
    size = file.stat().st_size
    return f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{ceil(size / 1e3)} kB"


@contextmanager
def progress_bar() -> Iterator["Progress"]:
    """A progress bar on stderr, removed when the work is done; invisible if stderr is not a terminal."""
    from rich.console import Console  # noqa: PLC0415  only long commands show one
    from rich.progress import Progress  # noqa: PLC0415

    console = Console(stderr=True)
    progress = Progress(console=console, transient=True, disable=not console.is_terminal)
    with raised(), progress:
        yield progress


@contextmanager
def progress_if_slow() -> Iterator[Callable[[float, str], None]]:
    """What to tell the share that is done and its stage in words; work that is slow gets a progress bar."""
    begun = time.perf_counter()
    with ExitStack() as stack:
        bar: Progress | None = None

        def update(share: float, stage: str) -> None:
            nonlocal bar
            if bar is None:
                if time.perf_counter() - begun < SLOW:
                    return
                bar = stack.enter_context(progress_bar())
                bar.add_task(stage, total=1.0)
            bar.update(bar.task_ids[0], completed=share, description=stage)

        yield update
