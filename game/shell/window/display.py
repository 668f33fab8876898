"""The display: whether there can be a window at all."""

import ctypes
import os
import sys
from importlib import metadata

import pygame

from game.shell.menu_entry.entry import IDENTIFIER
from game.shell.window.memory import keep_pictures_apart
from levels.files.bundled import installed
from levels.files.problems import UserError

UNSEEN = ("dummy", "offscreen")
"""SDL's drivers that have no screen."""


class WindowError(UserError):
    """There can be no window; the message says why and what to do."""


def refuse_plain_pygame() -> None:
    """Raises WindowError where plain pygame is installed too: it and pygame-ce overwrite each other."""
    try:
        metadata.distribution("pygame")
    except metadata.PackageNotFoundError:
        return
    pip = "pip" if installed() else "python3 run.py pip"
    raise WindowError(
        "Both pygame and pygame-ce are installed here, and they overwrite each other. Repair it with\n"
        f"    {pip} uninstall -y pygame pygame-ce\n"
        f"    {pip} install pygame-ce"
    )


def open_display() -> None:
    """Starts display and fonts, and settles where pictures lie; no audio device is asked for.

    Raises:
        WindowError: there is no display.
    """
    os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
    os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # SDL's own wait for a frame, and there may be none
    os.environ["SDL_VIDEO_X11_WMCLASS"] = IDENTIFIER  # of Wayland, too; pygame has set the script's name
    if sys.platform == "win32":  # else the taskbar takes the window for Python's, with its icon
        ctypes.windll.shell32.SetCurrentProcessExplicitAppUserModelID(IDENTIFIER)
    chosen = os.environ.get("SDL_VIDEODRIVER")
    try:
        pygame.display.init()
    except pygame.error as error:
        raise WindowError(f"No window can be opened: {error}. Is there a display?") from error
    if pygame.display.get_driver() == "x11":
        # The picture is drawn in memory; sending it through a software OpenGL takes 10 ms a frame.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
    if not chosen and pygame.display.get_driver() in UNSEEN:
        pygame.display.quit()
        raise WindowError(
            "No display was found. Start this on a desktop, or set SDL_VIDEODRIVER=dummy to run without one "
            "on purpose; `check` and `train` need no display."
        )
    pygame.font.init()
    keep_pictures_apart()
