"""A desktop of one's own: Xvfb with a window manager and a pair of hands, and what is to be seen on it."""

import json
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parents[1]
SCREEN = (1440, 900)
NEEDED = ("Xvfb", "openbox", "xdotool")
MISSING = [name for name in NEEDED if shutil.which(name) is None]
MANNERS = """<openbox_config xmlns="http://openbox.org/3.4/rc">
<applications><application class="*"><decor>no</decor></application></applications>
<keyboard><keybind key="A-F4"><action name="Close"/></keybind></keyboard>
</openbox_config>"""
"""Windows without frames, whose place on the screen is then beyond doubt, and a key that closes them."""
REASON = f"the test of the real window needs {', '.join(MISSING)} (.ci/run installs them)"


def until(condition, seconds=15.0, what="it"):
    """Waits for a condition and gives its value."""
    end = time.perf_counter() + seconds
    while not (value := condition()):
        assert time.perf_counter() < end, f"{what} did not happen within {seconds} s"
        time.sleep(0.02)
    return value


class Desktop:
    """A screen of 1440 × 900 that nobody sees, of so many bits a pixel; what it leaves lies in `folder`."""

    def __init__(self, folder, bits=24):
        self.picture_file = folder / "Xvfb_screen0"
        read, write = os.pipe()
        size = f"{SCREEN[0]}x{SCREEN[1]}x{bits}"
        self.server = subprocess.Popen(
            [
                "Xvfb",
                "-displayfd",
                str(write),
                "-screen",
                "0",
                size,
                "-fbdir",
                str(folder),
                "-nolisten",
                "tcp",
            ],
            pass_fds=[write],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(write)
        with os.fdopen(read) as pipe:
            number = pipe.readline().strip()
        assert number, "Xvfb did not start"
        self.env = {name: value for name, value in os.environ.items() if not name.startswith("SDL_")}
        self.env["DISPLAY"] = f":{number}"
        # What the program keeps between two starts stays in the folder, and starts empty.
        self.env |= {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_DATA_HOME": str(folder / "data")}
        manners = folder / "rc.xml"
        manners.write_text(MANNERS, encoding="utf-8")
        self.manager = subprocess.Popen(
            ["openbox", "--config-file", str(manners)],
            env=self.env | {"HOME": str(folder), "XDG_CACHE_HOME": str(folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        until(lambda: self.hands("get_num_desktops"), what="the window manager's start")

    def hands(self, *args):
        """What xdotool answers; "" where it fails."""
        done = subprocess.run(["xdotool", *args], env=self.env, capture_output=True, text=True, check=False)
        return done.stdout.strip() if done.returncode == 0 else ""

    def screen(self):
        """The screen as it is now: (rows, columns, 3) uint8."""
        data = np.fromfile(self.picture_file, dtype=np.uint8)
        head = data[:100].view(">u4")  # an XWD file: its header, its colour map, the pixels
        start, width, height, stride, colors = (int(head[index]) for index in (0, 4, 5, 12, 19))
        pixels = data[start + 12 * colors :][: stride * height].reshape(height, stride // 4, 4)
        return pixels[:, :width, 2::-1]

    def forget(self):
        """Takes away what programs have kept."""
        for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
            shutil.rmtree(self.env[name], ignore_errors=True)

    def skip_tour(self):
        """Has the home page of a user who has seen the tour; settings that are there already stay."""
        settings = Path(self.env["XDG_CONFIG_HOME"]) / "safe-crossing" / "settings.json"
        settings.parent.mkdir(parents=True, exist_ok=True)
        if not settings.exists():
            settings.write_text('{"version": 1, "tour_seen": true}', encoding="utf-8")

    def close(self):
        """Takes the desktop away."""
        for process in (self.manager, self.server):
            process.terminate()
            process.wait(10)


class Program:
    """The program in its window on a desktop."""

    def __init__(self, desktop, *args):
        self.desktop = desktop
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "main.py", *args, "--json"],
            cwd=ROOT,
            env=desktop.env | {"PYTHONWARNINGS": "error"},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.window = until(self._find, 30, "the window")
        desktop.hands("windowactivate", "--sync", self.window)

    def _find(self):
        assert self.process.poll() is None, self.process.communicate()[1]
        return self.desktop.hands("search", "--onlyvisible", "--pid", str(self.process.pid))

    def press(self, *keys):
        """Presses keys, one after the other."""
        self.desktop.hands("key", "--delay", "40", *keys)

    def leave(self, key="ctrl+q"):
        """Ends the program; where something would be lost it asks, and the second wish is the answer."""
        self.press(key, key)

    @property
    def title(self):
        """The window's title."""
        return self.desktop.hands("getwindowname", self.window)

    @property
    def box(self):
        """(x, y, width, height) of the window's inside on the screen."""
        told = self.desktop.hands("getwindowgeometry", "--shell", self.window)
        values = dict(line.split("=") for line in told.splitlines())
        return tuple(int(values[name]) for name in ("X", "Y", "WIDTH", "HEIGHT"))

    def see(self, part=(0, 0, 1, 1)):
        """A part of the window as it is now; left, top, right, bottom as shares of its size."""
        x, y, width, height = self.box
        left, top, right, bottom = (
            round(share * side) for share, side in zip(part, (width, height, width, height), strict=True)
        )
        return self.desktop.screen()[y + top : y + bottom, x + left : x + right].copy()

    def still(self, part, seconds=0.35):
        """Whether a part of the window stays the same for so long."""
        before = self.see(part)
        time.sleep(seconds)
        return np.array_equal(before, self.see(part))

    def lives(self, part):
        """Whether a part of the window goes on changing, as it does while what it shows is learned."""
        return not any(self.still(part, 0.2) for _ in range(3))

    def ended(self, seconds=15.0):
        """(exit code, figures, what stderr says) once the program has ended."""
        out, err = self.process.communicate(timeout=seconds)
        return self.process.returncode, json.loads(out) if out else None, err

    def kill(self):
        """Ends it, whatever it is doing."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate()
