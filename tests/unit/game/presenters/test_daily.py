"""The daily crossing: its code is the date, its file is made once, its best result is kept by day."""

import errno
import os
import time
from datetime import date

import pytest

from game.presenters.daily import DailyCrossing, code_of, words_of
from game.presenters.level_loader import LoadedLevel
from game.userdata.best_results import Best
from tests.conftest import tiny

DAY = date(2026, 11, 29)


@pytest.fixture
def made(monkeypatch):
    """The codes of the surprises that were made; a small board is made for each."""
    codes = []

    def surprise(*code):
        codes.append(code)
        return tiny(["S..", "..G"])

    monkeypatch.setattr("levels.random.surprise.surprise", surprise)
    return codes


def ready(daily):
    end = time.perf_counter() + 60
    while daily.result() is None and not daily.problem:
        assert time.perf_counter() < end
        time.sleep(0.001)
    return daily.result()


@pytest.mark.parametrize(
    ("day", "code"),
    [(DAY, "20261129-3"), (date(2027, 1, 2), "20270102-3"), (date(2028, 2, 29), "20280229-3")],
)
def test_the_code_is_the_date(day, code):
    assert str(code_of(day)) == code


def test_a_day_is_made_once_and_named_after_it(made, tmp_path):
    for _ in range(2):
        daily = DailyCrossing(tmp_path, DAY)
        level = ready(daily)
        daily.close(5)
        assert isinstance(level, LoadedLevel)
        assert level.level.name == "Daily crossing, Sunday 29 November"
    assert made == [(20261129, 3, "road")]
    assert words_of(DAY) == "Sunday 29 November"


def test_a_day_that_cannot_be_saved_says_so(made, tmp_path):
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    daily = DailyCrossing(tmp_path / "file", DAY)
    assert ready(daily) is None
    assert daily.problem
    daily.close(5)


def test_a_folder_that_may_not_be_looked_into_is_a_sentence(made, tmp_path, monkeypatch):
    look = os.stat

    def locked(path, **how):
        if str(path).startswith(str(tmp_path)):
            raise PermissionError(errno.EACCES, "Permission denied")
        return look(path, **how)

    monkeypatch.setattr(os, "stat", locked)
    daily = DailyCrossing(tmp_path, DAY)
    assert ready(daily) is None
    assert "Permission denied" in daily.problem
    daily.close(5)


def test_the_best_result_is_kept_by_day(tmp_path):
    best = Best(tmp_path / "best.json")
    best.arrived_daily("2026-11-29", 17, 14)
    best.arrived_daily("2026-11-29", 19, 14)
    best.arrived_daily("2026-11-30", 12, None)
    again = Best(tmp_path / "best.json")
    assert again.daily("2026-11-29") == (17, 14)
    assert again.daily("2026-11-30") == (12, None)
    assert again.daily("2026-12-01") == (None, None)
