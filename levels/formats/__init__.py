"""Files of other programs, read as levels: the ending of the name decides, then the content.

A format is one file beside this one and one line in FORMATS; docs/formats.md tells what each reads.
"""

import re
from pathlib import Path, PurePath

from levels.formats import frozen_lake, gridworld, moving_ai, occupancy, sokoban, text_maze, tiled
from levels.formats.foreign import Foreign, Format
from levels.formats.occupancy_yaml import is_description

FORMATS: dict[str, Format] = {
    "MovingAI": Format((".map", ".scen"), moving_ai.fits, moving_ai.read),
    "Tiled": Format(tiled.ENDINGS, tiled.fits, tiled.read),
    "occupancy picture": Format(occupancy.ENDINGS, occupancy.fits, occupancy.read),
    "FrozenLake": Format((".txt", ".json"), frozen_lake.fits, frozen_lake.read),
    "gridworld": Format((".txt",), gridworld.fits, gridworld.read),
    "Sokoban": Format((".xsb", ".sok", ".txt"), sokoban.fits, sokoban.read),
    "text maze": Format((".txt", ".maze"), text_maze.fits, text_maze.read),
}
"""Name → format. Of several that share an ending the first that fits reads a file; if none fits, the last."""

OUR_ENDINGS = (".yaml", ".yml")
OUR_KEYS = re.compile(r"^(format|map)[ ]*:", re.MULTILINE)


def file_of(path: Path) -> Path:
    """The file a path means; a MovingAI map's may end with the row of its scenario, as in `arena.map#3`."""
    return Path(moving_ai.split_row(str(path))[0])


def read_foreign(data: bytes, name: str) -> Foreign | None:
    """What a file of another program says; None where the file is to be read as a level of ours.

    Args:
        data: the file.
        name: its name, with the folder it lies in.

    Raises:
        LevelError: the file is of another format and has a mistake, or can't be a level.
    """
    ending = PurePath(moving_ai.split_row(name)[0]).suffix.lower()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:  # told by whoever reads it; one character a byte is all that is needed here
        text = data.decode("latin-1")
    if is_description(text):
        return occupancy.read(data, name)
    if ending in OUR_ENDINGS or OUR_KEYS.search(text):
        return None
    own = [form for form in FORMATS.values() if ending in form.endings]
    fitting = [form for form in own or FORMATS.values() if form.fits(text)]
    for form in (*fitting, *own[-1:]):
        return form.read(data, name)
    return None
