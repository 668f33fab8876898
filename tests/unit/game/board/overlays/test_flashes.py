"""No overlay flashes, at any speed of the playback: WCAG 2.3.1, measured from pixels."""

from dataclasses import replace

import numpy as np
import pygame
import pytest

from game.board.overlays import OVERLAYS, OverlayData
from game.board.view import BoardView
from game.presenters.playback import SPEEDS, Playback
from game.presenters.scene import Scene
from game.presenters.steady_phase import SteadyPhase
from game.presenters.svm_fit import Request, fitted
from learner.core.rollout import Rollout
from levels.model.mdp import compile_mdp
from levels.proof.safety import safe_actions
from tests.conftest import tiny

pytestmark = pytest.mark.usefixtures("window")

CELL = 42
"""Eight by six cells are then the 341 × 256 px in which WCAG measures, ten degrees of sight."""
CARS = [
    {"kind": "lane", "look": "car", "row": 2, "direction": "right", "at": [1, 5], "loop": 10},
    {"kind": "lane", "look": "truck", "length": 2, "row": 3, "direction": "left", "at": [3, 7], "loop": 10},
]
LEVEL = tiny(
    ["S,......", ",,,,,,,,", "========", "========", ",,,,,,,,", "........", ".......G"], obstacles=CARS
)
"""Without waiting and with even loops: the agent can be in a cell at every other tick only."""
LEAST, DARK = 0.1, 0.8
"""A change counts from this difference in luminance on, if the darker of the two is below the other."""
MOST_CHANGES, MOST_AREA = 6, 0.25
"""Three flashes within a second; more are one only in at least this share of the area."""
SECONDS, FRAME = 2.0, 1 / 60


def luminance(surface):
    part = pygame.surfarray.array3d(surface)[::3, ::3] / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return linear @ [0.2126, 0.7152, 0.0722]


def flashing(pictures):
    """The largest share of the area that flashes more often than allowed within a second.

    `pictures` are (time, luminance), one for each picture that differs from the one before.
    """
    extreme = pictures[0][1]
    rising, changes = np.zeros(extreme.shape, int), []
    for time, now in pictures[1:]:
        counts = (np.abs(now - extreme) >= LEAST) & (np.minimum(now, extreme) < DARK)
        turned = counts & (np.sign(now - extreme) != rising)
        rising = np.where(turned, np.sign(now - extreme), rising)
        extreme = np.where(turned | (rising * (now - extreme) > 0), now, extreme)
        changes.append((time, turned))
    return max(
        float((sum(turned for at, turned in changes if start <= at < start + 1) > MOST_CHANGES).mean())
        for start, _turned in changes
    )


def worst_data():
    """The lightest tiles, softer and smaller at every other tick."""
    mdp = compile_mdp(LEVEL)
    safe = safe_actions(mdp, LEVEL.safety)
    q = np.where(safe.allowed & safe.reachable[:, None], -1.0, np.where(safe.allowed, 0.0, np.nan))
    labels = np.where(safe.allowed.any(axis=1), safe.allowed.argmax(axis=1), -1).astype(np.int8)
    svm = fitted(Request(mdp, safe, labels, 32.0, None))
    return OverlayData(LEVEL, mdp, safe, q, labels, mdp.starts[0], 0, (-9.0, -1.0), svm, "contrast")


def shown_at(speed, data, names, steady):
    """The pictures of two seconds of a rollout that goes to and fro, at a speed."""
    view = BoardView(LEVEL, CELL)
    surface = pygame.Surface(view.size)
    field = surface.subsurface(view.cell_rect((0, 0)).unionall([view.cell_rect((5, 7))]))
    states = tuple(data.mdp.state((0, tick % 2), tick) for tick in range(100))
    playback = Playback(speed_index=SPEEDS.index(speed))
    playback.start(Rollout(states, (0,) * 99, (False,) * 99, "goal", ""))
    pictures, last = [], None
    for frame in range(round(SECONDS / FRAME)):
        state = states[playback.deciding]
        phase = data.mdp.phase(state)
        shown = state, steady(phase, playback.speed)
        if shown != last:
            last = shown
            now = replace(data, state=state, phase=shown[1])
            view.draw(surface, (0, 0), Scene(0, (0, 0), (0, 0)), [OVERLAYS[name] for name in names], now)
            pictures.append((frame * FRAME, luminance(field)))
        playback.advance(FRAME)
    return pictures


@pytest.mark.parametrize("speed", SPEEDS)
@pytest.mark.parametrize("names", [*((name,) for name in OVERLAYS), tuple(OVERLAYS)], ids="+".join)
def test_overlays_do_not_flash(names, speed):
    data, steady = worst_data(), SteadyPhase()
    pictures = shown_at(
        speed, data, names, lambda phase, speed: steady.follow(FRAME, phase, data.mdp.period, speed)
    )
    assert len(pictures) > 1
    assert flashing(pictures) < MOST_AREA


def test_without_a_steady_phase_values_would_flash():
    """The measure sees it: were each tick's map shown at once, more than a quarter would flash."""
    pictures = shown_at(8.0, worst_data(), ("values",), lambda phase, _speed: phase)
    assert flashing(pictures) > MOST_AREA
