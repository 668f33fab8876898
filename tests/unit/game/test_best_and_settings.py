"""What is kept between two starts: whole or not at all, and never a reason to fail."""

import json
import os

import pytest

from game.desk import Desk
from game.user.best import MOST_LEVELS, Best, key_of
from game.user.settings import Settings, load, save
from levels.reader import builtin_levels, read_level


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
    assert save(Settings(), tmp_path / "a" / "settings.json").startswith("Settings are not kept")
    tmp_path.chmod(0o700)


def test_a_file_in_the_folder_s_place_gives_a_sentence(tmp_path, level):
    (tmp_path / "a").write_text("")
    assert save(Settings(), tmp_path / "a" / "settings.json").startswith("Settings are not kept")
    best = Best(tmp_path / "a" / "best.json")
    assert best.arrived(level, 6, shield=True)
    assert best.notice.startswith("Best results are not kept")
    assert best.steps(level, shield=True) == 6


def test_a_desk_keeps_what_is_changed_and_nothing_else(tmp_path):
    path = tmp_path / "settings.json"
    desk = Desk(settings_path=path)
    desk.change(Settings())
    assert not path.exists()
    desk.change(Settings(muted=True))
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
    assert best.notice.startswith("Best results start afresh")
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
    assert notice.startswith("Settings start afresh")
    best = Best(folder / "best.json")
    assert best.notice.startswith("Best results start afresh")
    assert best.arrived(level, 6, shield=True)
    assert best.notice.startswith("Best results are not kept")


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
    assert "can't be put aside (Permission denied)" in best.notice
    assert best.steps(level, shield=True) == 6
