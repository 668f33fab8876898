"""Several files dropped at once: the level among them is opened, and the others are named."""

from pathlib import Path
from threading import Event

import pytest

from game.presenters import dropping
from game.presenters.dropping import MOST_NAMED, MOST_READ, drop_of
from game.screens.errors import Errors
from game.screens.menu.menu import Menu
from game.screens.watch.watch import Watch
from levels.text.reader import builtin_levels
from tests.unit.game.driving import BAD, drop, frames, playing, press, until

PNG = b"\x89PNG\r\n\x1a\n" + bytes(64)


@pytest.fixture
def files(tmp_path):
    """Two levels, a level with mistakes, notes and a picture, by their names."""
    texts = {
        "a.yaml": builtin_levels()["grid_5"].read_text(encoding="utf-8"),
        "b.yaml": builtin_levels()["grid_6"].read_text(encoding="utf-8"),
        "bad.yaml": BAD,
        "notes.txt": "Things to do: everything.",
    }
    for name, text in texts.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    (tmp_path / "tiles.png").write_bytes(PNG)
    (tmp_path / "folder").mkdir()
    return lambda *names: [tmp_path / name for name in names]


@pytest.mark.parametrize(
    ("names", "level", "told"),
    [
        (
            ("tiles.png", "a.yaml"),
            "Grid 5×5",
            "Of 2 files a.yaml was opened, the level. Not opened: tiles.png",
        ),
        (
            ("notes.txt", "folder", "bad.yaml", "b.yaml", "tiles.png"),
            "Grid 6×6",
            "Of 5 files b.yaml was opened, the level. Not opened: notes.txt, folder, bad.yaml, tiles.png",
        ),
        (
            ("b.yaml", "tiles.png", "a.yaml"),
            "Grid 6×6",
            "Of 3 files b.yaml was opened, the first of 2 levels. Not opened: tiles.png, a.yaml",
        ),
    ],
)
def test_the_first_level_is_opened_and_the_others_are_named(start, files, names, level, told):
    app = start(builtin_levels()["grid_4"])
    playing(app)
    before = app.top
    drop(app, *files(*names))
    until(app, lambda: app.top is not before)
    assert app.services.messages.message.text == told
    playing(app)
    assert app.top.watching.opened.level.name == level
    frames(app)
    assert [type(screen) for screen in app.stack.screens] == [Menu, Watch]
    assert app.failures == []


def test_where_none_is_a_level_the_first_that_is_no_picture_tells_why(start, files):
    app = start()
    drop(app, *files("tiles.png", "bad.yaml", "notes.txt"))
    until(app, lambda: isinstance(app.top, Errors))
    assert "bad.yaml" in app.top.lines[0]
    assert app.services.messages.message.text == (
        "None of the 3 files is a level; these are the errors of bad.yaml"
    )


def test_notes_on_the_level_follow_what_is_told_of_the_drop(start, files, tmp_path):
    (tmp_path / "maze.txt").write_text("#####\n#S.G#\n#####\n", encoding="utf-8")
    app = start()
    drop(app, *files("tiles.png", "maze.txt"))
    until(app, lambda: isinstance(app.top, Watch) and app.top.watching.opened is not None)
    frames(app, 2)
    told = app.services.messages.message.text
    notes = app.top.watching.opened.notes
    assert told.startswith("Of 2 files maze.txt was opened, the level. Not opened: tiles.png")
    assert all(note in told for note in notes)


def test_while_a_large_one_is_read_the_window_lives_and_the_last_drop_counts(start, files, monkeypatch):
    go, read = Event(), []

    def slowly(path):
        read.append(path.name)
        if path.name == "a.yaml":
            assert go.wait(60)
        return dropping_read(path)

    dropping_read = dropping.read_file
    monkeypatch.setattr(dropping, "read_file", slowly)
    app = start()
    drop(app, *files("a.yaml", "tiles.png"))
    frames(app, 5)
    assert isinstance(app.top, Menu)
    assert app.services.messages.message.text == "Looking for a level among 2 files"
    drop(app, *files("b.yaml", "notes.txt"))
    go.set()
    playing_now = lambda: isinstance(app.top, Watch) and app.top.watching.opened is not None  # noqa: E731
    until(app, playing_now)
    frames(app, 5)
    assert app.top.watching.opened.level.name == "Grid 6×6"
    assert read[0] == "a.yaml"


def test_a_drop_that_is_still_being_read_holds_nobody_up(start, files, monkeypatch):
    go = Event()
    monkeypatch.setattr(dropping, "read_file", lambda _: go.wait(60))
    app = start()
    drop(app, *files("a.yaml", "b.yaml"))
    press(app, ord("q"), 64)
    assert not app.running
    go.set()


def test_many_files_are_not_all_read_or_named(start, tmp_path, monkeypatch):
    read = []

    def counted(path):
        read.append(path)
        raise ValueError

    monkeypatch.setattr(dropping, "read_file", counted)
    sorting = dropping.Dropping([tmp_path / f"{number}.txt" for number in range(300)])
    sorting.close(60)
    assert len(read) <= MOST_READ
    paths = [Path(f"{number}.txt") for number in range(300)]
    told = drop_of(paths, paths[:1], paths[0]).message
    assert told.endswith(f"3.txt, 4.txt and {299 - MOST_NAMED} more")


def test_an_error_of_the_programs_own_is_told_and_the_first_file_is_opened(start, files, monkeypatch):
    def end(_):
        raise SystemExit(3)

    monkeypatch.setattr(dropping, "read_file", end)
    app = start()
    drop(app, *files("a.yaml", "b.yaml"))
    until(app, lambda: isinstance(app.top, Watch))
    assert app.top.watching.opening.path.name == "a.yaml"
    told = "The 2 files could not all be read (SystemExit: 3): a.yaml was opened"
    assert app.services.messages.message.text == told
