"""Golden picture of the compare screen: two of the three have just failed; no clock, no thread."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pygame
import pytest

from game.presenters.comparing import Comparing
from game.presenters.level_loader import prepared
from game.screens.compare.compare import Compare
from game.services.services import Services
from learner.baselines.comparison import Comparison
from levels.text.reader import builtin_levels, read_file
from tests.golden.comparing import compare

WORDS = 0.0005
"""Share of the pixels that may differ: a word or a mark must not get lost."""
SEED = 5


@pytest.mark.parametrize(
    ("name", "level", "size"),
    [("compare", "dead_end", (1280, 800)), ("compare_tall", "crossy_road", (620, 900))],
)
def test_compare(name, level, size):
    path = builtin_levels()[level]
    opened = prepared(Path(f"{level}.yaml"), read_file(path))
    comparison = Comparison(opened.level, opened.mdp, seed=0)
    comparison.advance(20_000)
    standings = comparison.standings(version=1, status="running")
    comparing = Comparing(opened)
    comparing.thread = SimpleNamespace(latest=lambda: standings, stop=lambda _: True)
    comparing.rate_index = 9
    rng = np.random.default_rng(SEED)
    comparing.update(0.0)
    for entry in comparing.entries:
        entry.play(opened, rng, exploring=True)
        while entry.failure is None and entry.name != "ours":
            entry.play(opened, rng, exploring=True)
        last = 12 if entry.name == "ours" else entry.playback.n_moves
        while entry.playback.position < last:
            entry.playback.advance(0.05)
    screen = Compare(size, 1.0, Services(), comparing)
    surface = pygame.Surface(size)
    screen.update(0.0)
    for _ in range(2):
        screen.draw(surface)
    compare(surface, f"screen_{name}", WORDS)
