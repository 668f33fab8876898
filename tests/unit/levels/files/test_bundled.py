"""What the program says of itself as a bundle."""

import sys

from levels.files import bundled
from levels.files.bundled import how_to_add


def test_how_to_add_a_package_depends_on_whether_it_can_be_added_here(monkeypatch):
    assert how_to_add("a b") == "run “python3 run.py pip install a b”"
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert how_to_add("a b").startswith(
        "a bundle takes no packages; in the project's own folder, run “python3"
    )


def test_an_installed_program_names_its_own_environment(tmp_path, monkeypatch):
    (tmp_path / "safe_crossing_main.py").touch()
    monkeypatch.setattr(bundled, "ROOT", tmp_path)
    assert how_to_add("a") == "run “pip install a” in the environment of Safe Crossing"
