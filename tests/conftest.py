"""Shared by all tests: no screen, no sound, no leftovers; a few tiny levels."""

import os
import subprocess
import sys

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pytest

from levels.model.level import Level
from levels.text.reader import builtin_levels
from tests.desktop import ROOT, Desktop, Program

BUILTINS = [
    pytest.param(name, marks=[pytest.mark.soak, pytest.mark.timeout(3600)])
    if name == "grand_crossing"
    else name
    for name in builtin_levels()
]
"""Built-in levels, the one of many states only in long runs: for tests that go through states one by one."""


def tiny(rows, **settings):
    """A level from its rows and whatever differs from the defaults, without going through a file."""
    return Level.model_validate({"format": 1, "name": "tiny", "map": "\n".join(rows), **settings})


@pytest.fixture
def make_level():
    """The builder of tiny levels: make_level(["S..", "..G"], obstacles=[…])."""
    return tiny


@pytest.fixture
def open_4x4():
    """Sixteen free cells, start and goal in opposite corners: shortest way 6."""
    return tiny(["S...", "....", "....", "...G"])


@pytest.fixture
def one_car():
    """A road of five cells with one car driving left between start and goal: period 5."""
    car = {"kind": "lane", "look": "car", "row": 1, "direction": "left", "at": [4]}
    return tiny(["S....", "=====", "....G"], obstacles=[car])


@pytest.fixture(scope="session", autouse=True)
def type_check(request):
    """mypy at work on the program, where a test asks for its verdict, else None.

    Nothing takes longer in one piece, so it begins with the first test and goes on beside the others.
    """
    if not any(item.name == "test_the_program_is_strictly_typed" for item in request.session.items):
        yield None
        return
    words = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    with subprocess.Popen([sys.executable, "-m", "mypy"], cwd=ROOT, **words) as process:
        yield process
        process.kill()


@pytest.fixture(scope="session")
def desktop(tmp_path_factory):
    """A real desktop that nobody sees, for the tests of the real window."""
    place = Desktop(tmp_path_factory.mktemp("desktop"))
    yield place
    place.close()


@pytest.fixture
def launch(desktop):
    """Starts the program on the desktop with these arguments; ends it with the test."""
    programs = []

    def begin(*args):
        if not args:
            desktop.skip_tour()
        programs.append(Program(desktop, *args))
        return programs[-1]

    yield begin
    for program in programs:
        program.kill()
    desktop.forget()
