"""The play screen in the window: keys, gamepad, the shield, results that are kept, and the way back."""

from itertools import pairwise

import numpy as np
import pygame
import pytest

from game.board.art.ghosts import way_into
from game.presenters.level_loader import prepared
from game.screens.play.play import KEYS
from game.screens.play.words import note, shield_note
from game.screens.screen import PlayLevel
from game.ui.controls import CONTROLS, Control
from levels.model.board import Action
from levels.text.reader import builtin_levels, read_file
from tests.unit.game.driving import click, frames, pass_time, playing, press, until


@pytest.fixture
def play(start):
    """The program with the play screen on grid_4 open, its agent having learned the shortest way."""
    app = start(builtin_levels()["grid_4"], unlimited=True)
    watching = playing(app)
    until(app, lambda: watching.snapshot.optimal)
    press(app, pygame.K_p)
    frames(app)
    assert app.top.name == "play"
    return app


ARROWS = {
    Action.RIGHT: pygame.K_RIGHT,
    Action.UP: pygame.K_UP,
    Action.LEFT: pygame.K_LEFT,
    Action.DOWN: pygame.K_DOWN,
}
LETTERS = {
    Action.RIGHT: pygame.K_d,
    Action.UP: pygame.K_w,
    Action.LEFT: pygame.K_a,
    Action.DOWN: pygame.K_s,
}


def follow(app, keys, moves=100):
    """Follows the learned agent to the goal, or until so many moves are made."""
    game = app.top.playing
    while game.outcome is None and game.steps < moves:
        action = game.opened.mdp.actions[int(game.labels[game.state])]
        press(app, keys[action])
        pass_time(app, 0.4)


@pytest.mark.parametrize("keys", [ARROWS, LETTERS])
def test_arrow_keys_and_letters_cross_and_the_result_is_kept(play, keys):
    follow(play, keys)
    game = play.top.playing
    assert (game.outcome, game.steps) == ("goal", 6)
    assert play.services.best.steps(game.opened.level, shield=True) == 6
    press(play, pygame.K_SPACE)
    frames(play)
    assert (game.steps, game.outcome) == (0, None)


def test_an_arrival_counts_though_the_same_frame_starts_again(play):
    follow(play, ARROWS, moves=5)
    game = play.top.playing
    press(play, ARROWS[game.opened.mdp.actions[int(game.labels[game.state])]])
    press(play, pygame.K_r)
    frames(play)
    assert (game.steps, game.outcome) == (0, None)
    assert play.services.best.steps(game.opened.level, shield=True) == 6


def test_a_refused_move_tells_why_and_is_acted_out(play):
    press(play, pygame.K_LEFT)
    frames(play, 2)
    game = play.top.playing
    assert game.steps == 0
    assert game.refusal.reason.kind == "outside"
    assert note(game).text == "Left is refused. The board ends here."
    assert play.top.scene().refused is Action.LEFT
    pass_time(play, 1.0)
    assert play.top.scene().refused is None
    play.top.toggle_shield()
    assert game.refusal is None  # what was refused would be made now


def test_a_doomed_move_shows_where_it_leads_as_long_as_it_is_told(start):
    app = start()
    path = builtin_levels()["dead_end"]
    level = prepared(path, read_file(path))
    best = np.nan_to_num(level.optimal.q_star, nan=-np.inf).argmax(axis=1).astype(np.int8)
    app.stack.take(PlayLevel(level, best))
    top, game = app.top, app.top.playing
    press(app, pygame.K_LEFT)
    assert game.refusal.reason.kind == "outside"
    assert top.scene().trace is None
    follow(app, ARROWS, moves=11)
    assert top.scene().trace is None
    press(app, pygame.K_LEFT)
    frames(app, 120)  # longer than the pulse
    reason = game.refusal.reason
    assert reason.kind == "doomed"
    assert top.scene().trace == way_into(level.level, level.mdp, level.safe, reason.trace, len(reason.trace))
    assert top.scene().trace.obstacles == (0,)
    assert "trap" in note(game).text
    press(app, pygame.K_RIGHT)
    frames(app)
    assert (game.steps, top.scene().trace) == (12, None)


def test_without_the_shield_one_can_crash_and_no_best_is_kept(play):
    press(play, pygame.K_f)
    press(play, pygame.K_LEFT)
    pass_time(play, 0.4)
    game = play.top.playing
    assert game.outcome == "crash"
    assert play.services.best.steps(game.opened.level, shield=False) is None


def test_a_run_counts_as_shielded_only_if_the_shield_was_on_at_every_move(play):
    game, best = play.top.playing, play.services.best
    press(play, pygame.K_f)
    follow(play, ARROWS, moves=5)
    press(play, pygame.K_f)
    assert shield_note(game) == "shield not always on"
    follow(play, ARROWS)
    assert (game.outcome, game.shield) == ("goal", True)
    assert best.steps(game.opened.level, shield=True) is None
    assert best.steps(game.opened.level, shield=False) == 6
    press(play, pygame.K_r)
    assert shield_note(game) == "shield on"


def test_a_shield_that_falls_after_the_last_move_was_on(play):
    follow(play, ARROWS)
    press(play, pygame.K_f)
    assert play.top.playing.shielded
    assert shield_note(play.top.playing) == "shield on"


def test_cross_stick_and_buttons_of_a_gamepad_do_the_same(play):
    game = play.top.playing
    up = game.opened.mdp.actions.index(Action.UP)
    play.handle(pygame.Event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=(0, 1)))
    assert game.actions == [up]
    pass_time(play, 0.4)
    for value in (-0.2, -0.7, -1.0, -0.7):  # one push is one move
        play.handle(pygame.Event(pygame.JOYAXISMOTION, instance_id=0, axis=1, value=value))
    assert game.actions == [up, up]
    play.handle(pygame.Event(pygame.JOYBUTTONDOWN, instance_id=0, button=3))
    assert not game.shield
    play.handle(pygame.Event(pygame.JOYBUTTONDOWN, instance_id=0, button=1))
    frames(play)
    assert play.top.name == "watch"


def test_in_real_time_the_hop_is_over_long_before_the_traffic_stops(play):
    top = play.top
    press(play, pygame.K_b)
    press(play, pygame.K_UP)
    start, there = top.playing.cell(0), top.playing.cell(1)
    frames(play)
    scene = top.scene()
    assert (scene.agent_from, scene.agent_to, scene.progress) == (start, there, 0)
    assert scene.facing is Action.UP
    assert scene.trail == (start,)
    shown = []
    while top.playing.progress < 0.95:
        shown.append(top.scene())
        frames(play)
    flying = sum(0 < scene.progress < 1 for scene in shown)
    assert 8 <= flying <= 11  # of 60 a second
    paces = [b.time - a.time for a, b in pairwise(shown)]
    assert min(paces) == pytest.approx(max(paces))


def in_real_time(app):
    """Real time, with the first move made."""
    press(app, pygame.K_b)
    press(app, pygame.K_UP)
    frames(app, 10)


@pytest.mark.parametrize("key", [pygame.K_h, pygame.K_F2])
def test_real_time_stands_still_behind_a_dialog(play, key):
    in_real_time(play)
    game = play.top.playing
    press(play, key)
    before = game.steps, game.progress
    frames(play, 60)
    assert (game.steps, game.progress) == before
    press(play, pygame.K_ESCAPE)
    frames(play, 50)
    assert game.steps > before[0]


@pytest.mark.parametrize("event", [pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED])
@pytest.mark.parametrize("goes_on", ["key", "click"])
def test_real_time_pauses_when_the_window_is_out_of_sight_or_reach(play, event, goes_on):
    in_real_time(play)
    top, game = play.top, play.top.playing
    play.handle(pygame.Event(event))
    frames(play, 60)
    assert (game.steps, game.paused) == (1, True)
    assert top.note.message.text == "Paused. Move or click to continue."
    play.handle(pygame.Event(pygame.WINDOWFOCUSGAINED))
    frames(play, 60)
    assert game.steps == 1
    if goes_on == "key":
        press(play, pygame.K_DOWN)
    else:
        click(play, top.board.rect.center)
    frames(play, 60)
    assert game.steps > 1
    assert not game.paused
    assert top.note.message.text.startswith("No key, and ")


def test_move_by_move_nothing_pauses(play):
    press(play, pygame.K_UP)
    play.handle(pygame.Event(pygame.WINDOWFOCUSLOST))
    frames(play, 20)
    assert not play.top.playing.paused
    assert play.top.note.message is None


def pad(app, kind, **values):
    app.handle(pygame.Event(kind, instance_id=0, **values))


def test_a_d_pad_that_reports_as_buttons_moves_too(play):
    asked = []
    play.top.playing.want = asked.append
    for button in range(11, 15):
        pad(play, pygame.JOYBUTTONDOWN, button=button)
    assert asked == [Action.UP, Action.DOWN, Action.LEFT, Action.RIGHT]


@pytest.mark.parametrize("waits", [True, False])
def test_the_hint_at_the_foot_tells_the_gamepad(play, monkeypatch, waits):
    monkeypatch.setattr("game.presenters.playing.Playing.waits", property(lambda _: waits))
    words = {Control.GO_WAIT: "waits"} if waits else {}
    words |= {Control.SHIELD: "shield", Control.AGAIN: "again"}
    words[Control.BACK_OUT] = "back"
    buttons = {row.control: row.pad.upper() for row in CONTROLS if row.pad}
    whole = play.top._hint(1240)
    for control, word in words.items():
        assert f"{buttons[control]} {word}" in whole
    assert ("X waits" in whole) is waits
    assert "stick or D-pad moves" in whole
    assert "Esc back" in whole
    assert "Gamepad" not in play.top._hint(720)  # a small window: keys, or the gamepad where there is one
    monkeypatch.setattr("game.screens.play.play.plugged_in", lambda: ["one"])
    assert play.top._hint(720).startswith("Gamepad")
    assert play.top._hint(100) == KEYS[-1]


@pytest.mark.parametrize("key", [pygame.K_h, pygame.K_F2])
def test_a_gamepad_obeys_dialogs_as_keys_do(play, key):
    top, game = play.top, play.top.playing
    press(play, key)
    pad(play, pygame.JOYHATMOTION, hat=0, value=(0, 1))
    pad(play, pygame.JOYAXISMOTION, axis=1, value=-1.0)
    pad(play, pygame.JOYBUTTONDOWN, button=3)
    frames(play, 20)
    assert (game.steps, game.shield, len(top.ui.popups)) == (0, True, 1)
    pad(play, pygame.JOYBUTTONDOWN, button=1)
    frames(play)
    assert (play.top.name, top.ui.popups) == ("play", [])
    pad(play, pygame.JOYAXISMOTION, axis=1, value=-0.9)  # the push begun behind the dialog
    assert game.steps == 0
    pad(play, pygame.JOYAXISMOTION, axis=1, value=0.0)
    pad(play, pygame.JOYAXISMOTION, axis=1, value=-0.9)
    assert game.steps == 1
    pad(play, pygame.JOYBUTTONDOWN, button=1)
    frames(play)
    assert play.top.name == "watch"


def test_it_leads_back_to_the_level_being_learned(play):
    press(play, pygame.K_ESCAPE)
    frames(play, 3)
    assert play.top.name == "watch"
    assert play.top.watching.snapshot is not None


def test_g_with_nobody_to_race_says_so(play):
    play.top.playing.ghost = ()
    press(play, pygame.K_g)
    assert "No one to race yet" in play.services.messages.message.text
    assert play.top.race.racing


def test_the_learned_agent_hops_beside_in_the_way_it_goes(play):
    top, game = play.top, play.top.playing
    cells = [game.opened.mdp.cell(state) for state in game.ghost]
    seen = []
    while len(seen) < len(cells) + 1:  # back and forth, while it goes to the goal
        press(play, (pygame.K_UP, pygame.K_DOWN)[game.steps % 2])
        shown = []
        while game.progress < 1:
            frames(play)
            shown.append(top.scene())
        assert all(scene.beside.progress == scene.progress for scene in shown) or len(seen) >= len(cells) - 1
        seen.append((shown[0].beside.agent_from, shown[0].beside.agent_to, shown[-1].beside.facing))
    facing = {(-1, 0): Action.UP, (0, 1): Action.RIGHT, (0, -1): Action.LEFT, (1, 0): Action.DOWN}
    expected = [(a, b, facing[b[0] - a[0], b[1] - a[1]]) for a, b in pairwise(cells)]
    assert seen == [*expected, *[(cells[-1], cells[-1], Action.WAIT)] * 2]
    assert top.scene().beside.progress == 1  # it rests at the goal
    press(play, pygame.K_g)
    assert top.scene().beside is None


@pytest.mark.parametrize("racing", [True, False])
def test_the_learned_agent_stays_in_sight_after_a_crash(play, racing):
    top = play.top
    if not racing:
        press(play, pygame.K_g)
    press(play, pygame.K_f)
    press(play, pygame.K_LEFT)
    pass_time(play, 0.4)
    game = top.playing
    assert game.outcome == "crash"
    place = top.board.rect_of(game.ghost_move[1])
    assert not place.colliderect(top.board.rect_of(game.cell(-1)))
    shown = pygame.surfarray.array3d(play.window.surface.subsurface(place))
    press(play, pygame.K_g)
    frames(play)
    assert top.race.racing is not racing
    assert (pygame.surfarray.array3d(play.window.surface.subsurface(place)) != shown).any()


@pytest.mark.usefixtures("no_minimum")
def test_in_a_small_window_what_is_told_stands_at_the_foot(play):
    play.window.system.size = 400, 300
    until(play, lambda: play.window.size == (400, 300))
    frames(play, 2)
    top = play.top
    assert not any(card.visible for card in top.panel.cards.values())
    assert top.board.rect.width > 350
    follow(play, ARROWS)
    frames(play, 2)
    assert top.foot_message.text == "The best possible! First time across, in 6 steps. Space starts again."


@pytest.mark.usefixtures("no_minimum")
def test_it_can_be_looked_at_in_any_size(play):
    for size in ((400, 300), (200, 120), (640, 420), (960, 600), (1920, 1080)):
        play.window.system.size = size
        until(play, lambda size=size: play.window.size == size)
        frames(play, 2)
    assert play.failures == []


def test_the_beat_is_there_in_real_time_only(play):
    assert not play.top.time.beat.visible
    press(play, pygame.K_b)
    frames(play)
    assert play.top.time.beat.visible


def test_the_help_has_a_button(play):
    click(play, play.top.help.rect.center)
    assert len(play.top.ui.popups) == 1


@pytest.mark.parametrize(("name", "waits"), [("grid_4", False), ("patience", True)])
def test_waiting_is_offered_where_the_level_has_it(start, name, waits):
    app = start()
    path = builtin_levels()[name]
    level = prepared(path, read_file(path))
    app.stack.take(PlayLevel(level, np.full(level.mdp.n_states, -1, dtype=np.int8)))
    assert ("X waits" in app.top._hint(2000)) is waits
    assert ("X waits" in note(app.top.playing).text) is waits


def test_a_move_made_for_somebody_is_shown_as_such_and_switching_amid_a_run_waits(play):
    press(play, pygame.K_UP)
    pass_time(play, 0.4)
    press(play, pygame.K_b)
    pass_time(play, 5)
    top, game = play.top, play.top.playing
    assert (game.steps, game.paused) == (1, True)
    press(play, pygame.K_UP)
    while game.steps == 2:
        frames(play)
    frames(play)
    assert top.note.message.text == "No key, and no waiting here: your last move, up, was made again."
    assert top.board.rect.contains(top.note.rect)
