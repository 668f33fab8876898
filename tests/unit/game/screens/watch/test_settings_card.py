"""ε, β and γ from the Settings card: from now on, by starting over, the level's own; and the export."""

import json
import threading
import time

import pygame
import pytest

from game.presenters.level_settings import DISCOUNT, EPSILON, RATE
from game.screens.folder_dialog import FolderDialog
from game.ui.controls import Control
from learner.core.commands import SetLearning
from levels.text.reader import builtin_levels
from tests.unit.game.screens.watch.asking import FRAME, hover, tab_to
from tests.unit.game.screens.watch.asking import press as press_key


def until(watch, condition):
    end = time.perf_counter() + 60
    while not condition():
        assert time.perf_counter() < end, "it did not happen in time"
        watch.update(FRAME)
        time.sleep(0.002)


@pytest.fixture
def card(watch):
    watch.cards.turn_to("details")
    watch.panel.opened = "settings"
    watch.arrange()
    watch.update(FRAME)
    return watch.cards.settings


def press(slider, key, times=1):
    for _ in range(times):
        assert slider.key(pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=""))


def click(watch, button):
    for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
        watch.ui.event(pygame.event.Event(kind, pos=button.rect.center, button=1))


def reading(slider):
    return slider.reading(slider)


def test_a_moved_slider_says_so_and_changes_nothing_before_a_button_is_pressed(watch, card):
    assert [reading(slider) for slider in card.sliders.values()] == ["0.1", "0.07", "1"]
    assert card.now.idle
    press(card.sliders[DISCOUNT], pygame.K_LEFT, 2)
    watch.update(FRAME)
    assert reading(card.sliders[DISCOUNT]) == "1 → 0.98"
    assert card.now.primary
    assert watch.watching.learning == watch.watching.loaded.level.learning
    press(card.sliders[DISCOUNT], pygame.K_END)
    watch.update(FRAME)
    assert (card.moved, card.now.idle) == ({}, True)


def test_the_keyboard_reaches_everything_on_it(watch, card):
    position = watch.watching.playback.position
    for slider in card.sliders.values():
        tab_to(watch, slider)
        press_key(watch, pygame.K_LEFT)
    assert card.moved == {"epsilon": 0.05, "learning_rate": 0.05, "discount": 0.99}
    assert watch.watching.playback.position == position  # the arrows are the slider's
    watch.update(FRAME)
    tab_to(watch, card.own)
    press_key(watch, pygame.K_RETURN)
    assert card.moved == {}
    for button in (card.now, card.over, card.export):
        tab_to(watch, button)


def test_from_now_on_the_run_goes_on_and_notes_it(watch, card):
    watching = watch.watching
    until(watch, lambda: watching.snapshot.transitions > 0)
    press(card.sliders[DISCOUNT], pygame.K_HOME)
    press(card.sliders[EPSILON], pygame.K_RIGHT)
    watch.update(FRAME)
    click(watch, card.now)
    until(watch, lambda: watching.snapshot.changes)
    ((made, change),) = watching.snapshot.changes
    assert made > 0
    assert change == SetLearning(discount=0.5, epsilon=0.15)
    assert card.sentence == f"ε 0.15, γ 0.5 from transition {made:,}"
    assert [reading(slider) for slider in card.sliders.values()] == ["0.15", "0.07", "0.5"]
    start, n = watching.opened.mdp.starts[0], 6
    assert watching.opened.optimal.v_star[start] == pytest.approx(-2 * (1 - 0.5**n))  # −(1 + γ + …)
    assert watching.opened.level.learning.discount == 0.5
    watch.compare_level()
    assert watch.outcome.source.level.learning.discount == 1.0  # the race is the level's own
    watch.outcome = None
    click(watch, card.own)
    assert card.moved == {"epsilon": 0.1, "discount": 1.0}
    watch.update(FRAME)
    click(watch, card.now)
    until(watch, lambda: len(watching.snapshot.changes) == 2)
    assert watching.opened.level.learning == watching.loaded.level.learning
    assert card.sentence.endswith(", after 1 earlier change")


def test_from_now_on_resumes_learning_that_is_paused(watch, card):
    watching = watch.watching
    watching.train_on(stop="episode")
    until(watch, lambda: watching.snapshot.status == "paused")
    made = watching.snapshot.transitions
    press(card.sliders[EPSILON], pygame.K_RIGHT)
    watch.update(FRAME)
    click(watch, card.now)
    assert not watching.training_paused
    until(watch, lambda: watching.snapshot.transitions > made)
    assert watching.snapshot.changes[0][0] == made


@pytest.mark.parametrize("size", [(1280, 800), (960, 600)])
def test_the_tooltips_of_the_buttons_cover_no_button(watch, card, size):
    watch.resize(size, 1.0)
    watch.cards.show("details", "settings")
    buttons = (card.now, card.over, card.own, card.export)
    for button in buttons:
        hover(watch, button.rect.center)
        for _ in range(2):
            watch.ui.advance(1.0)
        assert watch.ui.tooltip == button.tip
        plain, told = pygame.Surface(size), pygame.Surface(size)
        watch.ui.draw_popups(told)
        assert told.get_buffer().raw != plain.get_buffer().raw
        for other in buttons:
            place = other.rect.clip(plain.get_rect())
            assert told.subsurface(place).get_buffer().raw == plain.subsurface(place).get_buffer().raw


def test_starting_over_begins_with_what_the_sliders_say_and_keeps_it(watch, card):
    watching = watch.watching
    until(watch, lambda: watching.snapshot.transitions > 0)
    press(card.sliders[RATE], pygame.K_RIGHT)
    click(watch, card.over)
    dialog = watch.ui.popups[-1]
    assert dialog.body._lines[-1].text == "It starts over with β 0.1 instead of the level's own."
    dialog.answer("Start over")
    for _ in range(2):
        until(watch, lambda: watching.snapshot is not None and watching.snapshot.transitions > 0)
        assert (
            watching.snapshot.began_with.learning_rate == watching.opened.level.learning.learning_rate == 0.1
        )
        assert watching.snapshot.changes == ()
        assert (card.moved, card.sentence) == ({}, "Started with other values than the level's")
        watching.restart()


def test_a_discount_that_level_files_refuse_is_not_offered(watch_level, tmp_path):
    path = tmp_path / "sparse.yaml"
    path.write_text(
        "format: 1\nname: x\nmap: |\n  S..G\nrewards: {step: 0, goal: 1}\nlearning: {discount: 0.93}\n",
        encoding="utf-8",
    )
    stops = watch_level(path).cards.settings.stops(DISCOUNT)
    assert stops[-1] == 0.99
    assert 0.93 in stops


def test_a_learner_that_ended_in_a_dead_end_uses_nothing_from_now_on(watch_level, tmp_path):
    path = tmp_path / "trap.yaml"
    text = builtin_levels()["dead_end"].read_text(encoding="utf-8")
    path.write_text(f"{text}safety: one_step\n", encoding="utf-8")
    watch = watch_level(path)
    watching, card = watch.watching, watch.cards.settings
    watching.set_pace(0, unlimited=True)
    watch.cards.turn_to("details")
    watch.panel.opened = "settings"
    watch.arrange()
    until(watch, lambda: watching.status == "failed" and card.sliders[DISCOUNT].stop > 0)
    press(card.sliders[DISCOUNT], pygame.K_HOME)
    click(watch, card.now)
    assert watching.learning == watching.loaded.level.learning
    assert card.moved == {"discount": 0.5}


def test_the_export_writes_beside_the_frames_into_a_new_folder_each_time(watch, card, tmp_path):
    drawn = []

    def draw(run, path):
        drawn.append((run.seed, path.name, threading.current_thread() is threading.main_thread()))

    watch.services.draw_run = draw
    watch.export.selecting.folder = tmp_path
    for name in ("grid_4_seed_0", "grid_4_seed_0_2"):
        watch.do(Control.EXPORT)
        dialog = watch.ui.popups[-1]
        assert isinstance(dialog, FolderDialog)
        until(watch, lambda dialog=dialog: dialog.folders.listing is not None)
        dialog.open_button.on_click()
        until(watch, lambda name=name: (tmp_path / name / "run.json").exists())
        until(
            watch, lambda name=name: watch.services.messages.message.text == f"Exported to {tmp_path / name}"
        )
        assert json.loads((tmp_path / name / "run.json").read_text("utf-8"))["level"] == "Grid 4×4"
    assert drawn == [(0, name, False) for name in ("chart.png", "chart.svg")] * 2


def test_an_export_that_fails_is_a_sentence(watch, card, tmp_path):
    (tmp_path / "file").write_text("", encoding="utf-8")
    watch.export.into(tmp_path / "file")
    until(watch, lambda: watch.services.messages.message.text.startswith("The export failed: "))
    assert "can't be created" in watch.services.messages.message.text
