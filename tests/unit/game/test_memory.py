"""What pictures took goes back to the system."""

import gc
import sys
import weakref
from pathlib import Path

import pygame
import pytest

from game.window.display import open_display
from game.window.memory import let_go

SIDE, MANY, MEGABYTE = 512, 60, 2**20
"""A picture of SIDE × SIDE pixels takes a megabyte."""


def in_use():
    """Memory of this process [bytes]."""
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return 1024 * int(status.split("VmRSS:")[1].split()[0])


def pictures_between(small):
    """Pictures that are seen, each with something small after it that stays."""
    pictures = []
    for _ in range(MANY):
        picture = pygame.Surface((SIDE, SIDE), pygame.SRCALPHA, 32)
        picture.fill("#123456")
        pictures.append(picture)
        small.append(bytearray(100_000))
    return pictures


@pytest.mark.skipif(sys.platform != "linux", reason="other systems give memory back unasked")
def test_pictures_go_back_to_the_system_whatever_stays_beside_them():
    open_display()
    small = []
    pictures_between(small)  # having freed one, the library would put the next ones between the small things
    pictures = pictures_between(small)
    full = in_use()
    pictures.clear()
    assert full - in_use() > 0.9 * MANY * MEGABYTE


def test_letting_go_frees_what_knows_itself():
    class Knowing:
        pass

    knowing = Knowing()
    knowing.itself = knowing
    seen = weakref.ref(knowing)
    gc.disable()
    try:
        del knowing
        assert seen() is not None
        let_go()
        assert seen() is None
    finally:
        gc.enable()
