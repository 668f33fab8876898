"""The bundle without building it: what goes in, and what its first lines do. tests/soak builds one."""

import os
import runpy
import sys
from itertools import pairwise
from types import ModuleType, SimpleNamespace

import pytest

from game.export import bundle
from game.shell.menu_entry.entry import PROJECT
from levels.files.problems import UserError

HOOK = PROJECT / "game" / "export" / "bundle_environment.py"


def test_every_file_that_the_program_reads_goes_in_beside_its_module(tmp_path):
    words = bundle._words(tmp_path, tmp_path, tmp_path / "icon.ico")
    added = {tuple(word.split(os.pathsep)) for option, word in pairwise(words) if option == "--add-data"}
    for file in ("levels/builtin/crossy_road.yaml", "levels/level.schema.json", "assets/icon.svg"):
        assert (str(PROJECT / file), str((PROJECT / file).parent.relative_to(PROJECT))) in added
    assert len([source for source, _ in added if "sprites" in source]) > 20
    assert words[-1] == str(PROJECT / "main.py")


def test_without_pyinstaller_there_is_a_sentence(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "PyInstaller.__main__", None)
    with pytest.raises(UserError, match="PyInstaller is missing"):
        bundle.bundle(tmp_path)


def test_a_folder_that_is_no_bundle_is_never_replaced(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "PyInstaller", ModuleType("PyInstaller"))
    monkeypatch.setitem(
        sys.modules, "PyInstaller.__main__", SimpleNamespace(run=lambda _: pytest.fail("built"))
    )
    (tmp_path / "safe-crossing").mkdir()
    (tmp_path / "safe-crossing" / "thesis.txt").touch()
    with pytest.raises(UserError, match="is no bundle; name another folder"):
        bundle.bundle(tmp_path)


@pytest.mark.parametrize("before", [None, "/usr/local/lib"])
def test_programs_that_the_bundle_starts_load_the_systems_libraries(before, monkeypatch):
    monkeypatch.setenv("LD_LIBRARY_PATH", "_internal")
    monkeypatch.delenv("LD_LIBRARY_PATH_ORIG", raising=False)
    if before:
        monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", before)
    runpy.run_path(str(HOOK))
    assert os.environ.get("LD_LIBRARY_PATH") == before
