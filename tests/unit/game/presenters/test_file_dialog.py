"""The platform's dialog: which program it is, its answer, its failures, its end; and the list of folders."""

import re
import sys
import time
from pathlib import Path

import pytest

from game.presenters.file_dialog import FileDialog, dialog_command
from game.presenters.folders import Listing, listed

FOLDER = Path("/a/b")


@pytest.mark.parametrize(
    ("platform", "there", "program"),
    [
        ("linux", {"zenity", "kdialog"}, "zenity"),
        ("linux", {"kdialog"}, "kdialog"),
        ("linux", set(), None),
        ("freebsd14", {"zenity"}, "zenity"),
        ("darwin", {"osascript", "zenity"}, "osascript"),
        ("win32", {"powershell"}, "powershell"),
        ("win32", set(), None),
    ],
)
def test_each_platform_has_its_own(platform, there, program):
    def find(name):
        return f"/bin/{name}" if name in there else None

    for kind in ("file", "folder"):
        command = dialog_command(FOLDER, kind, platform, find)
        assert (command and command[0]) == (program and f"/bin/{program}")
        if program and platform != "win32":
            assert any(str(FOLDER) in part for part in command)
        if program:
            words = r"--directory|getexistingdirectory|choose folder|FolderBrowser"
            assert bool(re.search(words, str(command))) == (kind == "folder")


def ended(dialog):
    end = time.perf_counter() + 30
    while not dialog.done:
        assert time.perf_counter() < end
        time.sleep(0.005)
    return dialog


def python(code):
    return [sys.executable, "-c", code]


def test_the_chosen_file_is_what_it_writes(tmp_path):
    dialog = ended(FileDialog(python("print('/x/ a b.yaml')"), tmp_path))
    assert (dialog.path, dialog.failed) == (Path("/x/ a b.yaml"), False)
    assert dialog.done


def test_an_answer_without_a_file_is_a_cancel_unless_it_comes_at_once(tmp_path, monkeypatch):
    dialog = ended(FileDialog(python("raise SystemExit(1)"), tmp_path))
    monkeypatch.setattr("game.presenters.file_dialog.NEVER_SHOWN", 0.0)
    late = ended(FileDialog(python("raise SystemExit(1)"), tmp_path))
    assert (late.path, late.failed) == (None, False)
    assert dialog.path is None


def test_one_that_ends_at_once_or_cannot_be_started_has_failed(tmp_path, monkeypatch):
    monkeypatch.setattr("game.presenters.file_dialog.NEVER_SHOWN", 60.0)
    assert ended(FileDialog(python("raise SystemExit(1)"), tmp_path)).failed
    assert ended(FileDialog([str(tmp_path / "missing")], tmp_path)).failed


def test_closing_ends_it(tmp_path):
    dialog = FileDialog(python("import time; time.sleep(60)"), tmp_path)
    process = dialog._process
    assert not dialog.done
    dialog.close()
    assert process.poll() is not None
    assert dialog.done
    dialog.close()


def test_a_folder_is_listed_by_name_without_pictures_and_hidden_files(tmp_path):
    for name in ("b.yaml", "A.txt", ".hidden", "photo.PNG"):
        (tmp_path / name).write_text("")
    for name in ("Zoo", "apple", ".git"):
        (tmp_path / name).mkdir()
    assert listed(tmp_path) == Listing(tmp_path, ("apple", "Zoo"), ("A.txt", "b.yaml"))


def test_a_folder_that_is_not_there_is_said(tmp_path):
    assert listed(tmp_path / "gone").problem == "This folder can't be opened: No such file or directory"


def test_no_more_than_so_many_entries_are_listed(tmp_path, monkeypatch):
    monkeypatch.setattr("game.presenters.folders.MOST_ENTRIES", 3)
    for number in range(5):
        (tmp_path / f"{number}.yaml").write_text("")
    assert len(listed(tmp_path).files) == 3
