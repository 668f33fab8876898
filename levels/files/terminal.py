"""The terminal's border: everything printed goes through here, so that no name can steer it."""

import sys
from pathlib import Path

from levels.files.problems import printable


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
