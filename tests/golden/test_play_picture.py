"""Golden pictures of the play screen and of the settings: a refused move, a crash, a trap, arrivals."""

from pathlib import Path

import pygame
import pytest

from game.presenters.crashing import best_labels
from game.presenters.level_loader import prepared
from game.presenters.playing import Playing
from game.screens.play.play import Around, Play
from game.screens.settings_dialog import SettingsDialog
from game.services.services import Services
from game.userdata.settings import Settings
from levels.model.board import Action
from levels.text.reader import builtin_levels, read_file
from tests.golden.comparing import compare

WORDS = 0.0005
"""Share of the pixels that may differ: a word or a mark must not get lost."""


NEXT = Around("Watch", Path("first_road.yaml"), "First Road")


def opened(name):
    return prepared(Path(f"{name}.yaml"), read_file(builtin_levels()[name]))


@pytest.fixture(scope="module")
def crossing():
    return opened("crossy_road")


def played(level, moves, *, shield=True, seconds=0.06):
    """The screen after some moves, the last one just asked for."""
    screen = Play((1280, 800), 1.0, Services(), Playing(level, best_labels(level)), NEXT)
    screen.playing.shield = shield
    for move in moves:
        for _ in range(15):
            screen.update(0.02)
        screen.playing.want(move(screen.playing) if callable(move) else move)
    screen.update(seconds)
    return screen


def best_move(playing):
    return playing.opened.mdp.actions[int(playing.labels[playing.state])]


def trapping_move(playing):
    """A move into the trap where there is one, inside it one that does not crash yet, else the best."""
    mdp, safe, state = playing.opened.mdp, playing.opened.safe, playing.state
    choices = safe.one_step[state] & ~safe.allowed[state]
    return mdp.actions[int(choices.argmax())] if choices.any() else best_move(playing)


@pytest.mark.parametrize(
    ("name", "moves", "shield", "seconds"),
    [
        ("play_refused", [best_move, best_move, Action.LEFT, Action.DOWN, Action.DOWN], True, 0.4),
        ("play_crash", [*[best_move] * 5, Action.RIGHT], False, 2.0),
        ("play_arrived", [best_move] * 15, True, 2.0),
        ("play_across", [*[Action.LEFT, Action.RIGHT] * 4, *[best_move] * 15], True, 2.0),
    ],
)
def test_play(crossing, name, moves, shield, seconds):
    screen = played(crossing, moves, shield=shield)
    for _ in range(round(seconds / 0.05)):
        screen.update(0.05)
    surface = pygame.Surface((1280, 800))
    screen.draw(surface)
    compare(surface, f"screen_{name}", WORDS)


def test_trap():
    level = opened("dead_end")
    screen = played(level, [trapping_move] * 20, shield=False)
    for _ in range(40):
        screen.update(0.05)
    surface = pygame.Surface((1280, 800))
    screen.draw(surface)
    compare(surface, "screen_play_trap", WORDS)


def test_settings(crossing):
    screen = played(crossing, [])
    screen.services.settings = Settings(palette="cividis", volume=4, scale=1.0)
    screen.ui.show(SettingsDialog(screen.ui, screen.services))
    surface = pygame.Surface((1280, 800))
    screen.draw(surface)
    compare(surface, "screen_settings", WORDS)
