"""What pictures took goes back to the system."""

import gc
import subprocess
import sys
import weakref

import pytest

from game.shell.window.memory import let_go

BETWEEN = """
import pygame
from pathlib import Path
from game.shell.window.display import open_display

def in_use():
    return int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) / 1024

def pictures():
    made = []
    for _ in range(60):
        made.append(pygame.Surface((512, 512), pygame.SRCALPHA, 32))
        made[-1].fill("#123456")
        small.append(bytearray(100_000))
    return made

open_display()
small = []
pictures()
made = pictures()
full = in_use()
made.clear()
print(full - in_use())
"""
"""Sixty pictures of a megabyte go, after others that went, something small that stays between any two."""


@pytest.mark.skipif(sys.platform != "linux", reason="other systems give memory back unasked")
def test_pictures_go_back_to_the_system_whatever_stays_beside_them():
    ran = subprocess.run([sys.executable, "-c", BETWEEN], capture_output=True, text=True, check=True)
    assert float(ran.stdout.split()[-1]) > 0.9 * 60


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
