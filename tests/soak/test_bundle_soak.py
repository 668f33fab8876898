"""The bundle, built and used; it needs PyInstaller: `python3 run.py bundle` installs it."""

import importlib.util
import os
import subprocess
import sys

import pytest

from game.export.bundle import bundle

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(
        importlib.util.find_spec("PyInstaller") is None, reason="PyInstaller is not installed"
    ),
]


@pytest.mark.timeout(900)
def test_a_bundle_checks_trains_and_shows_from_a_folder_that_cannot_be_written(tmp_path):
    bundle(tmp_path)
    folder = tmp_path / "safe-crossing"
    program = folder / ("safe-crossing.exe" if sys.platform == "win32" else "safe-crossing")
    folder.chmod(0o555)
    home = tmp_path / "home"
    home.mkdir()
    env = {"HOME": str(home), "SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PATH": os.defpath}
    env |= {"XDG_CACHE_HOME": str(home / "cache"), "LANG": "C.UTF-8"}

    def run(*words):
        done = subprocess.run(
            [program, *words], env=env, cwd=home, capture_output=True, text=True, timeout=300, check=False
        )
        assert (done.returncode, done.stderr) == (0, "")

    run("check", "crossy_road", "--json")
    run("train", "grid_4")
    compiled = {file: file.stat().st_mtime_ns for file in home.rglob("*.nbc")}
    assert compiled
    run("train", "grid_4")
    assert {file: file.stat().st_mtime_ns for file in home.rglob("*.nbc")} == compiled
    run("window", "crossy_road", "--frames", "5", "--screenshot", str(home / "shot.png"))
    assert (home / "shot.png").stat().st_size > 10_000
