"""The editing of a level: undo and redo, the proof that follows, drafts, and saves that lose nothing."""

import time
from threading import Event

import pytest

from game.editor import editing as module
from game.editor.editing import Editing, Source, judge, source_of
from levels.editing import painted
from levels.reader import builtin_levels, read_level
from levels.templates import TEMPLATES

TEXT = TEMPLATES["Grid"]


@pytest.fixture
def begin(tmp_path):
    begun = []

    def _begin(text=TEXT, path=None):
        begun.append(Editing(source_of(path) if path else Source(text), tmp_path))
        return begun[-1]

    yield _begin
    for editing in begun:
        editing.close(10)


def settle(editing, condition=None):
    end = time.perf_counter() + 60
    while not (editing.up_to_date and (condition is None or condition())):
        assert time.perf_counter() < end
        time.sleep(0.002)


def test_the_proof_follows_each_change(begin):
    editing = begin()
    settle(editing)
    assert editing.judged.faults == ()
    assert editing.judged.proof.certificate.shortest == 11
    editing.change(painted(editing.text, {(5, 1): "#", (4, 0): "#"}))
    settle(editing)
    assert "S" in editing.judged.level.map[5]
    assert any("goal" in fault for fault in editing.judged.faults)


def test_changes_are_undone_to_the_first_and_made_again_to_the_last(begin):
    editing = begin()
    texts = [editing.text]
    for col in range(200):
        editing.change(painted(editing.text, {(1, col % 7): "T" if col % 2 else "R"}))
        texts.append(editing.text)
    distinct = [text for text, before in zip(texts, [None, *texts], strict=False) if text != before]
    assert len(distinct) > 20
    for text in reversed(distinct[:-1]):
        assert editing.undo()
        assert editing.text == text
    assert not editing.undo()
    assert not editing.changed
    for text in distinct[1:]:
        assert editing.redo()
        assert editing.text == text
    assert not editing.redo()


def test_a_stroke_is_undone_as_one_and_a_change_ends_what_could_be_redone(begin):
    editing = begin()
    editing.begin_stroke()
    for col in range(4):
        editing.change(painted(editing.text, {(1, col): "T"}))
    editing.end_stroke()
    assert editing.undo()
    assert editing.text == TEXT
    editing.change(painted(editing.text, {(1, 1): "R"}))
    assert not editing.redo()


def test_a_level_with_a_mistake_is_drawn_as_far_as_it_goes(begin):
    editing = begin(TEMPLATES["Crossing"])
    settle(editing)
    editing.change(painted(editing.text, {(0, 4): "."}))
    settle(editing)
    judged = editing.judged
    assert judged.level is None
    assert judged.faults[0].startswith("The map has no goal")
    assert judged.shown.map[0] == ".T......T"
    assert len(judged.shown.obstacles) == 3
    editing.change("nothing: at all")
    settle(editing)
    assert editing.judged.shown.map == judged.shown.map


def test_unsaved_work_is_a_draft_that_the_next_editing_shows(begin, tmp_path):
    editing = begin()
    after = painted(TEXT, {(0, 0): "T"})
    editing.change(after)
    settle(editing, editing.draft.exists)
    again = begin()
    assert again.restored
    assert again.text == after
    assert again.undo()
    assert again.text == TEXT
    settle(again, lambda: not again.draft.exists())
    assert list((tmp_path / "drafts").iterdir()) == []


def test_a_damaged_draft_is_no_obstacle(begin):
    editing = begin()
    editing.draft.parent.mkdir(parents=True, exist_ok=True)
    editing.draft.write_bytes(b"\xff\xfe\x00\x01")
    again = begin()
    assert (again.restored, again.text) == (False, TEXT)


def test_a_built_in_level_is_saved_as_a_new_file(begin, tmp_path):
    path = builtin_levels()["first_road"]
    before = path.read_bytes()
    editing = begin(path=path)
    settle(editing)
    editing.change(painted(editing.text, {(0, 0): "R"}))
    assert editing.save() == ""
    assert editing.path == tmp_path / "levels" / "first_road.yaml"
    assert read_level(editing.path).map[0][0] == "R"
    assert path.read_bytes() == before
    assert not editing.changed
    other = begin(path=path)
    settle(other)
    assert other.save() == ""
    assert other.path.name == "first_road_2.yaml"


def test_work_after_a_save_is_kept_for_the_file_it_was_saved_to(begin):
    editing = begin()
    settle(editing)
    editing.change(painted(editing.text, {(0, 0): "T"}))
    assert editing.save() == ""
    after = painted(editing.text, {(0, 1): "T"})
    editing.change(after)
    settle(editing, editing.draft.exists)
    assert not begin().restored
    again = begin(path=editing.path)
    assert (again.restored, again.text) == (True, after)


def test_a_file_keeps_its_comments_and_its_ends_of_lines(begin, tmp_path):
    path = tmp_path / "mine.yaml"
    text = "# mine\n" + TEXT
    path.write_bytes(text.replace("\n", "\r\n").encode())
    editing = begin(path=path)
    editing.change(painted(editing.text, {(0, 0): "T"}))
    assert editing.save() == ""
    expected = text.replace("......G", "T.....G").replace("\n", "\r\n")
    assert path.read_bytes() == expected.encode()


def test_a_file_of_another_format_becomes_a_level_of_its_own(begin, tmp_path):
    path = tmp_path / "maze.txt"
    path.write_text("#####\n#S.G#\n#####\n")
    editing = begin(path=path)
    settle(editing)
    assert editing.path is None
    assert editing.judged.level.map == read_level(path).map


def test_what_another_program_saved_is_not_replaced_without_a_word(begin, tmp_path):
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT)
    editing = begin(path=path)
    editing.change(painted(TEXT, {(0, 0): "T"}))
    theirs = "# theirs\n" + TEXT
    path.write_text(theirs)
    assert "changed by another program" in editing.save()
    assert (path.read_text(), editing.changed) == (theirs, True)
    assert editing.save() == ""
    assert path.read_text() == editing.text
    editing.change(painted(editing.text, {(0, 1): "T"}))
    assert editing.save() == ""


def test_a_save_that_fails_loses_nothing(begin, tmp_path, monkeypatch):
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT)
    editing = begin(path=path)
    after = painted(TEXT, {(0, 0): "T"})
    editing.change(after)
    settle(editing, editing.draft.exists)
    monkeypatch.setattr(module, "keep", lambda _path, _text: "the disk is full")
    assert editing.save() == "the disk is full"
    assert editing.changed
    assert path.read_text() == TEXT
    assert editing.draft.read_text() == after


def test_what_is_thrown_away_leaves_no_draft(begin):
    editing = begin()
    editing.change(painted(TEXT, {(0, 0): "T"}))
    settle(editing, editing.draft.exists)
    editing.discard()
    editing.close(10)
    assert not editing.draft.exists()


@pytest.mark.parametrize("name", ["maze_15", "crossy_road"])
def test_a_proof_takes_less_than_a_tenth_of_a_second(name):
    text = builtin_levels()[name].read_text(encoding="utf-8")
    judge(text)
    assert sorted(judge(text).milliseconds for _ in range(5))[2] < 100


def test_closing_keeps_what_the_proof_has_not_come_to_and_never_writes_over_the_next_editors_draft(
    begin, tmp_path, monkeypatch
):
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT, encoding="utf-8")
    slow, go = Event(), Event()

    def slowly(text, before):
        slow.set()
        assert go.wait(60)
        return judge(text, before)

    first = begin(path=path)
    settle(first)
    monkeypatch.setattr(module, "judge", slowly)
    first.change(TEXT + "# one\n")
    assert slow.wait(60)
    first.close(0.0)
    second = begin(path=path)
    assert second.restored
    assert second.text == TEXT + "# one\n"
    second.change(TEXT + "# two\n")
    second.close(0.0)
    go.set()
    first.close(60)
    second.close(60)
    assert second.draft.read_text(encoding="utf-8") == TEXT + "# two\n"


def test_an_occupancy_picture_is_edited_as_its_board(begin, tmp_path):
    path = tmp_path / "office.pgm"
    path.write_bytes(b"P2\n3 2\n255\n254 0 254\n254 254 254\n")
    editing = begin(path=path)
    assert editing.path is None
    assert "map: |\n  .#.\n  ...\n" in editing.text
    editing.change(painted(painted(editing.text, {(0, 0): "S"}), {(0, 2): "G"}))
    settle(editing)
    assert editing.judged.proof.certificate.shortest == 4
    assert path.read_bytes().startswith(b"P2")
