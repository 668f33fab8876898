"""What is kept between two starts: whole or not at all, and never a reason to fail."""

import json
import os
import subprocess
import sys

import pytest

from game.services.services import Services
from game.userdata.best_results import MOST_LEVELS, Best, key_of
from game.userdata.locks import Lock, alone
from game.userdata.settings import Settings, load, save
from levels.model.level import Level
from levels.text.reader import builtin_levels, read_level
from tests.desktop import ROOT


@pytest.fixture
def level():
    return read_level(builtin_levels()["grid_4"])


def test_settings_come_back_as_they_were(tmp_path):
    path = tmp_path / "deep" / "settings.json"
    kept = Settings(
        palette="grey",
        reduce_motion=True,
        volume=3,
        scale=1.5,
        size=(900, 600),
        position=(40, 30),
        full_screen=True,
        tour_seen=True,
    )
    assert save(kept, path) == ""
    assert load(path) == (kept, "")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b'{"version": 2}', b"[" * 100_000, b'{"version": 1, "palette": "x"}'],
)
def test_a_damaged_file_gives_defaults_and_a_sentence(tmp_path, content):
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    settings, notice = load(path)
    assert settings == Settings()
    assert notice.startswith("Settings")
    assert str(path) in notice


def test_what_is_in_order_counts_whatever_is_wrong_beside_it(tmp_path):
    path = tmp_path / "settings.json"
    path.write_text(json.dumps({"version": 1, "volume": 99, "muted": True, "colour": 1}))
    settings, notice = load(path)
    assert settings == Settings(muted=True)
    assert "colour, volume" in notice


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_to_gives_a_sentence(tmp_path):
    tmp_path.chmod(0o500)
    assert save(Settings(), tmp_path / "a" / "settings.json").startswith("Settings can't be saved")
    tmp_path.chmod(0o700)


def test_a_file_in_the_folder_s_place_gives_a_sentence(tmp_path, level):
    (tmp_path / "a").write_text("")
    assert save(Settings(), tmp_path / "a" / "settings.json").startswith("Settings can't be saved")
    best = Best(tmp_path / "a" / "best.json")
    assert best.arrived(level, 6, shield=True)
    assert best.notice.startswith("Best results can't be saved")
    assert best.steps(level, shield=True) == 6


def test_a_desk_keeps_what_is_changed_and_nothing_else(tmp_path):
    path = tmp_path / "settings.json"
    services = Services(settings_path=path)
    services.change(Settings())
    assert not path.exists()
    services.change(Settings(muted=True))
    assert load(path)[0].muted


def test_the_fewest_steps_stay_by_shield(tmp_path, level):
    path = tmp_path / "best.json"
    best = Best(path)
    assert best.arrived(level, 9, shield=True)
    assert not best.arrived(level, 9, shield=True)
    assert best.arrived(level, 7, shield=True)
    again = Best(path)
    assert (again.steps(level, shield=True), again.steps(level, shield=False)) == (7, None)


def test_name_and_settings_do_not_make_another_level(level):
    renamed = level.model_copy(update={"name": "Other"})
    faster = level.model_copy(update={"actions": level.actions[:3]})
    assert key_of(renamed, shield=True) == key_of(level, shield=True)
    assert key_of(faster, shield=True) != key_of(level, shield=True)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"version": 1, "steps": 3}', '{"version": 9}'])
def test_a_damaged_file_of_results_starts_afresh(tmp_path, level, content):
    path = tmp_path / "best.json"
    path.write_text(content)
    best = Best(path)
    assert best.notice.startswith("Best results were reset")
    assert best.arrived(level, 6, shield=False)
    assert Best(path).notice == ""


def test_the_file_does_not_grow_for_ever(tmp_path, level):
    path = tmp_path / "best.json"
    steps = {f"k{index}": 1 for index in range(MOST_LEVELS)}
    path.write_text(json.dumps({"version": 1, "steps": steps}))
    best = Best(path)
    best.arrived(level, 6, shield=True)
    kept = json.loads(path.read_text())["steps"]
    assert len(kept) == MOST_LEVELS
    assert "k0" not in kept


def test_a_folder_that_may_not_be_looked_into_is_no_reason_to_fail(tmp_path, level):
    """A name that is too long is refused by the system like a folder that is not the user's."""
    folder = tmp_path / ("x" * 300)
    settings, notice = load(folder / "settings.json")
    assert settings == Settings()
    assert notice.startswith("Settings were reset")
    best = Best(folder / "best.json")
    assert best.notice.startswith("Best results were reset")
    assert best.arrived(level, 6, shield=True)
    assert best.notice.startswith("Best results can't be saved")


def test_two_windows_keep_the_results_of_both(tmp_path, level):
    other = read_level(builtin_levels()["grid_5"])
    path = tmp_path / "best.json"
    one, two = Best(path), Best(path)
    assert one.arrived(level, 6, shield=True)
    assert two.arrived(other, 8, shield=True)
    assert not two.arrived(level, 7, shield=True)
    assert Best(path).steps(level, shield=True) == two.steps(level, shield=True) == 6
    assert Best(path).steps(other, shield=True) == 8


@pytest.mark.parametrize("content", ['{"version": 2, "steps": {"a": 1}}', "{"])
def test_a_file_that_cannot_be_used_is_put_aside(tmp_path, level, content):
    path = tmp_path / "best.json"
    path.write_text(content)
    Best(path).arrived(level, 6, shield=False)
    assert (tmp_path / "best.unusable.json").read_text() == content
    assert Best(path).steps(level, shield=False) == 6
    assert Best(path).notice == ""
    path.write_text("[]")
    Best(path).arrived(level, 6, shield=False)
    assert (tmp_path / "best.unusable.json").read_text() == content
    assert (tmp_path / "best.unusable_2.json").read_text() == "[]"


def test_a_file_that_cannot_be_put_aside_stays(tmp_path, level, monkeypatch):
    path = tmp_path / "best.json"
    path.write_text("{")

    def denied(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("pathlib.Path.rename", denied)
    best = Best(path)
    best.arrived(level, 6, shield=True)
    assert path.read_text() == "{"
    assert "can't be moved aside (Permission denied)" in best.notice
    assert best.steps(level, shield=True) == 6


def test_an_unusable_file_that_is_gone_meanwhile_is_no_obstacle(tmp_path, level):
    path = tmp_path / "best.json"
    path.write_text("{")
    best = Best(path)
    path.unlink()
    best.arrived(level, 6, shield=True)
    assert best.notice == ""
    assert Best(path).steps(level, shield=True) == 6


def test_two_windows_keep_the_settings_that_each_has_changed(tmp_path):
    path = tmp_path / "settings.json"
    one, two = Services(settings_path=path), Services(settings_path=path)
    one.change(one.settings.model_copy(update={"muted": True, "volume": 3}))
    two.change(two.settings.model_copy(update={"palette": "grey"}))
    assert load(path) == (Settings(muted=True, volume=3, palette="grey"), "")
    one.change(one.settings.model_copy(update={"volume": 9}))
    two.change(two.settings.model_copy(update={"scale": 2.0}))
    assert load(path) == (Settings(muted=True, volume=9, palette="grey", scale=2.0), "")
    assert (one.settings.palette, two.settings.muted) == (
        "viridis",
        False,
    )  # nothing changes under one's hands
    two.change(two.settings.model_copy(update={"scale": None}))
    assert load(path)[0].scale is None


@pytest.mark.parametrize("content", ["", "{", '{"version": 2}', '{"version": 1, "volume": 99}'])
def test_a_file_that_was_damaged_meanwhile_is_written_as_this_window_has_it(tmp_path, content):
    path = tmp_path / "settings.json"
    services = Services(settings_path=path)
    services.change(Settings(muted=True))
    path.write_text(content)
    assert services.change(Settings(muted=True, volume=2)) == ""
    assert load(path) == (Settings(muted=True, volume=2), "")
    path.unlink()
    services.change(Settings(muted=True, volume=4))
    assert load(path) == (Settings(muted=True, volume=4), "")


WINDOW = """
import sys
from pathlib import Path
from game.services.services import Services
from game.userdata.best_results import Best
from tests.unit.game.userdata.test_best_and_settings import FIELDS, straight
folder, number = Path(sys.argv[1]), int(sys.argv[2])
desk, best = Services(settings_path=folder / "settings.json"), Best(folder / "best.json")
print("ready", flush=True)
input()
for turn in range(15):
    best.arrived(straight(15 * number + turn), 100 + number, shield=True)
    best.arrived(straight(500), 100 - 4 * turn - number, shield=False)
    desk.change(desk.settings.model_copy(update={FIELDS[number]: turn % 2 == 0}))
"""
FIELDS = ("muted", "reduce_motion", "full_screen")


def straight(length):
    """A level of its own for each length."""
    return Level.model_validate({"format": 1, "name": "straight", "map": f"S{'.' * length}G"})


@pytest.mark.slow
def test_windows_that_save_at_the_same_time_lose_nothing(tmp_path):
    """Three programs at once, each with 15 results of its own, one that they share, and a setting."""
    command = [sys.executable, "-c", WINDOW, str(tmp_path)]
    words = {"cwd": ROOT, "stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    windows = [subprocess.Popen([*command, str(number)], **words) for number in range(3)]
    for window in windows:
        assert window.stdout.readline() == "ready\n"
    for window in windows:
        window.stdin.write("\n")
        window.stdin.flush()
    assert [window.communicate(timeout=60) and window.returncode for window in windows] == [0, 0, 0]
    best = Best(tmp_path / "best.json")
    found = [best.steps(straight(length), shield=True) for length in range(45)]
    assert found == [100 + length // 15 for length in range(45)]
    assert best.steps(straight(500), shield=False) == 100 - 4 * 14 - 2
    assert load(tmp_path / "settings.json") == (Settings(**dict.fromkeys(FIELDS, True)), "")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["best.json", "settings.json"]


def test_a_lock_has_one_holder_at_a_time(tmp_path):
    path = tmp_path / "deep" / "one.lock"
    lock = Lock.take(path)
    assert lock is not None
    assert Lock.take(path) is None
    lock.release()
    assert not path.exists()
    again = Lock.take(path)
    assert again is not None
    lock.release()  # which holds it no longer, and so can't take it from the other
    assert Lock.take(path) is None
    again.release()


@pytest.mark.skipif(os.name == "nt", reason="Windows deletes no file that is open")
def test_a_lock_whose_file_its_holder_deletes_is_not_taken_for_the_new_one(tmp_path, monkeypatch):
    path = tmp_path / "one.lock"
    first = Lock.take(path)
    opened = os.open

    def then_released(*args, **kwargs):
        descriptor = opened(*args, **kwargs)
        first.release()
        return descriptor

    monkeypatch.setattr("os.open", then_released)
    assert Lock.take(path) is None
    monkeypatch.undo()
    assert Lock.take(path) is not None


def test_where_somebody_keeps_the_lock_one_saves_all_the_same_after_a_while(tmp_path, monkeypatch, level):
    monkeypatch.setattr("game.userdata.locks.PATIENCE", 0.05)
    path = tmp_path / "best.json"
    lock = Lock.take(tmp_path / ".best.json.lock")
    assert lock is not None
    assert Best(path).arrived(level, 6, shield=True)
    lock.release()
    monkeypatch.setattr(
        "game.userdata.locks.Lock.take", lambda _: (_ for _ in ()).throw(OSError(95, "no locks"))
    )
    with alone(path):
        assert Best(path).steps(level, shield=True) == 6


def test_what_was_learned_is_kept_apart_from_what_a_person_did(tmp_path, level):
    path = tmp_path / "best.json"
    best = Best(path)
    assert not best.learned(level)
    best.has_learned(level, 6)
    assert best.learned(level)
    assert best.fewest(level) is None
    assert Best(path).learned(level)
    assert not Best(path).learned(read_level(builtin_levels()["grid_5"]))
    best.arrived(level, 9, shield=False)
    best.arrived(level, 8, shield=True)
    assert Best(path).fewest(level) == 8
    written = path.stat().st_mtime_ns
    best.has_learned(level, 5)  # once is enough
    assert path.stat().st_mtime_ns == written


def test_a_finished_lesson_is_kept_by_its_name(tmp_path):
    best = Best(tmp_path / "best.json")
    assert not best.finished("Patience")
    best.has_finished("Patience")
    again = Best(tmp_path / "best.json")
    assert (again.finished("Patience"), again.finished("Exploring")) == (True, False)
