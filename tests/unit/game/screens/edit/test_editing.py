"""The editing of a level: undo and redo, the proof that follows, drafts, and saves that lose nothing."""

import subprocess
import sys
import time
from pathlib import Path
from threading import Event

import pytest

from game.presenters import editing as module
from game.presenters.editing import Editing, Source, analyse, source_of
from levels.text.editing import painted
from levels.text.reader import builtin_levels, read_level
from levels.text.templates import TEMPLATES
from tests.desktop import ROOT

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
    editing.close(10)
    again = begin()
    assert again.restored
    assert again.text == after
    assert again.undo()
    assert again.text == TEXT
    assert again.redo()
    again.discard()
    again.close(10)
    assert list((tmp_path / "drafts").iterdir()) == []


def drafts(folder):
    return sorted(path.read_text(encoding="utf-8") for path in (folder / "drafts").glob("*.yaml"))


ONE, TWO, THREE = (painted(TEXT, {(0, col): "T"}) for col in range(3))


@pytest.mark.parametrize("own_file", [True, False])
def test_two_editors_of_one_level_leave_each_others_drafts_alone(begin, tmp_path, own_file):
    """One file in two windows, or two new levels that begin as one template."""
    path = None
    if own_file:
        path = tmp_path / "mine.yaml"
        path.write_text(TEXT, encoding="utf-8")
    one, two = begin(path=path), begin(path=path)
    one.change(ONE)
    settle(one, lambda: drafts(tmp_path) == [ONE])
    three = begin(path=path)
    assert not two.restored
    assert not three.restored
    two.change(TWO)
    settle(two, lambda: drafts(tmp_path) == sorted([ONE, TWO]))
    two.undo()
    settle(two, lambda: drafts(tmp_path) == [ONE])
    two.redo()
    settle(two, lambda: len(drafts(tmp_path)) == 2)
    two.discard()
    assert drafts(tmp_path) == [ONE]
    three.change(THREE)
    three.close(10)
    one.close(10)
    assert drafts(tmp_path) == sorted([ONE, THREE])
    first, second = begin(path=path), begin(path=path)
    assert sorted([first.text, second.text]) == sorted([ONE, THREE])
    assert first.restored
    assert second.restored
    assert first.save() == ""
    assert drafts(tmp_path) == [second.text]


def test_what_was_found_stays_if_one_goes_back_behind_it(begin, tmp_path):
    editing = begin()
    editing.change(ONE)
    editing.close(10)
    again = begin()
    assert again.text == ONE
    again.undo()
    settle(again)
    again.close(10)
    assert drafts(tmp_path) == [ONE]
    other = begin()
    assert other.text == ONE
    other.undo()
    other.change(TWO)  # another level than the one that was found
    settle(other, lambda: len(drafts(tmp_path)) == 2)
    other.discard()
    other.close(10)
    assert drafts(tmp_path) == [ONE]


def test_what_was_found_is_replaced_by_what_was_made_of_it(begin, tmp_path):
    editing = begin()
    editing.change(ONE)
    editing.close(10)
    again = begin()
    again.change(TWO)
    again.begin_stroke()
    again.change(THREE)
    again.end_stroke()
    again.close(10)
    assert drafts(tmp_path) == [THREE]
    last = begin()
    assert last.text == THREE
    assert last.save() == ""
    last.close(10)
    assert list((tmp_path / "drafts").iterdir()) == []


def test_an_editor_in_which_nothing_is_done_leaves_no_trace(begin, tmp_path):
    editing = begin()
    settle(editing)
    editing.close(10)
    assert not (tmp_path / "drafts").exists()


def test_one_name_in_two_folders_is_two_levels(begin, tmp_path, monkeypatch):
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "mine.yaml").write_text(TEXT, encoding="utf-8")
    monkeypatch.chdir(tmp_path / "a")
    first = begin(path=Path("mine.yaml"))
    first.change(ONE)
    first.close(10)
    monkeypatch.chdir(tmp_path / "b")
    second = begin(path=Path("mine.yaml"))
    assert not second.restored
    second.close(10)
    assert begin(path=tmp_path / "a" / "mine.yaml").restored


def test_a_program_that_is_killed_leaves_its_draft_to_the_next_and_one_that_lives_does_not(begin, tmp_path):
    """Another process holds the draft until it ends, however it ends."""
    code = (
        "import sys, time; from pathlib import Path; from game.userdata.drafts import Draft\n"
        "draft = Draft(Path(sys.argv[1]), sys.argv[2])\n"
        "print(draft.keep(sys.argv[3], goes_on=False) or 'kept', flush=True)\n"
        "time.sleep(600)\n"
    )
    words = {"cwd": ROOT, "stdout": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", code, str(tmp_path), TEXT, ONE], **words) as other:
        assert other.stdout.readline() == "kept\n"
        editing = begin()
        assert not editing.restored
        editing.change(TWO)
        editing.close(10)
        assert drafts(tmp_path) == sorted([ONE, TWO])
        other.kill()
    assert {begin().text, begin().text} == {ONE, TWO}


def test_where_there_are_no_locks_drafts_are_kept_all_the_same(begin, tmp_path, monkeypatch):
    def refused(_):
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr("game.userdata.locks.Lock.take", refused)
    editing = begin()
    editing.change(ONE)
    editing.close(10)
    again = begin()
    assert again.text == ONE
    again.discard()
    again.close(10)
    assert drafts(tmp_path) == []


def test_a_damaged_draft_is_no_obstacle(begin):
    editing = begin()
    editing.draft.parent.mkdir(parents=True, exist_ok=True)
    editing.draft.write_bytes(b"\xff\xfe\x00\x01")
    again = begin()
    assert (again.restored, again.text) == (False, TEXT)
    again.change(painted(TEXT, {(0, 0): "T"}))
    again.close(10)
    assert editing.draft.read_bytes() == b"\xff\xfe\x00\x01"
    assert begin().text == again.text


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
    editing.close(10)
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
    analyse(text)
    assert sorted(analyse(text).milliseconds for _ in range(5))[2] < 100


def test_closing_keeps_what_the_proof_has_not_come_to_and_never_writes_over_the_next_editors_draft(
    begin, tmp_path, monkeypatch
):
    path = tmp_path / "mine.yaml"
    path.write_text(TEXT, encoding="utf-8")
    slow, go = Event(), Event()

    def slowly(text, before):
        slow.set()
        assert go.wait(60)
        return analyse(text, before)

    first = begin(path=path)
    settle(first)
    monkeypatch.setattr(module, "analyse", slowly)
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
