"""What the commands that write a file share: what they never overwrite, level files, notes on the input."""

from pathlib import Path

from levels.files.problems import UserError, printable
from levels.files.saving import replacing
from levels.files.terminal import named
from levels.model.level import Level
from levels.text.reader import LevelFile, holds_level
from levels.text.writer import to_yaml


def refuse_existing(out: Path, *, force: bool) -> None:
    """Raise UserError if the file exists, unless it may be replaced by `force`; a folder never is."""
    if out.is_dir():
        raise UserError(f"{named(out)} is a folder: name a file.")
    if out.exists() and not force:
        raise UserError(f"{named(out)} exists already: choose another name, or add --force.")


def refuse_level(out: Path, *, force: bool | None = None) -> None:
    """Raise UserError if a level would be overwritten; `force` allows it, None says there is no --force."""
    if not force and holds_level(out):
        other = "choose another name" if force is None else "choose another name, or add --force"
        raise UserError(f"{named(out)} is a level file and would be overwritten: {other}.")


def write_level(level: Level, out: Path) -> None:
    """Write a level file."""
    with replacing(out) as text:
        text.write(to_yaml(level))


def notes_of(file: LevelFile) -> list[str]:
    """A line for each note on how a file was read."""
    return [f"  note: {printable(note)}" for note in file.notes]
