"""Stepper: both buttons and the arrow keys step; the wheel does not."""

import pygame
import pytest

from game.ui import Stepper


@pytest.fixture
def steps(ui):
    taken = []
    stepper = Stepper(ui, taken.append, tip="How many")
    stepper.rect = pygame.Rect(100, 100, 120, 36)
    ui.root = [stepper]
    return stepper, taken


def test_its_buttons_step_and_its_value_does_not(steps, hands):
    stepper, taken = steps
    hands.click(stepper.ends()[1].center)
    hands.click(stepper.ends()[-1].center)
    hands.click(stepper.rect.center)
    assert taken == [1, -1]
    assert hands.wheel(1) is False


def test_a_button_that_is_left_before_it_comes_up_does_nothing(steps, hands):
    stepper, taken = steps
    hands.down(stepper.ends()[1].center)
    hands.move((10, 10))
    hands.up((10, 10))
    assert taken == []


def test_arrows_step_with_the_focus(steps, ui, hands):
    stepper, taken = steps
    ui.focus_on(stepper)
    for key in (pygame.K_RIGHT, pygame.K_DOWN, pygame.K_UP, pygame.K_LEFT, pygame.K_HOME):
        hands.key(key)
    assert taken == [1, -1, 1, -1]
