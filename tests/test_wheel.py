"""The wheel, built and installed without a network, and tried in another folder and environment."""

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from run import find_pip, python_of
from tests.desktop import ROOT

pytestmark = pytest.mark.slow

LEVEL = "format: 1\nname: mine\nmap: |\n  S..\n  ..G\n"
GYMNASIUM = """
import sys
import gymnasium, learner, safe_crossing
light = not {"pygame", "numba", "typer"} & set(sys.modules)
env = gymnasium.make("safe_crossing/Level-v0", level="mine.yaml", render_mode="rgb_array")
env.reset(seed=0)
copies = gymnasium.make_vec("learner.registration:safe_crossing/Grid4-v0", num_envs=2)
print(learner.__file__, light, env.render().shape[2], copies.reset(seed=0)[0].tolist())
"""


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory):
    """A folder with an environment, which has the wheel and sees this one's packages, and a level file."""
    pytest.importorskip("hatchling", reason="hatchling is not installed")
    place = tmp_path_factory.mktemp("elsewhere")
    run(place, sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place), cwd=ROOT)
    run(place, sys.executable, "-m", "venv", "--without-pip", "env")
    (packages,) = (place / "env").glob("[Ll]ib/**/site-packages")
    (packages / "at_hand.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    pip, environ = find_pip(place / "env")
    (wheel,) = place.glob("*.whl")
    words = [*pip, "install", "--quiet", "--no-deps", "--no-index", "--no-warn-script-location", wheel]
    subprocess.run(words, cwd=place, env=environ, check=True)
    (place / "mine.yaml").write_text(LEVEL, encoding="utf-8")
    return place


def run(place, *words, cwd=None):
    """Run a command in the folder; its output."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    home = {"HOME": str(place), "XDG_CACHE_HOME": str(place / "cache"), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        words, cwd=cwd or place, env=clean | home, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def program(place, *words):
    """Run the installed command."""
    return run(place, python_of(place / "env").with_name("safe-crossing"), *words)


def test_the_command_checks_levels_of_its_own_and_of_the_folder(elsewhere):
    checked = program(elsewhere, "check", "grid_4", "mine.yaml")
    assert checked.count("certified") == 2
    assert "run.py" not in program(elsewhere, "--help")
    assert "certified" in run(
        elsewhere, python_of(elsewhere / "env"), "-m", "safe_crossing", "check", "grid_4"
    )


def test_the_command_trains(elsewhere):
    trained = json.loads(program(elsewhere, "train", "mine.yaml", "--json"))
    assert (trained["violations"], trained["optimal"]) == (0, True)


def test_the_window_has_its_fonts_and_sprites(elsewhere):
    program(elsewhere, "window", "grid_4", "--frames", "2", "--screenshot", "window.png")
    assert (elsewhere / "window.png").stat().st_size > 20_000


def test_gymnasium_makes_the_levels_and_their_pictures(elsewhere):
    pytest.importorskip("gymnasium", reason="gymnasium is not installed")
    file, *rest = run(elsewhere, python_of(elsewhere / "env"), "-c", GYMNASIUM).split(maxsplit=3)
    assert elsewhere / "env" in Path(file).parents
    assert rest == ["True", "3", "[10, 10]\n"]
