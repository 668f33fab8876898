"""Levels of one's own: another name in the file, a copy, and the file manager's command."""

from pathlib import Path

import pytest

from game.presenters.own_levels import duplicate, rename, show_in_folder, shower
from levels.text.reader import read_level

TEXT = "format: 1\nname: Old  # mine\nmap: |\n  S..\n  ..G\n"


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "levels" / "old.yaml"
    path.parent.mkdir()
    path.write_bytes(TEXT.replace("\n", "\r\n").encode())
    return path


def test_renaming_changes_the_name_alone(file):
    assert rename(file, "New: one") == ""
    assert read_level(file).name == "New: one"
    assert file.read_bytes() == TEXT.replace("Old", '"New: one"').replace("\n", "\r\n").encode()


@pytest.mark.parametrize("name", ["", "x" * 81])
def test_a_name_that_is_not_allowed_leaves_the_file(file, name):
    before = file.read_bytes()
    assert rename(file, name) != ""
    assert file.read_bytes() == before


def test_a_broken_file_is_neither_renamed_nor_copied(file):
    file.write_text("format: 1\nname: x\nmap: |\n  S.#\n", "utf-8")
    assert "goal" in rename(file, "y")
    copy, problem = duplicate(file, file.parent)
    assert copy is None
    assert "goal" in problem


def test_a_copy_has_a_name_and_a_file_of_its_own(file):
    copy, problem = duplicate(file, file.parent)
    assert (copy, problem) == (file.parent / "old_copy.yaml", "")
    assert read_level(copy).name == "Old copy"
    again, _ = duplicate(file, file.parent)
    assert again == file.parent / "old_copy_2.yaml"
    assert read_level(file).name == "Old"


def test_a_copy_of_a_long_name_is_allowed(file):
    assert rename(file, "n" * 80) == ""
    copy, problem = duplicate(file, file.parent)
    assert problem == ""
    assert len(read_level(copy).name) <= 80


def test_each_platform_has_its_file_manager(monkeypatch):
    path = Path("/a/b c.yaml")
    assert shower(path, "darwin") == ["open", "-R", "/a/b c.yaml"]
    assert shower(path, "linux") == ["xdg-open", "/a"]
    assert shower(path, "win32") == ["explorer", f"/select,{path}"]

    def missing(*_, **__):
        raise FileNotFoundError

    monkeypatch.setattr("subprocess.Popen", missing)
    assert "no file manager" in show_in_folder(path)
