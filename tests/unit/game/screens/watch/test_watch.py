"""The watch page: which replay it shows, the note above the board, banner, sheet and projector."""

import time
from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.presenters import steady_phase
from game.presenters.captions import crossing_of, replay_note
from game.presenters.watching import Watching
from game.screens.screen import Open
from game.screens.watch.banner import STAYS
from game.screens.watch.details import certificate_text
from game.screens.watch.plain import running_median
from game.screens.watch.projector import projection
from game.screens.watch.watch import Place
from game.ui.controls import Control
from game.ui.drawing import draw
from game.ui.theme import GOLD, SAFE, SELECTED, TEXT, UNSAFE_TEXT
from learner.core.trainer import Trainer
from levels.text.reader import builtin_levels
from tests.unit.game.screens.watch.asking import FRAME, drawn, hover, press, tab_to


def test_the_timelines_tooltip_hides_no_words_of_the_player_bar(watch):
    line = watch.player.timeline
    for x in (line.rect.x + 5, line.track.centerx, line.track.right):
        hover(watch, (x, line.track.centery))
        watch.ui.advance(1.0)
        watch.ui.advance(1.0)
        assert watch.ui.tooltip
        words = watch.player.rect
        plain, told = pygame.Surface((1280, 800)), pygame.Surface((1280, 800))
        watch.ui.draw_popups(told)
        assert told.subsurface(words).get_buffer().raw == plain.subsurface(words).get_buffer().raw
        assert told.get_buffer().raw != plain.get_buffer().raw


def test_between_two_parts_of_the_layer_no_second_move_becomes_the_agents_choice(watch, monkeypatch):
    card, surface = watch.cards.moves, pygame.Surface((1280, 800))
    chosen = np.full(watch.watching.opened.mdp.n_states, len(card.rows) - 1)
    monkeypatch.setattr(Watching, "choices", property(lambda _: chosen))
    for n_parts, _part in enumerate(card.draw_parts(surface)):
        chosen[:] = n_parts  # the replay goes on
    ground = [surface.get_at((row.rect.x + watch.ui.px(28), row.rect.centery)) for row in card.rows]
    assert [place == pygame.Color(SELECTED) for place in ground] == [False, False, False, True]


# -- a replay that is worse than what is known ------------------------------------------------------------


@pytest.fixture
def worse(watch, monkeypatch):
    """The page while a replay goes in circles although the newest policy takes the shortest way."""
    watching = watch.watching
    best = np.argmax(np.nan_to_num(watching.opened.optimal.q_star, nan=-np.inf), axis=1)
    labels = np.where(watching.opened.safe.allowed.any(axis=1), best, -1).astype(np.int8)
    steps = np.array([watching.opened.certificate.shortest])
    snapshot = replace(watching.snapshot, labels=labels, start_steps=steps, converged_episode=None)
    monkeypatch.setattr(watching.thread, "latest", lambda: snapshot)
    watching.snapshot = snapshot
    watching.next_rollout()
    assert not watching.outdated
    rollout = replace(watching.shown.rollout, outcome="loop", actions=watching.shown.rollout.actions * 9)
    watching.shown = replace(watching.shown, rollout=rollout)
    watching.playback.speed_index = 0
    watching.playback.paused = False
    return watch


@pytest.mark.parametrize("still", [False, True])
def test_a_worse_replay_gives_way_within_two_seconds_with_a_veil_unless_motion_is_reduced(worse, still):
    worse.services.change(worse.services.settings.model_copy(update={"reduce_motion": still}))
    watching, veils = worse.watching, []
    for _ in range(19):
        worse.update(0.1)
        veils.append(watching.veil)
    assert watching.shown.rollout.outcome == "goal"
    assert len(watching.shown.rollout.actions) == watching.opened.certificate.shortest
    assert (max(veils) == 0.0) is still
    for _ in range(3):
        worse.update(0.1)
    assert watching.veil == 0.0


def test_a_worse_replay_stays_while_the_display_is_paused(worse):
    worse.watching.playback.paused = True
    for _ in range(40):
        worse.update(0.1)
    assert worse.watching.shown.rollout.outcome == "loop"
    assert worse.watching.veil == 0.0


@pytest.mark.parametrize("why", ["the past", "random moves"])
def test_a_replay_of_the_past_or_with_random_moves_is_as_it_is(worse, why):
    watching = worse.watching
    assert watching.outdated
    assert crossing_of(watching).text == "Did not get across then"
    assert worse.cards.crossing.brief[0] == "not in this replay"
    assert f"By now it crosses in {watching.newest_steps} steps." in worse.cards.crossing.tip_at((0, 0))[0]
    if why == "the past":
        watching.moment = object()
    else:
        watching.shown = replace(watching.shown, exploring=True)
    assert not watching.outdated
    watching.moment = None


# -- the note above the board -----------------------------------------------------------------------------


@pytest.mark.parametrize("projector", [False, True])
def test_a_level_that_opens_says_once_that_it_is_getting_ready(watch, monkeypatch, projector):
    monkeypatch.setattr(watch.watching, "update", lambda _dt: None)
    watch.watching.snapshot = watch.watching.shown = None
    watch.projector = projector
    watch.arrange()
    written, text = set(), draw.text

    def write(surface, line, place, *args, **kwargs):
        written.add((line.lower(), place))
        return text(surface, line, place, *args, **kwargs)

    monkeypatch.setattr(draw, "text", write)
    drawn(watch)
    assert [line for line, _place in written if "getting ready" in line] == ["getting ready"]


def test_waiting_for_the_svm_is_told_first(watch):
    watch.watching.ahead = 2
    assert watch.note.words[0] == "Looking ahead"
    watch.note.fitting = True
    assert watch.note.words[0] == "Fitting the SVM"


def test_a_note_that_is_cut_has_its_words_in_a_tooltip_and_else_leaves_clicks_to_the_board(watch):
    drawn(watch)
    assert not watch.note.contains(watch.note.rect.center)
    watch.note.place(pygame.Rect(16, 76, 140, 400))
    assert watch.note.rect.width == 140
    assert watch.note.contains(watch.note.rect.center)
    assert watch.note.tip_at((0, 0))[0] == " · ".join(replay_note(watch.watching))


def test_learning_from_every_phase_is_told(watch_level, tmp_path):
    text = "format: 1\nname: Road\nmap: |\n  .G.\n  ===\n  .S.\nlearning: {start_phases: all}\nobstacles:\n"
    text += "  - {kind: lane, look: car, row: 1, direction: right, every: 2, loop: 6, at: [0]}\n"
    path = tmp_path / "road.yaml"
    path.write_text(text, encoding="utf-8")
    told = "shown from phase 0, learned from all phases"
    assert certificate_text(watch_level(path).watching).endswith(told)
    path.write_text(text.replace("start_phases", "start_cells"), encoding="utf-8")
    assert certificate_text(watch_level(path).watching).endswith(
        "shown from the start, learned from all cells"
    )
    assert told not in certificate_text(watch_level(builtin_levels()["crossy_road"]).watching)


# -- banner, sheet, projector -----------------------------------------------------------------------------


def learn(screen):
    """Has the page's level be learned, and its banner come."""
    watching = screen.watching
    watching.set_pace(watching.rate_index, unlimited=True)
    end = time.perf_counter() + 60
    while watching.snapshot.converged_episode is None:
        assert time.perf_counter() < end
        screen.update(FRAME)
        time.sleep(0.002)
    watching.next_rollout()
    watching.playback.position = float(watching.playback.n_moves)
    screen.update(FRAME)
    return screen


@pytest.fixture
def learned(watch_level, tmp_path):
    """The page of a level that has been learned, with its banner."""
    place = Place("Basics · 1 of 3", tmp_path / "next.yaml")
    return learn(watch_level(builtin_levels()["grid_4"], place=place))


def test_the_banner_comes_once_and_leaves_after_a_while(learned):
    banner = learned.banner
    assert banner.visible
    assert "shortest safe path" in banner.title
    assert "not one crash" in banner.line
    for _ in range(round(STAYS / 0.5) - 1):
        learned.update(0.5)
    assert banner.visible
    learned.update(0.5)
    learned.update(0.5)
    assert not banner.visible
    learned.update(0.5)
    assert not banner.visible
    assert learned.cards.learning.stage.shown == "learned"


def test_the_banner_counts_the_moves_that_learning_took_not_those_made_since(learned, monkeypatch):
    watching = learned.watching
    opened = watching.opened
    trainer = Trainer(opened.mdp, opened.safe, opened.level.learning, watching.seed)
    trainer.advance(stop="converged")
    watching.snapshot = much_later = replace(watching.snapshot, transitions=10**9)
    monkeypatch.setattr(watching.thread, "latest", lambda: much_later)
    learned.banner.leave()
    learned.congratulation.forget()
    learned.update(FRAME)
    assert learned.banner.visible
    assert f"after {trainer.transitions:,} practice moves and" in learned.banner.line


def test_on_a_late_level_the_banner_promises_no_more_than_the_best_guaranteed(watch_level, tmp_path):
    path = tmp_path / "late.yaml"
    car = "{kind: lane, look: car, row: 1, direction: right, loop: 9, at: [0], late: 1}"
    path.write_text(f"format: 1\nname: Late\nmap: |\n  G..\n  ===\n  S..\nobstacles: [{car}]\n", "utf-8")
    assert learn(watch_level(path)).banner.title == "It has learned the best guaranteed path"


@pytest.mark.parametrize("key", [pygame.K_a, pygame.K_5], ids=["SVM acts", "Error"])
def test_the_banner_gives_way_to_what_the_user_wants_to_see(learned, key):
    assert learned.banner.visible
    learned.watching.svm.box = None  # the closed form, which is there at once
    press(learned, key)
    assert learned.watching.acting.on or learned.overlays
    assert not learned.banner.visible
    learned.update(FRAME)
    assert not learned.banner.visible
    assert learned.cards.next.children  # its offers stay in reach
    learned.banner.come("Learned", "")
    press(learned, key)
    assert learned.banner.visible  # what is switched off hides nothing


def test_the_banner_waits_until_the_overlays_are_off(learned):
    learned.banner.leave()
    learned.congratulation.forget()
    press(learned, pygame.K_1)
    learned.update(FRAME)
    assert learned.overlays
    assert not learned.banner.visible
    press(learned, pygame.K_1)
    learned.update(FRAME)
    assert learned.banner.visible


@pytest.mark.parametrize(
    ("detour", "violations", "title", "end"),
    [
        (0, 0, "It has learned the shortest safe path", "and not one crash."),
        (2, 1, "It has learned a safe path", "and 1 crash."),
        (2, 3, "It has learned a safe path", "and 3 crashes."),
    ],
)
def test_the_banner_says_no_more_than_is_so(learned, monkeypatch, detour, violations, title, end):
    watching = learned.watching
    snapshot = replace(watching.snapshot, detour=detour, violations=violations)
    monkeypatch.setattr(watching.thread, "latest", lambda: snapshot)
    watching.snapshot = snapshot
    learned.congratulation.forget()
    learned.banner.leave()
    old = replace(watching.shown, episodes=snapshot.converged_episode - 1)
    known, watching.shown = watching.shown, old
    watching.playback.position = float(watching.playback.n_moves)
    learned.update(0.0)
    assert not learned.banner.visible  # the replay on show is from before
    watching.shown = known
    learned.update(0.0)
    assert learned.banner.title == title
    assert learned.banner.line.startswith(f"In {len(known.rollout.actions)} steps, after ")
    assert learned.banner.line.endswith(end)


def test_escape_and_the_cross_take_the_banner_away_and_nothing_else(learned):
    press(learned, pygame.K_ESCAPE)
    assert not learned.banner.visible
    assert learned.outcome is None
    learned.banner.come("again", "")
    drawn(learned)
    tab_to(learned, learned.banner.dismiss)
    press(learned, pygame.K_RETURN)
    assert not learned.banner.visible


def test_the_banner_covers_no_goal_and_lies_within_the_board(learned):
    drawn(learned)
    banner, board = learned.banner, learned.board
    assert board.rect.contains(banner.rect)
    goals = [board.rect_of(cell) for cell in learned.watching.opened.level.board.goals]
    assert banner.rect.collidelist(goals) < 0
    below = [pygame.Rect(banner.rect.centerx, board.rect.bottom - 40, 30, 30)]
    banner.place(board.rect, below, still=True)  # a goal at the foot
    assert banner.rect.collidelist(below) < 0
    assert board.rect.contains(banner.rect)


def test_after_starting_over_the_banner_comes_again(learned):
    learned.banner.leave()
    learned.restart()
    dialog = learned.ui.popups[-1]
    dialog.on_answer("Start over")
    learned.ui.close(dialog)
    learned.watching.playback.paused = False
    end = time.perf_counter() + 60
    while not learned.banner.visible:
        assert time.perf_counter() < end, "no banner came in time"
        learned.update(0.1)
        time.sleep(0.002)


def test_a_choice_of_the_banner_takes_it_away_and_is_done(learned, tmp_path):
    drawn(learned)
    learned.banner.choices[Control.NEXT_LEVEL].activate()
    assert not learned.banner.visible
    assert learned.update(0.0) == Open(tmp_path / "next.yaml")


def test_what_the_banner_offered_stays_in_a_card_until_learning_starts_over(learned, tmp_path):
    assert "next" not in learned.layout.cards.boxes
    learned.banner.leave()
    learned.update(0.0)
    assert "next" in learned.layout.cards.boxes
    offered = [offer.control for offer in learned.cards.next.children]
    assert offered == [Control.PLAY, Control.COMPARE, Control.NEXT_LEVEL]  # nothing is refused on this path
    learned.cards.next.offers[Control.NEXT_LEVEL].activate()
    assert learned.update(0.0) == Open(tmp_path / "next.yaml")
    learned.restart()
    learned.ui.popups[-1].on_answer("Start over")
    assert "next" not in learned.layout.cards.boxes


def test_the_charts_line_is_the_median_of_the_last_runs():
    assert running_median(np.array([9.0, 1.0, 5.0, 4.0, 6.0]), 3).tolist() == [9, 5, 5, 4, 5]


def test_asking_about_a_move_takes_the_banner_away(learned):
    learned.watching.playback.position = 0.0
    learned.cards.moves.follow()
    learned.cards.moves.rows[0].activate()
    assert learned.bubble.visible
    assert not learned.banner.visible


def test_after_the_last_level_there_is_no_next_one(watch):
    watch.open_next_level()
    assert watch.outcome is None
    assert watch.services.messages.message.text == "This is the last level"


def narrow(screen):
    screen.resize((860, 600), 1.0)
    drawn(screen, (860, 600))


def test_the_sheet_has_a_button_that_closes_it(watch):
    narrow(watch)
    press(watch, pygame.K_d)
    close = watch.sheet.children[0]
    assert watch.sheet.rect.contains(close.rect)
    assert not close.rect.colliderect(watch.cards.learning.rect)
    close.activate()
    assert not watch.sheet.shown
    assert watch.ui.popups == []


@pytest.mark.parametrize("way", ["key", "button"])
def test_a_narrow_window_shows_its_cards_in_a_sheet(watch, way):
    narrow(watch)
    assert not watch.panel.visible
    if way == "key":
        press(watch, pygame.K_d)
    else:
        watch.toolbar.cards.activate()
    assert watch.ui.popups == [watch.sheet]
    assert watch.cards.learning.visible
    assert watch.sheet.rect.contains(watch.cards.learning.rect)
    press(watch, pygame.K_d)  # keys are the page's: it turns to the next cards
    assert watch.cards.tab == "details"
    press(watch, pygame.K_ESCAPE)
    assert not watch.sheet.shown
    assert watch.ui.popups == []
    assert not watch.panel.visible


def test_a_move_selected_in_the_sheet_is_explained_on_the_board(watch):
    narrow(watch)
    press(watch, pygame.K_d)
    watch.cards.moves.rows[0].activate()
    assert not watch.sheet.shown
    assert watch.bubble.visible


def test_a_click_beside_the_sheet_or_a_wider_window_closes_it(watch):
    narrow(watch)
    press(watch, pygame.K_d)
    click = [
        pygame.Event(kind, pos=(40, 300), button=1) for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
    ]
    for event in click:
        watch.handle(event)
    assert not watch.sheet.shown
    press(watch, pygame.K_d)
    assert watch.sheet.shown
    watch.resize((1280, 800), 1.0)
    assert not watch.sheet.shown
    assert watch.panel.visible
    assert watch.panel in watch.ui.root


def test_the_projector_shows_board_player_bar_and_one_sentence(watch):
    press(watch, pygame.K_F8)
    drawn(watch)
    shown = [widget for widget in watch.ui.root if widget.visible]
    assert shown == [watch.board, watch.player, watch.note, watch.page_again]
    assert watch.board.rect.height > 0.6 * 800
    assert watch.bubble.big
    tab_to(watch, watch.page_again)
    press(watch, pygame.K_RETURN)
    assert not watch.projector
    press(watch, pygame.K_F8)
    press(watch, pygame.K_ESCAPE)
    assert not watch.projector
    assert watch.panel.visible
    assert not watch.bubble.big


def test_the_projector_has_one_figure_and_one_sentence(learned):
    watching = learned.watching
    best = watching.opened.certificate.shortest
    assert projection(watching) == (str(best), "steps to cross, the best possible. Not one crash.", GOLD)
    rollout = watching.shown.rollout
    longer = replace(rollout, actions=rollout.actions + rollout.actions[-1:])
    watching.shown = replace(watching.shown, rollout=longer)
    told = f"steps to cross, best possible {best}. Not one crash."
    assert projection(watching) == (str(best + 1), told, TEXT)
    watching.shown = replace(watching.shown, rollout=replace(rollout, outcome="loop"))
    assert projection(watching) == ("0", "crashes so far. It did not get across then.", SAFE)
    watching.snapshot = replace(watching.snapshot, violations=3)
    assert projection(watching) == ("3", "crashes while learning", UNSAFE_TEXT)
    watching.snapshot = None
    assert projection(watching)[:2] == ("", "Learning has not started yet")


def test_the_pill_says_practising_as_soon_as_it_does(watch):
    assert watch.watching.status == "running"
    watch.update(FRAME)
    assert watch.cards.learning.stage.shown == "practising"


def test_speeds_below_the_first_segment_are_named_there(watch):
    names = []
    for _ in range(8):
        watch.change_speed(-1)
        watch.update(0.0)
        chosen = next(iter(watch.player.speed.chosen))
        names += [part.label for part in watch.player.speed.segments if part.key == chosen]
    assert names[-1] == "⅛×"
    assert "¼×" in names
    assert [part.label for part in watch.player.speed.segments][1:] == ["1×", "2×", "4×", "8×"]


def test_the_shortest_way_is_shown_to_its_end_however_long(watch, monkeypatch):
    monkeypatch.setattr("game.presenters.watching.LEAST_LIMIT", 0)
    monkeypatch.setattr("game.presenters.watching.MOST_LIMIT", 3)
    watching = watch.watching
    best = np.argmax(np.nan_to_num(watching.opened.optimal.q_star, nan=-np.inf), axis=1)
    labels = np.where(watching.opened.safe.allowed.any(axis=1), best, -1).astype(np.int8)
    watching.snapshot = replace(watching.snapshot, labels=labels)
    watching.next_rollout()
    assert watching.shown.rollout.outcome == "goal"
    assert len(watching.shown.rollout.actions) == watching.opened.certificate.shortest > 3


def told(watch):
    return watch.services.messages.message.text


def test_the_maps_follow_the_board_steadily(watch_level):
    watch = watch_level(builtin_levels()["first_road"])
    playback = watch.watching.playback
    for _ in range(20):
        watch.update(FRAME)
    opened = watch.watching.opened
    first = opened.mdp.phase(watch.watching.state)
    assert watch.board.overlay_data().phase == first
    watch.board.follow(steady_phase.STAYS)
    for _ in range(6):  # faster than eyes can bear
        playback.step()
        playback.advance(0.1)
        watch.board.follow(FRAME)
    assert opened.mdp.phase(watch.watching.state) != first
    assert watch.board.overlay_data().phase == (first + 1) % opened.mdp.period
    assert watch.board.overlay_data().state == watch.watching.state
    watch.board.follow(steady_phase.STAYS)
    assert watch.board.overlay_data().phase == opened.mdp.phase(watch.watching.state)
