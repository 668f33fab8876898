"""What is heard: of a level watched or played, frame by frame; of buttons, refusals and the mute key."""

from collections import Counter
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.board.art.signals import AHEAD
from game.presenters.level_loader import prepared
from game.presenters.playback import SPEEDS, Playback
from game.presenters.playing import MOVE_SECONDS, Playing
from game.services.sound import HEARD_UP_TO
from game.services.sound_cues import PlaySoundCues, WatchSoundCues
from learner.core.rollout import play
from levels.model.board import Action
from levels.text.reader import builtin_levels, read_file
from tests.unit.game.driving import click, frames, playing, press

FRAME = 1 / 60


class Heard:
    """Sounds that only remember what was played: its name and the display's speed."""

    def __init__(self):
        self.played = []
        self.muted, self.volume = False, 1.0

    def play(self, name, speed=0.0):
        self.played.append((name, speed))

    @property
    def names(self):
        return [name for name, _speed in self.played]


@pytest.fixture(scope="module")
def level():
    path = Path(builtin_levels()["crossy_road"])
    return prepared(path, read_file(path))


@pytest.fixture(scope="module")
def labels(level):
    best = np.argmax(np.nan_to_num(level.optimal.q_star, nan=-np.inf), axis=1).astype(np.int8)
    best[~level.safe.allowed.any(axis=1)] = -1
    return best


def rollout_of(level, labels, epsilon=0.0):
    rng = np.random.default_rng(3)
    return play(level.mdp, level.safe, labels, level.mdp.starts[0], epsilon, rng, limit=200)


class Watched:
    """Sound cues of a playback without a window; one pass is one frame."""

    def __init__(self, level, rollout, speed=4.0):
        self.playback = Playback(speed_index=SPEEDS.index(speed))
        self.sound_cues = WatchSoundCues(SimpleNamespace(opened=level, playback=self.playback))
        self.playback.start(rollout)

    def frame(self):
        self.playback.advance(FRAME)
        return self.sound_cues.heard()

    def to_the_end(self):
        heard = self.sound_cues.heard()
        while not self.playback.finished:
            heard += self.frame()
        return heard


def test_each_move_is_heard_once_and_the_goal_at_the_end(level, labels):
    rollout = rollout_of(level, labels)
    watched = Watched(level, rollout)
    heard = watched.to_the_end()
    cells = [level.mdp.cell(int(state)) for state in rollout.states]
    moves = sum(a != b for a, b in pairwise(cells))
    counts = Counter(heard)
    assert (counts["hop"], counts["goal"], counts["random"]) == (moves, 1, 0)
    assert heard.index("goal") > len(heard) - 3
    assert [name for _ in range(20) for name in watched.frame()] == []


def test_random_moves_sound_differently(level, labels):
    rollout = rollout_of(level, labels, epsilon=0.5)
    counts = Counter(Watched(level, rollout).to_the_end())
    cells = [level.mdp.cell(int(state)) for state in rollout.states]
    moves = zip(rollout.random, pairwise(cells), strict=True)
    random = sum(by_chance and here != there for by_chance, (here, there) in moves)
    assert counts["random"] == random > 0


def test_a_move_gone_back_and_made_again_is_heard_again(level, labels):
    watched = Watched(level, rollout_of(level, labels))
    playback = watched.playback
    playback.step()
    assert sum(watched.frame().count("hop") for _ in range(30)) == 1
    assert playback.position == 1
    playback.back()
    assert "hop" not in watched.frame()
    playback.step()
    assert sum(watched.frame().count("hop") for _ in range(30)) == 1


def test_a_pause_in_the_air_is_not_a_second_move(level, labels):
    watched = Watched(level, rollout_of(level, labels), speed=1.0)
    while "hop" not in watched.frame():
        pass
    watched.playback.toggle_pause()
    assert [name for _ in range(30) for name in watched.frame()] == []
    watched.playback.toggle_pause()
    assert "hop" not in watched.frame()


def test_a_train_blows_its_horn_once_before_it_enters(level):
    board = level.level.board
    index = next(
        index for index, lane in enumerate(level.level.obstacles) if board.ground[lane.row][0] == "rail"
    )
    trains = [mover for mover in level.level.movers if mover.obstacle == index]
    seen = [any(train.body(tick) for train in trains) for tick in range(2 * level.mdp.period)]
    entries = [tick for tick in range(1, len(seen)) if seen[tick] and not seen[tick - 1] and tick > AHEAD]
    states = [level.mdp.state((board.n_rows - 1, 0), tick) for tick in range(len(seen))]
    still = SimpleNamespace(
        states=states, actions=[0] * (len(seen) - 1), random=[False] * (len(seen) - 1), outcome="limit"
    )
    watched = Watched(level, still)
    blown = []
    while not watched.playback.finished:
        if "train" in watched.frame():
            blown.append(watched.playback.position)
    assert len(blown) == len([tick for tick in entries if tick - AHEAD < len(seen) - 1]) > 0
    for at, entry in zip(blown, entries, strict=True):
        assert entry - AHEAD - 1 <= at <= entry - AHEAD + 1


def test_playing_hops_refusals_the_crash_and_the_goal_are_heard_once(level, labels):
    played = Playing(level, labels)
    sound_cues = PlaySoundCues(played)

    def wait(seconds=MOVE_SECONDS + 0.05):
        heard = []
        for _ in range(round(seconds / FRAME)):
            played.advance(FRAME)
            heard += sound_cues.heard()
        return [name for name in heard if name != "train"]

    assert wait() == []
    allowed = level.safe.allowed[played.state]
    played.want(level.mdp.actions[int(np.flatnonzero(~allowed)[0])])
    assert wait() == ["refused"]
    told = []
    while played.outcome is None:
        played.want(level.mdp.actions[int(labels[played.state])])
        told += wait()
    moves = sum(level.mdp.actions[column] is not Action.WAIT for column in played.actions)
    assert told == ["hop"] * moves + ["goal"]
    played.restart()
    assert wait() == []
    played.shield = False
    played.want(level.mdp.actions[int(np.flatnonzero(~allowed)[0])])
    assert wait() == ["crash"]


def test_each_star_is_heard_as_it_pops_up_and_again_after_a_new_run(level, labels):
    sound_cues = PlaySoundCues(Playing(level, labels))
    heard = [
        [name for name in sound_cues.heard(stars=stars) if name == "star"] for stars in (0, 1, 1, 2, 0, 1)
    ]
    assert heard == [[], ["star"], [], ["star"], [], ["star"]]


def test_a_trap_is_heard_once_and_a_crash_at_the_impact(level, labels):
    played = Playing(level, labels)
    played.shield, sound_cues = False, PlaySoundCues(played)
    played.want(Action.DOWN)  # off the board, half a step away
    early = []
    while played.progress < 0.5 - FRAME / MOVE_SECONDS:
        played.advance(FRAME)
        early += sound_cues.heard()
    assert "crash" not in early
    played.advance(2 * FRAME)
    assert "crash" in sound_cues.heard()
    played.restart()
    sound_cues.heard()
    played.outcome = "dead_end"
    assert ["trap" in sound_cues.heard() for _ in range(2)] == [True, False]


def test_in_real_time_a_hop_is_heard_when_it_is_seen(level, labels):
    played = Playing(level, labels)
    played.real_time = True
    sound_cues, still = PlaySoundCues(played), PlaySoundCues(played)
    played.want(level.mdp.actions[int(labels[played.state])])
    assert still.heard(still=True) == ["hop"]
    while "hop" not in sound_cues.heard():
        assert played.hop_progress == 0
        played.advance(FRAME)
    assert 0 < played.hop_progress < 0.2
    assert "hop" not in still.heard(still=True)


def test_the_window_is_heard_only_where_it_should_be(start):
    app = start(builtin_levels()["grid_4"])
    app.services.sounds = heard = Heard()
    watching = playing(app)
    watching.playback.speed_index = SPEEDS.index(2.0)
    for _ in range(120):
        frames(app)
    assert ("hop", 2.0) in heard.played
    watching.playback.speed_index = len(SPEEDS) - 1
    heard.played.clear()
    for _ in range(60):
        frames(app)
    assert all(speed > HEARD_UP_TO for _name, speed in heard.played)
    assert app.failures == []


def test_buttons_click_and_a_refused_action_says_so(start):
    app = start(builtin_levels()["grid_4"])
    watching = playing(app)
    watching.playback.step()
    frames(app, 5)
    app.services.sounds = heard = Heard()
    click(app, app.top.toolbar.widgets["help"].rect.center)
    press(app, pygame.K_ESCAPE)
    assert heard.names == ["click"]
    rows = {row.reason().kind in {"allowed", "goal"}: row for row in app.top.cards.moves.children}
    click(app, rows[True].rect.center)
    assert heard.names == ["click", "click"]
    click(app, rows[False].rect.center)
    assert sorted(heard.names) == ["click", "click", "click", "refused"]


@pytest.mark.parametrize("path", [None, "grid_4"])
def test_m_mutes_on_every_screen_and_unmuting_is_heard(start, path):
    app = start(path and builtin_levels()[path])
    frames(app)
    press(app, pygame.K_m, sign="m")
    assert app.services.settings.muted
    assert app.services.sounds.muted
    press(app, pygame.K_m, sign="m")
    assert not app.services.sounds.muted


@pytest.mark.parametrize("played", [False, True])
def test_the_speaker_follows_the_key_the_settings_and_its_own_click(start, played):
    app = start(builtin_levels()["grid_4"])
    playing(app)
    if played:
        press(app, pygame.K_p, sign="p")
    frames(app)
    speaker = app.top.speaker if played else app.top.toolbar.speaker
    assert speaker.visible
    assert speaker.icon == "volume-2"
    assert speaker.tip == "Sound off or on (M)"
    for way in ("key", "click", "focus"):
        if way == "focus":
            app.top.ui.focus_on(speaker)
        for muted in (True, False):
            app.services.sounds = heard = Heard()
            if way == "click":
                click(app, speaker.rect.center)
            else:
                press(app, pygame.K_m if way == "key" else pygame.K_RETURN, sign="m" if way == "key" else "")
            assert heard.names == ["click"]
            assert heard.muted == app.services.settings.muted == muted
            frames(app)
            assert speaker.icon == ("volume-x" if muted else "volume-2")
    app.services.change(app.services.settings.model_copy(update={"muted": True}))
    frames(app)
    assert speaker.icon == "volume-x"


@pytest.mark.parametrize("played", [False, True])
def test_muting_is_seen_at_once(start, played):
    app = start(builtin_levels()["grid_4"])
    playing(app)
    if played:
        press(app, pygame.K_p, sign="p")
    frames(app, 3)
    speaker = app.top.speaker if played else app.top.toolbar.speaker
    pictures = []
    for _ in range(3):
        pictures.append(pygame.surfarray.array3d(app.window.surface.subsurface(speaker.rect)))
        app.services.change(
            app.services.settings.model_copy(update={"muted": not app.services.settings.muted})
        )
        frames(app, 2)
    assert np.array_equal(pictures[0], pictures[2])
    assert not np.array_equal(pictures[0], pictures[1])


def test_an_app_that_nobody_opened_the_audio_for_is_silent(start):
    app = start(builtin_levels()["grid_4"])
    frames(app, 3)
    assert app.services.sounds.silent
    assert pygame.mixer.get_init() is None
