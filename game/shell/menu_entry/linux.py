"""The entry as Linux desktops have it: the Desktop Entry and Icon Theme specifications of freedesktop.org."""

import re
from collections.abc import Sequence
from pathlib import Path

from game.shell.icon import ICON, SIZES, icon_file
from game.shell.menu_entry.entry import COMMENT, IDENTIFIER, NAME, Entry


def entry(applications: Path, command: Sequence[str]) -> Entry:
    """The entry and its icons, for the user's folder of applications and the words that start the program."""
    text = f"""[Desktop Entry]
Type=Application
Name={NAME}
Comment={COMMENT}
Keywords=reinforcement learning;arcade;crossing;
Categories=Game;ArcadeGame;
Exec={" ".join(map(_quoted, command))}
Icon={IDENTIFIER}
Terminal=false
StartupWMClass={IDENTIFIER}
"""
    icons = applications.parent / "icons" / "hicolor"
    files = {
        icons / f"{size}x{size}" / "apps" / f"{IDENTIFIER}.png": icon_file("PNG", [size]) for size in SIZES
    }
    files[icons / "scalable" / "apps" / f"{IDENTIFIER}.svg"] = ICON.read_bytes()
    files[applications / f"{IDENTIFIER}.desktop"] = text.encode()
    return Entry(files, touched=(icons,))


def _quoted(word: str) -> str:
    """A word of the key Exec: quoted as a word, then escaped as a value, and without field codes."""
    quoted = '"' + re.sub(r'(["`$\\])', r"\\\1", word) + '"'
    return quoted.replace("\\", r"\\").replace("\n", r"\n").replace("%", "%%")
