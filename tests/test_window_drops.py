"""Files dragged onto the real window by another program, as a file manager does it."""

import os
import shutil
import sys
from urllib.parse import quote

import numpy as np
import pytest

from levels.text.reader import builtin_levels
from tests.desktop import MISSING, REASON, until
from tests.dragging import Source
from tests.unit.game.driving import BAD

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="Xvfb is a server for Linux"),
    pytest.mark.skipif(bool(MISSING), reason=REASON),
]
MENU, FOUR, FIVE = "Safe Crossing", "Grid 4×4 – Safe Crossing", "Grid 5×5 – Safe Crossing"
ALL, PANEL = (0.0, 0.0, 1.0, 1.0), (0.66, 0.15, 0.99, 0.92)
NOTE = (0.5, 0.09, 1.0, 0.113)
"""Parts of the window; the last is where it tells something, above the menu's moving pictures."""


def drop(program, *uris):
    """Drags files onto the middle of the window; it has to take them, as a list of addresses."""
    x, y, width, height = program.box
    with Source(program.desktop.env["DISPLAY"], uris) as source:
        assert source.drag_to(x + width // 2, y + height // 2)
        assert source.asked == ["text/uri-list"]


def other(program, picture):
    """Whether the program tells something else than in this picture."""
    return until(lambda: not np.array_equal(program.see(NOTE), picture), what="a word in the window")


def left(program):
    """Ends the program, which has to be alive and to have nothing to complain of."""
    program.leave()
    code, _, errors = program.ended()
    assert (code, errors) == (0, "")


def test_dropped_levels_open_and_of_several_the_first(launch, tmp_path):
    program = launch()
    until(lambda: program.title == MENU, what="the menu")
    grids = [builtin_levels()[name].as_uri() for name in ("grid_4", "grid_5")]
    drop(program, grids[1])
    until(lambda: program.title == FIVE, what="the level's opening")
    drop(program, (tmp_path / "picture.png").as_uri(), grids[0], grids[1])
    until(lambda: program.title == FOUR, what="the opening of the first level among them")

    folder = tmp_path / "Übungen für Ägypten"
    folder.mkdir()
    file = folder / "50 % größer #1 & neu?.yaml"
    file.write_text("format: 1\nname: Größer\nmap: |\n  S..\n  ..G\n", encoding="utf-8")
    assert "%C3%9Cbungen%20f" in file.as_uri()
    drop(program, file.as_uri())
    until(lambda: program.title == "Größer – Safe Crossing", what="the opening of a name with signs")
    left(program)


def test_what_cannot_be_opened_is_shown_above_the_level(launch, tmp_path):
    program = launch("grid_4")
    until(lambda: program.title == FOUR, what="the level's opening")
    until(lambda: program.lives(PANEL), 120, what="training")
    folder, gone, broken = (tmp_path / name for name in ("folder", "gone.yaml", "broken.yaml"))
    folder.mkdir()
    broken.write_text(BAD, encoding="utf-8")
    for path in (folder, gone, broken):
        drop(program, path.as_uri())
        until(lambda: program.title == MENU, what=f"the report on {path.name}")
        until(lambda: program.still(ALL), what="the report's rest")
        program.press("Escape")
        until(lambda: program.title == FOUR, what="the way back to the level")
    left(program)


def test_what_is_no_file_or_has_no_readable_name_is_told_and_the_window_lives(launch, tmp_path):
    program = launch()
    until(lambda: program.title == MENU, what="the menu")
    name = os.fsencode(tmp_path) + b"/caf\xe9.yaml"  # Latin-1, as on an old disk
    shutil.copy(builtin_levels()["grid_4"], name)
    for uri in ("https://example.org/level.yaml", "file://" + quote(name)):
        before = program.see(NOTE)
        drop(program, uri)
        assert other(program, before)
    drop(program, builtin_levels()["grid_4"].as_uri())
    until(lambda: program.title == FOUR, what="the opening of a level afterwards")
    left(program)
