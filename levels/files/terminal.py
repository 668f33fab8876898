"""The terminal's border: everything printed goes through here, so that no name can steer it."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING

from levels.files.ending import raised
from levels.files.problems import printable

if TYPE_CHECKING:
    from rich.progress import Progress


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
