"""On late levels the cards say what late traffic means: what is promised, and what the marks are."""

from types import SimpleNamespace

import pytest

from game.screens.play.cards import RunCard
from game.screens.terms import TERMS
from game.screens.watch.plain import LATE_PROMISE, PROMISE, CrashesCard, CrossingCard

CAR = {"kind": "lane", "look": "car", "row": 1, "direction": "right", "at": [0]}
MEANING = TERMS["guaranteed"].meaning


@pytest.fixture(params=[0, 2], ids=["on_time", "late"])
def level(request, make_level):
    return make_level(["G....", "=====", "S...."], obstacles=[{**CAR, "late": request.param}])


@pytest.fixture
def is_late(level):
    return bool(level.obstacles[0].late)


def watching_of(level):
    """A replay that crosses in two steps, which is the best."""
    return SimpleNamespace(
        opened=SimpleNamespace(level=level, optimal=SimpleNamespace(steps_to_goal=[2])),
        shown=SimpleNamespace(
            rollout=SimpleNamespace(states=(0,), actions=(1, 1), outcome="goal"), svm=None, first_tick=None
        ),
        snapshot=None,
        acting=SimpleNamespace(on=False),
    )


def test_the_tip_of_the_best_says_what_is_guaranteed(ui, level, is_late):
    tip, _ = CrossingCard(ui, watching_of(level)).tip_at((0, 0))
    assert "shorter than 2 steps." in tip
    assert (MEANING in tip) == is_late


def test_so_does_that_of_a_persons_run(ui, level, is_late):
    playing = SimpleNamespace(opened=SimpleNamespace(level=level))
    assert (MEANING in RunCard(ui, playing, None).tip_at((0, 0))[0]) == is_late


def test_the_promise_holds_however_late_traffic_is_and_the_marks_are_explained(
    ui, surface, monkeypatch, level, is_late
):
    card, written = CrashesCard(ui, watching_of(level)), []
    card.rect.size = 404, 98
    write = ui.text

    def text(target, line, *args, **kwargs):
        written.append(line)
        return write(target, line, *args, **kwargs)

    monkeypatch.setattr(ui, "text", text)
    card.draw(surface)
    assert (LATE_PROMISE if is_late else PROMISE) in written
    tip, _ = card.tip_at((0, 0))
    assert ("clock" in tip, "dashed outline" in tip) == (is_late, is_late)
