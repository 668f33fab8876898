"""Golden pictures of the play screen and of the settings: a move just refused, a crash, an arrival."""

from pathlib import Path

import numpy as np
import pygame
import pytest

from game.presenters.level_loader import prepared
from game.presenters.playing import Playing
from game.screens.play.play import Play
from game.screens.settings_dialog import SettingsDialog
from game.services.services import Services
from game.userdata.settings import Settings
from levels.model.board import Action
from levels.text.reader import builtin_levels, read_file
from tests.golden.comparing import compare

WORDS = 0.0005
"""Share of the pixels that may differ: a word or a mark must not get lost."""


@pytest.fixture(scope="module")
def crossing():
    path = builtin_levels()["crossy_road"]
    return prepared(Path("crossy_road.yaml"), read_file(path))


def played(opened, moves, *, shield=True, seconds=0.06):
    """The screen after some moves, the last one just asked for."""
    best = np.nan_to_num(opened.optimal.q_star, nan=-np.inf).argmax(axis=1).astype(np.int8)
    best[~opened.safe.allowed.any(axis=1)] = -1
    screen = Play((1280, 800), 1.0, Services(), Playing(opened, best))
    screen.playing.shield = shield
    for move in moves:
        for _ in range(15):
            screen.update(0.02)
        screen.playing.want(move(screen.playing) if callable(move) else move)
    screen.update(seconds)
    return screen


def best_move(playing):
    return playing.opened.mdp.actions[int(playing.labels[playing.state])]


@pytest.mark.parametrize(
    ("name", "moves", "shield", "seconds"),
    [
        ("play_refused", [best_move, best_move, Action.LEFT, Action.DOWN, Action.DOWN], True, 0.06),
        ("play_crash", [Action.UP] * 8, False, 0.1),
        ("play_arrived", [best_move] * 15, True, 0.1),
    ],
)
def test_play(crossing, name, moves, shield, seconds):
    screen = played(crossing, moves, shield=shield, seconds=seconds)
    for _ in range(8):
        screen.update(0.05)
    surface = pygame.Surface((1280, 800))
    screen.draw(surface)
    compare(surface, f"screen_{name}", WORDS)


def test_settings(crossing):
    screen = played(crossing, [])
    screen.services.settings = Settings(palette="cividis", volume=4, scale=1.0)
    screen.ui.show(SettingsDialog(screen.ui, screen.services))
    surface = pygame.Surface((1280, 800))
    screen.draw(surface)
    compare(surface, "screen_settings", WORDS)
