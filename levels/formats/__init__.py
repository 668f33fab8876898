"""Files of other programs, read as levels: the ending of the name decides, then the content.

A format is one file next to this one and one line in FORMATS, a convention of drawings one in CONVENTIONS of
`drawings`; a file that can only be named is a line of `others`. docs/formats.md lists what each reads.
"""

import re
from pathlib import Path, PurePath

from levels.files.text import decode, file_error
from levels.formats import drawings, frozen_lake, moving_ai, occupancy, tiled
from levels.formats.foreign import Foreign, Format
from levels.formats.occupancy_yaml import is_description
from levels.formats.others import refuse_other
from levels.formats.readings import AmbiguousError, split_choice

FORMATS: dict[str, Format] = {
    "MovingAI": Format((".map", ".scen"), moving_ai.fits, moving_ai.read),
    "Tiled": Format(tiled.ENDINGS, tiled.fits, tiled.read),
    "occupancy picture": Format(occupancy.ENDINGS, occupancy.fits, occupancy.read),
    "FrozenLake": Format((".json", ".txt"), frozen_lake.fits_json, frozen_lake.read_json),
    "drawing": Format(drawings.ENDINGS, drawings.fits, drawings.read),
}
"""Name → format. If several share an ending, the first that fits reads the file; if none fits, the last."""

OUR_ENDINGS = (".yaml", ".yml")
OUR_KEYS = re.compile(r"^(format[ ]*:(?![ ]*[A-Za-z])|map[ ]*:)", re.MULTILINE)
"""Keys of our own levels. A drawing may have a line such as “format: gridworld”; a level has a number."""


def file_of(path: Path) -> Path:
    """The file a path means: without the row of a scenario (`arena.map#3`) or a reading (`maze.txt#2`)."""
    return Path(split_choice(moving_ai.split_row(str(path))[0])[0])


def read_foreign(data: bytes, name: str) -> Foreign | None:
    """The content of a file of another program; None if the file is one of our own levels.

    Args:
        data: the file.
        name: its name with its folder, possibly followed by the number of a reading.

    Raises:
        AmbiguousError: it has several readings, and neither the file nor the name says which is meant.
        LevelError: the file is of another format and has an error, or can't be a level.
    """
    file, chosen = split_choice(name)
    for number in chosen:
        data = _with_reading(data, file, number)
    return _read(data, file)


def _with_reading(data: bytes, name: str, number: int) -> bytes:
    """The file with the lines of one of its readings."""
    try:
        _read(data, name)
    except AmbiguousError as error:
        if number <= len(error.readings):
            lines = ("", *error.readings[number - 1].lines, "")
            return (decode(data, name) + "\n".join(lines)).encode()
        message = f"the file has {len(error.readings)} readings, so there is no reading {number}"
        raise file_error(name, message, "the first is 1") from None
    raise file_error(name, "the file has only one reading", f"leave out “#{number}”")


def _read(data: bytes, name: str) -> Foreign | None:
    """The same without a number of a reading: the file itself must say which is meant."""
    ending = PurePath(moving_ai.split_row(name)[0]).suffix.lower()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:  # reported by the reader; one character a byte is all that is needed here
        text = data.decode("latin-1")
    if is_description(text):
        return occupancy.read(data, name)
    if ending in OUR_ENDINGS or OUR_KEYS.search(text):
        return None
    own = [form for form in FORMATS.values() if ending in form.endings]
    sure = [form for form in own or FORMATS.values() if form is not FORMATS["drawing"] and form.fits(text)]
    if sure:
        return sure[0].read(data, name)
    refuse_other(text, name)
    if own:
        return own[-1].read(data, name)
    return drawings.read(data, name) if drawings.fits(text) else None
