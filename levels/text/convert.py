"""The command `convert`."""

from pathlib import Path

from levels.files.terminal import named, tell
from levels.text.outputs import notes_of, refuse_existing, write_level
from levels.text.reader import find_level, read_file


def convert(source: str, out: Path, *, force: bool) -> None:
    """Write a file of any supported format as a level file."""
    file = read_file(find_level(source))
    refuse_existing(out, force=force)
    write_level(file.level, out)
    tell("\n".join([f"{named(out)}: written", *notes_of(file)]))
