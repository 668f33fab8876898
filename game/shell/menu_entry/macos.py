"""The entry as macOS has it: an application that consists of one line of shell."""

import plistlib
import shlex
from collections.abc import Sequence
from pathlib import Path

from game.shell.icon import icon_file
from game.shell.menu_entry.entry import IDENTIFIER, NAME, Entry


def entry(applications: Path, command: Sequence[str]) -> Entry:
    """The application, for the user's folder of applications and the words that start the program."""
    contents = applications / f"{NAME}.app" / "Contents"
    program = contents / "MacOS" / IDENTIFIER
    properties = {
        "CFBundleName": NAME,
        "CFBundleIdentifier": f"org.{IDENTIFIER}.{IDENTIFIER}",
        "CFBundleExecutable": IDENTIFIER,
        "CFBundleIconFile": f"{IDENTIFIER}.icns",
        "CFBundlePackageType": "APPL",
        "CFBundleInfoDictionaryVersion": "6.0",
        "NSHighResolutionCapable": True,
    }
    files = {
        contents / "Info.plist": plistlib.dumps(properties),
        contents / "Resources" / f"{IDENTIFIER}.icns": icon_file("ICNS", [16, 32, 64, 128, 256, 512]),
        program: f"#!/bin/sh\nexec {shlex.join(command)}\n".encode(),
    }
    return Entry(files, executable=frozenset({program}))
