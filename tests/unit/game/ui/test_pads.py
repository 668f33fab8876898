"""Gamepads: the pads of pygame's page of common mappings, and a stick's pushes."""

import pygame
import pytest

from game.ui.pads import Pads


class Plugged:
    """A gamepad as pygame knows it."""

    def __init__(self, n_axes, n_hats):
        self.get_numaxes, self.get_numhats = (lambda: n_axes), (lambda: n_hats)
        self.get_instance_id = lambda: 7


SWITCH_PRO, XBOX = Plugged(6, 0), Plugged(6, 1)
OLD_PLAYSTATION, JOY_CON = Plugged(6, 1), Plugged(4, 0)


@pytest.fixture
def plug(monkeypatch):
    """Plugs a gamepad in, and gives what its buttons mean."""

    def plugged(pad):
        monkeypatch.setattr(pygame.joystick, "get_init", lambda: True)
        monkeypatch.setattr(pygame.joystick, "get_count", lambda: 1)
        monkeypatch.setattr(pygame.joystick, "Joystick", lambda index: (pad,)[index])
        return lambda button: Pads().pressed(
            pygame.Event(pygame.JOYBUTTONDOWN, instance_id=7, joy=0, button=button)
        )

    return plugged


def test_a_d_pad_of_buttons_shows_the_way(plug):
    pressed = plug(SWITCH_PRO)
    assert [pressed(button) for button in range(11, 15)] == ["up", "down", "left", "right"]
    assert [pressed(button) for button in range(4)] == ["a", "b", "x", "y"]
    assert pressed(6) == "start"
    assert not any(pressed(button) for button in (4, 5, *range(7, 11), 15))


@pytest.mark.parametrize("pad", [XBOX, OLD_PLAYSTATION, JOY_CON])
def test_these_buttons_are_something_else_on_other_pads(plug, pad):
    pressed = plug(pad)
    assert pressed(7) == "start"
    assert not any(pressed(button) for button in (4, 5, 6, *range(8, 16)))
    assert [pressed(button) for button in range(4)] == ["a", "b", "x", "y"]


def test_a_pad_that_is_not_known_may_have_such_a_d_pad(plug):
    plug(XBOX)
    event = pygame.Event(pygame.JOYBUTTONDOWN, instance_id=8, joy=1, button=13)
    assert Pads().pressed(event) == "left"


def test_hats_and_the_left_stick_show_the_way():
    pads = Pads()
    hats = [(0, 1), (1, 1), (1, 0), (0, 0), (0, -1), (-1, 0)]
    events = [pygame.Event(pygame.JOYHATMOTION, instance_id=0, hat=0, value=value) for value in hats]
    assert [pads.pressed(event) for event in events] == ["up", "", "right", "", "down", "left"]

    def push(axis, *values):
        return [
            pads.pressed(pygame.Event(pygame.JOYAXISMOTION, instance_id=0, axis=axis, value=value))
            for value in values
        ]

    assert push(0, 0.5, 0.7, 1.0, 0.7, 0.1, -0.9) == ["", "right", "", "", "", "left"]
    assert push(1, -0.7, 0.7) == ["up", "down"]
    assert push(3, 1.0) == [""]


def test_other_events_mean_nothing_here():
    assert Pads().pressed(pygame.Event(pygame.KEYDOWN, key=pygame.K_a)) == ""
