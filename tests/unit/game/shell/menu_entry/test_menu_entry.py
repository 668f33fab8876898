"""The entry in the desktop's menu: its files on each system, and that they go as they came."""

import base64
import configparser
import json
import os
import plistlib
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import replace

import platformdirs
import pytest
from PIL import Image

from game.shell.menu_entry import installing, linux, macos, windows
from game.shell.menu_entry.entry import PROJECT, start_command
from levels.files.problems import UserError

ODD = ['a b/$HOME/`x`/"q"/back\\slash/it\'s', "100%", "ü"]
"""Words of a command with every sign that means something in one of the formats."""


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty folder for the user's data, on Linux; icons are not drawn, which takes time."""
    folder = tmp_path / "data home"
    monkeypatch.setattr(linux, "icon_file", lambda *_: b"icon")
    monkeypatch.setattr(installing, "own_folder", lambda: folder / "safe-crossing")
    monkeypatch.setattr(installing, "_entry", lambda: linux.entry(folder / "applications", ["python3"]))
    return folder


def files_in(folder):
    return {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def words_of(value):
    """The words of the key Exec, read as the specification says: the value first, then quotes, then codes."""
    unescaped = re.sub(r"\\(.)", lambda found: {"n": "\n", "s": " "}.get(found[1], found[1]), value)
    quoted = re.findall(r'"((?:[^"\\]|\\.)*)"', unescaped)
    assert unescaped == " ".join(f'"{word}"' for word in quoted)
    return [re.sub(r'\\(["`$\\])', r"\1", word).replace("%%", "%") for word in quoted]


def test_a_linux_desktop_finds_command_icons_and_window(tmp_path):
    entry = linux.entry(tmp_path / "applications", ODD)
    text = entry.files[tmp_path / "applications" / "safe-crossing.desktop"].decode()
    parser = configparser.RawConfigParser(delimiters=("=",))
    parser.optionxform = str
    parser.read_string(text)
    keys = dict(parser["Desktop Entry"])
    assert words_of(keys.pop("Exec")) == ODD
    assert keys["StartupWMClass"] == keys["Icon"] == "safe-crossing"
    assert (keys["Type"], keys["Terminal"]) == ("Application", "false")
    icons = tmp_path / "icons" / "hicolor"
    assert entry.files[icons / "scalable" / "apps" / "safe-crossing.svg"].startswith(b"<svg")
    for size in (16, 48, 256):
        (tmp_path / "icon.png").write_bytes(
            entry.files[icons / f"{size}x{size}" / "apps" / "safe-crossing.png"]
        )
        with Image.open(tmp_path / "icon.png") as picture:
            assert picture.size == (size, size)
            assert picture.getpixel((size // 2, size // 2))[3] == 255  # the hen is there
            assert picture.getpixel((0, 0))[3] == 0


@pytest.mark.skipif(
    shutil.which("desktop-file-validate") is None, reason="desktop-file-utils is not installed"
)
def test_the_validator_of_desktop_files_is_content(tmp_path):
    entry = linux.entry(tmp_path, ODD)
    file = tmp_path / "safe-crossing.desktop"
    file.write_bytes(entry.files[file])
    done = subprocess.run(["desktop-file-validate", file], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_windows_has_a_shortcut_made_by_a_script(tmp_path):
    entry = windows.entry(tmp_path / "it’s", tmp_path, [r"C:\it's me\pythonw.exe", r"C:\a b\main.py"])
    assert entry.command[:1] == ("powershell",)
    assert entry.made == (tmp_path / "it’s" / "Safe Crossing.lnk",)
    script = base64.b64decode(entry.command[-1]).decode("utf-16-le").splitlines()
    assert f"CreateShortcut('{tmp_path.as_posix()}/it’’s/Safe Crossing.lnk')" in script[1].replace("\\", "/")
    assert r"$link.TargetPath = 'C:\it''s me\pythonw.exe'" in script
    assert r"""$link.Arguments = '"C:\a b\main.py"'""" in script
    assert script[-1] == "$link.Save()"
    (icon,) = entry.files
    icon.write_bytes(entry.files[icon])
    with Image.open(icon) as picture:
        assert {(16, 16), (32, 32), (256, 256)} <= picture.info["sizes"]


def test_macos_has_an_application_of_one_line_of_shell(tmp_path):
    entry = macos.entry(tmp_path, ODD)
    contents = tmp_path / "Safe Crossing.app" / "Contents"
    properties = plistlib.loads(entry.files[contents / "Info.plist"])
    program = contents / "MacOS" / properties["CFBundleExecutable"]
    assert entry.executable == {program}
    shebang, line = entry.files[program].decode().splitlines()
    assert shebang == "#!/bin/sh"
    assert shlex.split(line) == ["exec", *ODD]
    assert entry.files[contents / "Resources" / properties["CFBundleIconFile"]].startswith(b"icns")


def test_what_is_installed_is_removed_and_nothing_else(home, capsys):
    installing.install()
    assert (home / "applications" / "safe-crossing.desktop").is_file()
    before = files_in(home)
    installing.install()
    assert files_in(home) == before
    mine = home / "applications" / "mine.desktop"
    mine.write_text("mine")
    installing.uninstall()
    assert files_in(home) == {mine: b"mine"}
    assert not (home / "icons").exists()
    installing.uninstall()
    said = capsys.readouterr().out.splitlines()
    assert said[-2:] == ["Safe Crossing was removed from the desktop's menu.", "There is no entry to remove."]


def test_desktops_that_keep_icons_in_mind_look_again(home):
    icons = home / "icons" / "hicolor"
    for size in ("16x16", "256x256"):
        (icons / size / "apps").mkdir(parents=True)
    os.utime(icons, (0, 0))
    installing.install()
    assert icons.stat().st_mtime > 0


@pytest.mark.parametrize(
    "damaged", ["[", "{}", '{"files": 1, "folders": []}', '{"files": ["relative"], "folders": []}']
)
def test_a_damaged_list_is_a_sentence(home, damaged):
    installing.install()
    (home / "safe-crossing" / "menu_entry.json").write_text(damaged)
    with pytest.raises(UserError, match=r"damaged\. Remove it and the entry by hand"):
        installing.uninstall()


def test_a_shortcut_that_was_not_made_is_a_sentence_and_its_icon_can_be_removed(home, monkeypatch):
    entry = windows.entry(home / "menu", home, ["pythonw.exe", "main.py"])
    failing = (sys.executable, "-c", "raise SystemExit(5)")
    monkeypatch.setattr(installing, "_entry", lambda: replace(entry, command=failing))
    with pytest.raises(UserError, match=r"could not make .*Safe Crossing.lnk \(exit code 5\)"):
        installing.install()
    assert files_in(home).keys() > entry.files.keys()
    installing.uninstall()
    assert files_in(home) == {}


def test_this_system_has_its_entry_in_the_users_folder_of_applications():
    entry = installing._entry()
    folder = platformdirs.user_applications_path()
    assert any(folder in path.parents for path in (*entry.files, *entry.made))


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_the_entry_starts_what_repairs_itself_or_opens_no_console(platform, monkeypatch):
    monkeypatch.setattr(sys, "platform", platform)
    python, script = start_command()
    assert script == str(PROJECT / ("main.py" if platform == "win32" else "run.py"))
    assert os.path.basename(python).startswith("pythonw" if platform == "win32" else "python")  # noqa: PTH119
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert start_command() == [sys.executable]


def test_the_list_is_complete_before_the_first_file_is_written(home, monkeypatch):
    def stopped(_):
        raise KeyboardInterrupt

    monkeypatch.setattr(installing, "replacing_bytes", stopped)
    with pytest.raises(KeyboardInterrupt):
        installing.install()
    listed = json.loads((home / "safe-crossing" / "menu_entry.json").read_text())
    assert str(home / "applications" / "safe-crossing.desktop") in listed["files"]
