"""Pipes, devices, sockets and folders in a file's place: a sentence at once, whoever reads it and when."""

import json
import os
import socket
import struct
import time
import zipfile
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.presenters.editing import Editing, Source
from game.userdata.best_results import Best
from game.userdata.settings import Settings, load
from learner.runs import checkpoint
from levels.files.problems import LevelError
from levels.files.reading import SpecialFileError, open_ordinary
from levels.model.mdp import compile_mdp
from levels.proof.safety import safe_actions
from levels.text.reader import read_file

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes there"),
    pytest.mark.timeout(20),
]
SCENARIO = "version 1\n0\tarena.map\t3\t1\t0\t0\t2\t0\t2\n"
TILED = {
    "type": "map",
    "orientation": "orthogonal",
    "width": 2,
    "height": 1,
    "tilewidth": 8,
    "tileheight": 8,
    "layers": [{"type": "tilelayer", "name": "ground", "width": 2, "height": 1, "data": [1, 2]}],
    "tilesets": [{"firstgid": 1, "source": "tiles.tsj"}],
    "properties": [{"name": "legend", "type": "string", "value": "1 = start, 2 = goal"}],
}


def folder(path):
    path.mkdir()


def device(path):
    path.symlink_to("/dev/zero")


def terminal(path):
    path.symlink_to("/dev/ptmx")


def unix_socket(path):
    with socket.socket(socket.AF_UNIX) as end:
        here = Path.cwd()
        os.chdir(path.parent)  # its whole path may be too long for a socket's name
        try:
            end.bind(path.name)
        finally:
            os.chdir(here)


KINDS = {
    "pipe": os.mkfifo if hasattr(os, "mkfifo") else None,
    "device": device,
    "terminal": terminal,
    "socket": unix_socket,
    "folder": folder,
}


@contextmanager
def swapped(monkeypatch, path, kind):
    """An ordinary file until the moment it is opened: then a pipe or the like has its place."""
    path.write_text("{}", encoding="utf-8")
    opened = os.open

    def swap(name, *rest):
        if Path(os.fspath(name)) == path:
            path.unlink()
            KINDS[kind](path)
            monkeypatch.setattr(os, "open", opened)
        return opened(name, *rest)

    monkeypatch.setattr(os, "open", swap)
    yield
    assert os.open is opened, "it was never opened"


@pytest.fixture(params=[(kind, late) for kind in KINDS for late in (False, True)], ids=str)
def special(request, monkeypatch):
    """Puts something special at a path, before it is looked at or between the look and the opening."""
    kind, late = request.param

    @contextmanager
    def place(path):
        if late:
            with swapped(monkeypatch, path, kind):
                yield
        else:
            KINDS[kind](path)
            yield

    @contextmanager
    def quick(path):
        with place(path):
            begun = time.perf_counter()
            yield
            assert time.perf_counter() - begun < 1

    return quick


def a_sentence(text):
    return "this is a " in text or "No such device or address" in text  # opening a socket says the latter


def test_a_level_is_refused(special, tmp_path):
    path = tmp_path / "level.yaml"
    with special(path), pytest.raises(LevelError) as error:
        read_file(path)
    assert a_sentence(str(error.value))


def test_the_map_of_a_scenario_is_refused(special, tmp_path):
    (tmp_path / "arena.map.scen").write_text(SCENARIO, encoding="utf-8")
    with special(tmp_path / "arena.map"), pytest.raises(LevelError) as error:
        read_file(tmp_path / "arena.map.scen")
    assert a_sentence(str(error.value))


def test_a_tileset_in_a_file_of_its_own_is_left_out_with_a_note(special, tmp_path):
    (tmp_path / "map.tmj").write_text(json.dumps(TILED), encoding="utf-8")
    with special(tmp_path / "tiles.tsj"):
        notes = read_file(tmp_path / "map.tmj").notes
    assert any("tiles.tsj" in note and a_sentence(note) for note in notes)


def test_settings_start_afresh(special, tmp_path):
    path = tmp_path / "settings.json"
    with special(path):
        settings, told = load(path)
    assert settings == Settings()
    assert a_sentence(told)


def test_best_results_start_afresh(special, tmp_path):
    path = tmp_path / "best.json"
    with special(path):
        best = Best(path)
    assert str(path) in best.notice


def test_a_draft_is_passed_over(special, tmp_path, make_level):
    text = "format: 1\n"
    first = Editing(Source(text), tmp_path)
    first.close(5)
    first.draft.parent.mkdir(exist_ok=True)
    first.draft.unlink(missing_ok=True)
    with special(first.draft):
        editing = Editing(Source(text), tmp_path)
    editing.close(5)
    assert not editing.restored
    assert editing.text == text


def test_a_save_is_not_resumed(special, tmp_path, open_4x4):
    mdp = compile_mdp(open_4x4)
    path = tmp_path / "run"
    safe = safe_actions(mdp, "viable")
    with special(path), pytest.raises(checkpoint.CheckpointError, match="the save can't be read") as error:
        checkpoint.resume(path, open_4x4, mdp, safe)
    assert a_sentence(str(error.value))


def test_an_ordinary_file_and_a_link_to_one_are_read(tmp_path):
    (tmp_path / "file").write_bytes(b"x")
    (tmp_path / "link").symlink_to("file")
    for name in ("file", "link"):
        with open_ordinary(tmp_path / name) as file:
            assert file.read() == b"x"


def test_what_is_refused_is_closed(tmp_path, monkeypatch):
    closed = []
    close = os.close
    monkeypatch.setattr(os, "close", lambda number: (closed.append(number), close(number)))
    with swapped(monkeypatch, tmp_path / "x", "pipe"), pytest.raises(SpecialFileError):
        open_ordinary(tmp_path / "x")
    assert len(closed) == 1


@pytest.mark.parametrize("huge", [False, True])
def test_an_archive_with_an_endless_list_of_files_is_not_even_listed(huge, tmp_path, open_4x4):
    """A list of 20 MB would take a gigabyte in memory."""
    path = tmp_path / "run"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("header.npy", b"")
    data = path.read_bytes()
    entry = data[data.index(b"PK\x01\x02") : data.index(b"PK\x05\x06")]
    start, count = data.index(b"PK\x01\x02"), 20_000_000 // len(entry)
    listed = entry * count
    size = len(listed)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, 0xFFFFFFFF if huge else size, start, 0)
    if huge:
        long = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, count, count, size, start)
        end = long + struct.pack("<4sLQL", b"PK\x06\x07", 0, start + size, 1) + end
    path.write_bytes(data[:start] + listed + end)
    mdp = compile_mdp(open_4x4)
    safe = safe_actions(mdp, "viable")
    begun = time.perf_counter()
    with pytest.raises(checkpoint.CheckpointError, match="list of tables"):
        checkpoint.resume(path, open_4x4, mdp, safe)
    assert time.perf_counter() - begun < 1
